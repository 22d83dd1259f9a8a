"""One page of puzzles for a magazine: answers upside down in a block at its foot, and a credit.

It is placed in the magazine's layout, so that it has no front matter, folio or bleed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pipeline.book.flow.blocks import (
    BASELINE,
    MarkGroup,
    column,
    column_steps,
    merged,
    prose,
    turn_over,
)
from pipeline.book.flow.language import Language, load_language
from pipeline.book.flow.markdown import Paragraph, parse_markdown
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
)
from pipeline.book.parts.guide import ends_under, without_idle_legends
from pipeline.book.parts.puzzles import band_dots, dots_band, long_label
from pipeline.book.press.printing import printing_for
from pipeline.book.press.rights import is_own, require_rights
from pipeline.book.section import BookSection
from pipeline.config.book_options import BookOptions
from pipeline.kinds.interface import AnyKind
from pipeline.model import Band, RenderError
from pipeline.render.fonts import using_fonts
from pipeline.scene import Align, Face, Ink, Line, Mark, Role, Scene

_LINE: Final = 1.3
"""Leading of small type, in em."""
_LEAST_FILLED: Final = 0.7
"""Least share of its area for puzzles side by side; else each has a row."""
_LEAST_CELL: Final = 0.8
"""Least size of cells in rows, relative to cells side by side."""
_BOARD_SHARE: Final = 0.62
"""Largest share of the width for a puzzle in a row of its own."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Context of a sheet; ``width`` and ``height`` are within its margins."""

    options: BookOptions
    language: Language
    style: TextStyle
    width: float
    height: float


def lay_sheet(
    options: BookOptions,
    sections: Sequence[BookSection],
    size: tuple[float, float],
    margin_mm: float,
) -> Scene:
    """Return a page of this size, in millimetres, with every puzzle of the sections.

    `RenderError` if a puzzle or an answer cannot be legible on it. `ConfigError` if a record is not
    ready to be printed, or may not be sold.
    """
    with using_fonts(options.faces):
        require_rights(options, (record for section in sections for record in section.records))
        type_pt = printing_for(options).type_pt
        numbered = number_boards(sections, Limits(type_pt, type_pt), options.theme)
        boards = [board for boards in numbered for board in boards]
        sheet = _Sheet(
            options, load_language(options.language), style_for("standard", size[0]),
            size[0] - 2 * margin_mm, size[1] - 2 * margin_mm,
        )  # fmt: skip
        rules = _rules(sheet, sections, numbered)
        foot = _foot(sheet, boards)
        title, top = _title(sheet)
        said = [
            _run_on(kind.title_in(sheet.language.code, rule) if len(rules) > 1 else "", items)
            for (_, rule), (_, kind, items) in rules.items()
        ]
        words, below = _set_lines(sheet, said, top)
        room = sheet.height - foot.height_mm
        if room <= below:
            raise RenderError(
                f"the answers of {len(boards)} puzzles leave no room for them on a sheet of "
                f"{size[0]:g} x {size[1]:g} mm; ask for fewer or a larger sheet"
            )
        grid, cell, used = _grid(sheet, boards, room - below)
        parts = [title, words, grid.moved(0, below)]
        if used < _LEAST_FILLED * (room - below):
            rows = _in_rows(sheet, boards, rules, room - top, _LEAST_CELL * cell)
            parts = parts if rows is None else [title, rows.moved(0, top)]
        parts.append(MarkGroup(foot.marks).moved(0, room))
        return Scene(*size, merged(parts).moved(margin_mm, margin_mm).marks)


_Rules: TypeAlias = dict[tuple[str, str | None], tuple[int, AnyKind, tuple[Paragraph, ...]]]
"""By kind and rule: the number of the first puzzle under it, the kind, and its rules."""


def _rules(
    sheet: _Sheet, sections: Sequence[BookSection], numbered: Sequence[Sequence[BookBoard]]
) -> _Rules:
    found: _Rules = {}
    for section, boards in zip(sections, numbered, strict=True):
        key, kind = (section.kind, section.rule), boards[0].kind
        if key not in found:
            ends = ends_under(sections, kind, section.rule)
            shown = section.ends if len(ends) == 1 else "numbers"
            text = kind.rules_text(section.rule, sheet.language.code, shown)
            text += f"\n\n{sheet.language.say('howto.ends')}\n" * (len(ends) > 1)
            text = sheet.language.smarten(text)
            items = tuple(item for item in parse_markdown(text) if not item.level)
            under = [
                board
                for one, some in zip(sections, numbered, strict=True)
                if (one.kind, one.rule) == key
                for board in some
            ]
            found[key] = (boards[0].number, kind, without_idle_legends(items, under))
    return found


def _run_on(title: str, items: Sequence[Paragraph]) -> list[Span]:
    """Return rules as one paragraph, each with its number."""
    spans = [Span(f"{title}. ", Face.TEXT_BOLD)] if title else []
    for item in items:
        mark = f"{item.marker.rstrip('.')}\u00a0" if item.marker[:1].isdecimal() else ""
        spans += [Span(mark, Face.TEXT_BOLD)] * bool(mark)
        spans += [*item.spans, Span(" ", Face.TEXT)]
    return spans


