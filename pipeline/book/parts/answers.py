"""Answer pages: small solved boards, with number and page of each puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import NamedTuple

from pipeline.book.flow.blocks import (
    BASELINE,
    Block,
    MarkGroup,
    column,
    column_steps,
    heading,
    merged,
    paginate,
    plain,
    space,
)
from pipeline.book.flow.style import PT
from pipeline.book.flow.typeset import QUIET, label, measure
from pipeline.book.parts.board_words import describe_answer
from pipeline.book.parts.boards import (
    Arrangement,
    BookBoard,
    SlotFrame,
    best_arrangement,
    require_legible,
    settle,
)
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.press.book import PageRole
from pipeline.model import ConfigError, RenderError
from pipeline.scene import Align, Face, Link, Mark

_MOST = 48
"""Most answers on a page."""
_GRIDS = sorted(
    (
        (columns, rows)
        for columns in range(1, 9)
        for rows in range(1, 13)
        if columns * rows <= _MOST
    ),
    key=lambda grid: grid[0] * grid[1],
)
"""Columns and rows of answers, the fewest first."""
_LINE_EM = 22.0
"""Width of a column of written answers, in em."""
_MOST_GAP_STEPS, _MOST_GAP_MM = 4.0, 21.2
"""Widest space between rows of answers, in baseline steps and in millimetres."""
COMFORT_MM = 3.4
"""Least cell of answers if the layout chooses the arrangement."""
_PRECISION_MM = 0.1


def add_answers(plan: PagePlan, spare: int = 0) -> None:
    """Add the answer pages, the first under a heading; up to ``spare`` more may be used.

    `RenderError` if an answer cannot be legible on its page.
    """
    style, language = plan.setting.style, plan.setting.language
    title = language.say("answers.heading")
    plan.mark("answers", title)
    width = plan.setting.geometry.text_width
    head = [
        *heading(language.prose("answers.heading"), style, width, style.heading_pt, above=0),
        space(is_kept=True),
        *plain(language.prose("answers.introduction"), style, width), space(),
    ]  # fmt: skip
    groups = [
        (is_written, list(boards))
        for is_written, boards in groupby(
            plan.setting.all_boards, key=lambda board: board.answer_text is not None
        )
    ]
    if all(is_written for is_written, _ in groups):
        _require_drawn(plan.setting)
    for is_written, boards in groups:
        (_add_written if is_written else _add_drawn)(plan, boards, head, spare)
        head, spare = [], 0


def _require_drawn(setting: LayoutContext) -> None:
    """Raise ConfigError if a size or number of drawn answers is set and none is drawn."""
    for key in ("answer_cell_mm", "answers_per_page"):
        if getattr(setting.options, key) is not None:
            raise ConfigError(
                f"expected answers that are drawn with {key}, found only written answers; "
                f"leave {key} out"
            )


def _add_drawn(plan: PagePlan, boards: Sequence[BookBoard], head: list[Block], spare: int) -> None:
    divide = partial(_divide, plan.setting, boards, head)
    pages = divide(plan.setting.options.answer_cell_mm or COMFORT_MM)
    most = len(pages) + spare
    low, high = COMFORT_MM, plan.setting.style.most_answer_cell_mm
    is_free = plan.setting.options.answers_per_page is None
    while is_free and plan.setting.options.answer_cell_mm is None and high - low > _PRECISION_MM:
        middle = (low + high) / 2
        larger = divide(middle)
        if len(larger) <= most:
            low, pages = middle, larger
        else:
            high = middle
    first = 0
    for page in pages:
        chosen = boards[first : first + page.count]
        above = head if first == 0 else []
        frame = answer_frame(plan.setting, column_steps(above))
        settled = settle(frame, chosen, page)
        require_legible(frame, chosen, settled, is_solved=True)
        _require_size(plan.setting, chosen, settled)
        paint = partial(_paint, plan, frame, chosen, settled, above)
        number = plan.add(PageRole.ANSWERS, paint, "" if above else _head(plan, chosen))
        _note(plan, chosen, number)
        first += page.count


def _require_size(setting: LayoutContext, boards: Sequence[BookBoard], page: Arrangement) -> None:
    """Raise RenderError if answers are smaller than the book's least size."""
    asked = setting.options.answer_cell_mm
    if asked is None or page.cell_mm >= asked - _PRECISION_MM:
        return
    numbers = setting.language.ranges([board.number for board in boards])
    most = int(10 * page.cell_mm) / 10
    fewer = "fewer of them on a page (answers_per_page)" if page.count > 1 else "smaller puzzles"
    error = RenderError(
        f"expected cells of {asked:g} mm in answers, found room for {most:g} mm in "
        f"{numbers}, {page.count} on a page; take at most {most:g}, {fewer}, or a larger "
        "trim"
    )
    error.key = "answer_cell_mm"
    raise error


