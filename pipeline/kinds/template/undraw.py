"""Latin squares read back from a printed page: the inverse of `draw`, by lines and figures alone.

Copying this kind? `find_boards` finds frames with a lattice in them; say which of them are boards
of yours, and which marks are clues and which are the answer. Use no measure of ``draw.py``: this
is how a printed book is checked.
"""

from __future__ import annotations

from pipeline.kinds.interface import Undrawn
from pipeline.kinds.template.model import MAX_SIDE, Clues, Solution, make_clues
from pipeline.scene.board_reading import BoardFound, find_boards
from pipeline.scene.drawing import Drawing


def undraw(drawing: Drawing, rule: str) -> tuple[Undrawn[Clues, Solution], ...]:
    """Return the squares with figures in a drawing; bold figures are given, others filled in.

    Examples
    --------
    >>> undraw(Drawing(50, 50, (), (), ()), "latin")
    ()
    """
    found = (_undraw_one(board, drawing, rule) for board in find_boards(drawing))
    return tuple(one for one in found if one is not None)


def _undraw_one(board: BoardFound, drawing: Drawing, rule: str) -> Undrawn[Clues, Solution] | None:
    side = board.rows
    if side != board.cols or not 2 <= side <= MAX_SIDE or board.blocked:
        return None
    given = [0] * (side * side)
    filled = [0] * (side * side)
    for cell, texts in board.texts(drawing).items():
        said = "".join(text.text.strip() for text in texts)
        if not (said.isascii() and said.isdigit() and 1 <= int(said) <= side):
            return None
        filled[cell] = int(said)
        if all(text.is_bold for text in texts):
            given[cell] = int(said)
    if not any(filled):
        return None
    clues = make_clues(side, rule, given)
    if given == filled and not all(filled):
        return Undrawn(board.box, clues)
    if not all(filled):
        return Undrawn(board.box, clues, None, "some cells of the answer are empty")
    return Undrawn(board.box, clues, Solution(tuple(filled)))
