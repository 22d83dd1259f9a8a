"""Filter: records to records with a verdict. What may not be printed goes elsewhere, with why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.model import Confirmed, Record, Status
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import DEFAULT_BUDGET, find_verdict, read_puzzle, solve_puzzle
from pipeline.store.files import open_atomic
from pipeline.store.jsonl import dump_record

ACCEPTED: Final = frozenset({Status.UNIQUE, Status.NOT_APPLICABLE})
"""Verdicts with which a puzzle may be printed."""


CONFIRMED: Final = frozenset({Confirmed.SOLVER, Confirmed.ARGUMENT})
"""What stands behind a puzzle that is confirmed."""


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


def is_confirmed(record: Record) -> bool:
    """Say whether more than one way stands behind the verdict, where it says "unique"."""
    verdict = record.verdict
    return verdict.status is not Status.UNIQUE or verdict.confirmed in CONFIRMED


def keep_accepted(
    records: Iterable[Record],
    rejected: str | None,
    tally: Counter[str],
    *,
    asks_confirmed: bool = False,
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
    asks_confirmed : bool
        Whether one way alone is not enough for "unique".
    """
    with nullcontext() if rejected is None else open_atomic(rejected, keeps_part=True) as stream:
        for record in records:
            is_good = is_accepted(record)
            name = str(record.verdict.status)
            if asks_confirmed and not is_confirmed(record):
                is_good, name = False, f"{name} but not confirmed"
            tally[name] += 1
            if is_good:
                yield record
            elif stream is not None:
                stream.write(f"{dump_record(record)}\n".encode())
                stream.flush()


def _prove_one(record: Record, rule: str | None, budget: Budget) -> Record:
    puzzle = solve_puzzle(read_puzzle(record, rule), budget)
    return puzzle.record.with_(
        verdict=find_verdict(puzzle.kind, puzzle.clues, puzzle.solution, budget),
        grade=None,  # a grade belongs to the puzzle as posed; filtering may have changed the rule
    )
