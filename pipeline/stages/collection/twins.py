"""Near twins: puzzles that share their answer, turned or renamed, and differ in a few clues."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np

from pipeline.kinds.kit.board.symmetry import SYMMETRIES, cells_of_image, image_getter
from pipeline.model import JsonObject, Record

MOST: Final = 1000  # Most puzzles with one answer that a new one is compared with
_CORNERS, _COUNTED, _FILLED = "borders", "bridges", "numbers"  # Names of solutions by their form

_SAME: Final = bytes(range(256))


class Twin(NamedTuple):
    """The place of an earlier puzzle, and the number of cells in which the clues differ."""

    place: int
    cells: int


class Answer(NamedTuple):
    """The digest of the least image of an answer, and the clues in that image or those images."""

    digest: bytes
    clues: tuple[bytes, ...]


class Twins:
    """The answers of puzzles, by digests to save memory."""

    def __init__(self) -> None:
        self._known: dict[bytes, list[Any]] = {}  # Places and boards in turn

    def add(self, answer: Answer | None, place: int, keeps_twins: bool = True) -> Twin | None:
        """Return the nearest of the earlier puzzles with this answer, None without one.

        At most a quarter of the clues differ. Equal boards are no twins. Without ``keeps_twins``
        later puzzles are not compared with this one if it is a twin.
        """
        if answer is None:
            return None
        entries = self._known.setdefault(answer.digest, [])
        places, boards = entries[::2], entries[1::2]
        clues = answer.clues[0]
        base = max(set(clues), key=clues.count)
        few = max(2, (len(clues) - clues.count(base)) // 4)
        best = None
        if places:
            known = np.frombuffer(b"".join(boards), dtype=np.uint8).reshape(len(places), -1)
            cells = np.min([
                np.count_nonzero(known != np.frombuffer(image, dtype=np.uint8), axis=1)
                for image in answer.clues
            ], axis=0)  # fmt: skip
            nearest = int(cells.argmin())
            if cells[nearest] <= few:
                best = Twin(places[nearest], int(cells[nearest]))
        if len(places) < MOST and (keeps_twins or best is None):
            entries += (place, clues)
        return best if best is not None and best.cells else None


def answer_of(record: Record) -> Answer | None:
    """Return the answer of a record; None without one, or if the kind has no grid of clues."""
    if record.solution is None or "clues" not in record.puzzle:
        return None
    rows: list[list[int]] = record.puzzle["clues"]
    size = len(rows), len(rows[0])
    clues = [value & 255 for value in chain.from_iterable(rows)]
    images = list(_images(record.solution, *size))
    least = min(image for image, _, _ in images)
    clue_images = sorted(
        bytes(image_getter(*size, symmetry)(clues)).translate(names)
        for image, symmetry, names in images
        if image == least
    )
    return Answer(blake2b(least, digest_size=16).digest(), tuple(clue_images))


def _images(solution: JsonObject, high: int, wide: int) -> Iterator[tuple[bytes, int, bytes]]:
    """Yield the eight images of an answer, their symmetries, and how numbers are renamed."""
    for symmetry in SYMMETRIES:
        image = bytes((high & 255, wide & 255) if symmetry < 4 else (wide & 255, high & 255))
        table = _SAME
        for name, answer in solution.items():
            if name == _FILLED:
                values = bytes(value & 255 for value in chain.from_iterable(answer))
                filled = bytes(image_getter(high, wide, symmetry)(values))
                table = _renaming(bytes(dict.fromkeys(filled)))
                image += filled.translate(table)
            else:
                grown = int(name == _CORNERS)
                places = _places(high + grown, wide + grown, symmetry)
                items = sorted(_moved(item, places, name == _COUNTED) for item in answer)
                image += repr(items).encode()
        yield image, symmetry, table


def _renaming(names: bytes) -> bytes:
    r"""Return a table that renumbers the given values from 1, and maps no two to the same.

    >>> [*_renaming(b"\0\2")[:5]]
    [1, 0, 2, 3, 4]
    """
    others, count = _SAME.translate(None, names), len(names) + 1
    return bytes.maketrans(names + others, _SAME[1:count] + _SAME[:1] + _SAME[count:])


def _moved(item: Any, places: tuple[int, ...], is_counted: bool) -> tuple[int, ...]:
    cells, count = ([item], []) if isinstance(item, int) else (item, [])
    if is_counted:
        cells, count = cells[:-1], cells[-1:]
    moved = tuple(places[cell] for cell in cells)
    return (*min(moved, moved[::-1]), *count)


@cache
def _places(rows: int, cols: int, symmetry: int) -> tuple[int, ...]:
    order = cells_of_image(rows, cols, symmetry).ravel()
    return tuple(order.argsort().tolist())
