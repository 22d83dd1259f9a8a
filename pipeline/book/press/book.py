"""The finished book: pages that paint themselves when asked, and what stands where.

Pages are planned first and painted one at a time, so that a book of any length needs the memory
of one page.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.book.flow.blocks import MarkGroup
from pipeline.book.press.geometry import Geometry
from pipeline.book.press.printing import Printing
from pipeline.config.book_options import BookOptions
from pipeline.model import Band
from pipeline.scene import Link, Scene


class PageRole(enum.StrEnum):
    """What a page is for."""

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


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its number from 1, and how it is painted.

    ``painted`` gives marks and links measured from the page's top left corner. ``trim`` is where
    the page begins when it is cut: (0, 0) for one that does not bleed. ``reason`` says why a blank
    page is there.
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
        """The page as a scene; painted anew at each call."""
        return Scene(self.width_mm, self.height_mm, self.painted().marks)

    @property
    def links(self) -> tuple[Link, ...]:
        """Areas that lead to other pages, for editions on screen."""
        return self.painted().links


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """Where a puzzle and its answer are printed; ``answer_page`` is None without answers."""

    record_id: str
    number: int
    section: int
    band: Band | None
    puzzle_page: int
    answer_page: int | None
    cell_mm: float
    dots: int | None = None
    """How many dots over the puzzle are filled; None where it has none."""


class OutlineEntry(NamedTuple):
    """A line of the outline of an edition on screen."""

    title: str
    page: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """Pages in order, with everything that a check or an edition on screen asks about them.

    ``warnings`` are sentences about what is allowed but not good: cells under comfort, too few
    pages for a printer.
    """

    options: BookOptions
    geometry: Geometry
    printing: Printing
    pages: tuple[Page, ...]
    placements: tuple[PrintedPlace, ...]
    outline: tuple[OutlineEntry, ...]
    warnings: tuple[str, ...]

    def scenes(self) -> Iterator[Scene]:
        """Yield the pages as scenes, each painted when it is asked for."""
        for page in self.pages:
            yield page.scene
