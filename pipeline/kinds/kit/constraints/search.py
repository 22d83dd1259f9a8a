"""Exhaustive search by propagation: the second way of every proof, without a clause."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.arrays import compile_model, new_state
from pipeline.kinds.kit.constraints.kernels import search as kernel
from pipeline.kinds.kit.constraints.kernels.board import ALL_RULES, NODES, OVERLAPS, Arrays
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.engines import ResumableSearch

RULES: Final = ALL_RULES & ~OVERLAPS
"""Overlaps cost more here than they save."""


class ModelSearch(ResumableSearch[NDArray[np.bool_]]):
    """A search for all solutions of a model, each an ndarray[bool] indexed by variable.

    Its first entry stands for no variable. ``nodes`` are assumptions, those of the look ahead too.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.count(model.cells().values(), (1,), "one", about=())
    >>> search = ModelSearch(model)
    >>> sorted(search.next_solution(99).tolist() for _ in range(2))
    [[False, False, True], [False, True, False]]
    >>> search.next_solution(99), search.is_complete
    (None, True)
    """

    def __init__(self, model: Model, arrays: Arrays | None = None) -> None:
        self.arrays = compile_model(model, has_overlaps=False) if arrays is None else arrays
        self._state = new_state(self.arrays)

    @property
    def nodes(self) -> int:
        """Assumptions so far."""
        return int(self._state.counter[NODES])

    def go_on(self, nodes: int) -> int:
        """Search on until ``nodes`` are spent; `FOUND`, `DONE` or `SPENT`."""
        return kernel.advance(self.arrays, self._state, RULES, nodes)

    def read(self) -> NDArray[np.bool_]:
        """Return the solution that was just found."""
        return np.concatenate(([False], self._state.value[2::2] > 0))
