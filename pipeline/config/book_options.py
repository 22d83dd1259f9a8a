"""Settings of a book and its cover.

Checks that concern several keys are in the `problems` of each table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, PlainValidator

from pipeline.config.dossier import Publisher, read_publisher
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

LEAST_SECOND: Final = 2.0  # Of the two colours of a cover against one another
LEAST_CONTRAST: Final = 4.5  # Of text against its background (WCAG 2.2, success criterion 1.4.3)


def contrast_with_white(colour: str) -> float:
    """Return the contrast ratio of a colour such as "#0057A8" with white, from 1 to 21 (WCAG 2).

    >>> round(contrast_with_white("#000000")), round(contrast_with_white("#FFFF00"), 2)
    (21, 1.07)
    """
    shares = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 1.05 / (light + 0.05)


def _is_colour(text: str) -> bool:
    return re.fullmatch(r"#[0-9a-fA-F]{6}", text) is not None


def _read_accents(value: Any) -> Any:
    return [value] if isinstance(value, str) and value else value or []


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverOptions(Table):
    """Text and design of the cover, besides title and author."""

    blurb: Text = declare("Text on the back; a blank line begins a paragraph.", "")
    series: Text = declare("Name of the series, above the title.", "")
    volume: Whole | None = declare("Number in the series.", None, ge=1, le=999)
    about: Text = declare("About the author: text on the back, after the blurb.", "")
    design: Literal["band", "frame", "mosaic", "pattern", "minimal", "number"] = declare(
        'The design: "band" has the title in a band round the book, above a puzzle; "frame" a '
        'white panel with title and a large puzzle, or one of each of four kinds; "mosaic" '
        'squares with a board each, and the title in a band between them; "pattern" '
        "is full of the book's own answers, or of the picture, with the title in a "
        'panel; "minimal" is white, with one answer that runs off the page; "number" '
        "is of one colour, with the volume, or else the number of puzzles, as large as the "
        "front, over an answer.",
        "band",
    )
    accent: Annotated[tuple[Text, ...], BeforeValidator(_read_accents)] = declare(
        "Colour of the cover; black if left out. Volumes take several colours in turn.",
        (),
        'a colour ("#0057A8") or a list of them, dark enough for white text',
    )
    second: Text = declare(
        "Second colour: the badge becomes a burst in it, and rules and grounds have it.",
        "",
        'a colour ("#FFC400") that differs from the accent in lightness',
    )
    features: tuple[Text, ...] = declare(
        "Lines with a bullet on the back, after the blurb.",
        (),
        'a list of short texts (["One solution each", "Answers at the end"])',
    )
    samples: Flag = declare("Whether the back shows puzzles of the book where it is empty.", True)
    barcode: Flag = declare(
        "Whether the ISBN of the book is drawn as a barcode. Amazon KDP, IngramSpark and Lulu "
        "print their own into the space left for it.",
        False,
    )
    price: Text = declare(
        'Price beside the barcode, in the five digits of the book trade ("51299" is 12.99 US '
        'dollars, "90000" none).',
        "",
        'five digits ("51299")',
    )
    picture: Path | None = declare(
        "Picture on the front instead of a puzzle of the book; it fills the front of a pattern.",
        None,
        "the path of a PNG or JPEG file, from the folder of this file",
    )
    portrait: Path | None = declare(
        "Picture of the author on the back, at the lower left beside the barcode.",
        None,
        "the path of a PNG or JPEG file, from the folder of this file",
    )
    badge: Flag = declare("Whether a badge shows the number of puzzles.", True)

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message for a bad price, and each accent that is no colour or too light."""
        if self.price and not re.fullmatch("[0-9]{5}", self.price):
            yield (
                "price",
                "expected five digits, as EAN-5 codes a price: the currency (5 for US dollars, 0 "
                'for British pounds), then the price in cents or pence ("51299" is 12.99 US '
                f'dollars, "90000" none); found {self.price!r}'
                + f"; write 5{self.price.replace('.', '').zfill(4)}"
                * bool(re.fullmatch(r"\d{1,2}\.\d\d", self.price)),
            )
        for accent in self.accent:
            if not _is_colour(accent):
                yield "accent", f'expected cover.accent as six digits ("#0057A8"), found {accent!r}'
            elif (contrast := contrast_with_white(accent)) < LEAST_CONTRAST:
                yield (
                    "accent",
                    f"expected cover.accent dark enough for white text, {LEAST_CONTRAST}:1 in "
                    f"contrast, found {accent!r} with {contrast:.1f}:1; use a darker colour",
                )

        if self.second and not _is_colour(self.second):
            found = f"found {self.second!r}"
            yield "second", f'expected cover.second as six digits ("#FFC400"), {found}'
        elif self.second:
            for accent in [*filter(_is_colour, self.accent)] or ["#000000"]:
                low, high = sorted(map(contrast_with_white, (accent, self.second)))
                if (contrast := high / low) < LEAST_SECOND:
                    yield (
                        "second",
                        f"expected cover.second to differ from the accent {accent!r} by "
                        f"{LEAST_SECOND}:1 in contrast, found {self.second!r} with "
                        f"{contrast:.1f}:1; use a lighter or a darker colour",
                    )

    @property
    def colour(self) -> str:
        """The accent of this volume; empty for black."""
        return self.accent[((self.volume or 1) - 1) % len(self.accent)] if self.accent else ""


