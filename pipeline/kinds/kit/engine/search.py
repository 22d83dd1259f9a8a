"""Exhaustive search by propagation; proofs use it beside SAT."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.board.board import Solution, read_values
from pipeline.kinds.kit.engine.arrays import compile_model, encode, encode_all, new_state
from pipeline.kinds.kit.engine.kernels import dispatch
from pipeline.kinds.kit.engine.kernels import search as kernel
from pipeline.kinds.kit.engine.kernels.arrange import keep_values
from pipeline.kinds.kit.engine.kernels.board import (
    ALL_RULES,
    FIRST_NODE,
    KIND,
    LAST_NODE,
    NODES,
    OVERLAPS,
    SIZE,
    SUMS,
)
from pipeline.kinds.kit.engine.kernels.propagate import deduce, reset
from pipeline.kinds.kit.engine.removal import MAKING_RULES, RULES_OF
from pipeline.kinds.kit.proving.engines import ResumableSearch
from pipeline.kinds.kit.words.core import Model

Indices: TypeAlias = Sequence[int] | NDArray[np.int64]

RULES: Final = ALL_RULES & ~OVERLAPS  # Overlaps cost more here than they save
MOST_PROBED: Final = 0.4
"""Greatest share of open variables for which trials are worth their time while a board is made."""


FEW_NODES: Final = 400  # Assumptions in search of a second solution by which a board is mended


class ModelSearch(ResumableSearch[Any]):
    """A search for all solutions of a model.

    ``reader`` converts a solution, an ndarray[bool] indexed by variable (index 0 is unused).
    ``nodes`` counts assumptions, including those of the look ahead.

    >>> from pipeline.kinds.kit.board.grid import Grid
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


def find_open(
    model: Model,
    known: Solution,
    ceiling: str | None,
    nodes: int = 5000,
    rules_of: Mapping[str | None, int] = MAKING_RULES,
    most_probed: float = MOST_PROBED,
) -> list[int]:
    """Return the cells that are not decided up to a level of deduction, sorted; [] if all are.

    ``ceiling`` is one of `reduce_clues.LEVELS`; for None the cells in which another solution
    differs from the known one, found within ``nodes`` assumptions, or else those left open. With
    more than a share ``most_probed`` of open variables no assumptions are tried.
    """
    rules = rules_of[ceiling]
    for some in sorted({rules & ~OVERLAPS, rules}):  # overlaps are compiled only if needed
        arrays = compile_model(model, has_overlaps=bool(some & OVERLAPS))
        if some & OVERLAPS and arrays.parts[0] == 1:  # there are none
            break
        state = new_state(arrays)
        reset(arrays, state)
        deduce(arrays, state, some)
        if state.counter[SIZE] == len(model.marks):
            return []
    is_near = len(model.marks) - state.counter[SIZE] < most_probed * len(model.marks)
    if ceiling in ("trial", None) and is_near:
        kernel.probe_with_overlaps(arrays, state, rules)
    open_ = np.flatnonzero(state.value[2::2] == 0).tolist()
    if open_ and ceiling is None and is_near:
        other, is_complete = find_other(model, known, nodes)
        if other is not None:
            return _cells(model, {*other.items} ^ {*known.items})
        if is_complete:
            return []
    return _cells(model, {model.marks[variable].place for variable in open_})


