"""Calcudoku: rows and columns have every number once, and the numbers of a cage give a result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.calcudoku import drafts
from pipeline.kinds.calcudoku.drafts import LARGEST, results_of, with_cages
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


@cache
def reckoning(side: int, cells: int, sign: str, result: int) -> kit.Layers:
    """Return the automaton of a cage; without a sign any operation may give the result.

    A state is the sum, the product and the largest of the numbers, as far as they matter.
    """

    def step(state: tuple[int, int, int], _: int, option: int) -> tuple[int, int, int]:
        total, times, top = state
        number = option + 1
        return (
            total + number * (sign in ("", "+", "-")),
            times * (number if sign in ("", "x", "/") else 1),
            max(top, number) * (sign in ("", "-", "/")),
        )

    def is_end(state: tuple[int, int, int]) -> bool:
        total, times, top = state
        results = {"+": total, "x": times, "-": 2 * top - total, "/": top * top / times}
        return result in ([results[sign]] if sign else results.values())

    return kit.unroll([side] * cells, (0, 1, 0), step, is_end)


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
    making=making.Mend(
        drafts.draft,
        drafts.move,
        tidy=making.join_single_cages(LARGEST, with_cages, is_apart=False),
    ),
    looks=kit.Looks(is_walled=True),
    forms=(
        tatham.results().at_least(3),
        janko.form(
            ("kendoku", "calcudoku", "kenken", "mathdoku"), janko.CageAreas(), janko.Totals()
        ).at_least(3),
    ),
)
