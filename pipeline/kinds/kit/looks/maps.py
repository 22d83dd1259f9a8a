"""Solved boards of declared kinds as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.looks.bridge import say as bridges
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.said import Canvas, saying_of
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.words.core import families_of

_BOLD: Final = "\x1b[1m{}\x1b[0m"
_COLOUR: Final = "\x1b[36m{}\x1b[0m"
_EMPTY: Final = "."


def solved_map(
    looks: Looks, boards: Boards, clues: Board, solution: Solution, is_coloured: bool
) -> str:
    r"""Return the solved board as text.

    Clues are numbers; ``o`` and ``x`` are white and black circles, ``#`` a filled cell, ``*`` a
    lamp or a star, ``T`` a tree, ``A`` a tent; letters under no stroke are small. Lines part cages,
    with the total in the upper line, or else regions.

    >>> square = Solution("borders", ((0, 1), (0, 2), (1, 3), (2, 3)))
    >>> boards = Boards(family="borders", empty=-1)
    >>> print(solved_map(Looks(is_dotted=True), boards, Board(1, 1, (4,)), square, False), end="")
    +-+
    |4|
    +-+
    >>> from pipeline.kinds import kit
    >>> cages = kit.Clue(kit.CAGE, (0, 2), (4,)), kit.Clue(kit.CAGE, (1, 3), (2,))
    >>> boards = Boards(family="numbers", clue_sorts=(kit.Cages(),))
    >>> numbers = Solution("numbers", ((0, 1), (1, 2), (2, 3), (3, 1)))
    >>> clues = Board(2, 2, (0,) * 4, other_clues=cages)
    >>> print(solved_map(Looks(), boards, clues, numbers, False), end="")
    +4--+2--+
    | 1 | 2 |
    +   +   +
    | 3 | 1 |
    +---+---+
    >>> ways = Solution("edges", ((0, 1),))
    >>> rooms = Board(1, 3, (2, 0, 0), regions=(0, 1, 1))
    >>> print(solved_map(Looks(), Boards(family="edges"), rooms, ways, False), end="")
    +-+-+-+
    |2-. .|
    +-+-+-+
    >>> words = Solution("strokes", ((0, 1),))
    >>> letters, boards = Looks(letters="ABC"), Boards(family="strokes")
    >>> print(solved_map(letters, boards, Board(1, 3, (2, 1, 3)), words, False), end="")
    B A c
    """
    if boards.family == "bridges":
        return bridges.solved_map(clues, solution, is_coloured)
    looks = looks.under(clues.rule)
    bold, coloured = (_BOLD, _COLOUR) if is_coloured else ("{}", "{}")
    rows, cols, solution = clues.rows, clues.cols, looks.written(clues, solution)
    is_edged, is_bordered = "edges" in families_of(solution.family), solution.family == "borders"
    drawn_symbols = looks.drawn
    sayings = [saying_of(sort) for sort in boards.clue_sorts]
    beside = {cell: word for one in sayings for cell, word in one.in_cells(clues).items()}
    parts = [] if is_bordered else list(_part_borders(clues))
    width = max((one.width(clues) for one in sayings), default=1)
    if looks.usual.shape == "digits":
        width = max(len(looks.word(clue)) for clue in clues.values if clue != boards.empty)

    canvas = [[" ", " " * width] * cols + [" "] for _ in range(2 * rows + 1)]
    items = {item[0]: item for item in solution.of("numbers")}
    shaded = {cell for (cell,) in solution.of("cells")}
    marked = {c for first, last in solution.of("strokes") for c in clues.grid.stroke(first, last)}
    for cell, clue in enumerate(clues.values):
        sign = looks.sign(clue)
        word = (
            "" if clue == boards.empty else looks.word(clue) if sign.is_number else sign.look.text
        )
        word = beside.get(cell, word)
        text = bold.format(word.center(width)) if word else _EMPTY.center(width)
        if looks.letters and cell not in marked:
            text = word.lower().center(width)
        if cell in shaded:
            text = coloured.format(looks.answer.text.center(width))
        elif not word and cell in items:
            number = items[cell][1]
            answer = drawn_symbols[number].text if drawn_symbols else looks.word(number)
            text = coloured.format(answer.center(width))
        elif is_bordered and not word:
            text = " "
        canvas[2 * (cell // cols) + 1][2 * (cell % cols) + 1] = text
    for row in canvas[::2] if is_bordered or parts else ():
        row[::2] = ["+"] * (cols + 1)
    sides, edges = (cols + 1, 0, "-" * width), (cols, 1, "-")  # of corners, and of cells
    drawn_lines = (
        (parts, "{}", sides),
        (solution.of("edges"), coloured, edges),
        (solution.of("borders"), coloured, sides),
    )
    for pairs, style, (wide, shift, across) in drawn_lines:
        for a, b in pairs:
            (r0, c0), (r1, c1) = divmod(a, wide), divmod(b, wide)
            line = "|" if r0 != r1 else across
            canvas[r0 + r1 + shift][c0 + c1 + shift] = style.format(line)
    drawn = Canvas(canvas, width, bold, is_edged)
    for one in sayings:
        one.put(clues, drawn)
    if not (is_bordered or parts):
        drawn.rows = [row[1:-1] for row in canvas[1 : -1 : 1 if drawn.has_gaps else 2]]
    frame = next((one.frame for one in sayings if one.frame), None)
    return to_lines(
        *(frame(clues, drawn) if frame else ("".join(row).rstrip() for row in drawn.rows))
    )


def _part_borders(clues: Board) -> Iterator[Pair]:
    """Yield the borders of the board, of cages, and of regions if there are no cages."""
    part = dict(enumerate(clues.cage_of if clues.cages else clues.regions))
    for border in clues.grid.borders() if part else ():
        beside = [part.get(cell, -1) for cell in clues.grid.cells_beside(border)]
        if len(beside) == 1 or beside[0] != beside[1]:
            yield border
