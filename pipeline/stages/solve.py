"""Solve: records to solutions, with what the search cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from pipeline.kinds import get_kind
from pipeline.kinds.capabilities import with_rule
from pipeline.kinds.interface import AnyKind, Budget, Solved
from pipeline.model import ConfigError, Json, Record
from pipeline.stages.filter import DEFAULT_BUDGET
from pipeline.stages.mapping import Mapper, serial


@dataclass(frozen=True, slots=True)
class Answer:
    """A record and what the solver found for it."""

    record: Record
    solved: Solved[Any]

    def stats(self) -> dict[str, Json]:
        """Return the line of ``--stats``."""
        return {
            "id": self.record.id,
            "solutions": len(self.solved.solutions),
            "complete": self.solved.is_complete,
            "nodes": self.solved.steps,
            "method": self.solved.method,
            "seconds": round(self.solved.seconds, 6),
        }

    def is_impossible(self) -> bool:
        """Say whether it is proved that there is no solution."""
        return self.solved.is_complete and not self.solved.solutions


def solve_records(
    records: Iterable[Record],
    limit: int = 1,
    rule: str | None = None,
    solver: str | None = None,
    budget: Budget = DEFAULT_BUDGET,
    mapper: Mapper = serial,
) -> Iterator[Answer]:
    """Yield the answer to each record, in order, with at most ``limit`` solutions each."""
    return mapper(
        partial(_solve_one, limit=limit, rule=rule, solver=solver, budget=budget), records
    )


def _solve_one(
    record: Record, limit: int, rule: str | None, solver: str | None, budget: Budget
) -> Answer:
    kind, clues, record = pose(record, rule)
    return Answer(record, kind.solve(clues, limit, budget, require_solver(kind, solver)))


def pose(record: Record, rule: str | None) -> tuple[AnyKind, Any, Record]:
    """Return the kind of a record, its clues, and the record, posed under a rule if one is given.

    Raises
    ------
    ConfigError
        If the kind has no such rule.
    """
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    if rule is None:
        return kind, clues, record
    clues = with_rule(kind, clues, rule)
    return kind, clues, record.with_(puzzle=kind.encode(clues))


def require_solver(kind: AnyKind, solver: str | None) -> str:
    """Return the name of a solver that the kind has, its first for None.

    Raises
    ------
    ConfigError
        If it has none of that name.
    """
    name = solver or kind.solvers[0]
    if name not in kind.solvers:
        raise ConfigError(f"unknown solver {name!r}: expected one of {', '.join(kind.solvers)}")
    return name


def solved_record(answer: Answer) -> Record:
    """Return the record with its first solution filled in, or as it was where there is none."""
    if not answer.solved.solutions:
        return answer.record
    kind = get_kind(answer.record.kind)
    return answer.record.with_(solution=kind.encode_solution(answer.solved.solutions[0]))


def solution_text(answer: Answer, form: str | None, is_coloured: bool) -> str:
    """Return the solutions of an answer in a printed form, or ``IMPOSSIBLE``, or ``UNDECIDED``.

    The form None is the first that the kind has.

    Raises
    ------
    ConfigError
        If the kind has no such form.
    """
    kind = get_kind(answer.record.kind)
    if form is None:
        form = next(iter(kind.texts))
    if form not in kind.texts:
        raise ConfigError(f"unknown form {form!r}: expected json or one of {', '.join(kind.texts)}")
    if not answer.solved.solutions:
        return "IMPOSSIBLE\n" if answer.solved.is_complete else "UNDECIDED\n"
    clues = kind.decode(answer.record.puzzle)
    write = kind.texts[form]
    return "\n".join(write(clues, solution, is_coloured) for solution in answer.solved.solutions)
