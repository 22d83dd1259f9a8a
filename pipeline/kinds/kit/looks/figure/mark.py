"""A filled outline in a cell: a star, a tent, a tree, or one of one's own."""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Final

from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.seen import Seen
from pipeline.scene import Point

_STAR_RADIUS: Final = 0.38
_STAR_INNER: Final = 0.45
"""Radius of a star in cells; radius of its inner corners as a share of it."""
_SMALLER: Final = 0.78  # Size of a symbol of an answer as a share of that of a clue
_SAME: Final = 0.04  # Greatest distance of a corner from its place, in cells: files round


@dataclass(frozen=True, slots=True)
class Figure(CellLook):
    """A silhouette; two of a kind differ in a corner by more than a twentieth of a cell.

    It is at least half a cell wide and high, about the centre of its cell.
    """

    corners: tuple[Point, ...] = ()
    """In cells about the centre of a cell."""

    @property
    def outline(self) -> list[float]:
        """See `CellLook`."""
        return [round(at, 3) for corner in self.corners for at in corner]

    @property
    def written(self) -> Figure:
        """See `CellLook`."""
        corners = tuple((_SMALLER * x, _SMALLER * y) for x, y in self.corners)
        return replace(self, corners=corners)

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return {cell for cell, areas in seen.figures.items() if any(map(self._is, areas))}

    def _is(self, area: tuple[Point, ...]) -> bool:
        return len(area) == len(self.corners) and all(
            any(math.dist(corner, other) < _SAME for other in area) for corner in self.corners
        )


_STAR: Final = tuple(
    (
        _STAR_RADIUS * (_STAR_INNER if k % 2 else 1.0) * math.sin(k * math.pi / 5),
        -_STAR_RADIUS * (_STAR_INNER if k % 2 else 1.0) * math.cos(k * math.pi / 5),
    )
    for k in range(10)
)
_CROWN: Final = (
    (-0.32, 0.3), (-0.38, -0.22), (-0.17, 0), (0, -0.34), (0.17, 0), (0.38, -0.22), (0.32, 0.3),
)  # fmt: skip


def _arc(radius: float, first: float, last: float, parts: int, x: float = 0) -> tuple[Point, ...]:
    """Return the points of an arc about (x, 0), from an angle in degrees to another."""
    angles = (math.radians(first + (last - first) * k / parts) for k in range(parts + 1))
    return tuple((x + radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def _turned(corners: tuple[Point, ...], degrees: float) -> tuple[Point, ...]:
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in corners)


_SUN: Final = tuple(
    corner
    for k in range(8)
    for corner in _turned((*_arc(0.19, 10, 35, 3), *_turned(((0.37, 0),), 45)), 45 * k)
)
_MOON: Final = tuple(
    (x + 0.015, y)
    for x, y in _turned((*_arc(0.355, 60, 300, 24), *_arc(0.315, 276, 84, 20, x=0.145)), -35)
)
_TENT: Final = ((0, -0.33), (0.4, 0.33), (0.14, 0.33), (0, 0.1), (-0.14, 0.33), (-0.4, 0.33))
_TREE: Final = (
    (0, -0.4), (0.22, -0.08), (0.12, -0.08), (0.32, 0.24), (0.07, 0.24), (0.07, 0.4),
    (-0.07, 0.4), (-0.07, 0.24), (-0.32, 0.24), (-0.12, -0.08), (-0.22, -0.08),
)  # fmt: skip

_END: Final = (
    (0.36, -0.36), (0.36, 0.36),
    *((0.36 * math.cos(k * math.pi / 8), 0.36 * math.sin(k * math.pi / 8)) for k in range(4, 13)),
)  # fmt: skip
"""The left end of a ship."""
_MIDDLE: Final = (
    (-0.36, -0.32), (-0.32, -0.36), (0.32, -0.36), (0.36, -0.32),
    (0.36, 0.32), (0.32, 0.36), (-0.32, 0.36), (-0.36, 0.32),
)  # fmt: skip
"""What is between the ends: its corners are cut, so that its outline is not that of a board."""


def _ships() -> dict[str, Figure]:
    """Return the parts of ships: ends by the side to which they point, and what is between."""
    found, corners = {}, _END
    for side, text in zip(("left", "top", "right", "bottom"), "<^>v", strict=True):
        found[f"ship-{side}"] = Figure(f"ship-{side}", text, True, True, corners)
        corners = tuple((-y, x) for x, y in corners)
    return found | {"ship-middle": Figure("ship-middle", "#", True, True, _MIDDLE)}


LOOKS: Final = {
    "star": Figure("star", "*", corners=_STAR),
    "crown": Figure("crown", "*", corners=_CROWN),
    "sun": Figure("sun", "1", corners=_SUN),
    "moon": Figure("moon", "0", corners=_MOON),
    "tent": Figure("tent", "A", corners=_TENT),
    "tree": Figure("tree", "T", corners=_TREE),
    **_ships(),
}
