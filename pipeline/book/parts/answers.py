"""Answer pages: small solved boards, with number and page of each puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from typing import NamedTuple

from pipeline.book.parts.answer_grid import (
    Columns,
    Family,
    Group,
    Room,
    choose_columns,
    group_answers,
    size_of,
)
from pipeline.book.parts.boards import BookBoard, SlotFrame
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.press.book import PageRole
from pipeline.edition.answer_words import describe_answer
from pipeline.edition.flow.blocks import (
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
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import QUIET, label, measure
from pipeline.model import ConfigError
from pipeline.scene import Align, Face, Link, Mark, Tag

_MOST_GAP_STEPS, _MOST_GAP_MM = 3.0, 16.0  # Widest space between rows of answers


class _Row(NamedTuple):
    """A row of answers, or a part of a long written one, under a title or none."""

    boards: Sequence[BookBoard]
    height: float
    paint: Callable[[], MarkGroup]
    title: Sequence[Block]


def add_answers(plan: PagePlan, spare: int) -> None:
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
    ]
    if all(board.answer_text is not None for board in plan.setting.all_boards):
        _require_drawn(plan.setting)
    add_answer_rows(plan, group_answers(plan.setting), head, spare)


def add_answer_rows(
    plan: PagePlan, ways: Sequence[Sequence[Group]], head: Sequence[Block] = (), spare: int = 0
) -> None:
    """Add pages of answers with ``head`` above the first, and up to ``spare`` more than needed.

    The arrangement with the fewest pages is used. A group begins on a new row; rows that
    are not full are centred.
    """
    setting = plan.setting
    step = setting.style.leading_mm
    above = column_steps(head) * step
    titles = max(column_steps(_title(setting, group)) for way in ways for group in way) * step
    frame = _frame(setting, titles)
    room = Room(frame, frame.height - above, _least_width(setting))
    fill = partial(_fill, setting, above)
    groups, columns = choose_columns(
        setting, room, ways,
        lambda *way: len(fill([*_rows(plan, frame, *way)])), spare,
    )  # fmt: skip
    gap = 0.0
    for number, rows in enumerate(fill([*_rows(plan, frame, groups, columns)])):
        shown = [board for row in rows for board in row.boards]
        gap = _gap(setting, rows, 0.0 if number else above, gap)
        parts = [] if number else [column(head, step)]
        paint = partial(_paint, setting, rows, 0.0 if number else above, gap, parts)
        title = "" if head and not number else _head(plan, shown)
        page = plan.add(PageRole.ANSWERS, paint, title)
        for board in shown:
            plan.answer_pages.setdefault(board.number, page)
            placed = plan.placements[board.number]
            plan.placements[board.number] = replace(
                placed, answer_page=plan.answer_pages[board.number]
            )


def _require_drawn(setting: LayoutContext) -> None:
    """Raise ConfigError if a size or number of drawn answers is set and none is drawn."""
    for key in ("answer_cell_mm", "answers_per_page"):
        if getattr(setting.options, key) is not None:
            raise ConfigError(
                f"expected answers that are drawn with {key}, found only written answers; "
                f"leave {key} out"
            )


def _frame(setting: LayoutContext, used: float) -> SlotFrame:
    """Return the frame of a page of answers without the millimetres ``used`` at its top."""
    geometry, style = setting.geometry, setting.style
    over = 1.35 * style.answer_number_pt * PT
    return SlotFrame(
        width=geometry.text_width,
        height=geometry.text_height - used,
        gap_x=1.2 * over,
        gap_y=over,
        over=over,
        most_cell=max(style.most_answer_cell_mm, setting.options.answer_cell_mm or 0.0),
    )


def _title(setting: LayoutContext, group: Group) -> list[Block]:
    style = setting.style
    if not group.title:
        return []
    words = setting.language.hyphenate(group.title)
    return heading(words, style, setting.geometry.text_width, style.subheading_pt, above=0)


def _rows(
    plan: PagePlan, frame: SlotFrame, groups: Sequence[Group], chosen: Mapping[Family, Columns]
) -> Iterator[_Row]:
    most = plan.setting.options.answers_per_page
    for group in groups:
        columns, title = chosen[group.family], _title(plan.setting, group)
        for start in range(0, len(group.boards), most or len(group.boards)):
            page = group.boards[start:][:most]
            ends = [*accumulate(row_sizes(len(page), columns.count))]
            for first, end in pairwise((0, *ends)):
                boards = page[first:end]
                is_drawn = bool(columns.cells)
                yield from (
                    [_drawn_row(plan, frame, boards, columns, title)]
                    if is_drawn
                    else _written_rows(plan, boards, columns, title)
                )
                title = []


def row_sizes(count: int, longest: int) -> list[int]:
    """Return the sizes of rows of at most ``longest`` answers; a short last row gets some more.

    >>> row_sizes(6, 4), row_sizes(7, 3), row_sizes(8, 3), row_sizes(2, 5)
    ([3, 3], [3, 2, 2], [3, 3, 2], [2])
    """
    full, rest = divmod(count, longest)
    rows = [longest] * full + [rest] * (rest > 0)
    if full and 0 < rest < longest - 1:
        rows[-2:] = [(longest + rest + 1) // 2, (longest + rest) // 2]
    return rows


def _drawn_row(
    plan: PagePlan,
    frame: SlotFrame,
    boards: Sequence[BookBoard],
    columns: Columns,
    title: Sequence[Block],
) -> _Row:
    cells = [columns.cells[size_of(board)] for board in boards]
    high = max(board.size(cell)[1] for board, cell in zip(boards, cells, strict=True))

    def paint() -> MarkGroup:
        parts = []
        for k, (board, cell) in enumerate(zip(boards, cells, strict=True)):
            answer, width = _drawn(plan, board, cell, frame.over, columns.width)
            left = columns.left(k, len(boards), frame.width)
            parts.append(answer.moved(left + (columns.width - width) / 2, 0))
        return merged(parts)

    return _Row(boards, frame.over + high, paint, title)


def _written_rows(
    plan: PagePlan, boards: Sequence[BookBoard], columns: Columns, title: Sequence[Block]
) -> Iterator[_Row]:
    """Yield a row of written answers; one that is higher than a page is divided into several."""
    setting = plan.setting
    step = setting.style.leading_mm
    room = setting.geometry.steps - column_steps(title)
    texts = [_written(plan, board, columns.width) for board in boards]
    parts = [[text[part] for part in paginate(text, room)] for text in texts]
    for k in range(max(map(len, parts))):
        found = [part[k] if k < len(part) else [] for part in parts]
        height = max(map(column_steps, found)) * step

        def paint(found: Sequence[Sequence[Block]] = found) -> MarkGroup:
            return merged(
                column(text, step).moved(j * (columns.width + 2 * step), 0)
                for j, text in enumerate(found)
            )

        yield _Row(boards if k == 0 else (), height, paint, () if k else title)


def _written(plan: PagePlan, board: BookBoard, width: float) -> list[Block]:
    style, y = plan.setting.style, BASELINE * plan.setting.style.leading_mm
    text = plain(board.answer_text or "", style, width, size_pt=style.small_pt)
    head = _heading(plan, board, width, y)
    return [Block(1, head, is_kept=True), *text]


def _fill(setting: LayoutContext, above: float, rows: Sequence[_Row]) -> list[list[_Row]]:
    """Return the rows of each page; the first has ``above`` millimetres less."""
    step, least = setting.style.leading_mm, _frame(setting, 0).gap_y
    per_page = setting.options.answers_per_page
    pages: list[list[_Row]] = []
    used = answers = 0.0
    for row in rows:
        height = row.height + column_steps(row.title) * step
        is_full = used + least + height > setting.geometry.text_height + 1e-6
        is_full |= bool(per_page) and answers + len(row.boards) > (per_page or 0)
        if not pages or (is_full and pages[-1]):
            used, answers = -least if pages else above - least, 0
            pages.append([])
        pages[-1].append(row)
        used += least + height
        answers += len(row.boards)
    return pages


def _gap(setting: LayoutContext, rows: Sequence[_Row], above: float, before: float) -> float:
    """Return the space between rows: at most that of the page ``before``."""
    style = setting.style
    step = style.leading_mm
    used = above + sum(row.height + column_steps(row.title) * step for row in rows)
    gap = (setting.geometry.text_height - used) / max(1, len(rows) - 1)
    return min(gap, before or _MOST_GAP_MM, _MOST_GAP_STEPS * step)


def _paint(
    setting: LayoutContext, rows: Sequence[_Row], y: float, gap: float, parts: Sequence[MarkGroup]
) -> MarkGroup:
    step, groups = setting.style.leading_mm, [*parts]
    for row in rows:
        groups.append(column(row.title, step).moved(0, y))
        y += column_steps(row.title) * step
        groups.append(row.paint().moved(0, y))
        y += row.height + gap
    return merged(groups)


def _head(plan: PagePlan, boards: Sequence[BookBoard]) -> str:
    language = plan.setting.language
    numbers = language.ranges([board.number for board in boards])
    key = "answers.running_one" if len(boards) == 1 else "answers.running_other"
    return language.say(key, numbers=numbers)


def _drawn(
    plan: PagePlan, board: BookBoard, cell: float, over: float, widest: float
) -> tuple[MarkGroup, float]:
    """Return an answer under its heading, and its width."""
    scene = board.draw(cell, is_solved=True)
    width = min(widest, max(scene.width_mm, _least_width(plan.setting)))
    head = _heading(plan, board, width, 0.68 * over)
    words = describe_answer(
        board.kind, board.clues, board.solution, plan.setting.language.code, board.symbols
    )
    drawn = MarkGroup(scene.moved(0, over).marks).tagged("Figure", words)
    return merged([head, drawn]), width


def _least_width(setting: LayoutContext) -> float:
    style = setting.style
    page = setting.language.say("answers.puzzle_on", page=99)
    number = measure(str(setting.all_boards[-1].number), Face.DISPLAY_BOLD, style.answer_number_pt)
    return number + style.small_pt * PT + measure(page, Face.DISPLAY, style.small_pt)


def _where(plan: PagePlan, board: BookBoard) -> str:
    return plan.setting.language.say("answers.puzzle_on", page=plan.puzzle_pages[board.number])


def _heading(plan: PagePlan, board: BookBoard, width: float, y: float) -> MarkGroup:
    style = plan.setting.style
    marks: list[Mark] = [
        label(str(board.number), 0, y, style.answer_number_pt, Face.DISPLAY_BOLD),
        label(_where(plan, board), width, y, style.small_pt, Face.DISPLAY, Align.RIGHT, QUIET),
    ]
    if name := board.name_in(plan.setting.options.language):
        space = style.answer_number_pt * PT  # wide enough to be read as a text of its own
        left = measure(str(board.number), Face.DISPLAY_BOLD, style.answer_number_pt) + space
        where = measure(_where(plan, board), Face.DISPLAY, style.small_pt) + space
        if left + measure(name, Face.DISPLAY, style.small_pt) <= width - where:
            marks.append(label(name, left, y, style.small_pt, Face.DISPLAY))
    link = Link(0, 0, width, y / 0.68, plan.puzzle_pages[board.number])
    heading = board.answer_heading(plan.setting.language)
    return MarkGroup(tuple(marks), (link,), (Tag(0, 1, "H2", heading),))
