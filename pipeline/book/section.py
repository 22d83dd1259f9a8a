"""A section of a book: its title, and the records that it prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pipeline.model import Band, ConfigError, Record
from pipeline.scene.ends import Ends

STAND_IN: Final = "stand-in"
"""The method of the verdict of a record that is in a plan for a puzzle still to be made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection:
    """A run of puzzles under one title: all of one kind, posed under one rule, in print order.

    ``band`` is None where the bands are mixed. ``per_page`` None lets the layout choose.
    """

    title: str
    kind: str
    rule: str | None
    records: tuple[Record, ...]
    band: Band | None = None
    per_page: int | None = None
    introduction: str = ""
    rules: str = ""
    """The publisher's own words for the rules; "" for ours."""
    labels: Mapping[Band, str] = field(default_factory=dict)
    """Words over a puzzle instead of the name of its band."""
    dots: Mapping[Band, int] = field(default_factory=dict)
    """Dots over a puzzle that are filled, where the band does not say it."""
    at_most: bool = False
    """Whether puzzles are printed whose number of moves is not proved to be the fewest."""
    theme: str | None = None
    """The theme of its boards, where it is not the book's."""
    ends: Ends = "numbers"
    """What names the ends of lines on its boards."""

    def __post_init__(self) -> None:
        if not self.records:
            raise ConfigError(
                f"section {self.title!r} has no puzzles; give it some or leave it out"
            )
        if self.per_page is not None and not 1 <= self.per_page <= 12:
            raise ConfigError(
                f"section {self.title!r}: expected per_page from 1 to 12, found {self.per_page}; "
                "leave it out to let the layout choose"
            )
