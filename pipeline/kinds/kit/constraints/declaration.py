"""The declaration of a kind, from which `make_kind` builds a `PuzzleKind`.

It contains the rules twice: ``declare`` returns them as constraints for the engines, and ``check``
tests a solution by definition, which validates the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import TextFormat, Violation
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.params import Images as Images
from pipeline.kinds.kit.constraints.params import Params as Params
from pipeline.kinds.kit.constraints.params import Usual as Usual
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.puzzle import Drafted as Drafted
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.making.strategies import Clearing, Keep, Making, Mend, Remove
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

Layout: TypeAlias = Callable[[Clues, RandomState, Images], tuple[Clues, Solution] | None]


Draft: TypeAlias = Callable[[Clues, RandomState, Params], Drafted | None]
MendBoard: TypeAlias = Callable[
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
    making: Making | None = None
    """How boards are made; None: as the fields below say, which end with the last older page."""
    layout: Layout | None = None
    """(empty board, random state, images): the clues of all cells and their solution, or None;
    everything placed besides clues is symmetric under the images. Clues are then removed."""
    draft: Draft | None = None
    """(empty board, random state, params): a board and its solution, or None, in place of
    ``layout``: while cells stay open, ``mend`` changes the board."""
    mend: MendBoard | None = None
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

    @property
    def strategy(self) -> Making:
        """How boards are made."""
        return self.making or _strategy(self)


def _strategy(declared: Declared) -> Making:
    """Return the strategy of an older page."""
    clearing = Clearing(declared.without, declared.sorts, declared.removes_extra)
    if declared.draft is not None:
        return Mend(
            declared.draft,
            declared.mend,
            declared.cells_a_change,
            declared.kept_percent,
            declared.is_mended_by_solutions,
            clearing,
        )
    assert declared.layout is not None
    if declared.keeps_clues:
        return Keep(declared.layout)
    return Remove(
        layout=declared.layout,
        clearing=clearing,
        percent_first=declared.percent_first,
        by_band=declared.by_band,
        fewest=declared.fewest_clues,
    )
