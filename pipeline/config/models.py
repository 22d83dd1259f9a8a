"""The tables and keys of a configuration file as pydantic models: what a run may say.

Every key carries two sentences: what it takes (for error messages and the reference) and what it
does. Values for the rest of the program are made in ``run_settings.py``; the tables of the book
are in ``book_models.py``.
"""

from __future__ import annotations

import datetime
import re
from typing import Any, Final, Literal

from pydantic import field_validator

from pipeline.config.book_models import BookTable, CoverTable, SheetTable
from pipeline.config.table import (
    Setting,
    Table,
    Words,
    declare,
    read_range,
    read_whole_range,
    refuse,
)
from pipeline.kinds import KINDS
from pipeline.model import Band

MOST_PUZZLES: Final = 100_000
"""Most puzzles of one section: beyond it a slip of the finger is likelier than a book."""

_SIZE: Final = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")

_PERCENTILE: Final = 'the least and the most, from 0 to 100 ("60:80")'
_SCORE: Final = 'the least and the most, two places at most ("2.5:4")'


class SectionTable(Table):
    """One run of puzzles under one title, in the order of the file."""

    title: Words = declare("a text that is not empty", "Title of the section, told once in a book.")
    kind: str = declare(f"one of {', '.join(KINDS)}", "The kind of puzzle.")
    size: list[str] = declare(
        'columns x rows ("10x10"), or a list of them, each once',
        "Sizes of the boards.",
        min_length=1,
    )
    count: int | list[int] | Literal["fill"] = declare(
        f'a whole number from 1 to {MOST_PUZZLES}, a list with one for each size, or "fill"',
        "How many puzzles. One number is shared out evenly, the first sizes taking what is left. "
        '"fill" takes as many as the `pages` of the book have room for, shared out evenly among '
        "the sections that say so.",
    )
    rule: str | None = declare(
        "the name of a rule of the kind",
        "What counts as a solution; the kind's default if left out.",
        None,
    )
    band: Band | None = declare(
        "one of " + ", ".join(Band), "Difficulty of every puzzle; any if left out.", None
    )
    percentile: tuple[int, int] | None = declare(
        _PERCENTILE,
        "Rank of every puzzle among generated ones of its size, from easy to hard, instead of a "
        "band or within it.",
        None,
    )
    score: tuple[float, float] | None = declare(
        _SCORE,
        "Score of every puzzle, as its grade tells it, instead of a band or within it.",
        None,
    )
    labels: dict[Band, Words] = declare(
        "a table of texts by band",
        "What stands over a puzzle instead of the name of its band "
        '(`labels = { hard = "No guessing" }`); the key leaves such bands out.',
        default_factory=dict,
    )
    dots: dict[Band, int] = declare(
        "a whole number from 1 to 4, or a table of them by band",
        "How many dots over a puzzle are filled; by its band if left out.",
        default_factory=dict,
    )
    per_page: int | None = declare(
        "a whole number from 1 to 12",
        "Puzzles on a page; chosen by the layout if left out. What is asked for here wins over the "
        "two a page of large print, with a warning; type keeps its least sizes in any case, and "
        "what does not fit is refused.",
        None,
        ge=1,
        le=12,
    )
    introduction: str = declare("a text", "Printed under the title of the section.", "")
    set: dict[str, Setting] = declare(
        "a table of options of the kind (texts, whole numbers, true or false)",
        "Options of the kind, as `--set` takes them.",
        default_factory=dict,
    )

    @field_validator("band", mode="before")
    @classmethod
    def _band(cls, value: Any) -> Any:
        return Band(value) if isinstance(value, str) and value in set(Band) else value

    @field_validator("labels", "dots", mode="before")
    @classmethod
    def _by_band(cls, value: Any) -> Any:
        found = value if isinstance(value, dict) else dict.fromkeys(Band, value)
        if not found.keys() <= {*Band}:
            raise refuse("a table of bands, " + ", ".join(Band))
        return {Band(name): one for name, one in found.items()}

    @field_validator("dots")
    @classmethod
    def _dots(cls, value: dict[Band, int]) -> dict[Band, int]:
        if not all(1 <= dots <= len(Band) for dots in value.values()):
            raise refuse(f"a whole number from 1 to {len(Band)}, or a table of them by band")
        return value

    @field_validator("percentile", mode="before")
    @classmethod
    def _percentile(cls, value: Any) -> Any:
        return read_whole_range(value, 0, 100, _PERCENTILE)

    @field_validator("score", mode="before")
    @classmethod
    def _score(cls, value: Any) -> Any:
        return read_range(value, 0, 9999, _SCORE)

    @field_validator("size", mode="before")
    @classmethod
    def _size(cls, value: Any) -> Any:
        sizes = [value] if isinstance(value, str) else value
        if not isinstance(sizes, list) or not all(
            isinstance(size, str) and _SIZE.fullmatch(size) for size in sizes
        ):
            raise refuse('columns x rows ("10x10"), each from 1 to 9999, or a list of them')
        if len({*sizes}) < len(sizes):
            raise refuse("each size once")
        return sizes

    @field_validator("count", mode="before")
    @classmethod
    def _count(cls, value: Any) -> Any:
        counts = value if isinstance(value, list) else [value]
        is_whole = all(type(count) is int and 1 <= count <= MOST_PUZZLES for count in counts)
        if value != "fill" and not (counts and is_whole):
            raise refuse(
                f'a whole number from 1 to {MOST_PUZZLES}, a list with one for each size, or "fill"'
            )
        return value


