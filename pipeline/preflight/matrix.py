"""Affine maps of PDF: six numbers a b c d e f, and the boxes of what they move."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, TypeAlias

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top in points."""

IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """Return the map that applies ``first``, then ``then`` (ISO 32000-1, 8.3.4).

    Examples
    --------
    >>> multiply((2, 0, 0, 2, 0, 0), (1, 0, 0, 1, 5, 0))
    (2, 0, 0, 2, 5, 0)
    """
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i, a * h + b * j,
        c * g + d * i, c * h + d * j,
        e * g + f * i + k, e * h + f * j + m,
    )  # fmt: skip


def apply(matrix: Matrix, x: float, y: float) -> Point:
    """Return where a point goes."""
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def least_scale(matrix: Matrix) -> float:
    """Return the smaller factor by which lengths grow, so that a pen is measured where thinnest.

    Examples
    --------
    >>> least_scale((2, 0, 0, 3, 0, 0))
    2.0
    """
    a, b, c, d, _, _ = matrix
    whole = a * a + b * b + c * c + d * d
    area = abs(a * d - b * c)
    return math.sqrt(max(0.0, (whole - math.sqrt(max(0.0, whole * whole - 4 * area * area))) / 2))


def lengths(matrix: Matrix) -> Point:
    """Return how long the unit vectors across and up become."""
    a, b, c, d, _, _ = matrix
    return (math.hypot(a, b), math.hypot(c, d))


def box_of(points: Iterable[Point]) -> Box:
    """Return the box round points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def map_box(matrix: Matrix, box: Box) -> Box:
    """Return the box round the image of a box."""
    left, bottom, right, top = box
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return box_of(apply(matrix, x, y) for x, y in corners)


def overlap(one: Box, other: Box) -> Box | None:
    """Return what two boxes share, None where that is nothing.

    Examples
    --------
    >>> overlap((0, 0, 4, 4), (2, 1, 9, 9))
    (2, 1, 4, 4)
    """
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def join(one: Box | None, other: Box) -> Box:
    """Return the box round two boxes; None counts for nothing."""
    if one is None:
        return other
    return (
        min(one[0], other[0]), min(one[1], other[1]),
        max(one[2], other[2]), max(one[3], other[3]),
    )  # fmt: skip
