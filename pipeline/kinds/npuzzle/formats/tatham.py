"""Game IDs of Fifteen in Simon Tatham's Portable Puzzle Collection.

An ID is ``WxH:N,N,...``: the tiles row by row, 0 for the gap. The goal is the classic one.

Source: ``fifteen.c`` of the collection (MIT), as described in its documentation.
"""

from __future__ import annotations

import re
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.forms import first_line, make_format
from pipeline.kinds.kit.rules_files import require_no_rule
from pipeline.kinds.kit.text_lines import Line, cut, parse_number, said_lines
from pipeline.kinds.npuzzle.formats.numbers import clues_of, refuse_other_goals
from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.model import PuzzleFormatError

_ID: Final = re.compile(r"([0-9]+)x([0-9]+):([0-9]+(?:,[0-9]+)*)", re.ASCII)


def detect_id(text: str) -> bool:
    r"""Return whether the first line that says something looks like a game ID of Fifteen.

    Examples
    --------
    >>> detect_id("# mine\n2x2:1,0,3,2\n"), detect_id("3x1m2:1a1\n")
    (True, False)
    """
    return _ID.fullmatch(first_line(text)) is not None


def read_id(line: Line, rule: str | None) -> Parsed[Clues, Solution]:
    """Return the puzzle of a game ID; `PuzzleFormatError` if it is none.

    Examples
    --------
    >>> read_id((1, "2x2:1,0,3,2"), None).clues.start
    (1, 0, 3, 2)
    """
    require_no_rule("npuzzle", rule)
    number, game_id = line
    match = _ID.fullmatch(game_id)
    if match is None:
        raise PuzzleFormatError(
            f"expected a game ID of Fifteen such as '2x2:1,0,3,2', found {cut(game_id)!r}; "
            "copy the whole ID (a random seed, with '#', does not say the puzzle)",
            line=number,
        )
    cols, rows = parse_number(match[1]), parse_number(match[2])
    start = [parse_number(word) for word in match[3].split(",")]
    return Parsed(number, clues_of(rows, cols, start, number))


def write_id(clues: Clues, _: Solution | None) -> str:
    """Return the game ID of a puzzle."""
    return f"{clues.cols}x{clues.rows}:{','.join(str(tile) for tile in clues.start)}\n"


TATHAM: Final[TextFormat[Clues, Solution]] = make_format(
    "tatham", "game IDs of Simon Tatham's Fifteen", detect_id, said_lines, read_id, write_id,
    refuse=refuse_other_goals,
)  # fmt: skip
