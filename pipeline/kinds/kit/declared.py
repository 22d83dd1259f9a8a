"""The declaration of a kind, which `page.Kind` writes and `make_kind` turns into a `PuzzleKind`.

It contains the rules twice: ``declare`` returns them as constraints for the engines, and ``check``
tests an answer by definition, which validates the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from pipeline.kinds.interface import TextFormat, Violation
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.making.sketches import Making
from pipeline.kinds.kit.options import Setting
from pipeline.kinds.kit.words.core import Model
from pipeline.model import JsonObject

LEVELS_BY_BAND: Final[Mapping[str | None, tuple[str | None, ...]]] = MappingProxyType(
    {
        None: ("global", "set", "trial"),
        "easy": ("single", "global"),
        "medium": ("global", "set"),
        "hard": ("set", "trial"),
        "expert": ("trial", None),
    }
)
"""The usual levels by band."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A kind of puzzle as its folder declares it."""

    package: str
    """Its folder as a package; the last word is the kind's id."""
    title: str
    version: int
    """Raised when an equal seed gives another puzzle."""
    boards: Boards
    declare: Callable[[Board], Model]
    """(board): the rules as constraints; counts that follow from a clue name its cell."""
    check: Callable[[Board, Solution], Iterable[Violation]]
    """(board, answer): the rules by definition."""
    making: Making
    """How boards are made."""
    looks: Looks
    formats: tuple[TextFormat[Board, Solution], ...]
    presets: Mapping[str, Params]
    plain: tuple[str, ...]
    """Reasons that a book's first step may use: obvious to a beginner."""
    sizes: Callable[[int, int], None]
    """(rows, cols): raise `ConfigError` for a size that the generator does not support."""
    verdicts: int = 1
    """Version of verdicts; raised when an equal puzzle and budget may give another one."""
    levels: Mapping[str | None, tuple[str | None, ...]] = field(
        default_factory=lambda: LEVELS_BY_BAND
    )
    """By band, the levels from which the hardest that a puzzle may need is drawn; None as a level:
    a search. Other levels are those of `engines.reduce_clues.LEVELS`."""
    large_from: int | None = None
    """The number of cells from which boards have ``large_levels``."""
    large_levels: Mapping[str | None, tuple[str | None, ...]] = field(default_factory=dict)
    """Levels by band in place of ``levels`` on large boards, where those would take too long."""
    settings: Mapping[str, Setting] = field(default_factory=dict)
    """Settings of the generator besides those of all declared kinds; see `Params.own`."""
    require_own: Callable[[Params], None] = lambda params: None
    """(params): raise `ConfigError` for own settings that do not fit the others."""
    notes: Callable[[Params, Solution], JsonObject] = lambda params, solution: {}
    """(params, answer): further fields of the provenance of a generated record."""
    sample: Callable[[int, int], Sequence[int]] | None = None
    """(rows, cols): clues with numbers of typical size for page plans; None: the largest clue."""
    is_weaker_than: Callable[[str, str], bool] = lambda rule, other: rule == other
    effort: Callable[[Board], Sequence[int]] | None = None
    """(board): what each part of it costs a person, for grades by the mean of log2(1 + cost); None:
    by the deductions of the model."""
    measure: Callable[[Board], int | None] | None = None
    """(board): what grows with the minutes that people take, None for boards of which no times are
    known; left out: the score. See `kit.minutes`."""
    facts: Callable[[Board], Mapping[str, int | str]] = field(default=lambda clues: {})
    """Columns of reports besides the number of clues."""

    def levels_at(self, band: str | None, cells: int) -> tuple[str | None, ...]:
        """Return the levels of which one is the hardest that a board of so many cells may need."""
        is_large = self.large_from is not None and cells >= self.large_from
        return (is_large and self.large_levels.get(band)) or self.levels[band]
