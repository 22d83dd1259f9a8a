"""Bridges as what lies on the water: between solutions and what texts show cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import between, make_solution, place, runs_across
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.sites import pzpr
from pipeline.model import PuzzleFormatError


class Span(NamedTuple):
    """What lies on a cell of water: how many bridges, and whether they run across."""

    number: int
    is_across: bool


def touching_bridges(clues: Board, solution: Solution) -> list[tuple[int, ...]]:
    """Return the bridges without length, between islands that touch."""
    return [one for one in solution.items if between(clues.cols, *one[:2]) == range(0)]


def spans_of(clues: Board, solution: Solution) -> dict[int, list[Span]]:
    """Return what lies on each cell that bridges pass, more than one only where they cross.

    Bridges of a wrong solution that run neither in a row nor in a column leave none.
    """
    spans: dict[int, list[Span]] = {}
    for one, other, count in solution.items:
        for cell in between(clues.cols, one, other) or ():
            spans.setdefault(cell, []).append(Span(count, runs_across(clues.cols, one, other)))
    return spans


def read_spans(
    clues: Board, spans: Mapping[int, Span | None], advice: str, lines: Sequence[int] = ()
) -> Solution:
    """Return the bridges that spans on the water make; islands that touch get none.

    `PuzzleFormatError` for a loose piece, with its line of ``lines``, which has one for each row.
    """
    bridges = []
    left = {cell: span for cell, span in spans.items() if span is not None}
    for one, other in find_links(clues).pairs:
        cells = between(clues.cols, one, other) or ()
        found = {left.get(cell) for cell in cells}
        span = found.pop() if len(found) == 1 else None
        if span is not None and span.is_across == runs_across(clues.cols, one, other):
            bridges.append((one, other, span.number))
            for cell in cells:
                del left[cell]
    if left:
        cell = min(left)
        raise PuzzleFormatError(
            "expected bridges that run from island to island, found a loose piece at "
            f"{place(clues, cell)}; {advice}",
            line=lines[cell // clues.cols] if lines else None,
        )
    return make_solution(bridges)


def links_of(clues: Board, solution: Solution | None) -> pzpr.Links:
    """Return how many bridges run from each cell to the one right of it, and to the one below."""
    links: dict[tuple[int, int], int] = {}
    for one, other, count in solution.items if solution else ():
        cells = between(clues.cols, one, other)
        step = 1 if runs_across(clues.cols, one, other) else clues.cols
        for cell in () if cells is None else (one, *cells):
            links[cell, cell + step] = count
    return links


def read_links(clues: Board, links: pzpr.Links) -> Solution | None:
    """Return the bridges that are drawn if each is whole, and gives each island one at least.

    Anything else is the drawing of somebody who has not finished.
    """
    bridges = []
    for one, other in find_links(clues).pairs:
        step = 1 if runs_across(clues.cols, one, other) else clues.cols
        if count := links.get((one, one + step)):
            bridges.append((one, other, count))
    solution = make_solution(bridges)
    joined = {cell for bridge in bridges for cell in bridge[:2]}
    is_whole = joined == {cell for cell, _ in clues.clues_but(0)}
    return solution if is_whole and links_of(clues, solution) == links else None
