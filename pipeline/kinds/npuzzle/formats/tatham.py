"""Game IDs of Fifteen in Simon Tatham's Portable Puzzle Collection.

An ID is ``WxH:N,N,...``: the tiles row by row, 0 for the gap. The goal is the classic one.

Source: ``fifteen.c`` of the collection (MIT), as described in its documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import cut, parse_number, require_found, said_lines
from pipeline.kinds.npuzzle.formats.boards import (
    Puzzle,
    clues_of,
    require_classic,
)
from pipeline.kinds.npuzzle.model import Clues, Solution, require_no_rule
from pipeline.model import PuzzleFormatError

_ID: Final = re.compile(r"([0-9]+)x([0-9]+):([0-9]+(?:,[0-9]+)*)", re.ASCII)


def detect_ids(text: str) -> bool:
    r"""Return whether the first line that says something looks like a game ID of Fifteen.

    Examples
    --------
    >>> detect_ids("# mine\n2x2:1,0,3,2\n"), detect_ids("3x1m2:1a1\n")
    (True, False)
    """
    return _ID.fullmatch(next((line for _, line in said_lines(text)), "")) is not None


def read_ids(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of game IDs, one on each line.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> next(read_ids("2x2:1,0,3,2\n", None)).clues.start
    (1, 0, 3, 2)
    """
    require_no_rule(rule)
    found = False
    for line, game_id in said_lines(text):
        found = True
        match = _ID.fullmatch(game_id)
        if match is None:
            raise PuzzleFormatError(
                f"expected a game ID of Fifteen such as '2x2:1,0,3,2', found {cut(game_id)!r}; "
                "copy the whole ID (a random seed, with '#', does not say the puzzle)",
                line=line,
            )
        cols, rows = parse_number(match[1]), parse_number(match[2])
        start = [parse_number(word) for word in match[3].split(",")]
        yield Parsed(line, clues_of(rows, cols, start, line))
    require_found(found, text.count("\n") + 1)


def write_ids(puzzles: Sequence[Puzzle]) -> str:
    """Return the game IDs of the puzzles, a line each; no solutions."""
    lines = []
    for clues, _ in puzzles:
        require_classic("tatham", clues)
        tiles = ",".join(str(tile) for tile in clues.start)
        lines.append(f"{clues.cols}x{clues.rows}:{tiles}\n")
    return "".join(lines)


TATHAM: Final[TextFormat[Clues, Solution]] = TextFormat(
    "tatham", "game IDs of Simon Tatham's Fifteen", detect_ids, read_ids, write_ids
)
