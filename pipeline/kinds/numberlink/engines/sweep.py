"""Sweeps: a second solution of a large ``free`` puzzle, looked for window by window.

Doubting the whole of a large solution at once is hopeless for a solver; a small window of it is
soon settled, once its neighbours are. So the solver is asked, with little patience, whether the
known solution S can be left inside a window; where it cannot, the edges of S in that window are
known from then on. All of this is about one and the same T, the normal form of a solution other
than S (see `normal_form` and `bays`), so what one window settles may be used in the next, and
when no edge of S is left in doubt, T would be S: there is no other solution.

The generator asks this on its way, `prove` for the record; both bring their own solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    edge_map,
    encode_plain,
    read_model,
    solution_edges,
)
from pipeline.kinds.numberlink.engines.bays import bay_clauses
from pipeline.kinds.numberlink.engines.normal_form import normal_form_clauses
from pipeline.kinds.numberlink.model import Clues, Solution
from pipeline.solvers.sat import SatSolver

LEAST_CELLS_SWEPT: Final = 300
"""Boards of so many cells and more are swept; on smaller ones all is doubted at once."""
WIDEST_BAY: Final = 8
"""Width, in steps, of the widest bays that are spoken of."""
WINDOW: Final = 7
"""Side of a window, in cells."""
STRIDE: Final = 4
"""Distance from one window to the next."""
PATIENCE: Final = 100
"""Conflicts for each window at first."""
MORE: Final = 2
"""How many times more, after a sweep that settled less than a tenth."""


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep found: another solution, or the cells still in doubt, or neither.

    ``doubted`` are the cells, in rising order, of the known solution's edges that could not be
    settled within the budget; none if there is no other solution.
    """

    other: Solution | None
    doubted: tuple[int, ...]
    conflicts: int

    @property
    def is_unique(self) -> bool:
        """Whether the known solution was shown to be the only one."""
        return self.answer is False

    @property
    def answer(self) -> bool | None:
        """Whether there is another solution; None where the budget was spent."""
        if self.other is not None:
            return True
        return None if self.doubted else False


def sweep(clues: Clues, known: Solution, solver_name: str, conflicts: int) -> Swept:
    """Return whether a ``free`` puzzle has a solution other than the known one.

    Parameters
    ----------
    clues : Clues
        Posed under ``free``.
    known : Solution
        Right, covers every cell and never touches itself (see `normal_form.suits_normal_form`).
    solver_name : str
        One of `pipeline.solvers.sat.SAT_SOLVERS`.
    conflicts : int
        Most conflicts to be spent, but for the last window: the solver looks at its budget only
        where it restarts, so it may spend some hundreds more.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import Solution, make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
    >>> sweep(clues, Solution(((0, 1, 2), (3, 4, 5))), "glucose4", 1000).is_unique
    True
    """
    encoding = encode_normal_form(clues)
    with SatSolver(solver_name, encoding.clauses) as solver:
        return _Sweep(clues, known, encoding, solver).run(conflicts)


def encode_normal_form(clues: Clues) -> Encoding:
    """Return the plain encoding with all that is known of a normal form."""
    encoding = encode_plain(replace(clues, rule="free"))
    ends = frozenset(cell for pair in clues.ends() for cell in pair)
    encoding.clauses.extend(normal_form_clauses(encoding.edges, ends))
    encoding.clauses.extend(bay_clauses(encoding.edges, ends, WIDEST_BAY))
    return encoding


class _Sweep:
    """A sweep under way: the solver, and the variables of the edges still in doubt."""

    def __init__(
        self, clues: Clues, known: Solution, encoding: Encoding, solver: SatSolver
    ) -> None:
        self.clues = clues
        self.edges = encoding.edges
        self.solver = solver
        self.doubted = set(solution_edges(encoding.edges, known))
        self.selector = encoding.variables

    def run(self, conflicts: int) -> Swept:
        """Return what was found within a budget of conflicts."""
        patience = PATIENCE
        while self.doubted and self.solver.conflicts < conflicts:
            before = len(self.doubted)
            for window in windows_of(self.edges.rows, self.edges.cols, self.clues.blocked):
                patient = min(patience, conflicts - self.solver.conflicts)
                if patient <= 0:
                    break
                other = self._doubt(window, patient)
                if other is not None:
                    return Swept(other, (), self.solver.conflicts)
            if len(self.doubted) * 10 > before * 9:
                patience *= MORE
        cells = {cell for variable in self.doubted for cell in self.edges.edges[variable - 1]}
        return Swept(None, tuple(sorted(cells)), self.solver.conflicts)

    def _doubt(self, window: Sequence[int], conflicts: int) -> Solution | None:
        """Return a solution that leaves the known one in a window; settle it if there is none."""
        here = [variable for variable in window if variable in self.doubted]
        if not here:
            return None
        self.selector += 1
        self.solver.add_clause([-self.selector, *(-variable for variable in here)])
        found = self.solver.solve([self.selector], conflicts)
        if found:
            return read_model(self.clues, self.edges, self.solver.model())[0]
        self.solver.add_clause([-self.selector])
        if found is False:
            self.solver.add_clauses([variable] for variable in here)
            self.doubted.difference_update(here)
        return None


@lru_cache(maxsize=8)
def windows_of(
    rows: int, cols: int, blocked: frozenset[int] = frozenset()
) -> tuple[tuple[int, ...], ...]:
    """Return the variables of the edges in each window of a board, from its last row upward.

    Every edge is in a window. The last rows come first since lemma 3 closes most turns there.
    """
    edges = edge_map(rows, cols, blocked)
    lefts = range(0, max(1, cols - WINDOW + STRIDE), STRIDE)
    tops = range(0, max(1, rows - WINDOW + STRIDE), STRIDE)
    return tuple(_inside(edges, top, left) for top in reversed(tops) for left in lefts)


def _inside(edges: EdgeMap, top: int, left: int) -> tuple[int, ...]:
    rows = range(top, min(top + WINDOW, edges.rows))
    cols = range(left, min(left + WINDOW, edges.cols))
    cells = {row * edges.cols + col for row in rows for col in cols}
    near = {edge for cell in cells for edge in edges.around[cell]}
    return tuple(edge + 1 for edge in sorted(near) if cells.issuperset(edges.edges[edge]))
