"""Extract grids from spreadsheets, JSON, lists of lists and addresses of penpa-edit.

The result is text that the forms of the kinds read.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import isqrt
from typing import Any, Final

from pipeline.kinds import kind_ids
from pipeline.kinds.kit.sites.cages import pose_drawn
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.dominoes import parts_of
from pipeline.kinds.kit.sites.forms import to_lines
from pipeline.kinds.kit.sites.janko_sheets import make_credit, make_source
from pipeline.kinds.kit.sites.json_objects import adapt
from pipeline.kinds.kit.sites.penpa import MARK, read_penpa
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.kinds.kit.sites.text_lines import game_id, is_comment, read_label
from pipeline.model import Json, PuzzleFormatError
from pipeline.stages.collection.credits import OF_THIS
from pipeline.stages.collection.json_entries import read_entries
from pipeline.stages.collection.names import game_named
from pipeline.store.sources import CREDIT_FIELDS

EMPTY: Final = "-"
LEAST_SQUARE: Final = 4  # Smallest side of a square that is recognised in a wider sheet

_LISTED: Final = re.compile(r"\s*(?:\w+ *= *)?(?:(?:\w+\.)?array\()?\[\s*\[")
"""A list of lists, perhaps of a program that names it."""
_STRING: Final = re.compile(r"""["'][^"'\n\\]*+["']""")
_STRINGS: Final = re.compile(
    rf"\s*+(?:\w+ *= *)?\[\s*+({_STRING.pattern}(?:\s*+,\s*+{_STRING.pattern})*+)"
    r"\s*+(?:,\s*+)?\]\s*+;?\s*+\Z"
)
"""A list of texts: rows, or puzzles on one line."""
_SCRIPTED: Final = re.compile(r"(?:colou?rRegions|regions)\W{0,3}[:=]\s{0,9}\[\s{0,99}\[")
"""A list of lists in a program, under the name of regions."""
_RECORD: Final = re.compile(r'\s*\w+ \{"')
"""The form ``record`` of a kind, whose JSON is no other container."""
_LIST_BEGINS: Final = re.compile(r"\[\s*\[")
_LIST_ENDS: Final = re.compile(r"\]\s*(?:,\s*)?\]")
_ROW: Final = re.compile(r"\[([^\[\]]*)\]")
_NOTHING: Final = {"", "None", "null", "nan"}
_SIZE: Final = re.compile(r"([0-9]{1,4}) ([0-9]{1,4})")
_WIDEST: Final = 1000  # Most cells of a row whose spaces are cells
_SPACED: Final = ("\n ", "  ", " \n")  # Rows with empty cells at their ends
_SEPARATORS: Final = ("\t", ";", ",")
_LINE: Final = re.compile("^.*$", re.MULTILINE)
_COLUMNS: Final = ("problem", "puzzle", "puzzles", "quizzes", "grid", "board", "clues")
"""Names of the column or JSON field with a whole puzzle."""
SHORTEST: Final = 8  # Length of a text that is too short for a grid
_BARE: Final = ("areas", "clabels", "solution")  # Games of janko.at without clues in cells
_BESIDE: Final = (
    "arrows", "between", "cages", "constraints", "diagonals", "dots", "edges", "inequalities",
    "kropki", "lines", "regions", "signs", "thermometers", "thermos", "walls",
)  # fmt: skip
"""Fields without which a grid is another puzzle."""
_GAMES: Final = ("game", "type", "kind", "genre", "puzzleType", "puzzle_type")
"""Names of the field with the name of the game."""
_ANSWERS: Final = ("solution", "solutions", "answer", "answers")


@dataclass(frozen=True, slots=True)
class Carried:
    """The text of one or more puzzles in a form of a kind.

    ``line`` is its first line in the file, None if its lines are those of the file.
    """

    text: str
    line: int | None = None
    credit: Mapping[str, str] = field(default_factory=dict)
    source_id: str | None = None
    fault: str = ""  # Why the puzzle could not be read, with an empty text
    source: Mapping[str, str] = field(default_factory=dict)  # Data of the file besides the credit
    answer: str = ""  # The answer in the file
    tags: tuple[str, ...] = ()  # Names of the game in the file
    board: Loose | PuzzleFormatError | None = None  # The board or its fault, with an empty text
    form: str = ""  # The name of the file's form, if the text is in another


def is_container(text: str, grid: str | None = None) -> bool:
    """Return whether a text contains puzzles that must be extracted first."""
    if _RECORD.match(text):
        return False
    is_list = re.match(r"\s*[\[{]", text) is not None or _LISTED.match(text) is not None
    is_list = is_list or _SCRIPTED.search(text) is not None or _STRINGS.match(text) is not None
    return is_list or MARK.search(text) is not None or _mark_of_columns(text, grid) is not None


def carried_texts(
    text: str, grid: str | None = None, fields: Mapping[str, str] | None = None
) -> Iterator[Carried]:
    """Yield the puzzles in a container, or the text itself.

    ``grid`` is the JSON field or column with the grid, None for a usual name such as ``problem``.
    ``fields`` maps credit fields and ``source_id`` to fields of the file. Raise `PuzzleFormatError`
    if the text begins as JSON and is invalid, or no object has the field.
    """
    if _RECORD.match(text):
        yield Carried(text)
    elif re.match(r"\s*(\[\s*)?(\{|\]\s*$)" if grid is None else r"\s*[{[]", text):
        yield from _json_texts(text, grid, fields or {})
    elif _LISTED.match(text):
        yield from _listed(text)
    elif (strings := _STRINGS.match(text)) is not None:
        rows = (row[1:-1] for row in _STRING.findall(strings[1]))
        yield Carried("\n" * text.count("\n", 0, strings.start(1)) + to_lines(*rows))
    elif (found := _SCRIPTED.search(text)) is not None:
        yield from _listed("\n" * text.count("\n", 0, found.start()) + text[found.start() :])
    elif MARK.search(text):
        yield from _addresses(text)
    elif (mark := _mark_of_columns(text, grid)) is not None:
        yield from _columns(text, mark, grid, fields or {})
    else:
        yield Carried(_dotted(_spread(text)))


def _mark_of_columns(text: str, grid: str | None) -> str | None:
    """Return the separator of a sheet with a puzzle in each row, None for another text."""
    head = text.lstrip().partition("\n")[0].lower()
    names = _COLUMNS if grid is None else (grid.lower(),)
    marks = (mark for mark in _SEPARATORS if mark in head)
    return next((mark for mark in marks if not set(names).isdisjoint(_names(head, mark))), None)


def _names(head: str, mark: str) -> list[str]:
    return [name.strip(' "\r') for name in head.split(mark)]


def _columns(
    text: str, mark: str, grid: str | None, fields: Mapping[str, str]
) -> Iterator[Carried]:
    lead = len(text) - len(text.lstrip())
    head, _, rest = text[lead:].partition("\n")
    names, reader = _names(head.lower(), mark), csv.reader(io.StringIO(rest), delimiter=mark)
    column = next(name for name in (grid or "", *_COLUMNS) if name.lower() in names).lower()
    field_names = {key: name.lower() for key, name in fields.items()}
    for row in reader:
        line = text.count("\n", 0, lead) + 1 + reader.line_num
        if not row:
            continue
        if len(row) != len(names):
            yield Carried("", line, fault=f"expected {len(names)} columns, found {len(row)}")
            continue
        cells = dict(zip(names, row, strict=True))
        answer = next(filter(None, (cells.pop(key, "") for key in _ANSWERS)), "")
        one = _carried(f"{cells.pop(column).strip()}\n", line, cells, field_names, None)
        yield replace(one, answer=f"{answer.strip()}\n" if answer else "")


def _carried(
    text: str, line: int, data: Mapping[str, str], fields: Mapping[str, str], name: Any
) -> Carried:
    given = {key: data[own] for key, own in fields.items() if data.get(own)}
    source_id = given.pop("source_id", None) or name
    return Carried(
        text,
        line,
        make_credit(data) | {key: given[key] for key in given if key in CREDIT_FIELDS},
        None if source_id is None else str(source_id),
        source=make_source(data) | {key: given[key] for key in given if key not in CREDIT_FIELDS},
    )


def _addresses(text: str) -> Iterator[Carried]:
    """Yield the boards of addresses of penpa-edit with their comments, and other text."""
    shared, pending, is_first, rest = "", "", True, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        found = MARK.search(line)
        if found is None:
            is_comment = line.startswith("#")
            pending += f"{line}\n" if is_comment else ""
            if line.strip() and not is_comment:
                rest += [""] * (number - 1 - len(rest)) + [line]
            continue
        if rest:
            yield Carried(to_lines(*rest))
            rest = []
        if is_first:
            shared = "".join(
                f"{one}\n" for one in pending.splitlines() if OF_THIS not in one.lower()
            )
        comments, pending, is_first = shared + pending, "", False
        try:
            board = read_penpa(line)
            with_cages = (
                None if not board.cages else pose_drawn(board.rows, board.regions, board.cages)
            )
        except PuzzleFormatError as error:
            yield Carried("", number, fault=error.message)
            continue
        title, source_id = read_label(board.label)
        credit = {**({"title": title} if title else {}), **board.credit}
        text = f"{comments}{board.text if with_cages is None else ''}"
        tags = board.tags if with_cages is None else ()
        yield Carried(text, number, credit, source_id or None, tags=tags, board=with_cages)
    if rest:
        yield Carried(to_lines(*rest))


def _listed(text: str) -> Iterator[Carried]:
    offset, line = 0, 1
    while (head := _LIST_BEGINS.search(text, offset)) and (
        end := _LIST_ENDS.search(text, head.end())
    ):
        line += text.count("\n", offset, head.start())
        part = text[head.start() + 1 : end.end()]
        rows = [" ".join(_listed_cells(row)) for row in _ROW.findall(part)]
        yield Carried(to_lines(*rows), line)
        offset = end.end()
        line += text.count("\n", head.start(), offset)


def _listed_cells(row: str) -> Iterator[str]:
    """Yield the cells of a row, with a sign for empty texts and for nothing."""
    cells = row.split(",") if "," in row else row.split()
    last = "" if cells and not cells[-1].strip() else None  # a comma at the end of the row
    for cell in cells[:-1] if last == "" else cells:
        word = "".join(cell.split()).strip("'\"").replace("\\\\", "\\")
        yield word if word not in _NOTHING else EMPTY


def _spread(text: str) -> str:
    """Return a sheet with spaces between its cells, by line to save memory; others unchanged."""
    mark = _separator(text)
    if mark is None:
        return text
    head, widths, below = None, set(), set()
    for row in filter(None, (_cells(line, mark) for line in _lines(text))):
        widths.add(len(row))
        if head is None:
            head = row
        else:
            below.update(row)
    if mark == "," and len(widths) > 1:
        return text
    head = head or []
    # Names of columns do not occur in cells.
    is_headed = len(set(head)) == len(head) and below.isdisjoint(head)
    is_headed = is_headed and not any(map(str.isdigit, head))
    rows = ((line, _cells(line, mark)) for line in _lines(text))
    spread = bytearray()  # a list of lines would take far more memory
    for has_cells, run in groupby(rows, lambda pair: bool(pair[1])):
        block = list(run)
        shown = [line.rstrip(f"{mark} ").strip('"') if "#" in line else "" for line, _ in block]
        skipped = int(has_cells and is_headed)
        if has_cells:
            is_headed = False
            for top, end, cols in _parted([row for _, row in block[skipped:]]):
                own = slice(top + skipped, end + skipped)
                shown[own] = (" ".join(row[:cols]) for _, row in block[own])
        spread += "\n".join([*shown, ""]).encode()
    del spread[-1:]
    return spread.decode()


def _separator(text: str) -> str | None:
    found = [mark for mark in _SEPARATORS if mark in text]
    longest, has_comma, is_empty = dict.fromkeys(found, 0), False, True
    for line in _lines(text) if found else ():
        if not line.strip() or is_comment(line.lstrip('"')):
            continue
        if game_id(line)[0]:
            return None
        is_empty, has_comma = False, has_comma or "," in line
        for mark in list(longest):
            if mark not in line:
                del longest[mark]
            else:
                longest[mark] = max(longest[mark], *map(len, map(str.strip, line.split(mark))))
    first = None if is_empty else next(iter(longest), None)
    # Path lists have both separators, addresses and names have commas; sheets have short cells.
    is_sheet = first is not None and longest[first] <= 10 and not (first == ";" and has_comma)
    return first if is_sheet else None


def _lines(text: str) -> Iterator[str]:
    return (found[0] for found in _LINE.finditer(text))


def _cells(line: str, mark: str) -> list[str]:
    if not line.strip(" ") or is_comment(line.lstrip('"')):
        return []
    return [
        cell.strip() or EMPTY
        for cell in next(csv.reader([line.replace("\r", " ")], delimiter=mark))
    ]


def _parted(rows: Sequence[Sequence[str]]) -> list[tuple[int, int, int]]:
    """Return the boards of a block of a sheet without blank lines: first row, end, columns.

    A row of empty cells separates boards if that gives squares or boards of equal height, or if the
    sheet is more than twice as high as wide. A square in a wider sheet ends with its rows.
    """
    used = [
        max((at + 1 for at, cell in enumerate(row) if cell != EMPTY), default=0) for row in rows
    ]
    runs: list[tuple[int, int]] = []
    for is_filled, run in groupby(range(len(rows)), lambda at: used[at] > 0):
        if is_filled:
            places = list(run)
            runs.append((places[0], places[-1] + 1))
    cols = max(map(len, rows), default=0)
    boards: list[tuple[int, int, int]] = []
    index = 0
    while index < len(runs):
        top = runs[index][0]
        widest, more = min(cols, LEAST_SQUARE), None
        for below in range(index, len(runs)):
            start, end = runs[below]
            widest = max(widest, *used[start:end])
            if end - top > cols:
                break
            if end - top >= widest:
                more = below - index
                break
        end = runs[index + (more or 0)][1]
        boards.append((top, end, cols if more is None else end - top))
        index += (more or 0) + 1
    is_square = all(wide == end - top for top, end, wide in boards)
    if len(rows) == cols and not is_square:
        return [(0, len(rows), cols)]
    heights = {end - top for top, end, _ in boards}
    is_even = len(heights) == 1 and max(heights) > 1
    is_long = bool(boards) and boards[-1][1] - boards[0][0] > 2 * cols
    if len(boards) > 1 and (is_square or is_even or is_long):
        return boards
    return [(top, boards[-1][1], cols) for top, _, _ in boards[:1]]


def _dotted(text: str) -> str:
    """Return a text with dots for the empty cells of grids that have spaces there.

    In such a grid, rows have different numbers of words, or one word each of different lengths, and
    each character occurs twice.
    """
    if not any(gap in f"\n{text}\n" for gap in _SPACED):
        return text
    if _is_drawn(lines := text.strip("\n").split("\n")):
        return "".join(f"{' '.join(row.replace(' ', EMPTY))}\n" for row in lines)
    dotted = []
    for is_block, run in groupby(text.split("\n"), lambda line: line != "" and line[0] != "#"):
        lines = list(run)
        size = _SIZE.fullmatch(lines[0]) if is_block else None
        head = lines[:1] if size is not None and int(size[2]) == len(lines) - 1 else []
        rows = lines[len(head) :]
        words = [row.split() for row in rows]
        shapes = {len(row) if len(row) > 1 else tuple(map(len, row)) for row in words}
        twice = set(Counter("".join(rows).replace(" ", "")).values()) == {2}
        width = int(size[1]) if size is not None and head else max(map(len, rows))
        is_spaced = len(shapes) > 1 and twice and "." not in "".join(rows)
        if is_block and is_spaced and width <= _WIDEST:
            rows = [row.ljust(width).replace(" ", ".") for row in rows]
        dotted += head + rows
    return "\n".join(dotted)


def _is_drawn(lines: Sequence[str]) -> bool:
    """Return whether lines are equally long rows of signs and spaces, and not of words."""
    widths, signs = {*map(len, lines)}, "".join(lines)
    if len(lines) < 2 or len(widths) > 1 or min(widths) < 2 or not signs.replace(" ", "").isalnum():
        return False
    is_spaced = all(line[1::2].isspace() for line in lines)
    numbers = re.findall("[0-9]{2}", signs)
    return not is_spaced and not numbers and any(not line.strip() or "  " in line for line in lines)


def _json_texts(text: str, grid: str | None, fields: Mapping[str, str]) -> Iterator[Carried]:
    missing: list[Carried] | None = []  # entries before the first with the field
    expected = f"a field {grid or _COLUMNS[0]!r}"
    entries = ((line, part or name, own) for line, name, value in read_entries(text)
               for part, own in parts_of(value))  # fmt: skip
    for line, name, value in entries:
        data = value.get("data", value) if isinstance(value, dict) else value
        tags: tuple[str, ...] = ()
        if isinstance(data, dict):
            named = (game_named(data[key]) for key in _GAMES if isinstance(data.get(key), str))
            game = next(filter(None, named), "")
            try:
                data, tags = adapt(data)
            except PuzzleFormatError as error:
                data = error if not game or game in kind_ids() else {"problem": "", "game": game}
            tags = tags or ((game,) if game else ())
        grid_key = _grid_field(data, grid) if isinstance(data, dict) else None
        if isinstance(data, dict) and isinstance(data.get("board"), Loose):
            yield from missing or ()
            missing = None
            own_data = {key: str(one) for key, one in value.items()
                        if type(one) in (str, int)}  # fmt: skip
            yield replace(_carried("", line, own_data, fields, name), board=data["board"])
            continue
        if grid_key and (beside := [key for key in _BESIDE if key != grid_key and data.get(key)]):
            what = f"expected a grid alone, found {grid_key!r} beside {', '.join(beside)}"
            what += ", which no form reads together; leave it out"
            data, grid_key = PuzzleFormatError(what), None
        if grid_key is None:
            fault = f"expected an object with {expected}"
            if isinstance(data, PuzzleFormatError):
                fault = data.message
            carried = Carried("", line, fault=fault)
            if missing is None:
                yield carried
            else:
                missing.append(carried)
            continue
        yield from missing or ()
        missing = None
        others = {
            key: str(one)
            for key, one in data.items()
            if isinstance(one, str | int) and key not in (grid_key, *_ANSWERS)
        }
        board, answer = _board(data, grid_key)
        carried = _carried(board, line, others, fields, value.get("file") or name)
        form = "json" if board.startswith("begin\n") else ""
        yield replace(carried, answer=answer, tags=tags, form=form)
    if missing is not None:
        known = [one for one in missing if not one.fault.endswith(expected)]
        if len(missing) == 1 and missing[0].fault.startswith("expected JSON"):
            raise PuzzleFormatError(missing[0].fault, line=missing[0].line)
        if not known:
            raise PuzzleFormatError(
                f"expected objects with {expected}, found none; name the field with --grid"
            )
        yield from missing


def _grid_field(data: Mapping[str, Json], grid: str | None) -> str | None:
    if grid is not None or _COLUMNS[0] in data:
        own = grid or _COLUMNS[0]
        return own if own in data else None
    bare = _BARE if isinstance(data.get("puzzle"), str) else ()
    return next((key for key in (*_COLUMNS, *bare) if _is_grid(data.get(key))), None)


def _is_grid(value: Json) -> bool:
    if isinstance(value, str):
        return len(value) > SHORTEST and not value.replace(" ", "").isalpha()
    return isinstance(value, list) and bool(value)


def _board(data: Mapping[str, Json], grid: str) -> tuple[str, str]:
    """Return the board and answer of an object, as one text of janko.at if it has game or areas."""
    game = data.get("puzzle")
    is_named = grid != "puzzle" and isinstance(game, str) and not _has_rows(game)
    boxes = [f"{key} {data[key]}" for key in ("patternx", "patterny", "depth") if key in data]
    drawn = next(filter(None, (data.get(key) for key in _ANSWERS)), None) or []
    areas = _rows(data.get("areas") or [])
    if not (is_named or areas or boxes):
        return _text(data[grid] or []), _text(drawn)
    answer = _rows(drawn)
    lines = ["begin", *([f"puzzle {game}"] if is_named else []), *boxes]
    if grid not in _BARE:
        lines += ["problem", *_rows(data[grid] or [])]
    labels = {key: _rows(data.get(key) or []) for key in ("clabels", "rlabels")}
    for key, rows in {"solution": answer, "areas": areas, **labels}.items():
        lines += [key, *rows] if rows else []
    lines.append("end")
    return "".join(f"{line}\n" for line in lines), ""


def _text(value: Json) -> str:
    is_plain = isinstance(value, str) and " " not in value
    rows = value.split("\n") if isinstance(value, str) and is_plain else _rows(value)
    return "".join(f"{row}\n" for row in rows)


def _rows(value: Json) -> list[str]:
    """Return the rows of a grid: lists of cells, or text with or without a size."""
    rows: list[list[str]]
    if isinstance(value, str):
        rows = [line.split() for line in value.split("\n") if line.strip()]
        # Columns come first as often as rows.
        if len(rows) > 1 and sorted(rows[0]) == sorted([str(len(rows) - 1), str(len(rows[1]))]):
            del rows[0]
        if {*map(len, rows)} == {1}:
            rows = [list(word) for (word,) in rows]
    else:
        # The end of an HTML tag may follow the last cell. A row that is a text has a cell in each
        # word, or in each letter.
        listed = value if isinstance(value, list) else []
        is_flat = not any(isinstance(row, list | str) for row in listed)
        rows = [
            [str(cell).removesuffix('">').strip() for cell in (row.split() if " " in row else row)]
            if isinstance(row, str)
            else [_cell(cell) for cell in row]
            for row in ([listed] if is_flat and listed else listed)
            if isinstance(row, list | str)
        ]
    side = isqrt(len(rows[0])) if len(rows) == 1 else 0
    if side > 1 and side * side == len(rows[0]):
        rows = [[*row] for row in split_rows(rows[0], side)]
    return [" ".join(cell if cell and cell != "None" else EMPTY for cell in row) for row in rows]


def _cell(cell: Json) -> str:
    """Return a cell as a word: two sums of a Kakuro in parentheses."""
    if isinstance(cell, list):
        return f"({','.join(map(str, cell))})"
    return str(cell).removesuffix('">').strip()


def _has_rows(text: str) -> bool:
    rows = _rows(text)
    return len(rows) > 1 and len({len(row.split()) for row in rows}) == 1 and _is_grid(text)
