"""Outlines of marks that every back end needs: rounded bends, places of labels, plain numbers.

All lengths are millimetres in the scene's axes (y down).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from pipeline.model import RenderError
from pipeline.render.fonts import (
    font_path,
    glyph_steps,
    middle_to_baseline,
    missing_glyphs,
    text_width,
)
from pipeline.scene import Align, Anchor, Cap, Label, Point, Polyline


class Bend(NamedTuple):
    """A corner of a bent line: it leaves the straight at ``start`` and joins the next at ``end``.

    For a sharp corner all three points are the same.
    """

    start: Point
    corner: Point
    end: Point


@lru_cache(maxsize=1 << 16)
def plain_number(value: float) -> str:
    """Return a number with at most three decimals and no trailing zeros.

    >>> [plain_number(value) for value in (1.0, 0.2646, -0.00001, 12.3456)]
    ['1', '0.265', '0', '12.346']
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def bends(line: Polyline) -> list[Bend]:
    """Return the vertices of a line with the points where rounding begins and ends.

    >>> from pipeline.scene import Ink, Role
    >>> line = Polyline(((0, 0), (4, 0), (4, 4)), 1, Ink(Role.PATH), corner_mm=1)
    >>> bends(line)[1]
    Bend(start=(3.0, 0.0), corner=(4, 0), end=(4.0, 1.0))
    """
    points = line.points
    count = len(points)
    vertices = []
    for i, corner in enumerate(points):
        is_end = not line.is_closed and i in (0, count - 1)
        if is_end or line.corner_mm <= 0 or count < 3:
            vertices.append(Bend(corner, corner, corner))
            continue
        before, after = points[i - 1], points[(i + 1) % count]
        radius = min(line.corner_mm, _room(line, i))
        vertices.append(
            Bend(_towards(corner, before, radius), corner, _towards(corner, after, radius))
        )
    return vertices


def _room(line: Polyline, i: int) -> float:
    """Return the room for rounding at vertex i: half a side, or a whole one at an open end."""
    count = len(line.points)
    room = math.inf
    for j in (i - 1, (i + 1) % count):
        is_end = not line.is_closed and j in (0, count - 1)
        side = math.dist(line.points[i], line.points[j])
        room = min(room, side if is_end else side / 2)
    return room


def _towards(start: Point, goal: Point, distance: float) -> Point:
    length = math.dist(start, goal)
    if length == 0:
        return start
    share = min(1.0, distance / length)
    return (start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share)


def dash_pieces(
    points: Sequence[Point], lengths: Sequence[float], is_closed: bool
) -> list[list[Point]]:
    """Return the dashes of a bent line, each as the points that it runs through.

    ``lengths`` are on and off in turn; an odd number of them is repeated once, as in SVG and PDF.
    `RenderError` if a length is negative or all are zero.

    >>> dash_pieces([(0, 0), (4, 0), (4, 4)], [3, 2], False)
    [[(0, 0), (3.0, 0.0)], [(4.0, 1.0), (4.0, 4.0)]]
    """
    if min(lengths) < 0 or sum(lengths) <= 0:
        raise RenderError(f"expected dashes of positive length, found {tuple(lengths)!r}")
    pattern = list(lengths) * (1 + len(lengths) % 2)
    ends = [*points, points[0]] if is_closed else list(points)
    pieces: list[list[Point]] = []
    piece = [ends[0]]
    k, left = 0, pattern[0]
    for a, b in pairwise(ends):
        side, gone = math.dist(a, b), 0.0
        while side - gone >= left and side > 0:
            gone += left
            cut = (a[0] + (b[0] - a[0]) * gone / side, a[1] + (b[1] - a[1]) * gone / side)
            if k % 2 == 0:
                pieces.append([*piece, cut] if cut != piece[-1] else [*piece])
            piece = [cut]
            k += 1
            left = pattern[k % len(pattern)]
        left -= side - gone
        if b != piece[-1]:
            piece.append(b)
    if k % 2 == 0 and len(piece) > 1:
        pieces.append(piece)
    return [piece for piece in pieces if len(piece) > 1]


MITRE_LIMIT: Final = 4.0  # Half widths that a mitred corner may reach out (as in SVG)


