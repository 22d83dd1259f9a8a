"""The parts of a report, before they become a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from pipeline.scene import Scene
from pipeline.stages.report.rows import Row

NUMBERED: Final = 200
"""Puzzles whose numbers stand in a line."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; ``numeric`` are the columns that stand to the right."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    numeric: frozenset[int]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and what stands under it."""

    scene: Scene
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Pictures side by side, as many to a row as fit."""

    figures: Sequence[Figure]


Part: TypeAlias = Heading | Paragraph | Grid | Figures


def numbered(rows: Sequence[Row]) -> str:
    """Return the numbers of puzzles in a line."""
    more = len(rows) - NUMBERED
    told = " ".join(str(row["number"]) for row in rows[:NUMBERED])
    return told + (f" and {more} more, see the tables" if more > 0 else "")


def named(row: Row) -> str:
    """Return a puzzle's number, and where its owner finds it."""
    return f"{row['number']} ({origin(row) or row['id']})"


def origin(row: Row) -> str:
    """Return where the owner finds a puzzle in his list, "" if that is not known."""
    return str(row["source_id"] or (row["file"] and f"{row['file']}:{row['line']}"))


def grid(
    head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1, last_words: int = 0
) -> Grid:
    """Return a table whose first and last columns are words, so many, and the others numbers."""
    numeric = frozenset(range(words, len(head) - last_words))
    return Grid(tuple(head), [tuple(map(str, row)) for row in rows], numeric)


def lot(row: Row) -> tuple[str, int, str]:
    """Return kind, cells and size of a puzzle, by which those of a size stand together."""
    return str(row["kind"]), int(row["cells"]), str(row["size"])
