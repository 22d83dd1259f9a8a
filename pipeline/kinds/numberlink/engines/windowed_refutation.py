"""Windowed refutation: a second solution of a large ``free`` puzzle, looked for window by window.

Asking a solver about the whole of a large solution at once is hopeless; a small window of it is
soon settled, once its neighbours are. So the solver is asked, with few conflicts, whether the known
solution S can be left inside a window; where it cannot, the edges of S in that window are known
from then on. All of this is about one and the same T, the normal form of a solution other than S
(see `normal_form` and `pockets`), so what one window settles may be used in the next, and when no
edge of S is left unsettled, T would be S: there is no other solution.

A refutation works its way through the board from the side that the normal form pushes lines to,
and there is chance in how far it comes. A puzzle that is turned has the same solutions, turned; so
where one is stuck, another begins on another side. Of ten layouts of 50x50 cells with 140 to 149
pairs, four were stuck from the first side after 150,000 conflicts; each of the ten was settled, one
way or the other, from some side within 90,000.

The generator asks this on its way, `prove` for the record; both bring their own solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.canonical import cells_of_image, turn
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    edge_map,
    encode_plain,
    read_model,
    solution_edges,
)
from pipeline.kinds.numberlink.engines.normal_form import normal_form_clauses
from pipeline.kinds.numberlink.engines.pockets import pocket_clauses
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution, with_rule
from pipeline.solvers.sat import SatSolver


@dataclass(frozen=True, slots=True)
class Windows:
    """How a board is refuted window by window: side, stride, conflicts at first, growth.

    ``growth``: times the conflicts for each window after a pass that settled less than a tenth.
    """

    side: int = 7
    stride: int = 4
    conflicts: int = 100
    growth: int = 2
    widest_pocket: int = 8
    """Width, in steps, of the widest pockets that are spoken of (see `pockets`)."""
    least_conflicts_per_side: int = 30
    """Conflicts for each cell that one side of a board gets at least: with less, hardly any side
    of a large board is settled."""


WINDOWS: Final = Windows()

LEAST_CELLS_WINDOWED: Final = 300
"""Boards of so many cells and more are refuted window by window, smaller ones at once."""


SIDES: Final = (0, 2, 4, 6)
"""Symmetries that bring each side of a board to the bottom: as it is, upside down, along its
diagonal, and that upside down."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """What was found: another solution, or the cells still unsettled, or neither.

    ``unsettled`` are the cells, in rising order, of the known solution's edges that could not be
    settled within the budget; none if there is no other solution. ``side`` is the place in `SIDES`
    of the side that showed it, or showed most.
    """

    other: Solution | None
    unsettled: tuple[int, ...]
    conflicts: int
    side: int = 0

    @property
    def is_unique(self) -> bool:
        """Whether the known solution was shown to be the only one."""
        return self.answer is False

    @property
    def answer(self) -> bool | None:
        """Whether there is another solution; None where the budget was spent."""
        if self.other is not None:
            return True
        return None if self.unsettled else False


def refute_from_sides(
    clues: Clues,
    known: Solution,
    solver_name: str,
    conflicts: int,
    first: int = 0,
    windows: Windows = WINDOWS,
) -> Refutation:
    """Return whether a ``free`` puzzle has a solution but the known one, from whichever side tells.

    Parameters
    ----------
    clues, known, solver_name
        As `refute_by_windows` takes them.
    conflicts : int
        Budget of all sides together; each may spend a quarter of it.
    first : int
        The place in `SIDES` to begin with.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import Solution, make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
    >>> refute_from_sides(clues, Solution(((0, 1, 2), (3, 4, 5))), "glucose4", 1000, 3).side
    3
    """
    share = max(conflicts // len(SIDES), windows.least_conflicts_per_side * len(clues.numbers))
    best: Refutation | None = None
    spent = 0
    for number in range(len(SIDES)):
        side = (first + number) % len(SIDES)
        posed, solution = turn(clues, known, SIDES[side])
        budget = min(share, conflicts - spent)
        found = refute_by_windows(posed, solution, solver_name, budget, windows)
        spent += found.conflicts
        if best is None or len(found.unsettled) < len(best.unsettled):
            best = _turn_back(clues, side, found)
        if found.answer is not None or spent >= conflicts:
            break
    assert best is not None, "there are sides"
    return replace(best, conflicts=spent)


def _turn_back(clues: Clues, side: int, found: Refutation) -> Refutation:
    """Return what was found on a turned board, in the cells of the board as it is."""
    home = cells_of_image(clues.rows, clues.cols, SIDES[side]).ravel().tolist()
    other = found.other
    if other is not None:
        other = make_solution([[home[cell] for cell in path] for path in other.paths])
    unsettled = tuple(sorted(home[cell] for cell in found.unsettled))
    return replace(found, other=other, unsettled=unsettled, side=side)


def refute_by_windows(
    clues: Clues, known: Solution, solver_name: str, conflicts: int, windows: Windows = WINDOWS
) -> Refutation:
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
    """
    encoding = encode_normal_form(clues, windows.widest_pocket)
    edges = encoding.edges
    rows = windows_of(edges.rows, edges.cols, clues.blocked, windows)
    unsettled = set(solution_edges(edges, known))
    with SatSolver(solver_name, encoding.clauses) as solver:
        model = settle_windows(solver, rows, unsettled, encoding.variables, conflicts, windows)
        spent = solver.conflicts
    if model is not None:
        return Refutation(read_model(clues, edges, model)[0], (), spent)
    cells = {cell for variable in unsettled for cell in edges.edges[variable - 1]}
    return Refutation(None, tuple(sorted(cells)), spent)


