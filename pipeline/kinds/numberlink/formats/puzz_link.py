"""Numberlink on puzz.link and in pzprv3 files, where it has two names.

``numlin`` has numbers and the rule ``free``; ``arukone`` has letters and the rule ``cover``, or
``free`` with the flag ``e``. Other rules are not played there and are refused.
"""

from __future__ import annotations

from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.sites import pzpr
from pipeline.kinds.kit.sites.cells import CellWords, Row, split_rows
from pipeline.kinds.kit.sites.text_lines import ANY_NUMBER, is_number, parse_number
from pipeline.kinds.numberlink.formats.grids import clues_of_rows, follow_lines, refusal
from pipeline.kinds.numberlink.model import MAX_SIDE, Clues, Solution
from pipeline.model import PuzzleFormatError

NUMBERS: Final = "numlin"
LETTERS: Final = "arukone"
NAMES: Final = (NUMBERS, LETTERS)

_MAY_STAY_EMPTY: Final = "e"
_EVERY_CELL: Final = "passallcell"

_ALPHABET: Final = ascii_uppercase + ascii_lowercase
_MOST_NUMBERS: Final = 999  # Labels that the two games know: the letters, and numbers up to this

_ADVICE: Final = "give each end of a line its label"
_DOT: Final = "or a dot for an empty cell"
_WORDS: Final = {
    NUMBERS: CellWords({".": None}, ANY_NUMBER, f"numbers from 1, {_DOT}", _ADVICE),
    LETTERS: CellWords(
        {".": None} | {letter: letter for letter in _ALPHABET},
        range(0),
        f"letters, {_DOT}",
        _ADVICE,
    ),
}


def _read_address(address: pzpr.Address, rule: str | None) -> Parsed[Clues, Solution]:
    numbers = pzpr.decode_numbers(address.body, address.rows * address.cols, address.line)
    labels = [_label(address.name, number, address.line) for number in numbers]
    rows = [Row(address.line, row) for row in split_rows(labels, address.cols)]
    covers = address.name == LETTERS and _MAY_STAY_EMPTY not in address.flags
    own = "cover" if covers else "free"
    return Parsed(address.line, clues_of_rows(rows, rule or own, address.line))


def _write_address(clues: Clues, _: Solution | None) -> str:
    name = _game(clues)
    values = _values(clues, name)
    numbers = [values[number - 1] if number else pzpr.EMPTY for number in clues.numbers]
    return pzpr.write_address(name, clues.cols, clues.rows, pzpr.encode_numbers(numbers))


def _read_sheet(sheet: pzpr.PzprSheet, rule: str | None) -> Parsed[Clues, Solution]:
    skip = 1 if sheet.name == LETTERS else 0
    rows = pzpr.read_rows(sheet, _WORDS[sheet.name], skip)
    own = "cover" if skip and sheet.body[0][1] == _EVERY_CELL else "free"
    clues = clues_of_rows(rows, rule or own, rows[0].line)
    return Parsed(sheet.line, clues, _joined(clues, pzpr.read_links(sheet, 1, skip)))


def _write_sheet(clues: Clues, solution: Solution | None) -> str:
    name = _game(clues)
    values = _values(clues, name)
    labels = [_ALPHABET[value - 1] if name == LETTERS else value for value in values]
    rows = _WORDS[name].write(
        (labels[number - 1] if number else None for number in clues.numbers), clues.cols
    )
    head = [_EVERY_CELL] if name == LETTERS else []
    return pzpr.write_file(name, clues.cols, rows, _links(solution), head)


def _label(game: str, number: int, line: int) -> int | str | None:
    if number == pzpr.EMPTY:
        return None
    most = len(_ALPHABET) if game == LETTERS else pzpr.LARGEST
    if number == pzpr.UNKNOWN or not 1 <= number <= most:
        found = "an unknown one" if number == pzpr.UNKNOWN else str(number)
        raise PuzzleFormatError(
            f"expected labels from 1 to {most} in {game!r}, found {found}; {_ADVICE}", line=line
        )
    return _ALPHABET[number - 1] if game == LETTERS else number


def _game(clues: Clues) -> str:
    return NUMBERS if clues.rule == "free" else LETTERS


def _most(clues: Clues) -> int:
    return _MOST_NUMBERS if _game(clues) == NUMBERS else len(_ALPHABET)


def _values(clues: Clues, game: str) -> list[int]:
    """Return the number of each pair: that of its label in the source, if all have one."""
    plain = list(range(1, clues.pairs + 1))
    if game == LETTERS:
        kept = [_ALPHABET.find(label) + 1 for label in clues.labels if len(label) == 1]
    else:
        kept = [parse_number(label) for label in clues.labels if is_number(label)]
    is_fit = len(set(kept)) == len(plain) and min(kept) > 0 and max(kept) <= _MOST_NUMBERS
    return kept if is_fit else plain


def _links(solution: Solution | None) -> pzpr.Links:
    # Steps of a wrong solution to cells that are not adjacent are not written.
    paths = solution.paths if solution else ()
    return {(min(step), max(step)): 1 for path in paths for step in pairwise(path)}


def _joined(clues: Clues, links: pzpr.Links) -> Solution | None:
    """Return the drawn lines if they join every pair and nothing else is drawn."""
    near: dict[int, list[int]] = {}
    for one, other in links:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    solution = follow_lines(clues, near)
    used = [cell for path in solution.paths for cell in path] if solution else []
    is_whole = len(set(used)) == len(used) and len(links) == len(used) - clues.pairs
    return solution if is_whole else None


_refuse: Final = refusal(_most, ("free", "cover"))
PUZZ_LINK: Final = pzpr.address_form(
    "addresses of puzz.link and pzpr: numlin and arukone", NAMES, MAX_SIDE, _read_address,
    _write_address, _refuse,
)  # fmt: skip
PZPRV3: Final = pzpr.file_form(
    "files of pzpr: numlin and arukone", NAMES, MAX_SIDE, _read_sheet, _write_sheet, _refuse
)
