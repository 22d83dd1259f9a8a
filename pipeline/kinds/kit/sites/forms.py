"""Build text forms from functions that split, read and write a puzzle.

A *table* consists of rows of words separated by spaces, with blank lines between puzzles: a word is
a label, a number, or a sign for an empty cell. Spreadsheets, JSON and lists are converted to such
tables before a kind reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from string import ascii_uppercase
from typing import Any, Final, TypeAlias, TypeVar

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.sites.cells import Row
from pipeline.kinds.kit.sites.text_lines import (
    MOST_DIGITS,
    Line,
    content_lines,
    first_lines,
    is_comment,
    is_number,
    number_lines,
    require_found,
    require_size,
    split_blocks,
)
from pipeline.model import PuzzleFormatError, cut

B = TypeVar("B")
C = TypeVar("C")
S = TypeVar("S")

Refusal: TypeAlias = Callable[[str, C, S | None], None]
"""(name of a form, clues, solution): raises `PuzzleFormatError` if it cannot express them."""

_FIGURES: Final = {letter: str(k) for k, letter in enumerate(ascii_uppercase, 10)}
"""Numbers from 10 in rows of signs."""
EMPTY_WORDS: Final = ("-", "_", ".", "0", "-1")  # Signs for an empty cell of a table


def make_format(
    name: str,
    title: str,
    detect: Callable[[str], bool],
    split: Callable[[str], Iterable[B | PuzzleFormatError]],
    read: Callable[[B, str | None], Parsed[C, S]],
    write: Callable[[C, S | None], str],
    gap: str = "",
    refuse: Refusal[C, S] = lambda name, clues, solution: None,
) -> TextFormat[C, S]:
    """Return a text form.

    ``split`` divides a text into one part for each puzzle, with an error in place of an invalid
    one; ``read`` reads a part. ``write`` returns the text of a puzzle after ``refuse`` has checked
    it. The other parameters are as in `TextFormat`.
    """

    def read_each(text: str, rule: str | None) -> Iterator[Parsed[C, S] | PuzzleFormatError]:
        has_parts = False
        for part in split(text):
            has_parts = True
            if isinstance(part, PuzzleFormatError):
                yield part
                continue
            try:
                yield read(part, rule)
            except PuzzleFormatError as error:
                yield error
        require_found(has_parts)

    def write_one(clues: C, solution: S | None) -> str:
        refuse(name, clues, solution)
        return write(clues, solution)

    def write_all(puzzles: Sequence[tuple[C, S | None]]) -> str:
        return gap.join(write_one(*one) for one in puzzles)

    return TextFormat(name, title, detect, read_each, write_all, gap)


_SIDES: Final = {
    "Bridges": range(3, 1001),
    "Dominosa": range(2, 101),
    "Fifteen": range(2, 1001),
    "Filling": range(1, 1001),
    "Keen": range(3, 10),
    "Light Up": range(2, 1001),
    "Loopy": range(3, 1001),
    "Mosaic": range(3, 1001),
    "Pattern": range(1, 1001),
    "Pearl": range(5, 1001),
    "Range": range(1, 64),
    "Rectangles": range(1, 1001),
    "Singles": range(2, 63),
    "Solo": range(4, 32),
    "Tents": range(4, 1001),
    "Towers": range(3, 10),
    "Unequal": range(3, 33),
    "Unruly": range(6, 1001, 2),
}
"""Sides that the games of Simon Tatham's collection take, as in their ``validate_params``."""


def game_id_form(
    game: str,
    pattern: re.Pattern[str],
    example: str,
    read: Callable[[re.Match[str], int, str | None], Parsed[C, S]],
    write: Callable[[C, S | None], str],
    refuse: Refusal[C, S],
) -> TextFormat[C, S]:
    """Return the form ``tatham``: game IDs of Simon Tatham's collection, one on each line.

    ``read`` gets the match of ``pattern``, the line number and the rule; ``example`` is for errors.
    A board whose sides the program refuses (`_SIDES`) is not written.
    """

    def read_id(line: Line, rule: str | None) -> Parsed[C, S]:
        number, text = line
        match = pattern.fullmatch(text)
        if match is None:
            raise PuzzleFormatError(
                f"expected a game ID of {game} such as {example!r}, found {cut(text)!r}; copy the "
                "whole ID (an ID with '#' is a random seed, not a puzzle)",
                line=number,
            )
        return read(match, number, rule)

    def refuse_size(name: str, clues: Any, solution: S | None) -> None:
        sides = _SIDES[game]
        if not (clues.rows in sides and clues.cols in sides):
            raise PuzzleFormatError(
                f"{name} cannot express a board of {clues.cols}x{clues.rows} cells: {game} takes "
                f"{'even ' * (sides.step > 1)}sides from {sides[0]} to {sides[-1]}; "
                "use another form"
            )
        refuse(name, clues, solution)

    form: TextFormat[C, S] = make_format(
        "tatham",
        f"game IDs of Simon Tatham's {game}",
        lambda text: pattern.fullmatch(first_line(text)) is not None,
        content_lines,
        read_id,
        write,
        refuse=refuse_size,
    )
    return replace(form, tags=(game,))


