"""Filter: records to records with a verdict; rejected ones go to a separate file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.model import Confirmed, Record, Status, Verdict
from pipeline.solvers.refute import PROOF_SOLVER, is_refuted
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import (
    NO_LIMITS,
    Puzzle,
    StepLimits,
    confirmation,
    find_verdict,
    pose_by_answer,
    read_puzzle,
    solve_puzzle,
)
from pipeline.store.files import open_atomic
from pipeline.store.jsonl import dump_record

ACCEPTED: Final = frozenset({Status.UNIQUE, Status.NOT_APPLICABLE})
"""Verdicts of puzzles that may be printed."""

CONFIRMED: Final = frozenset({Confirmed.SOLVER, Confirmed.ARGUMENT})

SECOND_LOOK: Final = 4
"""If a whole budget found no solution, the proof has this part of its conflicts, since it searches
for one again. Of 520 published Numberlinks none was decided that way."""

ARGUING_CONFLICTS: Final = 100_000
"""Most conflicts for a second argument; most boards of up to 16x16 need fewer."""


def filter_records(
    records: Iterable[Record],
    rule: str | None = None,
    limits: StepLimits = NO_LIMITS,
    mapper: Mapper = serial,
    *,
    asks_confirmed: bool = False,
) -> Iterator[Record]:
    """Yield each record with its verdict, in order; with ``rule`` it is posed under that rule.

    A record without a solution gets the one found. With ``asks_confirmed`` a second argument is
    searched for (see `argue`).
    """
    prove = partial(_prove_one, rule=rule, limits=limits, asks_confirmed=asks_confirmed)
    return mapper(prove, records)


def argue(puzzle: Puzzle, verdict: Verdict, budget: Budget) -> Verdict:
    """Return the verdict, with a second argument for "unique" if one is found.

    An independent solver is given the plain encoding of the rule, without lemmas, for the board in
    normal form if the kind has one.
    """
    refutation = puzzle.kind.refutation
    if verdict.status is not Status.UNIQUE or verdict.confirmed is Confirmed.ARGUMENT:
        return verdict
    if refutation is None or puzzle.solution is None:
        return verdict
    posed = puzzle.clues, puzzle.solution
    if refutation.normal_form is not None:
        posed = refutation.normal_form(*posed)
    task = refutation.task(*posed)
    conflicts = min(budget.conflicts, ARGUING_CONFLICTS)
    clauses = [*task.encoding, task.difference]
    if not is_refuted(clauses, task.find_lazy_clauses, conflicts):
        return verdict
    longer = replace(verdict, method=f"{verdict.method}+sat:{PROOF_SOLVER}")
    return replace(longer, confirmed=confirmation(puzzle.kind, longer))


def is_accepted(record: Record) -> bool:
    """Return whether the puzzle may be printed by its verdict."""
    return record.verdict.status in ACCEPTED


def is_confirmed(record: Record) -> bool:
    """Return whether the verdict is not "unique", or has more than one proof."""
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

    The tally counts the verdicts, in place. ``asks_confirmed`` requires `is_confirmed`.
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


def _prove_one(
    record: Record, rule: str | None, limits: StepLimits, asks_confirmed: bool
) -> Record:
    posed = read_puzzle(record, rule)
    if rule is None:
        posed = pose_by_answer(posed)
    budget = limits.budget(posed.kind)
    puzzle, is_spent = solve_puzzle(posed, budget)
    if is_spent:
        budget = replace(budget, conflicts=budget.conflicts // SECOND_LOOK)
    verdict = find_verdict(puzzle.kind, puzzle.clues, puzzle.solution, budget)
    return puzzle.record.with_(
        verdict=argue(puzzle, verdict, budget) if asks_confirmed else verdict,
        grade=None,  # filtering may have changed the rule
    )
