"""Pips: place all dominoes on a board, so that each coloured region meets its condition.

A puzzle of The New York Times since 2025. Its text forms are the file that their page loads for a
day, and a table with the dominoes below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.looks.bank.clue import LARGEST, dominoes_of
from pipeline.kinds.kit.looks.cage.clue import RELATIONS
from pipeline.kinds.kit.sites import dominoes
from pipeline.kinds.pips import drafts
from pipeline.kinds.pips.drafts import HOLE

BOARDS: Final = kit.Boards(
    family="numbers+strokes",
    allowed=lambda rows, cols: (0, HOLE),
    answers=lambda rows, cols: range(LARGEST + 1),
    expected=f"0 for a cell, {HOLE} for none",
    blocked=HOLE,
    normalize=drafts.fit,
    most_side=20,
    clue_sorts=(
        kit.Cages(totals=lambda side, size: range(LARGEST * size + 2), operations=RELATIONS),
        kit.Bank(),
    ),
    is_walled=True,
)
REASONS: Final = {"=": "same", "≠": "differ", "<": "below", ">": "above", "": "total"}


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add that cells are paired, that pairs are dominoes, and the conditions of regions."""
    number, grid = model.numbers(), model.core.grid
    side = model.strokes(grid.edges())
    for cell, pairs in grid.edges_at().items():
        model.count(side[pairs], 1, "pair", about=cell)
    pieces = Counter(dominoes_of(board))
    for value in number.numbers:
        halves = sum(pair.count(value) * times for pair, times in pieces.items())
        model.count(number[grid.cells].equal(value), halves, "halves", about=())
    model.bank(side, [(*pair, times) for pair, times in pieces.items()], "fits", "piece")
    for cage in board.cages:
        cells, reason = number[cage.place], REASONS[cage.sign]
        if cage.sign == "=":
            for value in number.numbers:
                model.count(cells.equal(value), (0, len(cage.place)), reason)
        elif cage.sign == "≠":
            model.all_different(cells, reason)
        elif len(cage.place) > 1:
            model.accepted(cells, sums(len(cage.place), *drafts.bounds(cage)), reason)
        else:
            low, high = drafts.bounds(cage)
            model.clause(number[cage.place[0]][low : high + 1], "alone", about=cage.place)


@cache
def sums(cells: int, low: int, high: int) -> kit.Layers:
    """Return the automaton of numbers with a sum from ``low`` to ``high``."""

    def step(total: int, place: int, number: int) -> int | None:
        total += number
        rest = LARGEST * (cells - place - 1)
        if not low - rest <= total <= high:
            return None
        return min(total, low) if high >= LARGEST * cells else total  # sums above are alike

    return kit.unroll([LARGEST + 1] * cells, 0, step, lambda total: True)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    numbers, left = answer.numbers, Counter(dominoes_of(board))
    times = Counter(cell for pair in answer.solution.of("strokes") for cell in pair)
    for cell, value in enumerate(board.values):
        if times[cell] != (value != HOLE):
            yield kit.Violation("covered", (cell,), f"{times[cell]} dominoes cover a cell")
    for first, second in answer.solution.of("strokes"):
        low, high = domino = min(ends := (numbers[first], numbers[second])), max(ends)
        left[domino] -= 1
        if second not in answer.near(first):
            yield kit.Violation("apart", (first, second), "a domino covers no neighbours")
        elif left[domino] < 0:
            what = f"there are not as many dominoes {low}-{high}"
            yield kit.Violation("bank", (first, second), what)
    for cage in board.cages:
        found = [numbers[cell] for cell in cage.place]
        if not drafts.is_met(cage, found):
            yield kit.Violation(REASONS[cage.sign], cage.place, f"{found} do not fit")


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(drafts.draft, drafts.move, tidy=drafts.tidy),
    looks=kit.Looks(
        is_walled=True,
        has_holes=True,
        has_hues=True,
        signs={HOLE: kit.Sign("hole", is_number=False)},
    ),
    forms=(dominoes.times(), dominoes.table()),
)
