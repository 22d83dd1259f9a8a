"""Boards of Yajilin: a loop with arrows, changed by cutting bulges off and adding arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.words.core import AT_LEAST_ONE, Count, Model

EMPTY, BLACK = 0, 1
"""A cell to be filled, and a cell outside of the loop that has no arrow."""
LARGE: Final = 400
"""A board with more cells is made by `Climb`."""
CUT, GROW, ARROW, SHADE = range(4)
"""What is changed: a bulge of the loop cut off or added, a new or turned arrow, a shaded cell."""
SHAKES: Final = 6
"""Changes around an open cell by which a board is shaken."""
STEPS: Final = 2
"""Cells from the open one at most."""
MOST_CLUES: Final = 3
"""A board with more than one clue for so many cells is given up."""


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted:
    """Return a random loop through most of the cells, with others shaded and some arrows."""
    loop = making.random_loop(board.rows - 1, board.cols - 1, state)
    left = sorted({*board.grid.cells} - {cell for pair in loop for cell in pair})
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
    seen, found = dark | {*wanted}, list(board.other_clues)
    for cell in sorted(left):
        ways = [kit.Clue(kit.ARROW, (cell,), (0,), side) for side in kit.SIDES]
        counts = [len(seen.intersection(board.ahead(way))) for way in ways]
        best = [way for way, count in zip(ways, counts, strict=True) if count == max(counts)]
        found.append(making.pick(state, best))
    counted = [one._replace(numbers=(len(dark.intersection(board.ahead(one))),)) for one in found]
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
    """Return what the kind declares of a large board, with a variable more for each cell: a clue.

    So all but clues and arrows is the same on boards of a size, and compiled once.
    """
    base, shaded, units = _base(board.rows, board.cols)
    model = base.extended()
    arrows = {arrow.place[0] for arrow in board.other_clues}
    model.counts += [units[cell][cell in arrows] for cell in board.grid.cells]
    for arrow in board.other_clues:
        cells = [shaded[cell] for cell in board.ahead(arrow)]
        model.count(cells, arrow.numbers, "arrow", about=arrow.place)
    return model


@lru_cache(maxsize=2)
def _base(rows: int, cols: int) -> tuple[Model, dict[int, int], list[tuple[Count, Count]]]:
    """Return the model of a size, and by cell its variable and counts without and with a clue."""
    board = kit.Board(rows, cols, (EMPTY,) * (rows * cols))
    model = Model(board.grid)
    line, shaded, outside = model.edges(), model.cells(), model.cells()
    at: dict[int, list[int]] = {cell: [] for cell in board.grid.cells}
    for (a, b), drawn in line.items():
        at[a].append(drawn)
        at[b].append(drawn)
        model.clause([-shaded[a], -shaded[b]], "touching", about=(a, b))
    for cell, lines in at.items():
        model.count(lines, (0, 2), "cell", about=(cell,))
        for variable in (*lines, shaded[cell]):
            model.clause([-outside[cell], -variable], "cell", about=(cell,))
        for drawn in lines:
            model.clause([-drawn, -shaded[cell]], "shaded", about=(cell,))
        for some in combinations(lines, len(lines) - 1):
            model.clause([outside[cell], shaded[cell], *some], "white", about=(cell,))
    model.loop(line, "loop")
    units = [
        (
            Count((-outside[cell],), AT_LEAST_ONE, "given", (cell,)),
            Count((outside[cell],), AT_LEAST_ONE, "given", (cell,)),
        )
        for cell in board.grid.cells
    ]
    return model, shaded, units


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
    found: list[making.Change] = []
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
            found.append((cell, *making.pick(state, making.pick(state, ways)), *sides))
    return found


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
    arrows = [kit.Clue(kit.ARROW, (cell,), (0,), side) for cell, side in side_of.items()]
    counted = [
        one._replace(numbers=(len(shaded.intersection(board.ahead(one))),)) for one in arrows
    ]
    items = sorted([*loop, *((cell,) for cell in shaded)])
    return kit.Drafted.of("edges+cells", board, items, other_clues=tuple(sorted(counted)))[:2]


def _side(board: kit.Board, cell: int, first: int) -> str:
    """Return the first of the four sides, from one on, at which there are cells."""
    ways = (kit.SIDES[(first + k) % 4] for k in range(4))
    return next(side for side in ways if board.ahead(kit.Clue(kit.ARROW, (cell,), (0,), side)))
