"""One page of puzzles for a magazine: answers upside down in a block at its foot, and a credit.

It has no front matter, folio or bleed. Several kinds have their rules beside their puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import Final, Literal, NamedTuple, TypeAlias

from pipeline.book.flow.blocks import (
    BASELINE,
    MarkGroup,
    column,
    column_steps,
    heading,
    merged,
    prose,
    turn_over,
)
from pipeline.book.flow.dates import day_text
from pipeline.book.flow.language import Language, load_language
from pipeline.book.flow.markdown import Paragraph, parse_markdown, without_idle_legends
from pipeline.book.flow.style import PT, TextStyle, style_for
from pipeline.book.flow.typeset import QUIET, Span, break_lines, label, measure, place_line
from pipeline.book.parts.answer_grid import COMFORT_MM
from pipeline.book.parts.boards import (
    BookBoard,
    Limits,
    SlotFrame,
    best_arrangement,
    number_boards,
    require_legible,
    settle,
    shown_symbols,
)
from pipeline.book.parts.guide import (
    boards_drawn,
    common_side,
    symbol_notes,
)
from pipeline.book.parts.puzzles import band_dots, dots_band
from pipeline.book.press.printing import printing_for
from pipeline.book.press.rights import is_own, require_rights
from pipeline.book.section import BookSection
from pipeline.config.book_options import BookOptions
from pipeline.config.sheet_options import SheetOptions, caption_fields
from pipeline.kinds.interface import AnyKind
from pipeline.model import RenderError
from pipeline.render.fonts import using_fonts
from pipeline.scene import Align, Face, Ink, Line, Mark, Role, Scene

_LINE: Final = 1.3  # Leading of small type, in em
_LEAST_FILLED: Final = 0.7  # Least share of its area for puzzles side by side; else each has a row
_LEAST_CELL: Final = 0.8  # Least size of cells in rows, relative to cells side by side
_LEAST_AREA: Final = 0.6  # Of puzzles in strips, relative to that of puzzles over their rules
_BOARD_SHARE: Final = 0.62  # Largest share of the width for a puzzle in a row of its own
_RULES_SHARES: Final = (0.27, 0.33, 0.4)  # Of the width, for rules beside puzzles
_LEAST_CAPTION_PT: Final = 7.0  # Of captions of the publisher that are too long for their puzzle
_SHRINK: Final = 0.97
_LEAST_SIDE_MM: Final = 20.0
_CAPTION: Final = "{title} · {kind} · {band} · {size}"
_IN_STRIP: Final = "{title} · {band} · {size}"  # The caption under the name of the kind
_SEPARATOR: Final = re.compile(r"( [-–·|] |, )")  # Between the parts of a caption


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Context of a sheet; ``width`` and ``height`` are within its margins."""

    options: BookOptions
    own: SheetOptions
    language: Language
    style: TextStyle
    width: float
    height: float
    titles: Mapping[int, str]  # The title of each puzzle's section
    sections: Mapping[int, int]  # The number of each puzzle's section, from 0
    previous: Sequence[BookBoard] | None  # The puzzles whose answers it has; None for its own

    @property
    def small(self) -> TextStyle:
        """The style of rules beside puzzles."""
        size = self.style.small_pt
        return replace(self.style, body_pt=size, leading_pt=_LINE * size)


class SheetPage(NamedTuple):
    """A page, and the size of the cells of each puzzle, by section, in millimetres."""

    scene: Scene
    cells: tuple[tuple[float, ...], ...]


