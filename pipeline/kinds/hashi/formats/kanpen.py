"""Hashi as Kanpen and PencilBox have it: as text, and as an address. Their XML is in its own file.

The text is rows and columns, a line each, then the cells with spaces between (``.`` water, 9 an
island whose number is not told), then, where something is drawn, a number for each cell: bridges
down, plus four times the bridges across. The address has the same behind ``?problem=``, with a
slash for each end of a line and a low line for each space. At most two bridges lie side by side
there, and all islands hang together.

Source: ``hashikake.js``, ``Encode.js`` and ``parser.js`` of the program pzprjs
(github.com/robx/pzprjs, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pipeline.kinds.hashi.formats.clues import OF_SITES, clues_of_rows
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.spans import Span, reaches_all, read_spans, spans_of
from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.forms import first_line, make_format, to_lines
from pipeline.kinds.kit.text_lines import (
    ANY_NUMBER,
    Line,
    cut,
    is_number,
    number_lines,
    parse_number,
    require_size,
    said_lines,
    split_blocks,
)
from pipeline.model import PuzzleFormatError

SITE: Final = "http://www.kanpen.net/hashi.html?problem="
LIMITS: Final = replace(OF_SITES, drawn=2)

_ADDRESS: Final = re.compile(r"\S*hashi\.html\?problem=(\S*)")
CLUES: Final = CellWords(
    {".": 0, "9": UNKNOWN},
    ANY_NUMBER,
    "a number from 1, 9 for an island without a number, or a dot for water",
    "check the file",
)
STATES: Final = CellWords({}, range(16), "0 to 15 for what is drawn on a cell", "check the file")


def _is_kanpen(text: str) -> bool:
    """Return whether the text begins with two lines of one number, and a row of cells."""
    block = next(split_blocks(number_lines(text)), [])
    if len(block) < 3 or not all(is_number(line) for _, line in block[:2]):
        return False
    words = block[2][1].split()
    return len(words) == parse_number(block[1][1]) and all(
        word == "." or is_number(word) for word in words
    )


def _read_block(block: Sequence[Line], rule: str | None) -> Parsed[Clues, Solution]:
    first = block[0][0]
    head = [line for _, line in block[:2]]
    if len(head) < 2 or not all(map(is_number, head)):
        raise PuzzleFormatError(
            f"expected rows and columns, a line each, found {cut(' '.join(head))!r}; "
            "check the file",
            line=first,
        )
    rows, cols = map(parse_number, head)
    require_size(cols, rows, MAX_SIDE, first)
    body = block[2:]
    if len(body) not in (rows, 2 * rows):
        raise PuzzleFormatError(
            f"expected {rows} rows of cells, and as many of what is drawn or none, found "
            f"{len(body)}; correct the rows or the size",
            line=block[-1][0],
        )
    clues = clues_of_rows([CLUES.read_row(line, cols) for line in body[:rows]], rule)
    states = [state for line in body[rows:] for state in STATES.read_row(line, cols).values]
    return Parsed(first, clues, read_states(clues, dict(enumerate(states))))


def _write_block(clues: Clues, solution: Solution | None) -> str:
    drawn = [] if solution is None else STATES.write(states_of(clues, solution), clues.cols)
    rows = CLUES.write(clues.islands, clues.cols)
    return to_lines(str(clues.rows), str(clues.cols), *rows, *drawn)


def _read_address(line: Line, rule: str | None) -> Parsed[Clues, Solution]:
    number, text = line
    match = _ADDRESS.fullmatch(text)
    if match is None:
        raise PuzzleFormatError(
            f"expected an address such as {SITE}ROWS/COLUMNS/CELLS, found {cut(text)!r}; "
            "copy the whole address",
            line=number,
        )
    parts = match[1].replace("_", " ").removesuffix("/").split("/")
    return _read_block([(number, part) for part in parts], rule)


def _write_address(clues: Clues, _: Solution | None) -> str:
    # Each cell is followed by a space there, the last of a row too.
    rows = [row.replace(" ", "_") + "_/" for row in CLUES.write(clues.islands, clues.cols)]
    return f"{SITE}{clues.rows}/{clues.cols}/{''.join(rows)}\n"


KANPEN: Final = make_format(
    "kanpen",
    "text of Kanpen and PencilBox",
    _is_kanpen,
    lambda text: split_blocks(number_lines(text)),
    _read_block,
    _write_block,
    "\n",
    LIMITS.refuse,
)
KANPEN_URL: Final = make_format(
    "kanpen-url",
    "addresses of Kanpen",
    lambda text: _ADDRESS.fullmatch(first_line(text)) is not None,
    said_lines,
    _read_address,
    _write_address,
    refuse=OF_SITES.refuse,
)


def states_of(clues: Clues, solution: Solution) -> list[int]:
    """Return what is drawn on each cell: bridges down, plus four times the bridges across.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> states_of(make_clues(1, 3, [2, 0, 2]), make_solution([(0, 2, 2)]))
    [0, 8, 0]
    """
    states = [0] * len(clues.islands)
    for cell, (span,) in spans_of(clues, solution).items():
        states[cell] = span.count * (4 if span.is_across else 1)
    return states


def read_states(clues: Clues, states: Mapping[int, int]) -> Solution | None:
    """Return the bridges that are drawn if each is whole, and gives each island one at least.

    Anything else is the drawing of somebody who has not finished. Bridges that cross make no
    solution; whichever is taken, it will be found broken.
    """
    spans = {}
    for cell, state in states.items():
        across, down = divmod(state, 4)
        if state:
            spans[cell] = Span(across, True) if across else Span(down, False)
    solution = read_spans(clues, spans).solution
    return solution if solution and reaches_all(clues, solution) else None