Theme = Literal["mono", "colour", "cells", "dashed"]
DEFAULT_INSIDE_MM: Final = 19.05  # 3/4 inch: enough for all services up to 700 pages
DEFAULT_MARGIN_MM: Final = 12.7  # Half an inch

DEVICES: Final = {
    "tablet": (157.5, 210.0),
    "kindle-scribe": (157.48, 209.97),
    "remarkable": (157.8, 210.4),
}
"""Width and height in millimetres of devices to write on: a common 3:4 tablet; 1860 x 2480 pixels
at 300 dpi (Amazon's page for Scribe); 1404 x 1872 pixels at 226 dpi."""

_NUMBERS: Final = "a list of numbers of puzzles, each once ([12, 40])"
_FONT: Final = "the path of a TrueType file"
_PAGES: Final = 'a whole number from 8 to 2000, or the fewest and the most ("24:32")'


def _read_pages(value: Any) -> Any:
    text = value if isinstance(value, str) else f"0:{value}"
    least, most = read_whole_range(text, 2000, _PAGES)
    if most < 8:
        raise refuse(_PAGES)
    return least, most


def _check_numbers(value: tuple[int, ...]) -> tuple[int, ...]:
    if any(number < 1 for number in value) or len({*value}) < len(value):
        raise refuse(_NUMBERS)
    return value


