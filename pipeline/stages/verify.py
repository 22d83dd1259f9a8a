"""Verify: check the claims of records against the rules, and prove and grade them again.

These are solution, verdict (rule, status, witness, rule profile), grade and unique ids; on
request, the puzzle as made from its seed.
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
    PuzzleFormatError,
    Record,
    Status,
    Verdict,
    canonical_json,
)
from pipeline.stages.filter import ACCEPTED, argue, is_accepted, profile_problems
from pipeline.stages.grade import NOTE, QUALITY
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
from pipeline.stages.remake import compare_remade
from pipeline.stages.solve import count_problems


@dataclass(frozen=True, slots=True)
class Finding:
    """The problems of a record; ``notes`` are unchecked claims, ``key`` identifies the puzzle."""

    record: Record
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    key: str = ""


def verify_records(
    records: Iterable[Record],
    limits: StepLimits = NO_LIMITS,
    mapper: Mapper = serial,
    proofs: Path | None = None,
    remakes: bool = False,
) -> Iterator[Finding]:
    """Yield a finding for each record, in order, with its proof in the folder ``proofs`` if given.

    ``remakes``: make each puzzle again from its seed and index, and compare. Raise `ConfigError`
    if there is no such folder.
    """
    if proofs is not None and not proofs.is_dir():
        raise ConfigError(
            f"{proofs}: expected a folder of proofs, found none; write them with filter --proof"
        )
    work = partial(verify_record, limits=limits, proofs=proofs, remakes=remakes)
    return _compare_ids(mapper(work, records))


def _compare_ids(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings, with a problem for an id of two puzzles and a note on duplicates."""
    key_of: dict[str, str] = {}
    first: dict[str, str] = {}
    for finding in findings:
        name = finding.record.id
        if key_of.setdefault(name, finding.key) != finding.key:
            problem = "another puzzle of the file has the same id"
            yield replace(finding, problems=(*finding.problems, problem))
        elif finding.key in first:
            note = f"the same puzzle as {first[finding.key]}, perhaps turned or relabelled"
            yield replace(finding, notes=(*finding.notes, note))
        else:
            yield finding
        first.setdefault(finding.key, name)


def require_true(
    records: Iterable[Record], mapper: Mapper = serial, limits: StepLimits = NO_LIMITS
) -> None:
    """Prove and grade records of unknown origin again.

    Raise `ConfigError` if a claim is wrong, or of a version that cannot be compared.
    """
    for finding in mapper(partial(verify_record, limits=limits), records):
        unsure = (note for note in finding.notes if "not compared" in note)
        for problem in (*finding.problems, *unsure):
            raise ConfigError(
                f"record {finding.record.id}: {problem}; run puzzlepress filter and grade again"
            )


def verify_record(
    record: Record, limits: StepLimits, proofs: Path | None = None, remakes: bool = False
) -> Finding:
    """Return the finding of one record by itself."""
    puzzle = read_puzzle(record)
    kind, clues, known = puzzle.kind, puzzle.clues, puzzle.solution
    problems: list[str] = []
    if known is None:
        problems.append("no solution in the record; solve it first")
    elif broken := kind.check(clues, known):
        problems.extend(f"the solution breaks {one.code}: {one.message}" for one in broken)
        known = None
    # A right solution shortens the proof, which is still complete.
    verdict = find_verdict(kind, clues, known, limits.budget(kind))
    if verdict.status not in ACCEPTED:
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
        problems.extend(_extra_problems(puzzle, verdict.status))
        if proofs is not None and verdict.status is not Status.NOT_APPLICABLE:
            problems.extend(proof_problems(record, proofs))
    if remakes:
        wrong, unchecked = compare_remade(puzzle)
        problems, notes = problems + wrong, notes + unchecked
    return Finding(record, tuple(problems), tuple(notes), duplicate_key(kind, clues))