def answer_frame(setting: LayoutContext, used: int) -> SlotFrame:
    """Return the frame for answers below ``used`` baseline steps of a page."""
    geometry, style = setting.geometry, setting.style
    step = style.leading_mm
    over = 1.35 * style.answer_number_pt * PT
    return SlotFrame(
        width=geometry.text_width,
        height=geometry.text_height - used * step,
        gap_x=1.2 * over,
        gap_y=over,
        over=over,
        most_cell=max(style.most_answer_cell_mm, setting.options.answer_cell_mm or 0.0),
    )


def _divide(
    setting: LayoutContext, boards: Sequence[BookBoard], head: list[Block], least: float
) -> list[Arrangement]:
    """Return the arrangement of each page: the number set, or the most with cells this large.

    The last page has the slots of the page before it.
    """
    pages: list[Arrangement] = []
    first = 0
    while first < len(boards):
        frame = answer_frame(setting, 0 if pages else column_steps(head))
        rest, before = boards[first:], pages[-1] if pages else None
        page = _next_page(frame, rest, setting.options.answers_per_page, before, least)
        pages.append(replace(page, count=min(page.count, len(rest))))
        first += page.count
    return pages


def _next_page(
    frame: SlotFrame,
    boards: Sequence[BookBoard],
    asked: int | None,
    before: Arrangement | None,
    least: float,
) -> Arrangement:
    if before is not None and len(boards) < before.count:
        option = frame.arrange(boards, before.columns, before.rows, is_solved=True)
        if option.cell_mm >= _least_cell(boards, least):
            return option
    if asked is not None:
        count = min(asked, len(boards))
        return best_arrangement(frame, boards[:count], count, is_solved=True)
    best = frame.arrange(boards[:1], 1, 1, is_solved=True)
    # Boards that grow alike are arranged alike: one of each sort is enough.
    first_of = {board.answer_fit: k for k, board in reversed([*enumerate(boards[:_MOST])])}
    for columns, rows in _GRIDS:
        if best.count >= len(boards):
            break  # more shapes only add empty slots, to fit the last answers on the page
        chosen = [boards[k] for k in first_of.values() if k < columns * rows]
        option = frame.arrange(chosen, columns, rows, is_solved=True)
        is_better = option.count > best.count or option.cell_mm > best.cell_mm
        if is_better and option.cell_mm >= _least_cell(chosen, least):
            best = option
    return best


def _least_cell(boards: Sequence[BookBoard], least: float) -> float:
    return max(least, *(board.answer_fit.legible_mm for board in boards))


def _note(plan: PagePlan, boards: Sequence[BookBoard], page: int) -> None:
    for board in boards:
        plan.answer_pages[board.number] = page
        plan.placements[board.number] = replace(plan.placements[board.number], answer_page=page)


