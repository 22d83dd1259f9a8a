"""A section of a book: its title, and the records that it prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipeline.config.models import SectionConfig, Sizes
from pipeline.model import ConfigError, Record

STAND_IN: Final = "stand-in"
"""Method in the verdict of a placeholder for a puzzle that is not generated yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection(SectionConfig):
    """A section with its records in print order; the requested ``sizes`` may be empty."""

    records: tuple[Record, ...]
    sizes: Sizes = ()
    counts: tuple[int, ...] = ()

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