class SeriesKeys(Table):
    """What the top of a run or a site says of chance, and of the series that it is a volume of."""

    seed: int = declare(
        "a whole number from 0 to 18446744073709551615",
        "Every puzzle follows from it: equal file, equal book.",
        ge=0,
        le=2**64 - 1,
    )
    library: Words | None = declare(
        "the path of a library, from the folder of this file",
        "Remembers what is placed in which volume; made if there is none.",
        None,
    )
    series: Words | None = declare(
        "the name of a series",
        "The series in the library that this is a volume of: none of its boards stands in another.",
        None,
    )
    volume: int | None = declare(
        "a whole number from 1",
        "Which volume this is, or the first of several; the next one of the series if left out. "
        "`{volume}` in a book's title, subtitle and edition stands for the number.",
        None,
        ge=1,
    )
    no_repeat: int | None = declare(
        "a whole number from 0",
        "In how many volumes before and after a board may not stand; in no other if left out.",
        None,
        ge=0,
    )
    source: Literal["generate", "library"] = declare(
        'one of "generate", "library"',
        "Whether puzzles are generated, or taken from the library as far as it has them.",
        "generate",
    )
    date: datetime.date | None = declare(
        "a day (2027-03-01, without quotes)",
        "When it is published: rights are judged by it.",
        None,
    )


class RunTable(SeriesKeys):
    """The top of the file."""

    volumes: int | None = declare(
        "a whole number from 1 to 1000",
        "Make so many volumes, each in a folder of its own, none repeating a board of another.",
        None,
        ge=1,
        le=1000,
    )
    pictures: Literal["printed", "all", "none"] = declare(
        'one of "printed", "all", "none"',
        "Which puzzles a run draws as pictures: those of the book, named by their numbers in it "
        "(`037-easy-8x8.png`); every one that was graded, named by its id; or none.",
        "printed",
    )
    sheet: SheetTable = declare(
        "a table [sheet]", "A page for a magazine.", default_factory=SheetTable
    )
    cover: CoverTable = declare(
        "a table [cover]", "What the cover says and how it looks.", default_factory=CoverTable
    )
    book: BookTable = declare(
        "a table [book]", "What the book says about itself, and how it is set."
    )
    section: list[SectionTable] = declare(
        "one or more tables [[section]]", "The sections, in print order.", min_length=1
    )


class CollectionTable(Table):
    """The top of a collection's file, for `puzzlepress collection`."""

    sources: list[Words] = declare(
        "one or more names",
        "Files, folders, patterns and zip archives, from the folder of this file.",
        min_length=1,
    )
    format: Words | None = declare(
        "the name of a format", "How the sources are read, if not to be found out.", None
    )
    rule: Words | None = declare(
        "the name of a rule", "The rule that the puzzles are proved under; none: their own.", None
    )
    profile: bool = declare(
        "true or false", "Whether each puzzle is also proved under the kind's other rules.", False
    )
    title: Words | None = declare("a text", "Credit where the sources give none: title.", None)
    author: Words | None = declare("a text", "Author.", None)
    url: Words | None = declare("a text", "Where they come from.", None)
    licence: Words | None = declare("a text", "Terms of use.", None)


def parse_size(size: str) -> tuple[int, int]:
    """Return (rows, cols) of a size that the model has let through.

    Examples
    --------
    >>> parse_size("20x10")
    (10, 20)
    """
    cols, rows = size.split("x")
    return int(rows), int(cols)
