"""Pictures: drawings, and patterns and the user's, mended until single lines solve them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, pick, random_below
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
from pipeline.kinds.kit.words.runs.rule import runs_of
from pipeline.kinds.nonogram.kernels import mend_picture, smooth
from pipeline.model import JsonObject

NOISE_PERCENT: Final = 48
"""Share of filled cells in the noise from which a picture is made."""
MOST_TURNED: Final = 150
"""Cells that are turned before a picture is given up."""
SIZES: Final = ("10x10", "15x15", "20x20")
"""Of the drawings that come with the program."""
MOST_NAME: Final = 60
"""Most letters of the name of a picture."""
MENDS: Final = 20
"""Times that the user's picture is mended, to change as few cells as possible."""


def board_of(picture: NDArray[np.int8]) -> tuple[Board, Solution]:
    """Return the board whose solution is a picture, ndarray[int8] of 0 and 1."""
    rows, cols = picture.shape
    found = []
    for side, lines in ((LEFT, picture), (TOP, picture.T)):
        runs = (runs_of(line.astype(bool).tolist()) for line in lines)
        found += [Clue(side, (k,), own) for k, own in enumerate(runs) if own]
    clues = Board(rows, cols, (0,) * picture.size, other_clues=tuple(sorted(found)))
    return clues, Solution("cells", tuple((int(cell),) for cell in np.flatnonzero(picture)))


def draft(board: Board, state: RandomState, params: Params) -> Drafted | None:
    """Return a drawing, a random pattern, or the user's picture.

    Drawings need no mending; the others are mended until single lines solve them, unless trials are
    wanted.
    """
    rows, cols = board.rows, board.cols
    if dict(params.own).get("pictures"):
        drawings = list(read_drawings(rows, cols).values())
        return Drafted(*board_of(drawings[random_below(state, len(drawings))].picture), True)
    wanted = picture_of(params)
    if wanted is None:
        noise = [random_below(state, 100) < NOISE_PERCENT for _ in range(rows * cols)]
        picture = np.zeros((rows, cols), dtype=np.int8)
        smooth(np.array(noise, dtype=np.int8).reshape(rows, cols), picture, state)
    else:
        picture = wanted
    if params.band not in (None, "easy", "medium"):
        return Drafted(*board_of(picture))
    room = max(rows, cols) + 3
    runs, tables = np.zeros(room, dtype=np.int64), np.zeros((2, room, room), dtype=np.bool_)
    found = []
    for _ in range(1 if wanted is None else MENDS):
        mended = picture.copy()
        if mend_picture(mended, np.zeros_like(picture), runs, tables, state, MOST_TURNED) >= 0:
            found.append(mended)
    if not found:
        return None
    nearest = min(found, key=lambda mended: np.count_nonzero(mended != picture))
    return Drafted(*board_of(nearest), True)


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


def read_pictures(key: str, text: str) -> str:
    """Return the name of the pictures; `ConfigError` for another name."""
    if text != "drawings":
        raise ConfigError(
            f'{key}: expected "drawings", or in a section of a book the name of a folder, found '
            f"{text!r}; check the name, or leave it out"
        )
    return text


def read_name(key: str, text: str) -> str:
    """Return the name of a picture; `ConfigError` if it is empty or long."""
    if not 1 <= len(text) <= MOST_NAME or not text.isprintable():
        raise ConfigError(f"{key}: expected 1 to {MOST_NAME} letters, found {text[:80]!r}")
    return text


def require_fitting(params: Params) -> None:
    """Raise `ConfigError` for a picture that has not the size of the board, or missing drawings."""
    if dict(params.own).get("pictures"):
        _require_drawings(params)
    require_size(params)


def require_size(params: Params) -> None:
    """Raise `ConfigError` for a picture that has not the size of the board."""
    lines = dict(params.own).get("picture", ())
    widths = [len(line) for line in lines]
    if lines and widths != [params.cols] * params.rows:
        raise ConfigError(
            f"picture: expected {params.rows} rows of {params.cols} signs for a board of "
            f"{params.cols}x{params.rows}, found {len(lines)} rows of {min(widths)} to "
            f"{max(widths)}; give it the size of the board"
        )


def _require_drawings(params: Params) -> None:
    """Raise `ConfigError` if no drawing is as asked."""
    size = f"{params.cols}x{params.rows}"
    if not read_drawings(params.rows, params.cols):
        raise ConfigError(
            f"pictures: expected a size with drawings, {', '.join(SIZES)}, found {size}; choose "
            "one of them, or give a picture of your own"
        )
    if "picture" in dict(params.own):
        raise ConfigError("expected picture or pictures, found both; leave one out")
    if params.band not in (None, "easy", "medium"):
        raise ConfigError(
            f"pictures: expected the band easy or medium, which all drawings have, found "
            f"{params.band!r}; choose one of them or leave pictures out"
        )


class Drawing(NamedTuple):
    """A picture, ndarray[int8] of 0 and 1, and its name by language."""

    picture: NDArray[np.int8]
    names: Mapping[str, str]


@cache
def read_drawings(rows: int, cols: int) -> Mapping[str, Drawing]:
    """Return the drawings of a size by their keys; {} if there are none."""
    file = files(__package__) / "drawings" / f"{cols}x{rows}.toml"
    if f"{cols}x{rows}" not in SIZES:
        return {}
    return {
        key: Drawing(_array(one["rows"].split()), one["names"])
        for key, one in tomllib.loads(file.read_text(encoding="utf-8")).items()
    }


def _array(lines: Iterable[str]) -> NDArray[np.int8]:
    return np.array([[sign == "#" for sign in line] for line in lines], dtype=np.int8)


def picture_of(params: Params) -> NDArray[np.int8] | None:
    """Return the user's picture, ndarray[int8] of 0 and 1."""
    lines = dict(params.own).get("picture")
    return None if lines is None else _array(lines)


def notes(params: Params, solution: Solution) -> JsonObject:
    """Return how many cells differ from the user's picture, or the names of a drawing."""
    wanted = picture_of(params)
    if dict(params.own).get("pictures"):
        cells = [cell for (cell,) in solution.items]
        for drawing in read_drawings(params.rows, params.cols).values():
            if np.flatnonzero(drawing.picture).tolist() == cells:
                return {"names": dict(drawing.names)}
    if wanted is None:
        return {}
    filled = {cell for (cell,) in solution.items}
    changed = {"changed_cells": len(filled ^ {*np.flatnonzero(wanted).tolist()})}
    name = dict(params.own).get("name")
    return {**changed, "names": {"": name}} if name else changed


SETTINGS: Final = {
    "picture": Setting(
        "picture to be drawn; cells are changed until it is unique without guessing",
        "a file, text rows of # and . or a black-and-white PNG",
        "a random pattern",
        "logo.png",
        read_picture,
        is_file=True,
    ),
    "pictures": Setting(
        "pictures that come with the program, for boards of " + ", ".join(SIZES),
        "drawings, or in a section of a book a folder of files as for picture",
        "random patterns",
        "drawings",
        read_pictures,
        each="picture",
    ),
    "name": Setting(
        "what a picture of your own shows, printed with its answer",
        "a text",
        "no name",
        "cat",
        read_name,
        needs="picture",
    ),
}
