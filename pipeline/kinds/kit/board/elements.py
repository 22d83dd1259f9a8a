"""The names of what a Sudoku may carry beside its usual rules, and of sets of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

UNSEEN: Final = ("anti-knight", "anti-king", "nonconsecutive")
"""Elements that no mark shows."""
LINES: Final = ("palindromes", "whispers", "renban")
"""What plain lines may mean, one for all of a board."""
OUTSIDE: Final = ("sandwich", "x-sums", "skyscrapers")
"""What numbers outside may mean, one for all of a board."""
DOTS: Final = ("dots", "all-dots", "all-white", "all-black")
"""What dots may mean: with the others than the first, dots that are missing mean something."""
XV: Final = ("xv", "all-xv")
"""What X and V may mean."""
ELEMENTS: Final = (
    "jigsaw", "diagonals", "areas", *UNSEEN, "cages", "thermometers", "arrows", *LINES, *DOTS,
    *XV, "signs", "parity", "little-killer", *OUTSIDE,
)  # fmt: skip


def rule_named(elements: Collection[str]) -> str:
    """Return the rule of some elements, without words that name none.

    >>> rule_named(["dots", "thermometers", ""])
    'thermometers+dots'
    """
    return "+".join(one for one in ELEMENTS if one in elements)
