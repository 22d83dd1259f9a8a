"""Colours as red, green and blue, and the nearest of a palette."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TypeAlias

Hue: TypeAlias = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""


def match_hues(hues: Sequence[Hue | None], palette: Sequence[Hue]) -> tuple[int, ...]:
    """Return for each hue its place in a palette, each another one, with the least differences.

    Unknown hues, None, get any place. There are as many places as hues, or more.

    >>> match_hues([(0, 0, 0), (250, 0, 0)], [(200, 90, 0), (0, 90, 200)])
    (1, 0)
    """

    def far(choice: Sequence[int]) -> int:
        pairs = [(hue, palette[at]) for hue, at in zip(hues, choice, strict=True) if hue]
        return sum((a - b) ** 2 for pair in pairs for a, b in zip(*pair, strict=True))

    choices = permutations(range(len(palette)), len(hues))
    return min(choices, key=lambda choice: (far(choice), choice))
