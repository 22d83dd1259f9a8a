"""Exhaustive search under the strict rules, a whole diagonal at a time as bits of a word; numba.

Without U-turns a turn forces the next one of its diagonal, up to an end (closed turns, see
`frontier`). So cells are decided from below left to above right with hardly any choice. A cell that
two edges enter closes; one that none enters opens to the right and below; one that a single edge
enters goes straight on, unless it is in a row of turns that begins beside an end: above the end
they turn down, below it right. Choices are made at ends only: how long these rows are, and where a
line leaves an end that none enters.

The edges that enter a diagonal are two words with one bit for each row. Straight lines keep their
row or column, so only turns, ends and meetings change what is stored about the pieces of line: the
far end, as in `frontier`, and how far below and to the right the piece has been.

**Jumps.** When the search is stuck, it has a rectangle at its first corner, down to row `ROW` and
across to column `COL`: no solution gives its decided cells the edges, to the right and below, that
they have now. That is the *reason*. Initially it has all cells whose edges, or lines, were read.

When the search backtracks past a diagonal, the diagonal's cells in the rectangle leave the reason.
The edges that enter them come from earlier cells in the rectangle and determine them, except a cell
that a single edge enters: it went straight on and might have turned, if every cell from it to the
next end of its diagonal might turn too. So `_widen` goes from the corner cell of the rectangle
towards that end. A cell that may not turn, because of the edges that enter it, kept the others from
turning: the rectangle is widened to it. If all may turn, it is widened to the end, where the turns
were chosen.

At a choice whose end is in the rectangle, the other options are tried. When all have failed, the
rectangle is the union of their reasons and of the cells whose edges enter the end. (A row of turns
longer than the longest option need not be tried. It differs from that one in the next cell alone:
either the reason does not contain that cell, and refutes the longer row as well, or the edges that
enter that cell forbid the turn.) If the end is outside, another option would change no cell of the
rectangle, so the reason is valid whatever is chosen there, and the choice is skipped.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.numberlink.kernels.diagonal_board import (
    ACROSS,
    AT,
    BACK,
    CELLS,
    COL,
    DEPTH,
    DIAGONAL,
    DOWN,
    END,
    ENDS,
    LEAVES,
    NODES,
    OPTION,
    OPTIONS,
    RIGHTS,
    ROW,
    SEEN_COL,
    SEEN_ROW,
    TO_BELOW,
    TO_RIGHT,
    TOP,
    TURN_DOWN,
    TURN_RIGHT,
    DiagonalBoard,
    DiagonalState,
    blame,
    chosen,
    enter,
    leave,
    note_shapes,
    row_of,
    turns,
    write_edges,
    wrong_cells,
)
from pipeline.kinds.numberlink.kernels.frontier import (
    DONE,
    FOUND,
    SPENT,
    FrontierBoard,
    FrontierState,
    Ints,
    breaks_rule,
)

_EVERYWHERE: Final = 1 << 20


@inlined
def _copy(source: Ints, target: Ints) -> None:
    for at in range(target.shape[0]):
        target[at] = source[at]


@inlined
def _stretch(turning: int, bit: int, is_up: bool) -> int:
    """Return how many consecutive turning cells follow a bit."""
    length = 0
    while turning & (bit >> (length + 1) if is_up else bit << (length + 1)):
        length += 1
    return length


@inlined
def _choose(board: DiagonalBoard, state: DiagonalState, d: int, first: int) -> bool:
    """Push the choices of a diagonal's ends, from a row down, onto the stack, in place.

    False if an end has no option.
    """
    words = board.words[d]
    across, down = int(state.across[d]), int(state.down[d])
    inner = int(words[CELLS]) & ~int(words[ENDS])
    may_turn_down = inner & across & ~down & int(words[TURN_DOWN])
    may_turn_right = inner & down & ~across & int(words[TURN_RIGHT])
    rest = int(words[ENDS]) >> first << first
    while rest:
        bit = rest & -rest
        rest ^= bit
        row = row_of(bit)
        above = below = rights = downs = 0
        if down & bit == 0:
            above = _stretch(may_turn_down, bit, True)
            downs = above + 1 if (across | int(words[TO_BELOW])) & bit else 0
        if across & bit == 0:
            below = _stretch(may_turn_right, bit, False)
            rights = below + 1 if (down | int(words[TO_RIGHT])) & bit else 0
        top = state.counter[TOP]
        state.counter[TOP] = top + 1
        choice = state.choices[top]
        choice[AT], choice[END], choice[OPTION], choice[OPTIONS] = d, row, 0, rights + downs
        choice[RIGHTS] = rights
        choice[SEEN_ROW], choice[SEEN_COL] = row, d - row
        if not _take_option(board, state, d, top):
            blame(state, row, d - row)
            return False
        if choice[OPTION] + 1 < choice[OPTIONS]:
            _copy(state.pieces, state.kept[top])
    return True


@inlined
def _take_option(board: DiagonalBoard, state: DiagonalState, d: int, top: int) -> bool:
    """Take the first allowed option of a choice, from the current one on; False if none is left."""
    words, choice = board.words[d], state.choices[top]
    across, down = int(state.across[d]), int(state.down[d])
    cells, ends = int(words[CELLS]), int(words[ENDS])
    inner = cells & ~ends
    row = int(choice[END])
    entered = (across | down) & (1 << row)
    others_down, others_right, right_0, below_0 = chosen(state, d, top)
    unknown = 0
    rest = ends >> (row + 1) << (row + 1)
    if rest:
        may_turn_down = inner & across & ~down & int(words[TURN_DOWN])
        may_turn_right = inner & down & ~across & int(words[TURN_RIGHT])
    while rest:
        bit = rest & -rest
        rest ^= bit
        above = _stretch(may_turn_down, bit, True)
        below = _stretch(may_turn_right, bit, False)
        unknown |= ((1 << (above + below + 1)) - 1) << (row_of(bit) - above)
    known = ~unknown
    none = inner & ~across & ~down
    while choice[OPTION] < choice[OPTIONS]:
        option = int(choice[OPTION])
        turn_down, turn_right = turns(choice, option)
        turn_down |= others_down
        turn_right |= others_right
        straight_across = inner & across & ~down & ~turn_down
        straight_down = inner & down & ~across & ~turn_right
        wrong = (straight_across & ~int(words[ACROSS])) | (straight_down & ~int(words[DOWN]))
        wrong &= known
        if wrong:
            place = row_of(wrong & -wrong)
            choice[SEEN_ROW] = max(int(choice[SEEN_ROW]), place)
            choice[SEEN_COL] = max(int(choice[SEEN_COL]), d - place)
            choice[OPTION] += 1
            continue
        right = right_0 | straight_across | turn_right | none
        below = below_0 | straight_down | turn_down | none
        if entered == 0:
            if option < choice[RIGHTS]:
                right |= 1 << row
            else:
                below |= 1 << row
        wrong = wrong_cells(board, state, d + 1, right, below << 1) & known & ~(unknown << 1)
        if wrong == 0:
            return True
        place = row_of(wrong & -wrong)
        choice[SEEN_ROW] = max(int(choice[SEEN_ROW]), place)
        choice[SEEN_COL] = max(int(choice[SEEN_COL]), d + 1 - place)
        choice[OPTION] += 1
    return False


@inlined
def _widen(board: DiagonalBoard, state: DiagonalState, d: int) -> None:
    """Widen the rectangle to the cells that keep its cells on a diagonal from turning, in place."""
    words = board.words[d]
    across, down = int(state.across[d]), int(state.down[d])
    ends = int(words[ENDS])
    inner = int(words[CELLS]) & ~ends
    may_turn_down, may_turn_right = inner & int(words[TURN_DOWN]), inner & int(words[TURN_RIGHT])
    row = min(int(state.counter[ROW]), d, board.rows - 1)
    if row >= d - board.cols + 1 and d - row <= state.counter[COL]:
        while may_turn_down & across & ~down & (1 << row):
            row += 1
        if (may_turn_down | ends) & (1 << row):
            blame(state, row, 0)
    col = min(int(state.counter[COL]), d, board.cols - 1)
    row = d - col
    if row < board.rows and row <= state.counter[ROW]:
        while row >= 0 and may_turn_right & down & ~across & (1 << row):
            row -= 1
        if row >= 0 and (may_turn_right | ends) & (1 << row):
            blame(state, 0, d - row)


@inlined
def _go_back(board: DiagonalBoard, state: DiagonalState) -> bool:
    """Backtrack to the last relevant choice and take its next option, in place; False if none."""
    counter = state.counter
    d = min(int(counter[DIAGONAL]), board.rows + board.cols - 2)
    _widen(board, state, d)
    while counter[TOP] > 0:
        top = counter[TOP] - 1
        choice = state.choices[top]
        while d > choice[AT]:
            d -= 1
            _widen(board, state, d)
        row = int(choice[END])
        if row > counter[ROW] or d - row > counter[COL]:
            counter[TOP] = top
            continue
        choice[SEEN_ROW] = max(int(choice[SEEN_ROW]), int(counter[ROW]))
        choice[SEEN_COL] = max(int(choice[SEEN_COL]), int(counter[COL]))
        choice[OPTION] += 1
        if _take_option(board, state, d, top):
            _copy(state.kept[top], state.pieces)
            counter[DIAGONAL] = d
            counter[ROW] = counter[COL] = -1
            return True
        counter[TOP] = top
        blame(state, int(choice[SEEN_ROW]), int(choice[SEEN_COL]))
        _widen(board, state, d)
    return False


@compiled
def advance(
    plain: FrontierBoard,
    full: FrontierState,
    board: DiagonalBoard,
    state: DiagonalState,
    budget: int,
) -> int:
    """Continue, in place, to the next solution; return `FOUND`, `DONE` or `SPENT`.

    As `frontier.advance`, but one node is one diagonal decided, or decided differently. After
    `FOUND` the edges of the solution are those in ``full.on``. A search that is not as deep as the
    board finds nothing: it notes the shapes of everything that it meets at its depth.
    """
    counter = state.counter
    while counter[NODES] < budget:
        first = 0
        if counter[BACK]:
            if not _go_back(board, state):
                return DONE
            counter[BACK] = 0
            first = int(state.choices[counter[TOP] - 1, END]) + 1
        d = int(counter[DIAGONAL])
        counter[NODES] += 1
        counter[BACK] = 1
        if first == 0 and not enter(board, state, d):
            continue
        if not _choose(board, state, d, first) or not leave(board, state, d):
            continue
        counter[DIAGONAL] = d + 1
        if d + 1 < counter[DEPTH]:
            counter[BACK] = 0
            continue
        counter[ROW] = counter[COL] = _EVERYWHERE
        if counter[DEPTH] < board.rows + board.cols - 1:
            counter[LEAVES] += 1
            note_shapes(state)
            continue
        write_edges(board, state, full.on)
        if not breaks_rule(plain, full):
            return FOUND
    return SPENT
