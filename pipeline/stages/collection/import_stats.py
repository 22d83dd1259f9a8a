"""What an import has seen: every entry read, refused or of another kind, and what each one told.

What could not be read goes to a file for programs, and is told in words for people.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from typing import Final

from pipeline.model import PuzzleFormatError, Record, canonical_json
from pipeline.store.files import expecting, open_atomic, read_lines

NOTES: Final = 20
"""Answers and comments not understood, and guesses, that are told one by one."""

SHOWN: Final = 20
"""Rejections that are told one by one; of the others their number is."""

DIFFICULTY: Final = ("difficulty", "level", "grade", "rating", "stars", "schwierigkeit")
"""What sources call the difficulty of a puzzle, best first."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A puzzle, or the rest of a file, that could not be read: where, and why.

    ``is_foreign``: it is understood, and of a kind that is not here.
    """

    file: str
    line: int | None
    reason: str
    is_foreign: bool = False

    def error(self) -> PuzzleFormatError:
        """Return the same as an error."""
        return PuzzleFormatError(self.reason, source=self.file, line=self.line)


@dataclass(slots=True)
class ImportTally:
    """What was read as what, and how much was not: all that was seen is in one of the numbers.

    ``rejected`` counts entries, ``foreign`` those of them that are of other kinds. ``told`` counts
    what came with the puzzles that were read, and ``unread`` answers and comments not understood.
    """

    forms: Counter[str] = field(default_factory=Counter)
    rejected: int = 0
    foreign: int = 0
    told: Counter[str] = field(default_factory=Counter)
    unread: int = 0
    notes: list[str] = field(default_factory=list)
    """Places of the first that were not understood, and what could be read otherwise."""

    def add(self, found: Record | Rejection) -> None:
        """Count one more entry."""
        if isinstance(found, Rejection):
            self.rejected += 1
            self.foreign += found.is_foreign
            return
        made = "jsonl" if found.provenance is None else found.provenance.generator
        self.forms[f"{found.kind} ({made.split()[-1]})"] += 1
        credit, source = found.credit, found.origin.get("source", {})
        self.told["answers"] += found.solution is not None
        self.told["authors"] += credit is not None and bool(credit.author)
        self.told["licences"] += credit is not None and bool(credit.licence)
        self.told["difficulties"] += any(key in source for key in DIFFICULTY)

    def miss(self, file: str, line: int | None, what: str) -> None:
        """Count something that is not understood beside a puzzle."""
        self.unread += 1
        if len(self.notes) < NOTES:
            self.notes.append(f"{file}:{line}: {what}")

    def sentence(self) -> str:
        """Return the summary for standard error."""
        read = ", ".join(f"{count} as {name}" for name, count in self.forms.items())
        seen = self.forms.total() + self.rejected
        said = [f"import: {seen} seen: {read or 'nothing'} read"]
        if self.rejected:
            others = f", {self.foreign} of them of other kinds" if self.foreign else ""
            said.append(f"{self.rejected} rejected{others}")
        came = [f"{count} {what}" for what, count in self.told.items() if count]
        came += [f"{self.unread} answers or comments not understood"] if self.unread else []
        return "; ".join([*said, *([", ".join(came)] if came else [])])


def difficulty_of(record: Record) -> str:
    """Return what the source says of the difficulty of a puzzle, "" where it says nothing."""
    source = record.origin.get("source", {})
    return next((str(source[key]) for key in DIFFICULTY if key in source), "")


def read_rejections(path: str) -> list[Rejection]:
    """Return what an import could not read, from the file that `keep_records` wrote.

    `PuzzleFormatError` for a line that is none; `StoreError` if the file cannot be read.
    """
    found = []
    for number, text in read_lines(path):
        with expecting("what import wrote with --rejected", path, number):
            found.append(Rejection(**json.loads(text)))
    return found


def keep_records(
    found: Iterable[Record | Rejection], rejected: str | None, tell: Callable[[str], None]
) -> Iterator[Record]:
    """Yield the records; write the rejections to a file, if one is named, and tell the first.

    Rejections are JSON Lines with ``file``, ``line``, ``reason`` and ``is_foreign``.
    """
    count = 0
    with nullcontext() if rejected is None else open_atomic(rejected) as stream:
        for entry in found:
            if isinstance(entry, Record):
                yield entry
                continue
            count += 1
            if count <= SHOWN:
                tell(str(entry.error()))
            if stream is not None:
                stream.write(f"{canonical_json(asdict(entry))}\n".encode())
    if count > SHOWN:
        where = "" if rejected is None else f"; all of them are in {rejected}"
        tell(f"... and {count - SHOWN} more{where}")
