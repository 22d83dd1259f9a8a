"""Exhaustive search by propagation; proofs use it beside SAT."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.engines.arrays import compile_model, new_state
from pipeline.kinds.kit.constraints.kernels import search as kernel
from pipeline.kinds.kit.constraints.kernels.board import ALL_RULES, NODES, OVERLAPS
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Solution, read_values
from pipeline.kinds.kit.engines import ResumableSearch

RULES: Final = ALL_RULES & ~OVERLAPS
"""Overlaps cost more here than they save."""


class ModelSearch(ResumableSearch[Any]):
    """A search for all solutions of a model.

    ``reader`` converts a solution, an ndarray[bool] indexed by variable (index 0 is unused).
    ``nodes`` counts assumptions, including those of the look ahead.

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

    def __init__(
        self, model: Model, reader: Callable[[NDArray[np.bool_]], Any] = lambda values: values
    ) -> None:
        self._reader = reader
        self.arrays = compile_model(model, has_overlaps=False)
        self._state = new_state(self.arrays)

    @property
    def nodes(self) -> int:
        """Assumptions so far."""
        return int(self._state.counter[NODES])

    def go_on(self, nodes: int) -> int:
        """Continue until a total of ``nodes`` are spent; `FOUND`, `DONE` or `SPENT`."""
        return kernel.advance(self.arrays, self._state, RULES, nodes)

    def read(self) -> Any:
        """Return the last solution found."""
        return self._reader(np.concatenate(([False], self._state.value[2::2] > 0)))


def find_other(model: Model, known: Solution, nodes: int) -> tuple[Solution | None, bool]:
    """Return a solution that differs from a known one, and whether the search was complete.

    (None, True) proves that there is none; (None, False) if ``nodes`` were spent first.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.count(model.cells().values(), (1,), "one", about=())
    >>> find_other(model, Solution("cells", ((0,),)), 99)[0].items
    ((1,),)
    """
    search = ModelSearch(model, partial(read_values, known.family, model))
    while (found := search.next_solution(nodes)) is not None:
        if found != known:
            return found, True
    return None, search.is_complete