def lay_sheet(
    options: BookOptions,
    sections: Sequence[BookSection],
    size: tuple[float, float],
    own: SheetOptions,
    previous: Sequence[BookSection] | None = None,
) -> SheetPage:
    """Return a page of this size, in millimetres, with every puzzle of the sections.

    At its foot are the answers of the ``previous`` page, if these are not None, or its own.

    `RenderError` if a puzzle or an answer cannot be legible on it. `ConfigError` if a record is not
    ready to be printed, or may not be sold.
    """
    with using_fonts(options.faces):
        every = (*sections, *(previous or ()))
        require_rights(options, (record for section in every for record in section.records))
        type_pt = printing_for(options).type_pt
        limits = Limits(type_pt, type_pt, has_zeros=options.parts.zeros)
        numbered = number_boards(sections, limits, options.theme)
        before = number_boards(previous or (), limits, options.theme)
        boards = [board for boards in numbered for board in boards]
        places = {board.number: k for k, some in enumerate(numbered) for board in some}
        sheet = _Sheet(
            options, own, load_language(options.language), style_for("standard", size[0]),
            size[0] - 2 * own.margin_mm, size[1] - 2 * own.margin_mm,
            {number: sections[k].title for number, k in places.items()}, places,
            None if previous is None else [board for boards in before for board in boards],
        )  # fmt: skip
        rules = _rules(sheet, sections, numbered)
        title, top = _title(sheet)
        top += 0.5 * sheet.style.leading_mm
        form = None
        if options.answers == "none":
            with_answers = replace(sheet, options=replace(options, answers="flipped"))
            with suppress(RenderError):
                form = _lay_puzzles(with_answers, boards, rules, top).form
        page = _lay_puzzles(sheet, boards, rules, top, form)
        marks = merged([title, page.marks]).moved(own.margin_mm, own.margin_mm).marks
        cells = [tuple(page.cells[board.number] for board in boards) for boards in numbered]
        return SheetPage(Scene(*size, marks), tuple(cells))


_Cells: TypeAlias = Mapping[int, float]
_Form: TypeAlias = Literal["strips", "rules below", "rows", "rules above"]


class _Page(NamedTuple):
    """Puzzles and foot of a sheet, how the puzzles are arranged, and the cell of each number."""

    form: _Form
    marks: MarkGroup
    cells: _Cells


def _lay_puzzles(
    sheet: _Sheet, boards: Sequence[BookBoard], rules: _Rules, top: float, form: _Form | None = None
) -> _Page:
    """Return the puzzles and the foot, in this form if it is not None.

    Without it: in strips, unless boards over their rules are much larger; else whatever fits.
    """
    foot = _foot(sheet, boards)
    room = sheet.height - foot.height_mm
    said = {
        number: _run_on(kind.title_in(sheet.language.code, rule) if len(rules) > 1 else "", items)
        for (_, rule), (number, kind, items) in rules.items()
    }

    def page(form: _Form, cells: _Cells | float, *parts: MarkGroup) -> _Page:
        if isinstance(cells, float):
            cells = dict.fromkeys((board.number for board in boards), cells)
        return _Page(form, merged([*parts, MarkGroup(foot.marks).moved(0, room)]), cells)

    if len(rules) > 1 and form in (None, "strips", "rules below"):
        strips = None
        if form != "rules below":
            with suppress(RenderError):  # a caption that is too long in a strip
                strips = _strips(sheet, boards, rules, room - top)
        if form != "strips" or strips is None:
            with suppress(RenderError):
                grid, cell, _ = _grid(sheet, boards, room - top, said)
                below = page("rules below", cell, grid.moved(0, top))
                if strips is None or (
                    _area(boards, strips[1]) < _LEAST_AREA * _area(boards, below.cells)
                ):
                    return below
        if strips is not None:
            return page("strips", strips[1], strips[0].moved(0, top))
    words, start = _set_lines(sheet, [*said.values()], top)
    if room <= start:
        raise RenderError(
            f"the answers of {len(boards)} puzzles leave no room for them on a sheet of "
            f"{sheet.width:g} x {sheet.height:g} mm; ask for fewer or a larger sheet"
        )
    grid, cell, used = _grid(sheet, boards, room - start, {})
    if form == "rows" or (form is None and used < _LEAST_FILLED * (room - start)):
        rows = _in_rows(sheet, boards, rules, room - top, _LEAST_CELL * cell)
        if rows is not None:
            return page("rows", rows[1], rows[0].moved(0, top))
    return page("rules above", cell, words, grid.moved(0, start))


def _area(boards: Sequence[BookBoard], cells: _Cells) -> float:
    return sum(prod(board.size(cells[board.number])) for board in boards)


_Rule: TypeAlias = tuple[int, AnyKind, tuple[Paragraph, ...]]  # First puzzle, kind, rules
_Rules: TypeAlias = dict[tuple[str, str | None], _Rule]  # Rules by kind and rule


