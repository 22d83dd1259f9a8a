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

from pipeline.kinds.hashi.islands import Row, clues_of_rows
from pipeline.kinds.hashi.kanpen import (
    UNTOLD,
    Puzzle,
    read_states,
    require_playable,
    states_of,
)
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import cut, is_number, parse_number, require_found, require_size
from pipeline.model import PuzzleFormatError

HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>'
TYPE: Final = "hashi"

_PROLOGUE: Final = "<?xml"
_PUZZLE: Final = re.compile(r"<puzzle\s[^>]*\btype\s*=\s*[\"']hashi[\"']")
_ROOT, _BOARD, _ANSWER = ("puzzle",), ("puzzle", "board"), ("puzzle", "answer")


class Element(NamedTuple):
    """A start tag: 1-based line, names of the elements around it, name, attributes."""

    line: int
    around: tuple[str, ...]
    name: str
    values: Mapping[str, str]


def detect(text: str) -> bool:
    """Return whether the text is XML of a puzzle of this type.

    Examples
    --------
    >>> detect('<?xml version="1.0"?><puzzle type="hashi"/>'), detect("<html>")
    (True, False)
    """
    start = text.lstrip("\ufeff \t\r\n")
    return start.startswith((_PROLOGUE, "<puzzle")) and _PUZZLE.search(start) is not None


