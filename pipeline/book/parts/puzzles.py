"""Puzzle pages: the number of puzzles on each, and the drawing of a puzzle with its heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from pipeline.book.flow.blocks import MarkGroup, merged, turn_over
from pipeline.book.flow.language import Language
from pipeline.book.flow.style import PT
from pipeline.book.flow.typeset import (
    QUIET,
    Span,
    TextLine,
    break_lines,
    label,
    measure,
    place_line,
)
from pipeline.book.parts.answer_grid import COMFORT_MM, group_boards
from pipeline.book.parts.answers import add_answer_rows
from pipeline.book.parts.board_words import describe_board
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
from pipeline.book.press.rights import is_credited_on_page
from pipeline.model import Band, RenderError
from pipeline.scene import Align, Disc, Face, Ink, Link, Mark, Role, Scene, Tag

_BANDS = tuple(Band)
_COUNTS = (6, 4, 2)
"""Numbers of puzzles on a page that the layout tries, besides one."""
_LEAST_FILLED = 0.6
"""Least share of the page's height for a single row of puzzles."""


def add_puzzles(plan: PagePlan, index: int) -> None:
    """Add the puzzle pages of a section.

    `RenderError` if a puzzle cannot be legible on its page.
    """
    setting = plan.setting
    section, boards = setting.sections[index], setting.boards[index]
    frame = puzzle_frame(setting)
    is_overleaf = setting.options.answers == "overleaf"
    first = 0
    before: Arrangement | None = None
    pages: list[tuple[Sequence[BookBoard], Arrangement]] = []
    while first < len(boards):
        page = next_page(setting, frame, boards[first:], section.per_page, before)
        chosen = boards[first : first + page.count]
        page = before = settle(frame, chosen, page)
        require_legible(frame, chosen, page, is_solved=False)
        pages.append((chosen, page))
        if is_overleaf:
            plan.open_recto()
        number = plan.add(
            PageRole.PUZZLES,
            partial(_paint, plan, frame, chosen, page),
            section.title,
            section=index,
        )
        for board in chosen:
            if board.label:
                _heading(plan, board, page)  # pages are painted later: check labels now
            plan.puzzle_pages[board.number] = number
            if setting.options.is_for_device:
                kind = board.kind.title_in(setting.language.code, section.rule)
                plan.outline.append(OutlineEntry(f"{kind} {board.number}", number, 1))
            answer_page = number if setting.options.answers == "flipped" else None
            plan.placements[board.number] = PrintedPlace(
                board.record.id,
                board.number,
                index,
                band_of(board),
                number,
                answer_page,
                page.cell_mm,
                dots_over(board),
            )
        if is_overleaf:
            add_answer_rows(plan, [group_boards(setting, chosen)])
        first += page.count
    _warn(plan, index, frame, pages)
    most = setting.style.most_per_page
    if setting.options.style == "large-print" and (section.per_page or 0) > most:
        plan.warnings.append(
            f"section {section.title!r}: large-print has at most {most} puzzles on a page, "
            f"per_page = {section.per_page} puts more there; leave it out for the edition's own"
        )


def puzzle_frame(setting: LayoutContext) -> SlotFrame:
    """Return the frame for puzzles."""
    geometry, style = setting.geometry, setting.style
    step = style.leading_mm
    return SlotFrame(
        width=geometry.text_width,
        height=geometry.text_height,
        gap_x=2 * step,
        gap_y=0.75 * style.head_steps * step,
        over=style.head_steps * step,
        most_cell=style.most_cell_mm,
        footer=SlotFooter(setting).height,
    )


def next_page(
    setting: LayoutContext,
    frame: SlotFrame,
    boards: Sequence[BookBoard],
    per_page: int | None,
    before: Arrangement | None,
) -> Arrangement:
    """Return the arrangement of the next page: the number set, or the most with comfortable cells.

    Only the last page of a section has empty slots.
    """
    comfort = max(setting.options.comfortable_cell_mm, setting.style.comfortable_cell_mm)
    if before is not None and len(boards) < before.count:
        return _last_page(frame, boards, before)
    if per_page is not None:
        return best_arrangement(frame, boards[:per_page], per_page, is_solved=False)
    for count in _COUNTS:
        if count > setting.style.most_per_page or count > len(boards):
            continue
        option = best_arrangement(frame, boards[:count], count, is_solved=False)
        least = max(comfort, *(board.puzzle_fit.legible_mm for board in boards[:count]))
        if option.cell_mm >= least and not _leaves_page_empty(frame, boards[:count], option):
            return option
    return best_arrangement(frame, boards[:1], 1, is_solved=False)


