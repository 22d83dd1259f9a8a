"""Requirements of printers, from ``printers.toml`` or a user's file: trims, margins, limits."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from pipeline.config.book_options import BookOptions
from pipeline.model import ConfigError, unknown_name
from pipeline.scene import MM_PER_INCH
from pipeline.store.files import read_text
from pipeline.store.limits import MOST_SETTINGS, parse_toml

DESK: Final = "desk"  # Desktop printer of booklets; not in "all"
_DESK_SHEETS: Final = ((279.4, 215.9), (297.0, 210.0))  # Letter and A4, landscape
_SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*[x×]\s*([0-9]+(?:\.[0-9]+)?)\s*(in|mm)\s*")


TOLERANCE_MM: Final = 0.3  # Of equal sizes, since programs round

_MOST_NAMED: Final = 4

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TrimSizes:
    """The trims that a printer makes, in millimetres.

    ``low`` and ``high`` are the least and greatest width and height of a free choice (None: no
    free choice); ``single`` are further sizes. With neither, every size is available.
    """

    low: Size | None = None
    high: Size | None = None
    single: tuple[Size, ...] = ()

    def takes(self, size: Size) -> bool:
        """Return whether this trim is available.

        >>> TrimSizes(single=((152.4, 228.6),)).takes((152.4, 228.7))
        True
        >>> TrimSizes((100, 150), (200, 280)).takes((210, 270))
        False
        """
        if self.low is None or self.high is None:
            return not self.single or self._is_single(size)
        is_between = all(
            low - TOLERANCE_MM <= side <= high + TOLERANCE_MM
            for low, side, high in zip(self.low, size, self.high, strict=True)
        )
        return is_between or self._is_single(size)

    def _is_single(self, size: Size) -> bool:
        return any(are_equal(size, single) for single in self.single)

    def words(self, near: Size = (0.0, 0.0)) -> str:
        """Return the trims as text, of many single ones those nearest to a size.

        >>> TrimSizes((100, 150), (200, 280), ((210, 297),)).words()
        'from 100 x 150 to 200 x 280 mm, or of 210 x 297 mm'
        """
        parts = []
        if self.low is not None and self.high is not None:
            parts.append(
                f"from {self.low[0]:.0f} x {self.low[1]:.0f} to "
                f"{self.high[0]:.0f} x {self.high[1]:.0f} mm"
            )
        if self.single:
            ranked = sorted(self.single, key=lambda size: math.dist(size, near))
            listed = ", ".join(f"{w:.0f} x {h:.0f}" for w, h in ranked[:_MOST_NAMED])
            more = " and others" if len(ranked) > _MOST_NAMED else ""
            parts.append(f"of {listed} mm{more}")
        return ", or ".join(parts) or "of any size"


def are_equal(size: Size, known: Size) -> bool:
    """Return whether two sizes are equal up to rounding."""
    return all(abs(a - b) <= TOLERANCE_MM for a, b in zip(size, known, strict=True))


def read_sizes(table: Mapping[str, Any]) -> TrimSizes:
    """Return a printer's table ``sizes``: ``range`` and ``single``, in inches.

    `ValueError`, `TypeError` or `AttributeError` if the table is malformed.
    """
    low = high = None
    if "range" in table:
        low_w, low_h, high_w, high_h = (float(side) * MM_PER_INCH for side in table["range"])
        low, high = (low_w, low_h), (high_w, high_h)
    single = tuple(
        (float(width) * MM_PER_INCH, float(height) * MM_PER_INCH)
        for width, height in table.get("single", ())
    )
    return TrimSizes(low, high, single)


@dataclass(frozen=True, slots=True)
class PrinterSpec:
    """The limits of one print service for the inside of a book; lengths in millimetres.

    ``gutter`` holds (up to this many pages, least inside margin), in rising order.
    ``trim_pages`` lowers the greatest number of pages for single trims. ``bleed_mm`` is how far a
    file that bleeds reaches beyond the trim, ``bleed_edge_mm`` its least margin. ``sizes`` are the
    available trims.
    """

    id: str
    title: str
    checked: str
    source: str
    edge_mm: float
    bleed_edge_mm: float
    bleed_mm: float
    gutter: tuple[tuple[int, float], ...]
    pages: tuple[int, int]
    trim_pages: Mapping[str, int]
    line_pt: float
    type_pt: float
    sizes: TrimSizes = field(default_factory=TrimSizes)
    takes_rgb: bool = True

    def gutter_mm(self, pages: int) -> float:
        """Return the least inside margin of a book of this many pages."""
        return next((mm for most, mm in self.gutter if pages <= most), self.gutter[-1][1])


@dataclass(frozen=True, slots=True)
class Printing:
    """Trims by name, and the printers whose limits a book keeps, all at once."""

    trims: Mapping[str, tuple[float, float]]
    printers: tuple[PrinterSpec, ...]

    @property
    def bleed_mm(self) -> float:
        """How far a page that bleeds reaches beyond the trim."""
        return max(printer.bleed_mm for printer in self.printers)

    @property
    def type_pt(self) -> float:
        """The smallest type."""
        return max(printer.type_pt for printer in self.printers)

    @property
    def line_pt(self) -> float:
        """The thinnest line."""
        return max(printer.line_pt for printer in self.printers)

    @property
    def takes_rgb(self) -> bool:
        """Whether no printer refuses colours in RGB."""
        return all(printer.takes_rgb for printer in self.printers)

    def least_margin_mm(self, has_bleed: bool) -> float:
        """Return the least outside, top and bottom margin of a file with or without bleed."""
        return max(p.bleed_edge_mm if has_bleed else p.edge_mm for p in self.printers)

    def gutter_mm(self, pages: int) -> float:
        """Return the least inside margin of a book of this many pages."""
        return max(printer.gutter_mm(pages) for printer in self.printers)

    def warnings(self, page: tuple[float, float], pages: int) -> tuple[str, ...]:
        """Return a warning for each printer's limit that a book of this size breaks."""
        names = [name for name, size in self.trims.items() if size == page]
        messages = []
        for printer in self.printers:
            if not printer.sizes.takes(page):
                messages.append(
                    f"{printer.title} makes no books of {page[0]:.0f} x {page[1]:.0f} mm, but "
                    f"trims {printer.sizes.words(page)}"
                )
            least, page_limit = printer.pages
            page_limit = min(
                [page_limit, *(printer.trim_pages.get(name, page_limit) for name in names)]
            )
            if pages < least:
                messages.append(
                    f"{printer.title} asks for at least {least} pages, this book has {pages}"
                )
            if pages > page_limit:
                messages.append(
                    f"{printer.title} takes at most {page_limit} pages, this book has {pages}"
                )
        return tuple(messages)

    def sheet_warnings(self, page: tuple[float, float]) -> tuple[str, ...]:
        """Return a warning if the sheets of a booklet are too large for a desktop printer."""
        width, height = 2 * page[0], page[1]
        if any(width <= wide + 0.5 and height <= high + 0.5 for wide, high in _DESK_SHEETS):
            return ()
        return (
            f"the booklet's sheets of {width:.0f} x {height:.0f} mm are larger than the letter or "
            'a4 paper of a desk printer; its trim "half-letter" or "a5" fits',
        )


