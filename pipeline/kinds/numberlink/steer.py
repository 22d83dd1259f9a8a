"""Steering: a puzzle that is not in the band asked for is changed until it is.

A part of the layout is drawn anew and repaired, and the change is kept where the score comes no
farther from the band. That climbs to bands which layouts as they come never have: `hard` on 8x8,
`expert` on 10x10.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.kit.grading import band_cuts, mean_log2_hundredths
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.grade import BUDGET, ORDERS, band_of, search_in_orders
from pipeline.kinds.numberlink.grade_board import find_assumptions
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, reroute
from pipeline.kinds.numberlink.layouts.shape import blocked_cells
from pipeline.kinds.numberlink.model import Params, Path, pose_layout
from pipeline.kinds.numberlink.repair.rerouting import widen
from pipeline.model import Band

Layout = tuple[Path, ...]

STEERS: Final = 150
"""Changes in a row that bring a layout no nearer to its band, before another is begun."""

STEERING_ORDERS: Final = 4
"""Orders of the grade that say which way to go; all of them say whether the band is reached."""

WIDEST_STEER: Final = 3
"""Cells around the middle of a change, at most."""


_MORE_PAIRS: Final = {Band.EASY: (100, 5), Band.MEDIUM: (100, 8), Band.HARD: (200, 8)}
"""(cells, share): each so many cells beyond the first number, one pair more keeps a board so easy.

Measured: of 15x15 boards 7 in 100 are easy with 13 pairs and 60 with 36; of 20x20 boards 94 in 100
with 80 pairs, and with 24 none.
"""


def more_pairs(band: Band, cells: int) -> int:
    """Return how many pairs more than by default a board of a band has.

    Examples
    --------
    >>> more_pairs(Band.EASY, 225), more_pairs(Band.EASY, 64), more_pairs(Band.EXPERT, 400)
    (25, 0, 0)
    """
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
    rows, cols = params.rows, params.cols
    left, patience = _distance(params, layout), STEERS
    while left and patience:
        patience -= 1
        margin = 1 + random_below(state, WIDEST_STEER)
        region = widen(rows, cols, [random_below(state, rows * cols)], margin)
        drawn = reroute(rows, cols, layout, region, style, state)
        changed = None if drawn is None or drawn == layout else repair(drawn)
        if changed is None:
            continue
        now = _distance(params, changed)
        if now < left:
            patience = STEERS
        if now <= left:
            layout, left = changed, now
    return None if left else layout


def _distance(params: Params, layout: Layout) -> int:
    """Return how far the score is from the band asked for, in hundredths; 0 in the band alone.

    Farther off, it is that of the first orders, which tells as well which way to go.
    """
    clues, solution = pose_layout(
        params.rows, params.cols, params.rule, layout, blocked_cells(params)
    )
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
