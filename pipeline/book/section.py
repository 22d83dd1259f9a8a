"""A section of a book, and the print order of its records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from pipeline.config.models import SectionConfig, Sizes
from pipeline.model import ConfigError, Record

STAND_IN: Final = "stand-in"
"""Method in the verdict of a placeholder for a puzzle that is not generated yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection(SectionConfig):
    """A section with its records in print order; the requested ``sizes`` may be empty."""

    records: tuple[Record, ...]
    sizes: Sizes = ()
    counts: tuple[int, ...] = ()

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


STRIDE: Final = 4
"""Size of the groups that are shuffled: every puzzle stays nearer to its rank than this."""


def in_print_order(records: Iterable[Record]) -> list[Record]:
    """Return records with rising size, and rising difficulty within a size.

    Groups of `STRIDE` neighbours are shuffled, so that the position does not give the difficulty
    away; the first and the last of a size stay the easiest and the hardest. The shuffled order is
    that of ids, so that equal records always give one order. (Shuffling within small groups comes
    from puzzletea's book export.)
    """

    def rank(record: Record) -> tuple[int, float, str]:
        score = 0.0 if record.grade is None else float(record.grade.score)
        return _cells(record), score, record.id

    ranked = sorted(records, key=rank)
    ordered: list[Record] = []
    for _, group in groupby(ranked, key=_cells):
        size = list(group)
        inner = size[1:-1]
        ordered += size[:1]
        for first in range(0, len(inner), STRIDE):
            ordered += sorted(inner[first : first + STRIDE], key=lambda record: record.id)
        ordered += size[1:][-1:]
    return ordered


def _cells(record: Record) -> int:
    return int(record.puzzle["rows"]) * int(record.puzzle["cols"])


def runs_of(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of rising numbers.

    Examples
    --------
    >>> runs_of([3, 4, 5, 9])
    [(3, 5), (9, 9)]
    """
    runs: list[tuple[int, int]] = []
    for number in numbers:
        is_next = bool(runs) and number == runs[-1][1] + 1
        runs.append((runs.pop()[0] if is_next else number, number))
    return runs