def verdict_problems(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the problems of the verdict of a record that show without a proof."""
    kind, verdict = puzzle.kind, puzzle.record.verdict
    if verdict.status is Status.UNCHECKED:
        bare = replace(verdict, extra={}) == Verdict()
        return () if bare else ("an unchecked verdict with claims",)
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
        problems.append(f"{kind.id} has no verdict {verdict.status}")
    if verdict.confirmed is not None and verdict.confirmed != confirmation(kind, verdict):
        problems.append(f"confirmed {verdict.confirmed} does not follow from {verdict.method}")
    if verdict.status is not Status.MULTIPLE and verdict.witness is not None:
        problems.append(f"a second solution with the verdict {verdict.status}")
    return tuple(problems)


def _judge_length(puzzle: Puzzle, problems: list[str], notes: list[str]) -> None:
    """Add a problem or note if a solution with fewer moves exists or is possible."""
    shortest, solution = puzzle.kind.shortest, puzzle.solution
    if shortest is None:
        return
    best = shortest.find_shorter(puzzle.clues, solution)
    claimed, least = shortest.count_moves(solution), shortest.count_moves(best)
    if least < claimed:
        message = f"the solution has {claimed} moves, and {least} suffice; grade it again"
    elif not shortest.is_proved(best):
        message = f"that {claimed} moves are the fewest is not proved"
    else:
        return
    (problems if shortest.is_proved(solution) else notes).append(message)


def _compare_verdicts(
    puzzle: Puzzle, again: Verdict, budget: Budget, problems: list[str], notes: list[str]
) -> None:
    """Add the wrong claims of a verdict on its method, or why they were not compared."""
    verdict = puzzle.record.verdict
    if verdict.status is Status.UNCHECKED or verdict.status != again.status:
        return
    if verdict.version not in (None, again.version):
        notes.append(
            f"the verdict is of version {verdict.version}, the current version is {again.version}: "
            "methods are not compared; prove it again"
        )
        return
    if verdict.confirmed is Confirmed.ARGUMENT:
        again = argue(puzzle, again, budget)
    strange = set(engines_of(verdict)) - set(engines_of(again)) - known_engines(puzzle.kind) - {""}
    if strange and puzzle.kind.uniqueness is not None:
        problems.append(f"the verdict has an unknown engine, {min(strange)!r}")
    ranks = [None, *Confirmed]
    if ranks.index(verdict.confirmed) > ranks.index(again.confirmed):
        problems.append(f"the verdict is confirmed by {verdict.confirmed}, proved again by "
                        f"{again.confirmed}")  # fmt: skip


def _compare_grades(puzzle: Puzzle, problems: list[str], notes: list[str]) -> None:
    """Add the wrong values of a grade, or why it was not compared."""
    recorded = puzzle.record.grade
    if recorded is None:
        return
    again = puzzle.kind.grade(puzzle.clues, puzzle.solution)
    if (recorded.method, recorded.version) != (again.method, again.version):
        notes.append(
            f"the grade is of {recorded.method} {recorded.version}, the current one of "
            f"{again.method} {again.version}: not compared; grade it again"
        )
        return
    claimed, expected = _claims(recorded), _claims(again)
    for name, found in claimed.items():
        if name not in expected:
            notes.append(f"the grade has {name}, which a new grade has not: not compared")
        elif found != expected[name]:
            problems.append(f"the grade has {name} {found}, graded again it is {expected[name]}")


def _extra_problems(puzzle: Puzzle, status: Status) -> Iterator[str]:
    """Yield the wrong claims of quality, `NOTE` and published answer; ``status`` is proved."""
    kind, record = puzzle.kind, puzzle.record
    claimed = record.extra.get(QUALITY)
    if claimed is not None:
        quality = kind.quality
        made = dict(quality.measure(puzzle.clues, puzzle.solution)) if quality else None
        if canonical_json(claimed) != canonical_json(made):
            yield f"the record has other measures of {QUALITY} than a new grade"
    is_proved = status in (Status.UNIQUE, Status.NOT_APPLICABLE)
    if NOTE in record.extra and is_proved and record.verdict.status is status:
        yield f"the record has a {NOTE}, {record.extra[NOTE]!r}, which a new grade has not"
    published = record.origin.get("published")
    if published is None:
        return
    try:
        answer = kind.decode_solution(puzzle.clues, published)
    except PuzzleFormatError as error:
        yield f"the published answer cannot be read: {error.message}"
        return
    is_other = kind.encode_solution(answer) != kind.encode_solution(puzzle.solution)
    if status is Status.UNIQUE and is_other and not kind.check(puzzle.clues, answer):
        yield "the published answer is right, and not the only solution"


def _claims(grade: Grade) -> dict[str, Json]:
    """Return all fields of a grade by name, as JSON."""
    own = {one.name: getattr(grade, one.name) for one in fields(grade) if one.name != "extra"}
    extra: dict[str, Json] = json.loads(canonical_json(dict(grade.extra)))
    return {**own, **extra}
