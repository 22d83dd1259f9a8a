"""Exhaustive search along the diagonals of a board, which decides cells by the edges that enter.

A cell's shape is the set of its edges that are on, seen from the first corner: two come *in* (from
the left, from above) and two go *out* (right, down). Shape ``4 * (left + 2 * above) + right + 2 *
below`` is one bit of a cell's set of 16, so that the shapes with the same edges in are four
adjacent bits. Before the search the sets are filtered, which removes only what no solution has. The
strongest filter is an old observation on lines without U-turns (published with thomasahle's
solver): a turn forces the same turn in the cell that it points away from, up to an end.

The search decides the cells diagonal by diagonal, so that at most three shapes of a cell remain,
mostly one. For each edge of the frontier between decided and other cells the far end of its piece
of line is stored: the mate array of Knuth's Simpath (TAOCP 4A, 7.1.4), in the order of thomasahle's
solver. A cell's edges are named after the cell, so the far ends written before a decision are still
there when it is undone.

Two boards decided up to the same diagonal with the same frontier can be finished in the same ways,
so hopeless frontiers are stored in a table, whole and not as a hash. Under ``free`` and ``cover``
this is worth orders of magnitude; under the other rules frontiers hardly ever recur. Blocks owned
by one line, and lines beside themselves, are found when a board is full.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined

Ints: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.uint8]


FREE, COVER, NO_UTURN, NO_TOUCH = 0, 1, 2, 3  # The rules, by strictness
LEFT, ABOVE, RIGHT, BELOW = 0xF0F0, 0xFF00, 0xAAAA, 0xCCCC  # The shapes with that edge on

EVERY: Final = 0xFFFF
ONE_EDGE: Final = 0x0116  # The shapes of an end: right, below, left, above
TWO_EDGES: Final = 0x1668  # Four turns and two straights
RIGHT_BELOW, LEFT_BELOW, ABOVE_RIGHT, ABOVE_LEFT = 1 << 3, 1 << 6, 1 << 9, 1 << 12
LEFT_RIGHT, ABOVE_BELOW = 1 << 5, 1 << 10

MOST_PASSES: Final = 2  # Passes over the board, forwards and backwards; more find almost nothing


@compiled
def begin_shapes_by_degree(shapes: Ints, number: Ints, cells: Ints, width: int, rule: int) -> None:
    """Write each cell's shapes by its degree alone, in place; for parameters see `begin_shapes`."""
    for cell in cells:
        allowed = ONE_EDGE if number[cell] else TWO_EDGES
        if rule == FREE and number[cell] == 0:
            allowed |= 1
        for other, shape in (
            (cell + 1, RIGHT),
            (cell + width, BELOW),
            (cell - 1, LEFT),
            (cell - width, ABOVE),
        ):
            if number[other] < 0:
                allowed &= ~shape
        shapes[cell] = allowed


@compiled
def begin_shapes(shapes: Ints, number: Ints, cells: Ints, width: int, rule: int) -> None:
    """Write each cell's shapes by its degree and its neighbours' numbers alone, in place.

    By padded cell (int32): ``shapes``, written, and ``number``, the pair whose end the cell is, 0
    for none, -1 off the board. ``cells`` are the padded cells of the board, ``width`` its padded
    width, ``rule`` is as in `FREE`.
    """
    for cell in cells:
        pair = number[cell]
        allowed = ONE_EDGE if pair else TWO_EDGES
        if rule == FREE and pair == 0:
            allowed |= 1
        right, below = number[cell + 1], number[cell + width]
        left, above = number[cell - 1], number[cell - width]
        for other, shape in ((right, RIGHT), (below, BELOW), (left, LEFT), (above, ABOVE)):
            if not _may_join(pair, other):
                allowed &= ~shape
        if rule == NO_TOUCH and pair:
            allowed &= _must_join(pair, right, below, left, above)
        if pair == 0:
            for first, other, shape in (
                (right, below, RIGHT_BELOW),
                (left, below, LEFT_BELOW),
                (above, right, ABOVE_RIGHT),
                (above, left, ABOVE_LEFT),
                (left, right, LEFT_RIGHT),
                (above, below, ABOVE_BELOW),
            ):
                if not _may_meet(first, other):
                    allowed &= ~shape
        shapes[cell] = allowed