def _rules(
    sheet: _Sheet, sections: Sequence[BookSection], numbered: Sequence[Sequence[BookBoard]]
) -> _Rules:
    found: _Rules = {}
    for section, boards in zip(sections, numbered, strict=True):
        key, kind = (section.kind, section.rule), boards[0].kind
        if key not in found:
            under = [
                board
                for one, some in zip(sections, numbered, strict=True)
                if (one.kind, one.rule) == key
                for board in some
            ]
            side = common_side(under)
            sides = None if side is None else (side, side)
            code, shown = sheet.language.code, shown_symbols(under)
            text = kind.rules_text(section.rule, code, shown, sides=sides)
            text += symbol_notes(kind, under, sheet.language)
            text = sheet.language.smarten(text)
            items = tuple(item for item in parse_markdown(text) if not item.level)
            items = without_idle_legends(items, partial(boards_drawn, under))
            found[key] = (boards[0].number, kind, items)
    return found


def _run_on(title: str, items: Sequence[Paragraph]) -> list[Span]:
    spans = [Span(f"{title}. ", Face.TEXT_BOLD)] if title else []
    for item in items:
        mark = f"{item.marker.rstrip('.')}\u00a0" if item.marker[:1].isdecimal() else ""
        spans += [Span(mark, Face.TEXT_BOLD)] * bool(mark)
        spans += [*item.spans, Span(" ", Face.TEXT)]
    return spans


def _title(sheet: _Sheet) -> tuple[MarkGroup, float]:
    size, marks, y = sheet.style.heading_pt, list[Mark](), 0.0
    small, right = sheet.style.detail_pt, sheet.width
    if said := _issue(sheet):
        baseline = 0.75 * size * PT  # of the first line of the title
        marks.append(label(said, right, baseline, small, Face.DISPLAY, Align.RIGHT, QUIET))
        right -= measure(f"{said}  ", Face.DISPLAY, small)
    for line in break_lines([Span(sheet.options.title, Face.DISPLAY_BOLD)], size, right):
        y += size * PT
        marks += place_line(line, 0, y - 0.25 * size * PT, sheet.width, size)
    return MarkGroup(tuple(marks)), y


def _issue(sheet: _Sheet) -> str:
    """Return the number and the day of the page, as far as they are set."""
    own, language = sheet.own, sheet.language
    parts = [
        own.issue and language.say("sheet.issue", number=own.issue),
        own.date and day_text(own.date, language, sheet.options.language),
    ]
    return " · ".join(part for part in parts if part)


def _set_lines(sheet: _Sheet, texts: Sequence[Sequence[Span]], y: float) -> tuple[MarkGroup, float]:
    """Return paragraphs across the sheet from y on, and the y of their end."""
    style, marks = sheet.style, list[Mark]()
    for spans in texts:
        for line in break_lines(spans, style.small_pt, sheet.width):
            y += _LINE * style.small_pt * PT
            marks += place_line(line, 0, y, sheet.width, style.small_pt)
        y += 0.4 * style.leading_mm
    return MarkGroup(tuple(marks)), y + 0.4 * style.leading_mm


def _grid(
    sheet: _Sheet, boards: Sequence[BookBoard], height: float, rules: Mapping[int, list[Span]]
) -> tuple[MarkGroup, float, float]:
    """Return the puzzles side by side above their rules, the size of cells, and the height."""
    style, step = sheet.style, sheet.style.leading_mm

    def below(board: BookBoard, width: float) -> tuple[MarkGroup, float]:
        note, high = _note(sheet, board, width)
        if board.number not in rules:
            return note, high
        narrow = replace(sheet, width=width)
        words, end = _set_lines(narrow, [rules[board.number]], high)
        return merged([note, words]), end

    frame = SlotFrame(
        width=sheet.width, height=height, gap_x=2 * step, gap_y=step, over=1.5 * step,
        most_cell=style.most_cell_mm, footer=lambda board, width: below(board, width)[1],
    )  # fmt: skip
    page = best_arrangement(frame, boards, len(boards), is_solved=False)
    page = settle(frame, boards, page)
    require_legible(frame, boards, page, is_solved=False)
    scenes = [board.draw(page.cell_mm) for board in boards]
    notes = [below(board, page.slot_width) for board in boards]
    tallest: dict[float, float] = {}
    for k, (scene, (_, high)) in enumerate(zip(scenes, notes, strict=True)):
        row = page.corner(k)[1]
        tallest[row] = max(tallest.get(row, 0.0), scene.height_mm + high)
    parts, end = [], 0.0
    for k, (board, scene) in enumerate(zip(boards, scenes, strict=True)):
        x, y = page.corner(k)
        # centre a row of smaller boards in its space
        slack = page.slot_height - frame.over - tallest[y]
        y += min(slack / 2, 2 * step)
        dx = (page.slot_width - scene.width_mm) / 2
        parts.append(_number(sheet, board, dx, page.slot_width).moved(x, y))
        parts.append(MarkGroup(scene.marks).moved(x + dx, y + frame.over))
        note, high = notes[k]
        parts.append(note.moved(x, y + frame.over + scene.height_mm))
        end = max(end, y + frame.over + scene.height_mm + high)
    return merged(parts), page.cell_mm, end


