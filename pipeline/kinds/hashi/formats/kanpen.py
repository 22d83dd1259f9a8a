"""Hashi as Kanpen and PencilBox have it: as text, and as an address. Their XML is in its own file.

``.`` is water, 9 an island whose number is not told; what is drawn is a number for each cell:
bridges down, plus four times the bridges across. At most two bridges lie side by side there, and
all islands hang together.

Source: ``hashikake.js``, ``Encode.js`` and ``parser.js`` of the program pzprjs
(github.com/robx/pzprjs, MIT).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pipeline.kinds.hashi.formats.clues import OF_SITES, clues_of_rows
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.spans import Span, reaches_all, read_spans, spans_of
from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.kanpen import kanpen_forms
from pipeline.kinds.kit.pzpr import PzprSheet
from pipeline.kinds.kit.text_lines import ANY_NUMBER
from pipeline.model import PuzzleFormatError

LIMITS: Final = replace(OF_SITES, drawn=2)

CLUES: Final = CellWords(
    {".": 0, "9": UNKNOWN},
    ANY_NUMBER,
    "a number from 1, 9 for an island without a number, or a dot for water",
    "check the file",
)
STATES: Final = CellWords({}, range(16), "0 to 15 for what is drawn on a cell", "check the file")


def _read(sheet: PzprSheet, rule: str | None) -> Parsed[Clues, Solution]:
    rows, cols, body = sheet.rows, sheet.cols, sheet.body
    if len(body) not in (rows, 2 * rows):
        raise PuzzleFormatError(
            f"expected {rows} rows of cells, and as many of what is drawn or none, found "
            f"{len(body)}; correct the rows or the size",
            line=body[-1][0] if body else sheet.line,
        )
    clues = clues_of_rows([CLUES.read_row(line, cols) for line in body[:rows]], rule)
    states = [state for line in body[rows:] for state in STATES.read_row(line, cols).values]
    return Parsed(sheet.line, clues, read_states(clues, dict(enumerate(states))))


def _write(clues: Clues, solution: Solution | None) -> list[str]:
    drawn = [] if solution is None else STATES.write(states_of(clues, solution), clues.cols)
    return [*CLUES.write(clues.islands, clues.cols), *drawn]


KANPEN_URL, KANPEN = kanpen_forms(
    "hashi", MAX_SIDE, _read, _write, (OF_SITES.refuse, LIMITS.refuse), likeness=1
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
