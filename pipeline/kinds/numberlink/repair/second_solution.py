"""Has a layout a second solution? The generator's question, asked again and again on one board.

That is, has the puzzle that a layout makes another solution than the layout. Under ``free`` a
search for one in normal form says so, nearly always up to 15x15; where it spends its steps, a SAT
solver is asked, beyond a size window by window. Under ``cover`` one solver, with all that it has
learned, answers for every small layout of the same size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.encode_sat import (
    cells_of,
    changed_edges,
    layout_edges,
    loop_clause,
    read_model,
)
from pipeline.kinds.numberlink.engines.board_encoding import encode_boards
from pipeline.kinds.numberlink.engines.normal_form_search import (
    SEARCH_STEPS,
    normal_form_search,
)
from pipeline.kinds.numberlink.engines.pockets import pocket_clauses
from pipeline.kinds.numberlink.engines.windowed_refutation import (
    LEAST_CELLS_WINDOWED,
    WINDOWS,
    Windows,
    settle_windows,
    windows_of,
)
from pipeline.kinds.numberlink.kernels.frontier import FOUND, SPENT
from pipeline.kinds.numberlink.model import pose_layout
from pipeline.solvers.sat import SatSolver

SOLVER: Final = "glucose4"


@dataclass(frozen=True, slots=True)
class FinderPlan:
    """What a finder spends on a search, and when it asks a solver in which way."""

    search_steps: int = SEARCH_STEPS
    most_cells_kept: int = 144
    """Largest board on which one solver is kept under ``cover``: beyond it old clauses cost more
    than they save."""
    least_cells_windowed: int = LEAST_CELLS_WINDOWED
    windows: Windows = WINDOWS


FINDER_PLAN: Final = FinderPlan()


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether there is no second solution, whether there is one, or neither in the budget.

    ``cells``, in rising order, are those where a second solution differs from the layout, or where
    it could not be told whether one does.
    """

    is_unique: bool
    has_second: bool
    cells: tuple[int, ...] = ()


class SecondSolutionFinder:
    """Looks for second solutions of layouts of one size; a context manager: it may hold a solver.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    pairs : int
        Most pairs that a layout will have.
    rule : str
        "free" or "cover": the rule under which a second solution counts.
    blocked : frozenset of int
        Cells outside the outline.

    Examples
    --------
    >>> with SecondSolutionFinder(4, 4, 2, "free") as finder:
    ...     finder.find([(0, 1, 2, 3), (4, 5, 6, 7, 11, 10, 9, 8, 12, 13, 14, 15)], 1000).is_unique
    False
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        pairs: int,
        rule: str,
        blocked: frozenset[int] = frozenset(),
        plan: FinderPlan = FINDER_PLAN,
    ) -> None:
        width = max(1, (pairs - 1).bit_length())
        self._rule = rule
        self._blocked = blocked
        self._plan = plan
        self._search = normal_form_search(rows, cols, blocked) if rule == "free" else None
        self._encode = partial(encode_boards, rows, cols, width, rule, blocked)
        self._kept: SatSolver | None = None
        if rule != "free" and rows * cols <= plan.most_cells_kept:
            encoding = self._encode().encoding
            self._kept = SatSolver(SOLVER, encoding.clauses)
            self._selector = encoding.variables

    def __enter__(self) -> SecondSolutionFinder:
        return self

    def __exit__(self, *_: object) -> None:
        if self._kept is not None:
            self._kept.close()

    def find(self, paths: Sequence[Sequence[int]], conflicts: int) -> Answer:
        """Return whether a layout has a second solution, within a budget of conflicts.

        The layout covers every cell and never touches itself; under ``free`` the search rests on
        that (see `normal_form`).
        """
        if self._search is not None:
            found, cells = self._search.find(paths, self._plan.search_steps)
            if found != SPENT:
                return Answer(found != FOUND, found == FOUND, cells)
        board = self._encode()
        given = board.assume((path[0], path[-1]) for path in paths)
        layout = layout_edges(board.edges, paths)
        if self._kept is not None:
            self._selector += 1
            self._kept.add_clause([-self._selector, *(-edge - 1 for edge in layout)])
            answer = self._ask(self._kept, paths, layout, [*given, self._selector], conflicts)
            self._kept.add_clause([-self._selector])
            return answer
        with SatSolver(SOLVER, board.encoding.clauses) as solver:
            solver.add_clauses([literal] for literal in given)
            if self._rule == "free":
                ends = [cell for path in paths for cell in (path[0], path[-1])]
                widest = self._plan.windows.widest_pocket
                solver.add_clauses(pocket_clauses(board.edges, ends, widest))
            size = board.edges.rows * board.edges.cols
            if self._rule == "free" and size >= self._plan.least_cells_windowed:
                return self._refute(solver, layout, conflicts)
            solver.add_clause([-edge - 1 for edge in layout])
            return self._ask(solver, paths, layout, [], conflicts)

    def _ask(
        self,
        solver: SatSolver,
        paths: Sequence[Sequence[int]],
        layout: Sequence[int],
        assumptions: list[int],
        conflicts: int,
    ) -> Answer:
        edges = self._encode().edges
        spent = solver.conflicts
        while True:
            found = solver.solve(assumptions, conflicts - (solver.conflicts - spent))
            if found is None:
                return Answer(is_unique=False, has_second=False, cells=cells_of(edges, layout))
            if not found:
                return Answer(is_unique=True, has_second=False)
            model = solver.model()
            if self._rule != "free":
                posed, _ = pose_layout(edges.rows, edges.cols, self._rule, paths)
                _, loops = read_model(posed, edges, model)
                if loops:
                    solver.add_clauses(loop_clause(loop) for loop in loops)
                    continue
            return self._differs(layout, model)

    def _refute(self, solver: SatSolver, layout: Sequence[int], conflicts: int) -> Answer:
        board, windows = self._encode(), self._plan.windows
        edges, variables = board.edges, board.encoding.variables
        unsettled = {edge + 1 for edge in layout}
        rows = windows_of(edges.rows, edges.cols, self._blocked, windows)
        model = settle_windows(solver, rows, unsettled, variables, conflicts, windows)
        if model is not None:
            return self._differs(layout, model)
        cells = cells_of(edges, [variable - 1 for variable in unsettled])
        return Answer(is_unique=not unsettled, has_second=False, cells=cells)

    def _differs(self, layout: Sequence[int], model: NDArray[np.bool_]) -> Answer:
        edges = self._encode().edges
        cells = cells_of(edges, changed_edges(edges, layout, model))
        return Answer(is_unique=False, has_second=True, cells=cells)
