"""Remove clues as long as the puzzle stays solvable by deduction, or unique.

The work is done in a kernel on one compiled model: that of a board with all its clues or, if boards
of one size differ only in their clues, that of all clues that any of them may have.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, chain
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.engine.arrays import compile_model, new_state, signed
from pipeline.kinds.kit.engine.kernels import remove as kernel
from pipeline.kinds.kit.engine.kernels.board import (
    FIRST_NODE,
    GLOBALS,
    IS_OFF,
    LAST_NODE,
    OVERLAPS,
    SETS,
    SUMS,
    Arrays,
    State,
)
from pipeline.kinds.kit.engine.kernels.propagate import reset
from pipeline.kinds.kit.words.core import MOST_SUM, Count, Model

LEVELS: Final = ("single", "global", "overlap", "set", "trial", "search")
"""Levels of deduction, each including those before it: single counts; global constraints;
overlapping counts; sets of values; single assumptions that are refuted; search."""

DEDUCTIONS: Final = LEVELS[:-2]  # The levels without assumptions

RULES_OF: Final = {
    "single": 0,
    "global": GLOBALS,
    "overlap": GLOBALS | OVERLAPS,
    "set": GLOBALS | OVERLAPS | SETS,
    "trial": GLOBALS | SETS,
    None: GLOBALS | SETS,
}
"""Rules by level. A search, None, does not use `CUTS`: they cost more time than they save."""

MAKING_RULES: Final = {**RULES_OF, "trial": GLOBALS | OVERLAPS | SETS}
"""Rules of generators: they use overlaps between trials, as grades do."""

SEARCH_NODES: Final = 5_000  # Limit of assumptions for showing that a board is unique
ANY_SUM: Final = (1 << MOST_SUM + 1) - 1


class Remover:
    """Removes clues from boards of one size.

    ``models`` are a board with all its clues, or several that differ only in their clues, the k-th
    with the k-th sort of clue in every cell. ``ceiling`` is the hardest of `LEVELS` that may be
    needed to solve the result; None for a search, which shows that the solution is unique.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> cells = model.cells()
    >>> model.count(cells.values(), (1,), "one", about=())
    >>> for cell, variable in cells.items():
    ...     model.clause([variable if cell else -variable], "given", about=(cell,), clue=cell)
    >>> Remover([model], "single").remove({0: 0, 1: 0}, [[0], [1]])
    [1]
    """

    def __init__(self, models: Sequence[Model], ceiling: str | None) -> None:
        self._merged, self._base, self._clues = _merge(models) if models[1:] else _part(models[0])
        self._rules, self._way = MAKING_RULES[ceiling], _way_of(ceiling)
        self.arrays = compile_model(self._merged, has_overlaps=bool(self._rules & OVERLAPS))
        self._state = new_state(self.arrays)
        of_clues = (at for at, one in enumerate(self._merged.globals) if one.clue is not None)
        self._optional = [*of_clues]
        self._placed: dict[bool, State] = {}
        self._codes: dict[tuple[int, int], NDArray[np.int32]] = {}
        owners = {(at, cell) for (cell, _), entries in self._clues.items() for at, _ in entries}
        self.is_apart = len(owners) == len({at for at, _ in owners})
        """Whether no two cells have clues of the same literals, which are merged here."""

    def remove(
        self, given: Mapping[int, int], groups: Sequence[Sequence[int]], least: int = 0
    ) -> list[int] | None:
        """Return the cells whose clues stay, sorted; None if even all clues do not suffice.

        ``given`` is the index of the model with its clue for each cell. ``groups`` are cells whose
        clues are removed together, in the order of trial; at least ``least`` clues stay.
        """
        place = {cell: k for k, cell in enumerate(given)}
        entries = [self._clues[cell, sort] for cell, sort in given.items()]
        flat = [*chain.from_iterable(entries)]
        grouped = {cell for group in groups for cell in group}
        groups = [*groups, [cell for cell in given if cell not in grouped]]
        clues = kernel.ClueSet(
            self._base,
            np.array([0, *accumulate(map(len, entries))], dtype=np.int32),
            np.array([at for at, _ in flat], dtype=np.int32),
            signed([sums for _, sums in flat]),
            np.ones(len(entries), dtype=np.bool_),
            np.array([place[cell] for group in groups for cell in group], dtype=np.int32),
            np.array([0, *accumulate(map(len, groups))], dtype=np.int32),
            np.zeros((len(flat), 2), dtype=np.int64),
            np.zeros((len(groups).bit_length() + 2, 6), dtype=np.int64),
            np.zeros_like(self._state.value),
        )
        self._state.graph[self._optional, IS_OFF] = 1
        search = self._rules, self._way, SEARCH_NODES
        if not kernel.remove(self.arrays, self._state, clues, *search, least):
            return None
        return sorted(cell for cell, k in place.items() if clues.is_kept[k])

    def place(
        self, given: Mapping[int, int], kept: Collection[int], needs_overlaps: bool = True
    ) -> tuple[Arrays, State]:
        """Return the compiled model, and a state with the sums of some clues.

        ``given`` is as in `remove`. The model has all overlaps unless they are not needed. The
        state is changed by the next call.
        """
        has_overlaps = needs_overlaps or bool(self._rules & OVERLAPS)
        arrays = compile_model(self._merged, has_overlaps)
        if has_overlaps not in self._placed:
            self._placed[has_overlaps] = new_state(arrays)
        state = self._placed[has_overlaps]
        entries = [entry for cell in kept for entry in self._clues[cell, given[cell]]]
        counts = [(at, sums) for at, sums in entries if at >= 0]
        state.counts[:, SUMS] = self._base
        places = np.array([at for at, _ in counts], dtype=np.int64)
        np.bitwise_and.at(state.counts[:, SUMS], places, signed([sums for _, sums in counts]))
        state.graph[self._optional, IS_OFF] = 1
        state.graph[[-1 - at for at, _ in entries if at < 0], IS_OFF] = 0
        return arrays, state

    def codes(self, cell: int, sort: int) -> NDArray[np.int32]:
        """Return the codes of the literals that a clue is about."""
        if (cell, sort) not in self._codes:
            literals = self.arrays.literals
            nodes, graphs = self.arrays.nodes, self.arrays.graphs
            lists = [
                literals[literals[at] : literals[at + 1]]
                if at >= 0
                else nodes[graphs[-1 - at, FIRST_NODE] : graphs[-1 - at, LAST_NODE], 0]
                for at, _ in self._clues[cell, sort]
            ]
            self._codes[cell, sort] = np.concatenate(lists)
        return self._codes[cell, sort]


def _way_of(ceiling: str | None) -> int:
    ways = {None: kernel.BY_SEARCH, "trial": kernel.BY_TRIALS}
    return ways.get(ceiling, kernel.BY_DEDUCTION)


def is_solvable(model: Model, ceiling: str | None) -> bool:
    """Return whether a board is solved at a level of deduction, or for None shown to be unique."""
    rules = MAKING_RULES[ceiling]
    arrays = compile_model(model, has_overlaps=bool(rules & OVERLAPS))
    state = new_state(arrays)
    reset(arrays, state)
    search = rules, _way_of(ceiling), SEARCH_NODES
    return bool(kernel.is_solved(arrays, state, *search, True))


def remove_clues(
    model: Model, groups: Sequence[Sequence[int]], ceiling: str | None, least: int = 0
) -> list[int] | None:
    """Return the cells whose clues stay on the board of a model; see `Remover`."""
    remover, given = remover_of(model, ceiling)
    return remover.remove(given, groups, least)


def remover_of(model: Model, ceiling: str | None) -> tuple[Remover, dict[int, int]]:
    """Return the remover of a board with all its clues, and these as `Remover.remove` gets them."""
    clues = (*(one.clue for one in model.counts), *(one.clue for one in model.globals))
    given = {clue: 0 for clue in clues if clue is not None}
    return Remover([model], ceiling), given


Parted: TypeAlias = tuple[Model, np.ndarray, dict[tuple[int, int], list[tuple[int, int]]]]


def _part(model: Model) -> Parted:
    """Return what `_merge` does for one model, which is compiled as it is."""
    base = [one.sums if one.clue is None else ANY_SUM for one in model.counts]
    clues: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for index, count in enumerate(model.counts):
        if count.clue is not None:
            clues.setdefault((count.clue, 0), []).append((index, count.sums))
    for index, one in enumerate(model.globals):
        if one.clue is not None:
            clues.setdefault((one.clue, 0), []).append((-1 - index, 0))
    return model, signed(base), clues


def _merge(models: Sequence[Model]) -> Parted:
    """Return a model with the counts of all, their sums without clues, and the counts of each clue.

    Counts of the same literals are merged. By (clue, sort), clues have pairs of (count, sums), and
    of (-1 - global, 0).
    """
    first = models[0]
    merged = Model(first.grid, first.marks)
    base: list[int] = []
    places: dict[tuple[int, ...], int] = {}
    clues: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for sort, model in enumerate(models):
        for count in model.counts:
            if count.clue is None:
                if sort == 0:
                    merged.counts.append(count)
                    base.append(count.sums)
                continue
            index = places.setdefault(count.literals, len(base))
            if index == len(base):
                merged.counts.append(count)
                base.append(ANY_SUM)
            elif merged.counts[index].sums != count.sums:
                merged.counts[index] = Count(count.literals, ANY_SUM, *count[2:])
            clues.setdefault((count.clue, sort), []).append((index, count.sums))
        for one in model.globals:
            if one.clue is not None:
                clues.setdefault((one.clue, sort), []).append((-1 - len(merged.globals), 0))
            if sort == 0 or one.clue is not None:
                merged.globals.append(one)
    return merged, signed(base), clues
