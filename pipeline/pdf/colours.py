"""Colour spaces of PDF to families, and colours to an amount of ink (ISO 32000-1, 8.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import pikepdf

from pipeline.pdf.marks import Colour, ColourFamily


class ColourSpace(NamedTuple):
    """A colour space: its family, how many numbers name a colour, and if a profile defines it."""

    space: ColourFamily
    size: int
    has_profile: bool = False

    def colour(self, values: Sequence[float]) -> Colour:
        """Return the colour that numbers name."""
        ink = _ink(self.space, values)
        is_process = self.space is ColourFamily.CMYK and len(values) >= 4
        return Colour(self.space, ink, self.has_profile, sum(values[:4]) if is_process else ink)

    @property
    def first(self) -> Colour:
        """The colour that holds before any is set: black, or full ink of a spot colour."""
        return Colour(self.space, 1.0, self.has_profile)


DEVICE: Final = {
    "/DeviceGray": ColourSpace(ColourFamily.GRAY, 1),
    "/G": ColourSpace(ColourFamily.GRAY, 1),
    "/CalGray": ColourSpace(ColourFamily.GRAY, 1, True),
    "/DeviceRGB": ColourSpace(ColourFamily.RGB, 3),
    "/RGB": ColourSpace(ColourFamily.RGB, 3),
    "/CalRGB": ColourSpace(ColourFamily.RGB, 3, True),
    "/DeviceCMYK": ColourSpace(ColourFamily.CMYK, 4),
    "/CMYK": ColourSpace(ColourFamily.CMYK, 4),
    "/Lab": ColourSpace(ColourFamily.LAB, 3, True),
    "/Separation": ColourSpace(ColourFamily.SPOT, 1),
    "/DeviceN": ColourSpace(ColourFamily.SPOT, 1),
    "/Pattern": ColourSpace(ColourFamily.PATTERN, 0),
}
_BY_SIZE: Final = {1: ColourFamily.GRAY, 3: ColourFamily.RGB, 4: ColourFamily.CMYK}


def read_space(value: Any, named: Any = None) -> ColourSpace:
    """Return the colour space of a name or array, ``named`` holding those of the resources.

    An indexed space counts as the one that its table is written in.
    """
    if isinstance(value, pikepdf.Name):
        name = str(value)
        if name in DEVICE:
            return DEVICE[name]
        if named is not None and name in named:
            return read_space(named[name])
        return DEVICE["/DeviceGray"]
    if isinstance(value, pikepdf.Array) and len(value):
        family = str(value[0])
        if family in ("/Indexed", "/I"):
            return read_space(value[1], named)
        if family == "/ICCBased":
            size = int(value[1].get("/N", 1))
            return ColourSpace(_BY_SIZE.get(size, ColourFamily.SPOT), size, True)
        if family == "/Separation" and str(value[1]) == "/Black":
            return ColourSpace(ColourFamily.CMYK, 1)
        return DEVICE.get(family, DEVICE["/DeviceGray"])
    return DEVICE["/DeviceGray"]


def _ink(space: ColourFamily, values: Sequence[float]) -> float:
    if not values:
        return 1.0
    match space:
        case ColourFamily.GRAY:
            ink = 1 - values[0]
        case ColourFamily.RGB:
            red, green, blue = (*values, 0.0, 0.0)[:3]
            ink = 1 - (0.299 * red + 0.587 * green + 0.114 * blue)
        case ColourFamily.CMYK if len(values) >= 4:
            ink = 1 - (1 - sum(values[:3]) / 3) * (1 - values[3])
        case ColourFamily.LAB:
            ink = 1 - values[0] / 100
        case _:
            ink = max(values)
    return min(1.0, max(0.0, ink))
