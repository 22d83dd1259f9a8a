"""Counts of an import, and the file of rejected entries."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from typing import Final

from pipeline.model import PuzzleFormatError, Record, canonical_json
from pipeline.store.files import expecting, open_atomic, read_lines

NOTES: Final = 20  # Most notes on answers, comments and guesses that are reported one by one
SHOWN: Final = 20  # Most rejections that are reported one by one

DIFFICULTY: Final = ("difficulty", "level", "grade", "rating", "stars", "schwierigkeit")
"""Fields of sources with the difficulty of a puzzle, best first."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A puzzle, or the rest of a file, that could not be read.

    ``is_foreign``: it is understood, but of an unknown kind.
    """

    file: str
    line: int | None
    reason: str
    is_foreign: bool = False

    def error(self) -> PuzzleFormatError:
        """Return the rejection as an error."""
        return PuzzleFormatError(self.reason, source=self.file, line=self.line)


@dataclass(slots=True)
class ImportTally:
    """Counts of an import: every entry is in ``forms`` or ``rejected``.

    ``foreign`` counts rejected entries of other kinds, ``extras`` the data with the puzzles, and
    ``unread`` answers and comments that are not understood.
    """

    forms: Counter[str] = field(default_factory=Counter)
    rejected: int = 0
    foreign: int = 0
    extras: Counter[str] = field(default_factory=Counter)
    unread: int = 0
    notes: list[str] = field(default_factory=list)  # What was not understood, and other forms

    def add(self, entry: Record | Rejection) -> None:
        """Count one more entry."""
        if isinstance(entry, Rejection):
            self.rejected += 1
            self.foreign += entry.is_foreign
            return
        made = "jsonl" if entry.provenance is None else entry.provenance.generator
        self.forms[f"{entry.kind} ({made.split()[-1]})"] += 1
        credit, source = entry.credit, entry.origin.get("source", {})
        self.extras["answers"] += entry.solution is not None
        self.extras["authors"] += credit is not None and bool(credit.author)
        self.extras["licences"] += credit is not None and bool(credit.licence)
        self.extras["difficulties"] += any(key in source for key in DIFFICULTY)

    def miss(self, file: str, line: int | None, what: str) -> None:
        """Count an answer or comment that is not understood."""
        self.unread += 1
        if len(self.notes) < NOTES:
            self.notes.append(f"{file}:{line}: {what}")

    def sentence(self) -> str:
        """Return the summary for standard error."""
        read = ", ".join(f"{count} as {name}" for name, count in self.forms.items())
        seen = self.forms.total() + self.rejected
        parts = [f"import: {seen} seen: {read or 'nothing'} read"]
        if self.rejected:
            others = f", {self.foreign} of them of other kinds" if self.foreign else ""
            parts.append(f"{self.rejected} rejected{others}")
        extras = [f"{count} {what}" for what, count in self.extras.items() if count]
        extras += [f"{self.unread} answers or comments not understood"] if self.unread else []
        return "; ".join([*parts, *([", ".join(extras)] if extras else [])])


def difficulty_of(record: Record) -> str:
    """Return the difficulty of a puzzle by its source, "" if unknown."""
    source = record.origin.get("source", {})
    return next((str(source[key]) for key in DIFFICULTY if key in source), "")


def read_rejections(path: str) -> list[Rejection]:
    """Return the rejections in a file written by `keep_records`.

    Raise `PuzzleFormatError` for another line, `StoreError` if the file cannot be read.
    """
    found = []
    for number, text in read_lines(path):
        with expecting("a line of import --rejected", path, number):
            found.append(Rejection(**json.loads(text)))
    return found


def keep_records(
    entries: Iterable[Record | Rejection], rejected: str | None, say: Callable[[str], None]
) -> Iterator[Record]:
    """Yield the records; write the rejections to a file, if one is named, and report the first.

    Rejections are JSON Lines with ``file``, ``line``, ``reason`` and ``is_foreign``.
    """
    count = 0
    with nullcontext() if rejected is None else open_atomic(rejected) as stream:
        for entry in entries:
            if isinstance(entry, Record):
                yield entry
                continue
            count += 1
            if count <= SHOWN:
                say(str(entry.error()))
            if stream is not None:
                stream.write(f"{canonical_json(asdict(entry))}\n".encode())
    if count > SHOWN:
        where = "" if rejected is None else f"; all of them are in {rejected}"
        say(f"... and {count - SHOWN} more{where}")
