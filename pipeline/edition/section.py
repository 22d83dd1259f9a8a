"""A section of a book, and the print order of its records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from pipeline.config.models import SectionConfig, Sizes
from pipeline.kinds import get_kind
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.model import Band, ConfigError, Record

_BANDS: Final = tuple(Band)
STAND_IN: Final = "stand-in"  # Method in the verdict of a placeholder


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection(SectionConfig):
    """A section with its records in print order; the requested ``sizes`` may be empty."""

    records: tuple[Record, ...]
    sizes: Sizes = ()
    counts: tuple[int, ...] = ()
    lessons: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
    """By id of a record, the steps in it that are of a new kind, in the order of lessons."""

    def __post_init__(self) -> None:
        if not self.records:
            raise ConfigError(
                f"section {self.title!r} has no puzzles; give it some or leave it out"
            )
        if self.per_page is not None and not 1 <= self.per_page <= 12:
            raise ConfigError(
                f"section {self.title!r}: expected per_page from 1 to 12, found {self.per_page}; "
                "leave it out to let the layout choose"
            )


def in_print_order(records: Iterable[Record]) -> list[Record]:
    """Return records with rising bands, rising size within a band, then rising difficulty."""
    return sorted(records, key=print_rank)


def print_rank(record: Record) -> tuple[int, int, float, str]:
    """Return what rises in print order."""
    grade = record.grade
    if grade is None:
        return 0, _cells(record), 0.0, record.id
    return _BANDS.index(grade.band), _cells(record), float(grade.score), record.id


def shuffled_rank(record: Record) -> tuple[int, str]:
    """Return what rises in shuffled order: the size, then the id, which is a hash."""
    return _cells(record), record.id


def in_lesson_order(records: Iterable[Record]) -> tuple[list[Record], dict[str, tuple[Step, ...]]]:
    """Return records in an order in which each adds few kinds of steps to those before it.

    Also return the steps of new kinds by id, except those of the first record. If any order adds at
    most one kind at a time, this one does, since no choice adds to what later records need.
    """
    left = {record.id: record for record in in_print_order(records)}
    steps = {name: _kinds_of_steps(record) for name, record in left.items()}
    ordered: list[Record] = []
    lessons: dict[str, tuple[Step, ...]] = {}
    known: set[str] = set()
    while left:
        name = min(left, key=lambda name: len(steps[name].keys() - known))
        new = [step for key, step in steps[name].items() if key not in known]
        if ordered and new:
            lessons[name] = tuple(new)
        known.update(steps[name])
        ordered.append(left.pop(name))
    return ordered, lessons


def _kinds_of_steps(record: Record) -> dict[str, Step]:
    """Return the first step of each kind in a solution by its pattern, reason or level."""
    if record.verdict.method == STAND_IN:
        return {}
    kind = get_kind(record.kind)
    assert kind.deductions is not None, "expected the configuration to refuse such a section"
    assert record.solution is not None, "expected a book to refuse it"
    clues = kind.decode(record.puzzle)
    answer = kind.decode_solution(clues, record.solution)
    steps: dict[str, Step] = {}
    for step in kind.deductions.explain_steps(clues, answer):
        for decision in step.decisions:
            is_pattern = step.level not in ("single", "global") and decision.names
            name = decision.names[0] if is_pattern else decision.reason
            steps.setdefault(name if is_pattern or step.assumed is None else step.level, step)
    return steps


def _cells(record: Record) -> int:
    return int(record.puzzle["rows"]) * int(record.puzzle["cols"])


def runs_of(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of rising numbers.

    >>> runs_of([3, 4, 5, 9])
    [(3, 5), (9, 9)]
    """
    runs: list[tuple[int, int]] = []
    for number in numbers:
        is_next = bool(runs) and number == runs[-1][1] + 1
        runs.append((runs.pop()[0] if is_next else number, number))
    return runs
