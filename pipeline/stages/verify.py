"""Verify: the solution of each record against the rules by definition, and uniqueness again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipeline.kinds.interface import Budget
from pipeline.model import ConfigError, Record, Status
from pipeline.stages.filter import is_accepted
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.proofs import proof_problems
from pipeline.stages.puzzle import DEFAULT_BUDGET, find_verdict, read_puzzle


@dataclass(frozen=True, slots=True)
class Finding:
    """What `verify_records` found of one record: ``problems`` is empty where all is well."""

    record: Record
    problems: tuple[str, ...]


def verify_records(
    records: Iterable[Record],
    budget: Budget = DEFAULT_BUDGET,
    mapper: Mapper = serial,
    proofs: Path | None = None,
) -> Iterator[Finding]:
    """Yield a finding for each record, in order; with ``proofs`` on its proof in that folder too.

    Raises
    ------
    ConfigError
        If there is no such folder.
    """
    if proofs is not None and not proofs.is_dir():
        raise ConfigError(
            f"{proofs}: expected a folder of proofs, found none; write them with filter --proof"
        )
    return mapper(partial(_verify_one, budget=budget, proofs=proofs), records)


def _verify_one(record: Record, budget: Budget, proofs: Path | None) -> Finding:
    puzzle = read_puzzle(record)
    kind, clues, known = puzzle.kind, puzzle.clues, puzzle.solution
    problems: list[str] = []
    if known is None:
        problems.append("no solution in the record; solve it first")
    elif broken := kind.check(clues, known):
        problems.extend(f"the solution breaks {one.code}: {one.message}" for one in broken)
        known = None
    # A right solution shortens the proof; that there is no other is still shown in full.
    verdict = find_verdict(kind, clues, known, budget)
    if verdict.status not in (Status.UNIQUE, Status.NOT_APPLICABLE):
        problems.append(f"proved again: {verdict.status} under {verdict.rule}, expected unique")
    if record.verdict.status is not Status.UNCHECKED and not is_accepted(record):
        problems.append(f"the record's own verdict is {record.verdict.status}")
    if proofs is not None and known is not None and verdict.status is not Status.NOT_APPLICABLE:
        problems.extend(proof_problems(record, proofs))
    return Finding(record, tuple(problems))
