"""Forms with answers, and tables of words: flow, janko and table.

``flow`` is the path list of the popular Flow collections. Its holes are blocked cells; bridges,
walls, hexagons (``X_``) and joined edges are refused by name. Answers of janko.at have the sides by
which a line leaves a cell, or the label in each cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.sites.cells import Row, split_rows
from pipeline.kinds.kit.sites.forms import (
    EMPTY_WORDS,
    first_line,
    make_format,
    read_table,
    table_form,
)
from pipeline.kinds.kit.sites.janko_sheets import JankoSheet, janko_form, read_sides, write_sides
from pipeline.kinds.kit.sites.text_lines import (
    Line,
    content_lines,
    is_number,
    parse_number,
    require_size,
    require_width,
)
from pipeline.kinds.numberlink.formats.grids import clues_of_rows, follow_lines, refuse_blocked
from pipeline.kinds.numberlink.model import MAX_SIDE, Clues, Solution, make_clues, make_solution
from pipeline.model import PuzzleFormatError, cut

_MOST_TURNS: Final = 100_000  # Cells tried to follow a line that runs beside itself

_HEAD: Final = re.compile(
    r"(?P<shape>[A-Z]_)?(?P<cols>\d+)(:(?P<rows>\d+))?(\+[A-Z:]+)?,\d*,(?P<id>[^,;]*),(?P<count>\d+)"
    r"(,(?P<bridges>[\d:]*))?(,(?P<holes>\w*(:\w+)*))?(,(?P<walls>[\d:|]*))?[,;]+(?=\d)",
    re.ASCII,
)
_SHAPES: Final = {"X_": "a board of hexagons", "W_": "a board whose edges join"}


def _read_words(rows: Sequence[Line], rule: str | None) -> Clues:
    return clues_of_rows(read_table(rows, MAX_SIDE, _read_row), rule, rows[0][0])


def _read_row(line: Line, cols: int, width_of: str) -> Row:
    words = line[1].split()
    require_width(len(words), cols, line[0], width_of)
    labels = [parse_number(word) if is_number(word) else word for word in words]
    empty = (word in EMPTY_WORDS for word in words)
    return Row(line[0], [None if no else label for no, label in zip(empty, labels, strict=True)])


def _write_words(clues: Clues) -> list[str]:
    rows = split_rows(clues.numbers, clues.cols)
    return [" ".join(str(number or "-") for number in row) for row in rows]


def _read_drawn(clues: Clues, sheet: JankoSheet) -> Solution | None:
    drawn = [word for _, line in sheet.drawn for word in line.split()]
    posed = [word for _, line in sheet.rows for word in line.split()]
    if len(drawn) != len(posed):
        return None
    repeats = all(drawn[cell] == posed[cell] for pair in clues.ends() for cell in pair)
    return _follow_labels(clues, drawn) if repeats else _follow_sides(clues, drawn)


def _follow_labels(clues: Clues, labels: Sequence[str]) -> Solution | None:
    paths = []
    for start, end in clues.ends():
        own = {cell for cell, label in enumerate(labels) if label == labels[start]}
        path = _through_all(own, start, end, Grid(clues.rows, clues.cols))
        if path is None:
            return None
        paths.append(path)
    return make_solution(paths)


def _through_all(cells: set[int], start: int, end: int, grid: Grid) -> list[int] | None:
    """Return a way from cell to cell through all of some cells, None if none is found."""
    path, tried = [start], 0
    ways = [filter(cells.__contains__, grid.neighbours(start))]
    while ways and tried < _MOST_TURNS:
        tried += 1
        cell = next(ways[-1], None)
        if cell is None:
            ways.pop()
            path.pop()
        elif cell not in path:
            if cell == end and len(path) + 1 == len(cells):
                return [*path, end]
            path.append(cell)
            ahead = grid.neighbours(cell) if cell != end else ()
            ways.append(filter(cells.__contains__, ahead))
    return None


def _follow_sides(clues: Clues, sides: Sequence[str]) -> Solution | None:
    near: dict[int, list[int]] = {}
    for cell, other in read_sides(sides, clues.cols):
        near.setdefault(cell, []).append(other)
    return follow_lines(clues, near)


def _write_drawn(clues: Clues, solution: Solution) -> list[str]:
    steps = {step for path in solution.paths for step in pairwise(path)}
    grid = Grid(clues.rows, clues.cols)
    if any(other not in grid.neighbours(cell) for cell, other in steps):
        raise PuzzleFormatError(
            "expected a solution whose lines go from cell to neighbour, found one that jumps; "
            "solve the puzzle again"
        )
    return write_sides(steps, len(clues.numbers), clues.cols)


def _read_flow(line: Line, rule: str | None) -> Parsed[Clues, Solution]:
    number, text = line
    head = _HEAD.match(text)
    if head is None:
        raise PuzzleFormatError(
            "expected a size, 0, a number and the number of paths, then paths, as in "
            f"'5,0,1,3;0,1,2;...', found {cut(text)!r}; check the line",
            line=number,
        )
    cols, rows = parse_number(head["cols"]), parse_number(head["rows"] or head["cols"])
    require_size(cols, rows, MAX_SIDE, number)
    foreign = [_SHAPES.get(head["shape"], "a shape")] if head["shape"] else []
    foreign += [what for what in ("bridges", "walls") if head[what]]
    if foreign:
        raise PuzzleFormatError(
            f"this level has {' and '.join(foreign)}, which are no part of Numberlink; leave it "
            "out",
            line=number,
            is_foreign=True,
        )
    cells = ":".join(hole.partition("_")[0] for hole in (head["holes"] or "").split(":"))
    holes = _cells(cells, ":", rows * cols, number)
    tails = text[head.end() :].rstrip(";").split(";")
    paths = [_cells(tail, ",", rows * cols, number) for tail in tails]
    if len(paths) != parse_number(head["count"]) or any(len(path) < 2 for path in paths):
        raise PuzzleFormatError(
            f"expected {head['count']} paths of two cells at least as the line states, found "
            f"{len(paths)}; check the line",
            line=number,
        )
    labels = [0] * (rows * cols)
    for pair, path in enumerate(paths, start=1):
        labels[path[0]] = labels[path[-1]] = pair
    try:
        clues = make_clues(rows, cols, rule or "cover", labels, frozenset(holes))
    except PuzzleFormatError as error:
        raise PuzzleFormatError(error.message, line=number) from None
    solution = make_solution(sorted(paths, key=lambda path: min(path[0], path[-1])))
    return Parsed(number, clues, solution, source_id=head["id"] or None)


def _cells(text: str, mark: str, size: int, line: int) -> list[int]:
    words = [word for word in text.split(mark) if word]
    for word in words:
        if not is_number(word) or parse_number(word) >= size:
            raise PuzzleFormatError(
                f"expected cells from 0 to {size - 1}, found {cut(word)!r}; check the line",
                line=line,
            )
    return [parse_number(word) for word in words]


def _write_flow(clues: Clues, solution: Solution | None) -> str:
    if solution is None:
        raise PuzzleFormatError(
            "the format 'flow' stores puzzles as answers, and a puzzle has none; solve it first"
        )
    size = str(clues.cols) if clues.cols == clues.rows else f"{clues.cols}:{clues.rows}"
    holes = ",," + ":".join(map(str, sorted(clues.blocked))) if clues.blocked else ""
    paths = ";".join(",".join(map(str, path)) for path in solution.paths)
    return f"{size},0,,{clues.pairs}{holes};{paths}\n"


FLOW: Final = make_format(
    "flow", "path lists of Flow collections", lambda text: bool(_HEAD.match(first_line(text))),
    content_lines, _read_flow, _write_flow,
)  # fmt: skip
JANKO: Final = janko_form(
    ("arukone", "numberlink", "arukone2", "arukone3"),
    lambda sheet, rule: _read_words(sheet.rows, rule or "cover"), _read_drawn, _write_words,
    _write_drawn, refuse_blocked, {"arukone": "cover", "arukone2": "cover", "arukone3": "no-uturn"},
)  # fmt: skip
TABLE: Final[TextFormat[Clues, Solution]] = table_form(
    "rows of words, - for empty",
    _read_words,
    _write_words,
    refuse_blocked,
    lambda clues: 2,  # each label twice, which is checked, is no chance
    ("numberlink",),
)
