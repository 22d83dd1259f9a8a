"""Text forms of Numberlink that programs exchange: grid-stream, zero and bare.

- ``grid-stream``: ``W H``, then H rows of W characters, ``.`` empty; any number of puzzles, ``#``
  comments and blank lines between them, ``0 0`` ends the stream (the form of
  github.com/thomasahle/numberlink and of many collections).
- ``zero``: numbers with spaces between, 0 empty; under a ``W H`` size, or parted by blank lines.
- ``bare``: a rectangle of ``.`` and other characters; puzzles parted by blank lines.

None says the rule, the credit or a solution; the reader gives the rule. Lines and labels are read
in ``text_rows.py``, addresses of puzz.link and pzprv3 files in ``puzz_link.py``, records in
``pipeline/store``; printed solutions are made in ``texts.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Final, TypeAlias

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import (
    Line,
    is_number,
    number_lines,
    parse_number,
    require_found,
    require_size,
    split_blocks,
)
from pipeline.kinds.numberlink.model import MAX_SIDE, Clues, Solution
from pipeline.kinds.numberlink.puzz_link import PUZZ_LINK, PZPRV3
from pipeline.kinds.numberlink.text_rows import (
    clues_of_cells,
    is_size,
    parse_numbers,
    parse_size,
    parse_symbols,
    require_rows,
    require_unblocked,
    rows_of_numbers,
    symbol_rows,
)

Puzzle: TypeAlias = tuple[Clues, Solution | None]

_END: Final = ["0", "0"]


def detect_grid_stream(text: str) -> bool:
    r"""Return whether the text begins with a size, and a row without spaces below it.

    Examples
    --------
    >>> detect_grid_stream("# mine\n3 1\n1.1"), detect_grid_stream("3 1\n1 0 1")
    (True, False)
    """
    lines = [line for _, line in number_lines(text) if line]
    lines = list(dropwhile(lambda line: line.startswith("#"), lines))
    if not lines or not is_size(lines[0]):
        return False
    if len(lines) == 1 or lines[0].split() == _END:
        return True
    # A board one cell wide shows no spaces: 0 and long numbers tell that it is the zero form.
    is_column = lines[0].split()[0] == "1" and all(
        is_number(line) or is_size(line) for line in lines
    )
    is_zero_form = is_column and any(
        line == "0" or (len(line) > 1 and is_number(line)) for line in lines
    )
    return len(lines[1].split()) == 1 and not is_zero_form


def read_grid_stream(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a stream of sizes and grids.

    Parameters
    ----------
    text : str
        The whole file.
    rule : str or None
        What the puzzles are posed under; None for the default.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> [parsed.line for parsed in read_grid_stream("3 1\n1.1\n\n2 1\naa\n0 0\n", None)]
    [1, 4]
    """
    lines = number_lines(text)
    found = False
    at = 0
    while at < len(lines):
        number, line = lines[at]
        at += 1
        if not line or line.startswith("#"):
            continue
        if line.split() == _END:
            break
        found = True
        cols, rows = parse_size((number, line))
        # Within a grid "#" is a label: a comment stands between puzzles.
        body = list(takewhile(lambda row: row[1], lines[at : at + rows]))
        at += rows
        cells = parse_symbols(body, cols, f"as the size on line {number} says")
        require_rows(body, rows, number, len(lines))
        yield Parsed(number, clues_of_cells(rows, cols, rule, cells, number))
    require_found(found, len(lines))


