"""Areas as large as their numbers: none may grow too large or be unable to reach its size."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

# Columns of ``work``, for the cells. GROUP: the first cell of the known area of a cell, plus 1, 0
# for none; COUNT: at that cell, its size; OPEN: whether a cell may have the number; BESIDE: the
# cells of all known areas beside a cell; MARK: the last walk that reached it; LINE: cells that a
# walk has reached, in order.
GROUP, COUNT, OPEN, MARK = board.ORDER, board.LOW, board.WEIGHT, board.VIA
BESIDE, LINE = board.NEXT, board.LINE


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Propagate, in place, the sizes of areas by number; False on a contradiction."""
    first, largest = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.AIM]
    wide = arrays.graphs[graph, board.WIDTH]
    size = (arrays.graphs[graph, board.LAST_NODE] - first) // largest
    is_limit, work = arrays.nodes[first, 1] == 1, state.nodes
    for number in range(1, largest + 1):
        for cell in range(size):
            value = state.value[arrays.nodes[first + cell * largest + number - 1, 0]]
            work[first + cell, GROUP] = work[first + cell, MARK] = 0
            work[first + cell, OPEN] = value >= 0
        for cell in range(size):
            code = arrays.nodes[first + cell * largest + number - 1, 0]
            if state.value[code] > 0 and work[first + cell, GROUP] == 0:
                count = _gather(arrays, state, graph, cell, number, wide, size)
                if count > number:
                    return False
        for cell in range(size):
            code = arrays.nodes[first + cell * largest + number - 1, 0]
            work[first + cell, BESIDE] = _beside(state, first, cell, wide, size)
            if state.value[code] == 0 and work[first + cell, BESIDE] >= number:
                work[first + cell, OPEN] = 0
                if is_limit:
                    suggest(state, code ^ 1, arrays.sums.shape[0] + graph)
        if not is_limit and not _grow_all(arrays, state, graph, number, wide, size):
            return False
    return True


@inlined
def _near(cell: int, way: int, wide: int, size: int) -> int:
    """Return the neighbour of a cell in one of four ways, -1 if there is none."""
    if way == 0:
        return cell - wide
    if way == 1:
        return cell - 1 if cell % wide else -1
    if way == 2:
        return cell + 1 if (cell + 1) % wide else -1
    return cell + wide if cell + wide < size else -1


@compiled
def _gather(
    arrays: Arrays, state: State, graph: int, start: int, number: int, wide: int, size: int
) -> int:
    """Mark the known area of a cell, in place, and return its size."""
    first, largest = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.AIM]
    work = state.nodes
    work[first + start, GROUP] = start + 1
    work[first, LINE] = start
    head, tail = 0, 1
    while head < tail:
        cell = work[first + head, LINE]
        head += 1
        for way in range(4):
            other = _near(cell, way, wide, size)
            if other < 0 or work[first + other, GROUP]:
                continue
            if state.value[arrays.nodes[first + other * largest + number - 1, 0]] > 0:
                work[first + other, GROUP] = start + 1
                work[first + tail, LINE] = other
                tail += 1
    work[first + start, COUNT] = tail
    return tail


@compiled
def _beside(state: State, first: int, cell: int, wide: int, size: int) -> int:
    """Return the total size of the known areas beside a cell."""
    work, total = state.nodes, 0
    for way in range(4):
        other = _near(cell, way, wide, size)
        group = work[first + other, GROUP] if other >= 0 else 0
        is_new = group > 0
        for before in range(way):
            near = _near(cell, before, wide, size)
            is_new = is_new and not (near >= 0 and work[first + near, GROUP] == group)
        if is_new:
            total += work[first + group - 1, COUNT]
    return total


@compiled
def _grow_all(arrays: Arrays, state: State, graph: int, number: int, wide: int, size: int) -> bool:
    """Exclude a number, in place, where it lacks room, and grow areas; False if one cannot grow."""
    first, largest = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.AIM]
    work, why = state.nodes, arrays.sums.shape[0] + graph
    for start in range(size):
        group = work[first + start, GROUP]
        if not work[first + start, OPEN] or group not in (0, start + 1):
            continue
        if group and work[first + start, COUNT] == number:
            continue
        tail, ways, way = _walk(state, first, start, number, wide, size)
        if tail < number:
            if group:
                return False
            suggest(state, arrays.nodes[first + start * largest + number - 1, 0] ^ 1, why)
        elif group:
            for k in range(tail if tail == number else 0):
                code = arrays.nodes[first + work[first + k, LINE] * largest + number - 1, 0]
                if state.value[code] == 0:
                    suggest(state, code, why)
            if ways == 1:
                suggest(state, arrays.nodes[first + way * largest + number - 1, 0], why)
    return True


@compiled
def _walk(
    state: State, first: int, start: int, number: int, wide: int, size: int
) -> tuple[int, int, int]:
    """List, in place, the cells that the area of a cell may have, and return their number.

    Also return how many of these are beside the known area, and the last one. The walk may stop at
    one cell more than the area's number, or at the number itself where no area is known.
    """
    work = state.nodes
    known = work[first + start, GROUP]
    count = work[first + start, COUNT] if known else 1
    enough = number + 1 if known else number
    work[first + start, MARK] = start + 1
    work[first, LINE] = start
    head, tail, ways, way = 0, 1, 0, -1
    while known and head < tail:  # the known area
        cell = work[first + head, LINE]
        head += 1
        for side in range(4):
            other = _near(cell, side, wide, size)
            is_own = other >= 0 and work[first + other, GROUP] == known
            if is_own and work[first + other, MARK] != start + 1:
                work[first + other, MARK] = start + 1
                work[first + tail, LINE] = other
                tail += 1
    head, last = 0, tail
    for step in range(1, number - count + 1):
        while head < last:
            cell = work[first + head, LINE]
            head += 1
            for side in range(4):
                other = _near(cell, side, wide, size)
                if other < 0 or work[first + other, MARK] == start + 1:
                    continue
                if not work[first + other, OPEN]:
                    continue
                # It joins the areas beside it, which may include the known area itself.
                group, joined = work[first + other, GROUP], 1 + work[first + other, BESIDE]
                if group:
                    joined = work[first + group - 1, COUNT]
                elif known:
                    for turn in range(4):
                        near = _near(other, turn, wide, size)
                        if near >= 0 and work[first + near, GROUP] == known:
                            joined -= count
                            break
                if count + joined > number:
                    continue
                work[first + other, MARK] = start + 1
                work[first + tail, LINE] = other
                tail += 1
                if step == 1:
                    ways, way = ways + 1, other
        if tail >= enough and (step > 1 or not known):
            break
        last = tail
    return tail, ways, way
