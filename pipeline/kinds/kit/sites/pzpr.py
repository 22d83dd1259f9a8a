"""Addresses of puzz.link and files of pzprv3.

An *address* is ``https://puzz.link/p?NAME/FLAGS/COLS/ROWS/BODY``; the flags are optional. Its body
encodes the cells row by row: a hexadecimal digit is a number up to 15, ``-XX`` and ``+XXX`` are
larger ones, ``.`` is an unknown number, and ``g`` to ``z`` are 1 to 20 empty cells. A *file* begins
with ``pzprv3``, the name, rows and columns, each on a line; a slash may replace a line end. Below
the board there may be ``info:`` and a JSON object, whose ``metadata`` has ``author``, ``source``,
``hard`` and ``comment``.

Source: pzprjs (github.com/robx/pzprjs, MIT), ``Encode.js``, ``FileData.js`` and ``parser.js``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from string import ascii_lowercase
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.sites.cells import (
    CellWords,
    Codec,
    Row,
    Runs,
    Signs,
    decode_cells,
    encode_cells,
)
from pipeline.kinds.kit.sites.forms import Refusal, first_line, make_format, to_lines
from pipeline.kinds.kit.sites.janko_sheets import make_credit, make_source
from pipeline.kinds.kit.sites.reading import Forms
from pipeline.kinds.kit.sites.text_lines import (
    Line,
    content_lines,
    first_lines,
    game_id,
    is_number,
    number_lines,
    parse_number,
    part_lines,
    read_label,
    require_size,
    require_width,
)
from pipeline.model import PuzzleFormatError, cut

C = TypeVar("C")
S = TypeVar("S")

ADVICE: Final = "copy the whole address"
SITE: Final = "https://puzz.link/p?"

EMPTY: Final = -1
UNKNOWN: Final = -2
"""Numbers of a cell without a number, and of one with an unknown number."""

LARGEST: Final = 77_775  # The largest number that can be written; the site's own limits are smaller
HEADER: Final = "pzprv3"

_WIDTHS: Final = {
    "": (1, 0), "-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "*": (4, 12240),
}  # fmt: skip
"""For each sign, in order: the number of hexadecimal digits, and an offset."""
_READ: Final = {**_WIDTHS, "%": _WIDTHS["@"]}

_HEAD: Final = 20  # Lines of a text that are examined to detect its format
_NAME: Final = re.compile(r"([a-z][a-z0-9-]*?)(?:_edit|_play)?")


class Address(NamedTuple):
    """The parts of an address: 1-based line, name of the puzzle, flags, size and body.

    ``label`` is the rest of the line, ``rest`` the address after the body.
    """

    line: int
    name: str
    flags: str
    cols: int
    rows: int
    body: str
    label: str = ""
    rest: str = ""


def address_form(
    title: str,
    names: Collection[str],
    longest: int,
    read: Callable[[Address, str | None], Parsed[C, S]],
    write: Callable[[C, S | None], str],
    refuse: Refusal[C, S],
) -> TextFormat[C, S]:
    """Return the form ``puzz.link``: addresses, each with its label as title or number.

    ``names`` are accepted names of the puzzle, ``longest`` is the longest side of a board.
    """

    def read_line(line: Line, rule: str | None) -> Parsed[C, S]:
        address = _address(*line, names, longest)
        title, number = read_label(address.label)
        credit = {"title": title} if title else {}
        return replace(read(address, rule), credit=credit, source_id=number or None)

    return make_format(
        "puzz.link",
        title,
        lambda text: is_address(text, names),
        content_lines,
        read_line,
        write,
        refuse=refuse,
    )


def file_form(
    title: str,
    names: Collection[str],
    longest: int,
    read: Callable[[PzprSheet, str | None], Parsed[C, S]],
    write: Callable[[C, S | None], str],
    refuse: Refusal[C, S],
    has_one_side: bool = False,
) -> TextFormat[C, S]:
    """Return the form ``pzprv3``: files, whose metadata are credit and difficulty.

    With ``has_one_side`` the size is one number, for square boards.
    """

    def read_items(items: list[Line], rule: str | None) -> Parsed[C, S]:
        sheet = _sheet(items, names, longest, has_one_side)
        given = sheet.metadata
        own = {key: given[key] for key in ("url", "licence", "text") if key in given}
        credit = own if own.keys() & {"url", "text"} else make_credit(given) | own
        credit |= {key: given[key] for key in ("author", "title") if key in given}
        return replace(read(sheet, rule), credit=credit, source=make_source(given, own))

    form: TextFormat[C, S] = make_format(
        "pzprv3",
        title,
        lambda text: is_file(text, names),
        split_files,
        read_items,
        write,
        "\n",
        refuse,
    )
    return replace(form, add_credit=add_metadata)


def add_metadata(file: str, credit: Mapping[str, str]) -> str:
    """Return a pzprv3 file with a credit as its metadata.

    Slashes and braces are escaped because pzprjs does not parse them inside of JSON.
    """
    if not credit:
        return file
    source = credit.get("url") or credit.get("text")
    metadata = {**credit, "source": source} if source else credit
    plain = json.dumps(metadata, ensure_ascii=False)[1:-1]
    escaped = re.sub("[/{}]", lambda found: f"\\u{ord(found[0]):04x}", plain)
    return f'{file}info:{{"metadata": {{{escaped}}}}}\n'


def is_address(text: str, names: Collection[str]) -> bool:
    """Return whether the first line with content is an address of one of the puzzles."""
    return _name_of(first_line(text)) in names


def split_games(text: str) -> dict[str, str]:
    """Return the addresses or files of each game in a text, {} if there are none.

    Each value is the whole text with the lines of other games blank, which keeps line numbers.
    Comments are with the first game, game IDs and other lines without a game under "".
    """
    head = first_lines(text, _HEAD)
    is_filed = any(_is_header(line.partition("/")[0]) for line in head)
    named = [line for line in head if "?" in line and _name_of(line)]
    plain = [line for line in head if line not in named and not game_id(line)[0]]
    if not (is_filed or _name_of(first_line(text)) or len(named) > len(plain)):
        return {}
    owners = _owners_of_files(number_lines(text)) if is_filed else [
        None if not line or line.startswith("#") else _name_of(line)
        for _, line in number_lines(text)
    ]  # fmt: skip
    games = dict.fromkeys(owner for owner in owners if owner is not None)
    if len(games) == 1:
        return dict.fromkeys(games, text)
    first = next(iter(games))
    owned = ((first if own is None else own, line)
             for own, (_, line) in zip(owners, number_lines(text), strict=True))  # fmt: skip
    return part_lines(owned, "games")


def _owners_of_files(lines: Iterable[Line]) -> list[str | None]:
    """Return the game of the file that each line belongs to, None above the first."""
    owners: list[str | None] = []
    start, game = 0, None
    for index, (_, line) in enumerate(lines):
        parts = [part.strip() for part in line.split("/")]
        if _is_header(parts[0]):
            start, game = index, None
        if owners or _is_header(parts[0]):
            named = parts[1:] if index == start else parts
            if game is None and any(named):
                game = next(part for part in named if part)
                owners[start:] = [game] * (index - start)
        owners.append(game)
    return owners


def _address(number: int, line: str, names: Collection[str], longest: int) -> Address:
    name = _name_of(line)
    if name not in names:
        raise PuzzleFormatError(
            f"expected an address such as {SITE}{next(iter(names))}/COLUMNS/ROWS/CELLS, found "
            f"{cut(line)!r}; check that it is one of {', '.join(names)}",
            line=number,
        )
    query, label = _query(line)
    parts = query.split("/")[1:]
    if parts[0].startswith("v:"):
        raise PuzzleFormatError(
            f"expected a puzzle with the usual rules, found the variant {cut(parts[0][2:])!r}; "
            "leave it out",
            line=number,
            is_foreign=True,
        )
    flags = "" if is_number(parts[0]) else parts.pop(0)
    if len(parts) < 2 or not all(map(is_number, parts[:2])):
        raise PuzzleFormatError(
            f"expected columns and rows after the name, found {cut('/'.join(parts))!r}; "
            "copy the whole address",
            line=number,
        )
    cols, rows = map(parse_number, parts[:2])
    require_size(cols, rows, longest, number)
    return Address(number, name, flags, cols, rows, "".join(parts[2:3]), label, "/".join(parts[3:]))


def write_address(name: str, cols: int, rows: int, body: str) -> str:
    """Return an address as a line."""
    text = f"{name}/{cols}/{rows}/{body}"
    # Programs that detect addresses in texts omit a last character that is no letter or digit.
    return f"{SITE}{text}{'' if text[-1].isalnum() else '/'}\n"


class Hexadecimals(NamedTuple):
    """The codec of hexadecimal numbers: one digit, or a sign for the number of digits."""

    least: int = 0

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of a number; None for other values."""
        number = values[at]
        if not 0 <= number <= LARGEST:
            return None
        fits = ((sign, *one) for sign, one in _WIDTHS.items() if number < one[1] + 16 ** one[0])
        sign, width, added = next(fits)
        return f"{sign}{number - added:0{width}x}", 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number at a position of a text."""
        sign = text[at] if text[at] in _READ else ""
        width, added = _READ[sign]
        at += len(sign)
        digits = text[at : at + width]
        if not re.fullmatch(f"[0-9a-f]{{{width}}}", digits) or int(digits, 16) + added < self.least:
            return None
        return [int(digits, 16) + added], width + len(sign)


def number_codecs(empty: int) -> tuple[Codec, ...]:
    """Return the codecs of cells with a number or none."""
    return Runs(empty, ascii_lowercase[6:]), Hexadecimals()


_CODECS: Final = (*number_codecs(EMPTY), Signs({".": UNKNOWN}))


def encode_numbers(numbers: Sequence[int]) -> str:
    """Return cells as the body of an address; numbers are at most `LARGEST`."""
    return encode_cells(numbers, _CODECS)


def decode_numbers(body: str, size: int, line: int) -> list[int]:
    """Return the numbers of ``size`` cells.

    `PuzzleFormatError` if a character is invalid or the number of cells differs: an address with
    fewer was cut off.
    """
    expected = "cells as digits 0 to f, -XX, +XXX, a dot, or letters g to z for empty ones"
    return decode_cells(body, _CODECS, size, line, expected, "copy the whole address")


class PzprSheet(NamedTuple):
    """A board of a pzprv3 file: its first line, name, size, the lines below, and metadata."""

    line: int
    name: str
    rows: int
    cols: int
    body: list[Line]
    metadata: Mapping[str, str]


Links: TypeAlias = Mapping[tuple[int, int], int]  # Lines between two cells


def is_file(text: str, names: Collection[str]) -> bool:
    """Return whether the text begins like a pzprv3 file of one of the puzzles."""
    items = list(islice((item for _, item in _items(text) if item), 2))
    return len(items) == 2 and _is_header(items[0]) and items[1] in names


def split_files(text: str) -> Iterator[list[Line] | PuzzleFormatError]:
    """Yield the lines of each file of a text, and an error for lines above the first."""
    held: list[Line] = []
    is_odd = False
    for line, item in chain(_items(text), [(0, HEADER)]):
        if held and _is_header(item):
            yield held
            held = []
        if held or _is_header(item):
            held.append((line, item))
        elif item and not is_odd:
            yield PuzzleFormatError(
                f"expected {HEADER} at the start of a file, found {cut(item)!r}; check the format",
                line=line,
            )
        is_odd = not held and bool(item)


def write_file(
    name: str, cols: int, rows: Sequence[str], links: Links, head: Sequence[str] = ()
) -> str:
    """Return a pzprv3 file of rows of cells and links, with ``head`` above the rows."""
    size = (str(len(rows)), str(cols))
    return to_lines(HEADER, name, *size, *head, *rows, *write_links(links, len(rows), cols))


def write_links(links: Links, rows: int, cols: int) -> list[str]:
    """Return the lines of a file for horizontal links, then for vertical ones."""
    starts = range(0, rows * cols, cols)
    across = [[links.get((k, k + 1), 0) for k in range(at, at + cols - 1)] for at in starts]
    down = [[links.get((k, k + cols), 0) for k in range(at, at + cols)] for at in starts[:-1]]
    return [" ".join(map(str, row)) for row in (*across, *down)]


def read_rows(sheet: PzprSheet, words: CellWords | None, skip: int = 0) -> list[Row]:
    """Return the rows of cells of a file, after ``skip`` other lines; as text without ``words``.

    `PuzzleFormatError` if rows are missing, have a wrong width, or contain other words.
    """
    body = sheet.body[skip : skip + sheet.rows]
    if body and len(body[0][1]) == 1 < sheet.cols and body[0][1].isalpha():
        what = f"found the variant {body[0][1]!r} of {sheet.name}, which no kind reads"
        raise PuzzleFormatError(f"{what}; leave it out", line=body[0][0], is_foreign=True)
    if len(body) < sheet.rows:
        raise PuzzleFormatError(
            f"expected {sheet.rows} rows, as the file states, found {len(body)}; "
            "add the missing rows or correct the size",
            line=(body or sheet.body or [(sheet.line, "")])[-1][0],
        )
    if words is not None:
        return [words.read_row(line, sheet.cols) for line in body]
    rows = [Row(line, item.split()) for line, item in body]
    for row in rows:
        require_width(len(row.values), sheet.cols, row.line)
    return rows


def read_links(sheet: PzprSheet, limit: int, skip: int = 0) -> Links:
    """Return the links of a file, {} if it ends before them; crosses are ignored.

    `PuzzleFormatError` if lines are missing, have a wrong width, or contain numbers other than -1
    to ``limit``.
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
    expected = f"0 to {limit}, or -1 for a cross"
    words = CellWords({"-1": 0}, range(limit + 1), expected, "check what is drawn")
    links: dict[tuple[int, int], int] = {}
    for at, line in enumerate(body[:count]):
        is_across = at < sheet.rows
        row = words.read_row(line, sheet.cols - is_across).values
        first, step = at % sheet.rows * sheet.cols, 1 if is_across else sheet.cols
        links |= {(k, k + step): value for k, value in enumerate(row, first) if value}
    return links


