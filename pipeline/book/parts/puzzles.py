"""Puzzle pages: the number of puzzles on each, and the drawing of a puzzle with its heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from pipeline.book.parts.answer_grid import COMFORT_MM, group_boards
from pipeline.book.parts.answers import add_answer_rows
from pipeline.book.parts.boards import (
    Arrangement,
    BookBoard,
    SlotFrame,
    best_arrangement,
    require_legible,
    settle,
)
from pipeline.book.parts.looks import heading_rule, puzzle_number, star
from pipeline.book.parts.page_plan import LayoutContext, PagePlan
from pipeline.book.press.book import OutlineEntry, PageRole, PrintedPlace
from pipeline.edition.board_words import describe_board
from pipeline.edition.flow.blocks import MarkGroup, merged, turn_over
from pipeline.edition.flow.style import PT, TextStyle
from pipeline.edition.flow.typeset import (
    QUIET,
    Span,
    TextLine,
    break_lines,
    label,
    measure,
    place_line,
)
from pipeline.edition.language import Language
from pipeline.edition.rights import is_credited_on_page
from pipeline.model import Band, RenderError
from pipeline.scene import Align, Disc, Face, Ink, Link, Mark, Role, Scene, Tag

_BANDS = tuple(Band)
_COUNTS = (6, 4, 2)  # Numbers of puzzles on a page that the layout tries, besides one
_LEAST_FILLED = 0.6  # Least share of the page's height for a single row of puzzles
Size: TypeAlias = tuple[int, int]  # Columns and rows


class FramedPage(NamedTuple):
    """The arrangement of a page, and the frame of its slots."""

    frame: SlotFrame
    page: Arrangement


class PuzzleHead(NamedTuple):
    """What is over the puzzles of a section besides number and level, for children."""

    title: str = ""
    goal: tuple[TextLine, ...] = ()


class PuzzlePage(NamedTuple):
    """The puzzles of a page in their arrangement, what is over each, and the cell of each size."""

    boards: Sequence[BookBoard]
    framed: FramedPage
    head: PuzzleHead
    cells: Mapping[Size, float]

    def cell(self, board: BookBoard) -> float:
        """Return the cell of a board of the page, in mm."""
        return self.cells[board.cols, board.rows]


def puzzle_pages(
    setting: LayoutContext, index: int, goal: Sequence[Span] = (), skipped: int = 0
) -> list[PuzzlePage]:
    """Return the puzzle pages of a section without its first, ``skipped`` puzzles.

    A goal is over each puzzle that has a page of its own. `RenderError` if a puzzle cannot be
    legible on its page.
    """
    section, boards = setting.sections[index], setting.boards[index][skipped:]
    head = PuzzleHead(section.title) if setting.is_for_children else PuzzleHead()
    if goal and section.per_page in (None, 1):
        lines = break_lines(goal, setting.style.detail_pt, setting.geometry.text_width)
        head = head._replace(goal=lines)
    frames = puzzle_frames(setting, len(head.goal))
    first = 0
    before: FramedPage | None = None
    cells: dict[Size, float] = {}
    pages: list[PuzzlePage] = []
    while first < len(boards):
        frame, page = next_page(setting, frames, boards[first:], section.per_page, before)
        chosen = boards[first : first + page.count]
        before = FramedPage(frame, settle(frame, chosen, page))
        require_legible(frame, chosen, before.page, is_solved=False)
        cells = _cells(before, chosen, cells)
        pages.append(PuzzlePage(chosen, before, head, cells))
        first += page.count
    return pages


def _cells(
    framed: FramedPage, boards: Sequence[BookBoard], last: Mapping[Size, float]
) -> dict[Size, float]:
    """Return the cell of each size of boards on a page, as large as all of that size fit.

    On a section's last page it is at most that of the page before it.
    """
    frame, page = framed
    sizes = {(board.cols, board.rows): page.cell_mm for board in boards}
    for size in sizes if len(sizes) > 1 else ():
        same = [board for board in boards if (board.cols, board.rows) == size]
        option = frame.arrange(same, page.columns, page.rows, is_solved=False, count=page.count)
        cell = settle(frame, same, option).cell_mm
        sizes[size] = min(cell, last.get(size, cell)) if len(boards) < page.count else cell
    return sizes


def puzzles_below_rules(
    setting: LayoutContext, index: int, pages: Sequence[PuzzlePage]
) -> list[PuzzlePage]:
    """Return the pages of a section whose first puzzles are on another page, if that saves one.

    As many as its last page has; the first item is these, in slots of the pages that follow.
    Empty if all pages are full, or larger boards would come first.
    """
    last = pages[-1]
    count, boards = len(last.boards), setting.boards[index]
    if count == last.framed.page.count or setting.options.answers == "overleaf":
        return []
    after = puzzle_pages(setting, index, skipped=count)
    frame, page = after[0].framed if after else last.framed
    fitted = frame.arrange(boards[:count], page.columns, page.rows, False, page.count)
    if len(after) >= len(pages) or fitted.cell_mm < 0.999 * page.cell_mm:
        return []
    framed, cells = FramedPage(frame, page), after[0].cells if after else last.cells
    cells = _cells(framed, boards[:count], cells)
    return [PuzzlePage(boards[:count], framed, last.head, cells), *after]


def puzzle_rows(plan: PagePlan, below: PuzzlePage) -> tuple[float, Callable[[], MarkGroup]]:
    """Return the height of the rows of a page that is not full, and what paints them."""
    page = below.framed.page
    rows = -(-len(below.boards) // page.columns)
    height = rows * (page.slot_height + page.gap_y) - page.gap_y
    return height, partial(_paint, plan, below)


def add_puzzles(
    plan: PagePlan, index: int, pages: Sequence[PuzzlePage], is_titled: bool = True
) -> None:
    """Add the puzzle pages of a section; its title is over the first unless ``is_titled``."""
    setting, section = plan.setting, plan.setting.sections[index]
    for puzzles in pages:
        if setting.options.answers == "overleaf":
            plan.open_recto()
        number = plan.add(
            PageRole.PUZZLES,
            partial(_paint, plan, puzzles),
            section.title,
            section=index,
            keeps_head=not is_titled and puzzles is pages[0],
        )
        place_puzzles(plan, index, puzzles, number)
        if setting.options.answers == "overleaf":
            add_answer_rows(plan, [group_boards(setting, puzzles.boards)])
    _warn(plan, index, pages)
    most = setting.style.most_per_page
    if setting.options.style == "large-print" and (section.per_page or 0) > most:
        plan.warnings.append(
            f"section {section.title!r}: large-print has at most {most} puzzles on a page, "
            f"per_page = {section.per_page} puts more there; leave it out for the edition's own"
        )


def place_puzzles(plan: PagePlan, index: int, puzzles: PuzzlePage, number: int) -> None:
    """Note the page of the puzzles on it."""
    setting, page = plan.setting, puzzles.framed.page
    for board in puzzles.boards:
        if board.label:
            _heading(plan, board, page, puzzles.head)  # pages are painted later: check labels now
        plan.puzzle_pages[board.number] = number
        if setting.options.is_for_device:
            kind = board.kind.title_in(setting.language.code, setting.sections[index].rule)
            plan.outline.append(OutlineEntry(f"{kind} {board.number}", number, 1))
        answer_page = number if setting.options.answers == "flipped" else None
        plan.placements[board.number] = PrintedPlace(
            board.record.id,
            board.number,
            index,
            board.level,
            number,
            answer_page,
            puzzles.cell(board),
            dots_over(board),
        )


def puzzle_frames(setting: LayoutContext, goal_lines: int = 0) -> tuple[SlotFrame, ...]:
    """Return the frames for puzzles under a goal of some lines.

    Flipped answers are below them or to their right.
    """
    geometry, style, footer = setting.geometry, setting.style, SlotFooter(setting)
    step = style.leading_mm
    below = SlotFrame(
        width=geometry.text_width,
        height=geometry.text_height,
        gap_x=2 * step,
        gap_y=0.75 * style.head_steps * step,
        over=style.head_steps * step + goal_lines * _goal_step(style),
        most_cell=style.most_cell_mm,
        footer=footer.height,
    )
    if setting.options.answers != "flipped":
        return (below,)
    return (below, replace(below, footer=footer.height_beside, beside=footer.width_beside))


def next_page(
    setting: LayoutContext,
    frames: Sequence[SlotFrame],
    boards: Sequence[BookBoard],
    per_page: int | None,
    before: FramedPage | None,
) -> FramedPage:
    """Return the arrangement of the next page: the number set, or the most with comfortable cells.

    Only the last page of a section has empty slots.
    """
    comfort = max(setting.options.comfortable_cell_mm, setting.style.comfortable_cell_mm)
    if before is not None and len(boards) < before.page.count:
        return _last_page(frames, boards, before)
    if per_page is not None:
        return _best_page(frames, boards[:per_page], per_page)
    most = len(boards) + (before is None and len(boards) > 2)  # an empty slot is better than a page
    for count in _COUNTS:
        if count > setting.style.most_per_page or count > most:
            continue
        frame, option = _best_page(frames, boards[:count], count)
        fits = ((one.puzzle_fit.legible_mm, one.comfortable_mm) for one in boards[:count])
        least = max(comfort, *(cell for both in fits for cell in both))
        widest = max(board.size(option.cell_mm)[0] for board in boards[:count])
        is_wide = widest >= setting.style.least_width_share * setting.geometry.text_width
        is_wide |= option.cell_mm >= 0.999 * setting.style.most_cell_mm
        is_large = is_wide and option.cell_mm >= least
        if is_large and not _leaves_page_empty(frame, boards[:count], option):
            return FramedPage(frame, option)
    return _best_page(frames, boards[:1], 1)


def _best_page(frames: Sequence[SlotFrame], boards: Sequence[BookBoard], count: int) -> FramedPage:
    """Return the arrangement in the frame that gives the largest cells."""
    found = (FramedPage(one, best_arrangement(one, boards, count, is_solved=False))
             for one in frames)  # fmt: skip
    return max(found, key=lambda one: round(one.page.cell_mm, 6))


def _leaves_page_empty(frame: SlotFrame, boards: Sequence[BookBoard], page: Arrangement) -> bool:
    tallest = max(
        board.size(page.cell_mm)[1] + frame.footer(board, page.slot_width) for board in boards
    )
    return page.rows == 1 and frame.over + tallest < _LEAST_FILLED * frame.height


def _last_page(
    frames: Sequence[SlotFrame], boards: Sequence[BookBoard], before: FramedPage
) -> FramedPage:
    """Return the arrangement of a section's last page, which has fewer puzzles than the others.

    They are in the slots of the page ``before`` it, with its cells; in slots of their own if they
    are larger boards.
    """
    frame, last = before
    option = frame.arrange(boards, last.columns, last.rows, is_solved=False, count=last.count)
    if option.cell_mm < 0.999 * last.cell_mm:
        frame, option = _best_page(frames, boards, len(boards))
    return FramedPage(frame, replace(option, cell_mm=min(option.cell_mm, last.cell_mm)))


def dots_band(board: BookBoard) -> Band | None:
    """Return the band for the dots over a puzzle: its own, or that of its section's dots."""
    return _BANDS[board.dots - 1] if board.dots else board.level


