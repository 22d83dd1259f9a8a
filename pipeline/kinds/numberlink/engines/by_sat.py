"""Numberlink by SAT: the best encoding for each rule, lazy clauses, and windowed refutation.

Under ``no-uturn`` and ``no-touch`` the rule on touching would double the clauses, and a model
hardly ever breaks it, so it is lazy. Under ``free`` and ``cover`` a first solution is sought under
``no-touch``: most published puzzles have one, found in a hundredth of the time.

*Windowed refutation* looks for a second solution of a large ``free`` puzzle window by window. A
solver, limited to few conflicts, decides whether a solution can differ from the known solution S
inside a window; if not, the edges of S there are known from then on. All calls are about the same
T, the normal form of a solution other than S (see `normal_form`), so windows build on each other,
and once no edge of S is unsettled there is no other solution.

A refutation starts from the side to which the normal form pushes lines; if it is stuck, it starts
again from another side. Of ten layouts of 50x50 cells with 140 to 149 pairs, four were stuck from
the first side after 150,000 conflicts; each was settled from some side within 90,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.proving.lazy_clauses import list_solutions, next_solution
from pipeline.kinds.numberlink.canonical import cells_of_image, turn
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    differs_from,
    edge_map,
    encode_plain,
    loop_clause,
    read_model,
    solution_edges,
    suits_sat,
)
from pipeline.kinds.numberlink.engines.normal_form import (
    normal_form_clauses,
    pocket_clauses,
    suits_normal_form,
)
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution, with_rule
from pipeline.solvers.sat import SatSolver


@dataclass(frozen=True, slots=True)
class Windows:
    """How a board is refuted window by window: side, stride, conflicts at first, growth.

    ``growth``: factor of the conflicts for each window after a pass that settled less than a tenth.
    """

    side: int = 7
    stride: int = 4
    conflicts: int = 100
    growth: int = 2
    widest_pocket: int = 8  # In steps, of those that `normal_form.pocket_lemmas` covers
    conflicts_per_cell: int = 30  # Of the first turn of each side: less settles hardly any


WINDOWS: Final = Windows()

LEAST_CELLS_WINDOWED: Final = 300  # Boards from which refutation goes window by window


SIDES: Final = (0, 2, 4, 6)
"""Symmetries that bring each side of a board to the bottom: none, upside down, transposed, and
both."""

MIRRORED: Final = 8  # Sides and their mirror images, after which the budget of each is doubled


@dataclass(frozen=True, slots=True)
class Refutation:
    """The result: another solution, or the cells still unsettled, or neither.

    ``unsettled`` are the cells, in ascending order, of the known solution's edges that could not be
    settled within the budget; none if there is no other solution. ``side`` is the index in `SIDES`
    of the side that decided, or else settled most.
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
    """Return whether a ``free`` puzzle has another solution, trying all sides until one decides.

    ``conflicts`` is the budget of all sides together and ``first`` the index in `SIDES` of the
    first one; the rest is as in `refute_by_windows`. A side that takes many conflicts is mostly
    bad luck: the other sides follow, then the mirror images of all, and then larger budgets.
    """
    share = windows.conflicts_per_cell * len(clues.numbers)
    best: Refutation | None = None
    spent = 0
    for number in count():
        side = (first + number) % len(SIDES)
        symmetry = SIDES[side] + number // len(SIDES) % 2
        posed, solution = turn(clues, known, symmetry)
        budget = min(share << number // MIRRORED, conflicts - spent)
        found = refute_by_windows(posed, solution, solver_name, budget, windows)
        spent += found.conflicts
        if best is None or len(found.unsettled) < len(best.unsettled):
            best = replace(_turn_back(clues, symmetry, found), side=side)
        if found.answer is not None or spent >= conflicts:
            break
    assert best is not None, "there are sides"
    return replace(best, conflicts=spent)


def _turn_back(clues: Clues, symmetry: int, refutation: Refutation) -> Refutation:
    home = cells_of_image(clues.rows, clues.cols, symmetry).ravel().tolist()
    other = refutation.other
    if other is not None:
        other = make_solution([[home[cell] for cell in path] for path in other.paths])
    unsettled = tuple(sorted(home[cell] for cell in refutation.unsettled))
    return replace(refutation, other=other, unsettled=unsettled)


def refute_by_windows(
    clues: Clues, known: Solution, solver_name: str, conflicts: int, windows: Windows = WINDOWS
) -> Refutation:
    """Return whether a ``free`` puzzle has a solution other than the known one.

    ``known`` is right, covers every cell and never touches itself (see `suits_normal_form`).
    ``solver_name`` is one of `pipeline.solvers.sat.SAT_SOLVERS`. At most ``conflicts`` are spent,
    and some hundreds in the last window.
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


def encode_normal_form(clues: Clues, widest_pocket: int) -> Encoding:
    """Return the plain encoding under ``free`` with the clauses of the normal form."""
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
    """Remove from ``unsettled`` the edges that every solution has; return a model without the rest.

    None if no such model was found: if nothing is unsettled, none exists. ``rows`` are the
    variables of edges by row of windows and window, processed repeatedly up to the first row in
    which nothing is settled. ``unsettled`` are variables of the known solution's edges, changed in
    place; ``variables`` is the highest variable; ``conflicts`` the total budget of the solver.
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
                break  # later rows are settled more easily once this one is
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


STRICT: Final = ("no-uturn", "no-touch")  # Rules on touching that clauses do not enforce in full
LEAST_CELLS_GUESSED: Final = 64  # Smallest board asked first for a no-touch solution
GUESS_CONFLICTS: Final = 20_000  # After which such a solution is given up; most take some hundred


def find_by_sat(clues: Clues, limit: int, conflicts: int, name: str) -> Solved[Solution]:
    """Return up to ``limit`` solutions found by a SAT solver in the best encoding for the rule.

    Each solution is forbidden before the next is searched; so is each closed loop, and each line
    beside itself, of a model that breaks the rule. ``steps`` are the solver's conflicts. Boards too
    large to be encoded are skipped.
    """
    method = f"sat:{name}"
    if not suits_sat(clues):
        return Solved((), False, 0, method)
    first = first_without_touching(clues, min(conflicts, GUESS_CONFLICTS), name)
    if first is not None and limit == 1:
        return Solved((first,), False, 0, method)
    if first is not None and is_only(clues, first, conflicts, name):
        return Solved((first,), True, 0, method)
    encoding = encode_plain(clues, is_lazy=True)
    with SatSolver(name, encoding.clauses) as solver:
        return list_solutions(
            solver,
            partial(read_lazily, clues, encoding.edges),
            partial(differs_from, encoding.edges),
            limit,
            conflicts,
            () if first is None else (first,),
        )


def read_lazily(
    clues: Clues, edges: EdgeMap, model: NDArray[np.bool_]
) -> tuple[Solution, list[list[int]]]:
    """Return the solution in a model, and the lazy clauses that it breaks.

    These forbid closed loops, where the rule does not allow removing them, and whatever breaks
    no-uturn or no-touch.
    """
    solution, loops = read_model(clues, edges, model)
    broken = [] if clues.rule == "free" else [loop_clause(loop) for loop in loops]
    if clues.rule in STRICT:
        broken += strict_clauses(clues, edges, solution)
    return solution, broken


def strict_clauses(clues: Clues, edges: EdgeMap, solution: Solution) -> list[list[int]]:
    """Return clauses against the segments of a solution's lines that break no-uturn or no-touch.

    Each requires an edge of a segment to be off: with all on, its ends touch or it has all cells of
    a block, whatever the other edges are.
    """
    cols = clues.cols
    clauses = []
    for path in solution.paths:
        place_of = {cell: place for place, cell in enumerate(path)}
        for cell in path:
            right = cell + 1 if (cell + 1) % cols else -1
            groups: list[tuple[int, ...]] = [(cell, right, cell + cols, right + cols)]
            if clues.rule == "no-touch":
                groups = [(cell, right), (cell, cell + cols)]
            for group in groups:
                places = sorted(place_of.get(other, -1) for other in group)
                if places[0] >= 0 and places[-1] - places[0] > 1:
                    segment = Solution((path[places[0] : places[-1] + 1],))
                    clauses.append(differs_from(edges, segment))
    return clauses


def first_without_touching(clues: Clues, conflicts: int, name: str) -> Solution | None:
    """Return a solution under ``free`` or ``cover`` that keeps no-touch too, None if none is found.

    None does not prove that there is none, and small boards are skipped.
    """
    if clues.rule in STRICT or clues.rows * clues.cols < LEAST_CELLS_GUESSED:
        return None
    posed = with_rule(clues, "no-touch")
    encoding = encode_plain(posed, is_lazy=True)
    with SatSolver(name, encoding.clauses) as solver:
        return next_solution(solver, partial(read_lazily, posed, encoding.edges), conflicts)[0]


def is_only(clues: Clues, known: Solution, conflicts: int, name: str) -> bool:
    """Return whether the lemmas show that the known solution is the only one, under any rule.

    They do if it covers the board without touching itself and is the only solution under ``free``;
    False proves nothing.
    """
    posed = with_rule(clues, "free")
    if not suits_normal_form(posed, known):
        return False
    encode = partial(encode_plain, posed)
    _, answer, _ = second_in_normal_form(posed, known, encode, name, conflicts)
    return answer is False


def second_in_normal_form(
    clues: Clues,
    known: Solution,
    encode: Callable[[], Encoding],
    name: str,
    conflicts: int,
    first: int = 0,
) -> tuple[Solution | None, bool | None, int]:
    """Return a solution other than the known one, the solver's last answer, and its conflicts.

    ``clues`` are posed under ``free``, and `suits_normal_form` is true for ``known``; ``encode``
    returns their plain encoding, and is not called for boards refuted by windows, from side
    ``first`` on.
    """
    if len(clues.numbers) >= LEAST_CELLS_WINDOWED:
        found = refute_from_sides(clues, known, name, conflicts, first)
        return found.other, found.answer, found.conflicts
    encoding = encode()
    ends = frozenset(cell for pair in clues.ends() for cell in pair)
    with SatSolver(name, encoding.clauses) as solver:
        solver.add_clauses(normal_form_clauses(encoding.edges, ends))
        solver.add_clause(differs_from(encoding.edges, known))
        read = partial(read_lazily, clues, encoding.edges)
        return *next_solution(solver, read, conflicts), solver.conflicts
