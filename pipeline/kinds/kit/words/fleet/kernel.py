"""Ships of given lengths: their possible places, what these share, and how many fit into a line."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

# Columns of ``work``. LEFT: at node k - 1, how many ships of length k are missing; COVERED: whether
# a ship may be at a node; FIRSTS: the first places of the ships of a line.
LEFT, COVERED, FIRSTS = board.ORDER, board.LOW, board.WEIGHT
LONGEST: Final = 12
"""More nodes than any ship has. Ships are labels of nodes, so a longer one needs a larger board."""


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Decide, in place, what all places for the missing ships share; False if these are too few."""
    if arrays.graphs[graph, board.AIM]:
        return _find_length(arrays, state, graph, arrays.graphs[graph, board.AIM])
    return _find_all(arrays, state, graph)


@compiled
def _longest(arrays: Arrays, graph: int) -> int:
    """Return the length of the longest ship."""
    first, longest = arrays.graphs[graph, board.FIRST_NODE], 0
    size = arrays.graphs[graph, board.LAST_NODE] - first
    for k in range(min(LONGEST, size)):
        if arrays.nodes[first + k, 1]:
            longest = k + 1
    return longest


@compiled
def _place(arrays: Arrays, state: State, graph: int, start: int, length: int, is_down: int) -> int:
    """Return what a place is: 0 closed to a ship of the length, 1 open, 2 a complete ship."""
    first, wide = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    size = arrays.graphs[graph, board.LAST_NODE] - first
    top, left = start // wide, start % wide
    bottom = top + (length - 1 if is_down else 0)
    right = left + (0 if is_down else length - 1)
    if right >= wide or (bottom + 1) * wide > size:
        return 0
    status = 2
    for row in range(top - 1, bottom + 2):
        for col in range(left - 1, right + 2):
            if row < 0 or col < 0 or col >= wide or (row + 1) * wide > size:
                continue
            value = state.value[arrays.nodes[first + row * wide + col, 0]]
            if not (top <= row <= bottom and left <= col <= right):
                value = -value
            if value < 0:
                return 0
            if value == 0:
                status = 1
    return status


@compiled
def _support(
    arrays: Arrays, state: State, graph: int, start: int, length: int, is_down: int
) -> None:
    """Count, in place, the literals of a ship at a place."""
    first, wide = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    size = arrays.graphs[graph, board.LAST_NODE] - first
    top, left = start // wide, start % wide
    bottom = top + (length - 1 if is_down else 0)
    right = left + (0 if is_down else length - 1)
    for row in range(top - 1, bottom + 2):
        for col in range(left - 1, right + 2):
            if row < 0 or col < 0 or col >= wide or (row + 1) * wide > size:
                continue
            code = arrays.nodes[first + row * wide + col, 0]
            if not (top <= row <= bottom and left <= col <= right):
                code ^= 1
            state.codes[code, board.SUPPORT] += 1


@compiled
def _clear(arrays: Arrays, state: State, graph: int) -> None:
    """Reset, in place, what `_support` counts."""
    for node in range(
        arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    ):
        code = arrays.nodes[node, 0]
        state.codes[code, board.SUPPORT] = state.codes[code ^ 1, board.SUPPORT] = 0


@compiled
def _take(arrays: Arrays, state: State, graph: int, count: int) -> None:
    """Suggest, in place, the literals that `_support` has counted ``count`` times."""
    for node in range(
        arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    ):
        code = arrays.nodes[node, 0]
        if state.value[code] == 0:
            for flip in range(2):
                one = code ^ flip
                if state.codes[one, board.SUPPORT] == count:
                    suggest(state, one, arrays.sums.shape[0] + graph)


