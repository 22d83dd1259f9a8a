"""Near twins: puzzles that share their answer, turned or renamed, and differ in a few clues."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import Any, Final, NamedTuple

from pipeline.kinds.kit.symmetry import SYMMETRIES, cells_of_image
from pipeline.model import Record

MOST: Final = 20
"""Most puzzles with one answer that a new one is compared with."""

_CORNERS, _COUNTED = "borders", "bridges"
"""Names of solutions whose numbers are corners of cells, and whose items end with a count."""


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
    return sum(map(int.__ne__, one, other))


def _images(record: Record) -> Iterator[tuple[bytes, bytes]]:
    """Yield answer and clues of the eight images of a board, numbers of an answer renamed."""
    rows: list[list[int]] = record.puzzle["clues"]
    high, wide = len(rows), len(rows[0])
    clues = [value & 255 for value in chain.from_iterable(rows)]
    ((name, answer),) = record.solution.items() if record.solution else [("", [])]
    for symmetry in SYMMETRIES:
        order, _ = _cells(high, wide, symmetry)
        image = bytes(clues[cell] for cell in order)
        size = bytes((high & 255, wide & 255) if symmetry < 4 else (wide & 255, high & 255))
        if name == "numbers":
            values = [*chain.from_iterable(answer)]
            filled = bytes(values[cell] & 255 for cell in order)
            names = bytes(dict.fromkeys(filled))
            table = bytes.maketrans(names, bytes(range(1, len(names) + 1)))
            yield size + filled.translate(table), image.translate(table)
        else:
            grown = int(name == _CORNERS)
            _, places = _cells(high + grown, wide + grown, symmetry)
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
def _cells(rows: int, cols: int, symmetry: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return for each cell of an image its source, and for each source its cell."""
    order = tuple(cells_of_image(rows, cols, symmetry).ravel().tolist())
    places = [0] * len(order)
    for place, cell in enumerate(order):
        places[cell] = place
    return order, tuple(places)
