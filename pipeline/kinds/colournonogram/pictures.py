"""Pictures in colours: drawings, and patterns and the user's, mended until lines solve them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, pick
from pipeline.kinds.colournonogram.kernels import colour_patches, mend_picture, other_value
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
    whole_setting,
)  # fmt: skip
from pipeline.kinds.kit.looks.coloured.clue import COLOURS, HUES
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
from pipeline.model import JsonObject

SIZES: Final = ("10x10", "15x15")
"""Of the drawings that come with the program."""
CELLS_A_PATCH: Final = 14
EASY_CELLS: Final = 45
MOST_PATCHES: Final = 40
"""Cells of a board for each patch of one colour in a random pattern, also in an easy one, and the
most patches."""
USUAL_COLOURS: Final = 3
FEWER_COLOURS: Final = 2
"""Of random patterns where a hard board is wanted: the more colours, the more a line says."""
SIGNS: Final = {".": 0, "#": 1} | {str(colour): colour for colour in range(1, COLOURS + 1)}


def runs_of(line: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the lengths of the runs of a line with their colours.

    >>> runs_of([1, 1, 2, 0, 2])
    ((2, 1), (1, 2), (1, 2))
    """
    runs = ((colour, len([*run])) for colour, run in groupby(line))
    return tuple((length, colour) for colour, length in runs if colour)


def board_of(picture: NDArray[np.int8]) -> tuple[Board, Solution]:
    """Return the board whose solution is a picture, ndarray[int8] of colours, 0 for empty cells."""
    rows, cols = picture.shape
    outside = []
    for side, lines in ((LEFT, picture), (TOP, picture.T)):
        for at, line in enumerate(lines):
            if own := runs_of(line.tolist()):
                lengths, colours = zip(*own, strict=True)
                outside.append(Clue(side, (at,), lengths, "".join(map(str, colours))))
    clues = Board(rows, cols, (0,) * picture.size, other_clues=tuple(sorted(outside)))
    return clues, Solution("numbers", tuple(enumerate(picture.ravel().tolist())), clues.grid)


def draft(board: Board, state: RandomState, params: Params) -> Drafted | None:
    """Return a drawing, a random pattern or the user's picture, as `nonogram.pictures.draft`."""
    settings = dict(params.own)
    if settings.get("pictures"):
        drawings = read_drawings(board.rows, board.cols)
        return Drafted(*board_of(random_drawing(drawings, state)), True)
    wanted = picture_of(params)
    if wanted is None:
        is_hard = params.band in ("hard", "expert")
        usual = FEWER_COLOURS if is_hard else USUAL_COLOURS
        cells = EASY_CELLS if params.band == "easy" else CELLS_A_PATCH
        picture = _random_picture(board, state, settings.get("colours", usual), cells)
    else:
        picture = wanted
    if not picture.any():
        return None
    if params.band not in (None, "easy", "medium"):
        return Drafted(*board_of(picture))
    times = 1 if wanted is None else MENDS
    nearest = nearest_mended(picture, lambda changed: _mend(changed, state), times)
    return None if nearest is None else Drafted(*board_of(nearest), True)


def _random_picture(
    board: Board, state: RandomState, colours: int, cells_a_patch: int
) -> NDArray[np.int8]:
    rows, cols = board.rows, board.cols
    picture = random_pattern(rows, cols, state)
    patches = max(colours, min(rows * cols // cells_a_patch, MOST_PATCHES))
    colour_patches(picture, colours, np.zeros((patches, 3), dtype=np.int64), state)
    return picture


def _mend(picture: NDArray[np.int8], state: RandomState) -> bool:
    """Mend a picture in place; return whether it was possible."""
    room = 2 * max(picture.shape) + 2
    pattern, reached = np.zeros(room, dtype=np.int8), np.zeros((room, room), dtype=np.bool_)
    cells, most = np.zeros_like(picture), 150 + picture.size // 4
    return mend_picture(picture, cells, int(picture.max()), pattern, reached, state, most) >= 0


def move(
    clues: Board, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Board, Solution] | None:
    """Give one of the open cells another value."""
    picture = np.array([number for _, number in solution.items], dtype=np.int8)
    cell, values = pick(state, cells), (2 << int(picture.max())) - 1
    picture[cell] = other_value(values, int(picture[cell]), state)
    return board_of(picture.reshape(clues.rows, clues.cols)) if picture.any() else None


def read_picture(key: str, text: str) -> tuple[str, ...]:
    """Return the rows of a picture; `ConfigError` for other signs than colours and "."."""
    lines = tuple(text.split())
    for number, line in enumerate(lines, 1):
        if strange := line.strip("".join(SIGNS)):
            raise ConfigError(
                f"{key}: expected 1 to {COLOURS} for a colour and . for an empty cell, found "
                f"{strange[0]!r} in row {number}"
            )
    if not text.strip("\n ."):
        raise ConfigError(f"{key}: expected a picture with colours, found none; draw some")
    return lines


def picture_of(params: Params) -> NDArray[np.int8] | None:
    """Return the user's picture, ndarray[int8] of colours."""
    lines = dict(params.own).get("picture")
    return None if lines is None else array_of(lines, SIGNS)


def read_drawings(rows: int, cols: int) -> Mapping[str, Drawing]:
    """Return the drawings of a size by their keys; {} if there are none."""
    return drawings_of(__package__, SIZES, SIGNS, rows, cols)


def require_fitting(params: Params) -> None:
    """Raise `ConfigError` for a picture that has not the size of the board, or with colours."""
    require_drawings(params, read_drawings(params.rows, params.cols), SIZES)
    require_size(params)
    if {"picture", "colours"} <= dict(params.own).keys():
        raise ConfigError("expected picture or colours, found both; leave one out")


def notes(params: Params, solution: Solution) -> JsonObject:
    """Return how many cells differ from the user's picture, or the names of a drawing."""
    picture = np.array([number for _, number in solution.items], dtype=np.int8)
    picture = picture.reshape(params.rows, params.cols)
    drawings = read_drawings(params.rows, params.cols)
    return notes_of(params, picture, picture_of(params), drawings)


SETTINGS: Final = {
    "picture": Setting(
        "picture to be drawn; cells are changed until it is unique without guessing",
        "a file, text rows of 1 to 4 for colours and . for empty cells, or a PNG",
        "a random pattern",
        "flag.png",
        read_picture,
        is_file=True,
        hues=HUES,
    ),
    "pictures": drawings_setting(SIZES, "random patterns"),
    "name": NAME,
    "colours": whole_setting("colours of a random pattern", 2, COLOURS, str(USUAL_COLOURS), "4"),
}
