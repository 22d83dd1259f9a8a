"""A Latin square as a scene: grid, frame, the numbers given and those of the solution.

Copying this kind? Return marks, name inks by their role, give every length in millimetres and as
a share of ``cell_mm``, and keep every mark inside the scene, the thickness of lines included.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.template.model import Clues, Solution
from pipeline.scene import Face, Ink, Label, Line, Mark, Rect, Role, Scene

FRAME: Final = 0.06
GRID: Final = 0.02
FIGURE: Final = 0.62
"""Thickness of frame and grid lines, and size of the numbers, as shares of a cell."""


def draw(clues: Clues, solution: Solution | None, cell_mm: float) -> Scene:
    """Return the board, with the solution's numbers if one is given.

    Examples
    --------
    >>> draw(Clues(2, (1, 0, 0, 0)), None, 10.0).width_mm
    20.6
    """
    margin = FRAME * cell_mm / 2
    width = clues.side * cell_mm
    marks: list[Mark] = []
    for k in range(1, clues.side):
        at = margin + k * cell_mm
        grid = Ink(Role.GRID)
        marks.append(Line((margin, at), (margin + width, at), GRID * cell_mm, grid))
        marks.append(Line((at, margin), (at, margin + width), GRID * cell_mm, grid))
    frame = Ink(Role.FRAME)
    marks.append(Rect((margin, margin), width, width, None, frame, FRAME * cell_mm))
    marks.extend(_numbers(clues, solution, margin, cell_mm))
    return Scene(width + 2 * margin, width + 2 * margin, tuple(marks))


def _numbers(clues: Clues, solution: Solution | None, margin: float, cell_mm: float) -> list[Mark]:
    marks: list[Mark] = []
    for cell, given in enumerate(clues.numbers):
        number = given or (solution.numbers[cell] if solution else 0)
        if not number:
            continue
        row, col = divmod(cell, clues.side)
        marks.append(
            Label(
                str(number),
                (margin + (col + 0.5) * cell_mm, margin + (row + 0.5) * cell_mm),
                FIGURE * cell_mm,
                Ink(Role.CLUE if given else Role.ANSWER),
                Face.DISPLAY_BOLD if given else Face.DISPLAY,
            )
        )
    return marks
