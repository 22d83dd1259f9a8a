"""Pictures as boards: random patterns, drawings that come with a kind, and the user's."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, random_below
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.making.kernels.patterns import draw_patches, draw_pattern
from pipeline.kinds.kit.options import Setting
from pipeline.model import ConfigError, JsonObject

NOISE_PERCENT: Final = 48
"""Share of filled cells in the noise from which a pattern is made."""
MENDS: Final = 20
"""Times that the user's picture is mended, to change as few cells as possible."""
MOST_NAME: Final = 60
"""Most letters of the name of a picture."""


class Drawing(NamedTuple):
    """A picture, ndarray[int8], and its name by language."""

    picture: NDArray[np.int8]
    names: Mapping[str, str]


def nearest_mended(
    picture: NDArray[np.int8], mend: Callable[[NDArray[np.int8]], bool], times: int
) -> NDArray[np.int8] | None:
    """Return what differs least from a picture after ``mend`` changed copies; None if none can be.

    ``mend`` (picture) changes it in place until it has one answer, and returns whether it has.
    """
    copies = (picture.copy() for _ in range(times))
    found = [mended for mended in copies if mend(mended)]
    return min(found, key=lambda one: np.count_nonzero(one != picture), default=None)


def random_pattern(rows: int, cols: int, state: RandomState) -> NDArray[np.int8]:
    """Return a random pattern of filled cells, ndarray[int8] of 0 and 1."""
    noise, picture = np.zeros((2, rows, cols), dtype=np.int8)
    draw_pattern(noise, picture, NOISE_PERCENT, state)
    return picture


def random_patches(
    rows: int, cols: int, one_in: int, state: RandomState
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return random filled cells, one in so many like a neighbour, and the filled around each.

    Both are ndarray[int8]; a cell itself counts among those around it.
    """
    filled, around = np.zeros((2, rows, cols), dtype=np.int8)
    draw_patches(filled, around, one_in, state)
    return filled, around


def array_of(lines: Iterable[str], signs: Mapping[str, int]) -> NDArray[np.int8]:
    """Return rows of signs as an ndarray[int8] of their values."""
    return np.array([[signs[sign] for sign in line] for line in lines], dtype=np.int8)


def drawings_of(
    package: str, sizes: Sequence[str], signs: Mapping[str, int], rows: int, cols: int
) -> Mapping[str, Drawing]:
    """Return the drawings of a size in the folder ``drawings`` of a kind; {} if it has none."""
    size = f"{cols}x{rows}"
    return _read_drawings(package, size, tuple(signs.items())) if size in sizes else {}


@lru_cache
def _read_drawings(
    package: str, size: str, signs: tuple[tuple[str, int], ...]
) -> Mapping[str, Drawing]:
    file = files(package) / "drawings" / f"{size}.toml"
    return {
        key: Drawing(array_of(one["rows"].split(), dict(signs)), one["names"])
        for key, one in tomllib.loads(file.read_text(encoding="utf-8")).items()
    }


def random_drawing(drawings: Mapping[str, Drawing], state: RandomState) -> NDArray[np.int8]:
    """Return a random one of some drawings."""
    pictures = [one.picture for one in drawings.values()]
    return pictures[random_below(state, len(pictures))]


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


def require_drawings(params: Params, drawings: Mapping[str, Drawing], sizes: Sequence[str]) -> None:
    """Raise `ConfigError` if drawings are wanted, and none is as asked."""
    if not dict(params.own).get("pictures"):
        return
    if not drawings:
        raise ConfigError(
            f"pictures: expected a size with drawings, {', '.join(sizes)}, found "
            f"{params.cols}x{params.rows}; choose one of them, or give a picture of your own"
        )
    if "picture" in dict(params.own):
        raise ConfigError("expected picture or pictures, found both; leave one out")
    if params.band not in (None, "easy", "medium"):
        raise ConfigError(
            f"pictures: expected the band easy or medium, which all drawings have, found "
            f"{params.band!r}; choose one of them or leave pictures out"
        )


def notes_of(
    params: Params,
    picture: NDArray[np.int8],
    wanted: NDArray[np.int8] | None,
    drawings: Mapping[str, Drawing],
) -> JsonObject:
    """Return how many cells differ from the user's picture, or the names of a drawing."""
    if dict(params.own).get("pictures"):
        for drawing in drawings.values():
            if np.array_equal(drawing.picture, picture):
                return {"names": dict(drawing.names)}
    if wanted is None:
        return {}
    changed = {"changed_cells": int(np.count_nonzero(picture != wanted))}
    name = dict(params.own).get("name")
    return {**changed, "names": {"": name}} if name else changed


def _read_pictures(key: str, text: str) -> str:
    """Return the name of the pictures; `ConfigError` for another name."""
    if text != "drawings":
        raise ConfigError(
            f'{key}: expected "drawings", or in a section of a book the name of a folder, found '
            f"{text!r}; check the name, or leave it out"
        )
    return text


def _read_name(key: str, text: str) -> str:
    """Return the name of a picture; `ConfigError` if it is empty or long."""
    if not 1 <= len(text) <= MOST_NAME or not text.isprintable():
        raise ConfigError(f"{key}: expected 1 to {MOST_NAME} letters, found {text[:80]!r}")
    return text


def drawings_setting(sizes: Sequence[str], default: str) -> Setting:
    """Return the setting ``pictures``: drawings of some sizes, or a folder of files."""
    return Setting(
        "pictures that come with the program, for boards of " + ", ".join(sizes),
        "drawings, or in a section of a book a folder of files as for picture",
        default,
        "drawings",
        _read_pictures,
        each="picture",
    )


NAME: Final = Setting(
    "what a picture of your own shows, printed with its answer",
    "a text",
    "no name",
    "cat",
    _read_name,
    needs="picture",
)