def dots_over(board: BookBoard) -> int | None:
    """Return the number of filled dots over a puzzle, None if no level is printed."""
    band = dots_band(board)
    return None if band is None else _BANDS.index(band) + 1


def band_dots(
    band: Band, x: float, y: float, size_pt: float, look: str = "plain"
) -> tuple[list[Mark], float]:
    """Return a row of discs, or stars for children, filled up to the band; and its width.

    ``y`` is the baseline of the text beside it.
    """
    radius = 0.26 * size_pt * PT
    line = max(0.28, 0.03 * size_pt * PT)
    step = 2 * radius + 0.24 * size_pt * PT
    middle = y - 0.33 * size_pt * PT
    ink = Ink(Role.TEXT)
    marks: list[Mark] = []
    for k in range(len(_BANDS)):
        centre = (x + radius + k * step, middle)
        is_filled = k <= _BANDS.index(band)
        if look == "children":
            marks.append(star(centre, 1.25 * radius, is_filled))
            continue
        reach = radius if is_filled else radius - line / 2
        marks.append(
            Disc(centre, reach, ink if is_filled else None, None if is_filled else ink,
                 0.0 if is_filled else line)
        )  # fmt: skip
    return marks, (len(_BANDS) - 1) * step + 2 * radius


def long_label(board: BookBoard) -> RenderError:
    """Return the message for a label that is too long for the width of its puzzle."""
    error = RenderError(
        f"label {board.label!r} is too long for puzzle {board.number}; shorten it, "
        "or ask for fewer on a page (per_page)"
    )
    error.key = "labels"
    return error


