"""Addresses of puzz.link and files of pzprv3, for the kinds that are played there. It knows none.

An *address* is ``https://puzz.link/p?NAME/FLAGS/COLS/ROWS/BODY``, flags left out where there are
none. Its body says the cells row by row: a hexadecimal digit is a number up to 15, ``-XX`` and
``+XXX`` larger ones, ``.`` a number that is not told, and ``g`` to ``z`` stand for 1 to 20 empty
cells. A *file* begins with ``pzprv3``, the name, rows and columns, a line each; a slash may stand
for the end of a line.

Source: the program pzprjs (github.com/robx/pzprjs, MIT), ``Encode.js``, ``FileData.js`` and
``parser.js``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple, TypeAlias

from pipeline.kinds.kit.cells import CellWords, Row, Runs, Signs, decode_cells, encode_cells
from pipeline.kinds.kit.forms import first_line, to_lines
from pipeline.kinds.kit.text_lines import (
    Line,
    is_number,
    number_lines,
    parse_number,
    require_size,
    said_lines,
)
from pipeline.model import PuzzleFormatError, cut

SITE: Final = "https://puzz.link/p?"

EMPTY: Final = -1
UNTOLD: Final = -2
"""Numbers of a cell without a number, and of one whose number is not told."""

LARGEST: Final = 4095
"""The largest number that is written; the site's own limits are smaller still."""

HEADER: Final = "pzprv3"

_WIDTHS: Final = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192)}
"""For each sign: how many hexadecimal digits follow, and what to add."""

_NAME: Final = re.compile(r"([a-z][a-z0-9-]*?)(?:_edit|_play)?")


class Address(NamedTuple):
    """The parts of an address: 1-based line, name of the puzzle, flags, size and body."""

    line: int
    name: str
    flags: str
    cols: int
    rows: int
    body: str


def is_address(text: str, names: Collection[str]) -> bool:
    r"""Return whether the first line that says something is an address of one of the puzzles.

    Examples
    --------
    >>> is_address("# mine\nhttps://puzz.link/p?numlin/2/1/11\n", {"numlin"})
    True
    """
    return _name_of(first_line(text)) in names


def split_games(text: str) -> dict[str, str]:
    r"""Return the addresses or files of each game of a text, {} where it holds neither.

    Each is the whole text with the lines of other games left empty, so that lines keep their
    numbers; comments are everybody's. What names no game is under "".

    Examples
    --------
    >>> split_games("https://puzz.link/p?numlin/2/1/11\nhttps://puzz.link/p?kakuro/2/1/11\n")
    {'numlin': 'https://puzz.link/p?numlin/2/1/11\n\n', 'kakuro': '\nhttps://puzz.link/p?kakuro/2/1/11\n'}
    """
    first = first_line(text)
    is_filed = _is_header(first.partition("/")[0])
    if not (is_filed or _name_of(first)):
        return {}
    owners = _owners_of_files(number_lines(text)) if is_filed else [
        None if not line or line.startswith("#") else _name_of(line)
        for _, line in number_lines(text)
    ]  # fmt: skip
    return {
        game: "\n".join(
            line if owner in (game, None) else ""
            for (_, line), owner in zip(number_lines(text), owners, strict=True)
        )
        for game in dict.fromkeys(owner for owner in owners if owner is not None)
    }


def _owners_of_files(lines: Iterable[Line]) -> list[str | None]:
    """Return the game of the file that each line belongs to, None above the first."""
    owners: list[str | None] = []
    start, game = 0, None
    for at, (_, line) in enumerate(lines):
        parts = [part.strip() for part in line.split("/")]
        if _is_header(parts[0]):
            start, game = at, None
        if owners or _is_header(parts[0]):
            named = parts[1:] if at == start else parts
            if game is None and any(named):
                game = next(part for part in named if part)
                owners[start:] = [game] * (at - start)
        owners.append(game)
    return owners


def read_addresses(
    text: str, names: Collection[str], most: int
) -> Iterator[Address | PuzzleFormatError]:
    """Yield the addresses of a text, one on each line; blank lines and comments are passed over.

    ``names`` are those of the puzzles wanted, ``most`` is the longest side of a board. In place of
    a line that is no address of such a puzzle there is a `PuzzleFormatError`.
    """
    for number, line in said_lines(text):
        try:
            yield _address(number, line, names, most)
        except PuzzleFormatError as error:
            yield error


