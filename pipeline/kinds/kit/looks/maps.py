"""Solved boards of declared kinds as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from pipeline.kinds.kit.board.board import Clues, Solution
from pipeline.kinds.kit.board.clues import (
    ARROW,
    BETWEEN,
    BOTTOM,
    CAGE,
    LEFT,
    RIGHT,
    RUN,
    TOP,
    sum_place,
)
from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.looks.drawing import Looks
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.words.core import families_of

_BOLD: Final = "\x1b[1m{}\x1b[0m"
_COLOUR: Final = "\x1b[36m{}\x1b[0m"
_SHAPES: Final = {"white": "o", "black": "x", "wall": "#", "tree": "T"}
_SHADED: Final = {"shaded": "#", "lamp": "*", "star": "*", "tent": "A"}
_EMPTY: Final = "."
_ARROWS: Final = {LEFT: "<", TOP: "^", RIGHT: ">", BOTTOM: "v"}
"""Signs after a number with an arrow."""
_DOWNWARDS: Final = {"<": "^", ">": "v", "|": "-"}  # Signs between a cell and the one below it


def solved_map(
    looks: Looks, empty: int, clues: Clues, solution: Solution, is_coloured: bool
) -> str:
    r"""Return the solved board as text.

    Clues are numbers; ``o`` and ``x`` are white and black circles, ``#`` a filled cell, ``*`` a
    lamp or a star, ``T`` a tree, ``A`` a tent. Lines part cages, with the total in the upper line,
    or else regions.

    >>> square = Solution("borders", ((0, 1), (0, 2), (1, 3), (2, 3)))
    >>> print(solved_map(Looks(is_dotted=True), -1, Clues(1, 1, (4,)), square, False), end="")
    +-+
    |4|
    +-+
    >>> from pipeline.kinds.kit.board.clues import Clue
    >>> cages = Clue(CAGE, (0, 2), (4,)), Clue(CAGE, (1, 3), (2,))
    >>> numbers = Solution("numbers", ((0, 1), (1, 2), (2, 3), (3, 1)))
    >>> clues = Clues(2, 2, (0,) * 4, extra=cages)
    >>> print(solved_map(Looks(), 0, clues, numbers, False), end="")
    +4--+2--+
    | 1 | 2 |
    +   +   +
    | 3 | 1 |
    +---+---+
    """
    bold, coloured = (_BOLD, _COLOUR) if is_coloured else ("{}", "{}")
    rows, cols, solution = clues.rows, clues.cols, looks.written(clues, solution)
    is_edged, is_bordered = "edges" in families_of(solution.family), solution.family == "borders"
    arrows = {one.place[0]: f"{one.numbers[0]}{_ARROWS[one.sign]}" for one in clues.extra_on(ARROW)}
    parts = [] if is_bordered else list(_part_borders(clues))
    between = [clue for clue in clues.extra if clue.sort == BETWEEN]
    numbers = {
        (clue.sort, clue.place[0]): [*map(str, clue.numbers)]
        for clue in clues.extra
        if clue.sort not in (CAGE, RUN, BETWEEN, ARROW)
    }
    sums: dict[int, list[str]] = {}
    for run in clues.extra_on(RUN):
        cell, is_across = sum_place(run)
        sums.setdefault(cell, ["", ""])[is_across] = str(run.numbers[0])
    totals = {clue.place[0]: clue for clue in clues.extra if clue.sort == CAGE and clue.numbers}
    width = (
        5
        if sums
        else 3
        if totals
        else max(map(len, (*chain.from_iterable(numbers.values()), *arrows.values(), ".")))
    )

    canvas = [[" ", " " * width] * cols + [" "] for _ in range(2 * rows + 1)]
    items = {item[0]: item for item in solution.items if solution.family == "numbers"}
    shaded = {cell for (cell,) in solution.of("cells")}
    for cell, clue in enumerate(clues.values):
        sign = looks.sign(clue)
        word = "" if clue == empty else looks.word(clue) if sign.is_number else _SHAPES[sign.shape]
        if cell in sums:
            word = "{:>2}\\{:<2}".format(*sums[cell])
        word = arrows.get(cell, word)
        text = bold.format(word.center(width)) if word else _EMPTY.center(width)
        if cell in shaded:
            text = coloured.format(_SHADED[looks.shaded].center(width))
        elif not word and cell in items:
            answer = looks.word(items[cell][1])
            text = coloured.format(_SHAPES.get(answer, answer).center(width))
        elif is_bordered and not word:
            text = " "
        canvas[2 * (cell // cols) + 1][2 * (cell % cols) + 1] = text
    for row in canvas[::2] if is_bordered or parts else ():
        row[::2] = ["+"] * (cols + 1)
    wide, shift = (cols, 1) if is_edged else (cols + 1, 0)
    for pairs, style in ((parts, "{}"), (solution.of("edges") or solution.of("borders"), coloured)):
        for a, b in pairs:
            (r0, c0), (r1, c1) = divmod(a, wide), divmod(b, wide)
            line = "|" if r0 != r1 else "-" if is_edged else "-" * width
            canvas[r0 + r1 + shift][c0 + c1 + shift] = style.format(line)
    for cell, cage in totals.items():
        line = f"{cage.numbers[0]}{cage.sign}".ljust(width, "-")
        canvas[2 * (cell // cols)][2 * (cell % cols) + 1] = bold.format(line)
    for one in between:
        (r0, c0), (r1, c1) = (divmod(cell, cols) for cell in one.place)
        mark = one.sign if r0 == r1 else _DOWNWARDS.get(one.sign, one.sign).center(width)
        canvas[r0 + r1 + 1][c0 + c1 + 1] = bold.format(mark)
    if not (is_bordered or parts):
        canvas = [row[1:-1] for row in canvas[1 : -1 : 1 if is_edged or between else 2]]
    return to_lines(*_with_numbers(canvas, numbers, clues, width))


def _part_borders(clues: Clues) -> Iterator[Pair]:
    """Yield the borders of the board, of cages, and of regions if there are no cages."""
    cages = [clue.place for clue in clues.extra if clue.sort == CAGE]
    part = dict(enumerate(clues.regions))
    if cages:
        part = {cell: number for number, cage in enumerate(cages) for cell in cage}
    for border in clues.grid.borders() if part else ():
        beside = [part.get(cell, -1) for cell in clues.grid.cells_beside(border)]
        if len(beside) == 1 or beside[0] != beside[1]:
            yield border


def _with_numbers(
    canvas: list[list[str]], numbers: dict[tuple[str, int], list[str]], clues: Clues, width: int
) -> Iterator[str]:
    """Yield the lines of a board with the numbers outside."""
    sides = {
        side: [numbers.get((side, line), []) for line in range(max(clues.rows, clues.cols))]
        for side in (LEFT, TOP, RIGHT, BOTTOM)
    }
    indent = max(len(" ".join(one)) for one in sides[LEFT])
    left, first = " " * (indent + 1) if indent else "", len(canvas) > 2 * clues.rows
    start = left + " " * first

    def stacked(lists: list[list[str]], is_above: bool) -> Iterator[str]:
        high = max(map(len, lists))
        for k in range(high):
            at = [k - high + len(one) if is_above else k for one in lists[: clues.cols]]
            here = (one[i] if 0 <= i < len(one) else "" for one, i in zip(lists, at, strict=False))
            yield f"{start}{' '.join(word.center(width) for word in here)}".rstrip()

    yield from stacked(sides[TOP], is_above=True)
    step = 1 if len(canvas) == clues.rows else 2
    for k, row in enumerate(canvas):
        is_row = step == 1 or k % 2 == first
        line = k // step
        before = " ".join(sides[LEFT][line]).rjust(indent) + " " if is_row and indent else left
        after = f" {' '.join(sides[RIGHT][line])}" if is_row else ""
        yield f"{before}{''.join(row)}{after}".rstrip()
    yield from stacked(sides[BOTTOM], is_above=False)