@compiled
def _find_all(arrays: Arrays, state: State, graph: int) -> bool:
    """Suggest what the ships through each true node share; exclude nodes that no ship can cover."""
    first, wide = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    size = arrays.graphs[graph, board.LAST_NODE] - first
    work, longest = state.nodes, _longest(arrays, graph)
    for node in range(size):
        work[first + node, COVERED] = 0
    for length in range(1, longest + 1):
        left = arrays.nodes[first + length - 1, 1]
        for is_down in range(1 if length == 1 else 2):
            for start in range(size):
                if _place(arrays, state, graph, start, length, is_down) == 2:
                    left -= 1
                    for k in range(length):
                        work[first + start + k * (wide if is_down else 1), COVERED] = 2
        if left < 0:
            return False
        work[first + length - 1, LEFT] = left
    for length in range(1, longest + 1):
        if work[first + length - 1, LEFT] == 0:
            continue
        for is_down in range(1 if length == 1 else 2):
            for start in range(size):
                if _place(arrays, state, graph, start, length, is_down) == 1:
                    for k in range(length):
                        work[first + start + k * (wide if is_down else 1), COVERED] |= 1
    for node in range(size):
        code = arrays.nodes[first + node, 0]
        if work[first + node, COVERED] == 0:
            if state.value[code] > 0:
                return False
            if state.value[code] == 0:
                suggest(state, code ^ 1, arrays.sums.shape[0] + graph)
        if state.value[code] <= 0 or work[first + node, COVERED] >= 2:
            continue
        if node % wide and state.value[arrays.nodes[first + node - 1, 0]] > 0:
            continue  # the node before it has the same ships
        if node >= wide and state.value[arrays.nodes[first + node - wide, 0]] > 0:
            continue
        _clear(arrays, state, graph)
        count = 0
        for length in range(1, longest + 1):
            if work[first + length - 1, LEFT] == 0:
                continue
            for is_down in range(1 if length == 1 else 2):
                step = wide if is_down else 1
                before = node // wide if is_down else node % wide
                for back in range(min(length - 1, before) + 1):
                    start = node - back * step
                    if _place(arrays, state, graph, start, length, is_down) == 1:
                        count += 1
                        _support(arrays, state, graph, start, length, is_down)
        _take(arrays, state, graph, count)
    return True


@compiled
def _find_length(arrays: Arrays, state: State, graph: int, length: int) -> bool:
    """Suggest what the ships of a length share, by how many fit into each line."""
    first = arrays.graphs[graph, board.FIRST_NODE]
    size = arrays.graphs[graph, board.LAST_NODE] - first
    left, places = arrays.nodes[first + length - 1, 1], 0
    _clear(arrays, state, graph)
    for is_down in range(1 if length == 1 else 2):
        for start in range(size):
            found = _place(arrays, state, graph, start, length, is_down)
            if found == 2:
                left -= 1
            if found == 1:
                places += 1
                _support(arrays, state, graph, start, length, is_down)
    if left < 0 or left > places:
        return False
    if left == 0:
        return True
    if left == 1 or left == places:
        # One missing ship: what all places share. As many ships as places: what any place needs.
        _take(arrays, state, graph, places)
        if left == places:
            _take_all(arrays, state, graph)
        return True
    return _pack(arrays, state, graph, length, left)


@compiled
def _take_all(arrays: Arrays, state: State, graph: int) -> None:
    """Suggest, in place, all literals that `_support` has counted."""
    for node in range(
        arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    ):
        code = arrays.nodes[node, 0]
        for flip in range(2):
            one = code ^ flip
            if state.value[one] == 0 and state.codes[one, board.SUPPORT]:
                suggest(state, one, arrays.sums.shape[0] + graph)


@compiled
def _pack(arrays: Arrays, state: State, graph: int, length: int, left: int) -> bool:
    """Fill lines with ships from either end; if all are needed, suggest what both ends share."""
    first, wide = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    high = (arrays.graphs[graph, board.LAST_NODE] - first) // wide
    work = state.nodes
    for is_final in range(2):
        total = 0
        for is_down in range(1 if length == 1 else 2):
            step = wide if is_down else 1
            lines, along = (wide, high) if is_down else (high, wide)
            for line in range(lines):
                start = line if is_down else line * wide
                count, offset = 0, 0
                while offset + length <= along:
                    if _place(arrays, state, graph, start + offset * step, length, is_down) == 1:
                        work[first + count, FIRSTS] = offset
                        count += 1
                        offset += length
                    offset += 1
                total += count
                offset = along - length
                while is_final and offset >= 0:
                    if _place(arrays, state, graph, start + offset * step, length, is_down) == 1:
                        count -= 1
                        for k in range(offset, work[first + count, FIRSTS] + length):
                            code = arrays.nodes[first + start + k * step, 0]
                            if state.value[code] == 0:
                                suggest(state, code, arrays.sums.shape[0] + graph)
                        offset -= length
                    offset -= 1
        if total < left:
            return False
        if total > left:
            return True
    return True
