"""Hashi as the XML files of PencilBox and Kanpen.

A file is one element ``puzzle`` of type ``hashi`` with its ``size`` (``row``, ``col``), a
``board`` of elements ``number`` (``r`` and ``c`` from 1, ``n``; 9 is not told), and an ``answer``
of rows ``arow``. In a row ``z`` is a cell on which nothing is drawn, ``n`` one with the number
``v``: bridges down, plus four times the bridges across; an attribute ``n`` says for how many cells.
Several files may follow one another, each with its own ``<?xml`` line.

Source: ``FileData.js`` and ``parser.js`` of the program pzprjs (github.com/robx/pzprjs, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from xml.parsers import expat

from pipeline.kinds.hashi.formats.clues import clues_of_rows
from pipeline.kinds.hashi.formats.kanpen import LIMITS, read_states, states_of
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import Row, split_rows
from pipeline.kinds.kit.forms import make_format, to_lines
from pipeline.kinds.kit.janko import make_credit, make_source
from pipeline.kinds.kit.text_lines import Line, is_number, parse_number, require_size
from pipeline.model import PuzzleFormatError, cut

_UNTOLD: Final = 9
_PROLOGUE: Final = "<?xml"
_PUZZLE: Final = re.compile(r"<puzzle\s[^>]*\btype\s*=\s*[\"']hashi[\"']")
_ROOT, _BOARD, _ANSWER = ("puzzle",), ("puzzle", "board"), ("puzzle", "answer")
_PROPERTY: Final = ("puzzle", "property")


class Element(NamedTuple):
    """A start tag: 1-based line, names of the elements around it, name, attributes."""

    line: int
    around: tuple[str, ...]
    name: str
    values: Mapping[str, str]

    def number(self, key: str) -> int:
        """Return the whole number that an attribute says."""
        value = self.values.get(key, "")
        if not is_number(value):
            raise PuzzleFormatError(
                f"expected a whole number for {key} in <{self.name}>, found {cut(value)!r}; "
                "check the file",
                line=self.line,
            )
        return parse_number(value)

    def place(self, key: str, most: int) -> int:
        """Return the row or column that an attribute says, from 0."""
        number = self.number(key)
        if not 1 <= number <= most:
            raise PuzzleFormatError(
                f"expected {key} from 1 to {most} in <{self.name}>, found {number}; "
                "check it against the size",
                line=self.line,
            )
        return number - 1


def _is_xml(text: str) -> bool:
    start = text.lstrip("\ufeff \t\r\n")
    return start.startswith((_PROLOGUE, "<puzzle")) and _PUZZLE.search(start) is not None


def _split(text: str) -> Iterator[Line]:
    """Yield each file of a text, with the line on which it begins."""
    line = 1
    for at, part in enumerate(text.lstrip("\ufeff").split(_PROLOGUE)):
        if part.strip():
            lead = len(part) - len(part.lstrip()) if at == 0 else 0
            first = line + part[:lead].count("\n")
            yield first, part[lead:] if at == 0 else f"{_PROLOGUE}{part}"
        line += part.count("\n")


def _elements(part: str, start: int) -> list[Element]:
    """Return the start tags of one file in their order, under one that says where it starts."""
    parser = expat.ParserCreate()
    found = [Element(start, (), "", {})]
    around: list[str] = []

    def open_tag(name: str, values: dict[str, str]) -> None:
        line = start + parser.CurrentLineNumber - 1
        found.append(Element(line, tuple(around), name, values))
        around.append(name)

    def refuse_doctype(*_: object) -> None:
        raise PuzzleFormatError(
            "expected XML without a DOCTYPE, found one; take it out",
            line=start + parser.CurrentLineNumber - 1,
        )

    parser.StartElementHandler = open_tag
    parser.EndElementHandler = lambda _: around.pop()
    # Entities could grow without bound, and no puzzle needs them.
    parser.StartDoctypeDeclHandler = refuse_doctype
    try:
        parser.Parse(part.rstrip() + "\n", True)
    except expat.ExpatError as error:
        last = start + part.rstrip().count("\n")
        raise PuzzleFormatError(
            f"expected XML, found a mistake in it ({expat.ErrorString(error.code)}); "
            "save the file anew or correct it",
            line=min(start + error.lineno - 1, last),
        ) from None
    return found


def _read(file: Line, rule: str | None) -> Parsed[Clues, Solution]:
    start, root, *inner = _elements(file[1], file[0])
    if root.name != "puzzle" or root.values.get("type") != "hashi":
        raise PuzzleFormatError(
            f"expected <puzzle type='hashi'>, found <{cut(root.name)}> of type "
            f"{root.values.get('type', '')!r}; check the file",
            line=root.line,
        )
    size = next((e for e in inner if (e.around, e.name) == (_ROOT, "size")), None)
    if size is None:
        raise PuzzleFormatError("expected <size row=... col=...>, found none", line=root.line)
    rows, cols = size.number("row"), size.number("col")
    require_size(cols, rows, MAX_SIDE, size.line)
    islands = [0] * (rows * cols)
    # Islands may stand in any order; mistakes are told with the line of the last in their row.
    lines = [root.line] * rows
    for element in inner:
        if (element.around, element.name) == (_BOARD, "number"):
            row, col = element.place("r", rows), element.place("c", cols)
            number = element.number("n")
            islands[row * cols + col] = UNKNOWN if number == _UNTOLD else number
            lines[row] = element.line
    board = [Row(line, row) for line, row in zip(lines, split_rows(islands, cols), strict=True)]
    clues = clues_of_rows(board, rule)
    told = {e.name: e.values.get("value", "") for e in inner if e.around == _PROPERTY}
    solution = read_states(clues, _states(inner, rows, cols))
    return Parsed(start.line, clues, solution, make_credit(told), None, make_source(told))


def _states(elements: Sequence[Element], rows: int, cols: int) -> dict[int, int]:
    """Return what is drawn on the cells of which the answer says something."""
    states: dict[int, int] = {}
    row, col = 0, cols
    for element in elements:
        if (element.around, element.name) == (_ANSWER, "arow"):
            row, col = element.place("row", rows), 0
        elif element.around == (*_ANSWER, "arow"):
            state = 0 if element.name == "z" else element.number("v")
            count = element.number("n") if "n" in element.values else 1
            if element.name not in ("n", "z") or state > 15 or col + count > cols:
                raise PuzzleFormatError(
                    f"expected <z/> and <n v=.../> from 0 to 15 for {cols} cells in <arow>, found "
                    f"<{cut(element.name)}> with {state} at cell {col + 1}; check the answer",
                    line=element.line,
                )
            states |= {row * cols + at: state for at in range(col, col + count)}
            col += count
    return states


def _write(clues: Clues, solution: Solution | None) -> str:
    # Programs of this format ask for the three properties, empty or not.
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<puzzle type="hashi">',
        f'<size row="{clues.rows}" col="{clues.cols}"/>',
        '<property><author value=""/><source value=""/><difficulty value=""/></property>',
        "<board>",
    ]
    for cell in clues.island_cells():
        row, col = divmod(cell, clues.cols)
        number = _UNTOLD if clues.islands[cell] == UNKNOWN else clues.islands[cell]
        lines.append(f'<number r="{row + 1}" c="{col + 1}" n="{number}"/>')
    lines += ["</board>", "<answer>"]
    if solution is not None:
        for row, states in enumerate(split_rows(states_of(clues, solution), clues.cols), start=1):
            lines.append(f'<arow row="{row}">{_row_text(states)}</arow>')
    return to_lines(*lines, "</answer>", "</puzzle>")


def _row_text(cells: Sequence[int]) -> str:
    tags = []
    for state, run in groupby(cells):
        count = len(list(run))
        times = f' n="{count}"' if count > 1 else ""
        tags.append(f'<n v="{state}"{times}/>' if state else f"<z{times}/>")
    return "".join(tags)


KANPEN_XML: Final = make_format(
    "kanpen-xml", "XML of Kanpen and PencilBox", _is_xml, _split, _read, _write, "", LIMITS.refuse
)
