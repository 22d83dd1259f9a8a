"""The parts of a report before they become a page: headings, tables, and pictures of puzzles."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar, Final, TypeAlias

from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.scene import Disc, Ink, Label, Line, Mark, Point, Polyline, Rect, Role, Scene
from pipeline.scene.board import board_style
from pipeline.scene.shading import shade_cells
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.report.tables import EXACT, Findings, Row, Table, broken
from pipeline.store.jsonl import RawRecord, Reader, parsed

NUMBERED: Final = 200  # Most numbers of puzzles in a line
EXTREMES: Final = 10  # Number of hardest and of easiest puzzles with large pictures
SHOWN: Final = 50  # Most puzzles with several solutions, or with other answers, that are shown
PAIRS: Final = 6  # Most pairs of equal puzzles that are shown
_LARGE_MM, _THUMB_MM = 53.0, 37.0
_DOT: Final = Ink(Role.GRID)
SHADE: Final = 4  # Shade of cells in which solutions differ


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    text: str
    template: ClassVar = "heading.html"

    @property
    def anchor(self) -> str:
        """Its name in addresses."""
        return "-".join(self.text.partition(":")[0].lower().split())


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str
    template: ClassVar = "paragraph.html"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; ``numeric`` are the right-aligned columns."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    numeric: frozenset[int]
    template: ClassVar = "grid.html"


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and its caption."""

    scene: Scene
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Pictures side by side."""

    figures: Sequence[Figure]
    template: ClassVar = "figures.html"


Part: TypeAlias = Heading | Paragraph | Grid | Figures


def numbered(places: Sequence[int]) -> str:
    """Return the numbers of puzzles in a line, by their places."""
    more = len(places) - NUMBERED
    text = " ".join(str(place + 1) for place in places[:NUMBERED])
    return text + (f" and {more} more, see the tables" if more > 0 else "")


def named(row: Row) -> str:
    """Return the number and origin of a puzzle."""
    return f"{row['number']} ({origin(row) or row['id']})"


def origin(row: Row) -> str:
    """Return the id in the source, or file and line of a puzzle; "" if unknown."""
    return str(row["source_id"] or (row["file"] and f"{row['file']}:{row['line']}"))


def grid(
    head: Sequence[str], rows: Iterable[Sequence[object]], first: int = 1, last: int = 0
) -> Grid:
    """Return a table of numbers, except for the given number of first and last columns."""
    numeric = frozenset(range(first, len(head) - last))
    return Grid(tuple(head), [tuple(map(str, row)) for row in rows], numeric)


LOT: Final = ("kind", "cells", "size")  # Columns of the key to group by size


@dataclass(slots=True)
class Pictures:
    """The large pictures of a report, by the index of the row."""

    large: dict[int, Figure]
    several: dict[int, list[Figure]]
    answers: dict[int, list[Figure]]
    doubled: list[Figure]  # Pairs of equal puzzles that are drawn differently

    @classmethod
    def chosen(cls, read: Reader, table: Table, findings: Findings) -> Pictures:
        """Return the pictures of the hardest and easiest puzzles, and of the findings."""
        pictures = cls({}, {}, {}, [])
        extremes = {place for group in extremes_of(table).values() for place in group}
        extremes |= set(broken(table)[:EXTREMES])
        pairs = [
            (first, next(place for place, how in group.items() if how not in ("", EXACT)))
            for group in findings.duplicates
            for first in group
            if group[first] == "" and set(group.values()) - {"", EXACT}
        ][:PAIRS]
        doubled: dict[int, Figure] = {}
        several, answers = set(findings.several[:SHOWN]), set(findings.answers[:SHOWN])
        paired = {place for pair in pairs for place in pair}
        wanted = extremes | several | answers | paired
        for place, record in zip(sorted(wanted), read(wanted), strict=True):
            puzzle, row = read_puzzle(parsed(record)), table[place]
            if place in extremes:
                pictures.large[place] = Figure(_scene(puzzle, None, _LARGE_MM), _caption(row))
            if place in paired:
                doubled[place] = Figure(_scene(puzzle, None, _THUMB_MM), _caption(row))
            if place in several:
                pictures.several[place] = list(_side_by_side(puzzle, row))
            if place in answers:
                pictures.answers[place] = list(_two_answers(puzzle, row))
        pictures.doubled += [doubled[place] for pair in pairs for place in pair]
        return pictures


def thumbnail(record: Record | RawRecord, row: Row) -> Figure:
    """Return the small picture of a puzzle for the list."""
    parts = [_caption(row), row["source"], row["verdict"], row["note"]]
    scene = _scene(read_puzzle(parsed(record)), None, _THUMB_MM)
    # Grid dots are invisible at this size, and most of the marks of a board.
    marks = [mark for mark in scene.marks if not (isinstance(mark, Disc) and mark.fill == _DOT)]
    return Figure(replace(scene, marks=tuple(marks)), ". ".join(str(one) for one in parts if one))


def _scene(puzzle: Puzzle, solution: Any, size_mm: float) -> Scene:
    cell_mm = cell_size(puzzle, size_mm)
    scene: Scene = puzzle.kind.draw(puzzle.clues, solution, cell_mm)
    if scene.width_mm > size_mm:  # with a second board beside it
        scene = puzzle.kind.draw(puzzle.clues, solution, cell_mm * size_mm / scene.width_mm)
    return scene


def cell_size(puzzle: Puzzle, size_mm: float = _LARGE_MM) -> float:
    """Return the side of a cell in millimetres for a picture of about that size."""
    rows, cols = int(puzzle.record.puzzle["rows"]), int(puzzle.record.puzzle["cols"])
    return max(size_mm / (max(rows, cols) + 1), 0.2)


def _caption(row: Row) -> str:
    parts = [row["title"], row["author"], row["size"], row["band"], row["score"], origin(row)]
    return f"{row['number']}. {', '.join(str(part) for part in parts if part)}"


def _side_by_side(puzzle: Puzzle, row: Row) -> Iterator[Figure]:
    """Yield two solutions; cells that are drawn differently are shaded."""
    cell_mm, cols = cell_size(puzzle), int(puzzle.record.puzzle["cols"])
    both = (puzzle.solution, _decoded(puzzle, puzzle.record.verdict.witness))
    boards = [puzzle.kind.draw(puzzle.clues, one, cell_mm) for one in both if one is not None]
    cells = _differing(boards, cols, cell_mm) if len(boards) == len(both) else []
    for board in boards:
        yield Figure(shade_cells(board, cols, cell_mm, dict.fromkeys(cells, SHADE)), _caption(row))


def _differing(boards: Sequence[Scene], cols: int, cell_mm: float) -> list[int]:
    """Return the cells, in order, under marks that only one of two pictures has."""
    drawn = [
        {(_points(mark), mark.text if isinstance(mark, Label) else "") for mark in board.marks}
        for board in boards
    ]
    left, top = (board_style(cell_mm).margin_mm + shift for shift in boards[0].shift_mm)
    cells = set()
    for points, _ in drawn[0] ^ drawn[1]:
        for (x0, y0), (x1, y1) in pairwise((*points, points[-1])):
            steps = max(1, round(2 * math.dist((x0, y0), (x1, y1)) / cell_mm))
            for k in range(steps + 1):
                x, y = x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps
                cells.add(int((y - top) // cell_mm) * cols + int((x - left) // cell_mm))
    return sorted(cells)


def _points(mark: Mark) -> tuple[Point, ...]:
    """Return the corners of a line, or the centre of another mark."""
    match mark:
        case Line():
            return mark.start, mark.end
        case Polyline():
            return mark.points
        case Disc():
            return (mark.centre,)
        case Rect():
            return ((mark.corner[0] + mark.width / 2, mark.corner[1] + mark.height / 2),)
        case Label():
            return (mark.position,)


def _two_answers(puzzle: Puzzle, row: Row) -> Iterator[Figure]:
    how = row["published answer"]
    shown = _scene(puzzle, _decoded(puzzle, puzzle.record.origin.get("published")), _LARGE_MM)
    yield Figure(shown, f"{_caption(row)}: published, {how}")
    if puzzle.solution is not None:
        yield Figure(_scene(puzzle, puzzle.solution, _LARGE_MM), f"{_caption(row)}: proved")


def _decoded(puzzle: Puzzle, solution: Any) -> Any:
    return None if solution is None else puzzle.kind.decode_solution(puzzle.clues, solution)


def extremes_of(table: Table) -> dict[str, list[int]]:
    """Return the rows of the hardest and easiest puzzles by heading, most extreme first.

    Each kind has its own scale and its own extremes.
    """
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, (kind, order) in enumerate(table.each("kind", "order")):
        if order:
            places[kind].append((order, place))
    extremes = {}
    for kind, ranked in places.items():
        of_kind = f" of {get_kind(kind).title}" * (len(places) > 1)
        for title, step in (("The hardest", -1), ("The easiest", 1)):
            extremes[title + of_kind] = [place for _, place in sorted(ranked)[::step][:EXTREMES]]
    return extremes
