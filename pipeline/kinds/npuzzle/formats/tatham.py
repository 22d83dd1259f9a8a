"""Game IDs of Fifteen in Simon Tatham's Portable Puzzle Collection.

An ID is ``WxH:N,N,...``: the tiles row by row, 0 for the gap. The goal is the classic one.

Source: ``fifteen.c`` of the collection (MIT), as described in its documentation.
"""

from __future__ import annotations

import re
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.forms import game_id_form
from pipeline.kinds.kit.rules_files import require_no_rule
from pipeline.kinds.kit.text_lines import parse_number
from pipeline.kinds.npuzzle.formats.numbers import clues_of, refuse_other_goals
from pipeline.kinds.npuzzle.model import Clues, Solution

_ID: Final = re.compile(r"([0-9]+)x([0-9]+):([0-9]+(?:,[0-9]+)*)", re.ASCII)


def _read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Clues, Solution]:
    require_no_rule("npuzzle", rule)
    cols, rows = parse_number(match[1]), parse_number(match[2])
    start = [parse_number(word) for word in match[3].split(",")]
    return Parsed(line, clues_of(rows, cols, start, line))


def _write(clues: Clues, _: Solution | None) -> str:
    return f"{clues.cols}x{clues.rows}:{','.join(str(tile) for tile in clues.start)}\n"


TATHAM: Final[TextFormat[Clues, Solution]] = game_id_form(
    "Fifteen", _ID, "2x2:1,0,3,2", _read, _write, refuse_other_goals
)