def _address(number: int, line: str, names: Collection[str], most: int) -> Address:
    name = _name_of(line)
    if name not in names:
        raise PuzzleFormatError(
            f"expected an address such as {SITE}{next(iter(names))}/COLUMNS/ROWS/CELLS, found "
            f"{cut(line)!r}; check that it is one of {', '.join(names)}",
            line=number,
        )
    parts = _query(line).split("/")[1:]
    flags = "" if is_number(parts[0]) else parts.pop(0)
    if len(parts) < 2 or not all(map(is_number, parts[:2])):
        raise PuzzleFormatError(
            f"expected columns and rows after the name, found {cut('/'.join(parts))!r}; "
            "copy the whole address",
            line=number,
        )
    cols, rows = map(parse_number, parts[:2])
    require_size(cols, rows, most, number)
    return Address(number, name, flags, cols, rows, "".join(parts[2:3]))


def write_address(name: str, cols: int, rows: int, body: str) -> str:
    r"""Return an address as a line.

    Examples
    --------
    >>> write_address("numlin", 3, 1, encode_numbers([1, EMPTY, 17]))
    'https://puzz.link/p?numlin/3/1/1g-11\n'
    """
    text = f"{name}/{cols}/{rows}/{body}"
    # Programs that find addresses in texts leave out a last character that is no letter or digit.
    return f"{SITE}{text}{'' if text[-1].isalnum() else '/'}\n"


class Hexadecimals:
    """Hexadecimal numbers: one digit, or a sign that says how many follow."""

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return what says a number; None for what is none."""
        number = values[at]
        if number < 0:
            return None
        assert number <= LARGEST, number
        sign = "" if number < 16 else "-" if number < 256 else "+"
        return f"{sign}{number:0{_WIDTHS.get(sign, (1, 0))[0]}x}", 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number said."""
        width, added = _WIDTHS.get(text[at], (1, 0))
        at += text[at] in _WIDTHS
        digits = text[at : at + width]
        if not re.fullmatch(f"[0-9a-f]{{{width}}}", digits):
            return None
        return [int(digits, 16) + added], width + (width > 1)


_CODECS: Final = (Hexadecimals(), Signs({".": UNTOLD}), Runs(EMPTY, "ghijklmnopqrstuvwxyz"))


def encode_numbers(numbers: Sequence[int]) -> str:
    """Return cells as the body of an address; numbers are at most `LARGEST`.

    Examples
    --------
    >>> encode_numbers([1, *[EMPTY] * 23, UNTOLD, 300])
    '1zi.+12c'
    """
    return encode_cells(numbers, _CODECS)


def decode_numbers(body: str, size: int, line: int) -> list[int]:
    """Return the numbers of ``size`` cells.

    `PuzzleFormatError` for a character that has no meaning, a number cut off, or another number of
    cells: sites write all of them, so an address with fewer was cut off.

    Examples
    --------
    >>> decode_numbers("1zi.+12c", 26, 1) == [1, *[EMPTY] * 23, UNTOLD, 300]
    True
    """
    expected = "cells as digits 0 to f, -XX, +XXX, a dot, or letters g to z for empty ones"
    return decode_cells(body, _CODECS, size, line, expected, "copy the whole address")


class PzprSheet(NamedTuple):
    """A board of a pzprv3 file: the line it starts on, name, size, and the lines below."""

    line: int
    name: str
    rows: int
    cols: int
    body: list[Line]


Links: TypeAlias = Mapping[tuple[int, int], int]
"""How much is drawn between two cells side by side, the smaller first, where anything is."""


def is_file(text: str, names: Collection[str]) -> bool:
    r"""Return whether the text begins like a pzprv3 file of one of the puzzles.

    Examples
    --------
    >>> is_file("pzprv3/numlin/1/2/1 1 /0 /", {"numlin"}), is_file("pzprv3\nkakuro\n", {"numlin"})
    (True, False)
    """
    items = list(islice((item for _, item in _items(text) if item), 2))
    return len(items) == 2 and _is_header(items[0]) and items[1] in names


def read_file(
    text: str, names: Collection[str], most: int
) -> Iterator[PzprSheet | PuzzleFormatError]:
    """Yield the boards of a text of pzprv3 files; what else they hold (history, notes) is left.

    Parameters and errors are those of `read_addresses`.
    """
    held: list[Line] = []
    for line, item in chain(_items(text), [(0, HEADER)]):
        if held and _is_header(item):
            try:
                yield _sheet(held, names, most)
            except PuzzleFormatError as error:
                yield error
            held = []
        if item and not held and not _is_header(item):
            raise PuzzleFormatError(
                f"expected {HEADER} at the start of a file, found {cut(item)!r}; check the format",
                line=line,
            )
        if held or item:
            held.append((line, item))


