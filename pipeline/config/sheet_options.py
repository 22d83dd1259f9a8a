"""Settings of a page of puzzles for a magazine."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import Formatter
from typing import Final, Literal

from pipeline.config.table import Day, Millimetres, Table, Text, Whole, Words, declare
from pipeline.model import unknown_name


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOptions(Table):
    """A page of puzzles for a magazine, for `puzzlepress sheet`."""

    size: Text = declare(
        "Page size; the trim of the book if left out.",
        "",
        'the name of a trim, or a size with its unit ("210x280mm")',
    )
    margin_mm: Millimetres = declare("Blank edge on all sides.", 10.0, ge=0, le=100)
    issues: Whole = declare(
        "Number of pages, each a file with as many puzzles as the sections count.", 1, ge=1, le=1000
    )
    issue: Whole | None = declare(
        "Number of the first page, printed beside the title; the others count on.",
        None,
        ge=1,
        le=99999,
    )
    date: Day | None = declare(
        "Day of the first page, printed beside the title.",
        None,
        "a day (2027-03-01, without quotes)",
    )
    days: Whole = declare("Days from a page to the next.", 7, ge=1, le=366)
    answers: Literal["own", "previous"] = declare(
        "Answers at the foot: those of the page, upside down, or those of the page before. None "
        'with answers = "none" under [book].',
        "own",
    )
    previous: Words | None = declare(
        "Folder in which `puzzlepress sheet` made the page before the first one, for answers = "
        '"previous"; without it the first page has no answers.',
        None,
        "the path of a folder, from this file",
    )
    text: Literal["live", "outlines"] = declare(
        "Whether the SVG has text, which needs the fonts where it is opened, or outlines.", "live"
    )
    caption: Text = declare(
        'Text over each puzzle, such as "{kind} {size} - {minutes} min". Fields: {number}, {kind}, '
        "{size}, {band}, {minutes}, {section}, {title}, {author}. A part between hyphens or commas "
        "is left out where a field of it is unknown.",
        "",
    )
    answer: Text = declare(
        'Text under each puzzle on where its answer is, such as "Answer: page 64".', ""
    )

    def of_page(self, index: int) -> SheetOptions:
        """Return the options of a page, counted from 0, with its own number and day."""
        issue = None if self.issue is None else self.issue + index
        date = self.date and self.date + datetime.timedelta(days=index * self.days)
        return replace(self, issue=issue, date=date)

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message for a caption with unknown fields, or keys that contradict."""
        if self.date and (self.issues - 1) * self.days > (datetime.date.max - self.date).days:
            last = datetime.MAXYEAR
            yield "date", f"expected days until {last}, found later ones; lower issues or days"
        if self.previous is not None and self.answers != "previous":
            yield "previous", 'expected answers = "previous" with a folder; add it beside previous'
        try:
            unknown = [name for name in caption_fields(self.caption) if name not in _FIELDS]
        except ValueError as error:
            yield "caption", f"expected fields such as {{kind}}, found {self.caption!r} ({error})"
            return
        for name in unknown:
            yield "caption", str(unknown_name("field", name, _FIELDS))


_FIELDS: Final = ("number", "kind", "size", "band", "minutes", "section", "title", "author")
"""Fields of captions."""


def caption_fields(text: str) -> list[str]:
    """Return the names of the fields in a caption.

    Raise `ValueError` for a single brace or a format after a name.

    >>> caption_fields("{kind}, {minutes} min")
    ['kind', 'minutes']
    """
    fields = [field[1:] for field in Formatter().parse(text) if field[1] is not None]
    if any(spec or conversion for _, spec, conversion in fields):
        raise ValueError("a name may not be followed by a format")
    return [str(name) for name, _, _ in fields]
