"""Parts of rules by definition, which share no code with the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import networkx as nx

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.board.board import Board


def rows_and_columns(clues: Board) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield ("row", cells) of each row, then ("column", cells) of each column.

    >>> list(rows_and_columns(Board(1, 2, (0, 0))))
    [('row', (0, 1)), ('column', (0,)), ('column', (1,))]
    """
    for row in range(clues.rows):
        yield "row", tuple(row * clues.cols + col for col in range(clues.cols))
    for col in range(clues.cols):
        yield "column", tuple(row * clues.cols + col for row in range(clues.rows))


def shades_apart(clues: Board, shaded: set[int]) -> Iterator[Violation]:
    """Yield shaded cells ``side-by-side``, and white cells ``parted`` from the others."""
    cols = clues.cols
    board = nx.grid_2d_graph(clues.rows, clues.cols)
    for one, other in board.edges:
        pair = tuple(sorted(row * cols + col for row, col in (one, other)))
        if shaded.issuperset(pair):
            yield Violation("side-by-side", pair, "two shaded cells share a side")
    board.remove_nodes_from(divmod(cell, cols) for cell in shaded)
    parts = sorted(nx.connected_components(board), key=lambda part: (len(part), min(part)))
    if not parts:
        yield Violation("parted", tuple(sorted(shaded)), "no cell stays white")
    for part in parts[:-1]:
        cells = tuple(sorted(row * cols + col for row, col in part))
        yield Violation("parted", cells, "these white cells are cut off from the others")


def one_loop(
    clues: Board, graph: nx.Graph, cells_of: Callable[[Sequence[int]], tuple[int, ...]] = tuple
) -> Iterator[Violation]:
    """Yield ``no-loop`` for lines that end, branch or are missing, or else ``several-loops``.

    ``cells_of`` (nodes) returns the cells to name.
    """
    ends = [node for node, degree in graph.degree if degree != 2]
    if ends or not graph:
        cells = cells_of(ends[:1]) if ends else tuple(range(len(clues.values)))
        yield Violation("no-loop", cells, "the line ends or branches, or there is none")
        return
    for part in sorted(map(sorted, nx.connected_components(graph)))[1:]:
        yield Violation("several-loops", cells_of(part), "there is more than one loop")


def changed_numbers(clues: Board, numbers: Sequence[int], empty: int) -> Iterator[Violation]:
    """Yield ``given-changed`` for each clue that a solution does not have."""
    for cell, given in enumerate(clues.values):
        if given not in (empty, numbers[cell]):
            yield Violation("given-changed", (cell,), f"the clue {given} became {numbers[cell]}")


def repeats(
    numbers: Sequence[int], groups: Iterable[tuple[str, tuple[int, ...]]]
) -> Iterator[Violation]:
    """Yield ``NAME-repeat`` for each number that is repeated in a group (name, cells).

    >>> [*repeats([2, 2], [("row", (0, 1))])]
    [Violation(code='row-repeat', cells=(0, 1), message='2 is repeated in a row')]
    """
    for name, cells in groups:
        for number in sorted({numbers[cell] for cell in cells}):
            same = tuple(cell for cell in cells if numbers[cell] == number)
            if len(same) > 1:
                yield Violation(f"{name}-repeat", same, f"{number} is repeated in a {name}")