def _in_rows(
    sheet: _Sheet, boards: Sequence[BookBoard], rules: _Rules, height: float, least_cell: float
) -> tuple[MarkGroup, float] | None:
    """Return the puzzles one below another, left and right in turn, and the size of cells.

    The rules are beside their puzzles. For few puzzles on a tall page, which side by side would
    leave its lower half empty. None if
    cells would be too small, or the rules do not fit beside a puzzle.
    """
    style, step = sheet.style, sheet.style.leading_mm
    small = sheet.small
    texts = {number: items for number, _, items in rules.values()}
    frame = SlotFrame(
        width=_BOARD_SHARE * sheet.width, height=height - step, gap_x=0, gap_y=1.5 * step,
        over=0, most_cell=style.most_cell_mm,
    )  # fmt: skip
    page = settle(frame, boards, frame.arrange(boards, 1, len(boards), is_solved=False))
    if page.cell_mm < max(least_cell, *(board.puzzle_fit.legible_mm for board in boards)):
        return None
    parts = []
    for k, board in enumerate(boards):
        scene = board.draw(page.cell_mm)
        width = sheet.width - scene.width_mm - 2 * step
        blocks = prose(texts.get(board.number, ()), small, width, is_tight=True)
        note, high = _note(sheet, board, width, Align.LEFT)
        below = 2 * step + column_steps(blocks) * small.leading_mm
        if below + high > page.slot_height:
            return None
        y = page.corner(k)[1] + step
        left, beside = (0.0, scene.width_mm + 2 * step) if k % 2 == 0 else (width + 2 * step, 0.0)
        words = merged(
            [
                _number(sheet, board, 0, width),
                column(blocks, small.leading_mm).moved(0, 2 * step),
                note.moved(0, below),
            ]
        )
        parts += [MarkGroup(scene.marks).moved(left, y), words.moved(beside, y)]
    return merged(parts), page.cell_mm


def _strips(
    sheet: _Sheet, boards: Sequence[BookBoard], rules: _Rules, height: float
) -> tuple[MarkGroup, _Cells] | None:
    """Return a strip for each kind, rules on the left, and the cell of each puzzle.

    None if there is no room.
    """
    gap, texts = 1.2 * sheet.style.leading_mm, {kind[0]: kind for kind in rules.values()}
    groups: list[list[BookBoard]] = []
    for board in boards:
        if board.number in texts or not groups:
            groups.append([])
        groups[-1].append(board)
    side, strips, used = height, list[_Strip](), 0.0
    while side >= _LEAST_SIDE_MM and not strips:
        for share in _RULES_SHARES:
            found = [
                strip
                for some in groups
                if (strip := _strip(sheet, some, texts[some[0].number], side, share))
            ]
            used = sum(strip.height for strip in found) + gap * (len(groups) - 1)
            if len(found) == len(groups) and used <= height:
                strips = found
                break
        side *= _SHRINK
    if not strips:
        return None
    gap += (height - used) / len(strips)
    parts, y = [], 0.0
    for strip in strips:
        parts.append(strip.paint().moved(0, y))
        y += strip.height + gap
    return merged(parts), {number: cell for strip in strips for number, cell in strip.cells.items()}


class _Strip(NamedTuple):
    """The puzzles of a kind with their rules."""

    paint: Callable[[], MarkGroup]
    height: float
    cells: _Cells


