"""Hashi on puzz.link, in pzprv3 files and in the text of Kanpen.

There it is called ``hashi`` or ``hashikake``, has at most two bridges side by side, and all
islands hang together: the rule ``connected-2``. Puzzles under another rule are refused.
How addresses and files are made is told in ``pipeline/kinds/pzpr.py``.

The text of Kanpen (and of PencilBox) is rows and columns, a line each, then the cells with spaces
between (``.`` water, 9 an island whose number is not told), then, where something is drawn, a
number for each cell: bridges down, plus four times the bridges across.
Source: ``hashikake.js`` of the program pzprjs (github.com/robx/pzprjs, MIT).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pipeline.kinds import pzpr
from pipeline.kinds.hashi.drawing import Mark, links_of, marks_of, read_links, read_marks
from pipeline.kinds.hashi.islands import (
    USUAL,
    Row,
    clues_of_rows,
    require_numbers,
    require_room,
    require_rule_of,
)
from pipeline.kinds.hashi.model import MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.text_lines import (
    Line,
    cut,
    is_number,
    number_lines,
    parse_number,
    require_found,
    require_size,
    split_blocks,
)
from pipeline.model import PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]

NAMES: Final = ("hashi", "hashikake", "bridges")
FILE_NAME: Final = "hashikake"

_MOST_BRIDGES: Final = 2
_LARGEST: Final = 8
_KANPEN_UNTOLD: Final = "9"


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
        words = [_word(clue, "-") for clue in clues.islands]
        rows = _rows(words, clues.cols)
        files.append(pzpr.write_file(FILE_NAME, rows, links_of(clues, solution), []))
    return "\n".join(files)


def detect_kanpen(text: str) -> bool:
    r"""Return whether the text begins with two lines of one number, and a row of cells.

    Examples
    --------
    >>> detect_kanpen("1\n3\n1 . 1\n"), detect_kanpen("1 3\n1 . 1\n")
    (True, False)
    """
    block = next(split_blocks(number_lines(text)), [])
    if len(block) < 3 or not all(is_number(line) for _, line in block[:2]):
        return False
    words = block[2][1].split()
    return len(words) == parse_number(block[1][1]) and all(
        word == "." or is_number(word) for word in words
    )


def read_kanpen(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of Kanpen, with what is drawn if it is whole.

    Parameters and errors are those of `read_addresses`.

    Examples
    --------
    >>> next(read_kanpen("1\n3\n2 . 2\n0 8 0\n", None)).solution
    Solution(bridges=((0, 2, 2),))
    """
    found = False
    for block in split_blocks(number_lines(text)):
        found = True
        yield _read_kanpen(block, rule)
    require_found(found, text.count("\n") + 1)


def write_kanpen(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as texts of Kanpen, an empty line between, with solutions if known.

    Raises
    ------
    PuzzleFormatError
        If a puzzle is posed under another rule, has a clue above 8, or joins islands that touch.
    """
    texts = []
    for clues, solution in puzzles:
        _require_playable("kanpen", clues)
        require_room("kanpen", clues, solution, _MOST_BRIDGES)
        words = [_word(clue, _KANPEN_UNTOLD) for clue in clues.islands]
        lines = [str(clues.rows), str(clues.cols)]
        lines += [" ".join(row) for row in _rows(words, clues.cols)]
        if solution is not None:
            states = ["0"] * len(words)
            for cell, (mark,) in marks_of(clues, solution).items():
                states[cell] = str(mark.count * (4 if mark.is_across else 1))
            lines += [" ".join(row) for row in _rows(states, clues.cols)]
        texts.append("".join(f"{line}\n" for line in lines))
    return "\n".join(texts)


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
KANPEN: Final[TextFormat[Clues, Solution]] = TextFormat(
    "kanpen", "text of Kanpen and PencilBox", detect_kanpen, read_kanpen, write_kanpen
)


def _read_kanpen(block: Sequence[Line], rule: str | None) -> Parsed[Clues, Solution]:
    first = block[0][0]
    head = [line for _, line in block[:2]]
    if len(head) < 2 or not all(map(is_number, head)):
        raise PuzzleFormatError(
            f"expected rows and columns, a line each, found {cut(' '.join(head))!r}; "
            "check the file",
            line=first,
        )
    rows, cols = map(parse_number, head)
    require_size(cols, rows, MAX_SIDE, first)
    body = block[2:]
    if len(body) not in (rows, 2 * rows):
        raise PuzzleFormatError(
            f"expected {rows} rows of cells, and as many of what is drawn or none, found "
            f"{len(body)}; correct the rows or the size",
            line=block[-1][0],
        )
    words = [(line, text.split()) for line, text in body]
    for line, row in words:
        if len(row) != cols:
            raise PuzzleFormatError(
                f"expected {cols} values as the size says, found {len(row)}; "
                "correct the row or the size",
                line=line,
            )
    cells = [
        Row(line, [UNKNOWN if word == _KANPEN_UNTOLD else _read_word(word, line) for word in row])
        for line, row in words[:rows]
    ]
    clues = clues_of_rows(cells, rule)
    marks: dict[int, Mark] = {}
    for index, (line, row) in enumerate(words[rows:]):
        for col, word in enumerate(row):
            mark = _read_state(word, line)
            if mark is not None:
                marks[index * cols + col] = mark
    drawn = read_marks(clues, marks).solution if marks else None
    return Parsed(first, clues, drawn)


def _read_state(word: str, line: int) -> Mark | None:
    if not is_number(word) or parse_number(word) > 15:
        raise PuzzleFormatError(
            f"expected 0 to 15 for what is drawn on a cell, found {cut(word)!r}; check the file",
            line=line,
        )
    across, down = divmod(parse_number(word), 4)
    # Bridges that cross make no solution; whichever is taken, it will be found broken.
    return Mark(across, True) if across else Mark(down, False) if down else None


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


def _word(clue: int, untold: str) -> str:
    return untold if clue == UNKNOWN else str(clue) if clue else "."


def _read_word(word: str, line: int) -> int:
    if word in (".", "-"):
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
