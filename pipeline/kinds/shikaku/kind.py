"""Shikaku: rectangles, each with one number, which is the number of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from string import ascii_lowercase
from typing import Final

import networkx as nx

from pipeline.kernels.random_state import RandomState, pick
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import Runs, number_words
from pipeline.kinds.kit.constraints.areas import random_rectangles
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.grid import Grid, Pair
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import (
    borders_between,
    region_numbers,
    regions_within,
)
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.forms import Decimals, Forms
from pipeline.kinds.kit.constraints.views.janko_forms import areas_form
from pipeline.kinds.kit.options import require_sides
from pipeline.model import PuzzleFormatError

EMPTY: Final = 0
SIZES: Final = (2, 3, 4, 4, 5, 6, 6, 8, 9)
"""Sizes of rectangles from which a board is made."""
MOST_OPTIONS: Final = 4
"""Most rectangles of a cell for which the cell itself is a reason."""


def fit(clues: Clues) -> Clues:
    """Return the clues; `PuzzleFormatError` if the rectangles do not fill the board."""
    if sum(clues.values) != len(clues.values):
        raise PuzzleFormatError(
            f"expected numbers with the sum {len(clues.values)}, that of all cells, found "
            f"{sum(clues.values)}; check the numbers"
        )
    return clues


BOARDS: Final = Boards(
    family="borders",
    empty=EMPTY,
    allowed=lambda rows, cols: range(rows * cols + 1),
    expected="the number of cells of a rectangle, 0 for none",
    repose=fit,
    most_side=99,
)


@lru_cache(maxsize=8)
def _borders(grid: Grid) -> tuple[Model, Mapping[Pair, int]]:
    model = Model(grid)
    inner = [one for one in grid.borders() if len(grid.cells_beside(one)) == 2]
    return model, model.borders(inner)


@lru_cache(maxsize=65_536)
def outline(grid: Grid, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return the literals of a rectangle: its borders are drawn, and none inside of it."""
    _, drawn = _borders(grid)
    sides = [side for cell in cells for side in grid.borders_of(cell)]
    return tuple(
        drawn[side] if sides.count(side) == 1 else -drawn[side]
        for side in dict.fromkeys(sides)
        if side in drawn
    )


@lru_cache(maxsize=4096)
def rectangles(grid: Grid, cell: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each rectangle of a size with a cell."""
    row, col = divmod(cell, grid.cols)
    return tuple(
        tuple(r * grid.cols + c for r in range(top, top + high) for c in range(left, left + wide))
        for high in range(1, min(size, grid.rows) + 1)
        if size % high == 0 and (wide := size // high) <= grid.cols
        for top in range(max(0, row - high + 1), min(row, grid.rows - high) + 1)
        for left in range(max(0, col - wide + 1), min(col, grid.cols - wide) + 1)
    )


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each border inside of it."""
    grid = clues.grid
    model = _borders(grid)[0].extended()
    numbers = {cell: size for cell, size in enumerate(clues.values) if size != EMPTY}
    covering: dict[int, list[tuple[int, ...]]] = {cell: [] for cell in grid.cells}
    for cell, size in numbers.items():
        own = [one for one in rectangles(grid, cell, size) if len(numbers.keys() & {*one}) == 1]
        model.choice([outline(grid, one) for one in own], "number", about=(cell,))
        for one in own:
            for other in one:
                covering[other].append(one)
    for cell, own in covering.items():
        if cell not in numbers and len(own) <= MOST_OPTIONS:
            model.choice([outline(grid, one) for one in own], "cell", about=(cell,))
    return model


RULE_CODES: Final = ("loose-line", "no-rectangle", "not-one-number", "wrong-size")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    drawn, wide = {*solution.items}, clues.cols + 1
    board = nx.grid_2d_graph(clues.rows, clues.cols)
    between: dict[tuple[int, ...], tuple[tuple[int, int], tuple[int, int]]] = {}
    for (row, col), (r, c) in board.edges:
        corner = r * wide + c
        between[corner, corner + (1 if c == col else wide)] = (row, col), (r, c)
    board.remove_edges_from([edge for side, edge in between.items() if side in drawn])
    parts = [sorted(part) for part in nx.connected_components(board)]
    part_of = {place: k for k, part in enumerate(parts) for place in part}
    for side in sorted(drawn):
        one, other = between.get(side, ((0, 0), (0, 0)))
        if part_of[one] == part_of[other]:
            cells = tuple(r * clues.cols + c for r, c in sorted({one, other}))
            yield Violation("loose-line", cells, "a line that separates nothing")
    for part in parts:
        cells = tuple(r * clues.cols + c for r, c in part)
        rows, cols = ({place[k] for place in part} for k in (0, 1))
        numbers = [clues.values[cell] for cell in cells if clues.values[cell] != EMPTY]
        if len(rows) * len(cols) != len(part):
            yield Violation("no-rectangle", cells, "an area that is no rectangle")
        if len(numbers) != 1:
            yield Violation("not-one-number", cells, f"{len(numbers)} numbers in an area")
        elif numbers[0] != len(part):
            yield Violation("wrong-size", cells, f"{len(part)} cells in an area of {numbers[0]}")


def draft(board: Clues, state: RandomState, _: Params) -> Drafted | None:
    """Return random rectangles of two cells or more, each with its number in a random cell."""
    areas = random_rectangles(board.grid, SIZES, state)
    if min(map(len, areas)) == 1:
        return None
    values = [EMPTY] * len(board.values)
    for cells in areas:
        values[pick(state, cells)] = len(cells)
    drawn = Solution("borders", borders_between(board.grid, region_numbers(areas)))
    return Drafted(replace(board, values=tuple(values)), drawn)


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution] | None:
    """Move the number of a rectangle with an undecided border."""
    regions = regions_within(clues.grid, solution.items)
    ways = sorted({regions[cell] for cell in cells})
    region = pick(state, ways)
    area = [cell for cell, own in enumerate(regions) if own == region]
    values = list(clues.values)
    for cell in area:
        values[cell] = EMPTY
    values[pick(state, area)] = len(area)
    return replace(clues, values=tuple(values)), solution


_FORMS: Final = Forms(BOARDS)
_LETTERS: Final = Runs(EMPTY, ascii_lowercase)
WORDS: Final = number_words(9999)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Shikaku",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        looks=Looks(),
        formats=(
            _FORMS.address(("shikaku",)),
            _FORMS.tatham("Rectangles", "|e[0-9.]+a?|a", (Decimals(EMPTY), _LETTERS), "3x3:a3b6c"),
            areas_form(_FORMS, ("sikaku", "shikaku"), WORDS),
            _FORMS.table("rows of numbers, - for none", WORDS, tags=("shikaku",)),
        ),
        presets={"tiny": Params(5, 5), "small": Params(7, 7), "usual": Params(10, 10)},
        ceilings={
            None: ("global", "trial"),
            "easy": ("global",),
            "medium": ("global",),
            "hard": ("trial",),
            "expert": ("trial", None),
        },
        plain=("number", "cell"),
        sizes=partial(require_sides, least=4, most=20),
    )
)
