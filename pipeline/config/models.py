"""The tables and keys of a configuration file as pydantic models: what a run may say.

Every key carries two sentences: what it takes (for error messages and the reference) and what it
does. Values for the rest of the program are made in ``run_settings.py``; the names of ``[book]``
are those of the book's options.
"""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from pipeline.kinds import KINDS
from pipeline.model import Band

MOST_PUZZLES: Final = 100_000
"""Most puzzles of one section: beyond it a slip of the finger is likelier than a book."""

_SIZE: Final = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")


def _key(takes: str, about: str, default: Any = ..., **limits: Any) -> Any:
    """Return the field of a key: what it takes, what it does, its default."""
    return Field(default, description=about, json_schema_extra={"takes": takes}, **limits)


def _refuse(expected: str) -> PydanticCustomError:
    """Return an error whose message replaces the field's own words."""
    return PydanticCustomError("expected", "{expected}", {"expected": expected})


def _whole(value: Any) -> Any:
    if isinstance(value, bool):  # strict int lets no bool in, strict float does not say so
        raise _refuse("a number")
    return float(value) if isinstance(value, int) else value


Millimetres = Annotated[float, BeforeValidator(_whole), Field(strict=True, allow_inf_nan=False)]
Words = Annotated[str, Field(min_length=1, pattern=r"\S")]
Setting = bool | int | str


