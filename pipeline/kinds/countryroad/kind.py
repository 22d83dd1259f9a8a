"""Country Road: one loop that passes each region once, and no two free cells across a border.

Sources of its text forms: ``country.js`` of pzprjs (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.countryroad import drafts
from pipeline.kinds.countryroad.drafts import NONE
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3
from pipeline.kinds.kit.sites.words import Words

BOARDS: Final = kit.Boards(
    family="edges",
    empty=NONE,
    allowed=lambda rows, cols: range(rows * cols + 1),
    expected="how many cells of a region the loop visits, 0 for none",
    has_regions=True,
    normalize=partial(kit.fit_rooms, empty=NONE),
    most_side=40,
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that the loop does not branch or end."""
    line = model.edges()
    for cell, pairs in board.grid.edges_at().items():
        model.count(line[pairs], (0, 2), "cell", about=cell)
    model.loop(line, "loop")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add that each region is passed once, its number, and the free cells across borders."""
    line, regions, edges_at = model.edges(), board.regions, board.grid.edges_at()
    for cells in board.areas:
        here, number = regions[cells[0]], board.values[cells[0]]
        edges = {pair for cell in cells for pair in edges_at[cell]}
        ways = sorted(pair for pair in edges if regions[pair[0]] != regions[pair[1]])
        model.count(line[ways], 2, "once", about=cells)
        if number != NONE:
            inside = sorted(pair for pair in edges if regions[pair[0]] == regions[pair[1]] == here)
            model.count(line[inside], number - 1, "number", about=cells, clue=cells[0])
    for one, other in line:
        if regions[one] != regions[other]:
            near = sorted({*edges_at[one], *edges_at[other]})
            model.clause(line[near], "free", about=(one, other))


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_loop()
    regions, lines = board.regions, answer.lines
    for _, cells in answer.regions():
        ways = sum(len({*pair}.intersection(cells)) == 1 for pair in lines.edges)
        if ways != 2:
            yield kit.Violation(
                "not-once", cells, f"the loop crosses a region's border {ways} times"
            )
        number, visited = board.values[cells[0]], sum(cell in lines for cell in cells)
        if number not in (NONE, visited):
            yield kit.Violation("wrong-number", cells, f"{visited} cells visited, not {number}")
    for cell in range(len(board.values)):
        for other in answer.near(cell):
            if cell < other and regions[cell] != regions[other] and not {cell, other} & {*lines}:
                yield kit.Violation("free-cells", (cell, other), "two free cells across a border")


WORDS: Final = Words(range(1, 1600), "how many cells are visited, or -", "check the file")

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(layout=drafts.layout, steered=("easy", "hard")),
    looks=kit.Looks(usual=kit.Sign("corner")),
    forms=(
        puzz_link.form(("country",), puzz_link.Borders(), puzz_link.OfRegions()),
        pzprv3.form(("country",), pzprv3.Rooms(), pzprv3.Cells(WORDS)),
        janko.cells(("country road", "countryroad"), WORDS, has_rooms=True),
    ),
)
