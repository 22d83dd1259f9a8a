"""Large layouts, made and mended: small boxes first, larger ones next, the whole board last.

Most flaws of a layout are small. A box of 12x12 cells is doubted in a millisecond and one of 20x20
in a few (see `cutout`), so these come first, again and again, wherever something was drawn anew;
only a layout in which no box shows a rival is put to a sweep over the whole board, which takes
seconds and alone can say that there is none.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.engines.sides import sweep_from_sides
from pipeline.kinds.numberlink.kernels.layout import Path, Style, make_layout, reroute
from pipeline.kinds.numberlink.mending.cutout import BoxDoubter
from pipeline.kinds.numberlink.mending.cuts import cut_one
from pipeline.kinds.numberlink.mending.mend import widen
from pipeline.kinds.numberlink.model import Clues, make_clues, make_solution

LEAST_CELLS: Final = 500
"""Boards of so many cells and more are mended this way."""

LEVELS: Final = ((12, 6, 2_000), (20, 10, 10_000))
"""Side of the boxes, distance from one to the next, conflicts for each; small boxes first."""

ATTEMPTS: Final = 6
"""Layouts tried before a seed is given up."""
DRAWS: Final = 20
"""Layouts drawn for one attempt at most, until one runs about as much across as down."""
WISHED_DRAWS: Final = 3
"""The same where ends must lie in certain places: such a layout takes some ten times as long."""
LEAST_SHARE: Final = 0.46
"""Least share of the edges that run across, and that run down, in a layout that is taken."""

SWEEP_SOLVER: Final = "glucose4"
CONFLICTS_PER_CELL: Final = 120
"""Budget of the sweeps over the whole board, from all its sides."""
SWEEPS: Final = 6
"""Times that the whole board is swept before a layout is given up."""
CELLS_PER_REDRAWING: Final = 2
"""Places are drawn anew at most once for each so many cells of the board."""

MARGIN: Final = 1
"""Cells around a rival that are drawn anew with it."""
PATIENCE: Final = 6
"""Times that a place is drawn anew with one margin, before the margin grows by one."""
PATIENCE_TO_CUT: Final = 12
"""Times that a place is drawn anew before a path is cut there, if one may be."""

Edge = tuple[int, int]


def make_large(
    rows: int,
    cols: int,
    pairs: tuple[int, int],
    style: Style,
    state: NDArray[np.uint64],
    allowed: Callable[[int], int] = int,
) -> tuple[tuple[Path, ...] | None, int]:
    """Return a layout without rivals under ``free`` and the attempts that failed before it.

    The first attempt has the least number of pairs; each that fails is followed by one with more.
    The layout is None where all failed.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    pairs : (int, int)
        Least and most pairs; no layout has more.
    style : Style
        What the layout should look like.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    allowed : function of int to int
        The number of pairs to take, near the one that it is asked about (see `symmetry`).
    """
    low, high = pairs
    for attempt in range(ATTEMPTS):
        wanted = allowed(low + (high - low) * attempt // (ATTEMPTS - 1))
        layout = _draw(rows, cols, wanted, style, state)
        if layout is None:
            continue
        mended = mend_large(rows, cols, layout, style, high, state)
        if mended is not None:
            return mended, attempt
    return None, ATTEMPTS


def _draw(
    rows: int, cols: int, pairs: int, style: Style, state: NDArray[np.uint64]
) -> tuple[Path, ...] | None:
    """Return a layout that runs across and down about alike, or the most even of those drawn."""
    best: tuple[Path, ...] | None = None
    least = -1.0
    for _ in range(WISHED_DRAWS if style.shape.has_wishes else DRAWS):
        layout = make_layout(rows, cols, pairs, style, state)
        if layout is None:
            continue
        share = share_across(layout)
        if min(share, 1 - share) > least:
            best, least = layout, min(share, 1 - share)
        if least >= LEAST_SHARE:
            break
    return best


def share_across(paths: Iterable[Sequence[int]]) -> float:
    """Return which part of a layout's edges runs across; the board has at least two columns.

    Examples
    --------
    >>> share_across([(0, 1, 2), (3, 4, 7)])
    0.75
    """
    steps = [abs(one - other) for path in paths for one, other in pairwise(path)]
    return steps.count(1) / len(steps)


def mend_large(
    rows: int,
    cols: int,
    paths: tuple[Path, ...],
    style: Style,
    most_pairs: int,
    state: NDArray[np.uint64],
) -> tuple[Path, ...] | None:
    """Return a layout without rivals under ``free`` that is close to the one given, or None.

    Paths are drawn anew first, and cut where that does not help and the style lets ends lie
    anywhere, beside one another too.

    Parameters
    ----------
    rows, cols : int
        Size in cells, both at least 2.
    paths : tuple of paths
        Cover the board, but for its blocked cells, and never touch themselves.
    style : Style
        Kept where paths are drawn anew; it knows the blocked cells.
    most_pairs : int
        Cuts never make more pairs than this.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    """
    with ExitStack() as stack:
        levels = [
            _Level(
                rows, cols, stack.enter_context(BoxDoubter(min(side, rows), min(side, cols), c)), s
            )
            for side, s, c in LEVELS
        ]
        mending = _Mending(rows, cols, paths, style, most_pairs, state)
        return mending.run(levels)


@dataclass(frozen=True, slots=True)
class _Flaw:
    """Where a rival differs, which edges of the layout it leaves if known, and a name for there."""

    cells: Collection[int]
    left: Collection[Edge]
    place: tuple[int, int, int]


class _Level:
    """Boxes of one size, and which of them are to be doubted next."""

    def __init__(self, rows: int, cols: int, doubter: BoxDoubter, stride: int) -> None:
        self.doubter = doubter
        self.cols = cols
        self.boxes = [
            (top, left)
            for top in _places(rows, doubter.height, stride)
            for left in _places(cols, doubter.width, stride)
        ]
        self.waiting = deque(self.boxes)

    def touch(self, mask: NDArray[np.bool_]) -> None:
        """Doubt again every box that has a cell where ``mask``, of the board's shape, is true."""
        height, width = self.doubter.height, self.doubter.width
        for top, left in self.boxes:
            if mask[top : top + height, left : left + width].any():
                self._enqueue((top, left))

    def _enqueue(self, box: tuple[int, int]) -> None:
        if box not in self.waiting:
            self.waiting.append(box)

    def next_flaw(self, paths: Sequence[Path], owner: NDArray[np.int32]) -> _Flaw | None:
        """Return the next rival in a box, or None when all boxes have been doubted."""
        doubter = self.doubter
        while self.waiting:
            top, left = self.waiting[0]
            inside = owner[top : top + doubter.height, left : left + doubter.width]
            here = [paths[number] for number in np.unique(inside).tolist()]
            rival = doubter.rival(self.cols, top, left, here)
            if rival is not None:
                return _Flaw(rival.cells, rival.left, (doubter.height, top, left))
            self.waiting.popleft()
        return None


