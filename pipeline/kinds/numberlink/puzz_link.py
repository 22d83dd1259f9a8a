"""Numberlink on puzz.link and in pzprv3 files, where it goes by two names.

- ``numlin`` has numbers, and cells may stay empty: the rule ``free``;
- ``arukone`` has letters, and every cell is used: the rule ``cover``; with the flag ``e`` cells
  may stay empty here too.

The rules ``no-uturn`` and ``no-touch`` are not played there, so puzzles posed under them are
refused. How addresses and files are made is told in ``pipeline/kinds/kit/pzpr.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase
from typing import Final, TypeAlias

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit import pzpr
from pipeline.kinds.kit.text_lines import cut, is_number, parse_number
from pipeline.kinds.numberlink.model import MAX_SIDE, Clues, Solution, make_solution
from pipeline.kinds.numberlink.text_rows import clues_of_cells, require_unblocked, rows_of_numbers
from pipeline.model import PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]

NUMBERS: Final = "numlin"
LETTERS: Final = "arukone"
NAMES: Final = (NUMBERS, LETTERS)

_MAY_STAY_EMPTY: Final = "e"
_EVERY_CELL: Final = "passallcell"
_NOT_EVERY_CELL: Final = "dontpassallcell"

_ALPHABET: Final = ascii_uppercase + ascii_lowercase
_MOST_NUMBERS: Final = 999
"""Labels that the two games know: the letters, and numbers up to this."""


def detect_addresses(text: str) -> bool:
    """Return whether the text begins with an address of one of the two games."""
    return pzpr.is_address(text, NAMES)


def read_addresses(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of addresses, one on each line.

    Parameters
    ----------
    text : str
        The whole file.
    rule : str or None
        What the puzzles are posed under; None for the rule of their game.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> next(read_addresses("https://puzz.link/p?arukone/3/1/1g1\n", None)).clues.rule
    'cover'
    """
    for address in pzpr.read_addresses(text, NAMES, MAX_SIDE):
        size = address.rows * address.cols
        numbers = pzpr.decode_numbers(address.body, size, address.line)
        cells = [(address.line, _label(address.name, number, address.line)) for number in numbers]
        own = "cover" if _covers(address) else "free"
        clues = clues_of_cells(address.rows, address.cols, rule or own, cells, address.line)
        yield Parsed(address.line, clues)


def write_addresses(puzzles: Sequence[Puzzle]) -> str:
    """Return the addresses of the puzzles, a line each; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle has blocked cells, more pairs than there are labels, or a rule of its own.
    """
    lines: list[str] = []
    for clues, _ in puzzles:
        name = _name(clues, "puzz.link")
        values = _values(clues, name)
        numbers = [values[number - 1] if number else pzpr.EMPTY for number in clues.numbers]
        lines.append(pzpr.write_address(name, "", clues.cols, clues.rows, numbers))
    return "".join(lines)


def detect_files(text: str) -> bool:
    """Return whether the text begins like a pzprv3 file of one of the two games."""
    return pzpr.is_file(text, NAMES)


