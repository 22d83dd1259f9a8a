"""Markdown of rules texts: only headings, paragraphs, lists, bold and italic.

An item that begins with a bold sign explains that sign; it is printed only if a board has it.

``# Heading`` (one to three marks), ``1. item``, ``- item``, ``**bold**``, ``*italic*``; a blank
line ends a paragraph; a line without one before it continues the paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.edition.flow.typeset import Span
from pipeline.scene import Face, Label, Mark, Rect, Role

_HEADING: Final = re.compile(r"(#{1,3})\s+(.*)")
_ITEM: Final = re.compile(r"(?:(\d+)\.|[-*•])\s+(.*)$")
_CLOSES: Final = {mark: re.compile(rf"(?<=\S){re.escape(mark)}") for mark in ("**", "*")}
_FACES: Final = {"**": Face.TEXT_BOLD, "*": Face.TEXT_ITALIC}


FILLED: Final = "\N{BLACK SQUARE}"  # The sign of a filled cell


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, heading or list item.

    ``level`` is 1 to 3 for a heading and 0 otherwise; ``marker`` is the number or bullet of a
    list item, and empty otherwise.
    """

    spans: tuple[Span, ...]
    level: int = 0
    marker: str = ""


def legend_sign(paragraph: Paragraph) -> str | None:
    r"""Return the sign that an item explains, in bold at its start; None for other items.

    >>> [legend_sign(item) for item in parse_markdown("- **?** is any number\n- one **?** more")]
    ['?', None]
    """
    first = paragraph.spans[0]
    is_sign = len(first.text) == 1 and not first.text.isalnum() and first.face is Face.TEXT_BOLD
    return first.text if paragraph.marker and is_sign else None


def without_idle_legends(
    paragraphs: Sequence[Paragraph], draw: Callable[[], Iterable[Mark]]
) -> tuple[Paragraph, ...]:
    """Return the rules without items on signs that no board shows; ``draw`` returns their marks.

    The sign of cells that are filled is a black square.
    """
    if not any(map(legend_sign, paragraphs)):
        return tuple(paragraphs)
    shown = set[str | None]([None])
    for mark in draw():
        if isinstance(mark, Label):
            shown.add(mark.text)
        elif isinstance(mark, Rect) and mark.fill and mark.fill.role is Role.CLUE:
            shown.add(FILLED)
    return tuple(item for item in paragraphs if legend_sign(item) in shown)


def parse_markdown(text: str) -> tuple[Paragraph, ...]:
    r"""Return the paragraphs of a text.

    >>> [(p.marker, p.spans[0].text) for p in parse_markdown("Do:\n\n1. one\n2. two")]
    [('', 'Do:'), ('1.', 'one'), ('2.', 'two')]
    """
    paragraphs: list[tuple[list[str], int, str]] = []
    is_open = False
    for raw in text.splitlines():
        line = raw.strip()
        if not line:
            is_open = False
            continue
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading:
            paragraphs.append(([heading[2].rstrip("#").rstrip()], len(heading[1]), ""))
            is_open = False
        elif item:
            paragraphs.append(([item[2]], 0, f"{item[1]}." if item[1] else "•"))
            is_open = True
        elif is_open:
            paragraphs[-1][0].append(line)
        else:
            paragraphs.append(([line], 0, ""))
            is_open = True
    return tuple(
        Paragraph(parse_spans(" ".join(lines)), level, marker)
        for lines, level, marker in paragraphs
    )


def parse_spans(text: str) -> tuple[Span, ...]:
    """Return a line of text as spans in the text faces.

    >>> [span.face.value for span in parse_spans("a **b** *c*")]
    ['text', 'text-bold', 'text', 'text-italic']
    """
    spans: list[Span] = []
    end, start = 0, text.find("*")
    marks = [*_CLOSES]  # those that are closed somewhere below
    while start >= 0:
        for mark in [one for one in marks if text.startswith(one, start)]:
            first = start + len(mark)
            if not text[first : first + 1].strip():
                continue
            closing = _CLOSES[mark].search(text, first + 1)
            if closing is None:
                marks.remove(mark)
                continue
            if start > end:
                spans.append(Span(text[end:start], Face.TEXT))
            spans.append(Span(text[first : closing.start()], _FACES[mark]))
            end = closing.end()
            break
        start = text.find("*", max(end, start + 1))
    if end < len(text):
        spans.append(Span(text[end:], Face.TEXT))
    return tuple(spans)