@dataclass(slots=True)
class _Mending:
    """A layout while it is mended."""

    rows: int
    cols: int
    paths: tuple[Path, ...]
    style: Style
    most_pairs: int
    state: NDArray[np.uint64]
    tries: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    side: int = 0
    """Where the next sweep begins: on the side that showed most."""

    def run(self, levels: Sequence[_Level]) -> tuple[Path, ...] | None:
        """Return the layout without rivals, or None where the budgets do not suffice."""
        redrawings = self.rows * self.cols // CELLS_PER_REDRAWING
        sweeps = SWEEPS
        while redrawings > 0:
            flaw = self._flaw_in_boxes(levels)
            if flaw is None:
                if sweeps == 0:
                    return None
                sweeps -= 1
                flaw = self._flaw_on_board()
                if flaw is None:
                    return self.paths
                if len(flaw.cells) * 3 > self.rows * self.cols:
                    return None
            redrawings -= 1
            changed = self._mend(flaw)
            if changed is not None:
                for level in levels:
                    level.touch(changed)
        return None

    def _flaw_in_boxes(self, levels: Iterable[_Level]) -> _Flaw | None:
        owner = np.zeros((self.rows, self.cols), dtype=np.int32)
        for number, path in enumerate(self.paths):
            owner.ravel()[list(path)] = number
        for level in levels:
            flaw = level.next_flaw(self.paths, owner)
            if flaw is not None:
                return flaw
        return None

    def _flaw_on_board(self) -> _Flaw | None:
        """Sweep over the whole board; return what is wrong or still in doubt, None if nothing."""
        clues, budget = self._clues(), CONFLICTS_PER_CELL * self.rows * self.cols
        found = sweep_from_sides(clues, make_solution(self.paths), SWEEP_SOLVER, budget, self.side)
        self.side, swept = found.side, found.swept
        if swept.is_unique:
            return None
        left: tuple[Edge, ...] = ()
        if swept.other is None:
            cells = swept.doubted
        else:
            mine, others = _edges(self.paths), _edges(swept.other.paths)
            left = tuple(sorted(mine - others))
            cells = tuple(sorted({cell for edge in mine ^ others for cell in edge}))
        row, col = divmod(cells[len(cells) // 2], self.cols)
        return _Flaw(cells, left, (0, row // LEVELS[0][0], col // LEVELS[0][0]))

    def _clues(self) -> Clues:
        numbers = [0] * (self.rows * self.cols)
        for number, path in enumerate(self.paths, start=1):
            numbers[path[0]] = numbers[path[-1]] = number
        return make_clues(self.rows, self.cols, "free", numbers, self.style.shape.blocked)

    def _mend(self, flaw: _Flaw) -> NDArray[np.bool_] | None:
        """Draw a place anew, or cut a path there; return where anything may have changed."""
        tries = self.tries[flaw.place]
        self.tries[flaw.place] += 1
        margin = MARGIN + tries // PATIENCE
        region = widen(self.rows, self.cols, flaw.cells, margin)
        made = None
        if tries >= PATIENCE_TO_CUT and self._may_cut():
            made = cut_one(self.paths, flaw.left, self.style.shortest)
        if made is None:
            made = reroute(self.rows, self.cols, self.paths, region, self.style, self.state)
        if made is None:
            return None
        self.paths = made
        changed = np.zeros(self.rows * self.cols, dtype=np.bool_)
        changed[self.style.shape.spread(region)] = True
        return changed.reshape(self.rows, self.cols)

    def _may_cut(self) -> bool:
        style = self.style
        is_free = style.adjacent and not style.shape.has_wishes
        return is_free and len(self.paths) < self.most_pairs


def _edges(paths: Iterable[Sequence[int]]) -> set[Edge]:
    return {(min(pair), max(pair)) for path in paths for pair in pairwise(path)}


def _places(length: int, side: int, stride: int) -> list[int]:
    """Return where boxes begin along a board: evenly, at most ``stride`` apart, up to its end.

    Examples
    --------
    >>> _places(30, 12, 6), _places(10, 10, 6)
    ([0, 6, 12, 18], [0])
    """
    gaps = -(-(length - side) // stride)
    return [at * (length - side) // gaps for at in range(gaps + 1)] if gaps else [0]
