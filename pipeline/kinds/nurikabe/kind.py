"""Nurikabe: islands of given sizes in one sea without two by two blocks.

Sources of its text forms: ``nurikabe.js`` of pzprjs (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tables
from pipeline.kinds.kit.sites.words import Words

NONE, UNKNOWN = 0, -1  # A cell without a clue, and one of an island of unknown size
SMALLEST, LARGEST = 4, 7  # Range of the size of the largest island
CHANGES: Final = 20  # Limit of moves of numbers within their islands
NODES: Final = 80  # Limit of the search for another solution

BOARDS: Final = kit.Boards(
    family="cells",
    allowed=lambda rows, cols: range(UNKNOWN, rows * cols + 1),
    expected="the size of an island, -1 for an unknown size, 0 for none",
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that the sea is connected and fills no two by two cells."""
    sea = model.cells()
    for block in board.blocks(2, 2):
        model.clause(-sea[block], "pool")
    model.connected(sea, "sea")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the islands."""
    sea, sizes = model.cells(), dict(board.clues_but(NONE))
    for cell in sizes:
        model.clause(-sea[cell,], "island")
    model.regions(-sea, sizes, "region")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    cols, sea = board.cols, answer.shaded
    cells, numbered = range(len(board.values)), dict(board.clues_but(NONE))
    yield from answer.require_off("shaded-number", numbered, "a cell with a number is shaded")
    for island in answer.parts({*cells} - sea):
        numbers = [numbered[cell] for cell in island if cell in numbered]
        if not numbers:
            yield kit.Violation("no-number", island, "an island has no number")
        elif len(numbers) > 1:
            found = f"an island has {len(numbers)} numbers"
            yield kit.Violation("several-numbers", island, found)
        elif numbers[0] not in (len(island), UNKNOWN):
            found = f"the island of this {numbers[0]} has {len(island)} cells"
            yield kit.Violation("wrong-size", island, found)
    for part in sorted(answer.parts(sea), key=len)[:-1]:
        yield kit.Violation("parted", part, "a part of the sea is cut off from the rest")
    for first in cells:
        block = (first, first + 1, first + cols, first + cols + 1)
        if (first + 1) % cols and sea.issuperset(block):
            yield kit.Violation("pool", block, "the sea fills two by two cells")


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return islands in a random sea, with numbers moved until the solution is unique.

    If there is another solution, the number of a differing island moves to another cell.
    """
    grid = board.grid
    largest = SMALLEST + int(making.random_below(state, LARGEST - SMALLEST + 1))
    sea = grow_sea(grid, state, largest)
    islands = grid.parts(set(grid.cells) - sea)
    homes = [making.pick(state, island) for island in islands]
    for _change in range(CHANGES):
        sizes = dict(zip(homes, map(len, islands), strict=True))
        values = tuple(sizes.get(cell, NONE) for cell in grid.cells)
        changed, answer = BOARDS.draft(board, sorted(sea), values=values)[:2]
        other = making.find_other(KIND, changed, answer, NODES)[0]
        if other is None:
            return changed, answer
        shaded = {cell for (cell,) in other.items}
        wrong = [k for k, own in enumerate(islands) if len(own) > 1 and shaded.intersection(own)]
        if not wrong:
            return None
        k = making.pick(state, wrong)
        homes[k] = making.pick(state, islands[k])
    return None


def pools(grid: kit.Grid, cells: Iterable[int | None]) -> Iterator[list[int]]:
    """Yield the two by two blocks of which one of some cells is the top left."""
    for cell in cells:
        if cell is not None and grid.look(cell, 1, 1) is not None:
            yield [cell, cell + 1, cell + grid.cols, cell + grid.cols + 1]


def grow_sea(grid: kit.Grid, state: kit.RandomState, largest: int) -> set[int]:
    """Return a connected sea without two by two blocks.

    It grows cell by cell until no island is larger than ``largest`` or no cell can be added. Single
    cells are cut off only if no other cell can be added.
    """
    order = making.shuffled(state, grid.cells)
    sea = {order[0]}
    may_cut_off = False
    while True:
        has_grown = False
        order = making.shuffled(state, order)
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


def fills_pool(grid: kit.Grid, sea: set[int], cell: int) -> bool:
    """Return whether a cell would complete a two by two block of sea."""
    corners = (grid.look(cell, down, right) for down in (-1, 0) for right in (-1, 0))
    return any(sea.issuperset({*pool} - {cell}) for pool in pools(grid, corners))


def cuts_off(grid: kit.Grid, sea: set[int], cell: int, other: int) -> bool:
    """Return whether a cell of sea would make its neighbour an island of one cell."""
    return other not in sea and sea.issuperset({*grid.neighbours(other)} - {cell})


def _words(empty: str, unknown: str = "?") -> Words:
    expected = "the size of an island, or a sign for none"
    sizes = range(1, kit.MOST_SIDE**2 + 1)
    return Words(sizes, expected, "check the file", empty, {unknown: UNKNOWN})


TABLE: Final = tables.table(
    "rows of sizes, - for none, ? for an unknown one", _words("- . _ 0"), tags=("nurikabe",)
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Keep(layout),
    fixed_last=True,
    forms=(
        puzz_link.form(
            ("nurikabe",),
            puzz_link.Cells(
                puzz_link.numbers(NONE, {".": UNKNOWN}),
                "cells as digits 0 to f, -XX, a dot, or letters g to z for empty ones",
            ),
        ),
        puzz_link.file(("nurikabe",), _words(".", "-")),
        janko.form(("nurikabe",), janko.Cells(_words("- ."))),
        TABLE,
        tables.rows("rows of signs", TABLE),
    ),
    # Clues of typical size, for page plans.
    sample=lambda rows, cols: [NONE if cell % 7 else LARGEST for cell in range(rows * cols)],
)