@compiled
def _may_join(own: int, other: int) -> bool:
    return other >= 0 and (own == 0 or other == 0 or own == other)


@compiled
def _may_meet(one: int, other: int) -> bool:
    return one <= 0 or other <= 0 or one == other


@compiled
def _must_join(pair: int, right: int, below: int, left: int, above: int) -> int:
    """Return the shapes of an end under no-touch: it must join an adjacent end of its pair."""
    if right == pair:
        return RIGHT
    if below == pair:
        return BELOW
    if left == pair:
        return LEFT
    if above == pair:
        return ABOVE
    return EVERY


@compiled
def filter_shapes(shapes: Ints, number: Ints, cells: Ints, width: int, rule: int) -> None:
    """Remove shapes that a neighbour, or the next cell of a diagonal, rules out, in place.

    Parameters are those of `begin_shapes`, which comes first.
    """
    count = cells.shape[0]
    for turn in range(MOST_PASSES):
        changed = False
        for place in range(count):
            cell = cells[count - 1 - place if turn % 2 == 0 else place]
            before = shapes[cell]
            if number[cell + 1] >= 0:
                _agree(shapes, cell, cell + 1, RIGHT, LEFT)
            if number[cell + width] >= 0:
                _agree(shapes, cell, cell + width, BELOW, ABOVE)
            if rule >= NO_UTURN:
                _keep_turns(shapes, number, cell, width)
            changed |= shapes[cell] != before
        if not changed:
            return


@compiled
def _agree(shapes: Ints, cell: int, other: int, out: int, into: int) -> None:
    """Remove shapes of two neighbours that disagree about the edge between them, in place."""
    a, b = shapes[cell], shapes[other]
    if a & out == 0 or b & into == 0:
        a &= ~out
        b &= ~into
    if a & ~out == 0 or b & ~into == 0:
        a &= out
        b &= into
    shapes[cell] = a
    shapes[other] = b


@compiled
def _keep_turns(shapes: Ints, number: Ints, cell: int, width: int) -> None:
    """Remove a cell's turns whose unit square would get a third edge, a U-turn, in place."""
    kept = shapes[cell]
    right, left, below, above = cell + 1, cell - 1, cell + width, cell - width
    for beside, over, turn, first, second, third in (
        (right, below, RIGHT_BELOW, LEFT & ~BELOW, ABOVE & ~RIGHT, LEFT | ABOVE),
        (left, below, LEFT_BELOW, RIGHT & ~BELOW, ABOVE & ~LEFT, RIGHT | ABOVE),
        (right, above, ABOVE_RIGHT, LEFT & ~ABOVE, BELOW & ~RIGHT, LEFT | BELOW),
        (left, above, ABOVE_LEFT, RIGHT & ~ABOVE, BELOW & ~LEFT, RIGHT | BELOW),
    ):
        across = beside + over - cell
        if kept & turn and not (
            shapes[beside] & first
            and shapes[over] & second
            and (number[across] < 0 or shapes[across] & ~third)
        ):
            kept &= ~turn
    shapes[cell] = kept


DONE, FOUND, SPENT = 0, 1, 2  # Results of `advance`: no further solution, one found, budget spent

PLACE, NODES, PHASE, EVENTS = 0, 1, 2, 3
COUNTERS: Final = 4
FORWARD, BACK = 0, 1

OFFSET: Final = 1_000_000  # Added to far ends in the table, where 0 is an edge that is off


class FrontierBoard(NamedTuple):
    """What never changes during a search.

    ``width``: padded width. ``rule``: as in `FREE`. ``key``: numbers in a frontier kept in the
    table, 0 for no table. ``area``: cells on the board. ``number``: by padded cell, as in
    `begin_shapes`. ``shapes``: by padded cell. ``cells``: padded cells in the order of the search.
    ``begins``: by place in that order, the place of the diagonal before where a diagonal begins,
    otherwise -1.
    """

    width: int
    rule: int
    key: int
    area: int
    number: Ints
    shapes: Ints
    cells: Ints
    begins: Ints