_STATED_MM: Final = 0.05  # Half of the last place of cells in warnings


def _warn(plan: PagePlan, index: int, pages: Sequence[PuzzlePage]) -> None:
    """Add one warning for the puzzles of a section with uncomfortably small cells."""
    setting = plan.setting
    comfort = setting.options.comfortable_cell_mm
    cells = ((page.cell(board), board, page) for page in pages for board in page.boards)
    small = [one for one in cells if one[0] < comfort - _STATED_MM]
    if not small:
        return
    numbers = setting.language.ranges([board.number for _, board, _ in small])
    least, first, (worst_boards, (frame, worst), *_) = min(small, key=itemgetter(0))
    room = frame.room(worst.columns, worst.rows, first)
    cols, rows = map(
        min,
        zip(
            *(
                board.puzzle_fit.largest_grid(*room, board.cols, board.rows, comfort)
                for board in worst_boards
            ),
            strict=True,
        ),
    )
    plan.warnings.append(
        f"section {setting.sections[index].title!r}: cells of {least:.1f} mm in puzzles "
        f"{numbers} are under the comfortable {comfort:g} mm; with {worst.count} on a page up to "
        f"{cols}x{rows} is comfortable"
    )


def _paint(plan: PagePlan, puzzles: PuzzlePage) -> MarkGroup:
    frame, page = puzzles.framed
    parts = []
    for k, board in enumerate(puzzles.boards):
        x, y = page.corner(k)
        own = replace(page, cell_mm=puzzles.cell(board))
        parts.append(_puzzle(plan, board, own, frame, puzzles.head).moved(x, y))
    return merged(parts)


