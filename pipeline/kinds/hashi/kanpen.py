"""Hashi as Kanpen and PencilBox have it: as text, and as an address. Their XML is in its own file.

The text is rows and columns, a line each, then the cells with spaces between (``.`` water, 9 an
island whose number is not told), then, where something is drawn, a number for each cell: bridges
down, plus four times the bridges across. The address has the same behind ``?problem=``, with a
slash for each end of a line and a low line for each space. At most two bridges lie side by side
there, and all islands hang together.

Source: ``hashikake.js``, ``Encode.js`` and ``parser.js`` of the program pzprjs
(github.com/robx/pzprjs, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from pipeline.kinds.hashi.drawing import Mark, marks_of, read_marks
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
from pipeline.kinds.kit.text_lines import (
    Line,
    cut,
    is_number,
    number_lines,
    parse_number,
    require_found,
    require_size,
    require_width,
    said_lines,
    split_blocks,
)
from pipeline.model import PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]

SITE: Final = "http://www.kanpen.net/hashi.html?problem="

UNTOLD: Final = 9
"""What stands for an island whose number is not told."""

MOST_BRIDGES: Final = 2
LARGEST: Final = 8

_ADDRESS: Final = re.compile(r"\S*hashi\.html\?problem=(\S*)")
_WATER: Final = "."


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
        word == _WATER or is_number(word) for word in words
    )


def read_kanpen(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of Kanpen, with what is drawn if it is whole.

    Parameters
    ----------
    text : str
        The whole file; puzzles are parted by empty lines.
    rule : str or None
        What the puzzles are posed under; None for the usual rule.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> next(read_kanpen("1\n3\n2 . 2\n0 8 0\n", None)).solution
    Solution(bridges=((0, 2, 2),))
    """
    found = False
    for block in split_blocks(number_lines(text)):
        found = True
        yield _read_block(block, rule)
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
        require_playable("kanpen", clues, solution)
        lines = [str(clues.rows), str(clues.cols), *_rows(clues, [_word(n) for n in clues.islands])]
        if solution is not None:
            lines += _rows(clues, list(map(str, states_of(clues, solution))))
        texts.append("".join(f"{line}\n" for line in lines))
    return "\n".join(texts)


def detect_addresses(text: str) -> bool:
    r"""Return whether the first line that says something is an address of Kanpen's Hashi.

    Examples
    --------
    >>> detect_addresses("# mine\nhttp://www.kanpen.net/hashi.html?problem=1/3/1_._1_/\n")
    True
    """
    return _ADDRESS.fullmatch(next((line for _, line in said_lines(text)), "")) is not None


def read_addresses(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of addresses of Kanpen, one on each line.

    Parameters and errors are those of `read_kanpen`; lines that begin with ``#`` are comments.

    Examples
    --------
    >>> next(read_addresses(SITE + "1/3/2_._9_/", None)).clues.islands
    (2, 0, -1)
    """
    found = False
    for number, line in said_lines(text):
        found = True
        match = _ADDRESS.fullmatch(line)
        if match is None:
            raise PuzzleFormatError(
                f"expected an address such as {SITE}ROWS/COLUMNS/CELLS, found {cut(line)!r}; "
                "copy the whole address",
                line=number,
            )
        parts = match[1].replace("_", " ").removesuffix("/").split("/")
        yield _read_block([(number, part) for part in parts], rule)
    require_found(found, text.count("\n") + 1)


def write_addresses(puzzles: Sequence[Puzzle]) -> str:
    """Return the addresses of the puzzles, a line each; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle is posed under another rule, or has a clue above 8.
    """
    lines = []
    for clues, _ in puzzles:
        require_playable("kanpen-url", clues, None)
        rows = _rows(clues, [_word(clue) for clue in clues.islands])
        # Each cell is followed by a space there, the last of a row too.
        cells = "".join(row.replace(" ", "_") + "_/" for row in rows)
        lines.append(f"{SITE}{clues.rows}/{clues.cols}/{cells}\n")
    return "".join(lines)


KANPEN: Final[TextFormat[Clues, Solution]] = TextFormat(
    "kanpen", "text of Kanpen and PencilBox", detect_kanpen, read_kanpen, write_kanpen
)
KANPEN_URL: Final[TextFormat[Clues, Solution]] = TextFormat(
    "kanpen-url", "addresses of Kanpen", detect_addresses, read_addresses, write_addresses
)


def require_playable(form: str, clues: Clues, solution: Solution | None) -> None:
    """Refuse a puzzle that is not played there, and a solution that cannot be shown there."""
    require_rule_of(form, clues, [USUAL])
    require_numbers(form, clues, LARGEST, may_be_untold=True)
    require_room(form, clues, solution, MOST_BRIDGES)


def states_of(clues: Clues, solution: Solution) -> list[int]:
    """Return what is drawn on each cell: bridges down, plus four times the bridges across.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> states_of(make_clues(1, 3, [2, 0, 2]), make_solution([(0, 2, 2)]))
    [0, 8, 0]
    """
    states = [0] * len(clues.islands)
    for cell, (mark,) in marks_of(clues, solution).items():
        states[cell] = mark.count * (4 if mark.is_across else 1)
    return states


def read_states(clues: Clues, states: Mapping[int, int]) -> Solution | None:
    """Return the bridges that are drawn if each is whole, and gives each island one at least.

    Anything else is the drawing of somebody who has not finished. Bridges that cross make no
    solution; whichever is taken, it will be found broken.
    """
    marks = {}
    for cell, state in states.items():
        across, down = divmod(state, 4)
        if state:
            marks[cell] = Mark(across, True) if across else Mark(down, False)
    solution = read_marks(clues, marks).solution
    met = {cell for bridge in solution.bridges for cell in bridge[:2]} if solution else set()
    return solution if met == set(clues.island_cells()) else None


def _read_block(block: Sequence[Line], rule: str | None) -> Parsed[Clues, Solution]:
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
        require_width(len(row), cols, line)
    cells = [Row(line, [_read_clue(word, line) for word in row]) for line, row in words[:rows]]
    clues = clues_of_rows(cells, rule)
    states = {
        index * cols + col: _read_state(word, line)
        for index, (line, row) in enumerate(words[rows:])
        for col, word in enumerate(row)
    }
    return Parsed(first, clues, read_states(clues, states))


def _read_clue(word: str, line: int) -> int:
    if word == _WATER:
        return 0
    if not is_number(word) or not parse_number(word):
        raise PuzzleFormatError(
            f"expected a number from 1, {UNTOLD} for an island without a number, or a dot for "
            f"water, found {cut(word)!r}; check the file",
            line=line,
        )
    return UNKNOWN if parse_number(word) == UNTOLD else parse_number(word)


def _read_state(word: str, line: int) -> int:
    if not is_number(word) or parse_number(word) > 15:
        raise PuzzleFormatError(
            f"expected 0 to 15 for what is drawn on a cell, found {cut(word)!r}; check the file",
            line=line,
        )
    return parse_number(word)


def _word(clue: int) -> str:
    return str(UNTOLD if clue == UNKNOWN else clue) if clue else _WATER


def _rows(clues: Clues, words: Sequence[str]) -> list[str]:
    return [" ".join(words[at : at + clues.cols]) for at in range(0, len(words), clues.cols)]