class FrontierState(NamedTuple):
    """Everything the search writes to. Edge ``2 * cell`` leads right, ``2 * cell + 1`` down.

    ``on``: by edge, whether it is on. ``far``: by edge, the edge at the other end of the piece of
    line, or minus the pair that ends there. ``left_over``: by place, the ways out still to be
    tried. By place where a diagonal begins: ``events_then``, the former `EVENTS`; ``keys``, the
    frontier; ``wanted``, its row in ``table``. Rows of ``table`` are frontiers if ``is_kept`` is 1,
    else uninitialized: clearing it would take longer than many searches. ``line``: scratch, by
    cell.
    """

    on: Flags
    far: Ints
    left_over: Flags
    events_then: NDArray[np.int64]
    keys: Ints
    table: Ints
    is_kept: Flags
    wanted: NDArray[np.int64]
    line: Ints
    counter: NDArray[np.int64]


@inlined
def _can_take(cell: int, width: int, number: Ints, shapes: Ints, on: Flags, far: Ints) -> bool:
    """Return whether a cell has a shape with the edges that come in, which are both decided."""
    pair = number[cell]
    if pair < 0:
        return True
    before, over = 2 * (cell - 1), 2 * (cell - width) + 1
    left, above = on[before], on[over]
    if (shapes[cell] >> (4 * left + 8 * above)) & 15 == 0:
        return False
    if left and above:
        a, b = far[before], far[over]
        return a == b if a < 0 and b < 0 else a != over
    if pair and (left or above):
        end = far[before] if left else far[over]
        return end >= 0 or end == -pair
    return True


@inlined
def _without_uturn(cell: int, width: int, on: Flags) -> int:
    """Return the ways out with which no unit square has three edges on, as four bits."""
    upper = 2 * (cell - width)
    ways = 15
    if on[upper] + on[upper + 1] + on[upper + 3] >= 2:
        ways = 5
    if on[2 * cell - 2] and on[2 * cell - 1]:
        ways &= 3
    return ways


@inlined
def _put(cell: int, out: int, width: int, number: Ints, on: Flags, far: Ints) -> None:
    """Decide a cell's edges out (bit 0 right, bit 1 below), in place."""
    before, over = 2 * (cell - 1), 2 * (cell - width) + 1
    left, above = on[before], on[over]
    came = before if left else over
    on[2 * cell] = out & 1
    on[2 * cell + 1] = out >> 1
    if out == 0:
        if left and above:
            a, b = far[before], far[over]
            if a >= 0:
                far[a] = b
            if b >= 0:
                far[b] = a
        elif (left or above) and far[came] >= 0:
            far[far[came]] = -number[cell]
    elif out == 3:
        far[2 * cell] = 2 * cell + 1
        far[2 * cell + 1] = 2 * cell
    else:
        new = 2 * cell + out - 1
        if left or above:
            end = far[came]
            far[new] = end
            if end >= 0:
                far[end] = new
        else:
            far[new] = -number[cell]


@inlined
def _take_back(cell: int, width: int, on: Flags, far: Ints) -> None:
    """Undo `_put`, in place: the edges that came in still have their far ends."""
    before, over = 2 * (cell - 1), 2 * (cell - width) + 1
    if on[before] and far[before] >= 0:
        far[far[before]] = before
    if on[over] and far[over] >= 0:
        far[far[over]] = over
    on[2 * cell] = 0
    on[2 * cell + 1] = 0


@inlined
def _is_hopeless(board: FrontierBoard, state: FrontierState, place: int) -> bool:
    """Return whether the frontier at the start of a diagonal is in the table; note it if not."""
    key, on, far = state.keys[place], state.on, state.far
    length = 1
    key[0] = place
    mixed = int(place)
    for at in range(board.begins[place], place):
        cell = int(board.cells[at])
        for edge in range(2 * cell, 2 * cell + 2):
            value = int(far[edge]) + OFFSET if on[edge] else 0
            key[length] = value
            length += 1
            mixed = ((mixed ^ value) * 0x5851F42D) & 0x7FFFFFFF
            mixed ^= mixed >> 15
    slot = mixed & (state.table.shape[0] - 1)
    state.wanted[place] = slot
    state.events_then[place] = state.counter[EVENTS]
    if state.is_kept[slot] == 0:
        return False
    kept = state.table[slot]
    same = 0
    while same < length and kept[same] == key[same]:
        same += 1
    return same == length


