"""Grids of labels that programs exchange: grid-stream, zero and bare.

- ``grid-stream``: ``W H``, then H rows of W characters, ``.`` empty; any number of puzzles, ``#``
  comments and blank lines between them, ``0 0`` ends the stream (the form of
  github.com/thomasahle/numberlink and of many collections).
- ``zero``: numbers with spaces between, 0 empty; under a ``W H`` size, or parted by blank lines.
- ``bare``: a rectangle of ``.`` and other characters; puzzles parted by blank lines.

None says the rule or a solution. Rows and labels are read in ``rows.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import dropwhile, islice, takewhile
from operator import itemgetter
from typing import Final, NamedTuple

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import split_rows
from pipeline.kinds.kit.forms import make_format, to_lines
from pipeline.kinds.kit.text_lines import (
    Line,
    is_number,
    number_lines,
    parse_number,
    require_size,
    split_blocks,
)
from pipeline.kinds.numberlink.formats.rows import (
    LabelRow,
    clues_of_rows,
    is_size,
    parse_numbers,
    parse_size,
    parse_symbols,
    refuse_blocked,
    refuse_many,
    require_rows,
    symbol_rows,
)
from pipeline.kinds.numberlink.model import MAX_SIDE, Clues, Solution
from pipeline.model import PuzzleFormatError

_END: Final = ["0", "0"]


class _Grid(NamedTuple):
    """A puzzle: columns and rows if it says so, on which line it begins, and its lines of cells.

    ``last`` is the number of the last line of the text.
    """

    size: tuple[int, int] | None
    first: int
    body: Sequence[Line]
    last: int


def _is_grid_stream(text: str) -> bool:
    said = (line for _, line in number_lines(text) if line)
    below = dropwhile(lambda line: line.startswith("#"), said)
    lines = list(islice(below, 2))
    if not lines or not is_size(lines[0]):
        return False
    if len(lines) == 1 or lines[0].split() == _END:
        return True
    # A board one cell wide shows no spaces: 0 and long numbers tell that it is the zero form.
    is_column = lines[0].split()[0] == "1"
    lines += below if is_column else ()
    is_column = is_column and all(is_number(line) or is_size(line) for line in lines)
    is_zero_form = is_column and any(
        line == "0" or (len(line) > 1 and is_number(line)) for line in lines
    )
    return len(lines[1].split()) == 1 and not is_zero_form


def _split_grid_stream(text: str) -> Iterator[_Grid | PuzzleFormatError]:
    """Yield the puzzles; behind a faulty size the next one that stands below an empty line."""
    lines, last = number_lines(text), text.count("\n") + 1
    is_faulty, above, is_first = False, "", True
    for size in lines:
        is_faulty = is_faulty and not (is_size(size[1]) and (is_first or not above))
        above = size[1]
        if is_faulty or not size[1] or size[1].startswith("#"):
            continue
        if size[1].split() == _END:
            return
        try:
            cols, rows = parse_size(size)
        except PuzzleFormatError as error:
            yield error
            is_faulty = True
            continue
        # Within a grid "#" is a label: a comment stands between puzzles.
        body = takewhile(itemgetter(1), [*islice(lines, rows)])
        is_first = False
        yield _Grid((cols, rows), size[0], [*body], last)


def _is_zero(text: str) -> bool:
    lines = list(islice((line.split() for _, line in _uncommented(text) if line), 2))
    if not lines or not all(is_number(token) for line in lines for token in line):
        return False
    # Rows, columns and a count above a row of another width are a table of other puzzles.
    is_table = len(lines[0]) == 3 != len(lines[-1]) == parse_number(lines[0][1])
    return len(lines[0]) > 1 and not is_table


def _split_zero(text: str) -> Iterator[_Grid | PuzzleFormatError]:
    """Yield the grids, with or without a size.

    Two numbers above rows of two are a size if what is below them is then a board, or if they make
    no board as a row either.
    """
    last = text.count("\n") + 1
    for block in split_blocks(_uncommented(text)):
        rest = block
        while rest:
            if len(rest) == 1 and rest[0][1].split() == _END:
                return
            if not _begins_with_size(rest):
                yield _Grid(None, rest[0][0], rest, last)
                break
            try:
                cols, rows = parse_size(rest[0])
            except PuzzleFormatError as error:
                yield error
                break
            yield _Grid((cols, rows), rest[0][0], rest[1 : rows + 1], last)
            rest = rest[rows + 1 :]


def _uncommented(text: str) -> Iterator[Line]:
    return (line for line in number_lines(text) if not line[1].startswith("#"))


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


def _is_bare(text: str) -> bool:
    grid = next(_split_bare(text), None)
    block = [] if grid is None else [line for _, line in grid.body]
    # An address or the ID of a game is no board of one row.
    is_address = len(block) == 1 and any(sign in block[0] for sign in ":/")
    return (
        bool(block)
        and not is_address
        and all(line.isprintable() and " " not in line and line[0] != "{" for line in block)
    )


def _split_bare(text: str) -> Iterator[_Grid]:
    """Yield the rectangles; a line is a comment if it begins with ``#`` and a space."""
    lines = (
        (number, line)
        for number, line in number_lines(text)
        if not (line == "#" or line.startswith(("# ", "#\t")))
    )
    last = text.count("\n") + 1
    for block in split_blocks(lines):
        yield _Grid(None, block[0][0], block, last)


def _read(
    parse: Callable[[Sequence[Line], int, str], Iterator[LabelRow]],
    split: Callable[[str], Sequence[str]],
    grid: _Grid,
    rule: str | None,
) -> Parsed[Clues, Solution]:
    """Return the puzzle of a grid; ``split`` cuts a row into cells, ``parse`` reads them."""
    first = grid.first
    if grid.size is not None:
        cols, rows = grid.size
        board = [*parse(grid.body, cols, f"as the size on line {first} says")]
        require_rows(grid.body, rows, first, grid.last)
    else:
        cols, rows = len(split(grid.body[0][1])), len(grid.body)
        require_size(cols, rows, MAX_SIDE, first)
        board = [*parse(grid.body, cols, f"as on line {first}")]
    return Parsed(first, clues_of_rows(board, rule, first))


_read_symbols: Final = partial(_read, parse_symbols, list)
_read_numbers: Final = partial(_read, parse_numbers, str.split)


def _write_zero(clues: Clues, _: Solution | None) -> str:
    rows = (" ".join(map(str, row)) for row in split_rows(clues.numbers, clues.cols))
    return to_lines(f"{clues.cols} {clues.rows}", *rows)


GRID_STREAM: Final = make_format(
    "grid-stream",
    "size, then a grid of letters and digits",
    _is_grid_stream,
    _split_grid_stream,
    _read_symbols,
    lambda clues, _: to_lines(f"{clues.cols} {clues.rows}", *symbol_rows(clues)),
    "\n",
    refuse_many,
)
ZERO: Final = make_format(
    "zero",
    "numbers, 0 for empty",
    _is_zero,
    _split_zero,
    _read_numbers,
    _write_zero,
    "\n",
    refuse_blocked,
)
BARE: Final = make_format(
    "bare",
    "a rectangle of dots and symbols",
    _is_bare,
    _split_bare,
    _read_symbols,
    lambda clues, _: to_lines(*symbol_rows(clues)),
    "\n",
    refuse_many,
)
