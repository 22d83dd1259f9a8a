"""Hashi on puzz.link and in pzprv3 files.

There it is called ``hashi`` or ``hashikake``, has at most two bridges side by side, and all
islands hang together: the rule ``connected-2``. Puzzles under another rule are refused.
How addresses and files are made is told in ``pipeline/kinds/kit/pzpr.py``; the forms of
Kanpen, which is older, are in ``kanpen.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pipeline.kinds.hashi.drawing import links_of, read_links
from pipeline.kinds.hashi.islands import (
    USUAL,
    Row,
    clues_of_rows,
    require_numbers,
    require_rule_of,
)
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit import pzpr
from pipeline.kinds.kit.text_lines import cut, is_number, parse_number
from pipeline.model import PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]

NAMES: Final = ("hashi", "hashikake", "bridges")
FILE_NAME: Final = "hashikake"

_MOST_BRIDGES: Final = 2
_LARGEST: Final = 8
_UNTOLD: Final = "-"


def detect_addresses(text: str) -> bool:
    """Return whether the text begins with an address of the game."""
    return pzpr.is_address(text, NAMES)


def read_addresses(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of addresses, one on each line.

    Parameters
    ----------
    text : str
        The whole file.
    rule : str or None
        What the puzzles are posed under; None for the usual rule.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> next(read_addresses("https://puzz.link/p?hashi/3/1/2g.\n", None)).clues.islands
    (2, 0, -1)
    """
    for address in pzpr.read_addresses(text, NAMES, MAX_SIDE):
        size = address.rows * address.cols
        numbers = pzpr.decode_numbers(address.body, size, address.line)
        cells = [_clue(number, address.line) for number in numbers]
        starts = range(0, size, address.cols)
        rows = [Row(address.line, cells[at : at + address.cols]) for at in starts]
        yield Parsed(address.line, clues_of_rows(rows, rule))


def write_addresses(puzzles: Sequence[Puzzle]) -> str:
    """Return the addresses of the puzzles, a line each; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle is posed under another rule, or has a clue above 8.
    """
    lines: list[str] = []
    for clues, _ in puzzles:
        _require_playable("puzz.link", clues)
        numbers = [_number(clue) for clue in clues.islands]
        lines.append(pzpr.write_address(NAMES[0], "", clues.cols, clues.rows, numbers))
    return "".join(lines)


def detect_files(text: str) -> bool:
    """Return whether the text begins like a pzprv3 file of the game."""
    return pzpr.is_file(text, NAMES)


def read_files(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of pzprv3 files, with what is drawn if it reaches all islands.

    Parameters and errors are those of `read_addresses`.

    Examples
    --------
    >>> next(read_files("pzprv3/hashikake/1/3/2 . 2 /2 2 /", None)).solution
    Solution(bridges=((0, 2, 2),))
    """
    for sheet in pzpr.read_file(text, NAMES, MAX_SIDE):
        rows = [
            Row(line, [_read_word(word, line) for word in words])
            for line, words in pzpr.read_rows(sheet, 0)
        ]
        clues = clues_of_rows(rows, rule)
        links = pzpr.read_links(sheet, 0, _MOST_BRIDGES)
        yield Parsed(sheet.line, clues, read_links(clues, links))


def write_files(puzzles: Sequence[Puzzle]) -> str:
    """Return a pzprv3 file for each puzzle, an empty line between, with its solution if known.

    Errors are those of `write_addresses`.
    """
    files: list[str] = []
    for clues, solution in puzzles:
        _require_playable("pzprv3", clues)
        words = [_word(clue) for clue in clues.islands]
        rows = _rows(words, clues.cols)
        files.append(pzpr.write_file(FILE_NAME, rows, links_of(clues, solution), []))
    return "\n".join(files)


PUZZ_LINK: Final[TextFormat[Clues, Solution]] = TextFormat(
    "puzz.link",
    "addresses of puzz.link and pzpr",
    detect_addresses,
    read_addresses,
    write_addresses,
)
PZPRV3: Final[TextFormat[Clues, Solution]] = TextFormat(
    "pzprv3", "files of pzpr", detect_files, read_files, write_files
)


def _require_playable(form: str, clues: Clues) -> None:
    require_rule_of(form, clues, [USUAL])
    require_numbers(form, clues, _LARGEST, may_be_untold=True)


def _number(clue: int) -> int:
    return pzpr.UNTOLD if clue == UNKNOWN else clue or pzpr.EMPTY


def _clue(number: int, line: int) -> int:
    if number == 0:
        raise PuzzleFormatError(
            "expected islands of 1 bridge or more, found 0; no island goes without a bridge",
            line=line,
        )
    return {pzpr.UNTOLD: UNKNOWN, pzpr.EMPTY: 0}.get(number, number)


def _word(clue: int) -> str:
    return _UNTOLD if clue == UNKNOWN else str(clue) if clue else "."


def _read_word(word: str, line: int) -> int:
    if word in (".", _UNTOLD):
        return 0 if word == "." else UNKNOWN
    if not is_number(word) or not parse_number(word):
        raise PuzzleFormatError(
            f"expected a number from 1, a dash for an island without a number, or a dot for "
            f"water, found {cut(word)!r}; check the file",
            line=line,
        )
    return parse_number(word)


def _rows(words: Sequence[str], cols: int) -> list[Sequence[str]]:
    return [words[at : at + cols] for at in range(0, len(words), cols)]
