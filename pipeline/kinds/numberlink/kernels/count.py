"""Counting over a frontier, one cell after another: boards meet again in equal states; numba.

The cells are passed row by row. What was done behind matters ahead only through the *plugs*, the
edges that cross the frontier, and how they hang together behind it (the mates of Knuth's Simpath,
TAOCP 4A, 7.1.4, exercise 225, and the plugs of broken-profile counting). Before cell (row, col)
plug ``j < col`` leads down from (row, j), plug ``col`` right from (row, col - 1), and plug
``j > col`` down from (row - 1, j - 1). A plug is 0 (no edge), `OPEN` or `CLOSE` (the left and the
right end of a line with no end behind, nested like brackets, since lines do not cross) or
``LABEL - 1 + k`` (the line of pair k).

A key is the plugs packed into words. A count is a row of limbs of 62 bits,
least first: signed words never mix with unsigned ones, and nothing overflows. A cell lets every
state go on in at most two ways, so after t cells all counts together are at most 2**t.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled

FREE, COVER = 0, 1
NONE, OPEN, CLOSE, LABEL = 0, 1, 2, 3
WORD_BITS: Final = 62
LIMB: Final = 1 << WORD_BITS
LOW: Final = (1 << 31) - 1
MIX_A, MIX_B = 1_540_483_477, 1_028_477_387
"""Odd numbers below 2**31, so that no product overflows."""

BLOCKED: Final = -1


class CountingBoard(NamedTuple):
    """What never changes.

    ``clue``: pair of a cell, 0 for none, `BLOCKED`; ``rows``, ``cols``; ``bits`` of a plug;
    ``words`` of a key that hold plugs; ``rule``.
    """

    clue: NDArray[np.int64]
    rows: int
    cols: int
    bits: int
    words: int
    rule: int


class States(NamedTuple):
    """The states at one place of the frontier.

    ``keys``: int64, shape (room, words). ``counts``: int64, shape (room, limbs). ``slots``:
    int32, a power of two of them, at least twice the room: index of a state, or -1. ``number``:
    int64, shape (1,).
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    slots: NDArray[np.int32]
    number: NDArray[np.int64]


class CountScratch(NamedTuple):
    """What one state is unpacked to: plugs, a key.

    ``ahead``: the clue each plug leads to after the cell at hand.
    """

    plugs: NDArray[np.int64]
    key: NDArray[np.int64]
    ahead: NDArray[np.int64]


@compiled
def advance(
    board: CountingBoard, cell: int, now: States, after: States, scratch: CountScratch
) -> bool:
    """Pass one cell: write to ``after`` every state that follows; return whether all fitted.

    ``after`` is empty at first. ``now`` is left as it is.
    """
    col = cell % board.cols
    look_ahead(board, cell, scratch)
    for state in range(now.number[0]):
        unpack(board, now.keys[state], scratch)
        if not pass_cell(board, cell, col, now.counts[state], after, scratch):
            return False
    return True


@compiled
def look_ahead(board: CountingBoard, cell: int, scratch: CountScratch) -> None:
    """Write to ``scratch`` where each plug leads after ``cell``."""
    cols = board.cols
    col = cell % cols
    for plug in range(cols + 1):
        if plug <= col:
            target = cell - col + cols + plug
        elif plug == col + 1:
            target = cell + 1
        else:
            target = cell - col + plug - 1
        is_there = target < board.rows * cols and not (plug == col + 1 and plug == cols)
        scratch.ahead[plug] = board.clue[target] if is_there else BLOCKED


@compiled
def pass_cell(
    board: CountingBoard,
    cell: int,
    col: int,
    count: NDArray[np.int64],
    after: States,
    scratch: CountScratch,
) -> bool:
    """Try what can be done in a cell with the plugs in ``scratch``; return whether all fitted."""
    plugs = scratch.plugs
    left, above = plugs[col], plugs[col + 1]
    clue = board.clue[cell]
    plugs[col] = NONE
    plugs[col + 1] = NONE
    if clue == BLOCKED:
        return keep(board, col, count, after, scratch)
    if clue > 0:
        if left == NONE and above == NONE:
            return go_on(board, col, LABEL - 1 + clue, count, after, scratch)
        if left != NONE and above != NONE:
            return True
        if not give_label(plugs, scratch.ahead, col, left + above, LABEL - 1 + clue):
            return True
        return keep(board, col, count, after, scratch)
    if left == NONE and above == NONE:
        if board.rule == FREE and not keep(board, col, count, after, scratch):
            return False
        if scratch.ahead[col] == BLOCKED or scratch.ahead[col + 1] == BLOCKED:
            return True
        plugs[col] = OPEN
        plugs[col + 1] = CLOSE
        return keep(board, col, count, after, scratch)
    if left == NONE or above == NONE:
        return go_on(board, col, left + above, count, after, scratch)
    if not join(plugs, scratch.ahead, col, left, above):
        return True
    return keep(board, col, count, after, scratch)


