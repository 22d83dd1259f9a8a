"""Bridges as what is on the water between islands, cell by cell."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.kinds.kit.board.board import Board, Solution


def between(cols: int, start: int, end: int) -> range | None:
    """Return the cells strictly between two cells of a row or column, None if they share none.

    >>> between(4, 11, 3), between(4, 3, 0), between(4, 0, 11)
    (range(7, 11, 4), range(1, 3), None)
    """
    first, last = (start, end) if start < end else (end, start)
    if first // cols == last // cols:
        return range(first + 1, last)
    return range(first + cols, last, cols) if first % cols == last % cols else None


def runs_across(cols: int, one: int, other: int) -> bool:
    """Return whether two cells are in one row."""
    return one // cols == other // cols


def place(board: Board, cell: int) -> str:
    """Return the name of a cell in messages."""
    return f"row {cell // board.cols + 1}, column {cell % board.cols + 1}"


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


def links_of(clues: Board, solution: Solution | None) -> dict[tuple[int, int], int]:
    """Return how many bridges run from each cell to the one right of it, and to the one below."""
    links: dict[tuple[int, int], int] = {}
    for one, other, count in solution.items if solution else ():
        cells = between(clues.cols, one, other)
        step = 1 if runs_across(clues.cols, one, other) else clues.cols
        for cell in () if cells is None else (one, *cells):
            links[cell, cell + step] = count
    return links
