"""Positions on a page and on a booklet's sheet: margins, text area, running head and folio.

Odd pages are right-hand pages (recto), with the spine on their left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from pipeline.book.press.printing import Printing, trim_size
from pipeline.config.book_options import DEVICES, BookOptions, Margins
from pipeline.edition.flow.style import TextStyle
from pipeline.model import ConfigError

LEAST_WIDTH_MM: Final = 70.0
LEAST_HEIGHT_MM: Final = 90.0
MOST_SIDE_MM: Final = 900.0
TOUCH_SIDE_MM: Final = 8.0
TOUCH_EDGE_MM: Final = 10.0  # Borders in which a tablet handles touches itself
TOUCH_MM: Final = 9.0  # Least side of an area to tap


@dataclass(frozen=True, slots=True)
class Geometry:
    """A page and its parts in millimetres, measured from the top left corner of its trim.

    The text area begins at `text_top`, `text_width` wide and ``steps`` baselines high. ``bleed`` is
    how far the page reaches beyond the trim at head, foot and fore-edge; at the spine it does not.
    """

    width: float
    height: float
    inside: float
    outside: float
    top: float
    bottom: float
    leading: float
    rim_steps: int
    bleed: float = 0.0

    @property
    def text_width(self) -> float:
        """Width between the margins."""
        return self.width - self.inside - self.outside

    @property
    def text_top(self) -> float:
        """Top of the text area, under the running head."""
        return self.top + self.rim_steps * self.leading

    @property
    def steps(self) -> int:
        """Height of the text area in baseline steps."""
        room = self.height - self.bottom - self.rim_steps * self.leading - self.text_top
        return int(room / self.leading + 1e-9)

    @property
    def text_height(self) -> float:
        """Height of the text area."""
        return self.steps * self.leading

    def left(self, number: int) -> float:
        """Return the left edge of the text area of a page."""
        return self.inside if is_recto(number) else self.outside

    def sheet(self, number: int) -> tuple[float, float, float, float]:
        """Return the top left corner of the trim (x, y), and width and height with the bleed."""
        x = 0.0 if is_recto(number) else self.bleed
        return (x, self.bleed, self.width + self.bleed, self.height + 2 * self.bleed)


def is_recto(number: int) -> bool:
    """Return whether a page is on the right of a spread.

    >>> is_recto(1), is_recto(2)
    (True, False)
    """
    return number % 2 == 1


def make_geometry(
    options: BookOptions, printing: Printing, style: TextStyle, pages: int
) -> Geometry:
    """Return the geometry of a book of this many pages.

    `ConfigError` if a margin is smaller than the printers allow, or leaves too little room.
    """
    width, height = page_size(options, printing)
    margins = options.margins
    if options.is_for_device and margins == Margins():
        margins = Margins(TOUCH_SIDE_MM, TOUCH_SIDE_MM, TOUCH_EDGE_MM, TOUCH_EDGE_MM)
    for name in ("inside", "outside", "top", "bottom"):
        value = getattr(margins, name)
        least = printing.least_margin_mm(options.bleed)
        if value < least:
            raise ConfigError(
                f"expected margins.{name} of at least {least:.1f} mm for "
                f"{', '.join(p.title for p in printing.printers)}, found {value:g} mm; widen it"
            )
    inside, outside = max(margins.inside, printing.gutter_mm(pages)), margins.outside
    if options.is_for_screen:  # no binding: the same text width, centred
        inside = outside = (margins.inside + margins.outside) / 2
    geometry = Geometry(
        width, height, inside, outside, margins.top, margins.bottom, style.leading_mm,
        style.rim_steps, printing.bleed_mm if options.bleed else 0.0,
    )  # fmt: skip
    if geometry.text_width < LEAST_WIDTH_MM or geometry.text_height < LEAST_HEIGHT_MM:
        raise ConfigError(
            f"expected room for text of at least {LEAST_WIDTH_MM:g} x {LEAST_HEIGHT_MM:g} mm, "
            f"found {max(0.0, geometry.text_width):.0f} x {max(0.0, geometry.text_height):.0f} mm "
            f"on a page of {width:g} x {height:g} mm; choose a larger trim or smaller margins"
        )
    return geometry


def page_size(options: BookOptions, printing: Printing) -> tuple[float, float]:
    """Return width and height of the page in millimetres.

    `ConfigError` if the trim is unknown, or a side is longer than any press takes.
    """
    size = DEVICES.get(options.profile) or trim_size(options.trim, printing)
    if max(size) > MOST_SIDE_MM:
        raise ConfigError(
            f"expected a page of at most {MOST_SIDE_MM:g} mm, found {size[0]:g} x {size[1]:g} mm"
        )
    return size


class SheetSide(NamedTuple):
    """One side of a sheet: the page numbers on its left and right half."""

    left: int
    right: int


def saddle_stitch(pages: int) -> tuple[SheetSide, ...]:
    """Return the sides of the sheets of a booklet, front before back, the outermost sheet first.

    The backs are meant to be printed by turning the paper over its short edge. The pages are a
    multiple of four.

    >>> [tuple(side) for side in saddle_stitch(8)]
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    assert pages % 4 == 0
    sides = []
    for sheet in range(pages // 4):
        sides.append(SheetSide(pages - 2 * sheet, 2 * sheet + 1))
        sides.append(SheetSide(2 * sheet + 2, pages - 2 * sheet - 1))
    return tuple(sides)
