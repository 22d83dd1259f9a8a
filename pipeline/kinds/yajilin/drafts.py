"""Boards of Yajilin: a loop with arrows, changed by cutting bulges off and adding arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

EMPTY, BLACK = 0, 1
"""A cell to be filled, and a cell outside of the loop that has no arrow."""
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
