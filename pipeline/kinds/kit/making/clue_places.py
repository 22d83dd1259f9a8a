"""Places of clues: symmetric groups, possible numbers of clues, patterns from files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import ClueSort, image_of_clues
from pipeline.kinds.kit.board.params import Images
from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.model import ConfigError

SYMMETRIES: Final = {
    "none": (),
    "half-turn": (3,),
    "left-right": (1,),
    "top-bottom": (2,),
    "both-axes": (1, 2, 3),
}
"""By name the images of a board that have their clues in the same places."""


@lru_cache(maxsize=8)
def images_of(rows: int, cols: int, symmetry: str) -> Images:
    """Return the source cells of each image of a board under a symmetry."""
    numbers = SYMMETRIES[symmetry]
    return tuple(tuple(cells_of_image(rows, cols, k).ravel().tolist()) for k in numbers)


def images_of_clues(
    clues: Board, sorts: Sequence[ClueSort], images: Images, symmetry: str
) -> Images:
    """Return the images of cells with those of other clues, which are numbered after them."""
    size = clues.rows, clues.cols
    index_of = {one[:2]: k for k, one in enumerate(clues.other_clues, len(clues.values))}
    moved = (
        image_of_clues(sorts, *size, (one,), number)
        for number in SYMMETRIES[symmetry]
        for one in clues.other_clues
    )
    return tuple((*cells, *(index_of[next(moved)[0][:2]] for _ in index_of)) for cells in images)


def symmetric_groups(cells: Sequence[int], images: Images) -> list[tuple[int, ...]]:
    """Return the cells in their order, each with its images, if all of them are among the cells.

    >>> symmetric_groups([2, 0, 1], images_of(1, 4, "half-turn"))
    [(1, 2)]
    """
    if not images:
        return [(cell,) for cell in cells]
    groups, places = _groups(images), {*cells}
    found = dict.fromkeys([groups[cell] for cell in cells])
    return [group for group in found if places.issuperset(group)]


@lru_cache(maxsize=8)
def _groups(images: Images) -> Sequence[tuple[int, ...]]:
    """Return each cell with its images, sorted."""
    return [tuple(sorted({k, *own})) for k, own in enumerate(zip(*images, strict=True))]


def numbers_of_clues(groups: Iterable[Sequence[int]]) -> set[int]:
    """Return the numbers of clues that some of the groups have together.

    >>> sorted(numbers_of_clues([(0, 1), (2, 3, 4)]))
    [0, 2, 3, 5]
    """
    numbers = 1  # as bits
    for size in map(len, groups):
        numbers |= numbers << size
    return {number for number in range(numbers.bit_length()) if numbers >> number & 1}


def parse_mask(text: str, rows: int, cols: int) -> tuple[int, ...]:
    """Return the cells that have an x in rows of dots and x, sorted.

    `ConfigError` if the text has another size, another sign or no x.

    >>> parse_mask("x.. .xx".replace(" ", chr(10)), 2, 3)
    (0, 4, 5)
    """
    lines = text.split()
    if len(lines) != rows:
        raise ConfigError(
            f"mask: expected {rows} rows for a board of {cols}x{rows}, found {len(lines)}; give it "
            "the size of the board"
        )
    for number, line in enumerate(lines, 1):
        strange = next((sign for sign in line if sign not in ".x"), None)
        if strange is not None or len(line) != cols:
            found = f"{len(line)}" if strange is None else repr(strange)
            raise ConfigError(
                f"mask: expected {cols} signs, each a dot or an x, in row {number}, found {found}; "
                "correct the row"
            )
    cells = tuple(cell for cell, sign in enumerate("".join(lines)) if sign == "x")
    if not cells:
        raise ConfigError("mask: expected an x in each cell that may have a clue, found none")
    return cells
