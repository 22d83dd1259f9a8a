"""Solved boards of declared kinds as text for a terminal."""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.forms import to_lines

_BOLD: Final = "\x1b[1m{}\x1b[0m"
_COLOUR: Final = "\x1b[36m{}\x1b[0m"
_SHAPES: Final = {"white": "o", "black": "x", "wall": "#"}
_SHADED: Final = {"shaded": "#", "lamp": "*", "star": "*"}
_EMPTY: Final = "."


def solved_map(
    looks: Looks, empty: int, clues: Clues, solution: Solution, is_coloured: bool
) -> str:
    r"""Return the solved board as text.

    Clues are numbers; ``o`` and ``x`` are white and black circles, ``#`` a filled cell, ``*`` a
    lamp.

    Examples
    --------
    >>> square = Solution("borders", ((0, 1), (0, 2), (1, 3), (2, 3)))
    >>> print(solved_map(Looks(is_dotted=True), -1, Clues(1, 1, (4,)), square, False), end="")
    +-+
    |4|
    +-+
    """
    bold, coloured = (_BOLD, _COLOUR) if is_coloured else ("{}", "{}")
    rows, cols = clues.rows, clues.cols
    canvas = [[" "] * (2 * cols + 1) for _ in range(2 * rows + 1)]
    items = {item[0]: item for item in solution.items}
    for cell, clue in enumerate(clues.values):
        sign = looks.sign(clue)
        word = "" if clue == empty else str(clue) if sign.is_number else _SHAPES[sign.shape]
        text = bold.format(word) if word else _EMPTY
        if solution.family == "cells" and cell in items:
            text = coloured.format(_SHADED[looks.shaded])
        elif solution.family == "numbers" and not word and cell in items:
            text = coloured.format(items[cell][1])
        elif solution.family == "borders" and not word:
            text = " "
        canvas[2 * (cell // cols) + 1][2 * (cell % cols) + 1] = text
    if solution.family in ("edges", "borders"):
        is_bordered = solution.family == "borders"
        wide, shift = (cols + 1, 0) if is_bordered else (cols, 1)
        if is_bordered:
            for row in canvas[::2]:
                row[::2] = ["+"] * (cols + 1)
        for a, b in solution.items:
            (r0, c0), (r1, c1) = divmod(a, wide), divmod(b, wide)
            canvas[r0 + r1 + shift][c0 + c1 + shift] = coloured.format("-" if r0 == r1 else "|")
    if solution.family != "borders":
        step = 1 if solution.family == "edges" else 2
        canvas = [row[1:-1] for row in canvas[1:-1:step]]
    return to_lines(*("".join(row).rstrip() for row in canvas))