def _sheet(
    items: Sequence[Line], names: Collection[str], longest: int, has_one_side: bool
) -> PzprSheet:
    line = items[0][0]
    sides = list(islice((item for _, item in items[2:]), 2))
    if has_one_side and sides and not is_number(sides[-1]):
        sides[1:] = sides[:1]
    if len(items) < 2 or items[1][1] not in names or len(sides) < 2 or not all(
        map(is_number, sides)
    ):  # fmt: skip
        expected = "rows" if has_one_side else "rows and columns"
        raise PuzzleFormatError(
            f"expected {HEADER}, a name ({', '.join(names)}), {expected}, found "
            f"{cut(' '.join(item for _, item in items[1:4]))!r} below {HEADER}; check the file",
            line=items[min(1, len(items) - 1)][0],
        )
    start = 3 if has_one_side and not is_number("".join(item for _, item in items[3:4])) else 4
    rows, cols = map(parse_number, sides)
    require_size(cols, rows, longest, items[min(start, len(items)) - 1][0])
    body, info = list(items[start:]), ""
    for at, (_, item) in enumerate(body):
        if item.startswith(("info:", "history:", "__HISTORY__", "http")):
            info = "".join(one for _, one in body[at:] if item.startswith("info:"))
            del body[at:]
            break
    return PzprSheet(line, items[1][1], rows, cols, body, _metadata(info))


