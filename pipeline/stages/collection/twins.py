"""Near twins: puzzles that share their answer, turned or renamed, and differ in a few clues."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import chain
from operator import ne
from typing import Any, Final, NamedTuple

from pipeline.kinds.kit.symmetry import SYMMETRIES, cells_of_image, image_getter
from pipeline.model import Record

MOST: Final = 20
"""Most puzzles with one answer that a new one is compared with."""

_CORNERS, _COUNTED, _FILLED = "borders", "bridges", "numbers"
"""Names of solutions: of corners of cells, of items that end with a count, of a number a cell."""


class Twin(NamedTuple):
    """The place of an earlier puzzle, and the number of cells in which the clues differ."""

    place: int
    cells: int


class Twins:
    """The answers of puzzles, by digests to save memory."""

    def __init__(self) -> None:
        self._known: dict[bytes, list[tuple[int, bytes]]] = {}

    def add(self, record: Record, place: int, keeps_twins: bool = True) -> Twin | None:
        """Return the nearest of the earlier puzzles with this answer, None without one.

        At most a quarter of the clues differ. Equal boards are no twins. Without ``keeps_twins``
        later puzzles are not compared with this one if it is a twin.
        """
        if record.solution is None or "clues" not in record.puzzle:
            return None
        images = sorted(_images(record))
        answer, clues = images[0]
        own = [image for other, image in images if other == answer]  # of a symmetric answer
        known = self._known.setdefault(blake2b(answer, digest_size=16).digest(), [])
        twins = [Twin(first, min(_difference(image, other) for image in own))
                 for first, other in known]  # fmt: skip
        base = max(set(clues), key=clues.count)
        few = max(2, (len(clues) - clues.count(base)) // 4)
        near = [twin for twin in twins if twin.cells <= few]
        best = min(near, key=lambda twin: twin.cells, default=None)
        if len(known) < MOST and (keeps_twins or best is None):
            known.append((place, clues))
        return best if best is not None and best.cells else None


def _difference(one: bytes, other: bytes) -> int:
    return sum(map(ne, one, other))


def _images(record: Record) -> Iterator[tuple[bytes, bytes]]:
    """Yield answer and clues of the eight images of a board, numbers of an answer renamed."""
    rows: list[list[int]] = record.puzzle["clues"]
    high, wide = len(rows), len(rows[0])
    clues = [value & 255 for value in chain.from_iterable(rows)]
    ((name, answer),) = record.solution.items() if record.solution else [("", [])]
    values = bytes(value & 255 for value in chain.from_iterable(answer)) if name == _FILLED else b""
    for symmetry in SYMMETRIES:
        moved = image_getter(high, wide, symmetry)
        image = bytes(moved(clues))
        size = bytes((high & 255, wide & 255) if symmetry < 4 else (wide & 255, high & 255))
        if name == _FILLED:
            filled = bytes(moved(values))
            names = bytes(dict.fromkeys(filled))
            table = bytes.maketrans(names, bytes(range(1, len(names) + 1)))
            yield size + filled.translate(table), image.translate(table)
        else:
            grown = int(name == _CORNERS)
            places = _places(high + grown, wide + grown, symmetry)
            items = sorted(_moved(item, places, name == _COUNTED) for item in answer)
            yield size + repr(items).encode(), image


def _moved(item: Any, places: tuple[int, ...], is_counted: bool) -> tuple[int, ...]:
    """Return the cells of an item in the image, with its count if it has one."""
    cells, count = ([item], []) if isinstance(item, int) else (item, [])
    if is_counted:
        cells, count = cells[:-1], cells[-1:]
    moved = tuple(places[cell] for cell in cells)
    return (*min(moved, moved[::-1]), *count)


@cache
def _places(rows: int, cols: int, symmetry: int) -> tuple[int, ...]:
    """Return for each cell its place in an image."""
    order = cells_of_image(rows, cols, symmetry).ravel()
    return tuple(order.argsort().tolist())