def first_line(text: str) -> str:
    """Return the first line that is neither blank nor a comment, "" if there is none."""
    return next(iter(first_lines(text, 1)), "")


def to_lines(*lines: str) -> str:
    """Return a text of lines, each with a line end."""
    return "".join(f"{line}\n" for line in lines)


def table_form(
    title: str,
    read: Callable[[list[Line], str | None], C],
    write: Callable[[C], list[str]],
    refuse: Refusal[C, S],
    confidence: Callable[[C], int],
    tags: tuple[str, ...] = (),
    number_style: int = 1,
) -> TextFormat[C, S]:
    """Return the form ``table`` with functions that read and write the rows of a puzzle."""
    form: TextFormat[C, S] = make_format(
        "table",
        title,
        is_table,
        split_table,
        lambda rows, rule: Parsed(rows[0][0], read(rows, rule)),
        lambda clues, _: to_lines(*write(clues)),
        "\n",
        refuse,
    )
    return replace(form, confidence=confidence, tags=tags, number_style=number_style)


def rows_form(title: str, table: TextFormat[C, S], is_square: bool = False) -> TextFormat[C, S]:
    """Return the form ``rows``: a sign for each cell, converted to and from the table of a kind.

    Blank lines separate boards, which a line with the size may precede; squares may also follow
    each other, and text between them is skipped.
    """
    split = _split_squares if is_square else _split_rows

    def read(board: list[Line], rule: str | None) -> Parsed[C, S]:
        signs = "".join(line for _, line in board)
        if is_square and len(set(signs).intersection(EMPTY_WORDS)) > 1:
            raise PuzzleFormatError(
                "expected one sign for empty cells, found several, of which one may be a number; "
                "use a dot for all",
                line=board[0][0],
            )
        if set(signs) <= {*EMPTY_WORDS}:
            what = "expected signs in some cells, found an empty grid; check the rows"
            raise PuzzleFormatError(what, line=board[0][0])
        # A letter beyond the side of a Sudoku is a sign for an empty cell, such as X; letters
        # alone are labels.
        most = max(0, len(board) - 9) if is_square else 0 if signs.isalpha() else None
        figures = dict(islice(_FIGURES.items(), most))
        try:
            rows = (" ".join(figures.get(sign, sign) for sign in line) for _, line in board)
            parsed = next(table.read(to_lines(*rows), rule))
        except PuzzleFormatError as error:
            line = board[0][0] + (error.line or 1) - 1
            raise PuzzleFormatError(error.message, line=line) from None
        return replace(parsed, line=board[0][0])

    def write(clues: C, solution: S | None) -> str:
        letters = {figure: letter for letter, figure in _FIGURES.items()} | {"-": "."}
        table_rows = table.write([(clues, solution)]).splitlines()
        rows = [[letters.get(word, word) for word in row.split()] for row in table_rows]
        if {word for row in rows for word in row} <= {*EMPTY_WORDS}:
            raise PuzzleFormatError("rows cannot express an empty grid; use the form table")
        if min(len(rows), len(rows[0])) < 2 or any(len(word) > 1 for row in rows for word in row):
            what = "a board of one row or column, nor a number of several digits"
            raise PuzzleFormatError(f"rows cannot express {what}; export it in the form table")
        return to_lines(*map("".join, rows))

    def detect(text: str) -> bool:
        return any(isinstance(one, list) for one in islice(split(text), 2))

    form: TextFormat[C, S] = make_format("rows", title, detect, split, read, write, "\n")
    return replace(form, confidence=table.confidence, blanks=table.blanks)


