"""Tables of words with spaces between: ``.has`` files, and the texts of janko.at.

- ``has``: a line ``rows columns islands``, then the rows, 0 for water (the instances of Coelho,
  Laporte, Lindbeck and Vidal, "Benchmark instances and optimal solutions for the Hashi puzzle",
  arXiv 1905.00973). It says neither rule nor solution, and islands may touch.
- ``janko``: lines that begin with a keyword, as the pages of janko.at hold: ``problem`` and its
  rows (``-`` for water), ``solution`` and its rows (``1`` and ``2`` bridges across, ``a`` and
  ``b`` down). There at most two bridges lie side by side and all islands hang together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from pipeline.kinds.hashi.drawing import Mark, marks_of, place, read_marks
from pipeline.kinds.hashi.islands import (
    USUAL,
    Row,
    clues_of_rows,
    require_numbers,
    require_room,
    require_rule_of,
)
from pipeline.kinds.hashi.model import LARGEST_CLUE, MAX_SIDE, UNKNOWN, Clues, Solution
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import (
    MOST_DIGITS,
    Line,
    cut,
    is_number,
    number_lines,
    parse_number,
    require_found,
    require_size,
    require_width,
    said_lines,
)
from pipeline.model import PuzzleFormatError

Puzzle: TypeAlias = tuple[Clues, Solution | None]

_KEYWORDS: Final = (
    *("begin", "end", "puzzle", "author", "solver", "source", "title", "info", "unit", "size"),
    *("rows", "cols", "problem", "solution", "moves", "depth", "options", "copyright", "mail"),
)
_WATER: Final = "-"
_ANY: Final = "?"
_MARKS: Final = {
    "1": Mark(1, True),
    "2": Mark(2, True),
    "a": Mark(1, False),
    "b": Mark(2, False),
}
_WORDS: Final = {mark: word for word, mark in _MARKS.items()}
_LARGEST_OF_JANKO: Final = 8


def detect_has(text: str) -> bool:
    r"""Return whether the text begins with three numbers, and a row as wide as the second says.

    Examples
    --------
    >>> detect_has("1 4 2\n1 0 0 1\n"), detect_has("1 0 0\n0 2 0\n")
    (True, False)
    """
    lines = [line.split() for _, line in said_lines(text)][:2]
    if len(lines) < 2 or not all(is_number(word) for line in lines for word in line):
        return False
    return len(lines[0]) == 3 and parse_number(lines[0][1]) == len(lines[1])


def read_has(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of ``.has`` files.

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
    >>> next(read_has("1 4 2\n1 0 0 1\n", None)).clues.islands
    (1, 0, 0, 1)
    """
    lines = said_lines(text)
    at = 0
    while at < len(lines):
        number, head = lines[at]
        words = head.split()
        if len(words) != 3 or not all(map(is_number, words)):
            raise PuzzleFormatError(
                f"expected rows, columns and islands as in '5 5 12', found {cut(head)!r}; "
                "check that the rows above are as many as their first line says",
                line=number,
            )
        rows, cols, islands = map(parse_number, words)
        require_size(cols, rows, MAX_SIDE, number)
        body = lines[at + 1 : at + 1 + rows]
        board = [Row(line, _numbers(line, text, cols)) for line, text in body]
        if len(board) < rows:
            raise PuzzleFormatError(
                f"expected {rows} rows as line {number} says, found {len(board)}; "
                "add the missing rows or correct the first line",
                line=lines[-1][0],
            )
        found = sum(clue > 0 for row in board for clue in row.numbers)
        if found != islands:
            raise PuzzleFormatError(
                f"expected {islands} islands as line {number} says, found {found}; "
                "correct the rows or the first line",
                line=number,
            )
        yield Parsed(number, clues_of_rows(board, rule))
        at += 1 + rows
    require_found(bool(lines), text.count("\n") + 1)


