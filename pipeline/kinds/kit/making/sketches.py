"""Boards as arrays, changed in place where they cannot be solved, until they can.

Their constraints are written as arrays by a kernel of the kind: to declare them as objects takes
twenty times as long as to solve a board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.kit.board.board import Board, Drafted, Solution
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.engine.grade import band_alone
from pipeline.kinds.kit.engine.removal import RULES_OF
from pipeline.kinds.kit.engine.search import MOST_PROBED, find_open
from pipeline.kinds.kit.engine.steering import BANDS
from pipeline.kinds.kit.making.clearing import Job
from pipeline.kinds.kit.making.climbing import Climb
from pipeline.kinds.kit.making.strategies import Attempt, Extend, Grow, Keep, Made, Mend, Remove
from pipeline.kinds.kit.words.core import Model
from pipeline.model import Band

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
    climb: Climb | None = None
    """How large boards are changed instead, see `Mend`."""
    most_probed: Mapping[str | None, float] = field(default_factory=dict)
    """By band, the greatest share of open variables for which trials are worth their time."""

    tidy: Callable[[Any, Callable[[], bool], RandomState], None] | None = None
    """(sketch, whether it is solvable, random state): give a mended board better looks."""

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
        for _ in range(CHANGES):
            model = sketch.model()
            cells = find_open(model, sketch.answer, ceiling, rules_of=RULES_OF, most_probed=share)
            if not cells:
                if self.tidy is not None:
                    self.tidy(sketch, partial(self._is_well, job, sketch, ceiling), state)
                    model = sketch.model()
                is_well = band is None or band_alone(model, job.package) == band
                return Attempt(sketch.board(), sketch.answer, True) if is_well else None
            if not sketch.change(cells, state):
                return None
        return None

    def _is_well(self, job: Job, sketch: Sketch, ceiling: str | None) -> bool:
        """Return whether a board can be solved and is not too hard."""
        model, band = sketch.model(), job.params.band
        if find_open(model, sketch.answer, ceiling, rules_of=RULES_OF):
            return False
        if band is None or band == BANDS[-1]:
            return True
        return BANDS.index(Band(band_alone(model, job.package))) <= BANDS.index(Band(band))


Making: TypeAlias = Remove | Keep | Mend | MendSketch | Grow | Extend
