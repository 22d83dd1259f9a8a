"""The tables of a book as pydantic models: the book itself, its cover, a magazine's sheet.

The names of ``[book]`` are those of the book's options.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import field_validator

from pipeline.config.table import Millimetres, Table, Words, declare, read_whole_range, refuse

_PAGES: Final = 'a whole number from 8 to 2000, or the fewest and the most ("24:32")'


class MarginsTable(Table):
    """The blank edges of a page: `margins = { inside = 20, outside = 13 }`."""

    inside: Millimetres = declare(
        "millimetres from 0 to 100",
        "At the spine. Grows by itself where a printer asks for more at the number of pages.",
        19.05,
        ge=0,
        le=100,
    )
    outside: Millimetres = declare(
        "millimetres from 0 to 100", "At the fore-edge.", 12.7, ge=0, le=100
    )
    top: Millimetres = declare("millimetres from 0 to 100", "At the head.", 12.7, ge=0, le=100)
    bottom: Millimetres = declare("millimetres from 0 to 100", "At the foot.", 12.7, ge=0, le=100)


class FontsTable(Table):
    """TrueType files to set the book in, and their licence, from the folder of this file.

    A face that is left out stays the shipped one.
    """

    text: str | None = declare("the path of a TrueType file", "Running text.", None)
    text_italic: str | None = declare("the path of a TrueType file", "Emphasis in text.", None)
    text_bold: str | None = declare("the path of a TrueType file", "Strong emphasis in text.", None)
    display: str | None = declare(
        "the path of a TrueType file", "Captions and running heads.", None
    )
    display_semibold: str | None = declare(
        "the path of a TrueType file", "Numbers in puzzles, folios.", None
    )
    display_bold: str | None = declare(
        "the path of a TrueType file", "Titles and numbers of puzzles.", None
    )
    licence: str | None = declare(
        "the path of a text file",
        "The licence that the files are used under; its beginning is printed with the credits. "
        "Required with any of them.",
        None,
    )


class PartsTable(Table):
    """The parts of a book beside its puzzles: `parts = { log = false }`."""

    half_title: bool = declare("true or false", "A leaf with the title alone, at the front.", False)
    contents: bool = declare("true or false", "The table of contents.", True)
    how_to_play: bool = declare("true or false", "The rules of each kind, with an example.", True)
    key: bool = declare("true or false", "What the bands of difficulty mean.", True)
    openers: bool = declare("true or false", "A page before each section with its title.", True)
    log: bool = declare("true or false", "A page to note what is solved, and the time.", True)
    credits: bool = declare(
        "true or false",
        "Credits and licences. Refused where a puzzle or a font asks for them.",
        True,
    )


class BookTable(Table):
    """What the book says about itself, and how it is set."""

    title: Words = declare("a text that is not empty", "Title of the book.")
    author: Words = declare("a text that is not empty", "Author on the title page.")
    year: int = declare(
        "a year from 1000 to 9999",
        "Year of the copyright page. There is no clock in a book.",
        ge=1000,
        le=9999,
    )
    subtitle: str = declare("a text", "Second line of the title.", "")
    publisher: str = declare("a text", "Imprint at the foot of the title page.", "")
    edition: str = declare("a text", 'Statement of the edition, as "First edition".', "")
    isbn: str = declare(
        "an ISBN of 13 digits with the right check digit", "Printed on the copyright page.", ""
    )
    copyright_holder: str = declare(
        "a text", "Who holds the copyright; the publisher if left out, else the author.", ""
    )
    licence: str = declare("a text", "Terms on which the puzzles may be used.", "")
    dedication: str = declare("a text", "Printed on a page of its own.", "")
    language: Words = declare(
        "the code of a language", "Language of every word of the layout.", "en"
    )
    trim: str = declare(
        'a name ("letter", "a4", "a5", "6x9", "7x10", "8x10", "8.5x11"), a size with its unit '
        '("8x10in", "210x297mm"), or [width, height] in millimetres',
        "Size of the page after cutting.",
        "letter",
    )
    margins: MarginsTable = declare(
        "a table of inside, outside, top, bottom",
        "The blank edges of a page.",
        default_factory=MarginsTable,
    )
    printers: list[Words] = declare(
        'a list of printers ("kdp", "ingram", "lulu"), or ["all"]',
        "Print services whose limits the book keeps, all at once.",
        ["kdp", "ingram", "lulu"],
        min_length=1,
    )
    printers_file: str | None = declare(
        "the path of a TOML file, from the folder of this file",
        "Adds printers and trims, or overrides the shipped figures.",
        None,
    )
    profile: Literal["print", "screen"] = declare(
        'one of "print", "screen"',
        "For a press: ink, type and lines only. For a screen: with outline, links and page labels "
        "as well, on the same pages.",
        "print",
    )
    pdfx: bool = declare(
        "true or false",
        "Whether a book for a press is marked as PDF/X-1a:2001, with its title in the file. "
        "IngramSpark asks for that; Amazon KDP asks for files that say nothing of themselves.",
        False,
    )
    style: Literal["standard", "large-print", "booklet"] = declare(
        'one of "standard", "large-print", "booklet"',
        "The edition. Large print sets text in 18 pt and numbers in puzzles in 16 pt or more, at "
        "most two puzzles a page. A booklet is imposed two pages to a landscape sheet, to print on "
        "both sides (flip on the short edge), fold and staple at home; printers are not asked. "
        "Inner sheets stick out a little, which is not made up for: pages keep their margins, and "
        "nothing is cut.",
        "standard",
    )
    theme: Literal["mono", "colour", "cells"] = declare(
        'one of "mono", "colour", "cells"',
        'The inks: black and greys, which every press prints cheaply; "colour" gives lines hues '
        'that colour-blind readers tell apart; "cells" fills each cell with the colour of its '
        "line. For a press that takes no RGB, colours are written in process inks (CMYK).",
        "mono",
    )
    bleed: bool = declare(
        "true or false",
        "Whether pages reach beyond the trim as far as the printers ask, with tabs at the "
        "fore-edge that tell the sections apart.",
        False,
    )
    pages: tuple[int, int] | None = declare(
        _PAGES,
        "The most pages that the book may have, or the fewest and the most. Another length is "
        "refused before anything is made, with the number of puzzles that fit; sections with "
        '`count = "fill"` take as many puzzles as there is room for.',
        None,
    )
    answers: Literal["end", "flipped", "none"] = declare(
        'one of "end", "flipped", "none"',
        'Where the answers stand: at the end, upside down under each puzzle ("flipped"), or '
        "nowhere.",
        "end",
    )
    answers_per_page: int | None = declare(
        "a whole number from 1 to 60",
        "Answers on a page at the end; chosen by the layout if left out.",
        None,
        ge=1,
        le=60,
    )
    answer_cell_mm: Millimetres | None = declare(
        "millimetres from 3 to 30",
        "Cells of answers at the end are no smaller than this; if left out, they are as large as "
        "they can be without a further page.",
        None,
        ge=3,
        le=30,
    )
    comfortable_cell_mm: Millimetres = declare(
        "millimetres from 3 to 30",
        "Cells smaller than this make the layout put fewer puzzles on a page.",
        7.0,
        ge=3,
        le=30,
    )
    has_pdf: bool = declare(
        "true or false",
        "Whether a run typesets the book. If not, it makes records and pictures only, for a web "
        "site say, and of this table only author, publisher and licence matter.",
        True,
    )
    parts: PartsTable = declare(
        "a table of parts that are true or false",
        "Which parts the book has beside its puzzles.",
        default_factory=PartsTable,
    )
    are_openers_recto: bool = declare(
        "true or false",
        "Whether every section begins on a right-hand page, after a blank one where it must.",
        False,
    )
    commercial: bool = declare(
        "true or false",
        "Whether the book is sold. Then a puzzle whose licence is missing, unknown or "
        "non-commercial stops it.",
        False,
    )
    licences: list[Words] = declare(
        "a list of licences, worded as in the puzzles' credits",
        "Further licences that allow the sale of the book, such as a contract with an author.",
        default_factory=list,
    )
    credits: Literal["licence", "puzzle", "end"] = declare(
        'one of "licence", "puzzle", "end"',
        "Where puzzles of others are credited: under the puzzle where the credit's wording asks "
        "for it and at the end in any case, under every such puzzle, or at the end only.",
        "licence",
    )
    confirmed: bool = declare(
        "true or false",
        "Whether a puzzle that was proved unique in one way alone stops the book; another argument "
        "is looked for, and the copyright page says what was found.",
        False,
    )
    hyphenation: list[Words] = declare(
        'a list of words with their hyphens ("Zah-len-pfad")',
        "Words that may be divided, beside those of the language.",
        default_factory=list,
    )
    fonts: FontsTable = declare(
        "a table of font files and their licence",
        "Faces to use instead of the shipped ones.",
        default_factory=FontsTable,
    )

    @field_validator("pages", mode="before")
    @classmethod
    def _pages(cls, value: Any) -> Any:
        text = value if isinstance(value, str) else f"0:{value}"
        least, most = read_whole_range(text, 0, 2000, _PAGES)
        if most < 8:
            raise refuse(_PAGES)
        return least, most

    @field_validator("trim", mode="before")
    @classmethod
    def _trim(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        if len(value) != 2 or any(
            isinstance(side, bool) or not isinstance(side, int | float) or not 50 <= side <= 1000
            for side in value
        ):
            raise refuse("[width, height] in millimetres, each from 50 to 1000")
        return "x".join(f"{side:g}" for side in value) + "mm"


class SheetTable(Table):
    """A page of puzzles for a magazine, as `puzzlepress sheet` makes it."""

    size: str = declare(
        'the name of a trim, or a size with its unit ("210x280mm")',
        "Size of the page; the book's trim if left out.",
        "",
    )
    margin_mm: Millimetres = declare(
        "millimetres from 0 to 100", "Its blank edge on all sides.", 10.0, ge=0, le=100
    )
    issues: int = declare(
        "a whole number from 1 to 1000",
        "How many pages, each a file, with the counts of the sections on each.",
        1,
        ge=1,
        le=1000,
    )
    text: Literal["live", "outlines"] = declare(
        'one of "live", "outlines"',
        "Letters of the SVG as text, which needs the fonts where it is opened, or as outlines.",
        "live",
    )


class CoverTable(Table):
    """What the cover says beside title and author, and how it looks."""

    blurb: str = declare("a text", "Printed on the back; a blank line begins a paragraph.", "")
    series: str = declare("a text", "Name of the series, over the title.", "")
    volume: int | None = declare(
        "a whole number from 1 to 999", "Number in the series.", None, ge=1, le=999
    )
    accent: str = declare(
        'a colour ("#0057A8"), dark enough for white words',
        "Colour of the band and the badge; black if left out.",
        "",
    )
    picture: str | None = declare(
        "the path of a PNG or JPEG file, from the folder of this file",
        "A picture for the front instead of a puzzle of the book.",
        None,
    )
    badge: bool = declare("true or false", "Whether a badge tells the number of puzzles.", True)
