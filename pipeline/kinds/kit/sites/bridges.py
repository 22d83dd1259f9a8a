"""Bridges as texts show them: a sign for each cell of water, or numbers between cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.looks.bridge.spans import (
    Span,
    between,
    links_of,
    place,
    runs_across,
    spans_of,
)
from pipeline.kinds.kit.sites.cells import CellWords
from pipeline.model import PuzzleFormatError

MOST: Final = 2  # Bridges side by side in files of pzpr and sheets of janko.at
_SPANS: Final = CellWords(
    {"-": None, "1": Span(1, True), "2": Span(2, True), "a": Span(1, False), "b": Span(2, False)},
    range(0),
    "1 or 2 for bridges across, a or b for bridges down, or - for water",
    "check the solution",
)


def sights(board: Board) -> Iterator[Pair]:
    """Yield the pairs of islands with only water between them, across and then down.

    >>> [*sights(Board(2, 3, (1, 0, 1, 0, 0, 1)))]
    [(0, 2), (2, 5)]
    """
    for line in board.grid.lines():
        yield from pairwise(cell for cell in line if board.values[cell])


def read_words(board: Board, words: Sequence[str], line: int) -> Solution:
    """Return the bridges of a sheet of janko.at; the word on an island may be any."""
    spans = {c: _SPANS.read(word, line) for c, word in enumerate(words) if not board.values[c]}
    return read_spans(board, spans, _SPANS.advice)


def write_words(board: Board, solution: Solution) -> list[str]:
    """Return the rows of bridges in a sheet of janko.at."""
    spans = shown("janko", board, solution, MOST)
    return _SPANS.write((spans.get(cell) for cell in range(len(board.values))), board.cols)


def read_spans(
    board: Board, spans: Mapping[int, Span | None], advice: str, lines: Sequence[int] = ()
) -> Solution:
    """Return the bridges that spans on the water make; islands that touch get none.

    `PuzzleFormatError` for a loose piece, with its line of ``lines``, which has one for each row.
    """
    bridges = []
    left = {cell: span for cell, span in spans.items() if span is not None}
    for first, second in sights(board):
        cells = between(board.cols, first, second) or ()
        found = {left.get(cell) for cell in cells}
        span = found.pop() if len(found) == 1 else None
        if span is not None and span.is_across == runs_across(board.cols, first, second):
            bridges.append((first, second, span.number))
            for cell in cells:
                del left[cell]
    if left:
        cell = min(left)
        raise PuzzleFormatError(
            "expected bridges that run from island to island, found a loose piece at "
            f"{place(board, cell)}; {advice}",
            line=lines[cell // board.cols] if lines else None,
        )
    return Solution("bridges", tuple(sorted(bridges)))


def shown(name: str, board: Board, solution: Solution, limit: int) -> dict[int, Span]:
    """Return what is on each cell of water; `PuzzleFormatError` if that is not the solution."""
    spans = {cell: found[0] for cell, found in spans_of(board, solution).items()}
    with suppress(PuzzleFormatError):
        is_shown = read_spans(board, spans, "") == solution
        if is_shown and max((span.number for span in spans.values()), default=0) <= limit:
            return spans
    raise PuzzleFormatError(
        f"{name} cannot express a solution but with 1 to {limit} bridges side by side, none that "
        "cross, and none between islands that touch; use pzprv3 or jsonl"
    )


def read_links(board: Board, links: Mapping[Pair, int]) -> Solution | None:
    """Return the bridges that are drawn if each is whole, and gives each island one at least.

    Anything else is the drawing of somebody who has not finished.
    """
    ways = (
        (one, other, one + (1 if runs_across(board.cols, one, other) else board.cols))
        for one, other in sights(board)
    )
    bridges = [(one, other, links[one, to]) for one, other, to in ways if links.get((one, to))]
    solution = Solution("bridges", tuple(sorted(bridges)))
    joined = {cell for bridge in bridges for cell in bridge[:2]}
    is_whole = joined == {cell for cell, _ in board.clues_but(0)}
    return solution if is_whole and links_of(board, solution) == links else None
