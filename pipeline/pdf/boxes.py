"""Boxes and lengths on a page, in points, and what a matrix of PDF does to them."""

from __future__ import annotations

import math
from typing import TypeAlias

from pikepdf import Matrix

from pipeline.scene.page_content import box_of

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top in points."""


def least_scale(matrix: Matrix) -> float:
    """Return the smaller factor by which lengths grow, so that a pen is measured where thinnest.

    Examples
    --------
    >>> least_scale(Matrix(2, 0, 0, 3, 0, 0))
    2.0
    """
    a, b, c, d, _, _ = matrix.shorthand
    whole = a * a + b * b + c * c + d * d
    area = abs(a * d - b * c)
    return math.sqrt(max(0.0, (whole - math.sqrt(max(0.0, whole * whole - 4 * area * area))) / 2))


def lengths(matrix: Matrix) -> Point:
    """Return how long the unit vectors across and up become."""
    return (math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))


def map_box(matrix: Matrix, box: Box) -> Box:
    """Return the box round the image of a box."""
    left, bottom, right, top = box
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return box_of([matrix.transform(corner) for corner in corners])


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
    return other if one is None else box_of((one[:2], one[2:], other[:2], other[2:]))
