"""Game IDs of Bridges in Simon Tatham's Portable Puzzle Collection.

An ID is ``WxHm2:DESC``, with the most bridges side by side after ``m``, and an ``L`` behind it
where bridges may close no loop; all islands hang together. Numbers after ``i``, ``e`` and ``d``,
with which a puzzle was made, may stand between and are passed over. DESC says the cells row by
row: ``1`` to ``9`` and ``A`` to ``G`` (10 to 16) islands, ``a`` to ``z`` 1 to 26 cells of water.

Source: ``bridges.c`` of the collection (MIT), as described in its documentation.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Final

from pipeline.kinds.hashi.formats.clues import Limits, clues_of_rows
from pipeline.kinds.hashi.model import MAX_SIDE, RULE_PARTS, Clues, Solution, rule_name
from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import Row, Runs, Signs, decode_cells, encode_cells, split_rows
from pipeline.kinds.kit.forms import game_id_form
from pipeline.kinds.kit.text_lines import parse_number, require_size
from pipeline.model import PuzzleFormatError

_ID: Final = re.compile(
    r"([0-9]+)x([0-9]+)(?:i[0-9]+)?(?:e[0-9]+)?m([0-9]+)(L?)(?:d[0-9]+)?:(.*)", re.ASCII
)
_CODECS: Final = (
    Signs({sign: clue for clue, sign in enumerate("123456789ABCDEFG", start=1)}),
    Runs(0, ascii_lowercase),
)
_RULES: Final = tuple(name for name, parts in RULE_PARTS.items() if parts.connected)


def _read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Clues, Solution]:
    cols, rows, most = (parse_number(match[k]) for k in (1, 2, 3))
    require_size(cols, rows, MAX_SIDE, line)
    if not 1 <= most <= 4:
        raise PuzzleFormatError(
            f"expected 1 to 4 bridges side by side after 'm', found {most}; check the ID", line=line
        )
    expected = "1 to 9 and A to G for islands, and a to z for water"
    cells = decode_cells(match[5], _CODECS, rows * cols, line, expected, "copy the whole ID")
    own = rule_name(most, connected=True, loops=not match[4])
    board = [Row(line, row) for row in split_rows(cells, cols)]
    return Parsed(line, clues_of_rows(board, rule or own))


def _write(clues: Clues, _: Solution | None) -> str:
    loops = "" if clues.loops else "L"
    params = f"{clues.cols}x{clues.rows}m{clues.max_bridges}{loops}"
    return f"{params}:{encode_cells(clues.islands, _CODECS)}\n"


TATHAM: Final = game_id_form(
    "Bridges",
    _ID,
    "7x7m2:3a2...",
    _read,
    _write,
    Limits(_RULES, may_be_untold=False, may_touch=False).refuse,
)
