"""Game IDs of Bridges in Simon Tatham's Portable Puzzle Collection.

An ID is ``WxHm2:DESC``, with the most bridges side by side after ``m``, and an ``L`` behind it
where bridges may close no loop; all islands hang together. Numbers after ``i``, ``e`` and ``d``,
with which a puzzle was made, may stand between and are passed over. DESC says the cells row by
row: ``1`` to ``9`` and ``A`` to ``G`` (10 to 16) islands, ``a`` to ``z`` 1 to 26 cells of water.

Source: ``bridges.c`` of the collection (MIT), as described in its documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pipeline.kinds.hashi.islands import (
    Row,
    clues_of_rows,
    require_apart,
    require_numbers,
    require_rule_of,
    rule_of,
)
from pipeline.kinds.hashi.model import LARGEST_CLUE, MAX_SIDE, RULE_PARTS, Clues, Solution
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import (
    cut,
    parse_number,
    require_found,
    require_size,
    said_lines,
)
from pipeline.model import PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]

_ID: Final = re.compile(
    r"([0-9]+)x([0-9]+)(?:i[0-9]+)?(?:e[0-9]+)?m([0-9]+)(L?)(?:d[0-9]+)?:(.*)", re.ASCII
)
_ISLANDS: Final = "123456789ABCDEFG"
_RUNS: Final = "abcdefghijklmnopqrstuvwxyz"
_RULES: Final = tuple(name for name, parts in RULE_PARTS.items() if parts.connected)


def detect_ids(text: str) -> bool:
    r"""Return whether the first line that says something looks like a game ID of Bridges.

    Examples
    --------
    >>> detect_ids("# mine\n3x1m2:1a1\n"), detect_ids("3x1:1a1\n")
    (True, False)
    """
    return _ID.fullmatch(next((line for _, line in said_lines(text)), "")) is not None


def read_ids(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of game IDs, one on each line.

    Parameters
    ----------
    text : str
        The whole file; lines that begin with ``#`` are comments.
    rule : str or None
        What the puzzles are posed under; None for the rule that the ID says.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> next(read_ids("3x1m4L:1a1\n", None)).clues.rule
    'tree-4'
    """
    found = False
    for line, game_id in said_lines(text):
        found = True
        match = _ID.fullmatch(game_id)
        if match is None:
            raise PuzzleFormatError(
                f"expected a game ID of Bridges such as '7x7m2:3a2...', found {cut(game_id)!r}; "
                "copy the whole ID (a random seed, with '#', does not say the puzzle)",
                line=line,
            )
        cols, rows = parse_number(match[1]), parse_number(match[2])
        require_size(cols, rows, MAX_SIDE, line)
        most = parse_number(match[3])
        if not 1 <= most <= 4:
            raise PuzzleFormatError(
                f"expected 1 to 4 bridges side by side after 'm', found {most}; check the ID",
                line=line,
            )
        cells = _cells(match[5], rows * cols, line)
        board = [Row(line, cells[at : at + cols]) for at in range(0, len(cells), cols)]
        own = rule_of(most, loops=not match[4])
        yield Parsed(line, clues_of_rows(board, rule or own))
    require_found(found, text.count("\n") + 1)


def write_ids(puzzles: Sequence[Puzzle]) -> str:
    """Return the game IDs of the puzzles, a line each; no solutions.

    Raises
    ------
    PuzzleFormatError
        If islands need not hang together, one has no number, or two touch.
    """
    lines: list[str] = []
    for clues, _ in puzzles:
        require_rule_of("tatham", clues, _RULES)
        require_numbers("tatham", clues, LARGEST_CLUE, may_be_untold=False)
        require_apart("tatham", clues)
        description: list[str] = []
        run = 0
        for clue in (*clues.islands, -1):
            if clue == 0:
                run += 1
                continue
            description.extend(_RUNS[-1] * (run // len(_RUNS)))
            description.extend(_RUNS[run % len(_RUNS) - 1] if run % len(_RUNS) else "")
            description.extend(_ISLANDS[clue - 1] if clue > 0 else "")
            run = 0
        loops = "" if clues.loops else "L"
        params = f"{clues.cols}x{clues.rows}m{clues.max_bridges}{loops}"
        lines.append(f"{params}:{''.join(description)}\n")
    return "".join(lines)


TATHAM: Final[TextFormat[Clues, Solution]] = TextFormat(
    "tatham", "game IDs of Simon Tatham's Bridges", detect_ids, read_ids, write_ids
)


def _cells(description: str, size: int, line: int) -> list[int]:
    cells: list[int] = []
    for symbol in description:
        if symbol in _RUNS:
            cells.extend([0] * (_RUNS.index(symbol) + 1))
        elif symbol in _ISLANDS:
            cells.append(_ISLANDS.index(symbol) + 1)
        else:
            raise PuzzleFormatError(
                "expected 1 to 9 and A to G for islands, and a to z for water, found "
                f"{symbol!r}; copy the whole ID",
                line=line,
            )
        if len(cells) > size:
            break
    if len(cells) != size:
        found = "more" if len(cells) > size else str(len(cells))
        raise PuzzleFormatError(
            f"expected {size} cells as the size says, found {found}; copy the whole ID",
            line=line,
        )
    return cells
