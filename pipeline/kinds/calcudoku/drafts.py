"""Boards of Calcudoku: random numbers in cages, whose cells move to others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import kit
from pipeline.kinds.calcudoku import kernels
from pipeline.kinds.calcudoku.kernels import LARGEST, MOST, Patterns
from pipeline.kinds.kit import making
from pipeline.kinds.kit.engine.arrays import Rows, base_rows, compile_rows
from pipeline.kinds.kit.engine.kernels import dispatch
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.kit.words.model import fixed_model

Fixed: TypeAlias = Callable[[kit.Board, kit.Model], None]

CAGE_SIZES: Final = {"easy": (2, 2, 2, 3), "medium": (2, 2, 3, 3), None: (2, 2, 3, 3, 3, 4)}
"""By band, the sizes of cages from which a board is made."""
CELLS_A_SINGLE: Final = 7
"""Of so many cells at most one is a cage of its own."""
CELLS_A_MOVE: Final = 12
"""One more cell is moved at once for so many open cells."""
SIGNS: Final = "+-x/"
ACCEPTED: Final = dispatch.WORDS.index("accepted")


def results_of(numbers: Sequence[int]) -> Mapping[str, float]:
    """Return the result of each operation; others are taken from the largest number.

    >>> results_of([2, 6])
    {'+': 8, 'x': 12, '-': 4, '/': 3.0}
    """
    *rest, top = sorted(numbers)
    return {
        "+": sum(numbers), "x": prod(numbers), "-": top - sum(rest), "/": top / prod(rest),
    }  # fmt: skip


@cache
def reckoning(side: int, cells: int, sign: str, result: int) -> kit.Layers:
    """Return the automaton of a cage; without a sign any operation may give the result.

    A state is the sum, the product and the largest of the numbers, as far as they matter.
    """

    def step(state: tuple[int, int, int], _: int, option: int) -> tuple[int, int, int]:
        total, times, top = state
        number = option + 1
        return (
            total + number * (sign in ("", "+", "-")),
            times * (number if sign in ("", "x", "/") else 1),
            max(top, number) * (sign in ("", "-", "/")),
        )

    def is_end(state: tuple[int, int, int]) -> bool:
        total, times, top = state
        results = {"+": total, "x": times, "-": 2 * top - total, "/": top * top / times}
        return result in ([results[sign]] if sign else results.values())

    return kit.unroll([side] * cells, (0, 1, 0), step, is_end)


class Memory:
    """What boards of a size share: constraints of all, automata, and working memory."""

    def __init__(self, blank: Core) -> None:
        self.blank, self.base = blank, base_rows(blank)
        cells = len(blank.grid.cells)
        self.begin = np.array([len(self.base[k]) for k in (0, 1, 3, 4, 5)], dtype=np.int64)
        keys = (LARGEST + 1) * len(SIGNS) * (MOST + 1)
        self.patterns = Patterns(
            np.full(keys, -1, dtype=np.int32),
            np.zeros((keys, 2), dtype=np.int32),
            np.zeros((1024, 4), dtype=np.int32),
        )
        self.number = self.arcs = 0
        self._reserve(0)
        self.names = np.zeros(cells, dtype=np.int64)

    def add(self, key: int) -> None:
        """Add the automaton of a place of ``patterns.rows``."""
        (size, sign), result = divmod(key // (MOST + 1), len(SIGNS)), key % (MOST + 1)
        side = self.blank.grid.rows
        layers = reckoning(side, size, SIGNS[sign], result)
        arcs = [(k, way, a, b) for k, some in enumerate(layers.arcs) for a, way, b in some]
        pool = self.patterns.arcs
        while len(pool) <= self.arcs + len(arcs):  # the row after the last is of place 0
            pool = np.concatenate((pool, np.zeros_like(pool)))
        pool[self.arcs : self.arcs + len(arcs)] = arcs
        self.patterns = self.patterns._replace(arcs=pool)
        self.patterns.rows[key] = self.number
        self.patterns.heads[self.number] = layers.states, self.arcs
        self.number, self.arcs = self.number + 1, self.arcs + len(arcs)
        if len(arcs) > self.widest:
            self._reserve(len(arcs))

    def _reserve(self, arcs: int) -> None:
        """Make room for cages with so many arcs or less, and one state more than arcs."""
        self.widest, side = arcs, self.blank.grid.rows
        cells, pairs = side * side, side * side // 2
        room = cells, cells, cells, cells, pairs * (1 + arcs + side * LARGEST), pairs * arcs
        base: list[NDArray[Any]] = [*self.base]
        self.rows = Rows(*map(_widen, base, room))


def _widen(rows: NDArray[Any], more: int) -> NDArray[Any]:
    return np.concatenate((rows, np.zeros((more, *rows.shape[1:]), rows.dtype)))


@lru_cache(maxsize=4)
def _memory(boards: kit.Boards, fixed: Fixed, board: kit.Board) -> Memory:
    return Memory(fixed_model(boards, fixed, board).core)


@dataclass(slots=True)
class Sketch:
    """A board as arrays, see `making.Sketch`."""

    blank: kit.Board
    memory: Memory
    answer: kit.Solution
    numbers: NDArray[np.int64]
    cages: NDArray[np.int64]
    signs: NDArray[np.int64]

    def settle(self, changed: NDArray[np.int64], state: kit.RandomState) -> int:
        """Change the cages; return the number of those of one cell."""
        side, names = self.blank.rows, self.memory.names
        return kernels.settle(self.numbers, self.cages, self.signs, changed, side, names, state)

    def model(self) -> Core:
        """Return the constraints of `declare`, compiled."""
        memory, blank = self.memory, self.memory.blank
        missing = 0
        while missing >= 0:
            ends = memory.begin.copy()
            missing = kernels.state_rules(
                self.numbers, self.cages, self.signs, self.blank.rows,
                memory.patterns, ACCEPTED, memory.rows, ends,
            )  # fmt: skip
            if missing >= 0:
                memory.add(missing)
        sizes, codes, sums, heads, nodes, edges = memory.rows
        counts, literals, graphs, places, arcs = ends.tolist()
        rows = Rows(
            sizes[:counts], codes[:literals], sums[:counts].copy(),
            heads[:graphs], nodes[:places], edges[:arcs],
        )  # fmt: skip
        core = Core(blank.grid, blank.marks)
        arrays = compile_rows(len(core.marks), rows)
        no_links = np.zeros(counts + 1, dtype=np.int32)  # since no counts share two literals
        core.compiled = {False: arrays, True: arrays._replace(link_at=no_links)}
        return core

    def change(self, cells: Sequence[int], state: kit.RandomState) -> bool:
        """Move some cells to a neighbouring cage, or else make them cages of their own."""
        near = np.array(cells, dtype=np.int64)
        for _ in range(1 + len(cells) // CELLS_A_MOVE):
            changed = self.cages.copy()
            kernels.move(self.cages, near, self.blank.rows, changed, state)
            if self.settle(changed, state) * CELLS_A_SINGLE > len(self.cages):
                return False
        return True

    def tidy(self, is_solvable: Callable[[], bool], state: kit.RandomState) -> None:
        """Join single cells to a neighbouring cage, where the board stays solvable."""
        sizes = np.bincount(self.cages, minlength=len(self.cages))
        for cell in making.shuffled(state, np.flatnonzero(sizes == 1).tolist()):
            near = {int(self.cages[one]) for one in self.blank.grid.neighbours(cell)}
            sizes = np.bincount(self.cages, minlength=len(self.cages))
            for cage in sorted(near, key=lambda k: (sizes[k], k)) if sizes[cell] == 1 else ():
                if sizes[cage] == LARGEST:
                    continue
                cages, signs, changed = self.cages.copy(), self.signs.copy(), self.cages.copy()
                changed[cell] = cage
                self.settle(changed, state)
                if is_solvable():
                    break
                self.cages, self.signs = cages, signs

    def board(self) -> kit.Board:
        """Return the board."""
        places: dict[int, list[int]] = {}
        for cell, cage in enumerate(self.cages.tolist()):
            places.setdefault(cage, []).append(cell)
        clues = []
        for cage, cells in places.items():
            sign = SIGNS[self.signs[cage]]
            result = int(results_of(self.numbers[cells].tolist())[sign])
            clues.append(
                kit.Clue(kit.CAGE, tuple(cells), (result,), sign if len(cells) > 1 else "")
            )
        return replace(self.blank, other_clues=tuple(clues))


def begin(
    boards: kit.Boards,
    fixed: Fixed,
    board: kit.Board,
    state: kit.RandomState,
    params: kit.Params,
) -> Sketch | None:
    """Return random numbers with cages; ``fixed`` adds the rules of all boards."""
    numbers = making.random_groups(board, state)
    if numbers is None:
        return None
    sizes = CAGE_SIZES.get(params.band, CAGE_SIZES[None])
    cells = len(numbers)
    cages = np.full(cells, -1, dtype=np.int64)
    kernels.draw_cages(cages, np.array(sizes), board.rows, np.arange(cells), state)
    answer = kit.Solution("numbers", tuple(enumerate(numbers)))
    ways = np.full(cells, -1), np.full(cells, -1)
    sketch = Sketch(board, _memory(boards, fixed, board), answer, np.array(numbers), *ways)
    sketch.settle(cages, state)
    return sketch
