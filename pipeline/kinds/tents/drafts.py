"""Boards of Tents: tents that are close together, and trees that move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

EMPTY, TREE = 0, 1
CELLS_A_TENT: Final = 5


def with_counts(board: kit.Board, trees: Iterable[int], tents: Iterable[int]) -> kit.Board:
    """Return a board with trees, and the number of tents in each line."""
    values = [EMPTY] * len(board.values)
    for cell in trees:
        values[cell] = TREE
    counts = making.count_lines(board.grid, {*tents})
    return replace(board, values=tuple(values), other_clues=counts)


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted | None:
    """Return tents, each with a tree beside it, as close together as luck has it."""
    grid = board.grid
    order = making.shuffled(state, grid.cells)
    trees: list[int] = []
    tents: set[int] = set()
    blocked: set[int] = set()
    for cell in order:
        if len(tents) * CELLS_A_TENT >= len(order) or cell in blocked:
            continue
        free = [one for one in grid.neighbours(cell) if one not in tents and one not in trees]
        if free:
            tents.add(cell)
            trees.append(making.pick(state, free))
            blocked.update((trees[-1], *board.block(cell)))
    return (
        kit.Drafted.of("cells", with_counts(board, trees, tents), sorted(tents)) if tents else None
    )


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution] | None:
    """Move a tree near an undecided cell to another side of its tent."""
    grid, tents = board.grid, {cell for (cell,) in answer.items}
    trees = {cell for cell, _ in board.clues_but(EMPTY)}
    taken, ways = trees | tents, []
    for tent in sorted(tents.intersection(cells)):
        near = grid.neighbours(tent)
        for tree in trees.intersection(near):
            # Beside one tent alone, so that it is the tree of this one.
            if len(tents.intersection(grid.neighbours(tree))) == 1:
                ways += [(tree, one) for one in near if one not in taken]
    if not ways:
        return None
    old, new = making.pick(state, sorted(ways))
    return with_counts(board, trees - {old} | {new}, tents), answer


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
