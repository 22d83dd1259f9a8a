"""The declaration of a kind: what its folder states, from which `kind` builds the rest.

The rules are in it twice: ``declare`` states them as constraints, from which engines, proof, grade,
steps and player follow, and ``check`` by definition, by which all of these are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import TextFormat, Violation
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks

Images: TypeAlias = Sequence[Sequence[int]]
"""For each image of the board that clues lie alike in, the cell that each cell was."""

Layout: TypeAlias = Callable[[Clues, NDArray[np.uint64], Images], tuple[Clues, Solution] | None]


@dataclass(frozen=True, slots=True)
class Params:
    """What a user asks of the generator of a declared kind.

    ``clues`` is the inclusive range of the number of clues, None for as few as the order of taking
    them away leaves. ``hardest`` is the hardest level of deduction that may be needed, ``band`` the
    band aimed at.
    """

    rows: int
    cols: int
    rule: str = ""
    clues: tuple[int, int] | None = None
    symmetry: str = "none"
    hardest: str | None = None
    band: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What a kind says of itself; `make_kind` makes the rest."""

    package: str
    """Its folder as a package; the last word is the kind's id."""
    title: str
    version: int
    """Raised when an equal seed gives another puzzle."""
    boards: Boards
    declare: Callable[[Clues], Model]
    """(clues): the rules as constraints; counts that follow from a clue say so."""
    check: Callable[[Clues, Solution], tuple[Violation, ...]]
    """(clues, solution): the rules by definition."""
    layout: Layout
    """(empty board, random state, images): the clues of all cells and their solution, or None; what
    it sets beside clues lies alike in the images."""
    looks: Looks
    formats: tuple[TextFormat[Clues, Solution], ...]
    presets: Mapping[str, Params]
    plain: tuple[str, ...]
    """Reasons of decisions that a beginner sees at once."""
    sizes: Callable[[int, int], None]
    """(rows, cols): `ConfigError` for a board that the generator does not make."""
    sample: Callable[[int, int], Sequence[int]] | None = None
    """(rows, cols): clues with numbers as large as made boards have; None: the largest allowed."""
    fewest_clues: Callable[[int, int, str], int] = lambda rows, cols, rule: 1
    """(rows, cols, rule): a number of clues that no puzzle with one solution goes below."""
    without: Callable[[int], int] | None = None
    """(clue): what stands in a cell once its clue is taken away; None: the empty clue."""
    sorts: tuple[int, ...] = ()
    """All clues that a cell may have, where boards of a size differ in them alone."""
    keeps_clues: bool = False
    """Whether all clues of a layout stay, as where each cell or each island has one."""
    is_weaker_than: Callable[[str, str], bool] = lambda rule, other: rule == other
    facts: Callable[[Clues], Mapping[str, int | str]] = field(default=lambda clues: {})
    """Columns for reports beside the number of clues."""
