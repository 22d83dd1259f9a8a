"""The clues of a board for the player: lines, discs, shapes and texts from the scene of print.

A record may come from a stranger, so there is no markup: only numbers, texts, and names of colours
of which the player has a list. Lengths are cells, from the upper left corner of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import SIDES, Clue
from pipeline.kinds.kit.looks.drawing import clue_layers, tints_of
from pipeline.kinds.kit.looks.layers import Key, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.kinds.kit.looks.slant.clue import SLANT
from pipeline.model import Json, JsonObject
from pipeline.scene import Disc, Ink, Line, Mark, Point, Polyline, Rect, Role

_CELL_MM: Final = 10.0  # Large enough for no type and no line to be enlarged for print
_COLOURS: Final = {
    Role.CLUE: "ink",
    Role.PAPER: "paper",
    Role.FRAME: "frame",
    Role.GRID: "cells",
    Role.TINT: "tint",
}


def draw_clues(looks: Looks, boards: Boards, clues: Board) -> JsonObject:
    """Return the primitives below and above what a player draws, and the margins of the board.

    >>> boards = Boards(family="cells", allowed=lambda rows, cols: range(3))
    >>> draw_clues(Looks(), boards, Board(1, 2, (0, 2)))["over"]
    [{'cells': [1], 'marks': [['text', 'ink', 0.62, 0.5, 0.5, '2']]}]
    """
    layers = clue_layers(looks, boards, clues, _CELL_MM)
    hues = tints_of(looks, clues)
    return {
        "margins": [_cells(side) for side in layers.margins],
        **({"hues": hues} if hues else {}),
        "under": list(_groups(layers.pen, looks, layers.under)),
        "over": list(_groups(layers.pen, looks, layers.over)),
    }


def _groups(pen: Pen, looks: Looks, layer: Iterable[Keyed]) -> Iterator[JsonObject]:
    """Yield what shows one state: alike cells once, ``of`` a clue, or marks that show none."""
    cells: dict[int, list[list[Json]]] = {}
    others: list[JsonObject] = []
    cols = pen.board.cols
    named = ((key if isinstance(key, int) else _name(key), mark) for key, mark in layer)
    for key, marks in groupby(named, lambda one: one[0]):
        if isinstance(key, int):
            origin = pen.corner(key // cols * (cols + 1) + key % cols)
            look = looks.sign(pen.board.values[key]).look.name
            primitives = cells.setdefault(key, [])
            primitives += (
                _primitive(mark, origin, look) for _, mark in marks if _is_shown(mark, key)
            )
        else:
            shown = [mark for _, mark in marks if _is_shown(mark, key)]
            drawn = [*_merged(_primitive(mark, pen.corner(0), "") for mark in shown)]
            others += [({} if key is None else {"of": key}) | {"marks": drawn}] if drawn else []
    alike: dict[str, list[int]] = {}
    for cell, primitives in cells.items():
        alike.setdefault(repr(primitives), []).append(cell)
    yield from ({"cells": some, "marks": cells[some[0]]} for some in alike.values())
    yield from others


def _name(key: Key) -> list[Json] | None:
    """Return the cells of a clue with a number, after its sort where it is outside of the board."""
    if not isinstance(key, Clue):
        return None
    if key.sort in (*SIDES, SLANT):
        return [key.sort, *key.place]
    return [*key.place] if key.numbers else None


def _is_shown(mark: Mark, key: int | list[Json] | None) -> bool:
    """Return whether a mark is no ground below a text, which the player draws itself."""
    grounds = (Role.PAPER,) if key is None else (Role.PAPER, Role.TINT)
    return not (isinstance(mark, Rect) and mark.fill and mark.fill.role in grounds)


def _primitive(mark: Mark, origin: Point, look: str) -> list[Json]:
    """Return a mark: what it is, its colours, its sizes, its places, a text.

    What is black or white by the rules is so in the dark, too.
    """
    ink = _colour(mark.ink)
    ink = "white" if ink == "paper" and not (mark.ink and mark.ink.index) else ink
    if isinstance(mark, Polyline) or (isinstance(mark, Disc) and mark.fill is None):
        ink = _colour(mark.ink)
    if isinstance(mark, Line):
        places = [*_place(mark.start, origin), *_place(mark.end, origin)]
        return ["line", ink, _cells(mark.width_mm), [_cells(one) for one in mark.dash_mm], places]
    if isinstance(mark, Polyline):
        places = [number for point in mark.points for number in _place(point, origin)]
        if mark.fill is None:
            places += places[:2] * mark.is_closed
            return ["line", ink, _cells(mark.width_mm), [], places]
        return ["shape", "tree" if look == "tree" else _colour(mark.fill), places]
    if isinstance(mark, Disc):
        fill = _colour(mark.fill)
        if mark.ink is not None:
            fill = {"ink": "black", "paper": "white"}.get(fill, fill)
        radius, width = _cells(mark.radius_mm), _cells(mark.width_mm)
        return ["disc", fill, ink, width, radius, *_place(mark.centre, origin)]
    if isinstance(mark, Rect):
        sides = [_cells(mark.width), _cells(mark.height)]
        fill = _colour(mark.fill)
        is_own = fill in ("tint", "cells") or fill.startswith("line-")
        fill = fill if is_own else "black"
        return ["rect", fill, *_place(mark.corner, origin), *sides]
    is_left = mark.align.value == "left"
    small = ["small" if is_left else "sum"] if mark.is_small else ["left"] * is_left
    place = _place(mark.position, origin)
    return ["text", ink, _cells(mark.size_mm), *place, mark.text, *small]


def _merged(marks: Iterable[list[Json]]) -> Iterator[list[Json]]:
    """Yield primitives, lines of one sort in a row as one."""
    for (what, *_), group in groupby(marks, lambda one: one[:4] if one[0] == "line" else ("",)):
        if what == "line":
            first, *more = group
            yield [*first, *(one[4] for one in more)]
        else:
            yield from group


def _colour(ink: Ink | None) -> str:
    if ink is not None and ink.role is Role.ANSWER:
        return f"line-{ink.index}"
    light = ink is not None and ink.role is Role.TINT and ink.index
    return "" if ink is None else "cells" if light else _COLOURS[ink.role]


def _place(point: Point, origin: Point) -> list[Json]:
    return [_cells(at - zero) for at, zero in zip(point, origin, strict=True)]


def _cells(length_mm: float) -> float | int:
    found = round(length_mm / _CELL_MM, 3)
    return int(found) if found == int(found) else found
