"""The solver's log: a line for every puzzle, with a place for the time that it took."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from pipeline.book.flow.blocks import BASELINE, Block, Painted, chapter_heading, column, merged
from pipeline.book.flow.style import PT
from pipeline.book.flow.typeset import QUIET, label
from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.page_plan import PagePlan
from pipeline.book.parts.puzzles import band_of
from pipeline.book.press.book import PageRole
from pipeline.scene import Face, Ink, Line, Mark, Role

_ROW_STEPS: Final = (2.0, 1.875, 1.75)
"""Baseline steps of a row, so that a pencil has room; tighter ones where they save a page."""


class LogPlan(NamedTuple):
    """How a log is divided: baseline steps of a row, and the rows of each of its pages."""

    row_steps: float
    rows: tuple[int, ...]


def plan_log(count: int, columns: int, first: int, later: int) -> LogPlan:
    """Return the division of a log: as few pages as can be, filled evenly.

    Parameters
    ----------
    count, columns : int
        Puzzles, and columns of a page.
    first, later : int
        Baseline steps for rows on the first page, which has the heading, and on the others.

    Examples
    --------
    >>> plan_log(60, 3, 38, 43)  # 57 would fit with two steps each
    LogPlan(row_steps=1.875, rows=(20,))
    >>> plan_log(150, 3, 38, 43)
    LogPlan(row_steps=2.0, rows=(17, 17, 17))
    """
    plans = [(steps, _pages(count, columns, first, later, steps)) for steps in _ROW_STEPS]
    fewest = min(pages for _, pages in plans)
    row_steps, pages = next(plan for plan in plans if plan[1] == fewest)
    most = [int(first / row_steps), *[int(later / row_steps)] * (pages - 1)]
    even = next(
        rows for rows in range(1, max(most) + 1)
        if columns * sum(min(rows, limit) for limit in most) >= count
    )  # fmt: skip
    return LogPlan(row_steps, tuple(min(even, limit) for limit in most))


def _pages(count: int, columns: int, first: int, later: int, row_steps: float) -> int:
    rest = count - columns * int(first / row_steps)
    return 1 + max(0, -(-rest // (columns * int(later / row_steps))))


def add_log(plan: PagePlan) -> None:
    """Add the pages on which a solver notes times."""
    setting = plan.setting
    language, style = setting.language, setting.style
    title = language.say("log.heading")
    plan.mark("log", title)
    columns = max(1, min(3, int(setting.geometry.text_width / (14 * style.body_pt * PT))))
    head = chapter_heading(title, style, setting.geometry.text_width)
    over = sum(block.steps for block in head)
    boards = list(setting.all_boards)
    steps = setting.geometry.steps - 1
    log = plan_log(len(boards), columns, steps - over, steps)
    first = 0
    for rows in log.rows:
        chosen = boards[first : first + rows * columns]
        page = _Page(chosen, rows, columns, log.row_steps, head if not first else [])
        plan.add(PageRole.LOG, partial(_log_page, plan, page), title if first else "")
        first += len(chosen)


class _Page(NamedTuple):
    """A page of the log: its puzzles, its rows and columns, and the heading over them."""

    boards: list[BookBoard]
    rows: int
    columns: int
    row_steps: float
    head: list[Block]


def _log_page(plan: PagePlan, page: _Page) -> Painted:
    boards, rows, columns, row_steps, head = page
    setting = plan.setting
    style, language = setting.style, setting.language
    step, small = style.leading_mm, style.small_pt
    gap = 2 * step
    width = (setting.geometry.text_width - (columns - 1) * gap) / columns
    top = sum(block.steps for block in head) * step
    marks: list[Mark] = []
    for k in range(min(columns, -(-len(boards) // rows))):
        x = k * (width + gap)
        y = top + BASELINE * step
        for text, at in zip(("number", "band", "time"), _log_stops(width, step), strict=True):
            marks.append(
                label(language.say(f"log.{text}"), x + at, y, small, Face.DISPLAY, ink=QUIET)
            )
        for row, board in enumerate(boards[k * rows : (k + 1) * rows]):
            marks += _log_row(plan, board, x, top + (1 + row * row_steps) * step, width)
    return merged([column(head, step), Painted(tuple(marks))])


def _log_stops(width: float, step: float) -> tuple[float, float, float]:
    return (0.0, 2.2 * step, min(6.0 * step, 0.62 * width))


def _log_row(plan: PagePlan, board: BookBoard, x: float, y: float, width: float) -> list[Mark]:
    style, language = plan.setting.style, plan.setting.language
    step = style.leading_mm
    number, at, time = _log_stops(width, step)
    base = y + 1.6 * step
    band = band_of(board)
    marks: list[Mark] = [
        label(str(board.number), x + number, base, style.body_pt, Face.DISPLAY_SEMIBOLD)
    ]
    if band is not None:
        marks.append(
            label(language.say(f"band.{band.value}"), x + at, base, style.small_pt, Face.DISPLAY)
        )
    line = base + 0.2 * step
    marks.append(Line((x + time, line), (x + width, line), 0.3, Ink(Role.RULE)))
    return marks
