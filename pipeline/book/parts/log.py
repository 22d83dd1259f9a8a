"""The solver's log: all puzzles in columns, with a space for the solving time."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.book.flow.blocks import (
    BASELINE,
    Block,
    MarkGroup,
    chapter_heading,
    column,
    column_steps,
    merged,
)
from pipeline.book.flow.style import PT
from pipeline.book.flow.typeset import QUIET, label, measure
from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.page_plan import PagePlan
from pipeline.book.press.book import PageRole
from pipeline.scene import Face, Ink, Line, Mark, Role

_LINE_MM: Final = 22.0
"""Room to write a time."""
_ROW_MM: Final = (9.5, 8.0)
"""Height of a row, with room for handwriting; the lower one if it saves a page."""


def divide_log(count: int, columns: int, first: int, later: int) -> tuple[int, ...]:
    """Return the rows of each page of a log: as few pages as possible, filled evenly.

    ``first`` and ``later`` are the most rows on the first page, which has the heading, and on the
    others.
    """
    rest = count - columns * first
    most = [first, *[later] * max(0, -(-rest // (columns * later)))]
    even = next(
        rows for rows in range(1, max(most) + 1)
        if columns * sum(min(rows, limit) for limit in most) >= count
    )  # fmt: skip
    return tuple(min(even, limit) for limit in most)


def add_log(plan: PagePlan) -> None:
    """Add the pages for solving times."""
    setting = plan.setting
    style, geometry = setting.style, setting.geometry
    title = setting.language.say("log.heading")
    plan.mark("log", title)
    head = chapter_heading(title, style, geometry.text_width)
    boards = list(setting.all_boards)
    gap = style.leading_mm
    number = measure(f"{boards[-1].number} ", Face.DISPLAY_SEMIBOLD, style.body_pt)
    columns = max(1, int((geometry.text_width + gap) / (number + _LINE_MM + gap)))
    room = geometry.text_height - gap
    plans = [
        (
            divide_log(
                len(boards), columns,
                int((room - column_steps(head) * style.leading_mm) / row), int(room / row),
            ),
            row,
        )
        for row in _ROW_MM
    ]  # fmt: skip
    pages, row = min(plans, key=lambda item: len(item[0]))
    first = 0
    for rows in pages:
        chosen = boards[first : first + rows * columns]
        above = [] if first else head
        paint = partial(_log_page, plan, chosen, rows, columns, row, above)
        plan.add(PageRole.LOG, paint, title if first else "")
        first += len(chosen)


def _log_page(
    plan: PagePlan,
    boards: list[BookBoard],
    rows: int,
    columns: int,
    row_mm: float,
    head: list[Block],
) -> MarkGroup:
    setting = plan.setting
    style, language = setting.style, setting.language
    step = style.leading_mm
    width = (setting.geometry.text_width - (columns - 1) * step) / columns
    indent = width - max(_LINE_MM, 0.6 * width)
    top = column_steps(head) * step
    marks: list[Mark] = []
    for k in range(min(columns, -(-len(boards) // rows))):
        x = k * (width + step)
        for text, at in (("number", 0.0), ("time", indent)):
            words = language.say(f"log.{text}")
            y = top + BASELINE * step
            marks.append(label(words, x + at, y, style.small_pt, Face.DISPLAY, ink=QUIET))
        for row, board in enumerate(boards[k * rows : (k + 1) * rows]):
            y = top + step + (row + 1) * row_mm - 0.45 * style.body_pt * PT
            marks.append(label(str(board.number), x, y, style.body_pt, Face.DISPLAY_SEMIBOLD))
            y += 0.2 * step
            marks.append(Line((x + indent, y), (x + width, y), 0.3, Ink(Role.RULE)))
    return merged([column(head, step), MarkGroup(tuple(marks))])
