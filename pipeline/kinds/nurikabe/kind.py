"""Nurikabe: islands of given sizes in one sea without two by two blocks.

Sources of its text forms: ``nurikabe.js`` of pzprjs (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

import networkx as nx

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit import pzpr
from pipeline.kinds.kit.cells import CellWords, Signs
from pipeline.kinds.kit.constraints.boards import MOST_SIDE, Boards
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params
from pipeline.kinds.kit.constraints.engines.search import find_other
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.options import require_sides

NONE, UNKNOWN = 0, -1  # A cell without a clue, and one of an island of unknown size
SMALLEST, LARGEST = 4, 7  # Range of the size of the largest island
CHANGES: Final = 20  # Limit of moves of numbers within their islands
NODES: Final = 80  # Limit of the search for another solution

BOARDS: Final = Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(UNKNOWN, rows * cols + 1),
    expected="the size of an island, -1 for an unknown size, 0 for none",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell of the sea."""
    grid, model = clues.grid, Model(clues.grid)
    sea = model.cells()
    sizes = {cell: size for cell, size in enumerate(clues.values) if size != NONE}
    for cell in sizes:
        model.clause([-sea[cell]], "island", about=(cell,))
    for pool in pools(grid, grid.cells):
        model.clause([-sea[one] for one in pool], "pool", about=pool)
    model.regions({cell: -sea[cell] for cell in grid.cells}, sizes, "region")
    model.connected(sea, "sea")
    return model


def pools(grid: Grid, cells: Iterable[int | None]) -> Iterator[list[int]]:
    """Yield the two by two blocks of which one of some cells is the top left."""
    for cell in cells:
        if cell is not None and grid.look(cell, 1, 1) is not None:
            yield [cell, cell + 1, cell + grid.cols, cell + grid.cols + 1]


RULE_CODES: Final = (
    *("shaded-number", "wrong-size", "several-numbers", "no-number", "parted", "pool"),
)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    cols, sea = clues.cols, {cell for (cell,) in solution.items}
    cells = range(len(clues.values))
    for cell in sorted(sea):
        if clues.values[cell] != NONE:
            yield Violation("shaded-number", (cell,), "a cell with a number is shaded")
    for island in _parts(clues, {*cells} - sea):
        numbers = [clues.values[cell] for cell in island if clues.values[cell] != NONE]
        if not numbers:
            yield Violation("no-number", island, "an island has no number")
        elif len(numbers) > 1:
            yield Violation("several-numbers", island, f"an island has {len(numbers)} numbers")
        elif numbers[0] not in (len(island), UNKNOWN):
            message = f"the island of this {numbers[0]} has {len(island)} cells"
            yield Violation("wrong-size", island, message)
    for part in sorted(_parts(clues, sea), key=len)[:-1]:
        yield Violation("parted", part, "a part of the sea is cut off from the rest")
    for first in cells:
        block = (first, first + 1, first + cols, first + cols + 1)
        if (first + 1) % cols and sea.issuperset(block):
            yield Violation("pool", block, "the sea fills two by two cells")


def _parts(clues: Clues, cells: set[int]) -> list[tuple[int, ...]]:
    board = nx.grid_2d_graph(clues.rows, clues.cols)
    parts = nx.connected_components(board.subgraph(divmod(cell, clues.cols) for cell in cells))
    return sorted(tuple(sorted(r * clues.cols + c for r, c in part)) for part in parts)


def lay_out(board: Clues, state: RandomState, images: Images) -> tuple[Clues, Solution] | None:
    """Return islands in a random sea, with numbers moved until the solution is unique.

    If there is another solution, the number of a differing island moves to another cell.
    """
    grid = board.grid
    sea = grow_sea(grid, state, SMALLEST + int(random_below(state, LARGEST - SMALLEST + 1)))
    islands = grid.parts(set(grid.cells) - sea)
    homes = [pick(state, island) for island in islands]
    solution = Solution("cells", tuple((cell,) for cell in sorted(sea)))
    for _ in range(CHANGES):
        sizes = dict(zip(homes, map(len, islands), strict=True))
        values = [sizes.get(cell, NONE) for cell in grid.cells]
        clues = BOARDS.make_clues(board.rows, board.cols, values)
        other, _ = find_other(declare(clues), solution, NODES)
        if other is None:
            return clues, solution
        shaded = {cell for (cell,) in other.items}
        wrong = [k for k, own in enumerate(islands) if len(own) > 1 and shaded.intersection(own)]
        if not wrong:
            return None
        k = pick(state, wrong)
        homes[k] = pick(state, islands[k])
    return None


def grow_sea(grid: Grid, state: RandomState, largest: int) -> set[int]:
    """Return a connected sea without two by two blocks.

    It grows cell by cell until no island is larger than ``largest`` or no cell can be added. Single
    cells are cut off only if no other cell can be added.
    """
    order = shuffled(state, grid.cells)
    sea = {order[0]}
    may_cut_off = False
    while True:
        has_grown = False
        order = shuffled(state, order)
        for cell in order:
            near = grid.neighbours(cell)
            if cell in sea or not sea.intersection(near) or fills_pool(grid, sea, cell):
                continue
            if not may_cut_off and any(cuts_off(grid, sea, cell, other) for other in near):
                continue
            sea.add(cell)
            has_grown = True
            islands = grid.parts(set(grid.cells) - sea)
            if max(map(len, islands), default=0) <= largest:
                return sea
            if may_cut_off:
                break
        if not has_grown and may_cut_off:
            return sea
        may_cut_off = not has_grown


def fills_pool(grid: Grid, sea: set[int], cell: int) -> bool:
    """Return whether a cell would complete a two by two block of sea."""
    corners = (grid.look(cell, down, right) for down in (-1, 0) for right in (-1, 0))
    return any(sea.issuperset({*pool} - {cell}) for pool in pools(grid, corners))


def cuts_off(grid: Grid, sea: set[int], cell: int, other: int) -> bool:
    """Return whether a cell of sea would make its neighbour an island of one cell."""
    return other not in sea and sea.issuperset({*grid.neighbours(other)} - {cell})


def _words(none: str, unknown: str = "?") -> CellWords:
    known = {**dict.fromkeys(none, NONE), unknown: UNKNOWN}
    expected = "the size of an island, or a sign for none"
    return CellWords(known, range(1, MOST_SIDE**2 + 1), expected, "check the file")


_FORMS: Final = Forms(BOARDS)
_TABLE: Final = _FORMS.table(
    "rows of sizes, - for none, ? for an unknown one", _words("-._0"), tags=("nurikabe",)
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Nurikabe",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        keeps_clues=True,
        looks=Looks(),
        formats=(
            _FORMS.address(
                ("nurikabe",),
                (*pzpr.number_codecs(NONE), Signs({".": UNKNOWN})),
                "cells as digits 0 to f, -XX, a dot, or letters g to z for empty ones",
            ),
            _FORMS.file(("nurikabe",), _words(".", "-")),
            _FORMS.janko(("nurikabe",), _words("-.")),
            _TABLE,
            rows_form("rows of signs", _TABLE),
        ),
        presets={"tiny": Params(5, 5), "small": Params(6, 6), "wide": Params(5, 7)},
        plain=("region", "pool"),
        # Clues of typical size, for page plans.
        sample=lambda rows, cols: [NONE if cell % 7 else LARGEST for cell in range(rows * cols)],
        sizes=partial(require_sides, least=4, most=16),
    )
)
