"""Filter: records to records with a verdict. What may not be printed goes elsewhere, with why."""

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
    look_for_solution,
    pose_by_answer,
    read_puzzle,
)
from pipeline.store.files import open_atomic
from pipeline.store.jsonl import dump_record

ACCEPTED: Final = frozenset({Status.UNIQUE, Status.NOT_APPLICABLE})
"""Verdicts with which a puzzle may be printed."""


CONFIRMED: Final = frozenset({Confirmed.SOLVER, Confirmed.ARGUMENT})
"""What stands behind a puzzle that is confirmed."""

SECOND_LOOK: Final = 4
"""Where a whole budget showed no solution, the proof has this part of its conflicts: it would look
for one again. Of 520 published Numberlink none was decided so that had none before."""

ARGUING_CONFLICTS: Final = 100_000
"""Conflicts that another argument may cost: most boards of up to 16x16 take less."""


def filter_records(
    records: Iterable[Record],
    rule: str | None = None,
    limits: StepLimits = NO_LIMITS,
    mapper: Mapper = serial,
    *,
    asks_confirmed: bool = False,
) -> Iterator[Record]:
    """Yield each record with its verdict, in order; with ``rule`` it is posed under that rule.

    The record of a puzzle found solvable leaves with its solution, also when it came without. With
    ``asks_confirmed`` another argument is looked for where the verdict has none: see `argue`.
    """
    prove = partial(_prove_one, rule=rule, limits=limits, asks_confirmed=asks_confirmed)
    return mapper(prove, records)


def argue(puzzle: Puzzle, verdict: Verdict, budget: Budget) -> Verdict:
    """Return the verdict, with another argument behind "unique" if one can be had.

    The rule in its plain encoding, without a lemma, is given to a solver of another make, for the
    board in normal form where its kind has one.
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
    """Return whether the verdict lets the puzzle be printed."""
    return record.verdict.status in ACCEPTED


def is_confirmed(record: Record) -> bool:
    """Return whether more than one way stands behind the verdict, where it says "unique"."""
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

    The tally counts the verdicts, in place. With ``asks_confirmed`` one way alone is not enough for
    "unique".
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
    puzzle, is_spent = look_for_solution(posed, budget)
    if is_spent:
        budget = replace(budget, conflicts=budget.conflicts // SECOND_LOOK)
    verdict = find_verdict(puzzle.kind, puzzle.clues, puzzle.solution, budget)
    return puzzle.record.with_(
        verdict=argue(puzzle, verdict, budget) if asks_confirmed else verdict,
        grade=None,  # a grade belongs to the puzzle as posed; filtering may have changed the rule
    )
