"""Skyscrapers: rows and columns have every height once; numbers outside count what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import number_words
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params, Usual
from pipeline.kinds.kit.constraints.extra import SIDES, Clue, Extra, line_from
from pipeline.kinds.kit.constraints.globals.automaton import Layers, unroll
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.latin import (
    CODES,
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

BOARDS: Final = latin_boards(Extra(sides=SIDES, is_one_number=True), "heights")


def declare(clues: Clues) -> Model:
    """Return the model of a board."""
    model, holds = latin_model(clues)
    for k, (side, (at,), (number,), _) in enumerate(clues.extra, len(clues.values)):
        line = line_from(clues.rows, clues.cols, side, at)
        heights = [[holds[cell, height] for height in range(1, len(line) + 1)] for cell in line]
        reason = {1: "tallest", len(line): "ascending"}.get(number, "view")
        model.accepted(heights, views(len(line), number), reason, line, k)
    return model


@cache
def views(length: int, number: int) -> Layers:
    """Return the automaton of a line in which so many buildings are seen.

    A state is the tallest building so far and how many are seen. So far all have different heights
    up to the tallest, hence there are not more of them than its height.
    """

    def step(state: tuple[int, int], place: int, option: int) -> tuple[int, int] | None:
        top, seen = state
        if option + 1 > top:
            top, seen = option + 1, seen + 1
        elif option + 1 == top:
            return None
        return (top, seen) if top > place and seen <= number else None

    return unroll([length] * length, (0, 0), step, (length, number).__eq__)


RULE_CODES: Final = (*CODES, "wrong-view")
"""Every code that `check` can report."""


def count_seen(heights: Sequence[int]) -> int:
    """Return how many buildings are seen from the start of a line.

    Examples
    --------
    >>> count_seen([2, 1, 4, 3])
    2
    """
    return len({*accumulate(heights, max)})


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    numbers = [number for _, number in solution.items]
    yield from check_square(clues, numbers)
    for side, (at,), (number,), _ in clues.extra:
        line = tuple(line_from(clues.rows, clues.cols, side, at))
        seen = count_seen([numbers[cell] for cell in line])
        if seen != number:
            yield Violation("wrong-view", line, f"{seen} seen from the {side}, not {number}")


def lay_out(board: Clues, state: NDArray[np.uint64], _: Images) -> tuple[Clues, Solution] | None:
    """Return a random square with every height and every number outside."""
    heights = random_latin_square(board.grid, state)
    if heights is None:
        return None
    seen = [
        Clue(side, (at,), (count_seen([heights[cell] for cell in line]),))
        for side in SIDES
        for at in range(board.rows)
        for line in [line_from(board.rows, board.cols, side, at)]
    ]
    full = replace(board, values=tuple(heights), extra=tuple(sorted(seen)))
    return full, Solution("numbers", tuple(enumerate(heights)))


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
            views_id(Forms(BOARDS, least_side=3)),
            views_form(
                Forms(BOARDS, least_side=3), ("skyscrapers", "wolkenkratzer"), number_words(9)
            ),
        ),
        presets={"tiny": Params(4, 4), "small": Params(5, 5), "usual": Params(6, 6)},
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