def _split_squares(text: str) -> Iterator[list[Line] | PuzzleFormatError]:
    held: list[Line] = []
    is_odd = False
    for number, line in chain(number_lines(text), [(0, "")]):
        is_text = " " in line
        if held and (len(line) != len(held[0][1]) or is_text):
            if not is_odd:
                side = len(held[0][1])
                found = f"{len(held)} of them" if is_text or not line else repr(cut(line))
                what = f"expected {side} rows of {side} signs, found {found}; check the rows"
                yield PuzzleFormatError(what, line=number if line else held[-1][0])
            held, is_odd = [], bool(line)
        if line and not (is_comment(line) or is_text):
            held.append((number, line))
        if held and len(held) == len(line) > 1:
            yield held
            held, is_odd = [], False


def _split_rows(text: str) -> Iterator[list[Line] | PuzzleFormatError]:
    size: list[str] = []
    for block in split_blocks(line for line in number_lines(text) if not is_comment(line[1])):
        head = block[0][1].partition(" #")[0].split()
        is_side = len(head) == 1 and len(block) > 2
        if is_side and head[0] == str(len(block) - 1) == str(len(block[1][1])):
            head *= 2
        is_size = len(head) == 2 and is_number("".join(head))
        has_title = len(head) > 1 and len(block) > 3 and not any(" " in row for _, row in block[1:])
        size, rows = (sorted(head), block[1:]) if is_size else (size, block[int(has_title) :])
        if not rows:
            continue
        first = rows[0][1]
        odd = next((row for row in rows if len(row[1]) != len(first) or " " in row[1]), rows[-1])
        if odd is not rows[-1] or len(odd[1]) != len(first) or len(rows) < 2 or " " in first:
            what = f"expected rows of {len(first)} signs, as the first, found {cut(odd[1])!r}"
            yield PuzzleFormatError(f"{what}; check the rows", line=odd[0])
        elif size not in ([], sorted((str(len(rows)), str(len(first))))):
            what = f"expected a board of {' by '.join(size)} cells, found {len(first)}x{len(rows)}"
            yield PuzzleFormatError(f"{what}; check the size", line=rows[0][0])
        else:
            yield rows
        size = []


def read_table(rows: Sequence[Line], most: int, read: Callable[[Line, int, str], Row]) -> list[Row]:
    """Return the rows of a table as wide as its first row; ``most`` is the longest side."""
    cols = len(rows[0][1].split())
    require_size(cols, len(rows), most, rows[0][0])
    return [read(row, cols, "the first row") for row in rows]


def is_table(text: str) -> bool:
    """Return whether the text begins with rows of words that include empty cells.

    Without empty cells, words must be numbers or single signs in several rows and columns: a single
    line of numbers may be the start of another format.
    """
    blocks = (block for block in split_table(text) if not isinstance(block, PuzzleFormatError))
    rows = [line.split() for _, line in next(blocks, [])]
    words = set(chain.from_iterable(rows))
    if not words.isdisjoint(EMPTY_WORDS):
        return max(map(len, words)) <= MOST_DIGITS + 1
    is_wide = bool(rows) and min(map(len, rows)) > 1
    is_wide = is_wide and (len(rows) > 1 or next(blocks, None) is not None)
    # Words are checked together, since a board may have a million cells.
    is_numeric = is_number("".join(words))
    return is_wide and (is_numeric or all(len(word) == 1 or is_number(word) for word in words))


def split_table(text: str) -> Iterator[list[Line] | PuzzleFormatError]:
    """Yield the rows of each puzzle; lines that begin with ``#`` are comments.

    A line with the size (rows and columns, columns and rows, or the side of a square) is skipped; a
    size without rows yields an error.
    """
    above: list[Line] = []
    for block in split_blocks(line for line in number_lines(text) if not is_comment(line[1])):
        head = block[0][1].partition(" #")[0].split()
        if len(block) == 1 and len(head) == 2 and is_number("".join(head)) and head != ["1", "1"]:
            yield from map(_lone_size, above)
            above = block
            continue
        rows = [*above, *block]
        is_sized = _is_size(rows[0][1].partition(" #")[0].split(), rows[1:])
        if not is_sized:
            yield from map(_lone_size, above)
        above = []
        yield rows[1:] if is_sized else block
    yield from map(_lone_size, above)


def _lone_size(line: Line) -> PuzzleFormatError:
    return PuzzleFormatError(
        f"expected the rows of a board, found only the size {line[1]!r}; check the rows below",
        line=line[0],
    )


def _is_size(head: Sequence[str], rows: Sequence[Line]) -> bool:
    wide = len(rows[0][1].split()) if rows else 0
    if len(head) == 1 and wide > 1:
        return head[0] == str(len(rows)) == str(wide)
    return wide != 2 == len(head) and sorted(head) == sorted(map(str, (len(rows), wide)))
