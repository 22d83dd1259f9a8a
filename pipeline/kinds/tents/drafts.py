"""Boards of Tents: tents that are close together, and trees that move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.engine.arrays import Rows, compile_rows, new_state
from pipeline.kinds.kit.engine.kernels import dispatch
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.words.core import Mark
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.tents import kernels
from pipeline.kinds.tents.kernels import CELLS_A_MOVE, EMPTY, TENT, TREE, Work

MATCHING: Final = dispatch.WORDS.index("matching")
CELLS_A_TENT: Final = 5


@dataclass(slots=True)
class Sketch:
    """A board as arrays, see `making.Sketch`."""

    blank: kit.Board
    ground: NDArray[np.int8]
    answer: kit.Solution

    def model(self) -> Core:
        """Return the constraints of `declare`, compiled."""
        grid, ground = self.blank.grid, self.ground
        work = _memory(*ground.shape)
        kernels.state_rules(ground, work)
        _, sizes, codes, sums, nodes, edges, ends = work[:7]
        counts, literals, pairs = ends.tolist()
        trees = np.count_nonzero(ground == TREE)
        heads = np.array([(ground.size, pairs, MATCHING, trees, 0)], dtype=np.int32)
        rows = Rows(
            sizes[:counts], codes[:literals], sums[:counts].copy(), heads, nodes, edges[:pairs]
        )
        marks = _marks(grid)
        core = Core(grid, [marks[cell] for cell in np.flatnonzero(ground != TREE).tolist()])
        core.compiled[False] = compile_rows(len(core.marks), rows)
        return core

    def change(self, cells: Sequence[int], state: kit.RandomState) -> bool:
        """Move trees near open cells to another side of their tents."""
        moves = 1 + len(cells) // CELLS_A_MOVE
        return kernels.move_trees(self.ground, np.array(cells, dtype=np.int64), moves, state)

    def mend(self, rules: int, near: float, limit: int, state: kit.RandomState) -> tuple[int, int]:
        """Change the board, see `making.Sketch`."""
        ground = self.ground
        trees = int(np.count_nonzero(ground == TREE))
        arrays, known = _engine(*ground.shape, trees)
        work = _memory(*ground.shape)
        work.heads[:] = ground.size, 0, MATCHING, trees, 0
        near *= ground.size - trees
        return kernels.mend(ground, work, arrays, known, rules, near, limit, state)

    def board(self) -> kit.Board:
        """Return the board."""
        trees, tents = (np.flatnonzero(self.ground == one).tolist() for one in (TREE, TENT))
        return with_counts(self.blank, trees, tents)


def begin(board: kit.Board, state: kit.RandomState, _: kit.Params) -> Sketch | None:
    """Return tents, each with a tree beside it, as close together as luck has it."""
    ground, order = np.zeros((board.rows, board.cols), dtype=np.int8), np.arange(len(board.values))
    if not kernels.pitch(ground, order, -(-len(order) // CELLS_A_TENT), state):
        return None
    tents = zip(np.flatnonzero(ground == TENT).tolist(), strict=True)
    return Sketch(board, ground, kit.Solution("cells", tuple(tents)))


@lru_cache(maxsize=4)
def _memory(rows: int, cols: int) -> Work:
    """Return the working memory of kernels."""
    cells = rows * cols
    shapes = cells, 3 * cells, 8 * cells, 3 * cells, (cells, 2), (4 * cells, 3), 3, (1, 5), cells
    types = (np.int32,) * 3 + (np.int64, np.int32, np.int32, np.int64, np.int32, np.int64)
    return Work(*(np.zeros(shape, one) for shape, one in zip(shapes, types, strict=True)))


@lru_cache(maxsize=16)
def _engine(rows: int, cols: int, trees: int) -> tuple[Arrays, State]:
    """Return a compiled model and its state as memory for boards with so many trees."""
    work = _memory(rows, cols)
    heads = np.zeros((1, 5), dtype=np.int32)
    memory = Rows(
        np.zeros_like(work.sizes),
        np.zeros_like(work.codes),
        work.sums.copy(),
        heads,
        np.zeros_like(work.nodes),
        np.zeros_like(work.edges),
    )
    arrays = compile_rows(rows * cols - trees, memory)
    return arrays, new_state(arrays)


@lru_cache(maxsize=4)
def _marks(grid: kit.Grid) -> list[Mark]:
    return [Mark("cells", (cell,)) for cell in grid.cells]


def with_counts(board: kit.Board, trees: Iterable[int], tents: Iterable[int]) -> kit.Board:
    """Return a board with trees, and the number of tents in each line."""
    values = [EMPTY] * len(board.values)
    for cell in trees:
        values[cell] = TREE
    counts = making.count_lines(board.grid, {*tents})
    return replace(board, values=tuple(values), other_clues=counts)


def propose(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState
) -> list[making.Change]:
    """Return, beside each of some cells, a tent and its tree with other cells for both."""
    grid, tents = board.grid, {cell for (cell,) in answer.items}
    trees = {cell for cell, _ in board.clues_but(EMPTY)}
    tree_of = _trees_of(grid, tents, trees)
    changes: list[making.Change] = []
    for cell in cells:
        near = sorted(tents.intersection(board.block(cell)))
        if not near:
            continue
        tent = making.pick(state, near)
        taken = (tents | trees) - {tent, tree_of[tent]}
        ways = [
            (one, tree)
            for one in board.block(tent)
            if one not in taken and (tents - {tent}).isdisjoint(board.block(one))
            for tree in grid.neighbours(one)
            if tree not in taken and (one, tree) != (tent, tree_of[tent])
        ]
        if ways:
            changes.append((cell, tent, tree_of[tent], *making.pick(state, ways)))
    return changes


def apply(
    board: kit.Board, answer: kit.Solution, changes: Sequence[making.Change]
) -> tuple[kit.Board, kit.Solution]:
    """Return a board whose tents and trees moved as `propose` says."""
    tents = {cell for (cell,) in answer.items}.difference(change[1] for change in changes)
    tents.update(change[3] for change in changes)
    trees = {cell for cell, _ in board.clues_but(EMPTY)}.difference(one[2] for one in changes)
    trees.update(change[4] for change in changes)
    return kit.Drafted.of("cells", with_counts(board, trees, tents), sorted(tents))[:2]


def _trees_of(grid: kit.Grid, tents: Set[int], trees: Set[int]) -> dict[int, int]:
    """Return a tree beside each tent, another for each, by augmenting paths (Kuhn, 1955)."""
    tent_of: dict[int, int] = {}

    def extend(tent: int, seen: set[int]) -> bool:
        for tree in grid.neighbours(tent):
            if tree in trees and tree not in seen:
                seen.add(tree)
                if tree not in tent_of or extend(tent_of[tree], seen):
                    tent_of[tree] = tent
                    return True
        return False

    for tent in sorted(tents):
        extend(tent, set())
    return {tent: tree for tree, tent in tent_of.items()}
