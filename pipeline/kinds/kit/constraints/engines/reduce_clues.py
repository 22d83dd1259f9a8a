"""Clues taken away while the others still suffice, by people's deductions or to be unique.

All runs in a kernel. A model is compiled once: of one board with all its clues, or, where boards of
a size differ in nothing but their clues, of all clues that any of them may have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import Final

import numpy as np

from pipeline.kinds.kit.constraints.engines.arrays import compile_model, new_state, signed
from pipeline.kinds.kit.constraints.kernels import remove as kernel
from pipeline.kinds.kit.constraints.kernels.board import GLOBALS, OVERLAPS, SETS
from pipeline.kinds.kit.constraints.model import MOST_SUM, Count, Model

LEVELS: Final = ("single", "global", "overlap", "set", "trial", "search")
"""Levels of deduction, each with those before it: one count; a loop or another global constraint;
two counts that overlap; sets of values; one assumption that is refuted; assumptions in a row."""

RULES_OF: Final = {
    "single": 0,
    "global": GLOBALS,
    "overlap": GLOBALS | OVERLAPS,
    "set": GLOBALS | OVERLAPS | SETS,
    "trial": GLOBALS | SETS,
    None: GLOBALS | SETS,
}
"""By the last level. A search, None, does without `CUTS`: they take longer than what they spare."""

SEARCH_NODES: Final = 5_000
"""Assumptions that it may take to show that a board is unique."""

ANY_SUM: Final = (1 << MOST_SUM + 1) - 1


class Remover:
    """Takes clues away from boards of one size.

    Parameters
    ----------
    models : sequence of Model
        A board with all its clues; or several that differ in nothing else, the k-th with each clue
        that is of the k-th sort.
    ceiling : str or None
        The last of `LEVELS` that may be needed to solve what is left; None for a search, which
        finds that the solution is unique.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> cells = model.cells()
    >>> model.count(cells.values(), (1,), "one", about=())
    >>> for cell, variable in cells.items():
    ...     model.clause([variable if cell else -variable], "given", about=(cell,), clue=cell)
    >>> Remover([model], "single").remove({0: 0, 1: 0}, [[0], [1]])
    [1]
    """

    def __init__(self, models: Sequence[Model], ceiling: str | None) -> None:
        merged, self._base, self._clues = _merge(models)
        self._rules = RULES_OF[ceiling]
        self._way = {None: kernel.BY_SEARCH, "trial": kernel.BY_TRIALS}.get(
            ceiling, kernel.BY_DEDUCTION
        )
        self.arrays = compile_model(merged, has_overlaps=bool(self._rules & OVERLAPS))
        self._state = new_state(self.arrays)

    def remove(
        self, given: Mapping[int, int], groups: Sequence[Sequence[int]], least: int = 0
    ) -> list[int] | None:
        """Return the cells whose clues stay, sorted; None where all clues do not suffice.

        ``given`` has for each cell with a clue which of the models has it. ``groups`` are cells
        whose clues go together, in the order in which they are tried; at least so many stay.
        """
        place = {cell: k for k, cell in enumerate(given)}
        entries = [self._clues[cell, sort] for cell, sort in given.items()]
        flat = np.array(list(chain.from_iterable(entries)), dtype=np.uint64).reshape(-1, 2)
        grouped = {cell for group in groups for cell in group}
        groups = [*groups, [cell for cell in given if cell not in grouped]]
        clues = kernel.ClueSet(
            self._base,
            np.array([0, *accumulate(map(len, entries))], dtype=np.int32),
            flat[:, 0].astype(np.int32),
            flat[:, 1].copy().view(np.int64),
            np.ones(len(entries), dtype=np.bool_),
            np.array([place[cell] for group in groups for cell in group], dtype=np.int32),
            np.array([0, *accumulate(map(len, groups))], dtype=np.int32),
            np.zeros((len(flat), 2), dtype=np.int64),
            np.zeros((len(groups).bit_length() + 2, 6), dtype=np.int64),
        )
        search = self._rules, self._way, SEARCH_NODES
        if not kernel.remove(self.arrays, self._state, clues, *search, least):
            return None
        return sorted(cell for cell, k in place.items() if clues.is_there[k])


def remove_clues(
    model: Model, groups: Sequence[Sequence[int]], ceiling: str | None, least: int = 0
) -> list[int] | None:
    """Return the cells whose clues stay on one board, which the model has with all its clues.

    The rest is as in `Remover`.
    """
    cells = {count.clue: 0 for count in model.counts if count.clue is not None}
    return Remover([model], ceiling).remove(cells, groups, least)


def _merge(
    models: Sequence[Model],
) -> tuple[Model, np.ndarray, dict[tuple[int, int], list[tuple[int, int]]]]:
    """Return one model with the counts of all, sums without clues, and what each clue brings.

    Counts of the same literals are one; what a clue brings are (count, sums).
    """
    first = models[0]
    merged = Model(first.grid, first.marks, [], first.globals)
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
            at = places.setdefault(count.literals, len(base))
            if at == len(base):
                merged.counts.append(count)
                base.append(ANY_SUM)
            elif merged.counts[at].sums != count.sums:
                merged.counts[at] = Count(count.literals, ANY_SUM, *count[2:])
            clues.setdefault((count.clue, sort), []).append((at, count.sums))
    return merged, signed(base), clues
