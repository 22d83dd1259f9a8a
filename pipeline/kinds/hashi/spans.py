"""Bridges as what lies on the water: between solutions and what texts show cell by cell.

Formats and printed maps share this; engines use `find_links`, the rules neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import Clues, Solution, make_solution
from pipeline.kinds.kit.sites import pzpr
from pipeline.model import PuzzleFormatError


@dataclass(frozen=True, slots=True)
class Span:
    """What lies on a cell of water: how many bridges, and whether they run across."""

    count: int
    is_across: bool


class Read(NamedTuple):
    """A solution read from spans, or the first cell on which they make no bridge."""

    solution: Solution | None
    broken: int | None


def neighbours(clues: Clues) -> dict[int, list[int]]:
    """Return for each island the islands that it sees, in the order right, down, left, up."""
    links = find_links(clues.cols, clues.islands)
    around = enumerate(zip(links.cells, links.around, strict=True))
    return {
        cell: [links.cells[sum(links.ends[link]) - island] for link in sides if link >= 0]
        for island, (cell, sides) in around
    }


def cells_between(clues: Clues, one: int, other: int) -> range | None:
    """Return the cells strictly between two cells of a row or column, None if they share none."""
    if one // clues.cols == other // clues.cols:
        return range(min(one, other) + 1, max(one, other))
    if one % clues.cols == other % clues.cols:
        return range(min(one, other) + clues.cols, max(one, other), clues.cols)
    return None


def runs_across(clues: Clues, one: int, other: int) -> bool:
    """Return whether two cells lie in one row."""
    return one // clues.cols == other // clues.cols


def touching_bridges(clues: Clues, solution: Solution) -> list[tuple[int, int, int]]:
    """Return the bridges without length, between islands that touch."""
    return [
        bridge
        for bridge in solution.bridges
        if (between := cells_between(clues, *bridge[:2])) is not None and not between
    ]


def place(clues: Clues, cell: int) -> str:
    """Return the words for a cell in a message, counted from 1."""
    return f"row {cell // clues.cols + 1}, column {cell % clues.cols + 1}"


def spans_of(clues: Clues, solution: Solution) -> dict[int, list[Span]]:
    """Return what lies on each cell that bridges pass, more than one only where they cross.

    Bridges of a wrong solution that run neither in a row nor in a column leave none.
    """
    spans: dict[int, list[Span]] = {}
    for one, other, count in solution.bridges:
        for cell in cells_between(clues, one, other) or ():
            spans.setdefault(cell, []).append(Span(count, runs_across(clues, one, other)))
    return spans


def read_spans(clues: Clues, spans: Mapping[int, Span]) -> Read:
    """Return the bridges that spans on the water make; islands that touch get none."""
    bridges = []
    left = dict(spans)
    for cell, seen in neighbours(clues).items():
        for other in seen:
            between = cells_between(clues, cell, other)
            if other < cell or not between or between[0] not in left:
                continue
            span = left[between[0]]
            if span.is_across != runs_across(clues, cell, other):
                continue
            if all(left.get(on_way) == span for on_way in between):
                bridges.append((cell, other, span.count))
                for on_way in between:
                    del left[on_way]
    if left:
        return Read(None, min(left))
    return Read(make_solution(bridges), None)


def read_whole_spans(
    clues: Clues, spans: Mapping[int, Span], lines: Sequence[int], advice: str
) -> Solution | None:
    """Return the bridges that spans on the water make.

    `PuzzleFormatError` for a loose piece, with its line of ``lines``, which has one for each row.
    """
    read = read_spans(clues, spans)
    if read.broken is not None:
        raise PuzzleFormatError(
            "expected bridges that run from island to island, found a loose piece at "
            f"{place(clues, read.broken)}; {advice}",
            line=lines[read.broken // clues.cols],
        )
    return read.solution


def reaches_all(clues: Clues, solution: Solution) -> bool:
    """Return whether each island has a bridge."""
    met = {cell for bridge in solution.bridges for cell in bridge[:2]}
    return met == set(clues.island_cells())


def links_of(clues: Clues, solution: Solution | None) -> pzpr.Links:
    """Return how many bridges run from each cell to the one right of it, and to the one below."""
    links: dict[tuple[int, int], int] = {}
    for one, other, count in solution.bridges if solution else ():
        between = cells_between(clues, one, other)
        step = 1 if runs_across(clues, one, other) else clues.cols
        for cell in () if between is None else (min(one, other), *between):
            links[cell, cell + step] = count
    return links


def read_links(clues: Clues, links: pzpr.Links) -> Solution | None:
    """Return the bridges that are drawn if each is whole, and gives each island one at least.

    Anything else is the drawing of somebody who has not finished.
    """
    bridges = []
    for cell, seen in neighbours(clues).items():
        for other in seen:
            step = 1 if runs_across(clues, cell, other) else clues.cols
            if other > cell and (cell, cell + step) in links:
                bridges.append((cell, other, links[cell, cell + step]))
    solution = make_solution(bridges)
    is_whole = links_of(clues, solution) == links and reaches_all(clues, solution)
    return solution if is_whole else None