def read(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of XML files, with what is drawn if it is whole.

    Parameters
    ----------
    text : str
        The whole text.
    rule : str or None
        What the puzzles are posed under; None for the usual rule.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> text = write([(next(read(EXAMPLE, None)).clues, None)])
    >>> next(read(text, None)).clues.islands
    (2, 0, 2)
    """
    found = False
    for line, part in _parts(text):
        found = True
        yield _read_puzzle(_elements(part, line), line, rule)
    require_found(found, text.count("\n") + 1)


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return an XML file for each puzzle, one after another, with its solution if known.

    Raises
    ------
    PuzzleFormatError
        If a puzzle is posed under another rule, has a clue above 8, or joins islands that touch.
    """
    lines: list[str] = []
    for clues, solution in puzzles:
        require_playable("kanpen-xml", clues, solution)
        lines += [HEAD, f'<puzzle type="{TYPE}">', f'<size row="{clues.rows}" col="{clues.cols}"/>']
        # Programs of this format ask for these three, empty or not.
        lines.append(
            '<property><author value=""/><source value=""/><difficulty value=""/></property>'
        )
        lines.append("<board>")
        for cell in clues.island_cells():
            row, col = divmod(cell, clues.cols)
            clue = clues.islands[cell]
            number = UNTOLD if clue == UNKNOWN else clue
            lines.append(f'<number r="{row + 1}" c="{col + 1}" n="{number}"/>')
        lines += ["</board>", "<answer>"]
        if solution is not None:
            states = states_of(clues, solution)
            for row in range(clues.rows):
                cells = states[row * clues.cols : (row + 1) * clues.cols]
                lines.append(f'<arow row="{row + 1}">{_row_text(cells)}</arow>')
        lines += ["</answer>", "</puzzle>"]
    return "".join(f"{line}\n" for line in lines)


KANPEN_XML: Final[TextFormat[Clues, Solution]] = TextFormat(
    "kanpen-xml", "XML of Kanpen and PencilBox", detect, read, write
)

EXAMPLE: Final = (
    '<puzzle type="hashi"><size row="1" col="3"/>'
    '<board><number r="1" c="1" n="2"/><number r="1" c="3" n="2"/></board></puzzle>'
)
"""The least that is read."""


def _row_text(cells: Sequence[int]) -> str:
    tags = []
    for state, run in groupby(cells):
        count = len(list(run))
        times = f' n="{count}"' if count > 1 else ""
        tags.append(f'<n v="{state}"{times}/>' if state else f"<z{times}/>")
    return "".join(tags)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield each file of a text with the line on which it starts."""
    line = 1
    for at, part in enumerate(text.lstrip("\ufeff").split(_PROLOGUE)):
        if part.strip():
            lead = len(part) - len(part.lstrip()) if at == 0 else 0
            first = line + part[:lead].count("\n")
            yield first, part[lead:] if at == 0 else f"{_PROLOGUE}{part}"
        line += part.count("\n")


def _elements(part: str, start: int) -> list[Element]:
    """Return the start tags of one file in their order."""
    parser = expat.ParserCreate()
    found: list[Element] = []
    around: list[str] = []

    def open_tag(name: str, values: dict[str, str]) -> None:
        line = start + parser.CurrentLineNumber - 1
        found.append(Element(line, tuple(around), name, values))
        around.append(name)

    def close_tag(_: str) -> None:
        around.pop()

    def refuse_doctype(*_: object) -> None:
        raise PuzzleFormatError(
            "expected XML without a DOCTYPE, found one; take it out",
            line=start + parser.CurrentLineNumber - 1,
        )

    parser.StartElementHandler = open_tag
    parser.EndElementHandler = close_tag
    # Entities could grow without bound, and no puzzle needs them.
    parser.StartDoctypeDeclHandler = refuse_doctype
    try:
        parser.Parse(part.rstrip() + "\n", True)
    except expat.ExpatError as error:
        last = start + part.rstrip().count("\n")
        raise PuzzleFormatError(
            f"expected XML, found a mistake in it ({expat.ErrorString(error.code)}); "
            "save the file anew or mend it",
            line=min(start + error.lineno - 1, last),
        ) from None
    return found


def _read_puzzle(
    elements: Sequence[Element], start: int, rule: str | None
) -> Parsed[Clues, Solution]:
    root = elements[0]
    if root.name != "puzzle" or root.values.get("type") != TYPE:
        raise PuzzleFormatError(
            f"expected <puzzle type={TYPE!r}>, found <{cut(root.name)}> of type "
            f"{root.values.get('type', '')!r}; check the file",
            line=root.line,
        )
    size = next((e for e in elements if (e.around, e.name) == (_ROOT, "size")), None)
    if size is None:
        raise PuzzleFormatError("expected <size row=... col=...>, found none", line=root.line)
    rows, cols = _number(size, "row"), _number(size, "col")
    require_size(cols, rows, MAX_SIDE, size.line)
    islands = [0] * (rows * cols)
    # Islands may stand in any order; mistakes are told with the line of the last in their row.
    lines = [root.line] * rows
    for element in elements:
        if (element.around, element.name) != (_BOARD, "number"):
            continue
        row, col = _place(element, "r", rows), _place(element, "c", cols)
        number = _number(element, "n")
        islands[row * cols + col] = UNKNOWN if number == UNTOLD else number
        lines[row] = element.line
    board = [Row(lines[row], islands[row * cols : (row + 1) * cols]) for row in range(rows)]
    clues = clues_of_rows(board, rule)
    return Parsed(start, clues, read_states(clues, _states(elements, rows, cols)))


def _states(elements: Sequence[Element], rows: int, cols: int) -> dict[int, int]:
    """Return what is drawn on the cells of which the answer says something."""
    states: dict[int, int] = {}
    row, col = 0, cols
    for element in elements:
        if (element.around, element.name) == (_ANSWER, "arow"):
            row, col = _place(element, "row", rows), 0
        elif element.around == (*_ANSWER, "arow"):
            state = 0 if element.name == "z" else _number(element, "v")
            count = _number(element, "n") if "n" in element.values else 1
            if element.name not in ("n", "z") or state > 15 or col + count > cols:
                raise PuzzleFormatError(
                    f"expected <z/> and <n v=.../> from 0 to 15 for {cols} cells in <arow>, found "
                    f"<{cut(element.name)}> with {state} at cell {col + 1}; check the answer",
                    line=element.line,
                )
            states |= {row * cols + at: state for at in range(col, col + count)}
            col += count
    return states


def _place(element: Element, key: str, most: int) -> int:
    number = _number(element, key)
    if not 1 <= number <= most:
        raise PuzzleFormatError(
            f"expected {key} from 1 to {most} in <{element.name}>, found {number}; "
            "check it against the size",
            line=element.line,
        )
    return number - 1


def _number(element: Element, key: str) -> int:
    value = element.values.get(key, "")
    if not is_number(value):
        raise PuzzleFormatError(
            f"expected a whole number for {key} in <{element.name}>, found {cut(value)!r}; "
            "check the file",
            line=element.line,
        )
    return parse_number(value)