def encode_normal_form(clues: Clues, widest_pocket: int = WINDOWS.widest_pocket) -> Encoding:
    """Return the plain encoding under ``free`` with all that is known of a normal form."""
    encoding = encode_plain(with_rule(clues, "free"))
    ends = frozenset(cell for pair in clues.ends() for cell in pair)
    encoding.clauses.extend(normal_form_clauses(encoding.edges, ends))
    encoding.clauses.extend(pocket_clauses(encoding.edges, ends, widest_pocket))
    return encoding


def settle_windows(
    solver: SatSolver,
    rows: Sequence[Iterable[Sequence[int]]],
    unsettled: set[int],
    variables: int,
    conflicts: int,
    windows: Windows,
) -> NDArray[np.bool_] | None:
    """Take from ``unsettled`` what no other solution leaves; return a model that leaves the rest.

    None where none was found: then there is none, if nothing is left unsettled.

    Parameters
    ----------
    solver : SatSolver
        Holds the clauses; it is told what is settled.
    rows : sequence of iterables of sequences of int
        Variables of edges, by window and row of windows; gone through again and again, each time up
        to the first row in which nothing is settled.
    unsettled : set of int
        Variables of the known solution's edges; changed in place.
    variables : int
        The highest variable in use.
    conflicts : int
        Budget of the solver since it was made.
    """
    limit = windows.conflicts
    while unsettled and solver.conflicts < conflicts:
        before = len(unsettled)
        for row in rows:
            left = len(unsettled)
            is_open = False
            for window in row:
                here = [variable for variable in window if variable in unsettled]
                budget = min(limit, conflicts - solver.conflicts)
                if not here or budget <= 0:
                    continue
                is_open = True
                variables += 1
                solver.add_clause([-variables, *(-variable for variable in here)])
                found = solver.solve([variables], budget)
                if found:
                    return solver.model()
                solver.add_clause([-variables])
                if found is False:
                    solver.add_clauses([variable] for variable in here)
                    unsettled.difference_update(here)
            if is_open and len(unsettled) == left:
                break  # what lies beyond is settled more easily once this row is
        if len(unsettled) * 10 > before * 9:
            limit *= windows.growth
    return None


@lru_cache(maxsize=8)
def windows_of(
    rows: int, cols: int, blocked: frozenset[int], windows: Windows
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the variables of the edges in each window of a board, in rows of windows.

    Every edge is in a window. The last row of the board comes first, since lemma 3 closes most
    turns there.
    """
    edges = edge_map(rows, cols, blocked)
    lefts = range(0, max(1, cols - windows.side + windows.stride), windows.stride)
    tops = range(0, max(1, rows - windows.side + windows.stride), windows.stride)
    return tuple(
        tuple(_inside(edges, top, left, windows.side) for left in lefts) for top in reversed(tops)
    )


def _inside(edges: EdgeMap, top: int, left: int, side: int) -> tuple[int, ...]:
    rows = range(top, min(top + side, edges.rows))
    cols = range(left, min(left + side, edges.cols))
    cells = {row * edges.cols + col for row in rows for col in cols}
    near = {edge for cell in cells for edge in edges.around[cell]}
    return tuple(edge + 1 for edge in sorted(near) if cells.issuperset(edges.edges[edge]))
