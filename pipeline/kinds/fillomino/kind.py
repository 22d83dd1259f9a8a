"""Fillomino: areas of equal numbers have as many cells as their number.

Simon Tatham calls it Filling, with numbers up to 9. Sources of its text forms: ``fillomino.js`` of
pzprjs (MIT), ``filling.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.fillomino import drafts
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tatham
from pipeline.kinds.kit.sites.words import Words

NONE: Final = 0
USUAL: Final = 9
"""Numbers go up to this, or to the largest clue."""
LARGEST: Final = 40

BOARDS: Final = kit.Boards(
    family="numbers",
    empty=NONE,
    allowed=lambda rows, cols: range(min(LARGEST, rows * cols) + 1),
    answers=lambda rows, cols: range(1, LARGEST + 1),
    expected=f"numbers from 1 to {LARGEST}, none above the cells of the board, 0 for none",
    most_side=25,
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the areas of equal numbers, and given numbers."""
    model.numbers(range(1, max(USUAL, *board.values) + 1))
    model.areas("large", "small")
    model.given()


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given()
    most = max(USUAL, *board.values)
    for number in sorted({*answer.numbers}):
        cells = [cell for cell, own in enumerate(answer.numbers) if own == number]
        for part in answer.parts(cells):
            if number > most or len(part) != number:
                what = f"an area of {len(part)} cells with the number {number}"
                yield kit.Violation("wrong-size", part, what)


def far(board: kit.Board) -> str:
    """Return what the game Filling lacks."""
    return "numbers above 9" if max(board.values) > USUAL else ""


WORDS: Final = Words(range(1, LARGEST + 1), "a number, or a dot", "check the file")

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=drafts.layout,
        clearing=making.Clearing(clues=tuple(range(1, USUAL + 1))),
        steered=("hard",),
    ),
    looks=kit.Looks(has_areas=True),
    forms=(
        puzz_link.form(("fillomino",), puzz_link.Cells()),
        puzz_link.file(("fillomino",), WORDS),
        tatham.form(
            "Filling", "", "5x5:a3b2...", tatham.Signs(range(1, USUAL + 1), pattern="[1-9a-z]+")
        ).without(far),
        janko.numbers(("fillomino",), LARGEST),
    ),
)
