"""Large boards of Nurikabe: a random sea, and islands that change where cells stay open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE: Final = 0
"""A cell without a clue."""
CELLS: Final = 400
"""A board with more cells is made so."""
LARGEST: Final = 7
"""Most cells of an island."""
LOOPS: Final = 20
"""One in so many cells that would close a loop of the sea may do so while it grows."""
SINGLES: Final = 33
"""Most islands of one cell, per cent, as long as changes make them."""
NUMBER, FLIP, SHIFT = range(3)
"""What is changed: the cell of an island's number; a cell between sea and land; a cell that becomes
sea together with another that becomes land."""
DETOUR: Final = 100
"""Cells of sea looked at for a way round one that becomes land."""
GROWN: Final = 6
"""Most islands of one cell that grow away from open cells at a time."""
TRIES: Final = 6
"""Cells tried for a change that is possible."""
SHAKES: Final = 6
"""Changes by which the surroundings of a cell are shaken."""
KEYS: Final = 5040
"""Which cell of an island gets its number is a number below, taken modulo the cells."""


@dataclass
class Draft:
    """A sea without two by two blocks, and islands with their sizes in one cell each."""

    near: Sequence[Sequence[int]]
    """The neighbours of each cell."""
    grid: kit.Grid
    sea: set[int]
    values: list[int]
    single: bool
    """Whether changes may cut off islands of one cell."""

    @classmethod
    def of(cls, board: kit.Board, answer: kit.Solution) -> Draft:
        """Return what a board and its answer show."""
        islands = len(board.values) - board.values.count(NONE)
        single = 100 * board.values.count(1) < SINGLES * islands
        sea = {cell for (cell,) in answer.items}
        return cls(_neighbours(board.grid), board.grid, sea, [*board.values], single)

    def finish(self, board: kit.Board) -> tuple[kit.Board, kit.Solution]:
        """Return a board with these clues, and its answer."""
        return kit.Drafted.of("cells", board, sorted(self.sea), values=tuple(self.values))[:2]

    def island(self, start: int) -> list[int]:
        """Return the cells that a cell is connected with, itself first, if it is land."""
        part, seen = [start], {start}
        for cell in part:
            for near in self.near[cell]:
                if near not in self.sea and near not in seen:
                    seen.add(near)
                    part.append(near)
        return part

    def may_flood(self, cell: int) -> bool:
        """Return whether a cell of land can become sea."""
        near = self.near[cell]
        if cell in self.sea or self.sea.isdisjoint(near) or self.sea.issuperset(near):
            return False
        if making.fills_block(self.grid, self.sea, cell):
            return False
        return self.single or not any(self._cuts_off(cell, other) for other in near)

    def _cuts_off(self, cell: int, other: int) -> bool:
        """Return whether a cell of sea would make its neighbour an island of one cell."""
        sea = self.sea
        return other not in sea and all(near in sea or near == cell for near in self.near[other])

    def may_drain(self, cell: int) -> bool:
        """Return whether a cell of sea can become land."""
        if cell not in self.sea or len(self.island(cell)) > LARGEST:
            return False
        left = self.sea.intersection(self.near[cell])
        if not left:
            return False
        met = [min(left)]
        left.discard(met[0])
        seen = {cell, *met}
        for other in islice(met, DETOUR):
            if not left:
                break
            for near in self.near[other]:
                if near in self.sea and near not in seen:
                    seen.add(near)
                    met.append(near)
                    left.discard(near)
        return not left

    def flip(self, cell: int, key: int) -> None:
        """Make a cell sea or land, in place, and number the islands beside it."""
        if cell in self.sea:
            self.sea.discard(cell)
            self._number(self.island(cell), key)
            return
        self.sea.add(cell)
        self.values[cell] = NONE
        for near in self.near[cell]:
            if near not in self.sea:
                self._number(self.island(near), key)

    def _number(self, island: Sequence[int], key: int) -> None:
        """Write the size of an island into one of its numbered cells, or of all if it has none."""
        cells = sorted(island)
        homes = [cell for cell in cells if self.values[cell] != NONE] or cells
        for cell in cells:
            self.values[cell] = NONE
        self.values[homes[key % len(homes)]] = len(cells)

    def move_number(self, cell: int) -> None:
        """Move the number of an island to a cell of it, in place."""
        island = self.island(cell)
        for other in island:
            self.values[other] = NONE
        self.values[cell] = len(island)

    def random_change(self, cell: int, place: int, state: kit.RandomState) -> making.Change | None:
        """Return a random change near a place, for a cell; None if none of some is possible."""
        what, key = (int(making.random_below(state, limit)) for limit in (3, KEYS))
        for _ in range(TRIES):
            where = self.random_near(place, state)
            is_land = where not in self.sea
            if what == NUMBER and is_land and self.values[where] == NONE:
                return cell, NUMBER, where
            if what == FLIP and (self.may_flood if is_land else self.may_drain)(where):
                return cell, FLIP, where, key
            if what == SHIFT and self.may_flood(where):
                self.sea.add(where)
                others = (self.random_near(where, state) for _ in range(TRIES))
                other = next((one for one in others if one != where and self.may_drain(one)), -1)
                self.sea.discard(where)
                if other >= 0:
                    return cell, SHIFT, where, other, key
        return None

    def random_near(self, cell: int, state: kit.RandomState) -> int:
        """Return a cell up to two steps away, also over corners."""
        return making.pick(state, self.grid.around(making.pick(state, self.grid.around(cell))))


@lru_cache(maxsize=4)
def _neighbours(grid: kit.Grid) -> list[tuple[int, ...]]:
    return [*map(grid.neighbours, grid.cells)]


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted:
    """Return islands in a random sea, each with its size in a random cell."""
    grid = board.grid
    start = making.pick(state, grid.cells)
    made = Draft(_neighbours(grid), grid, {start}, [NONE] * len(grid.cells), single=False)
    rim = [*made.near[start]]
    while rim:
        at = int(making.random_below(state, len(rim)))
        rim[at], rim[-1] = rim[-1], rim[at]
        cell = rim.pop()
        is_loop = len(made.sea.intersection(made.near[cell])) > 1
        if made.may_flood(cell) and not (is_loop and making.random_below(state, LOOPS)):
            made.sea.add(cell)
            rim += (near for near in made.near[cell] if near not in made.sea)
    for single in (False, True):
        made.single = single
        for cell in making.shuffled(state, grid.cells):
            if made.may_flood(cell) and len(made.island(cell)) > LARGEST:
                made.sea.add(cell)
    for island in grid.parts({*grid.cells} - made.sea):
        made.values[making.pick(state, island)] = len(island)
    return kit.Drafted(*made.finish(board))


def propose(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState
) -> list[making.Change]:
    """Return a change beside each of some cells: the cell, what is changed, and where."""
    made = Draft.of(board, answer)
    changes = _changes(made, [(cell, cell) for cell in cells], state)
    singles = [cell for cell, size in enumerate(board.values) if size == 1]
    apart = making.places_apart(board.grid, [*cells, *making.shuffled(state, singles)])
    for cell in apart[len(cells) :][:GROWN]:
        ways = [near for near in made.near[cell] if made.may_drain(near)]
        if ways:
            changes.append((cell, FLIP, making.pick(state, ways), 0))
    return changes


def shake(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState
) -> list[making.Change]:
    """Return many changes around the first of some cells."""
    made = Draft.of(board, answer)
    places = [(cell, made.random_near(cell, state)) for cell in cells[:1] for _ in range(SHAKES)]
    return _changes(made, places, state)


def _changes(
    made: Draft, places: Sequence[tuple[int, int]], state: kit.RandomState
) -> list[making.Change]:
    """Return a change near the second cell of each pair, for the first."""
    changes = (made.random_change(cell, place, state) for cell, place in places)
    return [change for change in changes if change is not None]


def apply(
    board: kit.Board, answer: kit.Solution, changes: Sequence[making.Change]
) -> tuple[kit.Board, kit.Solution]:
    """Return a board after those changes of `propose` that are still possible."""
    made = Draft.of(board, answer)
    for _, what, where, *how in changes:
        if what == NUMBER:
            if where not in made.sea:
                made.move_number(where)
        elif what == FLIP:
            if made.may_drain(where) or made.may_flood(where):
                made.flip(where, how[0])
        elif made.may_flood(where):
            made.sea.add(where)
            is_possible = made.may_drain(how[0])
            made.sea.discard(where)
            if is_possible:
                made.flip(where, how[1])
                made.flip(how[0], how[1])
    return made.finish(board)


def find_open(cells: making.OpenCells, board: kit.Board, _: kit.Solution) -> list[int]:
    """Return the cells that a board leaves open."""
    cells.label("regions", board.values)
    return cells.find()