def write_has(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as ``.has`` files, an empty line between; no solutions.

    Raises
    ------
    PuzzleFormatError
        If an island has no number.
    """
    texts = []
    for clues, _ in puzzles:
        require_numbers("has", clues, LARGEST_CLUE, may_be_untold=False)
        rows = "".join(" ".join(row) + "\n" for row in _table(clues, list(map(str, clues.islands))))
        texts.append(f"{clues.rows} {clues.cols} {len(clues.island_cells())}\n{rows}")
    return "\n".join(texts)


def detect_janko(text: str) -> bool:
    r"""Return whether the first line is a keyword of janko.at, and ``problem`` stands on another.

    Examples
    --------
    >>> detect_janko("begin\nproblem\n1 - 1\nend\n"), detect_janko("a word or two\nproblem\n")
    (True, False)
    """
    lines = [line.split() for _, line in number_lines(text) if line]
    return bool(lines) and lines[0][0] in _KEYWORDS and ["problem"] in lines


def read_janko(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of texts of janko.at, with their solutions where they have them.

    Parameters and errors are those of `read_has`.

    Examples
    --------
    >>> text = "begin\nproblem\n2 - 2\nsolution\n- 2 -\nend\n"
    >>> next(read_janko(text, None)).solution
    Solution(bridges=((0, 2, 2),))
    """
    parts = list(_parts(text))
    starts = [at for at, part in enumerate(parts) if part[0] == "problem"]
    for start, end in pairwise([*starts, len(parts)]):
        drawn = next((body for word, _, body in parts[start:end] if word == "solution"), [])
        yield _read_problem(parts[start][1], parts[start][2], drawn, rule)
    require_found(bool(starts), text.count("\n") + 1)


def write_janko(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as texts of janko.at, an empty line between, with solutions if known.

    Raises
    ------
    PuzzleFormatError
        If a puzzle is posed under another rule, has a clue above 8, or joins islands that touch.
    """
    texts = []
    for clues, solution in puzzles:
        require_rule_of("janko", clues, [USUAL])
        require_numbers("janko", clues, _LARGEST_OF_JANKO, may_be_untold=True)
        require_room("janko", clues, solution, most=2)
        words = [{0: _WATER, UNKNOWN: _ANY}.get(clue, str(clue)) for clue in clues.islands]
        lines = ["begin", "puzzle hashi", f"rows {clues.rows}", f"cols {clues.cols}", "problem"]
        lines += [" ".join(row) for row in _table(clues, words)]
        if solution is not None:
            drawn = [_WATER] * len(words)
            for cell, (mark,) in marks_of(clues, solution).items():
                drawn[cell] = _WORDS[mark]
            lines += ["solution", *(" ".join(row) for row in _table(clues, drawn))]
        texts.append("".join(f"{line}\n" for line in (*lines, "end")))
    return "\n".join(texts)


HAS: Final[TextFormat[Clues, Solution]] = TextFormat(
    "has", "rows, columns, islands, then numbers", detect_has, read_has, write_has
)
JANKO: Final[TextFormat[Clues, Solution]] = TextFormat(
    "janko", "texts of janko.at", detect_janko, read_janko, write_janko
)


def _numbers(line: int, text: str, cols: int) -> list[int]:
    words = text.split()
    for word in words:
        if not is_number(word) or len(word) > MOST_DIGITS:
            raise PuzzleFormatError(
                f"expected whole numbers with spaces between, 0 for water, found {cut(word)!r}",
                line=line,
            )
    require_width(len(words), cols, line)
    return list(map(int, words))


def _parts(text: str) -> Iterator[tuple[str, int, list[Line]]]:
    """Yield each keyword, its line, and the lines below it up to the next keyword."""
    part: tuple[str, int, list[Line]] | None = None
    for number, line in number_lines(text):
        if not line:
            continue
        word = line.split()[0]
        if word in _KEYWORDS:
            if part is not None:
                yield part
            part = (word, number, [])
        elif part is None:
            raise PuzzleFormatError(
                f"expected a keyword such as 'begin' or 'problem', found {cut(line)!r}; "
                "check the format",
                line=number,
            )
        else:
            part[2].append((number, line))
    if part is not None:
        yield part


def _read_problem(
    start: int, problem: Sequence[Line], drawn: Sequence[Line], rule: str | None
) -> Parsed[Clues, Solution]:
    if not problem:
        raise PuzzleFormatError("expected rows below 'problem', found none", line=start)
    cols = len(problem[0][1].split())
    require_size(cols, len(problem), MAX_SIDE, problem[0][0])
    rows = []
    for line, text in problem:
        require_width(len(text.split()), cols, line, "the first row")
        rows.append(Row(line, [_read_clue(word, line) for word in text.split()]))
    clues = clues_of_rows(rows, rule)
    return Parsed(start, clues, _read_solution(clues, drawn) if drawn else None)


def _read_solution(clues: Clues, drawn: Sequence[Line]) -> Solution | None:
    if len(drawn) != clues.rows:
        raise PuzzleFormatError(
            f"expected {clues.rows} rows below 'solution', found {len(drawn)}; "
            "make it as large as the problem",
            line=drawn[-1][0],
        )
    marks: dict[int, Mark] = {}
    for row, (line, text) in enumerate(drawn):
        words = text.split()
        require_width(len(words), clues.cols, line, "the problem")
        for col, word in enumerate(words):
            cell = row * clues.cols + col
            # What stands on an island there repeats its number or says nothing.
            if clues.islands[cell] or word == _WATER:
                continue
            if word not in _MARKS:
                raise PuzzleFormatError(
                    f"expected 1 or 2 for bridges across, a or b for bridges down, or - for "
                    f"water, found {cut(word)!r}; check the solution",
                    line=line,
                )
            marks[cell] = _MARKS[word]
    read = read_marks(clues, marks)
    if read.broken is not None:
        raise PuzzleFormatError(
            "expected bridges that run from island to island, found a loose piece at "
            f"{place(clues, read.broken)}; check the solution",
            line=drawn[read.broken // clues.cols][0],
        )
    return read.solution


def _read_clue(word: str, line: int) -> int:
    if word in (_WATER, _ANY):
        return 0 if word == _WATER else UNKNOWN
    if not is_number(word) or not parse_number(word):
        raise PuzzleFormatError(
            f"expected numbers from 1, - for water, or ? for an island without a number, found "
            f"{cut(word)!r}; check the problem",
            line=line,
        )
    return parse_number(word)


def _table(clues: Clues, words: Sequence[str]) -> list[Sequence[str]]:
    return [words[at : at + clues.cols] for at in range(0, len(words), clues.cols)]
