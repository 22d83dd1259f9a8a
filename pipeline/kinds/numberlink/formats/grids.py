"""Grids of labels: the forms grid-stream, zero and bare, and the rows that other forms share.

Source of grid-stream: github.com/thomasahle/numberlink. None of them has a rule or a solution.
Every error has the 1-based line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, dropwhile, islice
from typing import Any, Final, NamedTuple, TypeAlias

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.sites.cells import CellWords, Row, split_rows
from pipeline.kinds.kit.sites.forms import make_format, to_lines
from pipeline.kinds.kit.sites.text_lines import (
    MOST_DIGITS,
    Line,
    is_number,
    number_lines,
    parse_number,
    require_size,
    require_width,
    split_blocks,
)
from pipeline.kinds.numberlink.model import (
    EMPTY,
    MAX_SIDE,
    RULES,
    Clues,
    Solution,
    make_clues,
    make_solution,
)
from pipeline.model import PuzzleFormatError, cut

LabelRow: TypeAlias = tuple[int, Sequence[Any]]  # The 1-based line, and labels

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"
"""The character of each pair, in order; "0" last, since elsewhere it means an empty cell."""

_NUMBERS: Final = CellWords(
    {}, range(10**MOST_DIGITS), "whole numbers with spaces between", "write 0 for an empty cell"
)


def is_size(line: str) -> bool:
    """Return whether a line is two numbers."""
    tokens = line.split()
    return len(tokens) == 2 and is_number(tokens[0]) and is_number(tokens[1])


def parse_size(line: Line) -> tuple[int, int]:
    """Return (cols, rows) of a line ``W H``, within the limits of a board."""
    if not is_size(line[1]):
        raise PuzzleFormatError(
            f"expected a size, columns and rows as in '10 10', found {cut(line[1])!r}; "
            "check that the rows above are as many as their size says",
            line=line[0],
        )
    cols, rows = (parse_number(token) for token in line[1].split())
    require_size(cols, rows, MAX_SIDE, line[0])
    return cols, rows


def require_rows(body: Sequence[Line], rows: int, header: int, last: int) -> None:
    """Raise `PuzzleFormatError` for too few rows; ``last`` is the last line of the text."""
    if len(body) < rows:
        raise PuzzleFormatError(
            f"expected {rows} rows as the size on line {header} says, found {len(body)}; "
            "add the missing rows or correct the size",
            line=min(header + len(body) + 1, last),
        )


def _read_rows(body: Iterable[Line], cols: int, width_of: str, is_signs: bool) -> Iterator[Row]:
    """Yield the labels of rows of signs, or of numbers with spaces between, 0 for an empty cell."""
    for number, line in body:
        if is_signs and (not line.isprintable() or " " in line):
            raise PuzzleFormatError(
                f"expected a row of {cols} characters without spaces, found {cut(line)!r}; "
                "numbers with spaces between are the format 'zero'",
                line=number,
            )
        labels = line if is_signs else _NUMBERS.read_all(line.split(), number)
        require_width(len(labels), cols, number, width_of)
        yield Row(number, labels)


def clues_of_rows(rows: Sequence[LabelRow], rule: str | None, line: int) -> Clues:
    """Return the clues of a board that begins on ``line``; empty cells are as in `make_clues`.

    `PuzzleFormatError`, with the lines of all its cells, for a label that is not in two cells.
    """
    labels = [*chain.from_iterable([values for _, values in rows])]
    cols = len(rows[0][1])
    try:
        return make_clues(len(rows), cols, RULES[0] if rule is None else rule, labels)
    except PuzzleFormatError:
        _refuse_unpaired(rows, line)
        raise


def _refuse_unpaired(rows: Sequence[LabelRow], line: int) -> None:
    """Raise `PuzzleFormatError` for labels not in two cells, and for a board without labels."""
    places: dict[str | int, list[int]] = {}
    for number, values in rows:
        for label in values:
            if label not in EMPTY:
                places.setdefault(label, []).append(number)
    is_filled = bool(places) and not any(label in EMPTY for _, row in rows for label in row)
    if is_filled and len(rows) > 1 and max(map(len, places.values())) > 2:
        raise PuzzleFormatError(
            "expected a puzzle, found a filled board, as answers are; give the puzzle it answers",
            line=line,
        )
    for label, lines in places.items():
        if len(lines) != 2:
            where = ", ".join(map(str, dict.fromkeys(lines[:9])))
            times = "once" if len(lines) == 1 else f"{len(lines)} times"
            raise PuzzleFormatError(
                f"expected each label exactly twice, found {str(label)!r} {times} (line {where}); "
                "check the grid for a slip",
                line=lines[:3][-1],
            )
    if not places:
        raise PuzzleFormatError(
            "expected at least one pair of labels, found an empty grid; check the file", line=line
        )


def follow_lines(clues: Clues, near: Mapping[int, Iterable[int]]) -> Solution | None:
    """Return the lines along joined cells, None if these do not lead from end to end.

    ``near`` has the cells that each is joined to.
    """
    paths = []
    for start, end in clues.ends():
        path = [start]
        while path[-1] != end:
            ahead = [cell for cell in near.get(path[-1], ()) if cell not in path[-2:]]
            if len(ahead) != 1 or len(path) > len(clues.numbers):
                return None
            path += ahead
        paths.append(path)
    return make_solution(paths)


def refusal(
    limit: Callable[[Clues], int], rules: Sequence[str] = RULES
) -> Callable[[str, Clues, Solution | None], None]:
    """Return a function that raises an error for blocked cells, other rules and too many pairs."""

    def refuse(name: str, clues: Clues, _: Solution | None) -> None:
        missing = (
            "blocked cells" if clues.blocked
            else f"the rule {clues.rule}" if clues.rule not in rules
            else f"{clues.pairs} pairs" if clues.pairs > limit(clues)
            else ""
        )  # fmt: skip
        if missing:
            raise PuzzleFormatError(f"{name} cannot express {missing}; use another form, or jsonl")

    return refuse


refuse_blocked: Final = refusal(lambda clues: clues.pairs)
_refuse_many: Final = refusal(lambda clues: len(SYMBOLS))


def symbol_rows(clues: Clues) -> list[str]:
    """Return the rows of a board with a symbol for each label.

    The labels that the puzzle's source gave are kept where each is an ASCII letter or digit.
    """
    names = "".join(clues.labels)
    is_plain = len(names) == clues.pairs and names.isascii() and names.isalnum()
    marks = f".{names if is_plain else SYMBOLS}"
    return ["".join(marks[n] for n in row) for row in split_rows(clues.numbers, clues.cols)]


_END: Final = ["0", "0"]


class _Grid(NamedTuple):
    """A puzzle: columns and rows if it states them, its first line, and its lines of cells."""

    size: tuple[int, int] | None
    first: int
    body: Sequence[Line]
    last: int


def _is_grid_stream(text: str) -> bool:
    filled = (line for _, line in number_lines(text) if line)
    below = dropwhile(lambda line: line.startswith("#"), filled)
    lines = list(islice(below, 2))
    if not lines or not is_size(lines[0]):
        return False
    if len(lines) == 1 or lines[0].split() == _END:
        return True
    # A board one cell wide has no spaces: 0 or long numbers show that it is in the zero form.
    is_column = lines[0].split()[0] == "1"
    lines += below if is_column else ()
    is_column = is_column and all(is_number(line) or is_size(line) for line in lines)
    is_zero_form = is_column and any(
        line == "0" or (len(line) > 1 and is_number(line)) for line in lines
    )
    return len(lines[1].split()) == 1 and not is_zero_form


def _is_zero(text: str) -> bool:
    lines = list(islice((line.split() for _, line in _uncommented(text) if line), 2))
    if not lines or not all(is_number(token) for line in lines for token in line):
        return False
    # Rows, columns and a count above a row of another width are a table of other puzzles.
    is_table = len(lines[0]) == 3 != len(lines[-1]) == parse_number(lines[0][1])
    return len(lines[0]) > 1 and not is_table


def _split(text: str, is_stream: bool) -> Iterator[_Grid | PuzzleFormatError]:
    """Yield the puzzles of a stream, or of a text of zeros; after a faulty size the next block.

    Before the first puzzle of a stream the next line with a size is enough: it may have a title.
    """
    last, is_first = text.count("\n") + 1, True
    for block in split_blocks(number_lines(text) if is_stream else _uncommented(text)):
        rest = block
        while rest:
            head = rest[0][1]
            # Within a grid of a stream "#" is a label: comments are between puzzles.
            if is_stream and head.startswith("#"):
                rest = rest[1:]
                continue
            if head.split() == _END and (is_stream or len(rest) == 1):
                return
            if not (is_stream or _begins_with_size(rest)):
                yield _Grid(None, rest[0][0], rest, last)
                break
            try:
                cols, rows = parse_size(rest[0])
            except PuzzleFormatError as error:
                yield error
                rest = [*dropwhile(lambda line: not is_size(line[1]), rest[1:])]
                if is_stream and is_first:
                    continue
                break
            is_first = False
            yield _Grid((cols, rows), rest[0][0], rest[1 : rows + 1], last)
            rest = rest[rows + 1 :]


def _uncommented(text: str) -> Iterator[Line]:
    return (line for line in number_lines(text) if not line[1].startswith("#"))


def _begins_with_size(block: Sequence[Line]) -> bool:
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
    # An address or the ID of a game is not a board of one row.
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


def _read(is_signs: bool, grid: _Grid, rule: str | None) -> Parsed[Clues, Solution]:
    first = grid.first
    if grid.size is not None:
        cols, rows = grid.size
        board = [*_read_rows(grid.body, cols, "the size", is_signs)]
        require_rows(grid.body, rows, first, grid.last)
    else:
        head = grid.body[0][1]
        cols, rows = len(head if is_signs else head.split()), len(grid.body)
        require_size(cols, rows, MAX_SIDE, first)
        board = [*_read_rows(grid.body, cols, "the first row", is_signs)]
    return Parsed(first, clues_of_rows(board, rule, first))


def _size(clues: Clues) -> str:
    return f"{clues.cols} {clues.rows}"


def _write_zero(clues: Clues, _: Solution | None) -> str:
    rows = (" ".join(map(str, row)) for row in split_rows(clues.numbers, clues.cols))
    return to_lines(_size(clues), *rows)


GRID_STREAM: Final = make_format(
    "grid-stream", "size, then a grid of letters and digits", _is_grid_stream,
    partial(_split, is_stream=True), partial(_read, True),
    lambda clues, _: to_lines(_size(clues), *symbol_rows(clues)), "\n", _refuse_many,
)  # fmt: skip
ZERO: Final = make_format(
    "zero", "numbers, 0 for empty", _is_zero, partial(_split, is_stream=False),
    partial(_read, False), _write_zero, "\n", refuse_blocked,
)  # fmt: skip
BARE: Final = make_format(
    "bare", "a rectangle of dots and symbols", _is_bare, _split_bare, partial(_read, True),
    lambda clues, _: to_lines(*symbol_rows(clues)), "\n", _refuse_many,
)  # fmt: skip
