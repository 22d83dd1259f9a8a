"""Calcudoku: rows and columns have every number once, and the numbers of a cage give a result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.calcudoku import drafts
from pipeline.kinds.calcudoku.drafts import reckoning, results_of
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, tatham

BOARDS: Final = kit.latin_boards(
    kit.Cages(totals=lambda side, size: range(1, side**size + 1), operations=("+", "-", "x", "/"))
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that each line has every number once."""
    number = model.numbers()
    for name, line in board.lines():
        model.all_different(number[line], name)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the given numbers and the cages."""
    number = model.given()
    for _, cells, numbers, sign in model.each("cage", board.other_clues):
        if len(cells) == len(numbers):
            model.clause([number.at(cells[0], numbers[0])], "alone", about=cells)
        elif numbers:
            layers = reckoning(board.rows, len(cells), sign, numbers[0])
            model.accepted(number[cells], layers, "cage")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_latin()
    for cage in board.other_clues:
        found = results_of([answer.numbers[cell] for cell in cage.place])
        allowed = [found[cage.sign]] if cage.sign else found.values()
        if cage.numbers and cage.numbers[0] not in allowed:
            wanted = f"{cage.numbers[0]}{cage.sign}"
            yield kit.Violation("wrong-result", cage.place, f"the cage does not give {wanted}")


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.MendSketch(partial(drafts.begin, BOARDS, fixed), tidy=drafts.Sketch.tidy),
    looks=kit.Looks(is_walled=True),
    forms=(
        tatham.results().at_least(3),
        janko.form(
            ("kendoku", "calcudoku", "kenken", "mathdoku"), janko.CageAreas(), janko.Totals()
        ).at_least(3),
    ),
)
