"""Kurodoko: shade cells that are apart; numbers count the white cells that they see.

Also called Kuromasu, and Range. Sources of its text forms: ``kurodoko.js`` of pzprjs (MIT),
``range.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tatham
from pipeline.kinds.kit.sites.words import Words

NONE, UNKNOWN = 0, -1  # A cell without a clue, and a white one without a number

BOARDS: Final = kit.Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: (UNKNOWN, NONE, *range(2, rows + cols)),
    expected="the number of white cells seen, from 2, -1 for a white cell, 0 for none",
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that shaded cells are apart, and white cells connected."""
    model.shades_apart("touch", "whole")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add that numbers are white, and count the white cells that they see."""
    shaded = model.cells()
    for cell, number in board.clues_but(NONE):
        model.clause([-shaded[cell]], "number", about=cell, clue=cell)
        if number != UNKNOWN:
            model.sees(-shaded, cell, number, "sees", clue=cell)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    for cell, number in board.clues_but(NONE):
        if cell in answer.shaded:
            yield kit.Violation("shaded-number", (cell,), "a cell with a number is shaded")
            continue
        seen = 1 + len(answer.sees(cell, lambda one: one not in answer.shaded))
        if number not in (UNKNOWN, seen):
            yield kit.Violation("wrong-view", (cell,), f"a {number} sees {seen} cells")
    yield from answer.require_shades_apart()


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return random shaded cells, and what every other cell sees."""
    grid, order = board.grid, making.shuffled(state, board.grid.cells)
    share = 50 + int(making.random_below(state, 50))
    shaded = making.shade(grid, order[: len(order) * share // 100])
    values = [NONE] * len(order)
    for cell in {*grid.cells} - shaded:
        rays = grid.rays(cell)
        seen = (next((k for k, one in enumerate(ray) if one in shaded), len(ray)) for ray in rays)
        values[cell] = 1 + sum(seen)
    return kit.Drafted.of("cells", board, sorted(shaded), values=tuple(values))[:2]


def bare_circles(board: kit.Board) -> str:
    """Return what the game Range lacks."""
    return "white cells without a number" if UNKNOWN in board.values else ""


def far_views(board: kit.Board) -> int:
    """Return 2 for numbers that other games lack: short IDs of some have the same signs."""
    return 2 * (max(board.values) > 9)


def _words(empty: str, unknown: str = "?") -> Words:
    return Words(range(2, 200), "a number from 2", "check the file", empty, {unknown: UNKNOWN})


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(layout=layout, steered=("hard",)),
    fixed_last=True,
    looks=kit.Looks(usual=kit.Sign("white"), signs={UNKNOWN: kit.Sign("white", False)}),
    forms=(
        puzz_link.form(
            ("kurodoko",),
            puzz_link.Cells(
                puzz_link.numbers(NONE, {".": UNKNOWN}),
                "cells as digits 0 to f, -XX, a dot, or letters g to z for empty ones",
            ),
        ),
        puzz_link.file(("kurodoko",), _words(".", "-")),
        tatham.form("Range", "", "7x7:d7b3...", tatham.Numbers(), confidence=far_views).without(
            bare_circles
        ),
        janko.form(("kuromasu", "kurodoko"), janko.Cells(_words("- ."))),
    ),
)
