r"""What is read and written of a Latin square: its text form and the printed answer.

Copying this kind? One `TextFormat` for each form that the outside world writes, the most particular
first: `detect` is asked in that order, so no two may say yes to the same text. Every error names
the line. The rules live in ``rules.en.md``, where `PuzzleKind.rules_text` finds them; write them
for somebody who has never seen the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.template.model import Clues, Solution, make_clues
from pipeline.model import PuzzleFormatError

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


def detect_grid(text: str) -> bool:
    """Return whether the first block is as many rows as its first row has cells."""
    block = next(_blocks(text), [])
    return len(block) > 1 and all(_is_row(row) and len(row) == len(block) for _, row in block)


def read_grid(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text: one row on each line, "." for empty, blank lines between.

    ``#`` starts a comment.

    Examples
    --------
    >>> [parsed.line for parsed in read_grid("1.\n..\n\n.2\n..", None)]
    [1, 4]
    """
    for block in _blocks(text):
        first, _ = block[0]
        for line, row in block:
            if not _is_row(row):
                raise PuzzleFormatError(
                    f"expected figures 1 to 9 or dots, found {row!r}", line=line
                )
            if len(row) != len(block):
                raise PuzzleFormatError(
                    f"expected {len(block)} cells, as there are rows, found {len(row)}", line=line
                )
        numbers = [0 if sign == "." else int(sign) for _, row in block for sign in row]
        try:
            clues = make_clues(len(block), numbers)
        except PuzzleFormatError as error:
            raise PuzzleFormatError(error.message, line=first) from None
        yield Parsed(first, clues)


def write_grid(puzzles: Sequence[tuple[Clues, Solution | None]]) -> str:
    """Return the puzzles as grids with a blank line between; solutions are left out."""
    return "\n".join(
        "".join(
            "".join(str(number or ".") for number in clues.numbers[start : start + clues.side])
            + "\n"
            for start in range(0, clues.side**2, clues.side)
        )
        for clues, _ in puzzles
    )


FORMATS: Final = (TextFormat("grid", "rows of figures", detect_grid, read_grid, write_grid),)


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
    return "".join(
        " ".join(words[row * clues.side : (row + 1) * clues.side]) + "\n"
        for row in range(clues.side)
    )


TEXTS: Final[Mapping[str, Callable[[Clues, Solution, bool], str]]] = {"labels": labels}


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns that a report shows for this kind."""
    return {"side": clues.side, "givens": sum(number > 0 for number in clues.numbers)}


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the lines of each puzzle with their numbers, comments and blank lines left out."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        bare = line.partition("#")[0].strip()
        if bare:
            block.append((number, bare))
        elif block and not line.strip():
            yield block
            block = []


def _is_row(text: str) -> bool:
    return text != "" and all(character in ".123456789" for character in text)