def stroke_polygons(
    points: Sequence[Point], half: float, cap: Cap, is_closed: bool
) -> list[list[Point]]:
    """Return polygons whose union is a line ``2 * half`` thick, but for the discs of round caps.

    >>> stroke_polygons([(0, 0), (4, 0)], 1, Cap.SQUARE, False)
    [[(-1.0, 1.0), (5.0, 1.0), (5.0, -1.0), (-1.0, -1.0)]]
    """
    kept = [points[0], *(b for a, b in pairwise(points) if a != b)]
    if is_closed:
        kept = [*kept, kept[0]] if kept[0] != kept[-1] else kept
    ways = [_way(a, b) for a, b in pairwise(kept)]
    polygons = []
    for i, ((a, b), (ux, uy)) in enumerate(zip(pairwise(kept), ways, strict=True)):
        x, y = ux * half, uy * half
        is_longer = cap is Cap.SQUARE and not is_closed
        back = 1 if is_longer and i == 0 else 0
        on = 1 if is_longer and i == len(ways) - 1 else 0
        ax, ay, bx, by = a[0] - back * x, a[1] - back * y, b[0] + on * x, b[1] + on * y
        polygons.append([(ax - y, ay + x), (bx - y, by + x), (bx + y, by - x), (ax + y, ay - x)])
    corners = list(zip(kept[1:], ways, ways[1:], strict=False))
    if is_closed and len(ways) > 1:
        corners.append((kept[0], ways[-1], ways[0]))
    if cap is not Cap.ROUND:
        polygons.extend(_mitre(corner, u, v, half) for corner, u, v in corners)
    return polygons


def _way(a: Point, b: Point) -> Point:
    length = math.dist(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def _mitre(corner: Point, u: Point, v: Point, half: float) -> list[Point]:
    """Return what fills the outer side of a corner between two directions."""
    side = half if u[0] * v[1] - u[1] * v[0] > 0 else -half
    x, y = corner
    first, last = (x + side * u[1], y - side * u[0]), (x + side * v[1], y - side * v[0])
    spread = 1 + u[0] * v[0] + u[1] * v[1]
    if spread < 2 / MITRE_LIMIT**2:
        return [corner, first, last]
    tip = (x + side * (u[1] + v[1]) / spread, y - side * (u[0] + v[0]) / spread)
    return [corner, first, tip, last]


class Placed(NamedTuple):
    """Where a label's first glyph starts on its baseline, before it is turned about ``pivot``."""

    x: float
    baseline: float
    pivot: Point


def place_label(label: Label) -> Placed:
    """Return where to set a label; `RenderError` if the face lacks one of its characters."""
    missing = missing_glyphs(label.text, label.face)
    if missing:
        names = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in missing)
        raise RenderError(
            f"expected characters that the face {label.face} can set, found {names} in "
            f"{label.text!r}; write it with other characters"
        )
    x, y = label.position
    width = text_width(label.text, label.face, label.size_mm)
    shift = {Align.LEFT: 0.0, Align.CENTRE: width / 2, Align.RIGHT: width}[label.align]
    drop = (
        middle_to_baseline(label.text, label.face, label.size_mm)
        if label.anchor is Anchor.MIDDLE
        else 0.0
    )
    return Placed(x - shift, y + drop, label.position)


Step: TypeAlias = tuple[tuple[Point, ...], str]  # The points of a step, and its name


def glyph_outlines(label: Label) -> Iterator[Step]:
    """Yield the outlines of the letters of a label where they are set.

    `RenderError` if the face lacks one of its characters.
    """
    placed = place_label(label)
    x, y = placed.x, placed.baseline
    turn, (left, top) = -1.0 if label.turned else 1.0, placed.pivot
    for character in label.text:
        steps, em = glyph_steps(font_path(label.face), character)
        scale = label.size_mm / em
        for name, points in steps:
            found = ((x + scale * a, y - scale * b) for a, b in points)
            at = tuple((left + turn * (a - left), top + turn * (b - top)) for a, b in found)
            yield at, name
        x += text_width(character, label.face, label.size_mm)


def arc_points(bend: Bend, steps: int) -> Iterator[Point]:
    """Yield points along the rounding of a corner, both ends included.

    The curve is the cubic that `KAPPA` makes of a quarter circle; at other angles it is as smooth.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = bend.start, *controls(bend), bend.end
    for k in range(steps + 1):
        t = k / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)


KAPPA = 4 * (math.sqrt(2) - 1) / 3  # Control points of a quarter circle, along the tangents


def controls(bend: Bend) -> tuple[Point, Point]:
    """Return the two control points of the cubic that rounds a corner."""
    (x0, y0), (xc, yc), (x3, y3) = bend
    first = (x0 + (xc - x0) * KAPPA, y0 + (yc - y0) * KAPPA)
    second = (x3 + (xc - x3) * KAPPA, y3 + (yc - y3) * KAPPA)
    return first, second
