"""What is written on a page for a magazine: its title, captions, notes and credit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.puzzles import band_dots, dots_band
from pipeline.book.press.printing import printing_for
from pipeline.config.book_options import BookOptions
from pipeline.config.sheet_options import SheetOptions, caption_fields
from pipeline.edition.dates import day_text
from pipeline.edition.flow.blocks import BASELINE, MarkGroup
from pipeline.edition.flow.markdown import Paragraph
from pipeline.edition.flow.style import PT, TextStyle
from pipeline.edition.flow.typeset import QUIET, Span, break_lines, label, measure, place_line
from pipeline.edition.language import Language
from pipeline.edition.rights import is_own
from pipeline.model import RenderError
from pipeline.scene import Align, Face, Mark

LINE: Final = 1.3  # Leading of small type, in em
_LEAST_CAPTION_PT: Final = 7.0  # Of captions of the publisher that are too long for their puzzle
_CAPTION: Final = "{title} · {kind} · {band} · {size}"
IN_STRIP: Final = "{title} · {band} · {size}"  # The caption under the name of the kind
_SEPARATOR: Final = re.compile(r"( [-–·|] |, )")  # Between the parts of a caption


@dataclass(frozen=True, slots=True)
class Sheet:
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
        return replace(self.style, body_pt=size, leading_pt=LINE * size)


def set_title(sheet: Sheet) -> tuple[MarkGroup, float]:
    """Return title, number and day of the page, and the y of their end."""
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


def _issue(sheet: Sheet) -> str:
    """Return the number and the day of the page, as far as they are set."""
    own, language = sheet.own, sheet.language
    parts = [
        own.issue and language.say("sheet.issue", number=own.issue),
        own.date and day_text(own.date, language, sheet.options.language),
    ]
    return " · ".join(part for part in parts if part)


def set_lines(sheet: Sheet, texts: Sequence[Sequence[Span]], y: float) -> tuple[MarkGroup, float]:
    """Return paragraphs across the sheet from y on, and the y of their end."""
    style, marks = sheet.style, list[Mark]()
    for spans in texts:
        for line in break_lines(spans, style.small_pt, sheet.width):
            y += LINE * style.small_pt * PT
            marks += place_line(line, 0, y, sheet.width, style.small_pt)
        y += 0.4 * style.leading_mm
    return MarkGroup(tuple(marks)), y + 0.4 * style.leading_mm


def run_on(title: str, items: Sequence[Paragraph]) -> list[Span]:
    """Return rules as one paragraph, after the title if there is one."""
    spans = [Span(f"{title}. ", Face.TEXT_BOLD)] if title else []
    for item in items:
        mark = f"{item.marker.rstrip('.')}\u00a0" if item.marker[:1].isdecimal() else ""
        spans += [Span(mark, Face.TEXT_BOLD)] * bool(mark)
        spans += [*item.spans, Span(" ", Face.TEXT)]
    return spans


def set_number(
    sheet: Sheet, board: BookBoard, x: float, right: float, usual: str = _CAPTION
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


def _long_caption(sheet: Sheet, board: BookBoard, text: str) -> RenderError:
    """Return the error for a caption or label that is wider than its puzzle, however small."""
    error = RenderError(
        f"{text!r} is too long for puzzle {board.number} ({board.cols}x{board.rows}), even in the "
        "smallest legible type; shorten it, or ask for fewer puzzles or a larger page"
    )
    error.key = "caption"
    if not sheet.own.caption:
        error.section, error.key = sheet.sections[board.number], "labels"
    return error


def _caption(sheet: Sheet, board: BookBoard, form: str) -> list[str]:
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
    shown: list[str] = []
    parts = _SEPARATOR.split(form)
    for part, before in zip(parts[::2], ["", *parts[1::2]], strict=True):
        if all(fields[name] != "" for name in caption_fields(part)):
            shown += [before] * bool(shown) + [part.format(**fields)]
    return shown


def set_note(
    sheet: Sheet, board: BookBoard, width: float, align: Align = Align.CENTRE
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
        y += LINE * small * PT
        marks += place_line(line, 0, y, width, small, align, QUIET)
    return MarkGroup(tuple(marks)), y + 0.3 * small * PT


def credit(sheet: Sheet) -> str:
    """Return the line of the copyright at the foot."""
    options, language = sheet.options, sheet.language
    said = language.say("copyright.copyright", year=options.year, holder=options.holder)
    if not options.licence:
        return said
    return f"{said} · {language.say('credits.licence', licence=options.licence.rstrip('. '))}"
