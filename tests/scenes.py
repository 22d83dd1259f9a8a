"""Scenes for tests: their JSON form, one with every mark, and a small solved board."""

import dataclasses
import json

from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution
from pipeline.scene import (
    Align,
    Anchor,
    Cap,
    Disc,
    Face,
    Ink,
    Label,
    Line,
    Mark,
    Polyline,
    Rect,
    Role,
    Scene,
)

PATHS = ((0, 1, 2, 3, 4, 9, 14), (5, 6, 7, 8, 13, 12, 11, 10), (*tuple(range(15, 20)), 24, 23, 22))


def small_board() -> tuple[Clues, Solution]:
    """Return a board of 5x5 cells with three lines; two cells stay empty."""
    labels = [0] * 25
    for number, path in enumerate(PATHS, start=1):
        labels[path[0]] = labels[path[-1]] = number
    return make_clues(5, 5, "free", labels), make_solution(PATHS)


def scene_json(scene: Scene) -> str:
    """Return a scene as JSON, one mark a line, so that a difference can be read.

    The theme of an ink is left out where it is that of the page.
    """
    marks = [
        json.dumps(
            {"mark": type(mark).__name__, **dataclasses.asdict(mark, dict_factory=_fields)},
            sort_keys=True,
        )
        for mark in scene.marks
    ]
    size = json.dumps([scene.width_mm, scene.height_mm])
    return f'{{"size": {size}, "marks": [\n' + ",\n".join(marks) + "\n]}\n"


def _fields(items: list[tuple[str, object]]) -> dict[str, object]:
    return {name: value for name, value in items if (name, value) != ("theme", "")}


def every_mark() -> Scene:
    """Return a scene with every kind of mark, cap, face, role and way of setting type."""
    path = [Ink(Role.PATH, k) for k in range(12)]
    bent = ((5.0, 40.0), (20.0, 40.0), (20.0, 55.0), (35.0, 55.0))
    star = ((70.0, 40.0), (75.0, 55.0), (62.0, 46.0), (78.0, 46.0), (65.0, 55.0))
    lines = [
        Line((5, 5 + 3 * k), (45, 5 + 3 * k), 0.3 + 0.4 * k, Ink(Role.GRID), cap)
        for k, cap in enumerate(Cap)
    ]
    dashed = [
        Line((5, 16), (45, 16), 0.5, Ink(Role.RULE), Cap.BUTT, (2.0, 1.0)),
        Line((5, 18), (45, 22), 0.8, Ink(Role.RULE), Cap.ROUND, (2.0, 1.5, 0.1)),
        Line((5, 24), (45, 28), 1.0, Ink(Role.ANSWER), Cap.SQUARE),
    ]
    bends = [
        Polyline(bent, 2.0, path[0]),
        Polyline(_down(bent, 8), 2.0, path[1], corner_mm=4.0),
        Polyline(_down(bent, 16), 2.0, path[3], corner_mm=40.0),
        Polyline(_down(bent, 24), 2.0, path[5], Cap.ROUND, corner_mm=4.0),
        Polyline(_down(bent, 32), 2.0, path[4], Cap.SQUARE),
        Polyline(star, 0.6, Ink(Role.FRAME), Cap.BUTT, is_closed=True, fill=Ink(Role.BLOCKED)),
        Polyline(_down(star, 20), 0.6, path[2], corner_mm=2.0, fill=Ink(Role.PAPER)),
        Polyline(((60, 80), (80, 80), (80, 90), (60, 90)), 1, path[6], Cap.BUTT, is_closed=True),
        Polyline(((62, 82), (62, 82)), 1.0, path[7]),
    ]
    areas: list[Mark] = [
        Disc((55, 10), 4, Ink(Role.BLOCKED)),
        Disc((65, 10), 4, Ink(Role.PAPER), path[8], 1.0),
        Disc((75, 10), 4, None, Ink(Role.CLUE), 0.5),
        Rect((50, 20), 8, 6, Ink(Role.BLOCKED)),
        Rect((60, 20), 8, 6, Ink(Role.PAPER), Ink(Role.FRAME), 0.6),
        Rect((70, 20), 8, 6, None, Ink(Role.FRAME), 0.6),
    ]
    labels = [
        Label("Größe & “Wort” <1>", (5, 100 + 6 * k), 4.0, Ink(Role.TEXT), face, Align.LEFT)
        for k, face in enumerate(Face)
    ] + [
        Label("17", (60, 100 + 6 * k), 4.0, Ink(Role.QUIET), Face.DISPLAY, align, anchor)
        for k, (align, anchor) in enumerate((a, b) for a in Align for b in Anchor)
    ]
    turned = [
        Label("upside down", (80, 120), 4.0, Ink(Role.TEXT), Face.TEXT, align, turned=True)
        for align in Align
    ]
    return Scene(90, 140, (*lines, *dashed, *bends, *areas, *labels, *turned))


def _down(points: tuple[tuple[float, float], ...], by: float) -> tuple[tuple[float, float], ...]:
    return tuple((x, y + by) for x, y in points)
