"""Verify: every field of a record that claims something, held against the rules and proved again.

Solution, verdict (rule, status, witness, profile of rules), grade, and that ids name one puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

from pipeline.kinds.interface import Budget, rule_of
from pipeline.model import (
    ConfigError,
    Confirmed,
    Grade,
    Json,
    Record,
    Status,
    Verdict,
    canonical_json,
)
from pipeline.stages.filter import argue, is_accepted
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.proofs import proof_problems
from pipeline.stages.puzzle import (
    NO_LIMITS,
    Puzzle,
    StepLimits,
    confirmation,
    duplicate_key,
    engines_of,
    find_verdict,
    known_engines,
    read_puzzle,
)
from pipeline.stages.rule_profile import profile_problems
from pipeline.stages.solve import count_problems


@dataclass(frozen=True, slots=True)
class Finding:
    """What `verify_records` found of one record: ``problems`` is empty where all is well.

    ``notes`` say what was not checked, or is worth knowing; ``key`` is equal for two records of
    one puzzle.
    """

    record: Record
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    key: str = ""


def verify_records(
    records: Iterable[Record],
    limits: StepLimits = NO_LIMITS,
    mapper: Mapper = serial,
    proofs: Path | None = None,
) -> Iterator[Finding]:
    """Yield a finding for each record, in order; with ``proofs`` on its proof in that folder too.

    `ConfigError` if there is no such folder.
    """
    if proofs is not None and not proofs.is_dir():
        raise ConfigError(
            f"{proofs}: expected a folder of proofs, found none; write them with filter --proof"
        )
    return _told_apart(mapper(partial(verify_record, limits=limits, proofs=proofs), records))


def _told_apart(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings with what is wrong between records: one id for two puzzles, one puzzle twice.

    A puzzle that stands twice under other ids is a note: a collection may hold it.
    """
    key_of: dict[str, str] = {}
    first: dict[str, str] = {}
    for finding in findings:
        name = finding.record.id
        if key_of.setdefault(name, finding.key) != finding.key:
            said = "the id names another puzzle of the file, too"
            yield replace(finding, problems=(*finding.problems, said))
        elif finding.key in first:
            said = f"the same puzzle as {first[finding.key]}, perhaps turned or relabelled"
            yield replace(finding, notes=(*finding.notes, said))
        else:
            yield finding
        first.setdefault(finding.key, name)


def require_true(
    records: Iterable[Record], mapper: Mapper = serial, limits: StepLimits = NO_LIMITS
) -> None:
    """Prove and grade again what a record of unknown making claims, before it is printed.

    `ConfigError` if something does not hold, or is of a version that cannot be compared.
    """
    for finding in mapper(partial(verify_record, limits=limits), records):
        unsure = (said for said in finding.notes if "not compared" in said)
        for said in (*finding.problems, *unsure):
            raise ConfigError(
                f"record {finding.record.id}: {said}; run puzzlepress filter and grade again"
            )


def verify_record(record: Record, limits: StepLimits, proofs: Path | None = None) -> Finding:
    """Return what is found of one record by itself."""
    puzzle = read_puzzle(record)
    kind, clues, known = puzzle.kind, puzzle.clues, puzzle.solution
    problems: list[str] = []
    if known is None:
        problems.append("no solution in the record; solve it first")
    elif broken := kind.check(clues, known):
        problems.extend(f"the solution breaks {one.code}: {one.message}" for one in broken)
        known = None
    # A right solution shortens the proof; that there is no other is still shown in full.
    verdict = find_verdict(kind, clues, known, limits.budget(kind))
    if verdict.status not in (Status.UNIQUE, Status.NOT_APPLICABLE):
        problems.append(f"proved again: {verdict.status} under {verdict.rule}, expected unique")
    problems.extend(verdict_problems(puzzle))
    notes: list[str] = []
    budget = limits.budget(kind)
    _compare_verdicts(puzzle, verdict, budget, problems, notes)
    problems.extend(count_problems(puzzle, budget))
    if known is not None:
        problems.extend(profile_problems(puzzle, limits))
        _judge_length(puzzle, problems, notes)
        _compare_grades(puzzle, problems, notes)
        if proofs is not None and verdict.status is not Status.NOT_APPLICABLE:
            problems.extend(proof_problems(record, proofs))
    return Finding(record, tuple(problems), tuple(notes), duplicate_key(kind, clues))


