"""Hashi on puzz.link and in pzprv3 files.

There it is called ``hashi`` or ``hashikake``, has at most two bridges side by side, and all
islands hang together: the rule ``connected-2``. Puzzles under another rule are refused.
Addresses and files are described in ``pipeline/kinds/kit/pzpr.py``.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.hashi.formats.clues import OF_SITES, clues_of_rows
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.hashi.spans import links_of, read_links
from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit import pzpr
from pipeline.kinds.kit.cells import CellWords, Row, split_rows
from pipeline.kinds.kit.text_lines import ANY_NUMBER
from pipeline.model import PuzzleFormatError

NAMES: Final = ("hashi", "hashikake", "bridges")
FILE_NAME: Final = "hashikake"

_MOST_BRIDGES: Final = 2
_WORDS: Final = CellWords(
    {".": 0, "-": UNKNOWN},
    ANY_NUMBER,
    "a number from 1, a dash for an island without a number, or a dot for water",
    "check the file",
)


def _read_address(address: pzpr.Address, rule: str | None) -> Parsed[Clues, Solution]:
    numbers = pzpr.decode_numbers(address.body, address.rows * address.cols, address.line)
    if 0 in numbers:
        raise PuzzleFormatError(
            "expected islands of 1 bridge or more, found 0; no island goes without a bridge",
            line=address.line,
        )
    clues = [{pzpr.UNTOLD: UNKNOWN, pzpr.EMPTY: 0}.get(number, number) for number in numbers]
    rows = [Row(address.line, row) for row in split_rows(clues, address.cols)]
    return Parsed(address.line, clues_of_rows(rows, rule))


def _write_address(clues: Clues, _: Solution | None) -> str:
    numbers = [pzpr.UNTOLD if clue == UNKNOWN else clue or pzpr.EMPTY for clue in clues.islands]
    return pzpr.write_address(NAMES[0], clues.cols, clues.rows, pzpr.encode_numbers(numbers))


def _read_sheet(sheet: pzpr.PzprSheet, rule: str | None) -> Parsed[Clues, Solution]:
    clues = clues_of_rows(pzpr.read_rows(sheet, _WORDS), rule)
    return Parsed(sheet.line, clues, read_links(clues, pzpr.read_links(sheet, _MOST_BRIDGES)))


def _write_sheet(clues: Clues, solution: Solution | None) -> str:
    rows = _WORDS.write(clues.islands, clues.cols)
    return pzpr.write_file(FILE_NAME, clues.cols, rows, links_of(clues, solution))


PUZZ_LINK: Final = pzpr.address_form(
    "addresses of puzz.link and pzpr", NAMES, MAX_SIDE, _read_address, _write_address,
    OF_SITES.refuse,
)  # fmt: skip
PZPRV3: Final = pzpr.file_form(
    "files of pzpr", NAMES, MAX_SIDE, _read_sheet, _write_sheet, OF_SITES.refuse
)
