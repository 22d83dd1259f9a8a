"""Pieces to cut out: a leaf for each size of board of a kind that has pieces."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.book.flow.blocks import (
    MarkGroup,
    chapter_heading,
    column,
    column_steps,
    merged,
    plain,
)
from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.page_plan import PagePlan
from pipeline.book.press.book import PageRole
from pipeline.render.picture import cell_for_size

_MOST_CELL_MM: Final = 25.0
"""Largest side of a piece; larger ones are no easier to hold."""


def add_pieces(plan: PagePlan) -> None:
    """Add the pieces of each kind and size, with blank backs; a book for the screen has none."""
    if plan.setting.options.is_for_screen:
        return
    sizes: dict[tuple[str, int, int], BookBoard] = {}
    for board in plan.setting.all_boards:
        if board.kind.book_matter is not None:
            sizes.setdefault((board.kind.id, board.rows, board.cols), board)
    for number, board in enumerate(sizes.values()):
        plan.open_recto()
        if number == 0:
            plan.mark("pieces", plan.setting.language.say("pieces.heading"))
        plan.add(PageRole.PIECES, partial(_pieces, plan, board))
        plan.add_blank("pieces to cut out have nothing on their backs")


def _pieces(plan: PagePlan, board: BookBoard) -> MarkGroup:
    setting = plan.setting
    geometry, style, language = setting.geometry, setting.style, setting.language
    width = geometry.text_width
    size = language.say("size.board", cols=board.cols, rows=board.rows)
    blocks = chapter_heading(language.prose("pieces.heading"), style, width)
    blocks += plain(
        language.prose("pieces.text", kind=board.kind.title_in(language.code), size=size),
        style,
        width,
    )
    over = (column_steps(blocks) + 1) * style.leading_mm
    matter = board.kind.book_matter
    assert matter is not None
    room = geometry.text_height - over
    cell = cell_for_size(lambda cell: matter.pieces(board.clues, cell), width, room)
    scene = matter.pieces(board.clues, min(cell, _MOST_CELL_MM))
    left = (width - scene.width_mm) / 2
    return merged([column(blocks, style.leading_mm), MarkGroup(scene.marks).moved(left, over)])
