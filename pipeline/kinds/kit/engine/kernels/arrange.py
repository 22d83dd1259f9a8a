"""Number the constraints of a model, and list by literal and by node where they occur."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays


@inlined
def begin_lists(lists: NDArray[np.int32], number: int) -> None:
    """Turn the size of list k, in ``lists[k + 1]``, into the start of list k + 1, in place."""
    lists[0] = number + 1
    for key in range(number):
        lists[key + 1] += lists[key]


@inlined
def end_lists(lists: NDArray[np.int32], number: int) -> None:
    """Restore the start of each list, in place, after `append` has moved it to the list's end."""
    for key in range(number, 0, -1):
        lists[key] = lists[key - 1]
    lists[0] = number + 1


@inlined
def append(lists: NDArray[np.int32], key: int, value: int) -> None:
    """Write a value at the start of a list and move the start up by one, in place."""
    lists[lists[key]] = value
    lists[key] += 1


@inlined
def arrange_counts(
    sizes: NDArray[np.int32], codes: NDArray[np.int32], keys: int, arrays: Arrays
) -> None:
    """Fill the lists of literals and of their uses, in place."""
    counts, literals, uses = sizes.shape[0], arrays.literals, arrays.uses
    begin = literals[0] = counts + 1
    for count in range(counts):
        for place in range(begin, begin + sizes[count]):
            code = literals[place] = codes[place - counts - 1]
            uses[code + 1] += 1
        begin += sizes[count]
        literals[count + 1] = begin
    begin_lists(uses, keys)
    for count in range(counts):
        for place in range(literals[count], literals[count + 1]):
            append(uses, literals[place], count)
    end_lists(uses, keys)


@compiled
def arrange(
    keys: int,
    sizes: NDArray[np.int32],
    codes: NDArray[np.int32],
    heads: NDArray[np.int32],
    nodes: NDArray[np.int32],
    edges: NDArray[np.int32],
    arrays: Arrays,
) -> None:
    """Fill zeroed arrays, in place, except sums and overlaps, from rows as in `arrays.Rows`.

    ``keys`` is the number of codes.
    """
    arrange_counts(sizes, codes, keys, arrays)
    first_node, first_edge = 0, 0
    for graph in range(heads.shape[0]):
        row = arrays.graphs[graph]
        row[board.FIRST_NODE], row[board.FIRST_EDGE] = first_node, first_edge
        row[board.LAST_NODE] = first_node + heads[graph, 0]
        row[board.LAST_EDGE] = first_edge + heads[graph, 1]
        row[board.KIND] = heads[graph, 2]
        row[board.WIDTH], row[board.AIM] = heads[graph, 3], heads[graph, 4]
        for node in range(first_node, row[board.LAST_NODE]):
            arrays.nodes[node, 0], arrays.nodes[node, 1] = nodes[node, 0], nodes[node, 1]
            arrays.nodes[node, 2] = graph
        for edge in range(first_edge, row[board.LAST_EDGE]):
            arrays.edges[edge, 0], arrays.edges[edge, 3] = edges[edge, 0], graph
            arrays.edges[edge, 1] = edges[edge, 1] + first_node
            arrays.edges[edge, 2] = edges[edge, 2] + first_node
        first_node, first_edge = row[board.LAST_NODE], row[board.LAST_EDGE]
    meets, touches = arrays.meets, arrays.touches
    for edge in range(first_edge):
        meets[arrays.edges[edge, 1] + 1] += 1
        meets[arrays.edges[edge, 2] + 1] += 1
        touches[edges[edge, 0] + 1] += 1
    for node in range(first_node):
        touches[nodes[node, 0] + 1] += 1
    begin_lists(meets, first_node)
    begin_lists(touches, keys)
    for edge in range(first_edge):
        append(meets, arrays.edges[edge, 1], edge)
        append(meets, arrays.edges[edge, 2], edge)
        append(touches, edges[edge, 0], edge)
    for node in range(first_node):
        append(touches, nodes[node, 0], first_edge + node)
    end_lists(meets, first_node)
    end_lists(touches, keys)


@compiled
def keep_values(
    lists: NDArray[np.int32], is_kept: NDArray[np.bool_], kept: NDArray[np.int32]
) -> None:
    """Write, in place, the lists with those values only that are kept, each by its number."""
    number = lists[0] - 1
    kept[0] = place = number + 1
    for key in range(number):
        for at in range(lists[key], lists[key + 1]):
            kept[place] = lists[at]
            place += is_kept[lists[at]]
        kept[key + 1] = place
