"""Boards as arrays, changed in place where they cannot be solved, until they can.

Their constraints are written as arrays by a kernel of the kind: to declare them as objects takes
twenty times as long as to solve a board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.kit.board.board import Board, Drafted, Solution
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.engine.grade import band_alone
from pipeline.kinds.kit.engine.kernels.board import OVERLAPS
from pipeline.kinds.kit.engine.removal import MAKING_RULES, RULES_OF
from pipeline.kinds.kit.engine.search import MOST_PROBED, find_open
from pipeline.kinds.kit.engine.steering import BANDS
from pipeline.kinds.kit.making.clearing import Job
from pipeline.kinds.kit.making.climbing import Climb
from pipeline.kinds.kit.making.strategies import Attempt, Extend, Grow, Keep, Made, Mend, Remove
from pipeline.kinds.kit.words.core import Model
from pipeline.model import Band

SOLVED, STUCK, NEAR, SPENT = range(4)
CHANGES: Final = 150  # Times that a sketch is changed before it is given up


class Sketch(Protocol):
    """A random board and its answer, as arrays."""

    @property
    def answer(self) -> Solution:
        """The answer, which no change alters."""

    def model(self) -> Model:
        """Return a model with the constraints of `declare`, compiled, but without objects."""

    def change(self, cells: Sequence[int], state: RandomState) -> bool:
        """Change the board, in place, where cells are open; False to give it up."""

    def board(self) -> Board:
        """Return the board."""


@dataclass(frozen=True, slots=True)
class MendSketch:
    """Change a random board, kept as arrays, where cells stay open, until none do.

    ``begin`` (empty board, random state, params) returns a sketch, or None without luck.
    """

    begin: Callable[[Board, RandomState, Params], Sketch | None]
    tidy: Callable[[Any, Callable[[], bool], RandomState], None] | None = None
    """(sketch, whether it is solvable, random state): give the solvable sketch better looks."""
    mend: Callable[[Any, int, float, int, RandomState], tuple[int, int]] | None = None
    """(sketch, rules, share, limit, random state): change the sketch in a kernel, up to so many
    times, while that share of variables or more stays open; return `SOLVED`, `STUCK`, `NEAR` or
    `SPENT`, and the number of changes."""
    climb: Climb | None = None
    """How large boards are changed instead, see `Mend`."""
    has_overlaps: bool = False
    """Whether trials use overlaps of counts, as they do for boards that are not sketches."""
    most_probed: Mapping[str | None, float] = field(default_factory=dict)
    """By band, the greatest share of open variables for which trials are worth their time."""

    def draft(self, board: Board, state: RandomState, params: Params) -> Drafted | None:
        """Return a board that may have several solutions, and its answer, for page plans."""
        sketch = self.begin(board, state, params)
        return None if sketch is None else Drafted(sketch.board(), sketch.answer)

    def make(self, job: Job, state: RandomState) -> Made | Attempt | None:
        """Make one attempt."""
        if self.climb is not None and len(job.board.values) > self.climb.cells:
            return Mend(self.draft, None, climb=self.climb).make(job, state)
        sketch = self.begin(job.board, state, job.params)
        if sketch is None:
            return None
        ceiling, band = job.ceiling(state), job.params.band
        share = self.most_probed.get(band, MOST_PROBED)
        is_mended, core = self._mend(sketch, ceiling, share, state)
        if not is_mended:
            return None
        made: Band | None = None

        def is_solvable() -> bool:
            nonlocal made
            model = sketch.model()
            if self._find(model, sketch, ceiling, share):
                return False
            if band is not None:
                found = band_alone(model, job.package)
                if BANDS.index(found) > BANDS.index(Band(band)):
                    return False
                made = found
            return True

        if self.tidy is not None:
            self.tidy(sketch, is_solvable, state)
            core = None
        if band is not None and (made or band_alone(core or sketch.model(), job.package)) != band:
            return None
        return Attempt(sketch.board(), sketch.answer, True)

    def _mend(
        self, sketch: Sketch, ceiling: str | None, share: float, state: RandomState
    ) -> tuple[bool, Model | None]:
        """Change a sketch, in place, until it can be solved at a level.

        Returns whether it can, and its model, which a sketch changed by ``mend`` may lack.
        """
        rules, changes = RULES_OF[ceiling], 0
        near = share if ceiling in ("trial", None) else 0
        while changes < CHANGES:
            if self.mend is not None and near < 1 and not rules & OVERLAPS:
                how, made = self.mend(sketch, rules, near, CHANGES - changes, state)
                changes += made
                if how != NEAR:
                    return how == SOLVED, None
            model = sketch.model()
            cells = self._find(model, sketch, ceiling, share)
            if not cells:
                return True, model
            if not sketch.change(cells, state):
                return False, None
            changes += 1
        return False, None

    def _find(self, model: Model, sketch: Sketch, ceiling: str | None, share: float) -> list[int]:
        """Return the open cells of a sketch."""
        answer, rules_of = sketch.answer, MAKING_RULES if self.has_overlaps else RULES_OF
        return find_open(model, answer, ceiling, rules_of=rules_of, most_probed=share)


Making: TypeAlias = Remove | Keep | Mend | MendSketch | Grow | Extend
