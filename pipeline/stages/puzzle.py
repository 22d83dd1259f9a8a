"""Decoded records, their verdicts, and the limits of the user: shared by all stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, Budget, rule_of, with_rule
from pipeline.model import ConfigError, Confirmed, Provenance, Record, Status, Verdict, record_id
from pipeline.solvers.sat import SAT_SOLVERS


@dataclass(frozen=True, slots=True)
class StepLimits:
    """The user's limits on the steps for one puzzle, as in `Budget`; None is that of the kind."""

    nodes: int | None = None
    conflicts: int | None = None

    def budget(self, kind: AnyKind) -> Budget:
        """Return the budget for a puzzle of a kind."""
        own = kind.budget
        return Budget(
            own.nodes if self.nodes is None else self.nodes,
            own.conflicts if self.conflicts is None else self.conflicts,
        )


NO_LIMITS: Final = StepLimits()

ASSUMED: Final = "assumed"  # Field ``rule`` of an origin if nobody gave the rule


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A record with its kind, its clues as posed, and its solution or None.

    Within a process stages hand on puzzles; records are what files hold.
    """

    record: Record
    kind: AnyKind
    clues: Any
    solution: Any

    def with_(self, **changes: Any) -> Puzzle:
        """Return the puzzle with other fields of its record than board and solution."""
        return replace(self, record=self.record.with_(**changes))

    def with_solution(self, solution: Any) -> Puzzle:
        """Return the puzzle with another solution, or None."""
        encoded = None if solution is None else self.kind.encode_solution(solution)
        return replace(self, record=self.record.with_(solution=encoded), solution=solution)


def read_puzzle(
    record: Record, rule: str | None = None, settings: Mapping[str, str] = MappingProxyType({})
) -> Puzzle:
    """Return the puzzle of a record, posed under a rule if one is given.

    Raise `ConfigError` if the kind has no such rule or setting.
    """
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    if rule is not None or settings:
        clues = with_rule(kind, clues, rule, settings)
        record = record.with_(puzzle=kind.encode(clues))
    solution = None if record.solution is None else kind.decode_solution(clues, record.solution)
    return Puzzle(record, kind, clues, solution)


def new_record(kind: AnyKind, clues: Any, solution: Any, provenance: Provenance) -> Record:
    """Return the unproved record of a puzzle, with a solution or None."""
    return new_puzzle(kind, clues, solution, provenance).record


def new_puzzle(kind: AnyKind, clues: Any, solution: Any, provenance: Provenance) -> Puzzle:
    """Return an unproved puzzle with its record, with a solution or None."""
    puzzle = kind.encode(clues)
    encoded = None if solution is None else kind.encode_solution(solution)
    record = Record(
        record_id(kind.id, puzzle), kind.id, puzzle, solution=encoded, provenance=provenance
    )
    return Puzzle(record, kind, clues, solution)


def pose_by_answer(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle under a rule that its published answer satisfies.

    If the answer breaks an assumed rule, this is the strongest weaker rule under which it is right.
    The origin gets an ``answer_note`` on that, or on the broken rule if there is no such rule.
    """
    record, kind, clues = puzzle.record, puzzle.kind, puzzle.clues
    published = record.origin.get("published")
    if published is None or record.provenance is None or "answer_note" in record.origin:
        return puzzle
    answer = kind.decode_solution(clues, published)
    broken = kind.check(clues, answer)
    if not broken:
        return puzzle
    extra = dict(record.origin)
    note = f"the published answer breaks {broken[0].code}: {broken[0].message}"
    variants, own_rule = kind.variants, rule_of(kind, clues)
    if variants is not None and own_rule is not None and extra.get("rule") == ASSUMED:
        fits = [
            rule
            for rule in variants.rules
            if variants.is_weaker_than(rule, own_rule)
            and not kind.check(variants.with_rule(clues, rule), answer)
        ]
        strongest = [
            rule for rule in fits if all(variants.is_weaker_than(other, rule) for other in fits)
        ]
        if strongest:
            (rule,) = strongest
            note = f"posed under {rule}, satisfied by its published answer: under {own_rule} {note}"
            clues, extra["rule"] = variants.with_rule(clues, rule), "its answer's"
    extra["answer_note"] = note
    provenance = replace(record.provenance, extra=extra)
    record = record.with_(puzzle=kind.encode(clues), provenance=provenance)
    return replace(puzzle, record=record, clues=clues)


def solve_puzzle(puzzle: Puzzle, budget: Budget) -> tuple[Puzzle, bool]:
    """Return the puzzle with a right solution, its own or a new one, or None.

    The flag is True if the budget was used up before a solution was found.
    """
    kind = puzzle.kind
    if puzzle.solution is not None and not kind.check(puzzle.clues, puzzle.solution):
        return puzzle, False
    found = kind.solve(puzzle.clues, 1, budget, kind.solvers[0])
    first = found.solutions[0] if found.solutions else None
    return puzzle.with_solution(first), first is None and not found.is_complete


def find_verdict(kind: AnyKind, clues: Any, hint: Any, budget: Budget) -> Verdict:
    """Return the verdict on clues, by a proof if the kind requires a single solution.

    For other kinds, a puzzle with a solution is not-applicable. The hint is a probable solution or
    None.
    """
    if kind.uniqueness is not None:
        verdict = kind.uniqueness.prove(clues, hint, budget)
        return replace(verdict, confirmed=confirmation(kind, verdict))
    if hint is not None and not kind.check(clues, hint):
        return Verdict(Status.NOT_APPLICABLE, None, "rules", kind.version)
    found = kind.solve(clues, 1, budget, kind.solvers[0])
    if found.solutions:
        return Verdict(Status.NOT_APPLICABLE, None, found.method, kind.version)
    status = Status.UNSOLVABLE if found.is_complete else Status.UNDECIDED
    return Verdict(status, None, found.method, kind.version)


def confirmation(kind: AnyKind, verdict: Verdict) -> Confirmed | None:
    """Return how a verdict "unique" is confirmed, by its method; None for other verdicts."""
    if verdict.status is not Status.UNIQUE or kind.uniqueness is None:
        return None
    ways = engines_of(verdict)
    names = [way.partition(":")[0] for way in ways]
    arguments = {kind.uniqueness.argument_of.get(name, name) for name in names}
    if len(ways) == 1:
        return Confirmed.NONE
    return Confirmed.ARGUMENT if len(arguments) > 1 else Confirmed.SOLVER


def engines_of(verdict: Verdict) -> list[str]:
    """Return the engines of a verdict, such as ``frontier`` and ``sat:glucose4``."""
    return (verdict.method or "").split("+")


def known_engines(kind: AnyKind) -> set[str]:
    """Return the engines that verdicts on a kind may have."""
    argument_of = {} if kind.uniqueness is None else kind.uniqueness.argument_of
    named = {*argument_of, *argument_of.values(), "sat", *kind.solvers}
    return named | {f"{name}:{solver}" for name in named for solver in SAT_SOLVERS}


def require_right(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle; raise `ConfigError` if its solution breaks a rule."""
    if puzzle.solution is not None:
        for broken in puzzle.kind.check(puzzle.clues, puzzle.solution):
            raise ConfigError(
                f"record {puzzle.record.id}: the solution breaks {broken.code}: {broken.message}; "
                "leave it out, or solve it again with puzzlepress filter"
            )
    return puzzle


def duplicate_key(kind: AnyKind, clues: Any) -> str:
    """Return a key that is equal for puzzles that are turned, mirrored or relabelled copies."""
    return f"{kind.id} {kind.canonical(clues)}"
