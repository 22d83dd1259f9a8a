"""Ripple Effect: 1 up to its size in each region; equal numbers in a line keep their distance.

Also called Hakyuu, the name of its inventor's magazine. Sources of its text forms: ``ripple.js``
of pzprjs (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.ripple import drafts

LARGEST: Final = 9
"""Most cells of a region."""

BOARDS: Final = kit.Boards(
    family="numbers",
    allowed=lambda rows, cols: range(LARGEST + 1),
    answers=lambda rows, cols: range(1, LARGEST + 1),
    expected=f"numbers from 1 to {LARGEST}, 0 for an empty cell",
    has_regions=True,
    normalize=kit.fit_areas(LARGEST),
    most_side=25,
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the numbers of each region, and the distance of equal ones in a line."""
    number = model.counted("region")
    for line in board.grid.lines():
        for value in number.numbers:
            for at in range(max(1, len(line) - value)):
                model.count(number[line[at : at + value + 1]].equal(value), (0, 1), "ripple")
    model.given()


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given()
    yield from answer.require_counted()
    for _, line in (*answer.rows(), *answer.columns()):
        for number in sorted({answer.numbers[cell] for cell in line}):
            places = [at for at, cell in enumerate(line) if answer.numbers[cell] == number]
            for at, after in pairwise(places):
                pair = line[at], line[after]
                if after - at <= number and board.regions[pair[0]] != board.regions[pair[1]]:
                    what = f"fewer than {number} cells between two {number}s"
                    yield kit.Violation("too-near", pair, what)


FILE: Final = Words(range(1, LARGEST + 1), "a number, or a dot", "check the file")

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Remove(layout=drafts.layout, steered=("easy", "hard")),
    forms=(
        puzz_link.form(("ripple",), puzz_link.Borders(), puzz_link.Cells()),
        pzprv3.form(("ripple",), pzprv3.Rooms(has_borders=True), pzprv3.Cells(FILE)),
        janko.numbers(("hakyuu", "ripple effect", "ripple"), LARGEST),
    ),
)
