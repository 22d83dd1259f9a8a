"""Deductions from two counts that share literals.

A *part* is a set of literals that two counts share; one of them may have all of these negated.
These counts are its *owners*; it is flipped in those with the negatives. Its *room* is the set of
possible numbers of true literals in it. Each owner narrows the room; if the rest of a count is a
part too, the two narrow each other. Examples are the two edges at a corner in Slitherlink, and a
row and a box in Sudoku. Parts are found once, before any deduction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest


class PartTable(NamedTuple):
    """The parts found so far, and working memory."""

    codes: NDArray[np.int32]
    ends: NDArray[np.int32]
    """Part k is ``codes[ends[k] : ends[k + 1]]``."""
    slots: NDArray[np.int32]  # A hash table of parts, -1 if empty; its length is 2**k
    owners: NDArray[np.int32]  # Rows (count, part, whether it is flipped), perhaps repeated
    marks: NDArray[np.int32]
    """Row 0, by code: the last count (from 1) with it. Rows 1 and 2, by count: the last count that
    was compared with it, as it is and negated."""


@compiled
def find_parts(
    literals: NDArray[np.int32], uses: NDArray[np.int32], sorts: NDArray[np.int8], table: PartTable
) -> tuple[int, int]:
    """Put all parts into ``table``; return the number of parts and of rows of owners.

    ``literals`` and ``uses`` are as in `Arrays`. ``sorts`` is 1 for clauses, which are not paired
    with each other, 2 for counts to skip, and 0 for all others.
    """
    parts, rows = 0, 0
    for count in range(sorts.shape[0]):
        if sorts[count]:
            continue
        for k in range(literals[count], literals[count + 1]):
            table.marks[0, literals[k]] = count + 1
        for k in range(2 * literals[count], 2 * literals[count + 1]):
            turn = k & 1
            code = literals[k >> 1] ^ turn
            for at in range(uses[code], uses[code + 1]):
                other = uses[at]
                is_met = table.marks[1 + turn, other] == count + 1
                if is_met or sorts[other] == 2 or (sorts[other] == 0 and other <= count):
                    continue
                table.marks[1 + turn, other] = count + 1
                flip = share(literals, other, count, turn, parts, table)
                if flip < 0:
                    continue
                part = number(parts, table)
                parts = max(parts, part + 1)
                for owner in range(2):
                    table.owners[rows, 0] = other if owner else count
                    table.owners[rows, 1] = part
                    table.owners[rows, 2] = flip ^ (turn & owner)
                    rows += 1
    return parts, rows


@inlined
def share(
    literals: NDArray[np.int32], other: int, count: int, turn: int, parts: int, table: PartTable
) -> int:
    """Append the literals that two counts share, those of ``other`` negated if ``turn`` is 1.

    The part is flipped if its least literal is negative. Return 1 if it is flipped in ``count``,
    else 0, or -1 if they share fewer than two.
    """
    first = last = table.ends[parts]
    least = 0
    for k in range(literals[other], literals[other + 1]):
        code = literals[k] ^ turn
        if table.marks[0, code] == count + 1:
            table.codes[last] = code
            least = code if last == first else min(code, least)
            last += 1
    for k in range(first, last):
        table.codes[k] ^= least & 1
    table.ends[parts + 1] = last
    return least & 1 if last - first > 1 else -1


@inlined
def number(parts: int, table: PartTable) -> int:
    """Return the number of the appended part: that of an equal part, or a new one."""
    first, last = table.ends[parts], table.ends[parts + 1]
    slot = 0
    for k in range(first, last):
        slot = (slot + table.codes[k] * (table.codes[k] + 31)) & (table.slots.shape[0] - 1)
    while table.slots[slot] >= 0:
        part = table.slots[slot]
        start = table.ends[part]
        is_same = table.ends[part + 1] - start == last - first
        for k in range(first, last):
            is_same = is_same and table.codes[k] in table.codes[start : table.ends[part + 1]]
        if is_same:
            return int(part)
        slot = (slot + 1) & (table.slots.shape[0] - 1)
    table.slots[slot] = parts
    return parts


@compiled
def link_parts(
    literals: NDArray[np.int32],
    parts: NDArray[np.int32],
    owners: NDArray[np.int32],
    links: NDArray[np.int32],
) -> int:
    """Fill ``links``, see `Arrays`, from sorted rows of owners; return their number.

    If the rest of a count is a part too, the two share the link of the first.
    """
    size, first = 0, 0
    for row in range(owners.shape[0]):
        count, part = owners[row, 0], owners[row, 1]
        while owners[first, 0] < count:
            first += 1
        wide = literals[count + 1] - literals[count] - (parts[part + 1] - parts[part])
        other, rest = first, -1
        while rest < 0 and other < owners.shape[0] and owners[other, 0] == count:
            is_rest = wide == parts[owners[other, 1] + 1] - parts[owners[other, 1]]
            for k in range(parts[part], parts[part + 1]):
                is_rest = is_rest and not is_in_part(parts, owners[other, 1], parts[k])
            if is_rest:
                rest = owners[other, 1]
            other += 1
        if rest < 0 or part < rest:
            links[size, 0], links[size, 1], links[size, 2] = count, part, rest
            links[size, 3] = owners[row, 2] | (owners[other - 1, 2] << 1 if rest >= 0 else 0)
            size += 1
    return size


@inlined
def is_in_part(parts: NDArray[np.int32], part: int, code: int) -> bool:
    """Return whether the variable of a literal belongs to a part."""
    found = False
    for k in range(parts[part], parts[part + 1]):
        found = found or parts[k] >> 1 == code >> 1
    return found


@inlined
def propagate_overlaps(arrays: Arrays, state: State) -> bool:
    """Propagate, in place, the rooms of all parts; False on a contradiction.

    A link is narrowed if literals of its count have been decided, or one of its rooms changed.
    """
    counter = state.counter
    while counter[board.TOUCHES]:
        counter[board.TOUCHES] -= 1
        count = state.lists[board.CHANGED_COUNTS, counter[board.TOUCHES]]
        is_decided = (
            state.counts[count, board.FLAGS] & board.DECIDED or counter[board.HAS_FORGOTTEN]
        )
        state.counts[count, board.FLAGS] = 0
        if state.counts[count, board.SUMS] == -1 or state.counts[count, board.OPEN] == 0:
            continue
        for link in range(arrays.link_at[count], arrays.link_at[count + 1]):
            if is_decided or state.links[link]:
                state.links[link] = False
                if not narrow(arrays, state, link):
                    return False
    return True


@inlined
def narrow(arrays: Arrays, state: State, link: int) -> bool:
    """Narrow the rooms of a part and of the rest of its count, in place; False if one is empty."""
    count, part = arrays.links[link, 0], arrays.links[link, 1]
    rest, flips = arrays.links[link, 2], arrays.links[link, 3]
    sums = state.counts[count, board.SUMS]
    first, last = arrays.parts[part], arrays.parts[part + 1]
    size: int = np.int64(last - first)  # type: ignore[assignment]  # shifts by it are wide
    holding, is_open = 0, 0
    for k in range(first, last):
        value = state.value[arrays.parts[k] ^ (flips & 1)]
        holding += value > 0
        is_open += value == 0
    low = state.counts[count, board.HOLDING] - holding
    beyond = state.counts[count, board.OPEN] - is_open
    room = turn(state.rooms[part, board.ROOM], size, flips & 1)
    others = ((1 << (beyond + 1)) - 1) << low
    width: int = np.int64(  # type: ignore[assignment]
        arrays.literals[count + 1] - arrays.literals[count] - size
    )
    if rest >= 0:
        others &= turn(state.rooms[rest, board.ROOM], width, flips >> 1)
    new_room, new_others = 0, 0
    for number in range(holding, holding + is_open + 1):
        left = (sums >> number) & others & -(room >> number & 1)
        new_room |= (left != 0) << number
        new_others |= left
    if new_room == 0:
        return False
    if new_room != room:
        set_room(arrays, state, part, turn(new_room, size, flips & 1))
    why = arrays.sums.shape[0] + arrays.graphs.shape[0] + link
    if is_open and (new_room == 1 << holding or new_room == 1 << (holding + is_open)):
        flip = (flips & 1) ^ (1 if new_room == 1 << holding else 0)
        for k in range(first, last):
            code = arrays.parts[k] ^ flip
            if state.value[code] == 0:
                suggest(state, code, why)
    if rest >= 0:
        room = turn(new_others, width, flips >> 1)
        if room != state.rooms[rest, board.ROOM]:
            set_room(arrays, state, rest, room)
    if beyond and (new_others == 1 << low or new_others == 1 << (low + beyond)):
        flip = 1 if new_others == 1 << low else 0
        for at in range(arrays.literals[count], arrays.literals[count + 1]):
            code = arrays.literals[at]
            if state.value[code] == 0 and not is_in_part(arrays.parts, part, code):
                suggest(state, code ^ flip, why)
    return True


@inlined
def turn(room: int, size: int, flip: int) -> int:
    """Return the room of ``size`` literals, or of their negatives if ``flip`` is 1."""
    if not flip:
        return room
    turned = 0
    for number in range(size + 1):
        turned |= (room >> number & 1) << (size - number)
    return turned


@inlined
def set_room(arrays: Arrays, state: State, part: int, room: int) -> None:
    """Set the room of a part, in place, and queue its owners."""
    counter = state.counter
    at = counter[board.PASTS]
    state.rooms[at, board.PAST_SIZE], state.rooms[at, board.PAST_PART] = counter[board.SIZE], part
    state.rooms[at, board.PAST_ROOM] = state.rooms[part, board.ROOM]
    counter[board.PASTS] = at + 1
    state.rooms[part, board.ROOM] = room
    for k in range(arrays.owners[part], arrays.owners[part + 1]):
        link = arrays.owners[k]
        state.links[link] = True
        count = arrays.links[link, 0]
        if not state.counts[count, board.FLAGS] & board.TOUCHED:
            state.counts[count, board.FLAGS] |= board.TOUCHED
            state.lists[board.CHANGED_COUNTS, counter[board.TOUCHES]] = count
            counter[board.TOUCHES] += 1