def _puzzle(
    plan: PagePlan, board: BookBoard, page: Arrangement, frame: SlotFrame, head: PuzzleHead
) -> MarkGroup:
    scene, slots = board.draw(page.cell_mm), SlotFooter(plan.setting)
    note = slots.note(board, page.slot_width)
    beside = frame.beside(board)
    footer = frame.footer(board, page.slot_width)
    room = page.slot_height - frame.over - footer
    dx = (page.slot_width - beside - scene.width_mm) / 2
    # A single board is a little above the middle of its page: the optical centre.
    slack = room - scene.height_mm
    air = 0.4 * slack if page.count == 1 else min(0.4 * slack, 0.6 * plan.setting.style.leading_mm)
    dy = frame.over + air
    if beside:
        dx /= 2  # what is left is between the board and its answer
        left = dx + scene.width_mm
        area = (page.slot_width - left, page.slot_height - dy)
        answer = slots.answer(board, area, page.cell_mm).moved(left, dy)
    else:
        top = dy + scene.height_mm + note.height
        area = (page.slot_width, page.slot_height - top)
        answer = slots.answer(board, area, page.cell_mm, is_at_foot=page.count == 1).moved(0, top)
    words = describe_board(board.kind, board.clues, plan.setting.language.code, board.symbols)
    return merged(
        [
            _heading(plan, board, page, head),
            MarkGroup(scene.moved(dx, dy).marks).tagged("Figure", words),
            note.painted.moved(0, dy + scene.height_mm),
            answer,
        ]
    )