def _strip(
    sheet: _Sheet, boards: Sequence[BookBoard], rules: _Rule, side: float, share: float
) -> _Strip | None:
    """Return a strip with boards that fit a square, or are just legible; None if too wide."""
    style, step = sheet.style, sheet.style.leading_mm
    small = sheet.small
    _, kind, items = rules
    wide = share * sheet.width
    title = kind.title_in(sheet.language.code, boards[0].record.verdict.rule)
    words = [
        *heading(title, small, wide, style.subheading_pt, above=0),
        *prose(items, small, wide, is_tight=True),
    ]
    left, over = wide + step, 1.5 * step
    room, y = sheet.width - left, 0.0
    rows: list[list[tuple[BookBoard, float, float]]] = [[]]
    for board in boards:
        most = min(style.most_cell_mm, side / max(board.rows, board.cols))
        cell = max(min(most, most * side / max(board.size(most))), board.puzzle_fit.legible_mm)
        across, _ = board.size(cell)
        if across > room:
            return None
        if rows[-1] and sum(one[2] + step for one in rows[-1]) + across > room:
            rows.append([])
        rows[-1].append((board, cell, across))
    places = []
    for row in rows:
        gap = (room - sum(across for *_, across in row)) / (len(row) + 1)
        x, tallest = left, 0.0
        for board, cell, across in row:
            x += gap
            places.append((board, cell, x, y))
            x += across
            high = board.size(cell)[1] + _note(sheet, board, across)[1]
            tallest = max(tallest, over + high)
        y += tallest + step

    def paint() -> MarkGroup:
        parts = [column(words, small.leading_mm)]
        for board, cell, x, y in places:
            scene = board.draw(cell)
            note, _ = _note(sheet, board, scene.width_mm)
            parts += [
                _number(sheet, board, 0, scene.width_mm, _IN_STRIP).moved(x, y),
                MarkGroup(scene.marks).moved(x, y + over),
                note.moved(x, y + over + scene.height_mm),
            ]
        return merged(parts)

    cells = {board.number: cell for board, cell, *_ in places}
    return _Strip(paint, max(y - step, column_steps(words) * small.leading_mm), cells)


def _number(
    sheet: _Sheet, board: BookBoard, x: float, right: float, usual: str = _CAPTION
) -> MarkGroup:
    """Return the heading of a puzzle: number, dots and caption, of which what fits is shown."""
    style, y = sheet.style, BASELINE * sheet.style.leading_mm
    marks: list[Mark] = [label(str(board.number), x, y, style.number_pt, Face.DISPLAY_BOLD)]
    left = x + measure(f"{board.number} ", Face.DISPLAY_BOLD, style.number_pt)
    if band := dots_band(board):
        dots, across = band_dots(band, left, y, style.detail_pt)
        marks += dots
        left += across + 0.5 * style.detail_pt * PT
    parts = _caption(sheet, board, sheet.own.caption or usual)
    while len(parts) > 1 and not (sheet.own.caption or board.label):
        if left + measure("".join(parts), Face.DISPLAY, style.detail_pt) <= right:
            break
        parts = parts[:-2]
    text, size = re.sub(r"[\r\n\t]", " ", "".join(parts)), style.detail_pt
    if text and (wide := measure(text, Face.DISPLAY, size)) > right - left:
        if not (sheet.own.caption or board.label):
            return MarkGroup(tuple(marks))
        size *= (right - left) / wide
        if size < max(_LEAST_CAPTION_PT, printing_for(sheet.options).type_pt):
            raise _long_caption(sheet, board, text)
    marks += [label(text, left, y, size, Face.DISPLAY)] if text else []
    return MarkGroup(tuple(marks))


def _long_caption(sheet: _Sheet, board: BookBoard, text: str) -> RenderError:
    """Return the error for a caption or label that is wider than its puzzle, however small."""
    error = RenderError(
        f"{text!r} is too long for puzzle {board.number} ({board.cols}x{board.rows}), even in the "
        "smallest legible type; shorten it, or ask for fewer puzzles or a larger page"
    )
    error.key = "caption"
    if not sheet.own.caption:
        error.section, error.key = sheet.sections[board.number], "labels"
    return error


def _caption(sheet: _Sheet, board: BookBoard, form: str) -> list[str]:
    """Return the parts of a caption and their separators, without parts whose fields are empty."""
    language, record = sheet.language, board.record
    grade, credit = record.grade, record.credit
    minutes = grade.extra.get("minutes", "") if grade else ""
    fields = {
        "number": board.number,
        "kind": board.kind.title_in(language.code, record.verdict.rule),
        "size": language.say("size.board", cols=board.cols, rows=board.rows),
        "band": board.label or (language.say(f"band.{board.level}") if board.level else ""),
        "minutes": max(1, round(float(minutes))) if minutes else "",
        "section": sheet.titles[board.number],
        "title": (credit and credit.title) or "",
        "author": (credit and credit.author) or sheet.options.author,
    }
    found: list[str] = []
    parts = _SEPARATOR.split(form)
    for part, before in zip(parts[::2], ["", *parts[1::2]], strict=True):
        if all(fields[name] != "" for name in caption_fields(part)):
            found += [before] * bool(found) + [part.format(**fields)]
    return found