def _metadata(info: str) -> dict[str, str]:
    """Return the metadata after ``info:``; text that is not JSON is kept under that name."""
    if not info:
        return {}
    try:
        found: Any = json.JSONDecoder().raw_decode(info.removeprefix("info:"))[0]["metadata"]
        given = {key: one.strip() for key, one in found.items() if isinstance(one, str)}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {"info": info.removeprefix("info:")}
    hard = given.pop("hard", "")
    return {key: one for key, one in given.items() if one} | ({"difficulty": hard} if hard else {})


def _items(text: str) -> Iterator[Line]:
    """Yield the lines of a file, split at slashes except in metadata."""
    is_info = False
    for number, line in number_lines(text):
        is_info = is_info and not _is_header(line.partition("/")[0])
        if is_info:
            yield number, line
            continue
        board, mark, info = line.partition("info:{")
        parts = board.split("/")
        # A slash at the end of a line does not begin another.
        whole = parts[:-1] if len(parts) > 1 and not parts[-1] else parts
        yield from ((number, part.strip()) for part in whole if part or not mark)
        if mark:
            is_info = True
            yield number, mark + info


def _is_header(item: str) -> bool:
    return item == HEADER or item.startswith(f"{HEADER}.")


_SOLID: Final = r"[^\s<>()\[\]\"']"  # A sign of an address
_ADDRESS: Final = re.compile(rf"(?:https?:/|(?<![\w.-])[\w.-]++/){_SOLID}*\?({_SOLID}*)|\?(\S+)")
_ASKING: Final = re.compile(rf"(?<!{_SOLID})[^\s<>()\[\]\"'?]*+\?\S*")
"""The rest of a word from a chunk that has a question mark; each slash may begin an address."""


