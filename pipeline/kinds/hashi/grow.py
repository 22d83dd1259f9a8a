"""Grows layouts at random, one island at a time.

Growth follows the idea of Simon Tatham's Bridges: reach out from an island that is there already.
Where islands need not hang together, it starts in several places.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.hashi.layout import ISLAND, WATER, Layout, image_of
from pipeline.kinds.hashi.model import RULE_PARTS, Params

LOOP_SHARE: Final = 40
"""Percent of the pairs that see each other after growth that are joined as well."""

APART: Final = 8
"""Where islands need not hang together, one of so many starts a group of its own."""


def random_count(most: int, multiples: int, state: NDArray[np.uint64]) -> int:
    """Return a random number of bridges up to ``most``, in ``multiples`` percent more than one."""
    if most > 1 and random_below(state, 100) < multiples:
        return 2 + int(random_below(state, most - 1))
    return 1


class Grower:
    """Grows layouts: reaches out from islands that are there until enough are.

    Parameters
    ----------
    params : Params
        Size, shares and symmetry.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    """

    def __init__(self, params: Params, state: NDArray[np.uint64]) -> None:
        self.params = params
        self.parts = RULE_PARTS[params.rule]
        self.state = state
        self.layout = Layout(
            params.rows, params.cols, image_of(params.rows, params.cols, params.symmetry)
        )

    def grow(self, islands: int, least: int = 0) -> Layout | None:
        """Return a layout of about so many islands; None where growth came to a stop too early.

        Where it stops below ``least``, islands are put on bridges as far as there is room.
        """
        layout = self.layout
        if not self._start():
            return None
        if not self.parts.connected and layout.image is None:
            self._start_elsewhere(islands // APART)
        failures = 0
        while len(layout.islands) < islands and failures < 60 + 2 * len(layout.islands):
            if self._reach_out():
                failures = 0
            else:
                failures += 1
        if len(layout.islands) < least and not self._fill(least):
            return None
        self._add_loops()
        joined = {cell for pair in layout.bridges for cell in pair}
        for cell in layout.islands:
            if cell not in joined:
                layout.cells[cell] = WATER
        layout.islands = [cell for cell in layout.islands if cell in joined]
        return layout

    def count(self) -> int:
        """Return a random number of bridges."""
        return random_count(self.parts.max_bridges, self.params.multiples, self.state)

    def below(self, bound: int) -> int:
        """Return a random number from 0 to ``bound - 1``."""
        return int(random_below(self.state, bound))

    def _start(self) -> bool:
        """Put down the first islands: one, or as many as its images need to hang together."""
        layout = self.layout
        cell = self.below(len(layout.cells))
        layout.add_island(cell)
        if layout.image is None:
            return True
        cols = layout.cols
        other = layout.image(cell)
        if other == cell:
            return True
        row, col = divmod(cell, cols)
        if row == other // cols or col == other % cols:
            return self._found(cell, other)
        corner, opposite = row * cols + other % cols, other // cols * cols + col
        return (
            self._found(cell, corner)
            and self._found(corner, other)
            and self._found(other, opposite)
        )

    def _start_elsewhere(self, places: int) -> None:
        """Put down further islands from which groups of their own may grow."""
        for _ in range(places):
            cell = self.below(len(self.layout.cells))
            if self.layout.has_shore(cell):
                self.layout.add_island(cell)

    def _found(self, old: int, new: int) -> bool:
        layout = self.layout
        if not layout.has_shore(new):
            return False
        layout.add_island(new)
        return layout.join(old, new, self.count())

    def _reach_out(self) -> bool:
        """Try to put a new island, and its image, within reach of an old one."""
        layout = self.layout
        old = layout.islands[self.below(len(layout.islands))]
        places = self._places(old, self.below(4))
        if not places:
            return False
        if self.below(100) < self.params.spans:
            new = places[self.below(len(places) // 2 + 1) - len(places) // 2 - 1]
        else:
            new = places[self.below(min(3, len(places)))]
        layout.add_island(new)
        layout.join(old, new, self.count())
        if layout.image is None:
            return True
        far, near = layout.image(new), layout.image(old)
        if far == new:
            return True
        if layout.has_shore(far) and layout.cells[far] == WATER:
            layout.add_island(far)
            if layout.join(near, far, self.count()):
                return True
            layout.islands.pop()
            layout.cells[far] = WATER
        layout.part((min(old, new), max(old, new)))
        layout.islands.pop()
        layout.cells[new] = WATER
        return False

    def _fill(self, islands: int) -> bool:
        """Put islands on bridges until there are so many; say whether that was reached."""
        layout = self.layout
        failures = 0
        while len(layout.islands) < islands and failures < 2 * len(layout.bridges):
            pairs = list(layout.bridges)
            count = len(layout.islands)
            is_split = layout.split_with_image(pairs[self.below(len(pairs))], self.below)
            if not is_split and len(layout.islands) > count:
                # The island is there, its image is not.
                return False
            failures = 0 if is_split else failures + 1
        return len(layout.islands) >= islands

    def _places(self, old: int, side: int) -> list[int]:
        """Return the cells on one side of an island where another could be joined to it."""
        layout = self.layout
        cols = layout.cols
        row, col = divmod(old, cols)
        step = (1, cols, -1, -cols)[side]
        room = (cols - 1 - col, layout.rows - 1 - row, col, row)[side]
        found = []
        cell = old
        for distance in range(1, room + 1):
            cell += step
            if layout.cells[cell] != WATER:
                break
            if distance > 1 and layout.has_shore(cell):
                found.append(cell)
        return found

    def _add_loops(self) -> None:
        """Join some islands that see each other, where loops are allowed."""
        layout = self.layout
        if not self.parts.loops:
            return
        for old in list(layout.islands):
            for step, room in (
                (1, layout.cols - 1 - old % layout.cols),
                (layout.cols, layout.rows - 1 - old // layout.cols),
            ):
                cell = old
                for _ in range(room):
                    cell += step
                    if layout.cells[cell] != WATER:
                        break
                if (
                    cell - old > step
                    and layout.cells[cell] == ISLAND
                    and self.below(100) < LOOP_SHARE
                ):
                    layout.join(old, cell, self.count())
