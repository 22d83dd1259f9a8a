"""Repair: redraw a layout around its second solutions until it has none; the number of paths stays.

Most flaws of a large layout are small. A box of 12x12 cells is checked in a millisecond and one of
20x20 in a few (see `engines.boxes`), so boxes are checked first, wherever something was redrawn;
only a layout without a flaw in any box is refuted as a whole, which takes seconds.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, pairwise, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.encode_sat import cells_of, edge_map, layout_edges
from pipeline.kinds.numberlink.engines.boxes import SOLVER, BoxChecker, Boxes, owners, place_boxes
from pipeline.kinds.numberlink.engines.by_sat import WINDOWS, Windows, refute_from_sides
from pipeline.kinds.numberlink.engines.normal_form import SEARCH_STEPS, normal_form_search
from pipeline.kinds.numberlink.kernels.frontier import DONE, FOUND
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout, reroute
from pipeline.kinds.numberlink.model import Path, pose_layout

ROUNDS: Final = 5  # Searches spent on one layout: one that needs more is hopeless
MARGIN: Final = 3  # Cells around a difference that are redrawn with it


def repair_by_rerouting(
    rows: int,
    cols: int,
    paths: tuple[Path, ...],
    style: LayoutStyle,
    state: NDArray[np.uint64],
    rounds: int = ROUNDS,
) -> tuple[Path, ...] | None:
    """Return a layout without second solutions under ``free`` that is close to the one given.

    None if second solutions remain after ``rounds``, or a search spends its steps. ``paths`` cover
    the board and never touch themselves; ``style``, which has the blocked cells, is that of redrawn
    paths; ``state`` (uint64, shape (1,)) is advanced in place.
    """
    search = normal_form_search(rows, cols, style.shape.blocked)
    layout: tuple[Path, ...] | None = paths
    for _ in range(rounds):
        if layout is None:
            return None
        answer, cells = search.find(layout, SEARCH_STEPS)
        if answer != FOUND:
            return layout if answer == DONE else None
        region = widen(rows, cols, cells, MARGIN)
        layout = reroute(rows, cols, layout, region, style, state)
    return None


def widen(rows: int, cols: int, cells: Iterable[int], margin: int) -> list[int]:
    """Return cells and all those at most ``margin`` rows and columns away, in ascending order."""
    wide = np.zeros((rows, cols), dtype=np.bool_)
    for cell in cells:
        row, col = divmod(cell, cols)
        top, left = max(0, row - margin), max(0, col - margin)
        wide[top : row + margin + 1, left : col + margin + 1] = True
    found: list[int] = np.flatnonzero(wide).tolist()
    return found


@dataclass(frozen=True, slots=True)
class LargePlan:
    """How large layouts are drawn, checked and repaired, and when they are given up."""

    levels: tuple[Boxes, ...] = (Boxes(12, 6, 2_000), Boxes(20, 10, 10_000))
    """Boxes that large layouts are checked in; small ones first."""
    attempts: int = 6  # Large layouts tried before a seed is given up
    draws: int = 20  # Layouts drawn for one attempt, until edges across and down are balanced
    constrained_draws: int = 3  # The same if the places of ends are constrained
    least_share: float = 0.46  # Of the edges across, and down, in a large layout
    refutation_conflicts_per_cell: int = 60  # For all sides together
    refutations: int = 6  # Times that the whole board is refuted before a large layout is given up
    cells_per_redrawing: int = 2  # Of a large board, for each redrawing at most
    margin: int = 1  # Cells around a difference that are redrawn with it on large boards, at first
    redrawings_per_margin: int = 6  # Of a place before the margin grows by one
    windows: Windows = WINDOWS


LARGE_PLAN: Final = LargePlan()


def make_large(
    rows: int,
    cols: int,
    pairs: tuple[int, int],
    style: LayoutStyle,
    state: NDArray[np.uint64],
    allowed: Callable[[int], int] = int,
    plan: LargePlan = LARGE_PLAN,
) -> tuple[tuple[Path, ...] | None, int]:
    """Return a layout without second solutions under ``free``, and the attempts that failed.

    The first attempt has the least number of ``pairs``; each failed one is followed by one with
    more, up to the largest number. The layout is None if all failed. ``allowed`` returns a possible
    number of pairs near its argument (see `shape.nearest_allowed`); ``state`` is advanced in place.
    """
    low, high = pairs
    for attempt in range(plan.attempts):
        wanted = allowed(low + (high - low) * attempt // (plan.attempts - 1))
        layout = draw_even(rows, cols, wanted, style, state, plan)
        if layout is None:
            continue
        repaired = repair_large(rows, cols, layout, style, state, plan)
        if repaired is not None:
            return repaired, attempt
    return None, plan.attempts


def draw_even(
    rows: int, cols: int, pairs: int, style: LayoutStyle, state: NDArray[np.uint64], plan: LargePlan
) -> tuple[Path, ...] | None:
    """Return a layout with about as many edges across as down, or the most even of those drawn."""
    best: tuple[Path, ...] | None = None
    least = -1.0
    draws = plan.constrained_draws if style.shape.has_constraints else plan.draws
    for _ in range(draws):
        layout = make_layout(rows, cols, pairs, style, state)
        if layout is None:
            continue
        share = share_across(layout)
        if min(share, 1 - share) > least:
            best, least = layout, min(share, 1 - share)
        if least >= plan.least_share:
            break
    return best


def share_across(paths: Iterable[Sequence[int]]) -> float:
    """Return the share of a layout's edges that run across; the board has at least two columns."""
    steps = [abs(one - other) for path in paths for one, other in pairwise(path)]
    return steps.count(1) / len(steps)


