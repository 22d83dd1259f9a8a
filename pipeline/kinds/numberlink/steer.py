"""Steering: a puzzle that is not in the band asked for is changed until it is.

A part of the layout is drawn anew and repaired, and the change is kept where the score comes no
farther from the band. That climbs to bands which layouts as they come never have: `hard` on 8x8,
`expert` on 10x10.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.kit.grading import band_cuts, mean_log2_hundredths
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.grade import (
    BUDGET,
    ORDERS,
    Assumptions,
    band_of,
    find_assumptions,
    search_in_orders,
    search_order_by_order,
)
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, reroute
from pipeline.kinds.numberlink.layouts.shape import blocked_cells
from pipeline.kinds.numberlink.model import Clues, Params, Path, Solution, pose_layout
from pipeline.kinds.numberlink.repair import widen
from pipeline.model import Band

Layout = tuple[Path, ...]

STEERS: Final = 150
"""Changes in a row that bring a layout no nearer to its band, before another is begun."""

STEERING_ORDERS: Final = 4
"""Orders of the grade that say which way to go; all of them say whether the band is reached."""

WIDEST_STEER: Final = 3
"""Cells around the middle of a change, at most."""

CLIMBS: Final = 600
"""The same on the climb to the hardest band."""

SLOW_START: Final = (400, 760)
"""(changes, hundredths): a climb that stands lower after so many seldom arrives on 10x10."""

MEAN_LOSS: Final = 5
"""Hundredths of the score that a step of the climb may lose, on average."""

SLACK: Final = tuple(isqrt(150**2 * (ORDERS - k) // (k * ORDERS)) for k in range(1, ORDERS + 1))
"""By orders searched: hundredths that the mean of all may lie above theirs, one and a half
standard deviations; one order's is some 100."""

_MORE_PAIRS: Final = {Band.EASY: (100, 5), Band.MEDIUM: (100, 8), Band.HARD: (200, 8)}
"""(cells, share): each so many cells beyond the first number, one pair more keeps a board so easy.

Measured: of 15x15 boards 7 in 100 are easy with 13 pairs and 60 with 36; of 20x20 boards 94 in 100
with 80 pairs, and with 24 none.
"""

_HARDER_BELOW: Final = (225, 35)
"""The same for the hardest band, by cells fewer: with the first number of pairs climbs end too low.

Measured on 10x10: of climbs with 6 to 10 pairs 1 in 70 arrives, with 9 to 11 one in 6.
"""


def more_pairs(band: Band, cells: int) -> int:
    """Return how many pairs more than by default a board of a band has.

    Examples
    --------
    >>> more_pairs(Band.EASY, 225), more_pairs(Band.EASY, 64), more_pairs(Band.EXPERT, 100)
    (25, 0, 3)
    """
    if band == Band.EXPERT:
        most, share = _HARDER_BELOW
        return max(0, most - cells) // share
    first, share = _MORE_PAIRS.get(band, (cells, 1))
    return max(0, cells - first) // share


def is_in_band(params: Params, layout: Layout) -> bool:
    """Return whether the puzzle of a layout is in the band asked for, if one is."""
    return params.band is None or _distance(params, layout) == 0


def aim_at_band(
    params: Params,
    layout: Layout,
    style: LayoutStyle,
    repair: Callable[[Layout], Layout | None],
    state: NDArray[np.uint64],
) -> Layout | None:
    """Return a layout in the band asked for; None if `STEERS` changes bring none nearer.

    The layout is that of a unique puzzle; ``repair`` returns one of a unique puzzle close to the
    one given, or None. The random state is advanced in place.
    """

    def change(layout: Layout) -> Layout | None:
        rows, cols, margin = params.rows, params.cols, 1 + random_below(state, WIDEST_STEER)
        region = widen(rows, cols, [random_below(state, rows * cols)], margin)
        drawn = reroute(rows, cols, layout, region, style, state)
        return None if drawn is None or drawn == layout else repair(drawn)

    if params.band == Band.EXPERT:
        return _climb(params, layout, change, state)
    left, patience = _distance(params, layout), STEERS
    while left and patience:
        patience -= 1
        changed = change(layout)
        if changed is None:
            continue
        now = _distance(params, changed)
        if now < left:
            patience = STEERS
        if now <= left:
            layout, left = changed, now
    return None if left else layout


def _climb(
    params: Params,
    layout: Layout,
    change: Callable[[Layout], Layout | None],
    state: NDArray[np.uint64],
) -> Layout | None:
    """Return a layout of the hardest band, which has no upper end; None if patience runs out."""
    assumptions = find_assumptions(*pose(params, layout))
    score, nodes = _race(params, layout, assumptions, 0)
    best, patience, changes = score, CLIMBS, 0
    while band_of(nodes) != params.band and patience:
        patience, changes = patience - 1, changes + 1
        if changes == SLOW_START[0] and best < SLOW_START[1]:
            return None
        lost = 0
        while random_below(state, MEAN_LOSS + 1):
            lost += 1
        changed = change(layout)
        if changed is None:
            continue
        now, counts = _race(params, changed, assumptions, score - lost)
        if now >= score - lost:
            layout, score, nodes = changed, now, counts
        if score > best:
            best, patience = score, CLIMBS
    return layout if band_of(nodes) == params.band else None


def _race(
    params: Params, layout: Layout, assumptions: Assumptions, bar: int
) -> tuple[int, list[int]]:
    """Return the score in hundredths and the nodes behind it."""
    clues, _ = pose(params, layout)
    nodes: list[int] = []
    score = 0
    orders = search_order_by_order(canonical_clues(clues), assumptions)
    for slack, count in zip(SLACK, orders, strict=False):
        nodes.append(BUDGET if count < 0 else count)
        score = mean_log2_hundredths(nodes)
        if score + slack < bar:
            break
    return score, nodes


def _distance(params: Params, layout: Layout) -> int:
    """Return how far the score is from the band asked for, in hundredths; 0 in the band alone."""
    clues, solution = pose(params, layout)
    form, assumptions = canonical_clues(clues), find_assumptions(clues, solution)
    for orders in (STEERING_ORDERS, ORDERS):
        nodes = [
            BUDGET if count < 0 else count for count in search_in_orders(form, assumptions, orders)
        ]
        if band_of(nodes) != params.band:
            break
    else:
        return 0
    score = mean_log2_hundredths(nodes)
    cuts = [mean_log2_hundredths([cut]) for _, cut in band_cuts(__package__)]
    place = [str(band) for band in Band].index(str(params.band))
    low, high = [0, *cuts][place], [*cuts, score][place]
    return max(1, low - score, score - high)


def pose(params: Params, layout: Layout) -> tuple[Clues, Solution]:
    """Return the puzzle that a layout is the solution of, with that solution."""
    blocked = blocked_cells(params)
    return pose_layout(params.rows, params.cols, params.rule, layout, blocked)
