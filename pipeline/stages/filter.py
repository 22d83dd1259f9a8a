"""Filter: records to records with a verdict. What is not unique is rejected, with its witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.kinds.capabilities import with_rule
from pipeline.kinds.interface import AnyKind, Budget
from pipeline.model import Record, Status, Verdict
from pipeline.stages.mapping import Mapper, serial
from pipeline.store.files import open_atomic
from pipeline.store.jsonl import dump_record

DEFAULT_BUDGET: Final = Budget(nodes=2_000_000, conflicts=400_000)
"""Steps for one puzzle. Whoever changes it changes verdicts: raise the kind's version too."""

ACCEPTED: Final = frozenset({Status.UNIQUE, Status.NOT_APPLICABLE})
"""Verdicts with which a puzzle may be printed."""


def filter_records(
    records: Iterable[Record],
    rule: str | None = None,
    budget: Budget = DEFAULT_BUDGET,
    mapper: Mapper = serial,
) -> Iterator[Record]:
    """Yield each record with its verdict, in order; with ``rule`` it is posed under that rule.

    The record of a puzzle found solvable leaves with its solution, also when it came without.
    """
    return mapper(partial(_prove_one, rule=rule, budget=budget), records)


def is_accepted(record: Record) -> bool:
    """Say whether the verdict lets the puzzle be printed."""
    return record.verdict.status in ACCEPTED


def keep_accepted(
    records: Iterable[Record], rejected: str | None, tally: Counter[str]
) -> Iterator[Record]:
    """Yield the records that may be printed and write the others to a file, if one is named.

    Parameters
    ----------
    records : iterable of Record
        With their verdicts.
    rejected : str or None
        File for the others.
    tally : Counter
        Counts the verdicts, in place.
    """
    with nullcontext() if rejected is None else open_atomic(rejected) as stream:
        for record in records:
            tally[str(record.verdict.status)] += 1
            if is_accepted(record):
                yield record
            elif stream is not None:
                stream.write(f"{dump_record(record)}\n".encode())


def _prove_one(record: Record, rule: str | None, budget: Budget) -> Record:
    kind = get_kind(record.kind)
    clues = with_rule(kind, kind.decode(record.puzzle), rule)
    hint = right_solution(kind, clues, record, budget)
    verdict = find_verdict(kind, clues, hint, budget)
    return record.with_(
        puzzle=kind.encode(clues),
        solution=None if hint is None else kind.encode_solution(hint),
        verdict=verdict,
        grade=None,  # a grade belongs to the puzzle as posed; filtering may have changed the rule
    )


def find_verdict(kind: AnyKind, clues: Any, hint: Any, budget: Budget) -> Verdict:
    """Return the verdict on clues: of a proof where the kind asks for a single solution.

    Elsewhere a puzzle with a right solution is not-applicable, and one without is solved.

    Parameters
    ----------
    hint
        A solution believed right, or None.
    """
    if kind.uniqueness is not None:
        return kind.uniqueness.prove(clues, hint, budget)
    if hint is not None and not kind.check(clues, hint):
        return Verdict(Status.NOT_APPLICABLE, None, "rules", kind.version)
    found = kind.solve(clues, 1, budget, kind.solvers[0])
    if found.solutions:
        return Verdict(Status.NOT_APPLICABLE, None, found.method, kind.version)
    status = Status.UNSOLVABLE if found.is_complete else Status.UNDECIDED
    return Verdict(status, None, found.method, kind.version)


def right_solution(kind: AnyKind, clues: Any, record: Record, budget: Budget) -> Any:
    """Return a solution of the clues: the record's own where it is right, else one searched for.

    None where there is none, or none was found within the budget.
    """
    if record.solution is not None:
        own = kind.decode_solution(clues, record.solution)
        if not kind.check(clues, own):
            return own
    found = kind.solve(clues, 1, budget, kind.solvers[0])
    return found.solutions[0] if found.solutions else None
