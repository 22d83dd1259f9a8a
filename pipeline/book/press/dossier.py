"""The dossier of a book as pages: chapters of labelled values, lists and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Final, TypeAlias

from pipeline.edition.flow.blocks import (
    Block,
    MarkGroup,
    balance,
    chapter_heading,
    column,
    heading,
    merged,
    paragraph,
    space,
)
from pipeline.edition.flow.style import style_for
from pipeline.edition.flow.typeset import QUIET, Span, label, settable
from pipeline.render import pdf
from pipeline.render.metadata import Metadata
from pipeline.render.theme import get_theme
from pipeline.scene import Align, Face, Ink, Line, Role, Scene

Chapters: TypeAlias = Mapping[str, Mapping[str, Any]]  # Tables of values by key

_WIDTH, _HEIGHT, _MARGIN = 210.0, 297.0, 22.0
_STYLE: Final = style_for("standard", 150.0)
_LABEL_MM: Final = 44.0
_GAP_MM: Final = 4.0


def write_dossier(chapters: Chapters, title: str, stream: BinaryIO) -> None:
    """Write a dossier as PDF on A4, for reading and printing."""
    width = _WIDTH - 2 * _MARGIN
    blocks = chapter_heading(_on_one_line(f"Dossier: {title}"), _STYLE, width)
    for name, values in chapters.items():
        blocks += heading(_words(name), _STYLE, width, _STYLE.subheading_pt, above=2)
        for key, value in values.items():
            blocks += _entry(_words(key), value, width)
    steps = int((_HEIGHT - 2 * _MARGIN) / _STYLE.leading_mm)
    parts = balance(blocks, steps)
    pdf.write_pdf(
        (_page(blocks[part], number, len(parts), title) for number, part in enumerate(parts, 1)),
        stream, get_theme("mono"), metadata=Metadata(title=f"Dossier: {title}", author=""),
        is_for_screen=True,
    )  # fmt: skip


_SPELT: Final = {"isbn": "ISBN", "sha256": "SHA-256", "generative_ai": "Generative AI"}


def _on_one_line(text: str) -> str:
    return settable(" ".join(text.split()))


def _words(key: str) -> str:
    return _SPELT.get(key, key[:1].upper() + key[1:].replace("_", " "))


def _page(blocks: Sequence[Block], number: int, pages: int, title: str) -> pdf.Page:
    foot = _HEIGHT - _MARGIN / 2
    texts = ((_on_one_line(title), _MARGIN, Align.LEFT),
             (f"{number} of {pages}", _WIDTH - _MARGIN, Align.RIGHT))  # fmt: skip
    marks = [
        label(text, x, foot, _STYLE.small_pt, Face.DISPLAY, align, ink=QUIET)
        for text, x, align in texts
    ]
    body = column(blocks, _STYLE.leading_mm).moved(_MARGIN, _MARGIN)
    return pdf.Page(Scene(_WIDTH, _HEIGHT, (*body.marks, *marks)))


def _entry(name: str, value: Any, width: float) -> list[Block]:
    """Return a label with its value beside it, or a table below it."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        head = paragraph([Span(name, Face.DISPLAY_SEMIBOLD)], _STYLE, width)
        return [*_kept(head), *_table(value, width), space()]
    texts = [_shown(one) for one in value] if isinstance(value, list) else [_shown(value)]
    lines = [
        line
        for text in texts
        for line in paragraph([Span(_on_one_line(text), Face.TEXT)], _STYLE, width - _LABEL_MM)
    ]
    names = paragraph([Span(name, Face.DISPLAY_SEMIBOLD)], _STYLE, _LABEL_MM - _GAP_MM)
    count = max(len(lines), len(names))
    return [
        Block(1, merged([
            *(one.painted for one in names[k : k + 1]),
            *(one.painted.moved(_LABEL_MM, 0) for one in lines[k : k + 1]),
        ]), is_kept=k == 0 and count > 1)
        for k in range(count)
    ]  # fmt: skip


def _kept(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        yield Block(block.steps, block.painted, is_kept=True)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_words(key).lower()}: {one}" for key, one in value.items())
    return str(value)


def _table(rows: Sequence[Mapping[str, Any]], width: float) -> Iterator[Block]:
    """Yield the lines of a table; the first column is twice as wide as the others."""
    keys = list(rows[0])
    first = width * 2 / (len(keys) + 1)
    rest = (width - first) / max(1, len(keys) - 1)
    edges = [0.0, *(first + k * rest for k in range(len(keys) - 1))]
    wide = [first - _GAP_MM, *[rest - _GAP_MM] * (len(keys) - 1)]
    lines = [([_words(key) for key in keys], Face.DISPLAY)]
    lines += [([_shown(row[key]) for key in keys], Face.TEXT) for row in rows]
    for texts, face in lines:
        cells = [
            paragraph([Span(_on_one_line(text), face)], _STYLE, room, size_pt=_STYLE.small_pt)
            for text, room in zip(texts, wide, strict=True)
        ]
        high = max(map(len, cells))
        parts = [
            column(cell, _STYLE.leading_mm).moved(x, 0)
            for cell, x in zip(cells, edges, strict=True)
        ]
        rule = Line(
            (0, high * _STYLE.leading_mm), (width, high * _STYLE.leading_mm), 0.2, Ink(Role.RULE)
        )
        yield Block(high, merged([*parts, MarkGroup((rule,))]), is_kept=face is Face.DISPLAY)
