"""The Latin square as clauses: for the SAT solver, and for a DIMACS file.

Copying this kind? Yield clauses in a fixed order (a solver's steps depend on it), spell the rules
out here again instead of sharing the search's tables, and start the DIMACS file with comments
from which a stranger can read a model. Variable ``cell * side + number`` says that the number
stands in the cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from time import perf_counter

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.template.model import Clues, Solution
from pipeline.solvers.sat import SatSolver

Clause = tuple[int, ...]


def clauses(clues: Clues) -> Iterator[Clause]:
    """Yield the clauses of a puzzle: one number a cell, none twice in a line, clues as given.

    Examples
    --------
    >>> len(list(clauses(Clues(2, "latin", (1, 0, 0, 0)))))
    17
    """
    side = clues.side
    for cell in range(side * side):
        yield tuple(cell * side + number for number in range(1, side + 1))
        for one, other in combinations(range(1, side + 1), 2):
            yield -(cell * side + one), -(cell * side + other)
    for line in _lines(clues):
        for one, other in combinations(line, 2):
            for number in range(1, side + 1):
                yield -(one * side + number), -(other * side + number)
    for cell, number in enumerate(clues.numbers):
        if number:
            yield (cell * side + number,)


def solve(clues: Clues, limit: int, budget: Budget, name: str) -> Solved[Solution]:
    """Return up to ``limit`` solutions found by a SAT solver; ``nodes`` counts its conflicts."""
    solutions: list[Solution] = []
    start = perf_counter()
    with SatSolver(name, clauses(clues)) as solver:
        answer: bool | None = True
        while len(solutions) < limit:
            left = budget.conflicts - solver.conflicts
            answer = solver.solve(conflicts=left) if left > 0 else None
            if not answer:
                break
            numbers = _numbers(clues.side, [bool(value) for value in solver.model()])
            solutions.append(Solution(numbers))
            solver.add_clause(without(clues.side, numbers))
        seconds = perf_counter() - start
        return Solved(tuple(solutions), answer is False, solver.conflicts, name, seconds)


def without(side: int, numbers: tuple[int, ...]) -> Clause:
    """Return the clause that forbids one full square.

    Examples
    --------
    >>> without(2, (1, 2, 2, 1))
    (-1, -4, -6, -7)
    """
    return tuple(-(cell * side + number) for cell, number in enumerate(numbers))


def dimacs(clues: Clues) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF, led by comments that say what each variable means.

    Examples
    --------
    >>> list(dimacs(Clues(2, "latin", (1, 0, 0, 0))))[2:5]
    ['p cnf 8 17', '1 2 0', '-1 -2 0']
    """
    side = clues.side
    found = list(clauses(clues))
    yield f"c Latin square {side}x{side}, rule {clues.rule}"
    yield f"c variable (row * {side} + col) * {side} + number: number 1..{side} at 0-based row, col"
    yield f"p cnf {side**3} {len(found)}"
    for clause in found:
        yield " ".join(str(literal) for literal in (*clause, 0))


def _lines(clues: Clues) -> Iterator[list[int]]:
    side = clues.side
    for k in range(side):
        yield list(range(k * side, (k + 1) * side))
        yield list(range(k, side * side, side))
    if clues.rule == "diagonal":
        yield list(range(0, side * side, side + 1))
        yield list(range(side - 1, side * side - 1, side - 1))


def _numbers(side: int, model: list[bool]) -> tuple[int, ...]:
    return tuple(
        next(number for number in range(1, side + 1) if model[cell * side + number])
        for cell in range(side * side)
    )
