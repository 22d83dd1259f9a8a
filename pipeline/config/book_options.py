"""What a publisher decides about a book, as plain values: the table ``[book]``, checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pipeline.model import ConfigError
from pipeline.scene import Face

STYLES: Final = ("standard", "large-print", "booklet")
ANSWERS: Final = ("end", "flipped", "none")
PROFILES: Final = ("print", "screen")
THEMES: Final = ("mono", "colour", "cells")
CREDITS: Final = ("licence", "puzzle", "end")
DEFAULT_INSIDE_MM: Final = 19.05
"""Three quarters of an inch: enough for all three print services up to 700 pages."""
DEFAULT_MARGIN_MM: Final = 12.7
"""Half an inch."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The blank edges of a page in millimetres; nothing is printed in them, not even the folio.

    ``inside`` is at the spine. It grows by itself where a printer asks for more at the book's
    number of pages. The other three may not be smaller than the printers allow.
    """

    inside: float = DEFAULT_INSIDE_MM
    outside: float = DEFAULT_MARGIN_MM
    top: float = DEFAULT_MARGIN_MM
    bottom: float = DEFAULT_MARGIN_MM


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Which parts a book has beside its puzzles: the table ``[book.parts]``.

    Credits stay where a puzzle, or a font of the user's, asks for them.
    """

    half_title: bool = False
    contents: bool = True
    how_to_play: bool = True
    key: bool = True
    openers: bool = True
    log: bool = True
    credits: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fonts:
    """TrueType files to use instead of the shipped faces, and the text of their licence."""

    text: Path | None = None
    text_italic: Path | None = None
    text_bold: Path | None = None
    display: Path | None = None
    display_semibold: Path | None = None
    display_bold: Path | None = None
    licence: Path | None = None

    def files(self) -> dict[Face, Path]:
        """Return the file of each face that is replaced."""
        named = {face: getattr(self, face.value.replace("-", "_")) for face in Face}
        return {face: path for face, path in named.items() if path is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOptions:
    """A page for a magazine: the table ``[sheet]``. ``size`` empty is the book's trim.

    ``text`` says how its SVG has letters: "live", or as "outlines".
    """

    size: str = ""
    margin_mm: float = 10.0
    issues: int = 1
    text: str = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverOptions:
    """What sells a book: the table ``[cover]``.

    ``accent`` is the colour of the band and the badge as "#rrggbb", empty for black; white words
    are set in it. ``picture`` takes the place of the puzzle on the front.
    """

    blurb: str = ""
    series: str = ""
    volume: int | None = None
    accent: str = ""
    picture: Path | None = None
    badge: bool = True

    def __post_init__(self) -> None:
        if self.accent and not re.fullmatch(r"#[0-9a-fA-F]{6}", self.accent):
            raise ConfigError(
                f'expected cover.accent as six digits ("#0057A8"), found {self.accent!r}'
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOptions:
    """Everything about a book but its puzzles.

    ``year`` is printed beside the ©; there is no clock. ``edition`` is the statement of the
    copyright page ("First edition"). ``copyright_holder`` defaults to the publisher, then the
    author. ``trim`` is a name of ``printers.toml`` or a size such as ``8x10in``.
    ``pages`` are the fewest and the most that the book may have.
    ``answers_per_page`` None chooses by itself; ``answer_cell_mm`` asks for larger answers.
    ``comfortable_cell_mm`` is the cell under which the layout puts fewer puzzles on a page.
    ``licences`` are further ones that a ``commercial`` book may contain; ``hyphenation`` holds
    words with the hyphens where they may be divided.
    """

    title: str
    author: str
    year: int
    subtitle: str = ""
    publisher: str = ""
    edition: str = ""
    isbn: str = ""
    copyright_holder: str = ""
    licence: str = ""
    dedication: str = ""
    language: str = "en"
    trim: str = "letter"
    margins: Margins = field(default_factory=Margins)
    printers: tuple[str, ...] = ("kdp", "ingram", "lulu")
    printers_file: Path | None = None
    profile: str = "print"
    pdfx: bool = False
    style: str = "standard"
    theme: str = "mono"
    bleed: bool = False
    pages: tuple[int, int] | None = None
    answers: str = "end"
    answers_per_page: int | None = None
    answer_cell_mm: float | None = None
    comfortable_cell_mm: float = 7.0
    parts: Parts = field(default_factory=Parts)
    are_openers_recto: bool = False
    commercial: bool = False
    confirmed: bool = False
    licences: tuple[str, ...] = ()
    credits: str = "licence"
    hyphenation: tuple[str, ...] = ()
    fonts: Fonts = field(default_factory=Fonts)

    def __post_init__(self) -> None:
        for name in ("title", "author"):
            if not getattr(self, name).strip():
                raise ConfigError(f"expected a book.{name}, found an empty one; give the book one")
        for value, what, known in (
            (self.profile, "profile {}", PROFILES),
            (self.style, "style {}", STYLES),
            (self.theme, "theme {}", THEMES),
            (self.answers, "place {} for answers", ANSWERS),
            (self.credits, "place {} for credits", CREDITS),
        ):
            if value not in known:
                raise ConfigError(
                    f"unknown {what.format(repr(value))}: expected one of {', '.join(known)}"
                )
        if self.pdfx and self.profile != "print":
            raise ConfigError(
                "expected pdfx = false in a book for the screen: PDF/X is for presses; take "
                'profile = "print"'
            )
        if self.bleed and self.style == "booklet":
            raise ConfigError(
                "expected a booklet without bleed: a desk printer leaves the edges of its sheets "
                "blank; take bleed = false"
            )
        if self.fonts.files() and self.fonts.licence is None:
            raise ConfigError(
                "expected fonts.licence beside the fonts of one's own: the text that allows their "
                "use is printed with the credits"
            )
        if self.answers_per_page is not None and not 1 <= self.answers_per_page <= 60:
            raise ConfigError(
                f"expected answers_per_page from 1 to 60, found {self.answers_per_page}; "
                "leave it out to let the layout choose"
            )
        if self.answer_cell_mm is not None and not 3 <= self.answer_cell_mm <= 30:
            raise ConfigError(f"expected answer_cell_mm from 3 to 30, found {self.answer_cell_mm}")
        if not 3 <= self.comfortable_cell_mm <= 30:
            raise ConfigError(
                f"expected comfortable_cell_mm from 3 to 30, found {self.comfortable_cell_mm}"
            )
        if self.isbn:
            check_isbn(self.isbn)

    @property
    def holder(self) -> str:
        """Who holds the copyright."""
        return self.copyright_holder or self.publisher or self.author


def check_isbn(isbn: str) -> str:
    """Return the digits of an ISBN-13 whose check digit is right.

    Raises
    ------
    ConfigError
        If there are not 13 digits (hyphens and spaces aside), or the last one is wrong.

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
