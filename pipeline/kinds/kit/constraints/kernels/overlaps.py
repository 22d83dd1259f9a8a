"""What two counts say together of the literals that they share.

A *part* is a set of literals that two counts share. How many of them may hold is its *room*, which
each of the counts narrows; where the rest of a count is a part too, the one narrows the other. That
is what solvers of Slitherlink know as two lines at a corner, and of Sudoku as line and box.
"""

from __future__ import annotations

import numpy as np

from pipeline.kernels.compiled import inlined
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, suggest
from pipeline.kinds.kit.constraints.kernels.parts import is_in_part


@inlined
def look_at_overlaps(arrays: Arrays, state: State) -> bool:
    """Suggest, in place, what follows from the rooms of all parts; False on a contradiction."""
    counter = state.counter
    while counter[board.TOUCHES]:
        counter[board.TOUCHES] -= 1
        count = state.lists[board.CHANGED_COUNTS, counter[board.TOUCHES]]
        state.counts[count, board.FLAGS] &= ~board.TOUCHED
        if state.counts[count, board.SUMS] == -1 or state.counts[count, board.OPEN] == 0:
            continue
        for link in range(arrays.link_at[count], arrays.link_at[count + 1]):
            if not narrow(arrays, state, link):
                return False
    return True


@inlined
def narrow(arrays: Arrays, state: State, link: int) -> bool:
    """Narrow the rooms of a part and of the rest of a count, in place; False if none is left."""
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
        if room >> number & 1:
            left = (sums >> number) & others
            if left:
                new_room |= 1 << number
                new_others |= left
    if new_room == 0:
        return False
    if new_room != room or new_others != others:
        state.counts[count, board.FLAGS] |= board.USED
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
    """Return the room of the negatives of so many literals, where ``flip`` is 1."""
    if not flip:
        return room
    turned = 0
    for number in range(size + 1):
        turned |= (room >> number & 1) << (size - number)
    return turned


@inlined
def set_room(arrays: Arrays, state: State, part: int, room: int) -> None:
    """Note the new room of a part, in place, and have its counts looked at."""
    counter = state.counter
    at = counter[board.PASTS]
    state.rooms[at, board.PAST_SIZE], state.rooms[at, board.PAST_PART] = counter[board.SIZE], part
    state.rooms[at, board.PAST_ROOM] = state.rooms[part, board.ROOM]
    counter[board.PASTS] = at + 1
    state.rooms[part, board.ROOM] = room
    for k in range(arrays.owners[part], arrays.owners[part + 1]):
        count = arrays.owners[k]
        if not state.counts[count, board.FLAGS] & board.TOUCHED:
            state.counts[count, board.FLAGS] |= board.TOUCHED
            state.lists[board.CHANGED_COUNTS, counter[board.TOUCHES]] = count
            counter[board.TOUCHES] += 1
