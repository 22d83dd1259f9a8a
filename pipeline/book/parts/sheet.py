"""One page of puzzles for a magazine: answers upside down in a block at its foot, and a credit.

It is placed in another's layout, so that it has no front matter, no folio and no bleed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.book.flow.blocks import BASELINE, MarkGroup, merged
from pipeline.book.flow.language import Language, load_language
from pipeline.book.flow.markdown import parse_markdown
from pipeline.book.flow.style import PT, Style, style_for
from pipeline.book.flow.turned import turn_over
from pipeline.book.flow.typeset import QUIET, Span, break_lines, label, measure, place_line
from pipeline.book.parts.answers import COMFORT_MM
from pipeline.book.parts.boards import (
    BookBoard,
    Limits,
    SlotFrame,
    best_arrangement,
    number_boards,
    require_legible,
    settle,
)
from pipeline.book.parts.puzzles import band_dots, dots_band, long_label
from pipeline.book.press.printing import load_printing
from pipeline.book.press.rights import is_own, require_rights
from pipeline.book.section import BookSection
from pipeline.config.book_options import BookOptions
from pipeline.model import Band, RenderError
from pipeline.render.fonts import using_fonts
from pipeline.scene import Align, Face, Ink, Line, Mark, Role, Scene

_LINE: Final = 1.3
"""Distance of lines of small type, in sizes of it."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What every part of a sheet needs to know; ``width`` and ``height`` are within its margins."""

    options: BookOptions
    language: Language
    style: Style
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
    with using_fonts(options.fonts.files()):
        require_rights(options, (record for section in sections for record in section.records))
        type_pt = load_printing(options.printers, options.printers_file).type_pt
        numbered = number_boards(sections, Limits(type_pt, type_pt))
        boards = [board for boards in numbered for board in boards]
        sheet = _Sheet(
            options, load_language(options.language), style_for("standard", size[0]),
            size[0] - 2 * margin_mm, size[1] - 2 * margin_mm,
        )  # fmt: skip
        head, top = _head(sheet, sections, boards)
        foot = _foot(sheet, boards)
        room = sheet.height - top - foot.height_mm
        if room <= 0:
            raise RenderError(
                f"the answers of {len(boards)} puzzles leave no room for them on a sheet of "
                f"{size[0]:g} x {size[1]:g} mm; ask for fewer or a larger sheet"
            )
        grid = _grid(sheet, boards, room)
        parts = [head, grid.moved(0, top), MarkGroup(foot.marks).moved(0, top + room)]
        return Scene(*size, merged(parts).moved(margin_mm, margin_mm).marks)


def _head(
    sheet: _Sheet, sections: Sequence[BookSection], boards: Sequence[BookBoard]
) -> tuple[MarkGroup, float]:
    """Return the title with what is to be done in a sentence for each kind, and their height."""
    style = sheet.style
    marks: list[Mark] = []
    y = 0.0
    for line in break_lines(
        [Span(sheet.options.title, Face.DISPLAY_BOLD)], style.heading_pt, sheet.width
    ):
        y += style.heading_pt * PT
        marks += place_line(
            line, 0, y - 0.25 * style.heading_pt * PT, sheet.width, style.heading_pt
        )
    rules = {(board.kind.id, section.rule): board.kind for section in sections for board in boards
             if board.record in section.records}  # fmt: skip
    for (_, rule), kind in rules.items():
        text = sheet.language.smarten(kind.rules_text(rule, sheet.language.code))
        items = [item for item in parse_markdown(text) if not item.level]
        said = " ".join(
            "".join(span.text for span in item.spans) for item in items if not item.marker
        )
        for line in break_lines([Span(said, Face.TEXT)], style.body_pt, sheet.width):
            y += style.leading_mm
            marks += place_line(line, 0, y - 0.26 * style.leading_mm, sheet.width, style.body_pt)
    return MarkGroup(tuple(marks)), y + 0.5 * style.leading_mm


def _grid(sheet: _Sheet, boards: Sequence[BookBoard], height: float) -> MarkGroup:
    """Return the puzzles with their numbers and bands, as large as they can be."""
    style, step = sheet.style, sheet.style.leading_mm
    frame = SlotFrame(
        width=sheet.width, height=height, gap_x=2 * step, gap_y=step, over=1.5 * step,
        most_cell=style.most_cell_mm,
    )  # fmt: skip
    page = best_arrangement(frame, boards, len(boards), is_solved=False)
    page = settle(frame, boards, page)
    require_legible(frame, boards, page, is_solved=False)
    parts = []
    for k, board in enumerate(boards):
        scene = board.draw(page.cell_mm)
        x, y = page.corner(k)
        dx = (page.slot_width - scene.width_mm) / 2
        number = label(
            str(board.number), dx, y + BASELINE * step, style.number_pt, Face.DISPLAY_BOLD
        )
        marks: list[Mark] = [number]
        if band := dots_band(board):
            left = dx + measure(f"{board.number} ", Face.DISPLAY_BOLD, style.number_pt)
            marks += _band(board, band, left, page.slot_width, y + BASELINE * step, style)
        parts.append(MarkGroup(tuple(marks)).moved(x, 0))
        parts.append(MarkGroup(scene.marks).moved(x + dx, y + frame.over))
    return merged(parts)


def _band(
    board: BookBoard, band: Band, left: float, right: float, y: float, style: Style
) -> list[Mark]:
    """Return the dots over a puzzle and, where its section has words for its band, these."""
    marks, across = band_dots(band, left, y, style.detail_pt)
    left += across + 0.5 * style.detail_pt * PT
    if board.label:
        if left + measure(board.label, Face.DISPLAY, style.detail_pt) > right:
            raise long_label(board)
        marks.append(label(board.label, left, y, style.detail_pt, Face.DISPLAY))
    return marks


def _foot(sheet: _Sheet, boards: Sequence[BookBoard]) -> Scene:
    """Return the block of answers, upside down under a rule, and the credit under it."""
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
    """Return the answers in rows, each under its number; read with the page turned."""
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
    """Return whose puzzles these are: the book's own line, then each other author's."""
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
