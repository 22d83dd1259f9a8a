"""The declaration of a kind, from which `make_kind` builds a `PuzzleKind`.

It contains the rules twice: ``declare`` returns them as constraints for the engines, and ``check``
tests a solution by definition, which validates the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import TextFormat, Violation
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.options import Setting
from pipeline.model import JsonObject

CEILINGS: Final[Mapping[str | None, tuple[str | None, ...]]] = MappingProxyType(
    {
        None: ("global", "set", "trial"),
        "easy": ("single", "global"),
        "medium": ("global", "set"),
        "hard": ("set", "trial"),
        "expert": ("trial", None),
    }
)
"""The usual levels by band."""

Images: TypeAlias = Sequence[Sequence[int]]
"""For each image of the board in which clues keep their places, the source cell of each cell."""

Layout: TypeAlias = Callable[[Clues, RandomState, Images], tuple[Clues, Solution] | None]


@dataclass(frozen=True, slots=True)
class Params:
    """Parameters of the generator of a declared kind.

    ``clues`` is the inclusive range of the number of clues, None to remove as many as possible.
    ``hardest`` is the hardest level of deduction that may be needed, ``band`` the wanted band.
    """

    rows: int
    cols: int
    rule: str = ""
    clues: tuple[int, int] | None = None
    symmetry: str = "none"
    hardest: str | None = None
    band: str | None = None
    mask: tuple[int, ...] | None = None
    """The cells that may have clues; None for all."""
    own: tuple[tuple[str, Any], ...] = ()
    """The kind's own settings, by name."""


class Usual(NamedTuple):
    """Clues as players expect them in a band, unless settings say otherwise.

    ``percent`` is the inclusive range of clues in percent of the cells, None for as few as the
    hardest level allows; ``symmetry`` is a name of `clue_places.SYMMETRIES`.
    """

    percent: tuple[int, int] | None = None
    symmetry: str = "none"

    def clues(self, cells: int) -> tuple[int, int] | None:
        """Return the range of clues on a board, rounded outwards.

        >>> Usual((40, 47)).clues(81)
        (32, 39)
        """
        if self.percent is None:
            return None
        return cells * self.percent[0] // 100, -(-cells * self.percent[1] // 100)


class Drafted(NamedTuple):
    """A board and its solution, and whether it needs no mending."""

    clues: Clues
    solution: Solution
    is_finished: bool = False


Draft: TypeAlias = Callable[[Clues, RandomState, Params], Drafted | None]
Mend: TypeAlias = Callable[
    [Clues, Solution, Sequence[int], RandomState, Params], tuple[Clues, Solution] | None
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A kind of puzzle as its folder declares it."""

    package: str
    """Its folder as a package; the last word is the kind's id."""
    title: str
    version: int
    """Raised when an equal seed gives another puzzle."""
    boards: Boards
    declare: Callable[[Clues], Model]
    """(clues): the rules as constraints; counts that follow from a clue name its cell."""
    check: Callable[[Clues, Solution], Iterable[Violation]]
    """(clues, solution): the rules by definition."""
    looks: Looks
    formats: tuple[TextFormat[Clues, Solution], ...]
    presets: Mapping[str, Params]
    plain: tuple[str, ...]
    """Reasons that a book's first step may use: obvious to a beginner."""
    sizes: Callable[[int, int], None]
    """(rows, cols): raise `ConfigError` for a size that the generator does not support."""
    layout: Layout | None = None
    """(empty board, random state, images): the clues of all cells and their solution, or None;
    everything placed besides clues is symmetric under the images. Clues are then removed."""
    draft: Draft | None = None
    """(empty board, random state, params): a board and its solution, or None, in place of
    ``layout``: while cells stay open, ``mend`` changes the board."""
    mend: Mend | None = None
    """(board, solution, cells, random state, params): the board changed where some cells are not
    decided, and its solution; None to give it up, as all boards with open cells without it."""
    cells_a_change: int = 12
    """One more change is made at once for so many open cells."""
    kept_percent: Mapping[str | None, int] = field(default_factory=dict)
    """By band, the share of its clues that a mended board keeps at least; without it all."""
    is_mended_by_solutions: bool = False
    """Whether a board is mended first where a second solution has more than the wanted one."""
    ceilings: Mapping[str | None, tuple[str | None, ...]] = field(default_factory=lambda: CEILINGS)
    """By band, the levels from which the hardest that a puzzle may need is drawn; None as a level:
    a search. Other levels are those of `engines.reduce_clues.LEVELS`."""
    by_band: Mapping[str | None, Usual] = field(default_factory=dict)
    """By band the usual clues; None as a band: any."""
    settings: Mapping[str, Setting] = field(default_factory=dict)
    """Settings of the generator besides those of all declared kinds; see `Params.own`."""
    require_own: Callable[[Params], None] = lambda params: None
    """(params): raise `ConfigError` for own settings that do not fit the others."""
    notes: Callable[[Params, Solution], JsonObject] = lambda params, solution: {}
    """(params, solution): further fields of the provenance of a generated record."""
    sample: Callable[[int, int], Sequence[int]] | None = None
    """(rows, cols): clues with numbers of typical size for page plans; None: the largest clue."""
    fewest_clues: Callable[[int, int, str], int] = lambda rows, cols, rule: 1
    """(rows, cols, rule): a lower bound of the number of clues of a unique puzzle."""
    without: Callable[[int], int] | None = None
    """(clue): the value of a cell whose clue is removed; None: the empty clue."""
    sorts: tuple[int, ...] = ()
    """All clues of a cell, if models of boards of one size differ only in their clues."""
    keeps_clues: bool = False
    """Whether no clue is removed, because every cell or every island has one."""
    removes_extra: bool = False
    """Whether clues outside of cells are removed too; all that ``layout`` returns are symmetric."""
    percent_first: int = 0
    """Percent of the clues in cells that are removed before all other clues."""
    is_weaker_than: Callable[[str, str], bool] = lambda rule, other: rule == other
    measure: Callable[[Clues], int | None] | None = None
    """(clues): what grows with the minutes that people take, None for boards of which no times are
    known; left out: the score. See `kit.minutes`."""
    facts: Callable[[Clues], Mapping[str, int | str]] = field(default=lambda clues: {})
    """Columns of reports besides the number of clues."""
