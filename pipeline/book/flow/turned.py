"""A scene upside down, for answers printed under their puzzles."""

from __future__ import annotations

from dataclasses import replace

from pipeline.scene import Disc, Label, Line, Mark, Point, Polyline, Rect, Scene


def turn_over(scene: Scene) -> Scene:
    """Return the scene rotated by 180 degrees, so that it is read with the book upside down.

    Examples
    --------
    >>> from pipeline.scene import Ink, Role
    >>> turn_over(Scene(10, 5, (Label("7", (1, 1), 3, Ink(Role.TEXT)),))).marks[0].position
    (9, 4)
    """
    width, height = scene.width_mm, scene.height_mm

    def turned(point: Point) -> Point:
        return (width - point[0], height - point[1])

    def turn(mark: Mark) -> Mark:
        match mark:
            case Line():
                return replace(mark, start=turned(mark.start), end=turned(mark.end))
            case Polyline():
                return replace(mark, points=tuple(turned(point) for point in mark.points))
            case Disc():
                return replace(mark, centre=turned(mark.centre))
            case Rect(corner=(x, y)):
                return replace(mark, corner=turned((x + mark.width, y + mark.height)))
            case Label():
                return replace(mark, position=turned(mark.position), turned=not mark.turned)

    return replace(scene, marks=tuple(turn(mark) for mark in scene.marks))