def _read_isbn(value: Any) -> Any:
    texts = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(text, str) for text in texts):
        raise refuse('a text ("978-3-16-148410-0"), or a list of them')
    return value if isinstance(value, str) else tuple(texts)


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
    """Blank edges of a page: `margins = { inside = 20, outside = 13 }`."""

    inside: Millimetres = declare(
        "At the spine. Increased automatically if a printer requires more for the number of pages.",
        DEFAULT_INSIDE_MM, ge=0, le=100,
    )  # fmt: skip
    outside: Millimetres = declare("At the fore-edge.", DEFAULT_MARGIN_MM, ge=0, le=100)
    top: Millimetres = declare("At the head.", DEFAULT_MARGIN_MM, ge=0, le=100)
    bottom: Millimetres = declare("At the foot.", DEFAULT_MARGIN_MM, ge=0, le=100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fonts(Table):
    """TrueType files that replace shipped fonts, and their licence.

    Paths start at the folder of the configuration. A font that is left out is the shipped one.
    """

    text: Path | None = declare("Running text.", None, _FONT)
    text_italic: Path | None = declare("Emphasis in text.", None, _FONT)
    text_bold: Path | None = declare("Strong emphasis in text.", None, _FONT)
    display: Path | None = declare("Captions and running heads.", None, _FONT)
    display_semibold: Path | None = declare("Numbers in puzzles, folios.", None, _FONT)
    display_bold: Path | None = declare("Titles and numbers of puzzles.", None, _FONT)
    licence: Path | None = declare(
        "Licence text of the fonts; its beginning is printed with the credits. Required with any "
        "font.",
        None,
        "the path of a text file",
    )

    def files(self) -> dict[Face, Path]:
        """Return the file of each face that is replaced."""
        named = {face: getattr(self, face.value.replace("-", "_")) for face in Face}
        return {face: path for face, path in named.items() if path is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Table):
    """Parts of a book besides its puzzles: `parts = { log = false }`."""

    half_title: Flag = declare("A leaf with the title alone, at the front.", False)
    contents: Flag = declare("The table of contents.", True)
    how_to_play: Flag = declare("The rules of each kind, with an example.", True)
    key: Flag = declare("An explanation of the difficulty bands.", True)
    minutes: Flag = declare(
        "Under a puzzle, how many minutes practised players take, where people's times are known.",
        False,
    )
    openers: Flag | None = declare(
        "A page with the title before each section. If left out, before sections of at least six "
        "pages that do not begin with rules of their own.",
        None,
    )
    steps: Annotated[tuple[Whole, ...], AfterValidator(_check_numbers)] = declare(
        "Numbers of the puzzles that are solved step by step at the end, as pictures with "
        "sentences (`steps = [12, 40]`).",
        (),
        _NUMBERS,
    )
    sums: Flag = declare(
        "Which sums of Kakuro and Killer have one or two sets of numbers, after the rules.", False
    )
    zeros: Flag = declare("Whether an empty row or column of a Nonogram has a 0.", False)
    log: Flag = declare("A page to record solved puzzles and times.", True)
    made: Flag = declare("A line that names the software.", True)
    credits: Flag = declare(
        "Credits and licences. `false` is refused if a puzzle or a font requires them.", True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOptions(Table):
    """Title, contents and layout of the book."""

    title: Words = declare("Title of the book.")
    author: Words = declare("Author on the title page.")
    year: Whole = declare(
        "Year on the copyright page; it is never read from the clock.",
        takes="a year from 1000 to 9999",
        ge=1000,
        le=9999,
    )
    subtitle: Text = declare("Second line of the title.", "")
    publisher: Annotated[Publisher, BeforeValidator(read_publisher)] = declare(
        "The imprint, or a table with its addresses.",
        Publisher,
        "a text, or a table of name, address and email",
    )
    edition: Text = declare('Edition statement, such as "First edition".', "")
    isbn: Annotated[Text | tuple[Text, ...], PlainValidator(_read_isbn)] = declare(
        "Printed on the copyright page. A list has one for each volume, from `volume` or the "
        "first of the series on, and may grow when volumes are made already.",
        "",
        "an ISBN of 13 digits with the right check digit, or a list of them",
    )
    copyright_holder: Text = declare(
        "Copyright holder; the publisher if left out, else the author.", ""
    )
    licence: Text = declare("Terms of use of the puzzles.", "")
    dedication: Text = declare("Printed on a page of its own.", "")
    language: Words = declare(
        "Language of all texts of the layout.", "en", "the code of a language"
    )
    trim: Annotated[Text, BeforeValidator(_read_trim)] = declare(
        "Page size after trimming.",
        "letter",
        'a name ("letter", "half-letter", "a4", "a5", "6x9", "7x10", "8x10", "8.5x11"), a size '
        'with its unit ("8x10in", "210x297mm"), or [width, height] in millimetres',
    )
    margins: Margins = declare(
        "Blank edges of a page.", Margins, "a table of inside, outside, top, bottom"
    )
    printers: tuple[Words, ...] = declare(
        "Print services whose limits the book must meet, all at once. An empty list checks none. "
        "Booklets and books for the screen are not checked.",
        ("kdp", "ingram", "lulu"),
        'a list of printers ("kdp", "ingram", "lulu", "desk"), ["all"] or []',
    )
    printers_file: Path | None = declare(
        "File that adds printers and trims, or overrides the shipped figures.",
        None,
        "the path of a TOML file, from the folder of this file",
    )
    profile: Literal["print", "screen", "tablet", "kindle-scribe", "remarkable"] = declare(
        '"print" is for a press: ink, type and lines only. "screen" adds an outline, links and '
        "page labels, and has no blank pages, pieces to cut out or extra margin at a spine. "
        '"tablet" (3:4), "kindle-scribe" and "remarkable" are for devices to write on: pages of '
        "the size of the device whatever the trim, narrow margins, links large enough for a "
        "finger, a bookmark for each puzzle.",
        "print",
    )
    tagged: Flag = declare(
        "Whether a book for the screen is tagged for screen readers (PDF/UA-1): headings, "
        "paragraphs and figures in reading order, with clues and answers as text.",
        False,
    )
    pdfx: Flag = declare(
        "Whether a book for a press is marked as PDF/X-1a:2001, with its title in the file. "
        "IngramSpark asks for that; Amazon KDP asks for files without document information.",
        False,
    )
    style: Literal["standard", "large-print", "booklet"] = declare(
        "The edition. Large print sets text in 18 pt and numbers in puzzles in at least 16 pt, "
        "with at most two puzzles a page. A booklet is imposed two pages to a landscape sheet, to "
        "print on both sides (flip on the short edge), fold and staple at home; printers are not "
        "checked. Creep (inner sheets that stick out) is not compensated: pages keep their "
        "margins, and nothing is cut.",
        "standard",
    )
    look: Literal["plain", "classic", "modern", "children", "seniors"] = declare(
        'Type, rules and ornaments: "classic" has double rules and drawn corners; "modern" is set '
        'in sans, with numbers in black tabs; "children" in large sans, with numbers in rings, '
        "stars, plain rules, and one puzzle a page with the title of its section and its goal, in "
        'cells of at most 20 mm; "seniors" in large sans with strong rules.',
        "plain",
    )
    theme: Theme = declare(
        'The inks: "mono" is black and greys, the cheapest to print; "colour" gives lines hues '
        'that colour-blind readers can distinguish; "cells" fills each cell with the colour of '
        'its line; "dashed" is black with a broken grid and a heavy frame, for large boards. For '
        "a press that takes no RGB, colours are written in process inks (CMYK).",
        "mono",
    )
    bleed: Flag = declare(
        "Whether pages extend beyond the trim as far as the printers ask, with a tab for each "
        "section at the fore-edge.",
        False,
    )
    pages: Annotated[tuple[int, int], BeforeValidator(_read_pages)] | None = declare(
        "The most pages that the book may have, or the fewest and the most. A book of another "
        "length is refused before anything is made, with the number of puzzles that fit; sections "
        'with `count = "fill"` take as many puzzles as fit.',
        None,
        _PAGES,
    )
    rules: Literal["front", "where needed"] = declare(
        "Where the rules of a kind are printed: at the front, or where the first section that has "
        'them begins ("where needed"), each with the key to its difficulty. The rules of a book '
        "with one kind are at the front.",
        "where needed",
    )
    answers: Literal["end", "overleaf", "flipped", "none"] = declare(
        "Where answers are printed: at the end, on the back of the leaf with their puzzles "
        '("overleaf"), upside down under or beside each puzzle ("flipped"), or nowhere.',
        "end",
    )
    answers_per_page: Whole | None = declare(
        "Drawn answers on a page at the end; chosen by the layout if left out.", None, ge=1, le=60
    )
    answer_cell_mm: Millimetres | None = declare(
        "Smallest cell of drawn answers at the end; a book that needs smaller ones is refused. If "
        "left out, cells are as large as possible without a further page.",
        None,
        ge=3,
        le=30,
    )
    comfortable_cell_mm: Millimetres = declare(
        "The layout puts fewer puzzles on a page before cells get smaller than this.",
        7.0, ge=3, le=30,
    )  # fmt: skip
    has_pdf: Flag = declare(
        "Whether a run typesets the book. If not, it makes records and pictures only, for example "
        "for a web site, and of this table only author, publisher and licence are used.",
        True,
    )
    parts: Parts = declare(
        "Parts of the book besides its puzzles.",
        Parts,
        "a table of parts that are true or false, and steps",
    )
    are_openers_recto: Flag = declare(
        "Whether every section begins on a right-hand page, after a blank page if necessary.", False
    )
    commercial: Flag = declare(
        "Whether the book is sold. If so, a puzzle whose licence is missing, unknown or "
        "non-commercial is refused.",
        False,
    )
    licences: tuple[Words, ...] = declare(
        "Further licences that allow the sale of the book, such as a contract with an author.",
        (),
        "a list of licences, worded as in the puzzles' credits",
    )
    credits: Literal["licence", "puzzle", "end"] = declare(
        "Where puzzles of other authors are credited: at the end, and under the puzzle if the "
        'wording of the credit requires it ("licence"); under every such puzzle ("puzzle"); or at '
        'the end only ("end").',
        "licence",
    )
    credit_line: Text = declare("A line of your own under every puzzle.", "")
    confirmed: Flag = declare(
        "Whether puzzles need a second, independent proof of uniqueness. One is searched for, and "
        "the copyright page states the result.",
        False,
    )
    hyphenation: tuple[Words, ...] = declare(
        "Further words that may be hyphenated.",
        (),
        'a list of words with their hyphens ("Zah-len-pfad")',
    )
    fonts: Fonts = declare(
        "Fonts that replace the shipped ones.", Fonts, "a table of font files and their licence"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message for each pair of keys in conflict, and each unknown value."""
        keys = keys_of(BookOptions)
        for name in ("profile", "style", "look", "answers", "credits"):
            value, choices = getattr(self, name), get_args(keys[name].hint)
            if value not in choices:  # options made in Python are not validated
                of = f" for {name}" if name in ("answers", "credits") else ""
                yield name, str(unknown_name("place" if of else name, value, choices, of=of))
        for is_wrong, key, message in (
            (self.pdfx and self.is_for_screen, "pdfx", "expected pdfx = false in a book for the "
             'screen: PDF/X is for presses; set profile = "print"'),
            (self.tagged and not self.is_for_screen, "tagged", "expected tagged = false in a book "
             'for a press, which does not use tags; set profile = "screen"'),
            *(
                (getattr(self, key) is not None and self.answers != "end", key,
                 f'expected answers = "end" with {key}, which applies to answers at the end; found '
                 f'answers = "{self.answers}": leave {key} out')
                for key in ("answers_per_page", "answer_cell_mm")
            ),
            (self.bleed and self.style == "booklet", "bleed", "expected a booklet without bleed: a "
             "desk printer leaves the edges of its sheets blank; set bleed = false"),
            (self.fonts.files() and self.fonts.licence is None, "fonts", "expected fonts.licence "
             "with your own fonts: the text that allows their use is printed with the "
             "credits"),
        ):  # fmt: skip
            if is_wrong:
                yield key, message
        leaf = 4 if self.style == "booklet" else 2
        least, page_limit = self.pages or (0, leaf)
        whole = page_limit // leaf * leaf
        if not self.is_for_screen and whole < least:
            what = "a booklet, whose sheets have four pages" if leaf == 4 else "leaves of two pages"
            yield (
                "pages",
                f"expected room for a multiple of {leaf}: it is {what}; found "
                f"{least}:{page_limit}, take {whole}:{whole + leaf}",
            )
        for key, message in self.publisher.problems():
            yield f"publisher.{key}", message
        isbns = [self.isbn] if isinstance(self.isbn, str) else self.isbn
        if len({*isbns}) < len(isbns):
            yield "isbn", "expected each ISBN once, found one twice; each volume has its own"
        for isbn in filter(None, isbns):
            try:
                check_isbn(isbn)
            except ConfigError as error:
                yield "isbn", str(error)

    def check(self) -> None:
        """Raise `ConfigError` for the first of the problems."""
        for _, message in self.problems():
            raise ConfigError(message)

    @property
    def own_isbn(self) -> str:
        """The ISBN of this volume; "" without one, or while the volume is unknown."""
        return self.isbn if isinstance(self.isbn, str) else ""

    @property
    def is_for_screen(self) -> bool:
        """Whether the book is read on a screen and never bound."""
        return self.profile != "print"

    @property
    def is_for_device(self) -> bool:
        """Whether the book is made for a device to write on."""
        return self.profile in DEVICES

    @property
    def faces(self) -> dict[Face, Path]:
        """The replaced faces and their files; large print and three looks use sans.

        Emphasis in the look "modern" stays italic.
        """
        is_sans = self.style == "large-print" or self.look in ("modern", "children", "seniors")
        plain = {
            Face.TEXT: Face.DISPLAY, Face.TEXT_ITALIC: Face.DISPLAY,
            Face.TEXT_BOLD: Face.DISPLAY_BOLD,
        }  # fmt: skip
        if self.look == "modern" and self.style != "large-print":
            del plain[Face.TEXT_ITALIC]
        shipped = {face: shipped_font(one) for face, one in plain.items()} if is_sans else {}
        return {**shipped, **self.fonts.files()}

    @property
    def holder(self) -> str:
        """The copyright holder."""
        return self.copyright_holder or self.publisher.name or self.author


def check_isbn(isbn: str) -> str:
    """Return the digits of an ISBN-13 whose check digit is right.

    Raise `ConfigError` unless there are 13 digits besides hyphens and spaces, the last one right.

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
            "compare it with the list of your agency"
        )
    return digits