def verdict_problems(puzzle: Puzzle) -> tuple[str, ...]:
    """Return what is wrong with a record's own verdict, as far as it shows without a proof."""
    kind, verdict = puzzle.kind, puzzle.record.verdict
    if verdict.status is Status.UNCHECKED:
        bare = replace(verdict, extra={}) == Verdict()
        return () if bare else ("an unchecked verdict that claims something",)
    problems = []
    if not is_accepted(puzzle.record):
        problems.append(f"the record's own verdict is {verdict.status}")
    posed = rule_of(kind, puzzle.clues)
    if verdict.rule != posed:
        problems.append(
            f"the verdict holds under {verdict.rule}, the puzzle is posed under {posed}"
        )
    if is_accepted(puzzle.record) and (
        (verdict.status is Status.NOT_APPLICABLE) != (kind.uniqueness is None)
    ):
        problems.append(f"the verdict {verdict.status} is none that {kind.id} gives")
    if verdict.confirmed is not None and verdict.confirmed != confirmation(kind, verdict):
        problems.append(f"confirmed {verdict.confirmed} is more than {verdict.method} says")
    if verdict.status is not Status.MULTIPLE and verdict.witness is not None:
        problems.append(f"a second solution beside the verdict {verdict.status}")
    return tuple(problems)


def _judge_length(puzzle: Puzzle, problems: list[str], notes: list[str]) -> None:
    """Add what is wrong with the claim that no solution has fewer moves, or what is not known."""
    shortest, solution = puzzle.kind.shortest, puzzle.solution
    if shortest is None:
        return
    best = shortest.find_shorter(puzzle.clues, solution)
    claimed, least = shortest.count_moves(solution), shortest.count_moves(best)
    if least < claimed:
        said = f"the solution has {claimed} moves, and {least} suffice"
        (problems if shortest.is_proved(solution) else notes).append(f"{said}; grade it anew")
    elif not shortest.is_proved(best):
        said = f"that {claimed} moves are the fewest is not proved"
        (problems if shortest.is_proved(solution) else notes).append(said)


def _compare_verdicts(
    puzzle: Puzzle, again: Verdict, budget: Budget, problems: list[str], notes: list[str]
) -> None:
    """Add what a verdict claims of its making and does not hold, or why it was not compared."""
    said = puzzle.record.verdict
    if said.status is Status.UNCHECKED or said.status != again.status:
        return
    if said.version not in (None, again.version):
        notes.append(
            f"the verdict is of version {said.version}, the present one of {again.version}: "
            "how it was reached is not compared; prove it anew"
        )
        return
    if said.confirmed is Confirmed.ARGUMENT:
        again = argue(puzzle, again, budget)
    strange = set(engines_of(said)) - set(engines_of(again)) - known_engines(puzzle.kind) - {""}
    if strange and puzzle.kind.uniqueness is not None:
        problems.append(f"the verdict names {sorted(strange)[0]!r}, which is no engine of ours")
    ranks = [None, *Confirmed]
    if ranks.index(said.confirmed) > ranks.index(again.confirmed):
        problems.append(f"the verdict is confirmed by {said.confirmed}, proved again by "
                        f"{again.confirmed}")  # fmt: skip


def _compare_grades(puzzle: Puzzle, problems: list[str], notes: list[str]) -> None:
    """Add what is wrong with a record's grade, or why it was not compared."""
    recorded = puzzle.record.grade
    if recorded is None:
        return
    again = puzzle.kind.grade(puzzle.clues, puzzle.solution)
    if (recorded.method, recorded.version) != (again.method, again.version):
        notes.append(
            f"the grade is of {recorded.method} {recorded.version}, the present one of "
            f"{again.method} {again.version}: not compared; grade it anew"
        )
        return
    claimed, expected = _claims(recorded), _claims(again)
    for name, found in claimed.items():
        if name not in expected:
            notes.append(f"the grade says {name}, which no grade made anew does: not compared")
        elif found != expected[name]:
            problems.append(f"the grade says {name} {found}, graded again it is {expected[name]}")


def _claims(grade: Grade) -> dict[str, Json]:
    """Return all that a grade says, by name, in the form of JSON."""
    said = {one.name: getattr(grade, one.name) for one in fields(grade) if one.name != "extra"}
    extra: dict[str, Json] = json.loads(canonical_json(dict(grade.extra)))
    return {**said, **extra}