def repair_large(
    rows: int,
    cols: int,
    paths: tuple[Path, ...],
    style: LayoutStyle,
    state: NDArray[np.uint64],
    plan: LargePlan = LARGE_PLAN,
) -> tuple[Path, ...] | None:
    """Return a layout without second solutions under ``free``, close to the one given, or None.

    Sides are at least 2; the other parameters are those of `repair_by_rerouting`.
    """
    with ExitStack() as stack:
        levels = []
        for boxes in plan.levels:
            height, width = min(boxes.side, rows), min(boxes.side, cols)
            checker = BoxChecker(height, width, boxes.conflicts)
            levels.append(_Level(rows, cols, stack.enter_context(checker), boxes.stride))
        return _Repair(rows, cols, paths, style, state, plan).run(levels)


@dataclass(frozen=True, slots=True)
class _Flaw:
    """Cells that a second solution changes, in rising order, and a name for where they are."""

    cells: Sequence[int]
    place: tuple[int, int, int]


class _Level:
    """Boxes of one size, and which of them are to be checked next."""

    def __init__(self, rows: int, cols: int, checker: BoxChecker, stride: int) -> None:
        self.checker = checker
        self.cols = cols
        tops = place_boxes(rows, checker.height, stride)
        lefts = place_boxes(cols, checker.width, stride)
        self.boxes = list(product(tops, lefts))
        self.waiting = deque(self.boxes)

    def touch(self, mask: NDArray[np.bool_]) -> None:
        """Check again every box that has a cell where ``mask``, of the board's shape, is true."""
        height, width = self.checker.height, self.checker.width
        for top, left in self.boxes:
            is_touched = mask[top : top + height, left : left + width].any()
            if is_touched and (top, left) not in self.waiting:
                self.waiting.append((top, left))

    def next_flaw(self, paths: Sequence[Path], owner: NDArray[np.int32]) -> _Flaw | None:
        """Return the next second solution in a box, or None when all boxes have been checked."""
        checker = self.checker
        while self.waiting:
            top, left = self.waiting[0]
            here = checker.paths_of(paths, owner, top, left)
            changed = checker.find(self.cols, top, left, here)
            if changed:
                return _Flaw(sorted({*chain(*changed)}), (checker.height, top, left))
            self.waiting.popleft()
        return None


@dataclass(slots=True)
class _Repair:
    rows: int
    cols: int
    paths: tuple[Path, ...]
    style: LayoutStyle
    state: NDArray[np.uint64]
    plan: LargePlan
    tries: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    side: int = 0  # Where the next refutation begins: on the side that showed most

    def run(self, levels: Sequence[_Level]) -> tuple[Path, ...] | None:
        """Return the layout without second solutions, or None if the budgets do not suffice."""
        refutations = self.plan.refutations
        for _ in range(self.rows * self.cols // self.plan.cells_per_redrawing):
            flaw = self._find_flaw_in_boxes(levels)
            if flaw is None:
                if refutations == 0:
                    return None
                refutations -= 1
                flaw = self._find_flaw_on_board()
                if flaw is None:
                    return self.paths
                if len(flaw.cells) * 3 > self.rows * self.cols:
                    return None
            changed = self._redraw(flaw)
            if changed is not None:
                for level in levels:
                    level.touch(changed)
        return None

    def _find_flaw_in_boxes(self, levels: Iterable[_Level]) -> _Flaw | None:
        owner = owners(self.rows, self.cols, self.paths)
        flaws = (level.next_flaw(self.paths, owner) for level in levels)
        return next((flaw for flaw in flaws if flaw is not None), None)

    def _find_flaw_on_board(self) -> _Flaw | None:
        """Refute the whole board; return what differs or is unsettled, None if it is unique."""
        clues, solution = pose_layout(
            self.rows, self.cols, "free", self.paths, self.style.shape.blocked
        )
        budget = self.plan.refutation_conflicts_per_cell * self.rows * self.cols
        refutation = refute_from_sides(
            clues, solution, SOLVER, budget, self.side, self.plan.windows
        )
        self.side = refutation.side
        if refutation.is_unique:
            return None
        cells = refutation.unsettled
        if refutation.other is not None:
            edges = edge_map(self.rows, self.cols, self.style.shape.blocked)
            one, other = (layout_edges(edges, each.paths) for each in (solution, refutation.other))
            cells = cells_of(edges, {*one} ^ {*other})
        row, col = divmod(cells[len(cells) // 2], self.cols)
        side = self.plan.levels[0].side
        return _Flaw(cells, (0, row // side, col // side))

    def _redraw(self, flaw: _Flaw) -> NDArray[np.bool_] | None:
        """Redraw a place; return the cells that may have changed, None if that fails."""
        plan = self.plan
        margin = plan.margin + self.tries[flaw.place] // plan.redrawings_per_margin
        self.tries[flaw.place] += 1
        region = widen(self.rows, self.cols, flaw.cells, margin)
        made = reroute(self.rows, self.cols, self.paths, region, self.style, self.state)
        if made is None:
            return None
        self.paths = made
        changed = np.zeros(self.rows * self.cols, dtype=np.bool_)
        changed[self.style.shape.spread(region)] = True
        return changed.reshape(self.rows, self.cols)