def _heading(plan: PagePlan, board: BookBoard, page: Arrangement, head: PuzzleHead) -> MarkGroup:
    setting, width = plan.setting, page.slot_width
    style, language = setting.style, setting.language
    y = 0.95 * style.leading_mm
    detail = style.detail_pt
    look = setting.options.look
    marks, x = puzzle_number(look, board.number, y, style)
    x += 0.8 * detail * PT
    band = board.level
    if head.title:
        marks.append(label(head.title, x, y, detail, Face.DISPLAY_BOLD))
        x += measure(head.title, Face.DISPLAY_BOLD, detail) + 0.8 * detail * PT
    if band is not None:
        dots, wide = band_dots(dots_band(board) or band, x, y, detail, look)
        marks += dots
        x += wide + 0.5 * detail * PT
    size = language.say("size.board", cols=board.cols, rows=board.rows)
    words = [size] if band is None else [board.label or language.say(f"band.{band.value}"), size]
    if head.title:
        words = [board.label] if board.label else []
    target = plan.answer_pages.get(board.number)
    note = language.say("puzzle.answer_short", page=target or 999)
    room = width - measure(note, Face.DISPLAY, detail)
    across = [measure(word, Face.DISPLAY, detail) + 0.8 * detail * PT for word in words]
    while len(words) > bool(board.label) and x + sum(across[: len(words)]) > room:
        words.pop()  # a narrow slot: leave out size and name of the band, but no label
    links: tuple[Link, ...] = ()
    for word, wide in zip(words, across, strict=False):
        marks.append(label(word, x, y, detail, Face.DISPLAY))
        x += wide
    tags = [Tag(0, len(marks), "H2", spoken_heading(board, language))]
    if board.label and x + measure(note, Face.DISPLAY, detail) > width:
        raise long_label(board)
    if target is not None:
        text = language.say("puzzle.answer_on", page=target)
        if x + measure(text, Face.DISPLAY, detail) > width:
            text = language.say("puzzle.answer_short", page=target)
        wide = measure(text, Face.DISPLAY, detail)
        marks.append(label(text, width, y, detail, Face.DISPLAY, Align.RIGHT, QUIET))
        links = (Link(width - wide, y - detail * PT, wide, 1.3 * detail * PT, target),)
    marks += heading_rule(look, y + 0.42 * style.leading_mm, width)
    first = len(marks)
    for k, line in enumerate(head.goal):
        below = style.head_steps * style.leading_mm + (k + 0.6) * _goal_step(style)
        marks += place_line(line, 0, below, width, detail, Align.LEFT)
    tags += [Tag(first, len(marks), "P")] if head.goal else []
    return MarkGroup(tuple(marks), links, tuple(tags))


def _goal_step(style: TextStyle) -> float:
    return _LEADING * style.detail_pt * PT


def spoken_heading(board: BookBoard, language: Language) -> str:
    """Return the heading of a puzzle for screen readers: number, kind, level and size."""
    band = board.level
    level = board.label or (language.say(f"band.{band}").lower() if band else "")
    size = language.say("spoken.size", cols=board.cols, rows=board.rows)
    kind = board.kind.title_in(language.code, board.record.verdict.rule)
    about = ", ".join(filter(None, (kind, level, size)))
    return language.say("spoken.puzzle", number=board.number, about=about)


def puzzle_notes(setting: LayoutContext, board: BookBoard) -> Iterator[str]:
    """Yield the texts under a puzzle: its task, what is new, minutes, and credits."""
    record, language, options = board.record, setting.language, setting.options
    if (matter := board.kind.book_matter) is not None:
        yield language.smarten(matter.task_text(board.clues, board.solution, language.code))
    for step in board.lessons:
        words = language.smarten(board.step_text(step, language.code))
        yield language.say("puzzle.new_step", step=words)
    if options.parts.minutes and (minutes := language.minutes(record.grade)):
        yield minutes
    if options.credit_line:
        yield options.credit_line
    if record.credit is not None and is_credited_on_page(record, options):
        yield language.credit_line(record.credit)


_PROBE_MM: Final = 10.0
_MOST_SHARE: Final = 0.6  # Largest cell of a flipped answer, relative to that of its puzzle
_LEADING: Final = 1.25  # Leading, in em
_NOWHERE_MM: Final = 1e6  # Height of an answer that is wider than its slot, so that no slot fits it


class Note(NamedTuple):
    """Task and credit below a board, and their height."""

    painted: MarkGroup
    height: float


