"""Text forms of Numberlink: grid-stream, zero and bare, read with the line of every mistake.

- ``grid-stream``: ``W H``, then H rows of W characters, ``.`` empty; any number of puzzles, ``#``
  comments and blank lines between them, ``0 0`` ends the stream (the form of
  github.com/thomasahle/numberlink and of many collections).
- ``zero``: numbers with spaces between, 0 empty; with a ``W H`` header, or puzzles parted by
  blank lines.
- ``bare``: a rectangle of ``.`` and other characters; puzzles parted by blank lines.

None says the rule, the credit or a solution; the reader gives the rule. Records are the business
of ``pipeline/store``, printed solutions of ``texts.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.numberlink.model import MAX_SIDE, RULES, Clues, Solution, make_clues
from pipeline.model import PuzzleFormatError

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"
"""The character of each pair, in order; "0" last, since elsewhere it means an empty cell."""

Puzzle: TypeAlias = tuple[Clues, Solution | None]
Numbered: TypeAlias = tuple[int, str]
"""A line with its 1-based number, without the spaces around it."""

_MOST_DIGITS: Final = 9
"""Longest number that is looked at; a longer one is no label and no side of a board."""


def detect_grid_stream(text: str) -> bool:
    r"""Return whether the text begins with a size, and a row without spaces below it.

    Examples
    --------
    >>> detect_grid_stream("# mine\n3 1\n1.1"), detect_grid_stream("3 1\n1 0 1")
    (True, False)
    """
    lines = _uncommented(text)
    if not lines or not _is_size(lines[0][1]):
        return False
    if len(lines) == 1 or lines[0][1].split() == ["0", "0"]:
        return True
    # A board one cell wide shows no spaces: if it is all numbers, it is a zero form.
    is_column = lines[0][1].split()[0] == "1"
    return len(lines[1][1].split()) == 1 and not (
        is_column and all(_is_number(line) or _is_size(line) for _, line in lines)
    )


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
    lines = iter(_lines(text))
    found = False
    for number, line in lines:
        if not line or line.startswith("#"):
            continue
        if line.split() == ["0", "0"]:
            break
        found = True
        cols, rows = _size(number, line)
        grid = [_stream_row(next(lines, None), k, cols, rows, number) for k in range(rows)]
        cells = [(row[0], None if label == "." else label) for row in grid for label in row[1]]
        yield Parsed(number, _clues(rows, cols, rule, cells, number))
    _require_found(found)


def write_grid_stream(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as a stream of sizes and grids, a blank line between; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle has more pairs than there are symbols, or blocked cells.
    """
    return "\n".join(
        f"{clues.cols} {clues.rows}\n{_symbol_rows(clues, 'grid-stream')}" for clues, _ in puzzles
    )


def detect_zero(text: str) -> bool:
    r"""Return whether the text begins with numbers that have spaces between.

    Examples
    --------
    >>> detect_zero("1 0 0\n0 2 0\n2 1 0\n"), detect_zero("1..\n.2.\n21.\n")
    (True, False)
    """
    lines = _uncommented(text)
    return (
        bool(lines)
        and len(lines[0][1].split()) > 1
        and all(_is_number(token) for _, line in lines[:2] for token in line.split())
    )