def _title(sheet: _Sheet) -> tuple[MarkGroup, float]:
    size, marks, y = sheet.style.heading_pt, list[Mark](), 0.0
    for line in break_lines([Span(sheet.options.title, Face.DISPLAY_BOLD)], size, sheet.width):
        y += size * PT
        marks += place_line(line, 0, y - 0.25 * size * PT, sheet.width, size)
    return MarkGroup(tuple(marks)), y


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
    sheet: _Sheet, boards: Sequence[BookBoard], height: float
) -> tuple[MarkGroup, float, float]:
    style, step = sheet.style, sheet.style.leading_mm
    frame = SlotFrame(
        width=sheet.width, height=height, gap_x=2 * step, gap_y=step, over=1.5 * step,
        most_cell=style.most_cell_mm,
    )  # fmt: skip
    page = best_arrangement(frame, boards, len(boards), is_solved=False)
    page = settle(frame, boards, page)
    require_legible(frame, boards, page, is_solved=False)
    scenes = [board.draw(page.cell_mm) for board in boards]
    tallest: dict[float, float] = {}
    for k, scene in enumerate(scenes):
        row = page.corner(k)[1]
        tallest[row] = max(tallest.get(row, 0.0), scene.height_mm)
    parts, end = [], 0.0
    for k, (board, scene) in enumerate(zip(boards, scenes, strict=True)):
        x, y = page.corner(k)
        end = max(end, y + frame.over + scene.height_mm)
        # centre a row of smaller boards in its space
        slack = page.slot_height - frame.over - tallest[y]
        y += min(slack / 2, 2 * step)
        dx = (page.slot_width - scene.width_mm) / 2
        parts.append(_number(sheet, board, dx, page.slot_width).moved(x, y))
        parts.append(MarkGroup(scene.marks).moved(x + dx, y + frame.over))
    return merged(parts), page.cell_mm, end


def _in_rows(
    sheet: _Sheet, boards: Sequence[BookBoard], rules: _Rules, height: float, least_cell: float
) -> MarkGroup | None:
    """Return the puzzles one below another, left and right in turn, with their rules beside them.

    For few puzzles on a tall page, which side by side would leave its lower half empty. None if
    cells would be too small, or the rules do not fit beside a puzzle.
    """
    style, step = sheet.style, sheet.style.leading_mm
    small = replace(style, body_pt=style.small_pt, leading_pt=_LINE * style.small_pt)
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
        if 2 * step + column_steps(blocks) * small.leading_mm > page.slot_height:
            return None
        y = page.corner(k)[1] + step
        left, beside = (0.0, scene.width_mm + 2 * step) if k % 2 == 0 else (width + 2 * step, 0.0)
        words = merged(
            [_number(sheet, board, 0, width), column(blocks, small.leading_mm).moved(0, 2 * step)]
        )
        parts += [MarkGroup(scene.marks).moved(left, y), words.moved(beside, y)]
    return merged(parts)


def _number(sheet: _Sheet, board: BookBoard, x: float, right: float) -> MarkGroup:
    style, y = sheet.style, BASELINE * sheet.style.leading_mm
    marks: list[Mark] = [label(str(board.number), x, y, style.number_pt, Face.DISPLAY_BOLD)]
    if band := dots_band(board):
        left = x + measure(f"{board.number} ", Face.DISPLAY_BOLD, style.number_pt)
        marks += _band(board, band, left, right, y, style)
    return MarkGroup(tuple(marks))


def _band(
    board: BookBoard, band: Band, left: float, right: float, y: float, style: TextStyle
) -> list[Mark]:
    """Return the dots over a puzzle and, if its section has a label for its band, the label."""
    marks, across = band_dots(band, left, y, style.detail_pt)
    left += across + 0.5 * style.detail_pt * PT
    if board.label:
        if left + measure(board.label, Face.DISPLAY, style.detail_pt) > right:
            raise long_label(board)
        marks.append(label(board.label, left, y, style.detail_pt, Face.DISPLAY))
    return marks


def _foot(sheet: _Sheet, boards: Sequence[BookBoard]) -> Scene:
    small = sheet.style.small_pt
    step = _LINE * small * PT
    marks: list[Mark] = [Line((0, step), (sheet.width, step), 0.3, Ink(Role.RULE))]
    y = 2 * step
    if sheet.options.answers != "none":
        block = _answer_block(sheet, boards)
        marks += turn_over(block).moved(0, y).marks
        y += block.height_mm
    for line in break_lines([Span(_credit(sheet, boards), Face.TEXT)], small, sheet.width):
        y += step
        marks += place_line(line, 0, y, sheet.width, small, Align.CENTRE, QUIET)
    return Scene(sheet.width, y + 0.25 * small * PT, tuple(marks))


def _answer_block(sheet: _Sheet, boards: Sequence[BookBoard]) -> Scene:
    small, gap = sheet.style.small_pt, sheet.style.leading_mm
    over = _LINE * small * PT
    marks: list[Mark] = []
    x = y = tallest = 0.0
    for board in boards:
        scene = _answer(sheet, board)
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


def _credit(sheet: _Sheet, boards: Iterable[BookBoard]) -> str:
    options, language = sheet.options, sheet.language
    said = [language.say("copyright.copyright", year=options.year, holder=options.holder)]
    if options.licence:
        said.append(language.say("credits.licence", licence=options.licence.rstrip(". ")))
    said += [
        f"{board.number}: {language.credit_line(board.record.credit)}"
        for board in boards
        if board.record.credit is not None and not is_own(board.record, options)
    ]
    return " · ".join(said)
