"""Solutions by the plain encoding and nothing else, for tests that hold engines against it."""

from pipeline.kinds.numberlink.encode_sat import (
    Encoding,
    add_difference,
    differs_from,
    encode_plain,
    loop_clause,
    read_model,
)
from pipeline.kinds.numberlink.model import Clues, Solution
from pipeline.solvers.sat import SatSolver


def plain_solutions(
    clues: Clues, most: int, solver_name: str, conflicts: int = 10**6
) -> tuple[Solution, ...] | None:
    """Up to ``most`` solutions; None where the budget was spent before that was known."""
    encoding = encode_plain(clues)
    found: list[Solution] = []
    with SatSolver(solver_name, encoding.clauses) as solver:
        while len(found) < most:
            left = conflicts - solver.conflicts
            answer = solver.solve(conflicts=left) if left > 0 else None
            if answer is None:
                return None
            if not answer:
                break
            solution, loops = read_model(clues, encoding.edges, solver.model())
            if loops and clues.rule != "free":
                solver.add_clauses(loop_clause(loop) for loop in loops)
                continue
            found.append(solution)
            solver.add_clause(differs_from(encoding.edges, solution))
    return tuple(found)


def add_no_touching(encoding: Encoding, clues: Clues) -> None:
    """Add to ``encoding`` that no line touches itself, unused cells apart (lemma 1)."""
    used: list[int | None] = []
    for cell, number in enumerate(clues.numbers):
        around = encoding.edges.around[cell]
        if number or not around:
            used.append(None)
            continue
        variable = encoding.new_variable()
        for edge in around:
            encoding.clauses.append([-edge - 1, variable])
        encoding.clauses.append([-variable, *(edge + 1 for edge in around)])
        used.append(variable)
    for edge, (one, other) in enumerate(encoding.edges.edges):
        unused = [-v for v in (used[one], used[other]) if v is not None]
        encoding.clauses.append([edge + 1, *unused, *add_difference(encoding, one, other)])
