"""What a publisher decides about a book, its cover and a magazine's sheet: tables, each key once.

What no single key can say is said by `check`, once the file is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import AfterValidator, BeforeValidator

from pipeline.config.table import (
    Flag,
    Millimetres,
    Table,
    Text,
    Whole,
    Words,
    declare,
    keys_of,
    read_whole_range,
    refuse,
)
from pipeline.model import ConfigError, unknown_name
from pipeline.render.fonts import shipped_font
from pipeline.scene import Face

Theme = Literal["mono", "colour", "cells", "dashed"]
DEFAULT_INSIDE_MM: Final = 19.05
"""Three quarters of an inch: enough for all three print services up to 700 pages."""
DEFAULT_MARGIN_MM: Final = 12.7
"""Half an inch."""

DEVICES: Final = {
    "tablet": (157.5, 210.0),
    "kindle-scribe": (157.48, 209.97),
    "remarkable": (157.8, 210.4),
}
"""Screens of devices to write on, in millimetres: 3:4 of a common tablet; Amazon's page for Scribe
(1860 x 2480 pixels at 300 an inch); 1404 x 1872 pixels at 226 an inch."""

_NUMBERS: Final = "a list of numbers of puzzles, each once ([12, 40])"
_FONT: Final = "the path of a TrueType file"
_PAGES: Final = 'a whole number from 8 to 2000, or the fewest and the most ("24:32")'


def _read_pages(value: Any) -> Any:
    text = value if isinstance(value, str) else f"0:{value}"
    least, most = read_whole_range(text, 0, 2000, _PAGES)
    if most < 8:
        raise refuse(_PAGES)
    return least, most


def _check_numbers(value: tuple[int, ...]) -> tuple[int, ...]:
    if any(number < 1 for number in value) or len({*value}) < len(value):
        raise refuse(_NUMBERS)
    return value


def _read_trim(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    if len(value) != 2 or any(
        isinstance(side, bool) or not isinstance(side, int | float) or not 50 <= side <= 1000
        for side in value
    ):
        raise refuse("[width, height] in millimetres, each from 50 to 1000")
    return "x".join(f"{side:g}" for side in value) + "mm"


@dataclass(frozen=True, slots=True)
class Margins(Table):
    """The blank edges of a page: `margins = { inside = 20, outside = 13 }`."""

    inside: Millimetres = declare(
        "At the spine. Grows by itself where a printer asks for more at the number of pages.",
        DEFAULT_INSIDE_MM,
        ge=0,
        le=100,
    )
    outside: Millimetres = declare("At the fore-edge.", DEFAULT_MARGIN_MM, ge=0, le=100)
    top: Millimetres = declare("At the head.", DEFAULT_MARGIN_MM, ge=0, le=100)
    bottom: Millimetres = declare("At the foot.", DEFAULT_MARGIN_MM, ge=0, le=100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fonts(Table):
    """TrueType files to set the book in, and their licence, from the folder of this file.

    A face that is left out stays the shipped one.
    """

    text: Path | None = declare("Running text.", None, _FONT)
    text_italic: Path | None = declare("Emphasis in text.", None, _FONT)
    text_bold: Path | None = declare("Strong emphasis in text.", None, _FONT)
    display: Path | None = declare("Captions and running heads.", None, _FONT)
    display_semibold: Path | None = declare("Numbers in puzzles, folios.", None, _FONT)
    display_bold: Path | None = declare("Titles and numbers of puzzles.", None, _FONT)
    licence: Path | None = declare(
        "The licence that the files are used under; its beginning is printed with the credits. "
        "Required with any of them.",
        None,
        "the path of a text file",
    )

    def files(self) -> dict[Face, Path]:
        """Return the file of each face that is replaced."""
        named = {face: getattr(self, face.value.replace("-", "_")) for face in Face}
        return {face: path for face, path in named.items() if path is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Table):
    """The parts of a book beside its puzzles: `parts = { log = false }`."""

    half_title: Flag = declare("A leaf with the title alone, at the front.", False)
    contents: Flag = declare("The table of contents.", True)
    how_to_play: Flag = declare("The rules of each kind, with an example.", True)
    key: Flag = declare("What the bands of difficulty mean.", True)
    openers: Flag = declare("A page before each section with its title.", True)
    steps: Annotated[tuple[Whole, ...], AfterValidator(_check_numbers)] = declare(
        "The numbers of puzzles that are solved in steps at the end, each in a strip of pictures "
        "with a sentence (`steps = [12, 40]`).",
        (),
        _NUMBERS,
    )
    log: Flag = declare("A page to note what is solved, and the time.", True)
    made: Flag = declare("A line that says what the book was made with.", True)
    credits: Flag = declare(
        "Credits and licences. Refused where a puzzle or a font asks for them.", True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOptions(Table):
    """What the book says about itself, and how it is set."""

    title: Words = declare("Title of the book.")
    author: Words = declare("Author on the title page.")
    year: Whole = declare(
        "Year of the copyright page. There is no clock in a book.",
        takes="a year from 1000 to 9999",
        ge=1000,
        le=9999,
    )
    subtitle: Text = declare("Second line of the title.", "")
    publisher: Text = declare("Imprint at the foot of the title page.", "")
    edition: Text = declare('Statement of the edition, as "First edition".', "")
    isbn: Text = declare(
        "Printed on the copyright page.", "", "an ISBN of 13 digits with the right check digit"
    )
    copyright_holder: Text = declare(
        "Who holds the copyright; the publisher if left out, else the author.", ""
    )
    licence: Text = declare("Terms on which the puzzles may be used.", "")
    dedication: Text = declare("Printed on a page of its own.", "")
    language: Words = declare(
        "Language of every word of the layout.", "en", "the code of a language"
    )
    trim: Annotated[Text, BeforeValidator(_read_trim)] = declare(
        "Size of the page after cutting.",
        "letter",
        'a name ("letter", "half-letter", "a4", "a5", "6x9", "7x10", "8x10", "8.5x11"), a size '
        'with its unit ("8x10in", "210x297mm"), or [width, height] in millimetres',
    )
    margins: Margins = declare(
        "The blank edges of a page.", Margins, "a table of inside, outside, top, bottom"
    )
    printers: tuple[Words, ...] = declare(
        "Print services whose limits the book keeps, all at once; none are asked by an empty list, "
        "for a booklet, or for the screen.",
        ("kdp", "ingram", "lulu"),
        'a list of printers ("kdp", "ingram", "lulu", "desk"), ["all"] or []',
    )
    printers_file: Path | None = declare(
        "Adds printers and trims, or overrides the shipped figures.",
        None,
        "the path of a TOML file, from the folder of this file",
    )
    profile: Literal["print", "screen", "tablet", "kindle-scribe", "remarkable"] = declare(
        "For a press: ink, type and lines only. For a device to write on (a tablet of 3:4, Kindle "
        "Scribe, reMarkable): pages of its size whatever the trim, narrow margins, links large "
        "enough for a finger, a bookmark for each puzzle. "
        "For a screen: with outline, links and page labels "
        "as well, without blank pages, pieces to cut out, or more margin at a spine.",
        "print",
    )
    tagged: Flag = declare(
        "Whether a book for the screen tells programs that read it aloud what is a heading, a "
        "paragraph or a figure, with the clues and answers in words, in order (PDF/UA-1).",
        False,
    )
    pdfx: Flag = declare(
        "Whether a book for a press is marked as PDF/X-1a:2001, with its title in the file. "
        "IngramSpark asks for that; Amazon KDP asks for files that say nothing of themselves.",
        False,
    )
    style: Literal["standard", "large-print", "booklet"] = declare(
        "The edition. Large print sets text in 18 pt and numbers in puzzles in 16 pt or more, at "
        "most two puzzles a page. A booklet is imposed two pages to a landscape sheet, to print on "
        "both sides (flip on the short edge), fold and staple at home; printers are not asked. "
        "Inner sheets stick out a little, which is not made up for: pages keep their margins, and "
        "nothing is cut.",
        "standard",
    )
    look: Literal["plain", "classic", "modern", "children", "seniors"] = declare(
        'Type, rules and ornaments: "classic" has double rules and corners drawn with a pen; '
        '"modern" is set in sans, with numbers in black tabs; "children" in large sans, with '
        'numbers in rings, stars, at most two large puzzles a page and plain rules; "seniors" in '
        "large sans with strong rules.",
        "plain",
    )
    theme: Theme = declare(
        'The inks: black and greys, which every press prints cheaply; "colour" gives lines hues '
        'that colour-blind readers tell apart; "cells" fills each cell with the colour of its '
        'line; "dashed" is black with a broken grid and a heavy frame, for large boards. For a '
        "press that takes no RGB, colours are written in process inks (CMYK).",
        "mono",
    )
    bleed: Flag = declare(
        "Whether pages reach beyond the trim as far as the printers ask, with tabs at the "
        "fore-edge that tell the sections apart.",
        False,
    )
    pages: Annotated[tuple[int, int], BeforeValidator(_read_pages)] | None = declare(
        "The most pages that the book may have, or the fewest and the most. Another length is "
        "refused before anything is made, with the number of puzzles that fit; sections with "
        '`count = "fill"` take as many puzzles as there is room for.',
        None,
        _PAGES,
    )
    answers: Literal["end", "flipped", "none"] = declare(
        'Where the answers stand: at the end, upside down under each puzzle ("flipped"), or '
        "nowhere.",
        "end",
    )
    answers_per_page: Whole | None = declare(
        "Drawn answers on a page at the end; chosen by the layout if left out.", None, ge=1, le=60
    )
    answer_cell_mm: Millimetres | None = declare(
        "Cells of drawn answers at the end are no smaller than this, or the book is refused; if "
        "left out, they are as large as they can be without a further page.",
        None,
        ge=3,
        le=30,
    )
    comfortable_cell_mm: Millimetres = declare(
        "Cells smaller than this make the layout put fewer puzzles on a page.", 7.0, ge=3, le=30
    )
    has_pdf: Flag = declare(
        "Whether a run typesets the book. If not, it makes records and pictures only, for a web "
        "site say, and of this table only author, publisher and licence matter.",
        True,
    )
    parts: Parts = declare(
        "Which parts the book has beside its puzzles.",
        Parts,
        "a table of parts that are true or false, and steps",
    )
    are_openers_recto: Flag = declare(
        "Whether every section begins on a right-hand page, after a blank one where it must.", False
    )
    commercial: Flag = declare(
        "Whether the book is sold. Then a puzzle whose licence is missing, unknown or "
        "non-commercial stops it.",
        False,
    )
    licences: tuple[Words, ...] = declare(
        "Further licences that allow the sale of the book, such as a contract with an author.",
        (),
        "a list of licences, worded as in the puzzles' credits",
    )
    credits: Literal["licence", "puzzle", "end"] = declare(
        "Where puzzles of others are credited: under the puzzle where the credit's wording asks "
        "for it and at the end in any case, under every such puzzle, or at the end only.",
        "licence",
    )
    credit_line: Text = declare("A line of your own under every puzzle.", "")
    confirmed: Flag = declare(
        "Whether a puzzle that was proved unique in one way alone stops the book; another argument "
        "is looked for, and the copyright page says what was found.",
        False,
    )
    hyphenation: tuple[Words, ...] = declare(
        "Words that may be divided, beside those of the language.",
        (),
        'a list of words with their hyphens ("Zah-len-pfad")',
    )
    fonts: Fonts = declare(
        "Faces to use instead of the shipped ones.",
        Fonts,
        "a table of font files and their licence",
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message where keys do not go together, or a value is none of its key's."""
        keys = keys_of(BookOptions)
        for name in ("profile", "style", "look", "answers", "credits"):
            value, choices = getattr(self, name), get_args(keys[name].hint)
            if value not in choices:  # of options made in Python; files are read by these types
                of = f" for {name}" if name in ("answers", "credits") else ""
                yield name, str(unknown_name("place" if of else name, value, choices, of=of))
        for is_wrong, key, message in (
            (self.pdfx and self.is_for_screen, "pdfx", "expected pdfx = false in a book for the "
             'screen: PDF/X is for presses; take profile = "print"'),
            (self.tagged and not self.is_for_screen, "tagged", "expected tagged = false in a book "
             'for a press, which has no use for it; take profile = "screen"'),
            *(
                (getattr(self, key) is not None and self.answers != "end", key,
                 f'expected answers = "end" with {key}, which is about answers at the end; found '
                 f'answers = "{self.answers}": leave {key} out')
                for key in ("answers_per_page", "answer_cell_mm")
            ),
            (self.bleed and self.style == "booklet", "bleed", "expected a booklet without bleed: a "
             "desk printer leaves the edges of its sheets blank; take bleed = false"),
            (self.fonts.files() and self.fonts.licence is None, "fonts", "expected fonts.licence "
             "beside the fonts of one's own: the text that allows their use is printed with the "
             "credits"),
        ):  # fmt: skip
            if is_wrong:
                yield key, message
        leaf = 4 if self.style == "booklet" else 2
        least, most = self.pages or (0, leaf)
        if not self.is_for_screen and most // leaf * leaf < least:
            what = "a booklet, whose sheets have four pages" if leaf == 4 else "leaves of two pages"
            yield (
                "pages",
                f"expected room for a multiple of {leaf}: it is {what}; found "
                f"{least}:{most}, take {most // leaf * leaf}:{(most // leaf + 1) * leaf}",
            )
        if self.isbn:
            try:
                check_isbn(self.isbn)
            except ConfigError as error:
                yield "isbn", str(error)

    def check(self) -> None:
        """Raise `ConfigError` for the first of the problems."""
        for _, message in self.problems():
            raise ConfigError(message)

    @property
    def is_for_screen(self) -> bool:
        """Whether it is read on a screen and never bound."""
        return self.profile != "print"

    @property
    def is_for_device(self) -> bool:
        """Whether it is made for a device to write on."""
        return self.profile in DEVICES

    @property
    def faces(self) -> dict[Face, Path]:
        """The file of each face that is not the one shipped for it.

        Large print and three looks have sans alone, without italics.
        """
        is_sans = self.style == "large-print" or self.look in ("modern", "children", "seniors")
        plain = {
            Face.TEXT: Face.DISPLAY, Face.TEXT_ITALIC: Face.DISPLAY,
            Face.TEXT_BOLD: Face.DISPLAY_BOLD,
        }  # fmt: skip
        shipped = {face: shipped_font(one) for face, one in plain.items()} if is_sans else {}
        return {**shipped, **self.fonts.files()}

    @property
    def holder(self) -> str:
        """Who holds the copyright."""
        return self.copyright_holder or self.publisher or self.author


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOptions(Table):
    """A page of puzzles for a magazine, as `puzzlepress sheet` makes it."""

    size: Text = declare(
        "Size of the page; the book's trim if left out.",
        "",
        'the name of a trim, or a size with its unit ("210x280mm")',
    )
    margin_mm: Millimetres = declare("Its blank edge on all sides.", 10.0, ge=0, le=100)
    issues: Whole = declare(
        "How many pages, each a file, with the counts of the sections on each.", 1, ge=1, le=1000
    )
    text: Literal["live", "outlines"] = declare(
        "Letters of the SVG as text, which needs the fonts where it is opened, or as outlines.",
        "live",
    )


def check_isbn(isbn: str) -> str:
    """Return the digits of an ISBN-13 whose check digit is right.

    `ConfigError` if there are not 13 digits (hyphens and spaces aside), or the last one is wrong.

    Examples
    --------
    >>> check_isbn("978-3-16-148410-0")
    '9783161484100'
    """
    digits = "".join(c for c in isbn if c not in "- \u2010\u2011")
    if len(digits) != 13 or not (digits.isascii() and digits.isdigit()):
        raise ConfigError(f"expected an ISBN of 13 digits, found {isbn!r}")
    total = sum(int(digit) * (3 if k % 2 else 1) for k, digit in enumerate(digits[:12]))
    expected = (10 - total % 10) % 10
    if int(digits[12]) != expected:
        raise ConfigError(
            f"expected check digit {expected} at the end of ISBN {isbn}, found {digits[12]}; "
            "compare it with your agency's list"
        )
    return digits
