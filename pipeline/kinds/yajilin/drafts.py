"""Boards of Yajilin: a loop with arrows, changed by cutting bulges off and adding arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, product
from operator import itemgetter
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.yajilin import kernels

Marks: TypeAlias = NDArray[np.int8]  # See `kernels`

EMPTY, BLACK = 0, 1
"""A cell to be filled, and a cell outside of the loop that has no arrow."""
LARGE: Final = 400
"""A board with more cells is made by `Climb`."""
LOOPS: Final = 12
"""Loops drawn for such a board."""
SHAKES: Final = 10
"""Changes around an open cell by which a board is shaken."""
STEPS: Final = 2
"""Cells from the open one at most."""
MOST_CLUES: Final = 3
"""A board with more than one clue for so many cells is given up."""


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted:
    """Return a random loop through most of the cells, with others shaded and some arrows.

    Of several loops a large board has the one that leaves no large area out.
    """
    drawn = []
    for _draw in range(LOOPS if len(board.values) > LARGE else 1):
        loop = making.random_loop(board.rows - 1, board.cols - 1, state)
        left = sorted({*board.grid.cells} - {cell for pair in loop for cell in pair})
        drawn.append((max(map(len, board.grid.parts(left)), default=0), loop, left))
    loop, left = min(drawn, key=itemgetter(0))[1:]
    shaded = with_shades(board, (), left)
    return kit.Drafted(*with_arrows(board, loop, shaded, {*left} - shaded, left, state))


def with_shades(board: kit.Board, shaded: Iterable[int], left: Iterable[int]) -> set[int]:
    """Return shaded cells and those of the cells left that can be shaded with them."""
    dark = {*shaded}
    for cell in left:
        if dark.isdisjoint(board.grid.neighbours(cell)):
            dark.add(cell)
    return dark


def with_arrows(
    board: kit.Board,
    loop: Iterable[tuple[int, ...]],
    dark: set[int],
    left: Iterable[int],
    wanted: Iterable[int],
    state: kit.RandomState,
) -> tuple[kit.Board, kit.Solution]:
    """Give an arrow to the cells left, towards shaded and ``wanted`` cells if there are some."""
    seen, arrows = dark | {*wanted}, list(board.other_clues)
    for cell in sorted(left):
        ways = [kit.Clue(kit.ARROW, (cell,), (0,), side) for side in kit.SIDES]
        counts = [len(seen.intersection(board.ahead(way))) for way in ways]
        best = [way for way, count in zip(ways, counts, strict=True) if count == max(counts)]
        arrows.append(making.pick(state, best))
    counted = [one._replace(numbers=(len(dark.intersection(board.ahead(one))),)) for one in arrows]
    answer = sorted([*loop, *((cell,) for cell in dark)])
    return kit.Drafted.of("edges+cells", board, answer, other_clues=tuple(sorted(counted)))[:2]


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution] | None:
    """Cut a bulge of the loop off among open cells, or give an open shaded cell an arrow."""
    if MOST_CLUES * len(board.other_clues) > len(board.values):
        return None
    loop, shaded = {*answer.of("edges")}, {cell for (cell,) in answer.of("cells")}
    near: dict[int, list[int]] = {}
    for a, b in loop:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    bulges = []
    for b, c in sorted(loop):
        (a,), (d,) = ([x for x in near[one] if x not in (b, c)] for one in (b, c))
        if (b in cells or c in cells) and d in board.grid.neighbours(a) and len(near) > 4:
            bulges += [(a, b, c, d), (d, c, b, a)]
    if bulges:
        a, b, c, d = making.pick(state, bulges)
        cut = {(min(pair), max(pair)) for pair in ((a, b), (b, c), (c, d))}
        loop = (loop - cut) | {(min(a, d), max(a, d))}
        dark = with_shades(board, shaded, (b, c))
        return with_arrows(board, loop, dark, {b, c} - dark, cells, state)
    some = sorted(shaded.intersection(cells))
    if not some:
        return None
    cell = making.pick(state, some)
    return with_arrows(board, loop, shaded - {cell}, (cell,), cells, state)


def declare_at_once(board: kit.Board) -> Model:
    """Return what the kind declares of boards of a size, for `find_open`.

    Each cell has a variable more: a clue. Counts ahead of all arrows come first, by cell and side,
    each with any sum.
    """
    model = Model(board.grid)
    line, shaded, outside = model.edges(), model.cells(), model.cells()
    for cell, side in product(board.grid.cells, kit.SIDES):
        ahead = board.ahead(kit.Clue(kit.ARROW, (cell,), (), side))
        model.count([shaded[c] for c in ahead], range(len(ahead) + 1), "arrow", about=(cell,))
    edges_at: dict[int, list[int]] = {cell: [] for cell in board.grid.cells}
    for (a, b), drawn in line.items():
        edges_at[a].append(drawn)
        edges_at[b].append(drawn)
        model.clause([-shaded[a], -shaded[b]], "touching", about=(a, b))
    for cell, lines in edges_at.items():
        model.count(lines, (0, 2), "cell", about=(cell,))
        for variable in (*lines, shaded[cell]):
            model.clause([-outside[cell], -variable], "cell", about=(cell,))
        for drawn in lines:
            model.clause([-drawn, -shaded[cell]], "shaded", about=(cell,))
        for some in combinations(lines, len(lines) - 1):
            model.clause([outside[cell], shaded[cell], *some], "white", about=(cell,))
    model.loop(line, "loop")
    return model


def to_marks(board: kit.Board, answer: kit.Solution) -> tuple[kit.Board, Marks]:
    """Return a board without its clues, and the marks of the board."""
    marks = np.zeros((4, len(board.values)), dtype=np.int8)
    marks[kernels.ARROW] = -1
    for cell, other in answer.of("edges"):
        marks[kernels.RIGHT if other == cell + 1 else kernels.DOWN, cell] = 1
    marks[kernels.SHADED, [cell for (cell,) in answer.of("cells")]] = 1
    for arrow in board.other_clues:
        marks[kernels.ARROW, arrow.place[0]] = kit.SIDES.index(str(arrow.sign))
    return replace(board, other_clues=()), marks


def from_marks(board: kit.Board, marks: Marks) -> tuple[kit.Board, kit.Solution]:
    """Return the board and the answer of some marks."""
    cells, sides, numbers = (column.tolist() for column in _arrows(board, marks))
    arrows = [
        kit.Clue(kit.ARROW, (cell,), (number,), kit.SIDES[side])
        for cell, side, number in zip(cells, sides, numbers, strict=True)
    ]
    lines = [
        (cell, cell + step)
        for row, step in ((kernels.RIGHT, 1), (kernels.DOWN, board.cols))
        for cell in np.flatnonzero(marks[row]).tolist()
    ]
    shaded = [(cell,) for cell in np.flatnonzero(marks[kernels.SHADED]).tolist()]
    items = sorted([*lines, *shaded])
    return kit.Drafted.of("edges+cells", board, items, other_clues=tuple(sorted(arrows)))[:2]


def _arrows(board: kit.Board, marks: Marks) -> NDArray[np.int64]:
    """Return rows of the cells of arrows, their sides, and the shaded cells ahead of them."""
    shaded = marks[kernels.SHADED].reshape(board.rows, board.cols)
    ahead = [
        np.rot90(np.rot90(shaded, turns).cumsum(axis=1, dtype=np.int64), -turns) - shaded
        for turns in (0, 1, 2, 3)  # So that left, top, right and bottom are to the left
    ]
    cells = np.flatnonzero(marks[kernels.ARROW] >= 0)
    sides = marks[kernels.ARROW, cells].astype(np.int64)
    return np.array([cells, sides, np.array(ahead).reshape(4, -1)[sides, cells]])


def find_open(cells: making.OpenCells, board: kit.Board, marks: Marks) -> list[int]:
    """Return the cells that a board leaves open."""
    arrows, sides, numbers = _arrows(board, marks)
    cells.limit(len(kit.SIDES) * arrows + sides, numbers)
    outside = len(board.grid.edges()) + len(board.values) + 1 + np.arange(len(board.values))
    return cells.find(np.where(marks[kernels.ARROW] >= 0, outside, -outside))


def propose(
    board: kit.Board, marks: Marks, cells: Sequence[int], state: kit.RandomState
) -> NDArray[np.int64]:
    """Return a change beside each of some cells, a row as `kernels.propose_changes` has it."""
    return _changes(board, marks, [(cell, cell) for cell in cells], state)


def shake(
    board: kit.Board, marks: Marks, cells: Sequence[int], state: kit.RandomState
) -> NDArray[np.int64]:
    """Return many changes around the first of some cells."""
    places = list[tuple[int, int]]()
    for cell in cells[:1]:
        for _ in range(SHAKES):
            place = cell
            for _ in range(STEPS):
                place = making.pick(state, board.block(place))
            places.append((cell, place))
    return _changes(board, marks, places, state)


def _changes(
    board: kit.Board, marks: Marks, places: Sequence[tuple[int, int]], state: kit.RandomState
) -> NDArray[np.int64]:
    """Return a change beside the second cell of each pair, for the first."""
    ways = np.zeros(kernels.WAYS, dtype=np.int64), np.zeros((kernels.WAYS, 5), dtype=np.int64)
    changes = np.zeros((len(places), 8), dtype=np.int64)
    around = np.array(places, dtype=np.int64).reshape(-1, 2)
    shape = board.rows, board.cols
    return changes[: kernels.propose_changes(marks, shape, around, state, ways, changes)]


def apply(
    board: kit.Board, marks: Marks, changes: Sequence[making.Change] | NDArray[np.int64]
) -> tuple[kit.Board, Marks]:
    """Return a board after the changes of `propose`."""
    changed = marks.copy()
    rows = np.array(changes, dtype=np.int64).reshape(-1, 8)
    kernels.make_changes(changed, (board.rows, board.cols), rows)
    return board, changed