def _add_written(
    plan: PagePlan, boards: Sequence[BookBoard], head: list[Block], spare: int
) -> None:
    """Add pages of written answers, in columns of a width that is easy to read."""
    geometry, style = plan.setting.geometry, plan.setting.style
    gap = 2 * style.leading_mm
    most = max(1, int((geometry.text_width + gap) / (_LINE_EM * style.small_pt * PT + gap)))
    width = (geometry.text_width - (most - 1) * gap) / most
    answers = [(board, block) for board in boards for block in _written(plan, board, width)]
    blocks = [block for _, block in answers]
    above = column(head, style.leading_mm)
    used = column_steps(head)
    # Columns under the heading are shorter.
    top = paginate(blocks, geometry.steps - used)[:most]
    start = top[-1].stop
    later = paginate(blocks[start:], geometry.steps)
    columns = [*top, *(slice(part.start + start, part.stop + start) for part in later)]
    for first in range(0, len(columns), most):
        parts, shown = [], []
        for k, part in enumerate(columns[first : first + most]):
            drawn = column(blocks[part], style.leading_mm)
            parts.append(drawn.moved(k * (width + gap), 0 if first else used * style.leading_mm))
            shown += [board for board, block in answers[part] if block.painted.links]
        page = merged(parts if first else [above, *parts])
        title = _head(plan, shown) if first or not head else ""
        number = plan.add(PageRole.ANSWERS, partial(merged, [page]), title)
        _note(plan, shown, number)


def _written(plan: PagePlan, board: BookBoard, width: float) -> list[Block]:
    style, y = plan.setting.style, BASELINE * plan.setting.style.leading_mm
    head = _heading(plan, board, width, y)
    text = plain(board.answer_text or "", style, width, size_pt=style.small_pt)
    whole = [replace(block, is_kept=True) for block in text[:-1]]
    return [Block(1, head, is_kept=True), *whole, text[-1], space()]


def _head(plan: PagePlan, boards: Sequence[BookBoard]) -> str:
    language = plan.setting.language
    numbers = language.ranges([board.number for board in boards])
    key = "answers.running_one" if len(boards) == 1 else "answers.running_other"
    return language.say(key, numbers=numbers)


def _paint(
    plan: PagePlan,
    frame: SlotFrame,
    boards: Sequence[BookBoard],
    page: Arrangement,
    head: list[Block],
) -> MarkGroup:
    """Return answers in columns flush with both edges of the text, with rows evenly spaced."""
    answers = [_answer(plan, board, page, frame) for board in boards]
    widest = max(answer.width for answer in answers)
    lines = [answers[k : k + page.columns] for k in range(0, len(answers), page.columns)]
    heights = [max(answer.height for answer in line) for line in lines]
    # A page with few rows is not stretched to its foot.
    gap = (frame.height - sum(heights)) / max(1, page.rows - 1)
    gap = min(gap, _MOST_GAP_MM, _MOST_GAP_STEPS * plan.setting.style.leading_mm)
    step = plan.setting.style.leading_mm
    parts = [column(head, step)]
    y = column_steps(head) * step
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

    painted: MarkGroup
    width: float
    height: float


def _answer(plan: PagePlan, board: BookBoard, page: Arrangement, frame: SlotFrame) -> _Answer:
    style = plan.setting.style
    scene = board.draw(page.cell_mm, is_solved=True)
    least = measure(str(board.number), Face.DISPLAY_BOLD, style.answer_number_pt)
    least += style.small_pt * PT + measure(_where(plan, board), Face.DISPLAY, style.small_pt)
    width = min(page.slot_width, max(scene.width_mm, least))
    head = _heading(plan, board, width, 0.68 * frame.over)
    words = describe_answer(
        board.kind, board.clues, board.solution, plan.setting.language.code, board.ends
    )
    drawn = MarkGroup(scene.moved(0, frame.over).marks).tagged("Figure", words)
    return _Answer(merged([head, drawn]), width, frame.over + scene.height_mm)


def _where(plan: PagePlan, board: BookBoard) -> str:
    return plan.setting.language.say("answers.puzzle_on", page=plan.puzzle_pages[board.number])


def _heading(plan: PagePlan, board: BookBoard, width: float, y: float) -> MarkGroup:
    style = plan.setting.style
    marks: list[Mark] = [
        label(str(board.number), 0, y, style.answer_number_pt, Face.DISPLAY_BOLD),
        label(_where(plan, board), width, y, style.small_pt, Face.DISPLAY, Align.RIGHT, QUIET),
    ]
    link = Link(0, 0, width, y / 0.68, plan.puzzle_pages[board.number])
    return MarkGroup(tuple(marks), (link,))
