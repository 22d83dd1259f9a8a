"""Where the chain starts on a board of any outline: lines of two and three cells that cover it.

Every line of two cells or more can be cut into such pieces, so a region that has no such cover
cannot be covered by lines at all; and then some cells say why (Akiyama, Avis and Era, "On a
{1,2}-factor of a graph", TRU Math. 16, 1980: more than twice as many cells as they have neighbours,
no two of them side by side). They are found by the same search that repairs a cover.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

from pipeline.kinds.numberlink.model import Path


def neighbours(cols: int, cells: Collection[int], cell: int) -> list[int]:
    """Return the neighbours of a cell in a region: right, left, below, above.

    Examples
    --------
    >>> neighbours(3, range(6), 4)
    [5, 3, 1]
    """
    col = cell % cols
    level = [cell + 1] * (col + 1 < cols) + [cell - 1] * (col > 0)
    return [other for other in [*level, cell + cols, cell - cols] if other in cells]


@dataclass(frozen=True, slots=True)
class StartCover:
    """Lines of two and three cells, and cells that no lines can cover together, empty if none."""

    paths: tuple[Path, ...]
    stuck: tuple[int, ...] = ()


def cover_start(cols: int, cells: Collection[int], along: int) -> StartCover:
    """Return lines of two and three cells that cover a region, most of them in one direction.

    ``along`` is 0 for lines along the rows first, 1 for lines down the columns.

    Examples
    --------
    >>> cover_start(3, range(3), 0).paths
    ((0, 1, 2),)
    >>> cover_start(3, [1, 3, 4, 5, 7], 0).stuck
    (1, 3, 5)
    """
    return _Stars(cols, frozenset(cells), along).cover()


@dataclass(slots=True)
class _Stars:
    """A cover under construction: each line is a centre with one or two leaves beside it."""

    cols: int
    inside: frozenset[int]
    along: int
    leaves: dict[int, list[int]] = field(default_factory=dict)
    centre: dict[int, int] = field(default_factory=dict)

    def cover(self) -> StartCover:
        """Lay dominoes greedily, then find a place for each cell that is left."""
        order = sorted(self.inside, key=lambda cell: (cell % self.cols) * self.along)
        for cell in order:
            if not self._is_covered(cell):
                other = next((o for o in self.around(cell) if not self._is_covered(o)), None)
                if other is not None:
                    self._join(cell, other)
        for cell in order:
            if not self._is_covered(cell):
                stuck = self._place(cell)
                if stuck:
                    return StartCover((), stuck)
        lines = [tuple(self._line(centre)) for centre in sorted(self.leaves)]
        return StartCover(tuple(lines))

    def around(self, cell: int) -> list[int]:
        """Return the neighbours of a cell in the region, the favoured direction first."""
        found = neighbours(self.cols, self.inside, cell)
        return sorted(found, key=lambda other: abs(other - cell) == 1) if self.along else found

    def _is_covered(self, cell: int) -> bool:
        return cell in self.leaves or cell in self.centre

    def _join(self, centre: int, leaf: int) -> None:
        self.leaves.setdefault(centre, []).append(leaf)
        self.centre[leaf] = centre

    def _line(self, centre: int) -> list[int]:
        first, *second = self.leaves[centre]
        return [first, centre, *second]

    def _place(self, cell: int) -> tuple[int, ...]:
        """Cover a cell by a shortest chain of changes; return the cells that are stuck if none is.

        A cell beside a full line's centre may take the place of a leaf there, which then looks for
        a place itself.
        """
        came: dict[int, tuple[int, int] | None] = {cell: None}
        waiting = deque([cell])
        while waiting:
            here = waiting.popleft()
            for other in self.around(here):
                if other in self.leaves and len(self.leaves[other]) == 2:
                    for leaf in self.leaves[other]:
                        if leaf not in came:
                            came[leaf] = (here, other)
                            waiting.append(leaf)
                elif other not in came:
                    self._take(here, other, came)
                    return ()
        return tuple(sorted(came))

    def _take(self, here: int, other: int, came: dict[int, tuple[int, int] | None]) -> None:
        """Join the last cell of a chain to ``other``, and each before it to the place set free."""
        leaf, step = here, came[here]
        while step is not None:
            before, centre = step
            self.leaves[centre].remove(leaf)
            self._join(centre, before)
            leaf, step = before, came[before]
        if other in self.centre:
            centre = self.centre.pop(other)
            self.leaves[centre].remove(other)
            if not self.leaves[centre]:
                # Of a line of two either cell may be the centre.
                del self.leaves[centre]
                self._join(other, centre)
        self._join(other, here)