@compiled
def go_on(
    board: CountingBoard,
    col: int,
    plug: int,
    count: NDArray[np.int64],
    after: States,
    scratch: CountScratch,
) -> bool:
    """Lead a line down, and right; return whether both states fitted."""
    for place in range(col, col + 2):
        clue = scratch.ahead[place]
        if clue != BLOCKED and (clue == 0 or plug < LABEL or plug == LABEL - 1 + clue):
            scratch.plugs[place] = plug
            if not keep(board, col, count, after, scratch):
                return False
            scratch.plugs[place] = NONE
    return True


@compiled
def join(
    plugs: NDArray[np.int64], ahead: NDArray[np.int64], col: int, left: int, above: int
) -> bool:
    """Join the two plugs taken from ``col`` and beside it; return whether that is allowed."""
    if left >= LABEL and above >= LABEL:
        return left == above
    if left >= LABEL:
        return give_label(plugs, ahead, col + 1, above, left)
    if above >= LABEL:
        return give_label(plugs, ahead, col, left, above)
    if left == OPEN and above == CLOSE:
        return False
    if left == OPEN and above == OPEN:
        plugs[find_mate(plugs, col + 1, OPEN)] = OPEN
    elif left == CLOSE and above == CLOSE:
        plugs[find_mate(plugs, col, CLOSE)] = CLOSE
    return True


@compiled
def give_label(
    plugs: NDArray[np.int64], ahead: NDArray[np.int64], place: int, plug: int, label: int
) -> bool:
    """End the line of a plug taken from ``place`` in ``label``; return whether that is allowed.

    A line with no end behind hands the label on to its other plug.
    """
    if plug >= LABEL:
        return plug == label
    mate = find_mate(plugs, place, plug)
    plugs[mate] = label
    return ahead[mate] == 0 or label == LABEL - 1 + ahead[mate]


@compiled
def find_mate(plugs: NDArray[np.int64], place: int, plug: int) -> int:
    """Return the place of the other end of a line whose end was taken from ``place``."""
    depth = 1
    step = 1 if plug == OPEN else -1
    while True:
        place += step
        if plugs[place] == plug:
            depth += 1
        elif plugs[place] == OPEN + CLOSE - plug:
            depth -= 1
            if depth == 0:
                return place


@compiled
def keep(
    board: CountingBoard,
    col: int,
    count: NDArray[np.int64],
    after: States,
    scratch: CountScratch,
) -> bool:
    """Add ``count`` to the state in ``scratch``; return whether it fitted."""
    plugs, key = scratch.plugs, scratch.key
    cols, bits = board.cols, board.bits
    is_row_end = col + 1 == cols
    shift = 0
    word = 0
    key[0] = 0
    # At the end of a row nothing leads right, and every plug moves up by one place.
    for place in range(-1 if is_row_end else 0, cols if is_row_end else cols + 1):
        if shift + bits > WORD_BITS:
            word += 1
            key[word] = 0
            shift = 0
        if place >= 0:
            key[word] |= plugs[place] << shift
        shift += bits
    return add(key, count, after)


@compiled
def unpack(board: CountingBoard, key: NDArray[np.int64], scratch: CountScratch) -> None:
    """Write the plugs of a key to ``scratch``."""
    bits = board.bits
    mask = (1 << bits) - 1
    word = 0
    shift = 0
    for place in range(board.cols + 1):
        if shift + bits > WORD_BITS:
            word += 1
            shift = 0
        scratch.plugs[place] = key[word] >> shift & mask
        shift += bits


@compiled
def add(key: NDArray[np.int64], count: NDArray[np.int64], after: States) -> bool:
    """Add ``count`` to the state of a key, a new one if need be; return whether it fitted."""
    mask = after.slots.shape[0] - 1
    slot = digest(key) & mask
    while True:
        state = after.slots[slot]
        if state < 0:
            break
        is_same = True
        for word in range(key.shape[0]):
            if after.keys[state, word] != key[word]:
                is_same = False
        if is_same:
            add_limbs(after.counts[state], count)
            return True
        slot = (slot + 1) & mask
    state = after.number[0]
    if state == after.keys.shape[0]:
        return False
    after.number[0] = state + 1
    after.slots[slot] = state
    for word in range(key.shape[0]):
        after.keys[state, word] = key[word]
    for limb in range(after.counts.shape[1]):
        after.counts[state, limb] = count[limb] if limb < count.shape[0] else 0
    return True


@compiled
def add_limbs(total: NDArray[np.int64], count: NDArray[np.int64]) -> None:
    """Add ``count`` to ``total`` in place; the caller gives it limbs enough for the sum."""
    carry = 0
    for limb in range(total.shape[0]):
        # Two limbs and a carry stay below 2**63.
        value = total[limb] + carry
        if limb < count.shape[0]:
            value += count[limb]
        carry = value >> WORD_BITS
        total[limb] = value & (LIMB - 1)


@compiled
def digest(key: NDArray[np.int64]) -> int:
    """Return 31 mixed bits of a key."""
    mixed = 0
    for word in range(key.shape[0]):
        low = ((key[word] & LOW) ^ mixed) * MIX_A
        mixed = (low ^ (low >> 33)) & LOW
        high = ((key[word] >> 31) ^ mixed) * MIX_B
        mixed = (high ^ (high >> 31)) & LOW
    return mixed
