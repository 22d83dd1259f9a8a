"""The constraints of Latin squares, and random full squares.

A kind defines here its clues and solutions (``BOARDS``), its constraints (`declare`, by the methods
of `Model`), a random solution with all its clues (`lay_out`), and the supported sizes. Reasons are
keys of ``reasons.en.toml``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.layouts import random_numbers
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.options import require_sides
from pipeline.model import ConfigError, PuzzleFormatError

EMPTY: Final = 0


def _fit(clues: Clues) -> Clues:
    if clues.rows != clues.cols:
        found = f"{clues.cols}x{clues.rows}"
        raise PuzzleFormatError(f"expected as many rows as columns, found {found}")
    return clues


BOARDS: Final = Boards(
    family="numbers",
    empty=EMPTY,
    allowed=lambda rows, cols: range(rows + 1),
    expected="numbers from 1 to the side of the board, 0 for an empty cell",
    is_renamed=True,
    repose=_fit,
    most_side=9,
)


def require_size(rows: int, cols: int) -> None:
    """Raise `ConfigError` for a size that is not supported."""
    require_sides(rows, cols, 2, 9)
    if rows != cols:
        raise ConfigError(f"expected a square, found {cols}x{rows}; use another size")


def declare(clues: Clues) -> Model:
    """Return the model of a square, with a variable for each cell and number."""
    values = range(1, clues.rows + 1)
    model = Model(clues.grid)
    holds = model.numbers(values, "cell")
    for k, line in enumerate(clues.grid.lines()):
        model.all_different(holds, line, values, "row" if k < clues.rows else "column")
    for cell, number in enumerate(clues.values):
        if number != EMPTY:
            model.clause([holds[cell, number]], "given", about=(cell,), clue=cell)
    return model


def lay_out(board: Clues, state: NDArray[np.uint64], _: Images) -> tuple[Clues, Solution] | None:
    """Return a random full square as clues and solution; None if none was found."""
    numbers = random_numbers(len(board.values), board.grid.lines(), board.rows, state)
    if numbers is None:
        return None
    return replace(board, values=tuple(numbers)), Solution("numbers", tuple(enumerate(numbers)))
