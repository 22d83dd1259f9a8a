"""Boards of Yajilin: a loop with arrows, changed by cutting bulges off and adding arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from operator import itemgetter
from typing import Final

import numpy as np

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.words.core import Model

EMPTY, BLACK = 0, 1
"""A cell to be filled, and a cell outside of the loop that has no arrow."""
LARGE: Final = 400
"""A board with more cells is made by `Climb`."""
LOOPS: Final = 12
"""Loops drawn for such a board."""
CUT, GROW, ARROW, SHADE = range(4)
"""What is changed: a bulge of the loop cut off or added, a new or turned arrow, a shaded cell."""
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
    """Return what the kind declares of boards of a size, for `place`.

    Each cell has a variable more: a clue. Counts ahead of all arrows come first, each with any sum.
    """
    model = Model(board.grid)
    line, shaded, outside = model.edges(), model.cells(), model.cells()
    for cell, side in _places(board.grid):
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


@lru_cache(maxsize=2)
def _places(grid: kit.Grid) -> dict[tuple[int, str], int]:
    """Return the places of the counts ahead of the arrows that a board may have."""
    return {arrow: k for k, arrow in enumerate(product(grid.cells, kit.SIDES))}


def find_open(cells: making.OpenCells, board: kit.Board) -> list[int]:
    """Return the cells that a board leaves open."""
    places = _places(board.grid)
    arrows = board.other_clues
    cells.limit({places[arrow.place[0], str(arrow.sign)]: arrow.numbers[0] for arrow in arrows})
    outside = len(board.grid.edges()) + len(board.values) + 1 + np.arange(len(board.values))
    is_clue = np.zeros(len(board.values), dtype=np.bool_)
    is_clue[[arrow.place[0] for arrow in arrows]] = True
    return cells.find(np.where(is_clue, outside, -outside))


def propose(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState
) -> list[making.Change]:
    """Return a change beside each of some cells.

    It has the cell, what is changed, and where: four cells of a bulge of the loop, and a side for
    an arrow in each of the two inside; or a cell, and the side of its arrow.
    """
    return _changes(board, answer, [(cell, cell) for cell in cells], state)


def shake(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState
) -> list[making.Change]:
    """Return many changes around the first of some cells."""
    places = list[tuple[int, int]]()
    for cell in cells[:1]:
        for _ in range(SHAKES):
            place = cell
            for _ in range(STEPS):
                place = making.pick(state, board.block(place))
            places.append((cell, place))
    return _changes(board, answer, places, state)


def _changes(
    board: kit.Board,
    answer: kit.Solution,
    places: Sequence[tuple[int, int]],
    state: kit.RandomState,
) -> list[making.Change]:
    """Return a change beside the second cell of each pair, for the first."""
    grid, shaded = board.grid, {cell for (cell,) in answer.of("cells")}
    arrows = {arrow.place[0] for arrow in board.other_clues}
    near: dict[int, list[int]] = {}
    for a, b in answer.of("edges"):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    changes: list[making.Change] = []
    for cell, place in places:
        block = board.block(place)
        bulges = [
            (CUT, a, b, c, d)
            for b in block
            for c in near.get(b, ())
            for a in near[b]
            for d in near[c]
            if a != c and d != b and d in grid.neighbours(a) and d not in near[a]
        ]
        dents = [
            (GROW, a, b, c, d)
            for b in block
            if b not in near
            for c in grid.neighbours(b)
            if c not in near
            for a in grid.neighbours(b)
            for d in near.get(a, ())
            if d in grid.neighbours(c)
        ]
        new = [(ARROW, one) for one in sorted(shaded.intersection(block))]
        turned = [(ARROW, one) for one in sorted(arrows.intersection(block))]
        dark = [
            (SHADE, one)
            for one in sorted(arrows.intersection(block))
            if shaded.isdisjoint(grid.neighbours(one))
        ]
        ways = [way for way in (bulges, dents, new, turned, dark) if way]
        if ways:
            sides = (int(making.random_below(state, 4)) for _ in range(2))
            changes.append((cell, *making.pick(state, making.pick(state, ways)), *sides))
    return changes


def apply(
    board: kit.Board, answer: kit.Solution, changes: Sequence[making.Change]
) -> tuple[kit.Board, kit.Solution]:
    """Return a board after the changes of `propose`."""
    loop, shaded = {*answer.of("edges")}, {cell for (cell,) in answer.of("cells")}
    side_of = {arrow.place[0]: str(arrow.sign) for arrow in board.other_clues}
    for _, what, *way, first, second in changes:
        if what in (ARROW, SHADE):
            if way[0] not in shaded | side_of.keys():
                continue  # the loop was changed before
            side_of.pop(way[0], None)
            shaded.discard(way[0])
            if what == SHADE and shaded.isdisjoint(board.grid.neighbours(way[0])):
                shaded.add(way[0])
            else:
                side_of[way[0]] = _side(board, way[0], first)
            continue
        a, b, c, d = way
        long = {(min(pair), max(pair)) for pair in ((a, b), (b, c), (c, d))}
        short = {(min(a, d), max(a, d))}
        if what == GROW:
            if short <= loop and {b, c} <= shaded | side_of.keys():
                loop = (loop - short) | long
                shaded -= {b, c}
                side_of = {cell: side for cell, side in side_of.items() if cell not in (b, c)}
        elif long <= loop and len(loop) > 4:
            loop = (loop - long) | short
            for cell, side in ((b, first), (c, second)):
                if shaded.isdisjoint(board.grid.neighbours(cell)):
                    shaded.add(cell)
                else:
                    side_of[cell] = _side(board, cell, side)
    marks = {(cell,) for cell in shaded}
    before = {*answer.items}
    kept = [item for item in answer.items if item in loop or item in marks]
    items = sorted([*kept, *sorted((loop | marks) - before)])
    lines = {
        line
        for cell in before ^ (loop | marks)
        if len(cell) == 1
        for line in _lines(board, cell[0])
    }
    arrows = {arrow.place[0]: arrow for arrow in board.other_clues}
    counted = []
    for cell, towards in side_of.items():
        arrow = arrows.get(cell)
        if arrow is None or arrow.sign != towards or not lines.isdisjoint(_lines(board, cell)):
            ahead = board.ahead(kit.Clue(kit.ARROW, (cell,), (), towards))
            arrow = kit.Clue(kit.ARROW, (cell,), (len(shaded.intersection(ahead)),), towards)
        counted.append(arrow)
    made = replace(board, other_clues=tuple(sorted(counted)))
    return made, kit.Solution("edges+cells", tuple(items))


def _lines(board: kit.Board, cell: int) -> tuple[int, int]:
    """Return the numbers of the row and the column of a cell among all lines."""
    return cell // board.cols, board.rows + cell % board.cols


def _side(board: kit.Board, cell: int, first: int) -> str:
    """Return the first of the four sides, from one on, at which there are cells."""
    ways = (kit.SIDES[(first + k) % 4] for k in range(4))
    return next(side for side in ways if board.ahead(kit.Clue(kit.ARROW, (cell,), (0,), side)))
