"""Pictures: drawings, and patterns and the user's, mended until single lines solve them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, pick
from pipeline.kinds.kit import (
    LEFT,
    TOP,
    Board,
    Clue,
    ConfigError,
    Drafted,
    Params,
    Setting,
    Solution,
)  # fmt: skip
from pipeline.kinds.kit.engine.grade import band_at
from pipeline.kinds.kit.grades.grading import log2_hundredths
from pipeline.kinds.kit.making.pictures import (
    MENDS,
    NAME,
    Drawing,
    array_of,
    drawings_of,
    drawings_setting,
    nearest_mended,
    notes_of,
    random_drawing,
    random_pattern,
    require_drawings,
    require_size,
)
from pipeline.kinds.nonogram.kernels import count_rounds, mend_picture, new_lines, read_lines
from pipeline.model import JsonObject

MOST_TURNED: Final = 150
"""Cells that are turned before a picture is given up."""
SIGNS: Final = {".": 0, "#": 1}
SIZES: Final = ("10x10", "15x15", "20x20")
"""Of the drawings that come with the program."""


def board_of(picture: NDArray[np.int8]) -> tuple[Board, Solution]:
    """Return the board whose solution is a picture, ndarray[int8] of 0 and 1."""
    rows, cols = picture.shape
    lines = new_lines(max(rows, cols))
    read_lines(picture, lines)
    outside = (
        Clue(side, (k,), tuple(lengths[:count]))
        for side, size, runs in zip((LEFT, TOP), (rows, cols), lines.runs.tolist(), strict=True)
        for k, (count, *lengths) in enumerate(runs[:size])
        if count
    )
    clues = Board(rows, cols, (0,) * picture.size, other_clues=tuple(outside))
    return clues, Solution("cells", tuple(zip(np.flatnonzero(picture).tolist(), strict=True)))


def draft(board: Board, state: RandomState, params: Params) -> Drafted | None:
    """Return a drawing, a random pattern, or the user's picture.

    Drawings need no mending; the others are mended until single lines solve them, unless trials are
    wanted.
    """
    rows, cols = board.rows, board.cols
    if dict(params.own).get("pictures"):
        return Drafted(*board_of(random_drawing(read_drawings(rows, cols), state)), True)
    wanted = picture_of(params)
    picture = random_pattern(rows, cols, state) if wanted is None else wanted
    if params.band not in (None, "easy", "medium"):
        return Drafted(*board_of(picture))
    lines = new_lines(max(rows, cols))

    def mends(changed: NDArray[np.int8]) -> bool:
        return mend_picture(changed, lines, state, MOST_TURNED) >= 0

    nearest = nearest_mended(picture, mends, 1 if wanted is None else MENDS)
    if nearest is None:
        return None
    if params.band is not None:
        rounds = count_rounds(nearest, lines)
        if band_at(log2_hundredths(1 + rounds), __package__) != params.band:
            return None
    return Drafted(*board_of(nearest), True, params.band is not None)


def mend(
    clues: Board, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Board, Solution]:
    """Turn one of the open cells."""
    picture = np.zeros((clues.rows, clues.cols), dtype=np.int8)
    picture.ravel()[[cell for (cell,) in solution.items]] = 1
    picture.ravel()[pick(state, cells)] ^= 1
    return board_of(picture)


def read_picture(key: str, text: str) -> tuple[str, ...]:
    """Return the rows of a picture; `ConfigError` for other signs than "#" and "."."""
    lines = tuple(text.split())
    for number, line in enumerate(lines, 1):
        if strange := line.strip("#."):
            raise ConfigError(
                f"{key}: expected # for a filled cell and . for another, found {strange[0]!r} in "
                f"row {number}"
            )
    if "#" not in text:
        raise ConfigError(f"{key}: expected a picture with filled cells (#), found none; draw some")
    return lines


def require_fitting(params: Params) -> None:
    """Raise `ConfigError` for a picture that has not the size of the board, or missing drawings."""
    require_drawings(params, read_drawings(params.rows, params.cols), SIZES)
    require_size(params)


def read_drawings(rows: int, cols: int) -> Mapping[str, Drawing]:
    """Return the drawings of a size by their keys; {} if there are none."""
    return drawings_of(__package__, SIZES, SIGNS, rows, cols)


def picture_of(params: Params) -> NDArray[np.int8] | None:
    """Return the user's picture, ndarray[int8] of 0 and 1."""
    lines = dict(params.own).get("picture")
    return None if lines is None else array_of(lines, SIGNS)


def notes(params: Params, solution: Solution) -> JsonObject:
    """Return how many cells differ from the user's picture, or the names of a drawing."""
    cells = np.zeros((params.rows, params.cols), dtype=np.int8)
    cells.ravel()[[cell for (cell,) in solution.items]] = 1
    return notes_of(params, cells, picture_of(params), read_drawings(params.rows, params.cols))


SETTINGS: Final = {
    "picture": Setting(
        "picture to be drawn; cells are changed until it is unique without guessing",
        "a file, text rows of # and . or a black-and-white PNG",
        "a random pattern",
        "logo.png",
        read_picture,
        is_file=True,
    ),
    "pictures": drawings_setting(SIZES, "random patterns"),
    "name": NAME,
}
