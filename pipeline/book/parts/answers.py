"""Answer pages: solved boards in small, with the page of each puzzle beside its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from pipeline.book.flow.blocks import Link, Painted, merged
from pipeline.book.flow.style import PT
from pipeline.book.flow.typeset import QUIET, label, measure
from pipeline.book.parts.boards import (
    Arrangement,
    BookBoard,
    SlotFrame,
    best_arrangement,
    require_legible,
    settle,
)
from pipeline.book.parts.page_plan import PagePlan, Setting
from pipeline.book.press.book import PageRole
from pipeline.scene import Align, Face, Mark

_MOST = 48
"""No page holds more answers than this."""
_MOST_GAP_STEPS = 4.0
"""Widest white space between rows of answers, in baseline steps."""
COMFORT_MM = 3.4
"""Cells of answers are no smaller than this where the layout chooses."""


def add_answers(plan: PagePlan) -> None:
    """Add the answer pages.

    Raises
    ------
    RenderError
        If an answer cannot be legible on its page.
    """
    setting = plan.setting
    boards = setting.all_boards
    frame = answer_frame(setting)
    first = 0
    before: Arrangement | None = None
    while first < len(boards):
        page = _next_page(frame, boards[first:], setting.options.answers_per_page, before)
        chosen = boards[first : first + page.count]
        page = before = settle(frame, chosen, page)
        require_legible(frame, chosen, page, is_solved=True)
        number = plan.add(
            PageRole.ANSWERS,
            partial(_paint, plan, frame, chosen, page),
            _head(plan, chosen),
        )
        for board in chosen:
            plan.answer_pages[board.number] = number
            plan.placements[board.number] = replace(
                plan.placements[board.number], answer_page=number
            )
        first += page.count


def answer_frame(setting: Setting) -> SlotFrame:
    """Return the room that answers are arranged in."""
    geometry, style = setting.geometry, setting.style
    step = style.leading_mm
    return SlotFrame(
        width=geometry.text_width,
        height=geometry.text_height,
        gap_x=1.2 * step,
        gap_y=1.0 * step,
        over=1.0 * step,
        most_cell=style.most_answer_cell_mm,
    )


def _next_page(
    frame: SlotFrame, boards: Sequence[BookBoard], asked: int | None, before: Arrangement | None
) -> Arrangement:
    """Return the arrangement of the next page: as many as asked, or the most that can be read.

    The last page keeps the slots of the page ``before`` it.
    """
    if before is not None and len(boards) < before.count:
        option = frame.arrange(boards, before.columns, before.rows, is_solved=True)
        if option.cell_mm >= _least_cell(boards):
            return option
    if asked is not None:
        return best_arrangement(frame, boards[:asked], asked, is_solved=True)
    best = best_arrangement(frame, boards[:1], 1, is_solved=True)
    for count in range(2, _MOST + 1):
        if best.count >= len(boards):
            break  # beyond that only empty slots are added, to get the last ones on the page
        option = best_arrangement(frame, boards[:count], count, is_solved=True)
        if option.count == count and option.cell_mm >= _least_cell(boards[:count]):
            best = option
    return best


def _least_cell(boards: Sequence[BookBoard]) -> float:
    return max(COMFORT_MM, *(board.answer_fit.legible_mm for board in boards))


def _head(plan: PagePlan, boards: Sequence[BookBoard]) -> str:
    language = plan.setting.language
    numbers = language.ranges([board.number for board in boards])
    key = "answers.running_one" if len(boards) == 1 else "answers.running_other"
    return language.say(key, numbers=numbers)


def _paint(
    plan: PagePlan, frame: SlotFrame, boards: Sequence[BookBoard], page: Arrangement
) -> Painted:
    """Return answers in columns flush with both edges of the text, rows evenly apart."""
    answers = [_answer(plan, board, page, frame) for board in boards]
    widest = max(answer.width for answer in answers)
    lines = [answers[k : k + page.columns] for k in range(0, len(answers), page.columns)]
    heights = [max(answer.height for answer in line) for line in lines]
    # A page with fewer rows than it could hold is not stretched to its foot.
    gap = (frame.height - sum(heights)) / max(1, page.rows - 1)
    gap = min(gap, _MOST_GAP_STEPS * plan.setting.style.leading_mm)
    parts = []
    y = 0.0
    for line, height in zip(lines, heights, strict=True):
        for k, answer in enumerate(line):
            x = (
                (frame.width - answer.width) / 2
                if page.columns == 1
                else k * (frame.width - widest) / (page.columns - 1)
            )
            parts.append(answer.painted.moved(x, y))
        y += height + gap
    return merged(parts)


class _Answer(NamedTuple):
    """An answer with its heading, and its size."""

    painted: Painted
    width: float
    height: float


def _answer(plan: PagePlan, board: BookBoard, page: Arrangement, frame: SlotFrame) -> _Answer:
    """Return an answer under its number and the page of its puzzle."""
    style, language = plan.setting.style, plan.setting.language
    scene = board.draw(page.cell_mm, is_solved=True)
    target = plan.puzzle_pages[board.number]
    number, where = str(board.number), language.say("answers.puzzle_on", page=target)
    small = style.small_pt
    across = measure(where, Face.DISPLAY, small)
    least = measure(number, Face.DISPLAY_BOLD, style.answer_number_pt) + small * PT + across
    width = min(page.slot_width, max(scene.width_mm, least))
    y = 0.68 * frame.over
    marks: list[Mark] = [
        label(number, 0, y, style.answer_number_pt, Face.DISPLAY_BOLD),
        label(where, width, y, small, Face.DISPLAY, Align.RIGHT, QUIET),
        *scene.moved(0, frame.over).marks,
    ]
    link = Link(0, 0, width, frame.over, target)
    return _Answer(Painted(tuple(marks), (link,)), width, frame.over + scene.height_mm)