@dataclass(frozen=True, slots=True)
class SlotFooter:
    """The notes and flipped answers of the puzzles of a book."""

    setting: LayoutContext

    def height(self, board: BookBoard, width: float) -> float:
        """Return the height of note and answer under a board in a slot of this width."""
        return self.note(board, width).height + self._answer_size(board, width)[1]

    def height_beside(self, board: BookBoard, width: float) -> float:
        """Return the height of what is under a board whose drawn answer is to its right."""
        if board.answer_text is not None:
            return self.height(board, width)
        return self.note(board, width).height

    def width_beside(self, board: BookBoard) -> float:
        """Return the width of a drawn answer to the right of its board, with the space before."""
        if board.answer_text is not None:
            return 0.0
        across, _ = board.size(self._answer_cell(board))
        return across + 2 * self.setting.style.leading_mm

    def note(self, board: BookBoard, width: float) -> Note:
        """Return task and credit of a board in a slot of this width."""
        lines = self._note_lines(board, width)
        gap = 0.4 * self.setting.style.small_pt * PT if lines else 0.0
        return Note(MarkGroup(tuple(self._set(lines, width))), gap + self._height(lines))

    def _note_lines(self, board: BookBoard, width: float) -> tuple[TextLine, ...]:
        notes = puzzle_notes(self.setting, board)
        return tuple(line for note in notes for line in self._lines(note, width))

    def _lines(self, text: str, width: float) -> tuple[TextLine, ...]:
        return break_lines([Span(text, Face.TEXT)], self.setting.style.small_pt, width)

    def _height(self, lines: Sequence[TextLine]) -> float:
        return len(lines) * _LEADING * self.setting.style.small_pt * PT

    def _set(self, lines: Sequence[TextLine], width: float) -> list[Mark]:
        size = self.setting.style.small_pt
        marks: list[Mark] = []
        for k, line in enumerate(lines):
            y = (1.2 + k * _LEADING) * size * PT
            marks += place_line(line, 0, y, width, size, Align.CENTRE)
        return marks

    def _answer_cell(self, board: BookBoard) -> float:
        return max(COMFORT_MM, board.answer_fit.legible_mm)

    def _answer_size(self, board: BookBoard, width: float) -> tuple[float, float]:
        """Return width and height of the answer with its caption and the space above."""
        if self.setting.options.answers != "flipped":
            return (0.0, 0.0)
        over = self.setting.style.leading_mm + self._caption_height()
        if (text := board.answer_text) is not None:
            return (width, self._height(self._lines(text, width)) + over)
        wide, high = board.size(self._answer_cell(board))
        return (wide, _NOWHERE_MM if wide > width else high + over)

    def _caption_height(self) -> float:
        return 1.35 * self.setting.style.small_pt * PT

    def answer(
        self,
        board: BookBoard,
        area: tuple[float, float],
        puzzle_cell: float,
        is_at_foot: bool = False,
    ) -> MarkGroup:
        """Return the answer upside down in an area, as large as there is room.

        Its cells are at most `_MOST_SHARE` of those of the puzzle. It is at the foot of the area or
        near its top, and in the middle of its width.
        """
        if self.setting.options.answers != "flipped":
            return MarkGroup()
        style, (width, height) = self.setting.style, area
        over = self._caption_height()
        if (text := board.answer_text) is not None:
            lines = self._lines(text, width)
            scene = Scene(width, self._height(lines), tuple(self._set(lines, width)))
        else:
            least = self._answer_cell(board)
            across, down = board.size(_PROBE_MM)
            gap = style.leading_mm
            fitting = min((width - gap) / across, (height - over - gap) / down) * _PROBE_MM
            cell = max(least, min(fitting * 0.98, _MOST_SHARE * puzzle_cell))
            scene = board.draw(cell, is_solved=True)
        words = board.answer_heading(self.setting.language)
        if measure(words, Face.DISPLAY, style.small_pt) > width:  # a long name
            words = self.setting.language.say("puzzle.answer", number=board.number)
        caption = label(
            words, scene.width_mm / 2, style.small_pt * PT, style.small_pt, Face.DISPLAY,
            Align.CENTRE, QUIET,
        )  # fmt: skip
        upright = Scene(
            scene.width_mm, scene.height_mm + over, (caption, *scene.moved(0, over).marks)
        )
        slack = height - upright.height_mm
        y = slack if is_at_foot else min(slack, style.leading_mm)
        return MarkGroup(turn_over(upright).marks).moved((width - upright.width_mm) / 2, y)
