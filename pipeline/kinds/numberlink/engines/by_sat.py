"""Numberlink by SAT: the best encoding for each rule, and what a model still lacks.

Under ``no-uturn`` and ``no-touch`` the clauses are the rules without the one on touching, which a
model hardly ever breaks and which would double their number; a line that does touch itself is
forbidden when it turns up.

Under ``free`` and ``cover`` a first solution is looked for among those that keep ``no-touch`` too:
most published puzzles have one, it is found in a hundredth of the time, and the lemmas of
`normal_form` then need only be asked for a second.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.lazy_clauses import list_solutions, next_solution
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    differs_from,
    encode_plain,
    loop_clause,
    read_model,
    suits_sat,
)
from pipeline.kinds.numberlink.engines.normal_form import normal_form_clauses, suits_normal_form
from pipeline.kinds.numberlink.engines.windowed_refutation import (
    LEAST_CELLS_WINDOWED,
    refute_from_sides,
)
from pipeline.kinds.numberlink.model import Clues, Solution, with_rule
from pipeline.solvers.sat import SatSolver

STRICT: Final = ("no-uturn", "no-touch")
"""Rules that say more of touching than the clauses do."""

LEAST_CELLS_GUESSED: Final = 64
"""Smallest board that is asked first for a solution that keeps no-touch."""

GUESS_CONFLICTS: Final = 20_000
"""Conflicts after which such a solution is given up; most take some hundred."""


def find_by_sat(clues: Clues, limit: int, conflicts: int, name: str) -> Solved[Solution]:
    """Return up to ``limit`` solutions found by a SAT solver in the best encoding for the rule.

    Each solution found is forbidden before the next is looked for; so is each closed loop, and each
    line beside itself, that a model has against the rule. ``steps`` are the solver's conflicts. A
    board too large to be encoded is not begun.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> found = find_by_sat(make_clues(2, 3, "free", ["a", 0, "a", 0, 0, 0]), 9, 1000, "glucose4")
    >>> len(found.solutions), found.is_complete, found.method
    (4, True, 'sat:glucose4')
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


def next_by_sat(
    clues: Clues, edges: EdgeMap, solver: SatSolver, conflicts: int
) -> tuple[Solution | None, bool | None]:
    """Return a solution that the solver's clauses allow, and the solver's last answer.

    Parameters
    ----------
    solver : SatSolver
        Holds an encoding of ``clues`` over ``edges``; gets the lazy clauses that models break.
    conflicts : int
        Most conflicts that the solver may have spent when this returns, since it was made.
    """
    return next_solution(solver, partial(read_lazily, clues, edges), conflicts)


def read_lazily(
    clues: Clues, edges: EdgeMap, model: NDArray[np.bool_]
) -> tuple[Solution, list[list[int]]]:
    """Return what a model says, and the lazy clauses that it breaks.

    These forbid closed loops, where the rule does not let them be taken out, and what breaks
    no-uturn or no-touch.
    """
    solution, loops = read_model(clues, edges, model)
    broken = [] if clues.rule == "free" else [loop_clause(loop) for loop in loops]
    if clues.rule in STRICT:
        broken += strict_clauses(clues, edges, solution)
    return solution, broken


def strict_clauses(clues: Clues, edges: EdgeMap, solution: Solution) -> list[list[int]]:
    """Return what forbids the segments of a solution's lines that break no-uturn or no-touch.

    Each has an edge off: with all on, its ends touch, or it owns a block, whatever else there is.
    """
    cols = clues.cols
    found = []
    for path in solution.paths:
        at = {cell: place for place, cell in enumerate(path)}
        for cell in path:
            right = cell + 1 if (cell + 1) % cols else -1
            groups: list[tuple[int, ...]] = [(cell, right, cell + cols, right + cols)]
            if clues.rule == "no-touch":
                groups = [(cell, right), (cell, cell + cols)]
            for group in groups:
                places = sorted(at.get(other, -1) for other in group)
                if places[0] >= 0 and places[-1] - places[0] > 1:
                    segment = Solution((path[places[0] : places[-1] + 1],))
                    found.append(differs_from(edges, segment))
    return found


def first_without_touching(clues: Clues, conflicts: int, name: str) -> Solution | None:
    """Return a solution under ``free`` or ``cover`` that keeps no-touch too, None if none is found.

    Not finding one says nothing, and small boards are not asked.
    """
    if clues.rule in STRICT or clues.rows * clues.cols < LEAST_CELLS_GUESSED:
        return None
    posed = with_rule(clues, "no-touch")
    encoding = encode_plain(posed, is_lazy=True)
    with SatSolver(name, encoding.clauses) as solver:
        return next_by_sat(posed, encoding.edges, solver, conflicts)[0]


def is_only(clues: Clues, known: Solution, conflicts: int, name: str) -> bool:
    """Return whether the lemmas say that no solution but the known one exists, under any rule.

    They do so where the known one covers the board without touching itself and nothing else solves
    the puzzle under ``free``; False says nothing.
    """
    posed = with_rule(clues, "free")
    if not suits_normal_form(posed, known):
        return False
    encode = partial(encode_plain, posed)
    _, answer, _ = second_in_normal_form(posed, known, encode, name, conflicts)
    return answer is False


def second_in_normal_form(
    clues: Clues, known: Solution, encode: Callable[[], Encoding], name: str, conflicts: int
) -> tuple[Solution | None, bool | None, int]:
    """Return a solution other than the known one, the solver's last word, and its conflicts.

    Parameters
    ----------
    clues : Clues
        Posed under ``free``, and `suits_normal_form` holds for ``known``.
    encode : function to Encoding
        Gives the plain encoding of ``clues``; not asked for boards refuted by windows.
    """
    if len(clues.numbers) >= LEAST_CELLS_WINDOWED:
        found = refute_from_sides(clues, known, name, conflicts)
        return found.other, found.answer, found.conflicts
    encoding = encode()
    ends = frozenset(cell for pair in clues.ends() for cell in pair)
    with SatSolver(name, encoding.clauses) as solver:
        solver.add_clauses(normal_form_clauses(encoding.edges, ends))
        solver.add_clause(differs_from(encoding.edges, known))
        return *next_by_sat(clues, encoding.edges, solver, conflicts), solver.conflicts
