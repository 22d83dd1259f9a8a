"""Whether proofs by clauses hold where there is one solution, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.kinds.interface import AnyKind, Refutation
from pipeline.kinds.kit.proving.refutation import RefutationTask
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import check_proof
from pipeline.solvers.sat import SatSolver
from pipeline.stages.check_kind.boards import BUDGET, Board, posed_boards


def check_proofs(kind: AnyKind) -> Iterator[str]:
    """Yield boards whose clauses have other solutions than the board, or describe no variables."""
    if kind.refutation is None:
        return
    for board in posed_boards(kind):
        yield from _dimacs(kind, kind.refutation, board)
        solutions = kind.solve(board.clues, 2, BUDGET, kind.solvers[0]).solutions
        if not solutions:
            continue
        task = kind.refutation.task(board.clues, solutions[0])
        clauses = [*task.encoding, task.difference]
        refuted = refute(clauses, task.find_lazy_clauses, BUDGET.conflicts)
        if (refuted.steps is not None) != (len(solutions) == 1):
            yield f"{board.name}: expected a proof for one solution alone, found {len(solutions)}"
        if not all(map(task.is_lazy_clause, refuted.lazy_clauses)):
            yield f"{board.name}: expected lazy clauses that follow from a rule; see is_lazy_clause"
        proved = [*clauses, *refuted.lazy_clauses]
        if refuted.steps is not None and check_proof(proved, refuted.steps) is not None:
            yield f"{board.name}: expected a proof that a checker accepts, found a wrong one"
        yield from _task(board, task)


def _task(board: Board, task: RefutationTask) -> Iterator[str]:
    """Yield variables that a task does not have, and clauses that it takes for a rule."""
    used = {abs(literal) for clause in (*task.encoding, task.difference) for literal in clause}
    if not used <= {*range(1, task.variables + 1)}:
        yield f"{board.name}: expected variables from 1 to {task.variables}, found others"
    # Some readers part clauses at " 0", also in comments.
    if not task.about or any("\n" in line or " 0" in line for line in task.about):
        yield f'{board.name}: expected lines about variables without " 0"; see about'
    if not task.lazy_clause_name:
        yield f"{board.name}: expected a name for lazy clauses; see lazy_clause_name"
    # The known solution makes each literal of the difference false.
    for clause in (task.difference, (), (task.variables + 1,), *((x,) for x in task.difference)):
        if task.is_lazy_clause(clause):
            yield f"{board.name}: expected no lazy clause that a solution breaks, found {clause}"


def _dimacs(kind: AnyKind, refutation: Refutation[object, object], board: Board) -> Iterator[str]:
    """Yield that a DIMACS file is malformed, or has a solution where the board has none."""
    lines = [*refutation.dimacs(board.clues)]
    if lines != [*refutation.dimacs(board.clues)]:
        yield f"{board.name}: expected equal DIMACS of equal boards; see dimacs"
    if not any(line.startswith("c ") for line in lines):
        yield f"{board.name}: expected comments about the variables of DIMACS; see dimacs"
    clauses = _clauses(lines)
    if clauses is None:
        yield f"{board.name}: expected DIMACS CNF with its number of clauses; see dimacs"
        return
    found = kind.solve(board.clues, 1, BUDGET, kind.solvers[0])
    with SatSolver(clauses=clauses) as solver:
        is_solved = solver.solve()
    if (found.is_complete or found.solutions) and is_solved is not bool(found.solutions):
        yield f"{board.name}: expected DIMACS with the solutions of the board; see dimacs"


def _clauses(lines: Sequence[str]) -> list[list[int]] | None:
    """Return the clauses of a DIMACS CNF; None if it is malformed."""
    head, *rest = (line.split() for line in lines if not line.startswith("c"))
    clauses = [[int(word) for word in line] for line in rest]
    variables = range(1, 1 + int(head[2]))
    is_right = all(
        end == 0 and literals and all(abs(literal) in variables for literal in literals)
        for *literals, end in clauses
    )
    is_right = is_right and head[:2] == ["p", "cnf"] and len(clauses) == int(head[3])
    return [literals for *literals, _ in clauses] if is_right else None