def write_file(
    name: str, cols: int, rows: Sequence[str], links: Links, head: Sequence[str] = ()
) -> str:
    """Return a pzprv3 file of rows of cells and of what is drawn; ``head`` stands above the rows.

    Examples
    --------
    >>> print(write_file("numlin", 3, ["1 . 1"], {(0, 1): 1, (1, 2): 1}), end="")
    pzprv3
    numlin
    1
    3
    1 . 1
    1 1
    """
    size = (str(len(rows)), str(cols))
    return to_lines(HEADER, name, *size, *head, *rows, *write_links(links, len(rows), cols))


def write_links(links: Links, rows: int, cols: int) -> list[str]:
    """Return the lines of a file that say what is drawn across, then down."""
    starts = range(0, rows * cols, cols)
    across = [[links.get((k, k + 1), 0) for k in range(at, at + cols - 1)] for at in starts]
    down = [[links.get((k, k + cols), 0) for k in range(at, at + cols)] for at in starts[:-1]]
    return [" ".join(map(str, row)) for row in (*across, *down)]


def read_rows(sheet: PzprSheet, words: CellWords, skip: int = 0) -> list[Row]:
    """Return the rows of cells of a file, below ``skip`` lines of another kind.

    `PuzzleFormatError` if rows are missing, have another width than the file says, or hold other
    words.
    """
    body = sheet.body[skip : skip + sheet.rows]
    if len(body) < sheet.rows:
        raise PuzzleFormatError(
            f"expected {sheet.rows} rows as the file says, found {len(body)}; "
            "add the missing rows or correct the size",
            line=(body or sheet.body or [(sheet.line, "")])[-1][0],
        )
    return [words.read_row(line, sheet.cols) for line in body]


def read_links(sheet: PzprSheet, most: int, skip: int = 0) -> Links:
    """Return what is drawn, nothing where the file ends above it; crosses count as nothing.

    `PuzzleFormatError` if lines are missing, have another width, or hold other numbers than -1 to
    ``most``.
    """
    body = sheet.body[skip + sheet.rows :]
    count = 2 * sheet.rows - 1
    if not any(item for _, item in body):
        return {}
    if len(body) < count:
        raise PuzzleFormatError(
            f"expected {count} lines of what is drawn below the cells, found {len(body)}; "
            "add the missing ones, or leave out all",
            line=body[-1][0],
        )
    expected = f"0 to {most}, or -1 for a cross"
    words = CellWords({"-1": 0}, range(most + 1), expected, "check what is drawn")
    links: dict[tuple[int, int], int] = {}
    for at, line in enumerate(body[:count]):
        is_across = at < sheet.rows
        row = words.read_row(line, sheet.cols - is_across).values
        first, step = at % sheet.rows * sheet.cols, 1 if is_across else sheet.cols
        links |= {(k, k + step): value for k, value in enumerate(row, first) if value}
    return links


def _sheet(items: Sequence[Line], names: Collection[str], most: int) -> PzprSheet:
    line = items[0][0]
    head = [item for _, item in items[1:4]]
    if len(head) < 3 or head[0] not in names or not all(map(is_number, head[1:])):
        raise PuzzleFormatError(
            f"expected {HEADER}, a name ({', '.join(names)}), rows and columns, found "
            f"{cut(' '.join(head))!r} below {HEADER}; check the file",
            line=items[min(1, len(items) - 1)][0],
        )
    rows, cols = map(parse_number, head[1:])
    require_size(cols, rows, most, items[3 if len(items) > 3 else -1][0])
    body = list(items[4:])
    for at, (_, item) in enumerate(body):
        if item.startswith(("info:", "history:", "__HISTORY__", "http")):
            del body[at:]
            break
    return PzprSheet(line, head[0], rows, cols, body)


def _items(text: str) -> Iterator[Line]:
    """Yield the lines of a file, a slash taken for the end of one."""
    for number, line in number_lines(text):
        parts = line.split("/")
        # A slash at the end of a line ends that line, it does not begin another.
        whole = parts[:-1] if len(parts) > 1 and not parts[-1] else parts
        yield from ((number, part.strip()) for part in whole)


def _is_header(item: str) -> bool:
    return item == HEADER or item.startswith(f"{HEADER}.")


def _query(line: str) -> str:
    """Return what follows the last question mark: a link to a link holds the puzzle last."""
    return line.rpartition("?")[2].partition("&")[0]


def _name_of(line: str) -> str:
    name, slash, _ = _query(line).partition("/")
    match = _NAME.fullmatch(name)
    return match[1] if match and slash else ""
