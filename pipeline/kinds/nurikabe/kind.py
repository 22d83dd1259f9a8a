"""Nurikabe: islands of given sizes in one sea without two by two blocks.

Sources of its text forms: ``nurikabe.js`` of pzprjs (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tables
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.nurikabe import drafts, islands
from pipeline.kinds.nurikabe.drafts import LARGEST, NONE, UNKNOWN

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


def _words(empty: str, unknown: str = "?") -> Words:
    expected = "the size of an island, or a sign for none"
    sizes = range(1, kit.MOST_SIDE**2 + 1)
    return Words(sizes, expected, "check the file", empty, {unknown: UNKNOWN})


TABLE: Final = tables.table(
    "rows of sizes, - for none, ? for an unknown one", _words("- . _ 0"), tags=("nurikabe",)
)


def find_other(board: kit.Board, answer: kit.Solution) -> tuple[kit.Solution | None, bool]:
    """Return another answer of a board, and whether the search was complete."""
    return making.find_other(KIND, board, answer, drafts.NODES)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Keep(
        partial(drafts.layout, find_other),
        large=making.Mend(
            islands.draft,
            move=None,
            climb=making.Climb(
                islands.propose,
                islands.apply,
                islands.CELLS,
                stale=500,
                level="global",
                find_open=islands.find_open,
                shake=islands.shake,
                shaken=8,
            ),
        ),
    ),
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