def _query(line: str) -> tuple[str, str]:
    """Return the text after the last question mark of an address, and the rest of its line."""
    words = _ASKING.finditer(line) if "?" in line else ()
    found = next(filter(None, (_ADDRESS.search(line, *word.span()) for word in words)), None)
    whole = line if found is None else found[0]
    label = "" if found is None else f"{line[: found.start()]} {line[found.end() :]}"
    return whole.rpartition("?")[2].partition("&")[0], label


def _name_of(line: str) -> str:
    name, slash, _ = _query(line)[0].partition("/")
    match = _NAME.fullmatch(name)
    return match[1] if match and slash else ""


def board_address(
    forms: Forms,
    names: tuple[str, ...],
    read: Callable[[Address, str | None], Board],
    write: Callable[[Board], str],
    refuse: Refusal[Board, Solution] | None = None,
) -> TextFormat[Board, Solution]:
    """Return the form ``puzz.link`` with functions that read an address and write a body.

    The first of ``names`` is written.
    """
    return address_form(
        "addresses of puzz.link and pzpr",
        names,
        forms.boards.most_side,
        lambda address, rule: Parsed(address.line, read(address, rule)),
        lambda board, _: write_address(names[0], board.cols, board.rows, write(board)),
        refuse or forms.refuse,
    )