def _leaves_page_empty(frame: SlotFrame, boards: Sequence[BookBoard], page: Arrangement) -> bool:
    """Return whether a single row of puzzles would leave half of its page empty."""
    tallest = max(
        board.size(page.cell_mm)[1] + frame.footer(board, page.slot_width) for board in boards
    )
    return page.rows == 1 and frame.over + tallest < _LEAST_FILLED * frame.height


def _last_page(frame: SlotFrame, boards: Sequence[BookBoard], before: Arrangement) -> Arrangement:
    """Return the arrangement of a section's last page, which has fewer puzzles than the others.

    If it is more than half full it has the slots of the page ``before`` it; otherwise its puzzles
    are somewhat larger and fill the page.
    """
    if 2 * len(boards) > before.count:
        option = frame.arrange(
            boards, before.columns, before.rows, is_solved=False, count=before.count
        )
        if option.cell_mm >= 0.999 * before.cell_mm:
            return replace(option, cell_mm=before.cell_mm)
    option = best_arrangement(frame, boards, len(boards), is_solved=False)
    return replace(option, cell_mm=min(option.cell_mm, 1.35 * before.cell_mm))


def band_of(board: BookBoard) -> Band | None:
    """Return the band of a puzzle, None if it is not graded."""
    return board.record.grade.band if board.record.grade else None


def dots_band(board: BookBoard) -> Band | None:
    """Return the band for the dots over a puzzle: its own, or that of its section's dots."""
    return _BANDS[board.dots - 1] if board.dots else band_of(board)


def dots_over(board: BookBoard) -> int | None:
    """Return the number of filled dots over a puzzle, None if it is not graded."""
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


def _warn(
    plan: PagePlan,
    index: int,
    frame: SlotFrame,
    pages: Sequence[tuple[Sequence[BookBoard], Arrangement]],
) -> None:
    """Add one warning for the puzzles of a section with uncomfortably small cells."""
    setting = plan.setting
    comfort = setting.options.comfortable_cell_mm
    small = [(boards, page) for boards, page in pages if page.cell_mm < comfort - 1e-6]
    if not small:
        return
    numbers = setting.language.ranges([board.number for boards, _ in small for board in boards])
    worst_boards, worst = min(small, key=lambda item: item[1].cell_mm)
    width, height = frame.room(worst.columns, worst.rows, worst_boards[0])
    plan.warnings.append(
        f"section {setting.sections[index].title!r}: cells of {worst.cell_mm:.1f} mm in puzzles "
        f"{numbers} are under the comfortable {comfort:g} mm; with {worst.count} on a page up to "
        f"{int(width / comfort)}x{int(height / comfort)} is comfortable"
    )


def _paint(
    plan: PagePlan, frame: SlotFrame, boards: Sequence[BookBoard], page: Arrangement
) -> MarkGroup:
    parts = []
    for k, board in enumerate(boards):
        x, y = page.corner(k)
        parts.append(_puzzle(plan, board, page, frame).moved(x, y))
    return merged(parts)


def _puzzle(plan: PagePlan, board: BookBoard, page: Arrangement, frame: SlotFrame) -> MarkGroup:
    scene = board.draw(page.cell_mm)
    footer = SlotFooter(plan.setting).painted(board, page.slot_width)
    room = page.slot_height - frame.over - footer.height
    dx = (page.slot_width - scene.width_mm) / 2
    # A single board is a little above the middle of its page: the optical centre.
    slack = room - scene.height_mm
    air = 0.4 * slack if page.count == 1 else min(0.4 * slack, 0.6 * plan.setting.style.leading_mm)
    dy = frame.over + air
    # On a page of one puzzle the answer is at the foot; otherwise close under its puzzle.
    below = page.slot_height - footer.height
    if page.count > 1:
        below = min(below, dy + scene.height_mm + plan.setting.style.leading_mm)
    words = describe_board(board.kind, board.clues, plan.setting.language.code, board.ends)
    return merged(
        [
            _heading(plan, board, page),
            MarkGroup(scene.moved(dx, dy).marks).tagged("Figure", words),
            footer.note.moved(0, dy + scene.height_mm),
            footer.answer.moved(0, below),
        ]
    )


