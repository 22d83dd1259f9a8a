"""Read the symbols of boards whose numbers are only names: letters and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import dropwhile
from typing import Final

from pipeline.scene.board_reading import BoardFound, Box, Fill, PageContent
from pipeline.scene.marks import Disc, Role
from pipeline.scene.symbols import MOST_PICTURES, PICTURE_SHARES, Shape, number_of, picture_of

_SAME: Final = 0.02  # Greatest difference of sides, in cells: files round


def numbers_for(bold: Mapping[int, str], light: Mapping[int, str]) -> tuple[dict[int, str], ...]:
    """Return the texts of clues and of answers as numbers, where all are single letters or digits.

    With digits on the board, the letters follow 9.

    >>> numbers_for({0: "B", 1: "7"}, {2: "A"})
    ({0: '11', 1: '7'}, {2: '10'})
    >>> numbers_for({0: "B"}, {}), numbers_for({0: "10", 1: "B"}, {})
    (({0: '2'}, {}), ({0: '10', 1: 'B'}, {}))
    """
    texts = {*bold.values(), *light.values()}
    if max(map(len, texts), default=0) > 1 or not any(map(str.isalpha, texts)):
        return dict(bold), dict(light)
    before = 9 * any(map(str.isdecimal, texts))

    def number(text: str) -> str:
        return str(before + number_of(text)) if number_of(text) else text

    return tuple({cell: number(text) for cell, text in some.items()} for some in (bold, light))


def read_pictures(board: BoardFound, content: PageContent) -> dict[Role, dict[int, str]]:
    """Return the numbers of the pictures in cells, of clues and of answers, as texts.

    White areas below a picture, which keep it clear of a line, are no part of it.
    """
    areas: dict[int, list[Fill]] = {}
    for fill in content.fills:
        left, top, right, bottom = fill.box
        cell = board.cell_at(((left + right) / 2, (top + bottom) / 2))
        if cell is not None and max(right - left, bottom - top) < 0.9 * board.cell_mm:
            areas.setdefault(cell, []).append(fill)
    pictures: dict[Role, dict[int, str]] = {role: {} for role in PICTURE_SHARES}
    for cell, fills in areas.items():
        x, y = board.centre(cell)
        seen = [
            (one.ink > 0, *((at - (x, y)[k % 2]) / board.cell_mm for k, at in enumerate(one.box)))
            for one in fills
        ]
        bare = [*dropwhile(lambda area: not area[0], seen)]
        is_visible = all(content.shows_fill(one, fills) for one in fills)
        for role, number, boxes in _pictures() if is_visible else ():
            if _is_same(seen, boxes) or _is_same(bare, boxes):
                pictures[role][cell] = str(number)
    return pictures


def _is_same(one: Sequence[tuple[float, ...]], other: Sequence[tuple[float, ...]]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) < _SAME
        for area, box in zip(one, other, strict=True)
        for a, b in zip(area, box, strict=True)
    )


@cache
def _pictures() -> list[tuple[Role, int, list[tuple[float, ...]]]]:
    """Return each picture by role and number: of each area, whether it has ink, and its box."""
    return [
        (role, number, [(shape.fill.role is not Role.PAPER, *_box_of(shape, share))
                        for shape in picture_of(number) if shape.fill])
        for role, share in PICTURE_SHARES.items()
        for number in range(1, MOST_PICTURES + 1)
    ]  # fmt: skip


def _box_of(shape: Shape, share: float) -> Box:
    points: Iterable[tuple[float, float]]
    if isinstance(shape, Disc):
        (x, y), radius = shape.centre, shape.radius_mm
        points = ((x - radius, y - radius), (x + radius, y + radius))
    else:
        points = shape.points
    xs, ys = zip(*points, strict=True)
    return share * min(xs), share * min(ys), share * max(xs), share * max(ys)