def read_files(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of pzprv3 files, with what is drawn if it joins all pairs.

    Parameters and errors are those of `read_addresses`.

    Examples
    --------
    >>> next(read_files("pzprv3/numlin/1/3/5 . 5 /1 1 /", None)).solution
    Solution(paths=((0, 1, 2),))
    """
    for sheet in pzpr.read_file(text, NAMES, MAX_SIDE):
        skip = 1 if sheet.name == LETTERS else 0
        rows = pzpr.read_rows(sheet, skip)
        cells = [(line, _read_word(sheet.name, word, line)) for line, row in rows for word in row]
        own = "free"
        if skip and sheet.body[0][1] == _EVERY_CELL:
            own = "cover"
        clues = clues_of_cells(sheet.rows, sheet.cols, rule or own, cells, rows[0][0])
        yield Parsed(sheet.line, clues, _joined(clues, pzpr.read_links(sheet, skip, 1)))


def write_files(puzzles: Sequence[Puzzle]) -> str:
    """Return a pzprv3 file for each puzzle, a blank line between, with its solution if known.

    Errors are those of `write_addresses`.
    """
    files: list[str] = []
    for clues, solution in puzzles:
        name = _name(clues, "pzprv3")
        values = _values(clues, name)
        names = _ALPHABET if name == LETTERS else list(map(str, range(1, _MOST_NUMBERS + 1)))
        words = [".", *(names[value - 1] for value in values)]
        rows = [[words[number] for number in row] for row in rows_of_numbers(clues)]
        head = [_EVERY_CELL] if name == LETTERS else []
        files.append(pzpr.write_file(name, rows, _links(clues, solution), head))
    return "\n".join(files)


PUZZ_LINK: Final[TextFormat[Clues, Solution]] = TextFormat(
    "puzz.link",
    "addresses of puzz.link and pzpr: numlin and arukone",
    detect_addresses,
    read_addresses,
    write_addresses,
)
PZPRV3: Final[TextFormat[Clues, Solution]] = TextFormat(
    "pzprv3", "files of pzpr: numlin and arukone", detect_files, read_files, write_files
)


def _covers(address: pzpr.Address) -> bool:
    return address.name == LETTERS and _MAY_STAY_EMPTY not in address.flags


def _label(game: str, number: int, line: int) -> int | str | None:
    """Return the label of a number, a letter where the game shows letters."""
    if number == pzpr.EMPTY:
        return None
    most = len(_ALPHABET) if game == LETTERS else pzpr.LARGEST
    if number == pzpr.UNTOLD or not 1 <= number <= most:
        found = "one that is not told" if number == pzpr.UNTOLD else str(number)
        raise PuzzleFormatError(
            f"expected labels from 1 to {most} in {game!r}, found {found}; "
            "give each end of a line its label",
            line=line,
        )
    return _ALPHABET[number - 1] if game == LETTERS else number


def _read_word(game: str, word: str, line: int) -> int | str | None:
    if word == ".":
        return None
    if game == LETTERS and len(word) == 1 and word in _ALPHABET:
        return word
    if game == NUMBERS and is_number(word) and parse_number(word):
        return parse_number(word)
    wanted = "letters" if game == LETTERS else "numbers from 1"
    raise PuzzleFormatError(
        f"expected {wanted}, or a dot for an empty cell, found {cut(word)!r}; "
        "give each end of a line its label",
        line=line,
    )


def _name(clues: Clues, form: str) -> str:
    """Return the game that poses the puzzle's rule, if there is one."""
    require_unblocked(clues, form)
    if clues.rule not in ("free", "cover"):
        raise PuzzleFormatError(
            f"the format {form!r} has the rules free and cover, and a puzzle is posed under "
            f"{clues.rule}; import it under one of these (--rule) and prove it again"
        )
    name = NUMBERS if clues.rule == "free" else LETTERS
    most = _MOST_NUMBERS if name == NUMBERS else len(_ALPHABET)
    if clues.pairs > most:
        raise PuzzleFormatError(
            f"the format {form!r} has labels for {most} pairs under the rule {clues.rule}, and a "
            f"puzzle has {clues.pairs}; export it in the format 'zero'"
        )
    return name


def _values(clues: Clues, game: str) -> list[int]:
    """Return the number that stands for each pair: that of its source's label, if all have one."""
    plain = list(range(1, clues.pairs + 1))
    if game == LETTERS:
        kept = [_ALPHABET.find(label) + 1 for label in clues.labels if len(label) == 1]
    else:
        kept = [parse_number(label) for label in clues.labels if is_number(label)]
    is_fit = len(set(kept)) == len(plain) and min(kept) > 0 and max(kept) <= _MOST_NUMBERS
    return kept if is_fit else plain


def _links(clues: Clues, solution: Solution | None) -> pzpr.Links:
    across = [[0] * (clues.cols - 1) for _ in range(clues.rows)]
    down = [[0] * clues.cols for _ in range(clues.rows - 1)]
    for path in solution.paths if solution else ():
        for step in pairwise(path):
            row, col = divmod(min(step), clues.cols)
            # What a wrong solution says beyond steps to a neighbour cannot be drawn.
            if max(step) - min(step) == clues.cols:
                down[row][col] = 1
            elif max(step) - min(step) == 1 and col + 1 < clues.cols:
                across[row][col] = 1
    return pzpr.Links(across, down)


def _joined(clues: Clues, links: pzpr.Links) -> Solution | None:
    """Return the lines that are drawn if they join every pair, and nothing else is drawn."""
    near: dict[int, list[int]] = {}
    for step, rows in ((1, links.across), (clues.cols, links.down)):
        for row, values in enumerate(rows):
            for col, value in enumerate(values):
                if value:
                    cell = row * clues.cols + col
                    near.setdefault(cell, []).append(cell + step)
                    near.setdefault(cell + step, []).append(cell)
    paths = []
    for start, end in clues.ends():
        path = [start]
        while path[-1] != end:
            ahead = [cell for cell in near.get(path[-1], ()) if cell != (path[-2:-1] or [-1])[0]]
            if len(ahead) != 1 or ahead[0] in path:
                return None
            path.append(ahead[0])
        paths.append(path)
    used = [cell for path in paths for cell in path]
    drawn = sum(map(len, near.values())) // 2
    if len(set(used)) < len(used) or drawn != len(used) - len(paths):
        return None
    return make_solution(paths)
