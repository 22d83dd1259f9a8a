"""One of several patterns, such as the rectangles that a number may have."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.kinds.kit.words.base import ALWAYS, Encoding, Global, Rows
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Choice(Global):
    """All literals of at least one of the options are true."""

    options: tuple[tuple[int, ...], ...]
    areas: tuple[tuple[int, ...], ...] = ()
    """The cells of each option if they are areas, which steps name."""

    def encode(self, encoding: Encoding) -> None:
        """Require a chosen option, and all of its literals."""
        chosen = [encoding.new() for _ in self.options]
        encoding.clauses.append(chosen)
        for one, option in zip(chosen, self.options, strict=True):
            encoding.clauses += [[-one, literal] for literal in option]

    def rows(self) -> Rows:
        """Return the constraint for the kernels: an edge from an option to each of its literals."""
        edges = [(x, k, k) for k, option in enumerate(self.options) for x in option]
        return Rows("choice", [(ALWAYS, 0)] * len(self.options), edges)

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "choice", "options": [list(option) for option in self.options],
            "about": list(self.about),
        }  # fmt: skip
