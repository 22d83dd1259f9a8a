"""Latin squares read back from a printed page: the inverse of `draw`, by lines and figures alone.

Copying this kind? `find_boards` finds frames with a lattice in them; say which of them are boards
of yours, and which marks are clues and which are the answer. Use no measure of ``draw.py``: this
is how a printed book is checked.
"""

from __future__ import annotations

from pipeline.kinds.interface import BoardReading
from pipeline.kinds.template.model import MAX_SIDE, Clues, Solution, make_clues
from pipeline.scene.board_reading import BoardFound, find_boards
from pipeline.scene.page_content import PageContent


def read_board(content: PageContent, rule: str) -> tuple[BoardReading[Clues, Solution], ...]:
    """Return the squares with figures in a content; bold figures are given, others filled in.

    Examples
    --------
    >>> read_board(PageContent(50, 50, (), (), ()), "latin")
    ()
    """
    found = (_read_one(board, content, rule) for board in find_boards(content))
    return tuple(one for one in found if one is not None)


def _read_one(
    board: BoardFound, content: PageContent, rule: str
) -> BoardReading[Clues, Solution] | None:
    side = board.rows
    if side != board.cols or not 2 <= side <= MAX_SIDE or board.blocked:
        return None
    given = [0] * (side * side)
    filled = [0] * (side * side)
    for cell, texts in board.texts(content).items():
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
        return BoardReading(board.box, clues)
    if not all(filled):
        return BoardReading(board.box, clues, None, "some cells of the answer are empty")
    return BoardReading(board.box, clues, Solution(tuple(filled)))