def _heading(plan: PagePlan, board: BookBoard, page: Arrangement) -> MarkGroup:
    setting, width = plan.setting, page.slot_width
    style, language = setting.style, setting.language
    y = 0.95 * style.leading_mm
    detail = style.detail_pt
    look = setting.options.look
    marks, x = puzzle_number(look, board.number, y, style)
    x += 0.8 * detail * PT
    band = band_of(board)
    if band is not None:
        dots, wide = band_dots(dots_band(board) or band, x, y, detail, look)
        marks += dots
        x += wide + 0.5 * detail * PT
    size = language.say("size.board", cols=board.cols, rows=board.rows)
    words = [size] if band is None else [board.label or language.say(f"band.{band.value}"), size]
    target = plan.answer_pages.get(board.number)
    note = language.say("puzzle.answer_short", page=target or 999)
    room = width - measure(note, Face.DISPLAY, detail)
    across = [measure(word, Face.DISPLAY, detail) + 0.8 * detail * PT for word in words]
    while words and not board.label and x + sum(across[: len(words)]) > room:
        words.pop()  # a narrow slot: leave out size and name of the band
    links: tuple[Link, ...] = ()
    for word, wide in zip(words, across, strict=False):
        marks.append(label(word, x, y, detail, Face.DISPLAY))
        x += wide
    tags = (Tag(0, len(marks), "H2", spoken_heading(board, language)),)
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
    return MarkGroup(tuple(marks), links, tags)


def spoken_heading(board: BookBoard, language: Language) -> str:
    """Return the heading of a puzzle for screen readers: number, kind, level and size."""
    band = band_of(board)
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


_LEADING: Final = 1.25
"""Leading, in em."""
_NOWHERE_MM: Final = 1e6
"""Height of an answer that is wider than its slot, so that no slot fits it."""


class Footer(NamedTuple):
    """Footer of a puzzle: task and credit below the board, the answer, and the total height.

    The answer is at the foot of the slot; marks are measured from the top of the footer.
    """

    note: MarkGroup
    answer: MarkGroup
    height: float


@dataclass(frozen=True, slots=True)
class SlotFooter:
    """The footers of the puzzles of a book."""

    setting: LayoutContext

    def height(self, board: BookBoard, width: float) -> float:
        """Return the height of a board's footer in a slot of this width."""
        lines = self._note_lines(board, width)
        note = 0.4 * self.setting.style.small_pt * PT + self._height(lines) if lines else 0.0
        return note + self._answer_size(board, width)[1]

    def painted(self, board: BookBoard, width: float) -> Footer:
        """Return a board's footer in a slot of this width."""
        height = self.height(board, width)
        note = MarkGroup(tuple(self._set(self._note_lines(board, width), width)))
        return Footer(note, self._answer(board, width, height), height)

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

    def _answer(self, board: BookBoard, width: float, height: float) -> MarkGroup:
        if self.setting.options.answers != "flipped":
            return MarkGroup()
        style = self.setting.style
        if (text := board.answer_text) is not None:
            lines = self._lines(text, width)
            scene = Scene(width, self._height(lines), tuple(self._set(lines, width)))
        else:
            scene = board.draw(self._answer_cell(board), is_solved=True)
        caption = label(
            self.setting.language.say("puzzle.answer", number=board.number),
            scene.width_mm / 2, style.small_pt * PT, style.small_pt, Face.DISPLAY, Align.CENTRE,
            QUIET,
        )  # fmt: skip
        over = self._caption_height()
        upright = Scene(
            scene.width_mm, scene.height_mm + over, (caption, *scene.moved(0, over).marks)
        )
        y = height - upright.height_mm
        return MarkGroup(turn_over(upright).marks).moved((width - upright.width_mm) / 2, y)