def read_zero(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of numbers, with or without a size above each.

    Parameters and errors are those of `read_grid_stream`. A block two numbers wide counts as
    headed by a size if what is below it is then a board.

    Examples
    --------
    >>> next(read_zero("1 0 0\n0 2 0\n2 1 0\n", None)).clues.numbers
    (1, 0, 0, 0, 2, 0, 2, 1, 0)
    """
    found = False
    for block in _blocks(_without_comments(text)):
        rest = block
        while rest:
            if rest[0][1].split() == ["0", "0"] and len(rest) == 1:
                _require_found(found)
                return
            found = True
            number = rest[0][0]
            if _is_header(rest):
                cols, rows = _size(*rest[0])
                body, rest = rest[1 : rows + 1], rest[rows + 1 :]
                if len(body) < rows:
                    raise _too_few(rows, len(body), number, body[-1][0] if body else number)
                cells = _number_cells(body, cols, f"as the size on line {number} says")
            else:
                body, rest = rest, []
                rows, cols = len(body), len(body[0][1].split())
                _limit(cols, rows, number)
                cells = _number_cells(body, cols, f"as on line {number}")
            yield Parsed(number, _clues(rows, cols, rule, cells, number))
    _require_found(found)


def write_zero(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as numbers under their sizes, a blank line between; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle has blocked cells.
    """
    return "\n".join(
        f"{clues.cols} {clues.rows}\n"
        + "".join(
            " ".join(map(str, clues.numbers[row * clues.cols : (row + 1) * clues.cols])) + "\n"
            for row in range(clues.rows)
        )
        for clues in (_unblocked(clues, "zero") for clues, _ in puzzles)
    )


def detect_bare(text: str) -> bool:
    r"""Return whether the text begins with a row of characters, some of them dots.

    Examples
    --------
    >>> detect_bare("1..\n.2.\n21.\n"), detect_bare('{"schema":1}')
    (True, False)
    """
    block = next(_blocks(_bare_lines(text)), [])
    return bool(block) and not any(line.startswith("{") or " " in line for _, line in block)


def read_bare(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text of rectangles with blank lines between.

    Parameters and errors are those of `read_grid_stream`. Any character but the dot and spaces is
    a label, ``#`` too; a line is a comment if it begins with ``#`` and a space.

    Examples
    --------
    >>> next(read_bare("@..@\n#..#\n", "cover")).clues.numbers
    (1, 0, 0, 1, 2, 0, 0, 2)
    """
    found = False
    for block in _blocks(_bare_lines(text)):
        found = True
        first = block[0][0]
        rows, cols = len(block), len(block[0][1])
        _limit(cols, rows, first)
        cells: list[tuple[int, object]] = []
        for number, line in block:
            _require_row(line, cols, number, f"as on line {first}")
            cells.extend((number, None if label == "." else label) for label in line)
        yield Parsed(first, _clues(rows, cols, rule, cells, first))
    _require_found(found)


def write_bare(puzzles: Sequence[Puzzle]) -> str:
    """Return the puzzles as rectangles, a blank line between; no solutions.

    Raises
    ------
    PuzzleFormatError
        If a puzzle has more pairs than there are symbols, or blocked cells.
    """
    return "\n".join(_symbol_rows(clues, "bare") for clues, _ in puzzles)


FORMATS: Final[tuple[TextFormat[Clues, Solution], ...]] = (
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


def _lines(text: str) -> Iterator[Numbered]:
    # Not splitlines: it would also part lines at characters that editors do not count.
    return ((number, line.strip()) for number, line in enumerate(text.split("\n"), start=1))


def _uncommented(text: str) -> list[Numbered]:
    """Return the first lines that say something, as many as a detection needs."""
    said: list[Numbered] = []
    for number, line in _lines(text):
        if line and not line.startswith("#"):
            said.append((number, line))
        if len(said) > MAX_SIDE:
            break
    return said


def _without_comments(text: str) -> Iterator[Numbered]:
    return ((number, line) for number, line in _lines(text) if not line.startswith("#"))


def _bare_lines(text: str) -> Iterator[Numbered]:
    return (
        (number, line)
        for number, line in _lines(text)
        if not (line == "#" or line.startswith(("# ", "#\t")))
    )


def _blocks(lines: Iterator[Numbered]) -> Iterator[list[Numbered]]:
    """Yield the runs of lines between blank lines."""
    block: list[Numbered] = []
    for number, line in lines:
        if line:
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _is_number(token: str) -> bool:
    return token.isascii() and token.isdigit()


def _is_size(line: str) -> bool:
    tokens = line.split()
    return len(tokens) == 2 and all(_is_number(token) for token in tokens)


def _size(number: int, line: str) -> tuple[int, int]:
    """Return (cols, rows) of a line ``W H`` within the limits."""
    if not _is_size(line):
        raise PuzzleFormatError(
            f"expected a size, columns and rows as in '10 10', found {_cut(line)!r}; "
            "check that the rows above are as many as their size says",
            line=number,
        )
    cols, rows = (int(token[: _MOST_DIGITS + 1]) for token in line.split())
    _limit(cols, rows, number)
    return cols, rows


def _limit(cols: int, rows: int, number: int) -> None:
    """Refuse a size before anything is allocated for it."""
    if not (1 <= cols <= MAX_SIDE and 1 <= rows <= MAX_SIDE) or cols * rows < 2:
        raise PuzzleFormatError(
            f"expected sides from 1 to {MAX_SIDE} and at least two cells, found {cols}x{rows}; "
            "check the size",
            line=number,
        )


def _stream_row(line: Numbered | None, k: int, cols: int, rows: int, header: int) -> Numbered:
    """Return row ``k`` of a grid if it is one."""
    if line is None or not line[1]:
        raise _too_few(rows, k, header, header + k)
    _require_row(line[1], cols, line[0], f"as the size on line {header} says")
    return line


def _too_few(rows: int, found: int, header: int, line: int) -> PuzzleFormatError:
    return PuzzleFormatError(
        f"expected {rows} rows as the size on line {header} says, found {found}; "
        "add the missing rows or correct the size",
        line=line,
    )


def _require_row(line: str, cols: int, number: int, why: str) -> None:
    if any(character.isspace() for character in line):
        raise PuzzleFormatError(
            f"expected a row of {cols} characters without spaces, found {_cut(line)!r}; "
            "numbers with spaces between are the format 'zero'",
            line=number,
        )
    if len(line) != cols:
        raise _ragged("characters", cols, why, len(line), number)


def _ragged(what: str, cols: int, why: str, found: int, number: int) -> PuzzleFormatError:
    advice = "correct the row or the size" if "size" in why else "make all rows equally long"
    return PuzzleFormatError(f"expected {cols} {what} {why}, found {found}; {advice}", line=number)


def _is_header(block: Sequence[Numbered]) -> bool:
    """Return whether a block of the zero form begins with a size and not with a row."""
    if not _is_size(block[0][1]):
        return False
    cols, rows = (int(token[: _MOST_DIGITS + 1]) for token in block[0][1].split())
    if len(block) == 1 or len(block[1][1].split()) != 2:
        return True
    # Two numbers over rows of two: whichever reading makes pairs, a size if neither does.
    return cols == 2 and (_is_paired(block[1 : rows + 1]) or not _is_paired(block))


def _is_paired(rows: Sequence[Numbered]) -> bool:
    labels = [token for _, line in rows for token in line.split() if token.strip("0")]
    return bool(labels) and all(labels.count(label) == 2 for label in labels)


def _number_cells(body: Sequence[Numbered], cols: int, why: str) -> list[tuple[int, object]]:
    cells: list[tuple[int, object]] = []
    for number, line in body:
        tokens = line.split()
        for token in tokens:
            if not _is_number(token) or len(token) > _MOST_DIGITS:
                raise PuzzleFormatError(
                    f"expected numbers with spaces between, 0 for empty, found {_cut(token)!r}",
                    line=number,
                )
        if len(tokens) != cols:
            raise _ragged("numbers", cols, why, len(tokens), number)
        cells.extend((number, int(token) or None) for token in tokens)
    return cells


def _clues(
    rows: int,
    cols: int,
    rule: str | None,
    cells: Sequence[tuple[int, object]],
    line: int,
) -> Clues:
    """Return the clues in (line, label) cells; the error for a label names its lines."""
    places: dict[object, list[int]] = {}
    for number, label in cells:
        if label is not None:
            places.setdefault(label, []).append(number)
    for label, lines in places.items():
        if len(lines) != 2:
            raise PuzzleFormatError(
                f"expected each label exactly twice, found {str(label)!r} {_times(lines)}; "
                "check the grid for a slip",
                line=lines[0] if len(lines) == 1 else lines[2],
            )
    if not places:
        raise PuzzleFormatError(
            "expected at least one pair of labels, found an empty grid; check the file", line=line
        )
    return make_clues(rows, cols, RULES[0] if rule is None else rule, [cell[1] for cell in cells])


def _times(lines: Sequence[int]) -> str:
    if len(lines) == 1:
        return f"once (line {lines[0]})"
    shown = ", ".join(str(line) for line in dict.fromkeys(lines[:12]))
    return f"{len(lines)} times (lines {shown}{', ...' if len(lines) > 12 else ''})"


def _require_found(found: bool) -> None:
    if not found:
        raise PuzzleFormatError("expected at least one puzzle, found none; check the file")


def _unblocked(clues: Clues, name: str) -> Clues:
    if clues.blocked:
        raise PuzzleFormatError(
            f"the format {name!r} cannot say blocked cells, and a puzzle has {len(clues.blocked)}; "
            "export it as jsonl"
        )
    return clues


def _symbol_rows(clues: Clues, name: str) -> str:
    _unblocked(clues, name)
    if clues.pairs > len(SYMBOLS):
        raise PuzzleFormatError(
            f"the format {name!r} has symbols for {len(SYMBOLS)} pairs, and a puzzle has "
            f"{clues.pairs}; export it in the format 'zero'"
        )
    marks = f".{SYMBOLS}"
    return "".join(
        "".join(marks[n] for n in clues.numbers[row * clues.cols : (row + 1) * clues.cols]) + "\n"
        for row in range(clues.rows)
    )


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:36]}..."
