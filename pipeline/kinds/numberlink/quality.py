"""Measures of how much a puzzle is worth printing; docs/quality.md has their sources."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from pipeline.kinds.kit.board.symmetry import SYMMETRIES, cells_of_image
from pipeline.kinds.numberlink.deductions import find_rounds
from pipeline.kinds.numberlink.layouts.shape import outermost
from pipeline.kinds.numberlink.model import Clues, Solution

LEAST_CELLS: Final = 36  # Boards of fewer cells are all alike
_MOST_LURES: Final = 3  # More of them do not count


def measure(clues: Clues, solution: Solution) -> dict[str, int]:
    """Return all measures, those of `measure_drawing` and those of a solver's rounds of deduction.

    ``rounds`` are those that come before something must be assumed, ``width`` the mean number of
    decisions in one, ``narrowest`` the fewest in one but the last, ``narrowest_at`` how far on that
    is first, in per cent of the rounds, and ``reasons`` how many different ones they give.
    """
    rounds = [step.decisions for step in find_rounds(clues, solution)]
    widths = [len(decisions) for decisions in rounds[:-1]] or [0]
    narrowest = min(widths)
    return measure_drawing(clues, solution) | {
        "rounds": len(rounds),
        "width": round(sum(map(len, rounds)) / max(1, len(rounds))),
        "narrowest": narrowest,
        "narrowest_at": 100 * widths.index(narrowest) // len(widths),
        "reasons": len({one.reason for decisions in rounds for one in decisions}),
    }


def measure_drawing(clues: Clues, solution: Solution) -> dict[str, int]:
    """Return measures of the drawing: shares in percent, and a number of lures.

    ``longest`` is the share of the cells that the longest line takes, ``border`` the largest share
    of the border that one line takes, ``symmetry`` the share of the ends that the best turn or
    mirror image puts on ends, ``spread`` the distance from each end to the next, compared with ends
    spread evenly. ``lures`` are pairs that could be joined straight but are not.
    """
    rows, cols = clues.rows, clues.cols
    rim = outermost(rows, cols, frozenset())
    paths = solution.paths
    ends = {cell for path in paths for cell in (path[0], path[-1])}
    cells = rows * cols - len(clues.blocked)
    images = [{at[cell] for cell in ends} for at in _images(rows, cols)][1:]
    apart = [min(_steps(one, other, cols) for other in ends - {one}) for one in ends]
    even = sqrt(cells / len(ends))
    return {
        "longest": 100 * max(map(len, paths)) // cells,
        "border": 100 * max(len(rim.intersection(path)) for path in paths) // len(rim),
        "symmetry": max(100 * len(image & ends) // len(ends) for image in images),
        "spread": round(100 * sum(apart) / (len(apart) * even)),
        "lures": sum(_is_lure(clues, path) for path in paths),
    }


def rank(clues: Clues, solution: Solution) -> int:
    """Return the score by which the best of several is chosen: more is better.

    A line that takes much of the border or of the board, and clustered ends, lower it; lures raise
    it.
    """
    seen = measure_drawing(clues, solution)
    lures = min(seen["lures"], _MOST_LURES)
    return 20 * lures + min(seen["spread"], 100) - seen["border"] - seen["longest"]


def views(clues: Clues, solution: Solution) -> tuple[int, ...]:
    """Return the edges of the lines as bits, for each turn and mirror image; none of small boards.

    Puzzles whose edges are nearly the same in one of them look alike.
    """
    if clues.rows * clues.cols - len(clues.blocked) < LEAST_CELLS:
        return ()
    joined = [pair for path in solution.paths for pair in pairwise(path)]
    # The bit of an edge: twice its first cell, plus one if it runs down.
    return tuple(
        sum({1 << (2 * min(one, two) + (abs(one - two) > 1)) for one, two in moved})
        for at in _images(clues.rows, clues.cols)
        for moved in [[(at[one], at[two]) for one, two in joined]]
    )


def _images(rows: int, cols: int) -> list[list[int]]:
    """Return the place of each cell in each image of the board that keeps its shape."""
    images = (cells_of_image(rows, cols, symmetry) for symmetry in SYMMETRIES)
    return [image.ravel().argsort().tolist() for image in images if image.shape == (rows, cols)]


def _steps(one: int, other: int, cols: int) -> int:
    return abs(one // cols - other // cols) + abs(one % cols - other % cols)


def _is_lure(clues: Clues, path: Sequence[int]) -> bool:
    """Return whether a line's ends have only open cells straight between them that it avoids."""
    first, last = sorted((path[0], path[-1]))
    step = clues.cols if (last - first) % clues.cols == 0 else 1
    if step == 1 and first // clues.cols != last // clues.cols:
        return False
    between = range(first + step, last, step)
    is_open = all(not clues.numbers[cell] and cell not in clues.blocked for cell in between)
    return is_open and len(path) > len(between) + 2