class _Table(BaseModel):
    """A TOML table that refuses keys it does not know and takes values as they are typed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MarginsTable(_Table):
    """The blank edges of a page: `margins = { inside = 20, outside = 13 }`."""

    inside: Millimetres = _key(
        "millimetres from 0 to 100",
        "At the spine. Grows by itself where a printer asks for more at the number of pages.",
        19.05,
        ge=0,
        le=100,
    )
    outside: Millimetres = _key(
        "millimetres from 0 to 100", "At the fore-edge.", 12.7, ge=0, le=100
    )
    top: Millimetres = _key("millimetres from 0 to 100", "At the head.", 12.7, ge=0, le=100)
    bottom: Millimetres = _key("millimetres from 0 to 100", "At the foot.", 12.7, ge=0, le=100)


class FontsTable(_Table):
    """TrueType files to set the book in, and their licence, from the folder of this file.

    A face that is left out stays the shipped one.
    """

    text: str | None = _key("the path of a TrueType file", "Running text.", None)
    text_italic: str | None = _key("the path of a TrueType file", "Emphasis in text.", None)
    text_bold: str | None = _key("the path of a TrueType file", "Strong emphasis in text.", None)
    display: str | None = _key("the path of a TrueType file", "Captions and running heads.", None)
    display_semibold: str | None = _key(
        "the path of a TrueType file", "Numbers in puzzles, folios.", None
    )
    display_bold: str | None = _key(
        "the path of a TrueType file", "Titles and numbers of puzzles.", None
    )
    licence: str | None = _key(
        "the path of a text file",
        "The licence that the files are used under; its beginning is printed with the credits. "
        "Required with any of them.",
        None,
    )


class BookTable(_Table):
    """What the book says about itself, and how it is set."""

    title: Words = _key("a text that is not empty", "Title of the book.")
    author: Words = _key("a text that is not empty", "Author on the title page.")
    year: int = _key(
        "a year from 1000 to 9999",
        "Year of the copyright page. There is no clock in a book.",
        ge=1000,
        le=9999,
    )
    subtitle: str = _key("a text", "Second line of the title.", "")
    publisher: str = _key("a text", "Imprint at the foot of the title page.", "")
    edition: str = _key("a text", 'Statement of the edition, as "First edition".', "")
    isbn: str = _key(
        "an ISBN of 13 digits with the right check digit", "Printed on the copyright page.", ""
    )
    copyright_holder: str = _key(
        "a text", "Who holds the copyright; the publisher if left out, else the author.", ""
    )
    licence: str = _key("a text", "Terms on which the puzzles may be used.", "")
    dedication: str = _key("a text", "Printed on a page of its own.", "")
    language: Words = _key("the code of a language", "Language of every word of the layout.", "en")
    trim: str = _key(
        'a name ("letter", "a4", "a5", "6x9", "7x10", "8x10", "8.5x11"), a size with its unit '
        '("8x10in", "210x297mm"), or [width, height] in millimetres',
        "Size of the page after cutting.",
        "letter",
    )
    margins: MarginsTable = _key(
        "a table of inside, outside, top, bottom",
        "The blank edges of a page.",
        default_factory=MarginsTable,
    )
    printers: list[Words] = _key(
        'a list of printers ("kdp", "ingram", "lulu"), or ["all"]',
        "Print services whose limits the book keeps, all at once.",
        ["kdp", "ingram", "lulu"],
        min_length=1,
    )
    printers_file: str | None = _key(
        "the path of a TOML file, from the folder of this file",
        "Adds printers and trims, or overrides the shipped figures.",
        None,
    )
    profile: Literal["print", "screen"] = _key(
        'one of "print", "screen"',
        "For a press: ink, type and lines only. For a screen: with outline, links and page labels "
        "as well, on the same pages.",
        "print",
    )
    pdfx: bool = _key(
        "true or false",
        "Whether a book for a press is marked as PDF/X-1a:2001, with its title in the file. "
        "IngramSpark asks for that; Amazon KDP asks for files that say nothing of themselves.",
        False,
    )
    style: Literal["standard", "large-print", "booklet"] = _key(
        'one of "standard", "large-print", "booklet"',
        "The edition. Large print sets text in 18 pt, one puzzle a page. A booklet is imposed two "
        "pages to a landscape sheet, to print on both sides (flip on the short edge), fold and "
        "staple at home; printers are not asked. Inner sheets stick out a little, which is not "
        "made up for: pages keep their margins, and nothing is cut.",
        "standard",
    )
    bleed: bool = _key(
        "true or false",
        "Whether pages reach beyond the trim as far as the printers ask, with tabs at the "
        "fore-edge that tell the sections apart.",
        False,
    )
    answers: Literal["end", "flipped", "none"] = _key(
        'one of "end", "flipped", "none"',
        'Where the answers stand: at the end, upside down under each puzzle ("flipped"), or '
        "nowhere.",
        "end",
    )
    answers_per_page: int | None = _key(
        "a whole number from 1 to 60",
        "Answers on a page at the end; chosen by the layout if left out.",
        None,
        ge=1,
        le=60,
    )
    comfortable_cell_mm: Millimetres = _key(
        "millimetres from 3 to 30",
        "Cells smaller than this make the layout put fewer puzzles on a page.",
        7.0,
        ge=3,
        le=30,
    )
    has_pdf: bool = _key(
        "true or false",
        "Whether a run typesets the book. If not, it makes records and pictures only, for a web "
        "site say, and of this table only author, publisher and licence matter.",
        True,
    )
    has_half_title: bool = _key(
        "true or false", "Whether the book begins with its title alone.", True
    )
    has_log: bool = _key("true or false", "Whether there is a page to note what is solved.", True)
    are_openers_recto: bool = _key(
        "true or false", "Whether every section begins on a right-hand page.", True
    )

    commercial: bool = _key(
        "true or false",
        "Whether the book is sold. Then a puzzle whose licence is missing, unknown or "
        "non-commercial stops it.",
        False,
    )
    licences: list[Words] = _key(
        "a list of licences, worded as in the puzzles' credits",
        "Further licences that allow the sale of the book, such as a contract with an author.",
        default_factory=list,
    )
    credits: Literal["licence", "puzzle", "end"] = _key(
        'one of "licence", "puzzle", "end"',
        "Where puzzles of others are credited: under the puzzle where the credit's wording asks "
        "for it and at the end in any case, under every such puzzle, or at the end only.",
        "licence",
    )
    confirmed: bool = _key(
        "true or false",
        "Whether a puzzle that was proved unique in one way alone stops the book.",
        False,
    )
    hyphenation: list[Words] = _key(
        'a list of words with their hyphens ("Zah-len-pfad")',
        "Words that may be divided, beside those of the language.",
        default_factory=list,
    )
    fonts: FontsTable = _key(
        "a table of font files and their licence",
        "Faces to use instead of the shipped ones.",
        default_factory=FontsTable,
    )

    @field_validator("trim", mode="before")
    @classmethod
    def _trim(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        if len(value) != 2 or any(
            isinstance(side, bool) or not isinstance(side, int | float) or not 50 <= side <= 1000
            for side in value
        ):
            raise _refuse("[width, height] in millimetres, each from 50 to 1000")
        return "x".join(f"{side:g}" for side in value) + "mm"


class SectionTable(_Table):
    """One run of puzzles under one title, in the order of the file."""

    title: Words = _key("a text that is not empty", "Title of the section, told once in a book.")
    kind: str = _key(f"one of {', '.join(KINDS)}", "The kind of puzzle.")
    size: list[str] = _key(
        'columns x rows ("10x10"), or a list of them, each once',
        "Sizes of the boards.",
        min_length=1,
    )
    count: int | list[int] = _key(
        f"a whole number from 1 to {MOST_PUZZLES}, or a list with one for each size",
        "How many puzzles. One number is shared out evenly, the first sizes taking what is left.",
    )
    rule: str | None = _key(
        "the name of a rule of the kind",
        "What counts as a solution; the kind's default if left out.",
        None,
    )
    band: Band | None = _key(
        "one of " + ", ".join(Band), "Difficulty of every puzzle; any if left out.", None
    )
    per_page: int | None = _key(
        "a whole number from 1 to 12",
        "Puzzles on a page; chosen by the layout if left out. What is asked for here wins over the "
        "one a page of large print, with a warning; type keeps its least sizes in any case, and "
        "what does not fit is refused.",
        None,
        ge=1,
        le=12,
    )
    introduction: str = _key("a text", "Printed under the title of the section.", "")
    set: dict[str, Setting] = _key(
        "a table of options of the kind (texts, whole numbers, true or false)",
        "Options of the kind, as `--set` takes them.",
        default_factory=dict,
    )

    @field_validator("band", mode="before")
    @classmethod
    def _band(cls, value: Any) -> Any:
        return Band(value) if isinstance(value, str) and value in set(Band) else value

    @field_validator("size", mode="before")
    @classmethod
    def _size(cls, value: Any) -> Any:
        sizes = [value] if isinstance(value, str) else value
        if not isinstance(sizes, list) or not all(
            isinstance(size, str) and _SIZE.fullmatch(size) for size in sizes
        ):
            raise _refuse('columns x rows ("10x10"), each from 1 to 9999, or a list of them')
        if len({*sizes}) < len(sizes):
            raise _refuse("each size once")
        return sizes

    @field_validator("count")
    @classmethod
    def _count(cls, value: int | list[int]) -> int | list[int]:
        counts = value if isinstance(value, list) else [value]
        if not counts or not all(1 <= count <= MOST_PUZZLES for count in counts):
            raise _refuse(
                f"a whole number from 1 to {MOST_PUZZLES}, or a list with one for each size"
            )
        return value


class RunTable(_Table):
    """The top of the file."""

    seed: int = _key(
        "a whole number from 0 to 18446744073709551615",
        "Every puzzle follows from it: equal file, equal book.",
        ge=0,
        le=2**64 - 1,
    )
    library: Words | None = _key(
        "the path of a library, from the folder of this file",
        "Remembers what is placed in which volume; made if there is none.",
        None,
    )
    series: Words | None = _key(
        "the name of a series",
        "The series in the library that this is a volume of: none of its boards stands in another.",
        None,
    )
    volume: int | None = _key(
        "a whole number from 1",
        "Which volume this is, or the first of several; the next one of the series if left out. "
        "`{volume}` in title, subtitle and edition stands for the number.",
        None,
        ge=1,
    )
    volumes: int | None = _key(
        "a whole number from 1 to 1000",
        "Make so many volumes, each in a folder of its own, none repeating a board of another.",
        None,
        ge=1,
        le=1000,
    )
    no_repeat: int | None = _key(
        "a whole number from 0",
        "In how many volumes before and after a board may not stand; in no other if left out.",
        None,
        ge=0,
    )
    source: Literal["generate", "library"] = _key(
        'one of "generate", "library"',
        "Whether puzzles are generated, or taken from the library as far as it has them.",
        "generate",
    )
    date: datetime.date | None = _key(
        "a day (2027-03-01, without quotes)",
        "When it is published: rights are judged by it.",
        None,
    )
    book: BookTable = _key("a table [book]", "What the book says about itself, and how it is set.")
    section: list[SectionTable] = _key(
        "one or more tables [[section]]", "The sections, in print order.", min_length=1
    )


class CollectionTable(_Table):
    """The top of a collection's file, for `puzzlepress collection`."""

    sources: list[Words] = _key(
        "one or more names",
        "Files, folders, patterns and zip archives, from the folder of this file.",
        min_length=1,
    )
    format: Words | None = _key(
        "the name of a format", "How the sources are read, if not to be found out.", None
    )
    rule: Words | None = _key(
        "the name of a rule", "The rule that the puzzles are proved under; none: their own.", None
    )
    profile: bool = _key(
        "true or false", "Whether each puzzle is also proved under the kind's other rules.", False
    )
    title: Words | None = _key("a text", "Credit where the sources give none: title.", None)
    author: Words | None = _key("a text", "Author.", None)
    url: Words | None = _key("a text", "Where they come from.", None)
    licence: Words | None = _key("a text", "Terms of use.", None)


def parse_size(size: str) -> tuple[int, int]:
    """Return (rows, cols) of a size that the model has let through.

    Examples
    --------
    >>> parse_size("20x10")
    (10, 20)
    """
    cols, rows = size.split("x")
    return int(rows), int(cols)
