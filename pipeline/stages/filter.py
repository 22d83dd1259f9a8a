"""Prove uniqueness: verdicts of records, second arguments, and profiles under all rules.

A rule is *weaker* than another if it permits every solution of the other. What is unique under a
rule is unique or unsolvable under a stronger one, and two solutions are two under every weaker one,
so only other rules are proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from pipeline.kinds.interface import AnyKind, Budget, Variants, require, under_rule, with_rule
from pipeline.model import (
    ConfigError,
    Confirmed,
    JsonObject,
    PuzzleFormatError,
    Record,
    Status,
    Verdict,
)
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

ACCEPTED: Final = frozenset({Status.UNIQUE, Status.NOT_APPLICABLE})  # Verdicts that may be printed

CONFIRMED: Final = frozenset({Confirmed.SOLVER, Confirmed.ARGUMENT})

SECOND_LOOK: Final = 4
"""If a whole budget found no solution, the proof has this part of its conflicts, since it searches
for one again. Of 520 published Numberlinks none was decided that way."""

ARGUING_CONFLICTS: Final = 100_000  # For a second argument; most boards to 16x16 need fewer


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
    prove_one = partial(_prove_one, rule=rule, limits=limits, asks_confirmed=asks_confirmed)
    return mapper(prove_one, records)


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


def prove(
    puzzle: Puzzle, limits: StepLimits = NO_LIMITS, *, asks_confirmed: bool = False
) -> Puzzle:
    """Return a puzzle with its verdict, without a grade, and with the solution found."""
    budget = limits.budget(puzzle.kind)
    puzzle, is_spent = solve_puzzle(puzzle, budget)
    if is_spent:
        budget = replace(budget, conflicts=budget.conflicts // SECOND_LOOK)
    verdict = find_verdict(puzzle.kind, puzzle.clues, puzzle.solution, budget)
    verdict = argue(puzzle, verdict, budget) if asks_confirmed else verdict
    return puzzle.with_(verdict=verdict, grade=None)


def _prove_one(
    record: Record, rule: str | None, limits: StepLimits, asks_confirmed: bool
) -> Record:
    posed = read_puzzle(record, rule)
    posed = pose_by_answer(posed) if rule is None else posed
    return prove(posed, limits, asks_confirmed=asks_confirmed).record


NODES_SHARE: Final = 200
CONFLICTS_SHARE: Final = 10  # Divisor for other rules, since undecidable ones take minutes
LEAST: Final = 1_000  # Fewest steps for another rule, enough for an easy board


@dataclass(frozen=True, slots=True)
class _Entry:
    """The result under one rule; ``solution`` and ``witness`` are decoded."""

    status: Status
    method: str | None
    version: int | None
    solution: Any
    witness: Any


def add_rule_profiles(
    records: Iterable[Record], limits: StepLimits = NO_LIMITS, mapper: Mapper = serial
) -> Iterator[Record]:
    """Yield each proved record with ``rule_profile`` in its verdict, in order.

    Records of kinds that do not require a single solution are passed through.
    """
    return mapper(partial(_add_one, limits=limits), records)


def profile_problems(puzzle: Puzzle, limits: StepLimits) -> tuple[str, ...]:
    """Return how the rule profile of a record differs from a new one; empty without one.

    Its second solutions may be others than those found now, but must be right.
    """
    recorded = puzzle.record.verdict.extra.get("rule_profile")
    if recorded is None:
        return ()
    bare = replace(puzzle.record.verdict, extra={})
    again = _add_one(puzzle.record.with_(verdict=bare), limits).verdict.extra.get("rule_profile")
    if again is None:
        return ("a rule profile, which a puzzle of this kind and verdict does not have",)
    problems = []
    try:
        statuses = {entry["rule"]: entry["status"] for entry in recorded["rules"]}
        proved = {entry["rule"]: entry["status"] for entry in again["rules"]}
        problems = [
            f"the rule profile says {statuses.get(rule)} under {rule}, proved again it is {status}"
            for rule, status in proved.items()
            if statuses.get(rule) != status
        ]
        if not problems and (recorded["strongest"] != again["strongest"] or statuses != proved):
            problems = ["the rule profile names other strongest rules than those it proves"]
        for entry in recorded["rules"]:
            if entry["witness"] is not None and not _is_second(puzzle, entry):
                problems.append(f"the second solution under {entry['rule']} is none")
    except (KeyError, TypeError, PuzzleFormatError, ConfigError):
        return ("the rule profile is not in its form",)
    return tuple(problems)


def _is_second(puzzle: Puzzle, entry: JsonObject) -> bool:
    kind = puzzle.kind
    posed = with_rule(kind, puzzle.clues, entry["rule"])
    witness = kind.decode_solution(posed, entry["witness"])
    first = entry.get("solution")
    known = puzzle.solution if first is None else kind.decode_solution(posed, first)
    return not kind.check(posed, witness) and witness != known


def count_strongest(records: Iterable[Record], tally: Counter[str]) -> Iterator[Record]:
    """Yield the records, and count the strongest rules under which they are unique."""
    for record in records:
        profile = record.verdict.extra.get("rule_profile")
        if profile is not None:
            tally[" and ".join(profile["strongest"]) or "under no rule"] += 1
        yield record


def from_weakest(variants: Variants[Any]) -> tuple[str, ...]:
    """Return the rules of a kind, each after every weaker one."""

    def weaker(rule: str) -> int:
        return sum(variants.is_weaker_than(other, rule) for other in variants.rules)

    return tuple(sorted(variants.rules, key=weaker))


def _add_one(record: Record, limits: StepLimits) -> Record:
    verdict = record.verdict
    if verdict.status in (Status.NOT_APPLICABLE, Status.UNCHECKED) or verdict.rule is None:
        return record
    puzzle = read_puzzle(record)
    kind, answer = puzzle.kind, puzzle.solution
    budget = limits.budget(kind)
    variants = require(kind, kind.variants, "rules to choose from")
    known = {verdict.rule: _entry(puzzle, verdict)}
    part = replace(
        budget,
        nodes=min(budget.nodes, max(budget.nodes // NODES_SHARE, LEAST)),
        conflicts=min(budget.conflicts, max(budget.conflicts // CONFLICTS_SHARE, LEAST)),
    )
    for rule in from_weakest(variants):
        clues = None if rule in known else under_rule(kind, puzzle.clues, rule)
        if clues is not None:
            posed = replace(puzzle, clues=clues)
            known[rule] = _implied(posed, rule, known) or _proved(posed, part)
    order = [rule for rule in dict.fromkeys((*from_weakest(variants), *known)) if rule in known]
    profile = {
        "strongest": _strongest(variants, known, order),
        "rules": [_to_json(kind, rule, known[rule], answer) for rule in order],
    }
    return record.with_(verdict=replace(verdict, extra={**verdict.extra, "rule_profile": profile}))


def _entry(puzzle: Puzzle, verdict: Verdict) -> _Entry:
    witness = None
    if verdict.witness is not None:
        witness = puzzle.kind.decode_solution(puzzle.clues, verdict.witness)
    return _Entry(verdict.status, verdict.method, verdict.version, puzzle.solution, witness)


def _implied(posed: Puzzle, rule: str, known: dict[str, _Entry]) -> _Entry | None:
    """Return the result that follows from other rules, None if none does."""
    kind = posed.kind
    is_weaker = require(kind, kind.variants, "rules to choose from").is_weaker_than
    for other, entry in known.items():
        method = f"implied:{other}"
        if is_weaker(other, rule) and entry.status in (Status.UNIQUE, Status.UNSOLVABLE):
            is_kept = entry.status is Status.UNIQUE and not kind.check(posed.clues, entry.solution)
            if is_kept:
                return replace(entry, method=method)
            return _Entry(Status.UNSOLVABLE, method, entry.version, None, None)
        if is_weaker(rule, other) and entry.status is Status.MULTIPLE:
            return replace(entry, method=method)
    return None


def _proved(posed: Puzzle, budget: Budget) -> _Entry:
    solved, _ = solve_puzzle(posed, budget)
    return _entry(solved, find_verdict(solved.kind, solved.clues, solved.solution, budget))


def _strongest(
    variants: Variants[Any], known: dict[str, _Entry], order: Sequence[str]
) -> Sequence[str]:
    """Return the rules of uniqueness, in an order, without a weaker rule of uniqueness."""
    unique = [rule for rule in order if known[rule].status is Status.UNIQUE]
    return [
        rule
        for rule in unique
        if not any(other != rule and variants.is_weaker_than(other, rule) for other in unique)
    ]


def _to_json(kind: AnyKind, rule: str, entry: _Entry, answer: Any) -> dict[str, Any]:
    """Return an entry as JSON, with its solution only if it differs from that of the record."""
    entry_json: dict[str, Any] = {
        "rule": rule,
        "status": str(entry.status),
        "method": entry.method,
        "version": entry.version,
        "witness": None if entry.witness is None else kind.encode_solution(entry.witness),
    }
    if entry.solution is not None and entry.solution != answer:
        entry_json["solution"] = kind.encode_solution(entry.solution)
    return entry_json