def printing_for(options: BookOptions) -> Printing:
    """Return the trims, and the printers whose limits a book keeps: those that it is made for.

    A booklet is printed on a desktop printer; a book for the screen has no printer.
    """
    names = () if options.is_for_screen else options.printers
    is_booklet = options.style == "booklet" and not options.is_for_screen
    return load_printing(names, options.printers_file, is_booklet=is_booklet)


def load_printing(
    names: Sequence[str], extra: Path | None = None, *, is_booklet: bool = False
) -> Printing:
    """Return trims and the named printers, from the shipped file and a file of the user's.

    "all" is every known print service. A booklet has the limits of a desktop printer, whatever the
    names. Without names only the limits for legible type and lines apply. `ConfigError` if a
    printer is unknown, or the extra file cannot be used.

    >>> load_printing(["kdp", "lulu"]).gutter_mm(120)
    19.05
    """
    table = read_tables(extra)
    known = {**table["printers"], DESK: table["desk"]}
    wanted = list(table["printers"]) if "all" in names else list(dict.fromkeys(names))
    for name in wanted:
        if name not in known:
            also = {word: one for one in known for word in known[one].get("also", ())}
            raise unknown_name("printer", name, known, or_else=" or all", also=also)
    try:
        return Printing(
            {name: _trim_mm(value) for name, value in table["trims"].items()},
            (_spec(DESK, table["desk"]),)
            if is_booklet
            else tuple(_spec(name, known[name]) for name in wanted)
            or (_spec("nobody", table["nobody"]),),
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ConfigError(
            f"{extra or 'printers.toml'}: a printer or trim has not its form ({error}); "
            "compare with the shipped printers.toml"
        ) from error


def read_tables(extra: Path | None = None) -> dict[str, Any]:
    """Return the shipped ``printers.toml``, overridden by the user's file.

    `ConfigError` if the extra file cannot be read as TOML.
    """
    table = deepcopy(_shipped_tables())
    if extra is not None:
        _merge(table, _read(extra))
    return table


@cache
def _shipped_tables() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("printers.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def trim_size(trim: str, printing: Printing) -> tuple[float, float]:
    """Return width and height in millimetres of a trim given by name or as ``8x10in``.

    `ConfigError` if it is neither a known name nor a size with its unit.

    >>> trim_size("210x297mm", load_printing(["kdp"]))
    (210.0, 297.0)
    """
    known = printing.trims.get(trim.strip().lower())
    if known is not None:
        return known
    match = _SIZE.fullmatch(trim.lower())
    if match is None:
        or_else = ", or a size such as 8x10in or 210x297mm"
        sides = re.findall(r"\d+(?:\.\d+)?", trim)
        if len(sides) == 2:
            name = "x".join(sides)
            is_metric = "mm" in trim.lower() or float(sides[0]) > 60  # no paper has 60 inches
            unit = "mm" if is_metric else "in"
            name = name if name in printing.trims else name + unit
            or_else += f"; write {name!r}"
        raise unknown_name("trim", trim, printing.trims, or_else=or_else)
    return _trim_mm((float(match[1]), float(match[2]), match[3]))


def _trim_mm(value: Sequence[Any]) -> tuple[float, float]:
    width, height, unit = value
    scale = {"in": MM_PER_INCH, "mm": 1.0}[unit]
    return (round(width * scale, 4), round(height * scale, 4))


def _spec(name: str, table: Mapping[str, Any]) -> PrinterSpec:
    return PrinterSpec(
        id=name,
        title=table["title"],
        checked=table["checked"],
        source=table["source"],
        edge_mm=round(table["edge"] * MM_PER_INCH, 4),
        bleed_edge_mm=round(table.get("edge_with_bleed", table["edge"]) * MM_PER_INCH, 4),
        bleed_mm=round(table.get("bleed", 0.125) * MM_PER_INCH, 4),
        gutter=tuple((int(pages), round(inch * MM_PER_INCH, 4)) for pages, inch in table["gutter"]),
        pages=(table["pages"][0], table["pages"][1]),
        trim_pages=dict(table["trim_pages"]),
        line_pt=float(table["line_pt"]),
        type_pt=float(table["type_pt"]),
        sizes=read_sizes(table.get("sizes", {})),
        takes_rgb="rgb" in table.get("rules", {}).get("colour", {}).get("spaces", ["rgb"]),
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return parse_toml(read_text(path, MOST_SETTINGS))
    except ValueError as error:
        raise ConfigError(f"{path}: expected a TOML file of printers: {error}") from error


def _merge(base: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(base.get(key), dict):
            _merge(base[key], value)
        else:
            base[key] = value
