"""Tables of letters, and the words to be found in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.word.clue import MESSAGE, WORD
from pipeline.kinds.kit.sites.cells import join_rows
from pipeline.kinds.kit.sites.forms import make_format, to_lines
from pipeline.kinds.kit.sites.reading import Form, Forms, Site
from pipeline.kinds.kit.sites.text_lines import (
    Line,
    is_comment,
    number_lines,
    require_size,
    require_width,
)
from pipeline.model import PuzzleFormatError, cut

_BLANK = "_"  # A letter of a message
_NAME = "letters"


def letters() -> Site:
    """Return the form ``letters``: rows of letters, then the words, some on each line."""
    return Site(_letters_form)


def _letters_form(forms: Forms) -> Form:
    def read(lines: list[Line], rule: str | None) -> Parsed[Board, Solution]:
        rows = [(number, line.split()) for number, line in lines if is_row(line)]
        first = rows[0][0]
        require_size(len(rows[0][1]), len(rows), forms.boards.most_side, first)
        for number, row in rows:
            require_width(len(row), len(rows[0][1]), number, "the first row")
        values = [_number(letter, number) for number, row in rows for letter in row]
        clues: list[Clue] = []
        lengths: list[int] = []
        for number, line in lines[len(rows) :]:
            for word in line.replace(",", " ").split():
                if {*word} == {_BLANK}:
                    lengths.append(len(word))
                    continue
                for letter in word:
                    _number(letter, number)
                clues.append(Clue(WORD, (), (), word.upper()))
        if lengths:
            clues.append(Clue(MESSAGE, (), tuple(lengths)))
        board = forms.make_clues(len(rows), len(rows[0][1]), values, rule, first, (), clues)
        return Parsed(first, board)

    def write(board: Board, _: Solution | None) -> str:
        words = [clue.sign for clue in board.clues_of(WORD)]
        blanks = [_BLANK * length for clue in board.clues_of(MESSAGE) for length in clue.numbers]
        rows = join_rows([chr(ord("A") - 1 + value) for value in board.values], board.cols)
        return to_lines(*rows, "", *words, *([" ".join(blanks)] if blanks else []))

    def detect(text: str) -> bool:
        return any(isinstance(one, list) for one in split_letters(text))

    title = "rows of letters, then the words to be found"
    form: Form = make_format(_NAME, title, detect, split_letters, read, write, "\n", forms.refuse)
    return replace(form, confidence=lambda board: 3)


def is_row(line: str) -> bool:
    """Return whether a line is a row of a table of letters, with spaces between them."""
    words = line.split()
    return len(words) > 1 and all(len(word) == 1 and word.isalpha() for word in words)


def split_letters(text: str) -> Iterator[list[Line] | PuzzleFormatError]:
    r"""Yield the rows and words of each puzzle; an error for one that lacks either.

    >>> [len(one) for one in split_letters("A B\n\nAB\n\nC D\nCD DC")]
    [2, 2]
    """
    held: list[Line] = []
    for line in number_lines(text):
        if not line[1] or is_comment(line[1]):
            continue
        if held and is_row(line[1]) and not is_row(held[-1][1]):
            yield _whole(held)
            held = []
        held.append(line)
    if held:
        yield _whole(held)


def _whole(lines: list[Line]) -> list[Line] | PuzzleFormatError:
    for at, what in ((0, "rows of letters with spaces between them"), (-1, "words below the rows")):
        number, line = lines[at]
        if is_row(line) != (at == 0):
            return PuzzleFormatError(
                f"expected {what}, found {cut(line)!r}; check the text", line=number
            )
    return lines


def _number(letter: str, line: int) -> int:
    capital = letter.upper()
    if not ("A" <= capital <= "Z" and len(capital) == 1):
        raise PuzzleFormatError(
            f"expected letters from A to Z, found {cut(letter)!r}; write it without accents",
            line=line,
        )
    return ord(capital) - ord("A") + 1
