"""A puzzle on one sheet of paper: heading, board, rules and credit, as a PDF."""

from __future__ import annotations

import io
from typing import Final

from pipeline.edition.flow.blocks import (
    Block,
    MarkGroup,
    column,
    column_steps,
    heading,
    plain,
    prose,
)
from pipeline.edition.flow.style import style_for
from pipeline.edition.flow.typeset import settable
from pipeline.kinds import get_kind
from pipeline.render.metadata import Metadata
from pipeline.render.pdf import write_pdf
from pipeline.render.picture import cell_for_size
from pipeline.render.templates import plain as plain_text
from pipeline.scene import Scene
from pipeline.web.records import Entry, credit_line, printed_rules, task_of
from pipeline.web.site import Site
from pipeline.web.view import heading_of

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # Width and height in millimetres
_MARGIN_MM: Final = 15.0
_GAP_MM: Final = 6.0
_MOST_CELL_MM: Final = 16.0


def print_page(site: Site, entry: Entry) -> bytes:
    """Return the PDF of a puzzle; `RenderError` if the rules leave no room for the board."""
    width, height = PAPERS[site.table.paper]
    inner = width - 2 * _MARGIN_MM
    style = style_for("standard", width)
    language = site.language
    kind = get_kind(entry.record.kind)
    clues = kind.decode(entry.record.puzzle)
    title = settable(plain_text(heading_of(site, entry)))
    head = heading(title, style, inner, style.subheading_pt, above=0)
    if entry.band:
        head += plain(language.say(f"band.{entry.band}"), style, inner)
    if task := task_of(entry, language):
        head += plain(task, style, inner)
    rules = printed_rules(
        kind, entry.record.verdict.rule, language, entry.record.puzzle, is_hyphenated=True
    )
    foot = prose(rules, style, inner, is_tight=True)
    line = settable(plain_text(credit_line(entry, site.table, language)))
    foot += plain(" · ".join([part for part in (line, site.address("")) if part]), style, inner,
                  style.small_pt)  # fmt: skip
    step = style.leading_mm
    top = _MARGIN_MM + column_steps(head) * step + _GAP_MM
    bottom = height - _MARGIN_MM - column_steps(foot) * step
    cell = cell_for_size(lambda mm: kind.draw(clues, None, mm), inner, bottom - _GAP_MM - top)
    board = kind.draw(clues, None, min(cell, _MOST_CELL_MM))
    left = (width - board.width_mm) / 2
    marks = (
        *_set(head, step, _MARGIN_MM).marks,
        *board.moved(left, top).marks,
        *_set(foot, step, bottom).marks,
    )
    out = io.BytesIO()
    about = Metadata(title=title, author=site.table.author)
    write_pdf([Scene(width, height, marks)], out, metadata=about, language=language.code)
    return out.getvalue()


def _set(blocks: list[Block], step: float, y: float) -> MarkGroup:
    return column(blocks, step).moved(_MARGIN_MM, y)
