"""Skyscrapers: rows and columns have every height once; numbers outside count what is seen.

Under other rules one or two cells of each line are parks, which are the number 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Final

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import number_words
from pipeline.kinds.kit.constraints.boards import require_square
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params, Usual
from pipeline.kinds.kit.constraints.extra import SIDES, Clue, Extra, line_from
from pipeline.kinds.kit.constraints.globals.automaton import Layers, unroll
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.latin import (
    CODES,
    EMPTY,
    check_square,
    latin_boards,
    latin_model,
    random_latin_square,
)
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import views_id
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.janko_forms import views_form
from pipeline.kinds.kit.options import require_squares
from pipeline.model import PuzzleFormatError

PARKS: Final = {"full": 0, "parks-1": 1, "parks-2": 2}
"""The parks of each line by rule."""


def fit(clues: Clues) -> Clues:
    """Return the clues; `PuzzleFormatError` if they do not fit the heights of a square board."""
    top = require_square(clues).rows - PARKS[clues.rule]
    if max(clues.values) > top:
        largest = max(clues.values)
        raise PuzzleFormatError(f"expected heights up to {top}, found {largest}; check the rule")
    return clues


BOARDS: Final = latin_boards(
    Extra(sides=SIDES, is_one_number=True),
    "heights",
    rules=(*PARKS,),
    repose=fit,
    answers=lambda rows, cols: range(rows + 1),
)


def declare(clues: Clues) -> Model:
    """Return the model of a board."""
    parks = PARKS[clues.rule]
    model, holds = latin_model(clues, parks)
    for k, (side, (at,), (number,), _) in enumerate(clues.extra, len(clues.values)):
        line = line_from(clues.rows, clues.cols, side, at)
        top = len(line) - parks
        heights = [[holds[cell, one] for one in range(parks < 1, top + 1)] for cell in line]
        reason = {1: "tallest", top: "ascending"}.get(number, "view")
        model.accepted(heights, views(len(line), number, parks), reason, line, k)
    return model


@cache
def views(length: int, number: int, parks: int) -> Layers:
    """Return the automaton of a line in which so many buildings are seen.

    A state is the tallest building so far and how many are seen. So far all have different heights
    up to the tallest, hence there are not more of them than its height.
    """

    def step(state: tuple[int, int], place: int, option: int) -> tuple[int, int] | None:
        top, seen = state
        height = option + (not parks)
        if height > top:
            top, seen = height, seen + 1
        elif height == top > 0:
            return None
        return (top, seen) if top + parks > place and seen <= number else None

    options = length - parks + (parks > 0)
    return unroll([options] * length, (0, 0), step, (length - parks, number).__eq__)


RULE_CODES: Final = (*CODES, "wrong-view")
"""Every code that `check` can report."""


def count_seen(heights: Sequence[int]) -> int:
    """Return how many buildings are seen from the start of a line; 0 is a park.

    >>> count_seen([0, 2, 1, 4, 3])
    2
    """
    return len({*accumulate(heights, max)} - {0})


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    numbers = [number for _, number in solution.items]
    yield from check_square(clues, numbers, PARKS[clues.rule])
    for side, (at,), (number,), _ in clues.extra:
        line = tuple(line_from(clues.rows, clues.cols, side, at))
        seen = count_seen([numbers[cell] for cell in line])
        if seen != number:
            yield Violation("wrong-view", line, f"{seen} seen from the {side}, not {number}")


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution] | None:
    """Return a random square with every height and every number outside."""
    square = random_latin_square(board.grid, state)
    if square is None:
        return None
    top = board.rows - PARKS[board.rule]
    heights = [height if height <= top else EMPTY for height in square]
    seen = [
        Clue(side, (at,), (count_seen([heights[cell] for cell in line]),))
        for side in SIDES
        for at in range(board.rows)
        for line in [line_from(board.rows, board.cols, side, at)]
    ]
    full = replace(board, values=tuple(heights), extra=tuple(sorted(seen)))
    return full, Solution("numbers", tuple(enumerate(heights)))


FORMS: Final = Forms(BOARDS, lambda clues: "parks" if PARKS[clues.rule] else "", 3)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Skyscrapers",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        removes_extra=True,
        percent_first=100,
        looks=Looks(),
        formats=(
            views_id(FORMS),
            views_form(FORMS, ("skyscrapers", "wolkenkratzer"), number_words(9), PARKS),
        ),
        presets={
            "tiny": Params(4, 4, "full"),
            "small": Params(5, 5, "full"),
            "usual": Params(6, 6, "full"),
            "parks": Params(5, 5, "parks-1"),
        },
        ceilings={
            None: ("global", "set"),
            "easy": ("global",),
            "medium": ("global", "set"),
            "hard": ("set", "trial"),
            "expert": ("trial",),
        },
        by_band={"easy": Usual((45, 60))},
        plain=("cell", "row", "column", "tallest", "ascending", "view"),
        sizes=require_squares(4, 5, 6, 7, 8),
    )
)