def _note(
    sheet: _Sheet, board: BookBoard, width: float, align: Align = Align.CENTRE
) -> tuple[MarkGroup, float]:
    """Return author and place of the answer of a puzzle, for below it, and their height."""
    language, options, small = sheet.language, sheet.options, sheet.style.small_pt
    credit = board.record.credit
    if credit is None or is_own(board.record, options):
        said = language.say("puzzle.by", author=(credit and credit.author) or options.author)
    else:
        said = language.credit_line(credit)
    if options.answers != "none" or sheet.own.answer:
        key = "sheet.answer" if sheet.previous is None else "sheet.answer_next"
        said = f"{said} {sheet.own.answer or language.say(key)}"
    marks: list[Mark] = []
    y = 0.0
    for line in break_lines([Span(said, Face.TEXT)], small, width):
        y += _LINE * small * PT
        marks += place_line(line, 0, y, width, small, align, QUIET)
    return MarkGroup(tuple(marks)), y + 0.3 * small * PT


def _foot(sheet: _Sheet, boards: Sequence[BookBoard]) -> Scene:
    small = sheet.style.small_pt
    step = _LINE * small * PT
    marks: list[Mark] = [Line((0, step), (sheet.width, step), 0.3, Ink(Role.RULE))]
    y = 2 * step
    shown = boards if sheet.previous is None else sheet.previous
    if sheet.options.answers != "none" and shown:
        block = _answer_block(sheet, shown)
        if sheet.previous is None:
            block = turn_over(block)
        else:
            number = (sheet.own.issue or 1) - 1
            key = "sheet.answers_of" if number else "sheet.answers_before"
            title = sheet.language.say(key, number=number)
            marks.append(label(title, 0, y, sheet.style.detail_pt, Face.DISPLAY_BOLD))
            y += step
        marks += block.moved(0, y).marks
        y += block.height_mm
    for line in break_lines([Span(_credit(sheet), Face.TEXT)], small, sheet.width):
        y += step
        marks += place_line(line, 0, y, sheet.width, small, Align.CENTRE, QUIET)
    return Scene(sheet.width, y + 0.25 * small * PT, tuple(marks))


def _answer_block(sheet: _Sheet, boards: Sequence[BookBoard]) -> Scene:
    small, gap = sheet.style.small_pt, sheet.style.leading_mm
    over = _LINE * small * PT
    marks: list[Mark] = []
    x = y = tallest = 0.0
    for board in boards:
        scene = _answer(sheet, board.for_answers)
        if x and x + scene.width_mm > sheet.width:
            x, y, tallest = 0.0, y + tallest + gap, 0.0
        if scene.width_mm > sheet.width:
            raise RenderError(f"{board.name}: its answer is wider than the sheet; make that wider")
        marks.append(label(str(board.number), x, y + 0.75 * over, small, Face.DISPLAY_BOLD))
        marks += scene.moved(x, y + over).marks
        x += scene.width_mm + gap
        tallest = max(tallest, over + scene.height_mm)
    return Scene(sheet.width, y + tallest, tuple(marks))


def _answer(sheet: _Sheet, board: BookBoard) -> Scene:
    if board.answer_text is None:
        return board.draw(max(COMFORT_MM, board.answer_fit.legible_mm), is_solved=True)
    small = sheet.style.small_pt
    marks: list[Mark] = []
    lines = break_lines([Span(board.answer_text, Face.TEXT)], small, sheet.width)
    for k, line in enumerate(lines):
        marks += place_line(line, 0, (k + 0.8) * _LINE * small * PT, sheet.width, small)
    return Scene(sheet.width, len(lines) * _LINE * small * PT, tuple(marks))


def _credit(sheet: _Sheet) -> str:
    options, language = sheet.options, sheet.language
    said = language.say("copyright.copyright", year=options.year, holder=options.holder)
    if not options.licence:
        return said
    return f"{said} · {language.say('credits.licence', licence=options.licence.rstrip('. '))}"