@inlined
def _keep(board: FrontierBoard, state: FrontierState, place: int) -> None:
    slot = state.wanted[place]
    kept, key = state.table[slot], state.keys[place]
    for at in range(1 + 2 * (place - board.begins[place])):
        kept[at] = key[at]
    state.is_kept[slot] = 1


@compiled
def trace(width: int, on: Flags, cell: int, came: int) -> int:
    """Return the next cell of a line after ``cell``, coming from ``came``; -1 at its end."""
    if on[2 * cell] and came != cell + 1:
        return cell + 1
    if on[2 * cell + 1] and came != cell + width:
        return cell + width
    if on[2 * (cell - 1)] and came != cell - 1:
        return cell - 1
    if on[2 * (cell - width) + 1] and came != cell - width:
        return cell - width
    return -1


@inlined
def breaks_rule(board: FrontierBoard, state: FrontierState) -> bool:
    """Return whether a line of a full board owns a 2x2 block, or under no-touch touches itself."""
    line, on, width = state.line, state.on, board.width
    line[:] = 0
    for start in board.cells[: board.area]:
        if board.number[start] > 0 and line[start] == 0:
            cell, came = int(start), -1
            while cell >= 0:
                line[cell] = board.number[start]
                cell, came = trace(width, on, cell, came), cell
    for cell in board.cells[: board.area]:
        beside = line[cell + 1] == line[cell]
        below = line[cell + width] == line[cell]
        if board.rule == NO_TOUCH:
            if (beside and not on[2 * cell]) or (below and not on[2 * cell + 1]):
                return True
        elif beside and below and line[cell + width + 1] == line[cell]:
            return True
    return False


@inlined
def _straightest(ways: int, from_left: int) -> int:
    """Return the way out to try first: straight on where that is possible."""
    if ways & (ways - 1) == 0:
        return (ways > 1) + (ways > 2) + (ways > 4)
    if from_left:
        return 1
    if ways & 4:
        return 2
    return 0 if ways & 1 else 1


@compiled
def advance(board: FrontierBoard, state: FrontierState, budget: int) -> int:
    """Continue, in place, to the next solution; return `FOUND`, `DONE` or `SPENT`.

    After `FOUND` the edges of the solution are those in ``state.on``. A further call continues from
    there. ``budget`` is the value of ``state.counter[NODES]`` at which to stop. One node is one
    decided cell.
    """
    width, rule, keeps, count = board.width, board.rule, board.key > 0, board.area
    number, shapes, cells, begins = board.number, board.shapes, board.cells, board.begins
    on, far, left_over, counter = state.on, state.far, state.left_over, state.counter
    place, nodes = counter[PLACE], counter[NODES]
    forward = counter[PHASE] == FORWARD
    answer = DONE
    while place >= 0:
        if place == count:
            place -= 1
            forward = False
            counter[EVENTS] += 1
            if rule < NO_UTURN or not breaks_rule(board, state):
                answer = FOUND
                break
            continue
        cell = int(cells[place])
        left, above = on[2 * (cell - 1)], on[2 * (cell - width) + 1]
        if not forward:
            _take_back(cell, width, on, far)
            ways = int(left_over[place])
        elif keeps and begins[place] >= 0 and _is_hopeless(board, state, place):
            place -= 1
            forward = False
            continue
        else:
            ways = int((shapes[cell] >> (4 * left + 8 * above)) & 15)
            if not _can_take(cell, width, number, shapes, on, far):
                ways = 0
            elif rule >= NO_UTURN:
                ways &= _without_uturn(cell, width, on)
        if ways == 0:
            if keeps and begins[place] >= 0 and state.events_then[place] == counter[EVENTS]:
                _keep(board, state, place)
            place -= 1
            forward = False
            continue
        if nodes >= budget:
            left_over[place] = ways
            forward = False
            answer = SPENT
            break
        nodes += 1
        out = _straightest(ways, left)
        left_over[place] = ways & ~(1 << out)
        _put(cell, out, width, number, on, far)
        forward = _can_take(cell + 1, width, number, shapes, on, far)
        if forward and number[cell + width - 1] < 0:
            forward = _can_take(cell + width, width, number, shapes, on, far)
        if forward:
            place += 1
    counter[PLACE], counter[NODES] = place, nodes
    counter[PHASE] = FORWARD if forward else BACK
    return answer
