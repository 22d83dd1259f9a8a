"""Which literals two counts share, found before any deduction; `overlaps` is what follows from it.

A *part* is a set of literals that two counts share, or that one has while the other has their
negatives. The counts that have it are its *owners*; it is flipped in those with its negatives.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined


class Room(NamedTuple):
    """Room for the parts that are found: the literals of all, in lists without their heads."""

    codes: NDArray[np.int32]
    ends: NDArray[np.int32]
    """After each part, and before the first one."""
    slots: NDArray[np.int32]
    """The numbers of parts by a hash of their literals, -1 where there is none; a power of 2."""
    owners: NDArray[np.int32]
    """Rows (count, part, whether it is flipped), each once or more."""
    marks: NDArray[np.int32]
    """Of codes, then of counts: the last count, from 1, that has it or that met it, or its turn."""


@compiled
def find_parts(
    literals: NDArray[np.int32], uses: NDArray[np.int32], sorts: NDArray[np.int8], room: Room
) -> tuple[int, int]:
    """Put all parts into ``room``; return how many there are, and how many rows of owners.

    ``literals`` and ``uses`` are as in `Arrays`. ``sorts`` is 1 for a clause, which says nothing
    with another one, and 2 for a count to leave out.
    """
    parts, rows = 0, 0
    for one in range(sorts.shape[0]):
        if sorts[one]:
            continue
        for k in range(literals[one], literals[one + 1]):
            room.marks[0, literals[k]] = one + 1
        for k in range(2 * literals[one], 2 * literals[one + 1]):
            turn = k & 1
            code = literals[k >> 1] ^ turn
            for at in range(uses[code], uses[code + 1]):
                other = uses[at]
                is_met = room.marks[1 + turn, other] == one + 1
                if is_met or sorts[other] == 2 or (sorts[other] == 0 and other <= one):
                    continue
                room.marks[1 + turn, other] = one + 1
                flip = share(literals, other, one, turn, parts, room)
                if flip < 0:
                    continue
                part = number(parts, room)
                parts = max(parts, part + 1)
                for owner in range(2):
                    room.owners[rows, 0] = other if owner else one
                    room.owners[rows, 1] = part
                    room.owners[rows, 2] = flip ^ (turn & owner)
                    rows += 1
    return parts, rows


@inlined
def share(
    literals: NDArray[np.int32], other: int, one: int, turn: int, parts: int, room: Room
) -> int:
    """Put after the last part what two counts share, with negatives in the other for a ``turn``.

    Return whether it is flipped in the one, so that the least variable of a part is not negative,
    or -1 where they share less than two.
    """
    first = last = room.ends[parts]
    least = 0
    for k in range(literals[other], literals[other + 1]):
        code = literals[k] ^ turn
        if room.marks[0, code] == one + 1:
            room.codes[last] = code
            least = code if last == first else min(code, least)
            last += 1
    for k in range(first, last):
        room.codes[k] ^= least & 1
    room.ends[parts + 1] = last
    return least & 1 if last - first > 1 else -1


@inlined
def number(parts: int, room: Room) -> int:
    """Return the number of the part that was put after the last: its own if it is a new one."""
    first, last = room.ends[parts], room.ends[parts + 1]
    slot = 0
    for k in range(first, last):
        slot = (slot + room.codes[k] * (room.codes[k] + 31)) & (room.slots.shape[0] - 1)
    while room.slots[slot] >= 0:
        part = room.slots[slot]
        start = room.ends[part]
        is_same = room.ends[part + 1] - start == last - first
        for k in range(first, last):
            is_same = is_same and room.codes[k] in room.codes[start : room.ends[part + 1]]
        if is_same:
            return int(part)
        slot = (slot + 1) & (room.slots.shape[0] - 1)
    room.slots[slot] = parts
    return parts


@compiled
def link_parts(
    literals: NDArray[np.int32],
    parts: NDArray[np.int32],
    owners: NDArray[np.int32],
    links: NDArray[np.int32],
) -> int:
    """Fill ``links``, as `Arrays` has them, from sorted rows of owners; return how many there are.

    Where the rest of a count is a part too, the two have one link, that of the first.
    """
    found, first = 0, 0
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
            links[found, 0], links[found, 1], links[found, 2] = count, part, rest
            links[found, 3] = owners[row, 2] | (owners[other - 1, 2] << 1 if rest >= 0 else 0)
            found += 1
    return found


@inlined
def is_in_part(parts: NDArray[np.int32], part: int, code: int) -> bool:
    """Return whether the variable of a literal belongs to a part."""
    found = False
    for k in range(parts[part], parts[part + 1]):
        found = found or parts[k] >> 1 == code >> 1
    return found