def write_grid_stream(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as a stream of sizes and grids, a blank line between; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle has more pairs than there are symbols, or blocked cells.
    """
    return "\n".join(
        f"{clues.cols} {clues.rows}\n{symbol_rows(clues, 'grid-stream')}" for clues, _ in puzzles
    )


def detect_zero(text: str) -> bool:
    r"""Return whether the text begins with numbers that have spaces between.

    Examples
    --------
    >>> detect_zero("1 0 0\n0 2 0\n2 1 0\n"), detect_zero("1..\n.2.\n21.\n")
    (True, False)
    """
    lines = [line.split() for _, line in _uncommented(text) if line][:2]
    if not lines or not all(is_number(token) for line in lines for token in line):
        return False
    # Rows, columns and a count above a row of another width are a table of other puzzles.
    is_table = len(lines[0]) == 3 != len(lines[-1]) == parse_number(lines[0][1])
    return len(lines[0]) > 1 and not is_table


def read_zero(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of numbers, with or without a size above each.

    Parameters and errors are those of `read_grid_stream`. Two numbers above rows of two are a
    size if what is below them is then a board, or if they make no board as a row either.

    Examples
    --------
    >>> next(read_zero("1 0 0\n0 2 0\n2 1 0\n", None)).clues.numbers
    (1, 0, 0, 0, 2, 0, 2, 1, 0)
    """
    lines = _uncommented(text)
    last = text.count("\n") + 1
    found = False
    for block in split_blocks(lines):
        rest = block
        while rest:
            if len(rest) == 1 and rest[0][1].split() == _END:
                require_found(found, last)
                return
            found = True
            number = rest[0][0]
            if _begins_with_size(rest):
                cols, rows = parse_size(rest[0])
                body, rest = rest[1 : rows + 1], rest[rows + 1 :]
                cells = parse_numbers(body, cols, f"as the size on line {number} says")
                require_rows(body, rows, number, last)
            else:
                body, rest = rest, []
                cols, rows = len(body[0][1].split()), len(body)
                require_size(cols, rows, MAX_SIDE, number)
                cells = parse_numbers(body, cols, f"as on line {number}")
            yield Parsed(number, clues_of_cells(rows, cols, rule, cells, number))
    require_found(found, last)


def write_zero(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as numbers under their sizes, a blank line between; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle has blocked cells.
    """
    texts: list[str] = []
    for clues, _ in puzzles:
        require_unblocked(clues, "zero")
        rows = "".join(" ".join(map(str, row)) + "\n" for row in rows_of_numbers(clues))
        texts.append(f"{clues.cols} {clues.rows}\n{rows}")
    return "\n".join(texts)


def detect_bare(text: str) -> bool:
    r"""Return whether the text begins with rows of characters without a space.

    Examples
    --------
    >>> detect_bare("1..\n.2.\n21.\n"), detect_bare('{"schema":1}')
    (True, False)
    """
    block = next(split_blocks(_bare_lines(text)), [])
    # An address or the ID of a game is no board of one row.
    is_address = len(block) == 1 and any(sign in block[0][1] for sign in ":/")
    return (
        bool(block)
        and not is_address
        and all(
            line.isprintable() and " " not in line and not line.startswith("{") for _, line in block
        )
    )


def read_bare(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of rectangles with blank lines between.

    Parameters and errors are those of `read_grid_stream`. Any character but dots and spaces is a
    label, ``#`` too; a line is a comment if it begins with ``#`` and a space.

    Examples
    --------
    >>> next(read_bare("@..@\n#..#\n", "cover")).clues.numbers
    (1, 0, 0, 1, 2, 0, 0, 2)
    """
    found = False
    for block in split_blocks(_bare_lines(text)):
        found = True
        first = block[0][0]
        rows, cols = len(block), len(block[0][1])
        require_size(cols, rows, MAX_SIDE, first)
        cells = parse_symbols(block, cols, f"as on line {first}")
        yield Parsed(first, clues_of_cells(rows, cols, rule, cells, first))
    require_found(found, text.count("\n") + 1)


def write_bare(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as rectangles, a blank line between; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle has more pairs than there are symbols, or blocked cells.
    """
    return "\n".join(symbol_rows(clues, "bare") for clues, _ in puzzles)


FORMATS: Final[tuple[TextFormat[Clues, Solution], ...]] = (
    PUZZ_LINK,
    PZPRV3,
    TextFormat(
        "grid-stream",
        "size, then a grid of letters and digits",
        detect_grid_stream,
        read_grid_stream,
        write_grid_stream,
    ),
    TextFormat("zero", "numbers, 0 for empty", detect_zero, read_zero, write_zero),
    TextFormat("bare", "a rectangle of dots and symbols", detect_bare, read_bare, write_bare),
)


def _uncommented(text: str) -> list[Line]:
    return [line for line in number_lines(text) if not line[1].startswith("#")]


def _bare_lines(text: str) -> list[Line]:
    return [
        (number, line)
        for number, line in number_lines(text)
        if not (line == "#" or line.startswith(("# ", "#\t")))
    ]


def _begins_with_size(block: Sequence[Line]) -> bool:
    """Return whether a block of the zero form begins with a size and not with a row."""
    if not is_size(block[0][1]):
        return False
    if len(block) == 1 or len(block[1][1].split()) != 2:
        return True
    cols, rows = (parse_number(token) for token in block[0][1].split())
    return cols == 2 and (_is_paired(block[1 : rows + 1]) or not _is_paired(block))


def _is_paired(rows: Sequence[Line]) -> bool:
    labels = Counter(token for _, line in rows for token in line.split() if token.strip("0"))
    return bool(labels) and set(labels.values()) == {2}
