"""Answer pages: solved boards in small, with the page of each puzzle beside its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import NamedTuple

from pipeline.book.flow.blocks import (
    BASELINE,
    Block,
    Link,
    Painted,
    column,
    merged,
    paginate,
    plain,
    space,
)
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
_LINE_EM = 22.0
"""Width of a column of answers in words, in sizes of their type."""
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
    for has_words, boards in groupby(
        plan.setting.all_boards, key=lambda board: board.answer_text is not None
    ):
        (_add_in_words if has_words else _add_drawn)(plan, list(boards))


def _add_drawn(plan: PagePlan, boards: Sequence[BookBoard]) -> None:
    setting = plan.setting
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
        _note(plan, chosen, number)
        first += page.count


def _same(painted: Painted) -> Painted:
    return painted


def _note(plan: PagePlan, boards: Sequence[BookBoard], page: int) -> None:
    for board in boards:
        plan.answer_pages[board.number] = page
        plan.placements[board.number] = replace(plan.placements[board.number], answer_page=page)


def _add_in_words(plan: PagePlan, boards: Sequence[BookBoard]) -> None:
    """Add pages of answers that are said in words, in columns as wide as a line is read well."""
    geometry, style = plan.setting.geometry, plan.setting.style
    gap = 2 * style.leading_mm
    most = max(1, int((geometry.text_width + gap) / (_LINE_EM * style.small_pt * PT + gap)))
    width = (geometry.text_width - (most - 1) * gap) / most
    answers = [(board, block) for board in boards for block in _in_words(plan, board, width)]
    columns = paginate([block for _, block in answers], geometry.steps)
    for first in range(0, len(columns), most):
        parts, shown = [], []
        for k, part in enumerate(columns[first : first + most]):
            blocks = column([block for _, block in answers[part]], style.leading_mm)
            parts.append(blocks.moved(k * (width + gap), 0))
            shown += [board for board, block in answers[part] if block.painted.links]
        page = merged(parts)
        number = plan.add(PageRole.ANSWERS, partial(_same, page), _head(plan, shown))
        _note(plan, shown, number)


def _in_words(plan: PagePlan, board: BookBoard, width: float) -> list[Block]:
    """Return an answer in words under its number and the page of its puzzle."""
    style, y = plan.setting.style, BASELINE * plan.setting.style.leading_mm
    head = _heading(plan, board, width, y)
    text = plain(board.answer_text or "", style, width, size_pt=style.small_pt)
    return [Block(1, head, is_kept=True), *text, space()]


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
    style = plan.setting.style
    scene = board.draw(page.cell_mm, is_solved=True)
    least = measure(str(board.number), Face.DISPLAY_BOLD, style.answer_number_pt)
    least += style.small_pt * PT + measure(_where(plan, board), Face.DISPLAY, style.small_pt)
    width = min(page.slot_width, max(scene.width_mm, least))
    head = _heading(plan, board, width, 0.68 * frame.over)
    drawn = Painted(scene.moved(0, frame.over).marks)
    return _Answer(merged([head, drawn]), width, frame.over + scene.height_mm)


def _where(plan: PagePlan, board: BookBoard) -> str:
    return plan.setting.language.say("answers.puzzle_on", page=plan.puzzle_pages[board.number])


def _heading(plan: PagePlan, board: BookBoard, width: float, y: float) -> Painted:
    """Return the line over an answer: its number, and the page of its puzzle."""
    style = plan.setting.style
    marks: list[Mark] = [
        label(str(board.number), 0, y, style.answer_number_pt, Face.DISPLAY_BOLD),
        label(_where(plan, board), width, y, style.small_pt, Face.DISPLAY, Align.RIGHT, QUIET),
    ]
    link = Link(0, 0, width, y / 0.68, plan.puzzle_pages[board.number])
    return Painted(tuple(marks), (link,))
