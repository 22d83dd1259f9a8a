"""The finished book: pages that are painted on demand, and the pages of its puzzles.

Pages are planned first and painted one at a time, so that a book of any length needs the memory
of one page only.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.book.press.geometry import Geometry
from pipeline.book.press.printing import Printing
from pipeline.config.book_options import BookOptions
from pipeline.edition.flow.blocks import MarkGroup
from pipeline.model import Band
from pipeline.scene import Link, Scene


class PageRole(enum.StrEnum):
    """Purpose of a page."""

    BLANK = "blank"
    HALF_TITLE = "half-title"
    TITLE = "title"
    COPYRIGHT = "copyright"
    DEDICATION = "dedication"
    CONTENTS = "contents"
    HOWTO = "how-to-play"
    DIFFICULTY = "difficulty"
    OPENER = "opener"
    PUZZLES = "puzzles"
    ANSWERS = "answers"
    STEPS = "steps"
    PIECES = "pieces"
    LOG = "log"
    CREDITS = "credits"
    OWN = "own"
    NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its number from 1, and its painter.

    ``painted`` gives marks and links measured from the page's top left corner. ``trim`` is where
    the page begins when it is cut: (0, 0) for one that does not bleed. ``reason`` explains a blank
    page.
    """

    number: int
    role: PageRole
    painted: Callable[[], MarkGroup]
    width_mm: float
    height_mm: float
    trim: tuple[float, float] = (0.0, 0.0)
    reason: str = ""

    @property
    def scene(self) -> Scene:
        """The page as a scene, painted at each call."""
        return Scene(self.width_mm, self.height_mm, self.painted().marks)

    @property
    def links(self) -> tuple[Link, ...]:
        """Areas that lead to other pages, for editions on screen."""
        return self.painted().links


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """Pages of a puzzle and its answer; ``answer_page`` is None without answers."""

    record_id: str
    number: int
    section: int
    band: Band | None
    puzzle_page: int
    answer_page: int | None
    cell_mm: float
    dots: int | None = None  # Number of filled dots over the puzzle; None without dots


class OutlineEntry(NamedTuple):
    """An outline entry of an edition for the screen."""

    title: str
    page: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """Pages in order, with the data for checks and for editions on screen.

    ``warnings`` are sentences about what is allowed but not advisable, such as small cells or too
    few pages for a printer.
    """

    options: BookOptions
    geometry: Geometry
    printing: Printing
    pages: tuple[Page, ...]
    placements: tuple[PrintedPlace, ...]
    outline: tuple[OutlineEntry, ...]
    warnings: tuple[str, ...]

    def scenes(self) -> Iterator[Scene]:
        """Yield the pages as scenes, each painted when it is requested."""
        for page in self.pages:
            yield page.scene
