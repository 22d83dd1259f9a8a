r"""What is read and written of a Latin square: its text form and the printed answer.

Copying this kind? One `TextFormat` for each form that the outside world writes, the most particular
first: `detect` is asked in that order, so no two may say yes to the same text. Every error names
the line. The rules live in ``rules.en.md``, where `PuzzleKind.rules_text` finds them; write them
for somebody who has never seen the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import split_rows
from pipeline.kinds.kit.forms import make_format, to_lines
from pipeline.kinds.kit.text_lines import Line, number_lines, split_blocks
from pipeline.kinds.template.model import Clues, Solution, make_clues
from pipeline.model import PuzzleFormatError

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


def detect_grid(text: str) -> bool:
    """Return whether the first block is as many rows as its first row has cells."""
    block = next(_blocks(text), [])
    return len(block) > 1 and all(_is_row(row) and len(row) == len(block) for _, row in block)


def read_grid(block: Sequence[Line], rule: str | None) -> Parsed[Clues, Solution]:
    """Return the puzzle of some lines, a row of figures on each, "." for an empty cell.

    Examples
    --------
    >>> read_grid([(1, "1."), (2, "..")], None).clues.numbers
    (1, 0, 0, 0)
    """
    for line, row in block:
        if not _is_row(row):
            raise PuzzleFormatError(f"expected figures 1 to 9 or dots, found {row!r}", line=line)
        if len(row) != len(block):
            raise PuzzleFormatError(
                f"expected {len(block)} cells, as there are rows, found {len(row)}", line=line
            )
    numbers = [0 if sign == "." else int(sign) for _, row in block for sign in row]
    try:
        return Parsed(block[0][0], make_clues(len(block), numbers))
    except PuzzleFormatError as error:
        raise PuzzleFormatError(error.message, line=block[0][0]) from None


def write_grid(clues: Clues, _: Solution | None) -> str:
    """Return a puzzle as a grid; its solution is left out."""
    words = [str(number or ".") for number in clues.numbers]
    return to_lines(*map("".join, split_rows(words, clues.side)))


def labels(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return the full square, one row a line; what was given is bold where colour is allowed.

    Examples
    --------
    >>> labels(Clues(2, (1, 0, 0, 0)), Solution((1, 2, 2, 1)), False)
    '1 2\n2 1\n'
    """
    words = [
        f"{BOLD}{number}{PLAIN}" if given and is_coloured else str(number)
        for given, number in zip(clues.numbers, solution.numbers, strict=True)
    ]
    return to_lines(*map(" ".join, split_rows(words, clues.side)))


TEXTS: Final[Mapping[str, Callable[[Clues, Solution, bool], str]]] = {"labels": labels}


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns that a report shows for this kind."""
    return {"side": clues.side, "givens": sum(number > 0 for number in clues.numbers)}


def _blocks(text: str) -> Iterator[list[Line]]:
    """Yield the lines of each puzzle: comments are cut off, lines of comments alone part none."""
    lines = [(number, line.partition("#")) for number, line in number_lines(text)]
    return split_blocks((n, row.strip()) for n, (row, mark, _) in lines if row.strip() or not mark)


def _is_row(text: str) -> bool:
    return text != "" and all(character in ".123456789" for character in text)


FORMATS: Final = (
    make_format("grid", "rows of figures", detect_grid, _blocks, read_grid, write_grid, "\n"),
)