class OpenCells:
    """Finds cells that stay open on boards of a size, by one model whose clues are set in place.

    ``model`` has the constraints of all boards and those that clues change; ``level`` is one of
    `removal.DEDUCTIONS`.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.count(model.cells().values(), (0, 1, 2), "clue", about=())
    >>> open_cells = OpenCells(model, "single")
    >>> open_cells.limit([0], [1])
    >>> open_cells.find(), open_cells.find([-1])
    ([0, 1], [])
    """

    def __init__(self, model: Model, level: str) -> None:
        self._model, self._rules = model, MAKING_RULES[level]
        arrays = compile_model(model, has_overlaps=bool(self._rules & OVERLAPS))
        lengths = np.diff(arrays.literals[: len(arrays.sums) + 1])
        self._is_needed = arrays.sums != (2 << np.minimum(lengths, 61).astype(np.int64)) - 1
        self._uses = arrays.uses
        self._arrays = arrays._replace(nodes=arrays.nodes.copy(), uses=arrays.uses.copy())
        self._state = new_state(arrays)

    def label(self, word: str, labels: Sequence[int]) -> None:
        """Set the labels of the nodes of the constraint of a word."""
        (graph,) = np.flatnonzero(self._arrays.graphs[:, KIND] == dispatch.WORDS.index(word))
        first, last = self._arrays.graphs[graph, [FIRST_NODE, LAST_NODE]]
        self._arrays.nodes[first:last, 1] = labels

    def limit(self, counts: Indices, sums: Indices) -> None:
        """Require one sum of each of some counts; all others have those of the model again.

        Counts that all sums suit are not looked at.
        """
        wanted, is_needed = self._state.counts[:, SUMS], self._is_needed.copy()
        wanted[:] = self._arrays.sums
        wanted[counts], is_needed[counts] = np.left_shift(1, sums), True
        keep_values(self._uses, is_needed, self._arrays.uses)

    def find(self, given: Indices = ()) -> list[int]:
        """Return the cells that some literals leave undecided, sorted."""
        codes = encode_all(given)
        unused = np.zeros(1, dtype=np.int64)
        arrays, state = self._arrays, self._state
        kernel.run_trials(arrays, state, codes, self._rules, 0, codes, unused)
        open_ = np.flatnonzero(state.value[2::2] == 0).tolist()
        return _cells(self._model, {self._model.marks[variable].place for variable in open_})


def keep_refuted(model: Model, literals: Sequence[int], ceiling: str | None) -> list[int]:
    """Return those of some literals that can be refuted together if all others are false.

    ``ceiling`` is the hardest level of deduction; for "trial" and None single assumptions, which
    are these literals, are refuted. Earlier literals are preferred.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 3))
    >>> model.count(model.cells().values(), (1,), "one", about=())
    >>> model.clause([1, -2], "clause", about=())
    >>> keep_refuted(model, [2, 3], "trial")
    [2]
    """
    has_trials = ceiling in ("trial", None)
    rules = RULES_OF[ceiling]
    arrays = compile_model(model, has_overlaps=bool(rules & OVERLAPS))
    codes = np.array([*map(encode, literals)], dtype=np.int32)
    kept = kernel.keep_refuted(arrays, new_state(arrays), rules, codes, has_trials)
    found = {*codes[:kept].tolist()}
    return [literal for literal in literals if encode(literal) in found]


def keep_solved(
    model: Model, literals: Sequence[int], tried: int, ceiling: str | None, assumed: list[int]
) -> list[int] | None:
    """Return those of the first ``tried`` literals with which all variables can be decided.

    All other literals are false. ``ceiling`` is the hardest level of deduction; for "trial" and
    None the ``assumed`` literals are refuted one by one, in their order, which is changed in place
    to a better one for a similar model. None if some variables stay open without any literal.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 3))
    >>> model.count(model.cells().values(), (1,), "one", about=())
    >>> model.clause([-2, -1], "clause", about=())
    >>> model.clause([-2, 1], "clause", about=())
    >>> keep_solved(model, [1, 2], 2, "single", [])
    [2]
    """
    rules = MAKING_RULES[ceiling]
    arrays = compile_model(model, has_overlaps=bool(rules & OVERLAPS))
    codes = np.array([*map(encode, literals)], dtype=np.int32)
    trials = np.array([2 * one for one in assumed if ceiling in ("trial", None)], dtype=np.int32)
    kept = kernel.keep_solved(arrays, new_state(arrays), rules, codes, tried, trials)
    if len(trials):
        assumed[:] = (trials // 2).tolist()
    found = {*codes[: max(0, kept)].tolist()}
    return None if kept < 0 else [one for one in literals if encode(one) in found]


def _cells(model: Model, items: Iterable[tuple[int, ...]]) -> list[int]:
    """Return the cells of items of a solution, sorted; of a border those beside it."""
    if model.marks[0].family == "borders":
        return sorted({c for one in items for c in model.grid.cells_beside((one[0], one[1]))})
    return sorted({item[0] for item in items})


def find_more(model: Model, known: Solution) -> list[int]:
    """Return the cells of what a second solution has and the known one has not; [] for none.

    The search ends after `FEW_NODES`.
    """
    other, _ = find_other(model, known, FEW_NODES)
    return [] if other is None else _cells(model, {*other.items} - {*known.items})


def find_other(model: Model, known: Solution, nodes: int) -> tuple[Solution | None, bool]:
    """Return a solution that differs from a known one, and whether the search was complete.

    (None, True) proves that there is none; (None, False) if ``nodes`` were spent first.

    >>> from pipeline.kinds.kit.board.grid import Grid
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
