"""Star Battle: as many stars in each row, column and region, none beside another.

With one star it is known as Queens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import networkx as nx
import numpy as np

from pipeline.kernels.random_state import RandomState, pick, random_below
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.areas import grow_regions, move_cell
from pipeline.kinds.kit.constraints.boards import Boards, require_square
from pipeline.kinds.kit.constraints.by_definition import rows_and_columns
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.engines.search import ModelSearch
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import is_whole, renumbered
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import regions_address
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.janko_forms import regions_form
from pipeline.kinds.kit.options import require_squares
from pipeline.model import PuzzleFormatError

EMPTY: Final = 0
ONE, TWO, THREE = RULES = ("one-star", "two-stars", "three-stars")
STARS: Final = {"1": ONE, "2": TWO, "3": THREE}
DRAWN_SHARE: Final = 3
"""One in so many stars is drawn at random before the others are searched."""
DRAFT_NODES: Final = 2000
"""Assumptions after which a draft is given up."""


def _fit(clues: Clues) -> Clues:
    size = require_square(clues).rows
    regions = clues.regions or tuple(row for row in range(size) for _ in range(size))
    number = len(set(regions))
    if number != size or not all(is_whole(clues.grid, regions, k) for k in range(size)):
        raise PuzzleFormatError(f"expected {size} connected regions, found {number}; check them")
    return replace(clues, regions=regions)


BOARDS: Final = Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: (EMPTY,),
    expected="no clues in cells, 0 everywhere",
    rules=RULES,
    has_regions=True,
    repose=_fit,
    most_side=25,
)


def stars_of(clues: Clues) -> int:
    """Return the number of stars in each row, column and region."""
    return 1 + RULES.index(clues.rule)


def blocks(grid: Grid) -> Iterator[Sequence[int]]:
    """Yield the cells of each block of two rows and two columns."""
    for cell in grid.cells:
        if grid.look(cell, 1, 1) is not None:
            yield cell, cell + 1, cell + grid.cols, cell + grid.cols + 1


@lru_cache(maxsize=16)
def _without_regions(grid: Grid, stars: int) -> tuple[Model, dict[int, int]]:
    model = Model(grid)
    star = model.cells()
    for k, line in enumerate(grid.lines()):
        reason = "row" if k < grid.rows else "column"
        model.count([star[cell] for cell in line], (stars,), reason, about=line)
    for block in blocks(grid):
        model.count([star[cell] for cell in block], (0, 1), "touching", about=block)
    return model, star


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell that may have a star."""
    stars = stars_of(clues)
    base, star = _without_regions(clues.grid, stars)
    model = base.extended()
    for cells in clues.areas:
        model.count([star[cell] for cell in cells], (stars,), "region", about=cells)
    return model


RULE_CODES: Final = ("stars-in-row", "stars-in-column", "stars-in-region", "touching")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    stars = {cell for (cell,) in solution.items}
    regions = (
        ("region", tuple(cell for cell, own in enumerate(clues.regions) if own == region))
        for region in range(clues.rows)
    )
    for name, cells in (*rows_and_columns(clues), *regions):
        count = len(stars.intersection(cells))
        if count != 1 + RULES.index(clues.rule):
            yield Violation(f"stars-in-{name}", cells, f"{count} stars in a {name}")
    for cell in stars:
        for near in (1, clues.cols - 1, clues.cols, clues.cols + 1):
            other = cell + near
            if other in stars and abs(cell % clues.cols - other % clues.cols) < 2:
                yield Violation("touching", (cell, other), "two stars touch")


def draft(board: Clues, state: RandomState, _: Params) -> Drafted | None:
    """Return random stars, and regions that grow around them."""
    grid, number = board.grid, stars_of(board)
    stars = random_stars(grid, number, state)
    if stars is None:
        return None
    seeds = [[cell] for cell in stars] if number == 1 else near_groups(grid, stars, number, state)
    if seeds is None:
        return None
    regions = renumbered(grow_regions(grid, seeds, state))
    solution = Solution("cells", tuple((cell,) for cell in stars))
    return Drafted(replace(board, regions=regions), solution)


def random_stars(grid: Grid, number: int, state: RandomState) -> list[int] | None:
    """Return the cells of stars, so many in each row and column; None if stuck.

    Some are drawn at random, the others are searched.
    """
    base, star = _without_regions(grid, number)
    model = base.extended()
    free = list(grid.cells)
    for _ in range(grid.rows * number // DRAWN_SHARE):
        cell = pick(state, free)
        row, col = divmod(cell, grid.cols)
        free = [
            one
            for one in free
            if max(abs(one // grid.cols - row), abs(one % grid.cols - col)) > 1
            and (number > 1 or (one // grid.cols != row and one % grid.cols != col))
        ]
        model.clause([star[cell]], "given", about=())
        if not free:
            break
    found = ModelSearch(model).next_solution(DRAFT_NODES)
    return None if found is None else np.flatnonzero(found[1:]).tolist()


def near_groups(
    grid: Grid, stars: Sequence[int], number: int, state: RandomState
) -> list[list[int]] | None:
    """Return a connected way through each group of stars near each other; None if stuck."""
    left, used = list(stars), set(stars)
    groups = []
    while left:
        way = [left.pop(int(random_below(state, len(left))))]
        for _ in range(number - 1):
            path = _way_to_next(grid, way, left, used)
            if path is None:
                return None
            left.remove(path[-1])
            way += path
            used.update(path)
        groups.append(way)
    return groups


def _way_to_next(
    grid: Grid, way: Sequence[int], goals: Sequence[int], used: set[int]
) -> list[int] | None:
    """Return the shortest way from some cells to one of the goals past no used cell."""
    free = nx.Graph(grid.edges()).subgraph({*way, *goals} | {*grid.cells} - used)
    lengths, ways = nx.multi_source_dijkstra(free, {*way})
    goal = min(
        (one for one in goals if one in lengths), key=lambda one: (lengths[one], one), default=None
    )
    return None if goal is None else ways[goal][1:]


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution] | None:
    """Move an undecided cell without a star, or if none can any other, to a neighbouring region."""
    stars = {cell for (cell,) in solution.items}
    moved = move_cell(clues.grid, clues.regions, {*cells} - stars, state)
    if moved is None:
        moved = move_cell(clues.grid, clues.regions, {*clues.grid.cells} - stars, state)
    return None if moved is None else (replace(clues, regions=renumbered(moved)), solution)


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Star Battle",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        is_mended_by_solutions=True,
        looks=Looks(shaded="star"),
        formats=(
            regions_address(Forms(BOARDS), ("starbattle",), RULES),
            regions_form(
                Forms(BOARDS),
                ("starbattle", "star battle", "sternenschlacht", "queens"),
                lambda fields: STARS.get(depth := fields.get("depth", "1"), depth),
                lambda clues: [f"depth {stars_of(clues)}"],
            ),
        ),
        presets={"tiny": Params(5, 5, ONE), "usual": Params(8, 8, ONE), "two": Params(10, 10, TWO)},
        ceilings={
            None: ("overlap",),
            "easy": ("single",),
            "medium": ("overlap",),
            "hard": ("overlap", "trial"),
            "expert": ("trial", None),
        },
        plain=("row", "column", "region", "touching", "overlap"),
        sizes=require_squares(*range(4, 16)),
    )
)
