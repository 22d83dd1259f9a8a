"""The generator: a layout, repaired until it is unique under the rule, and steered to its band.

Under ``no-touch`` and ``no-uturn`` nearly every layout is unique. Under ``free`` few are; where a
second solution differs, the layout is redrawn (`repair`). ``cover`` puzzles are made under
``free``, which implies it and is proved sooner. A puzzle outside its band is changed in part and
repaired, and the change is kept if the score is no farther from the band; this makes `hard` on 8x8
and `expert` on 10x10 possible. Uniqueness is not proved here but by `prove`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import groupby, islice, pairwise
from math import ceil, isqrt, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, random_below
from pipeline.kinds.interface import Generated
from pipeline.kinds.kit.grades.grading import band_cuts, mean_log2_hundredths
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.engines.by_sat import STRICT
from pipeline.kinds.numberlink.engines.normal_form import LEAST_CELLS_LARGE
from pipeline.kinds.numberlink.engines.search import DiagonalSearch, FrontierSearch
from pipeline.kinds.numberlink.grade import (
    ORDERS,
    Assumptions,
    band_of,
    capped_nodes,
    find_assumptions,
    search_order_by_order,
)
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout, reroute
from pipeline.kinds.numberlink.layouts.shape import (
    PLAIN,
    are_symmetrical,
    blocked_cells,
    least_pairs,
    nearest_allowed,
    outermost,
    shape_of,
)
from pipeline.kinds.numberlink.model import (
    Clues,
    Params,
    Path,
    Solution,
    make_clues,
    make_solution,
    pose_layout,
)
from pipeline.kinds.numberlink.repair import make_large, repair_by_rerouting, widen
from pipeline.kinds.numberlink.unused import leave_unused
from pipeline.model import Band

Layout = tuple[Path, ...]

STEERS: Final = 150  # Changes in a row without progress before a new layout
STEERING_ORDERS: Final = 4  # Edge orders graded while steering; all are graded at the end
WIDEST_STEER: Final = 3  # Cells around the middle of a change, at most
CLIMBS: Final = 600  # The same while climbing to the hardest band
SLOW_START: Final = (400, 760)  # (changes, hundredths): lower climbs seldom arrive on 10x10
MEAN_LOSS: Final = 5  # Hundredths of the score that a step of the climb may lose, on average

SLACK: Final = tuple(isqrt(150**2 * (ORDERS - k) // (k * ORDERS)) for k in range(1, ORDERS + 1))
"""By number of orders searched: hundredths by which the mean of all orders may exceed theirs, 1.5
standard deviations; that of a single order is about 100."""

_MORE_PAIRS: Final = {Band.EASY: (100, 5), Band.MEDIUM: (100, 8), Band.HARD: (200, 8)}
"""(cells, share): for each ``share`` cells above ``cells``, one more pair keeps a board as easy
(of 15x15 boards 7 in 100 are easy with 13 pairs and 60 with 36)."""

_HARDER_BELOW: Final = (225, 35)
"""The same for the hardest band: on 10x10, climbs with 6 to 10 pairs arrive 1 in 70, with 9 to 11 1
in 6."""


def more_pairs(band: Band, cells: int) -> int:
    """Return how many more pairs a board of a band has than by default.

    >>> more_pairs(Band.EASY, 225), more_pairs(Band.EASY, 64), more_pairs(Band.EXPERT, 100)
    (25, 0, 3)
    """
    if band == Band.EXPERT:
        most, share = _HARDER_BELOW
        return max(0, most - cells) // share
    first, share = _MORE_PAIRS.get(band, (cells, 1))
    return max(0, cells - first) // share


def is_in_band(params: Params, layout: Layout) -> bool:
    """Return whether the puzzle of a layout is in the wanted band, if there is one."""
    return params.band is None or _distance(params, layout) == 0


def aim_at_band(
    params: Params,
    layout: Layout,
    style: LayoutStyle,
    repair: Callable[[Layout], Layout | None],
    state: NDArray[np.uint64],
) -> Layout | None:
    """Return a layout in the wanted band; None if `STEERS` changes bring none nearer.

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
    """Return a layout of the hardest band, which has no upper end; None after too many changes."""
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
        nodes.append(capped_nodes(count))
        score = mean_log2_hundredths(nodes)
        if score + slack < bar:
            break
    return score, nodes


def _distance(params: Params, layout: Layout) -> int:
    """Return the distance of the score from the wanted band, in hundredths; 0 only within it."""
    clues, solution = pose(params, layout)
    form, assumptions = canonical_clues(clues), find_assumptions(clues, solution)
    for orders in (STEERING_ORDERS, ORDERS):
        counts = islice(search_order_by_order(form, assumptions), orders)
        nodes = [capped_nodes(count) for count in counts]
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


GENERATOR: Final = "path-cover-chain"
VERSION: Final = 1  # Raised when an equal seed gives another puzzle

FEWEST: Final = (
    (16, 4), (36, 4), (64, 5), (100, 7), (144, 9), (225, 13), (400, 24), (900, 52), (2_500, 140),
    (10_000, 600),
)  # fmt: skip
"""(cells, pairs): the fewest pairs with which `free` puzzles are found easily and vary. With fewer
(3 on 6x6, 18 on 20x20) lines run in bundles, and small boards repeat."""

ATTEMPTS: Final = 60  # Layouts tried before a seed is given up
CONSTRAINED_ATTEMPTS: Final = 20  # With constraints on ends or a band, which take ten times as long

LAYOUT_DIAGONALS: Final = 1_500_000
"""Nodes of the search by whole diagonals on a layout under a strict rule, about 0.2 s. A layout
that needs more is accepted: hardly any has a second solution."""

LAYOUT_CELLS: Final = 5_000_000  # The same cell by cell, where the board has no whole diagonals

REACH: Final = 20
"""Weight, in hundredths, on ends that are far apart. Another solution may leave cells empty: at
most as many as the lines have beyond the distance of their ends. At 30, boards of 20x20 take half
the time, but have straight bundles."""

LARGE_REACH: Final = 30  # At 20, layouts of 50x50 take six times as long

EVEN: Final = 15
"""Weight, in hundredths, on equal numbers of edges across and down; by the square of length over
width. Without it the share across has a standard deviation of 9 points on 20x20, and is 58 percent
on wide boards."""

LEAST_SIDE_EVEN: Final = 6  # Least side of boards kept even: strips leave little choice
LARGE_STEERS: Final = 12  # Large boards drawn to find one in its band; they are not changed


_PLAIN_BELOW: Final = 36  # Boards of fewer cells are not varied
_FEWER_FROM: Final = 64  # With at least this many cells, one pair fewer than `FEWEST` also works
CELLS_A_PAIR: Final = {Band.EASY: 3, Band.MEDIUM: 4, Band.HARD: 4, Band.EXPERT: 4}
"""By band, the least number of cells per pair on a board with unused cells."""
RING_SHARE: Final = 0.6  # Of the border in one line, a ring: boards that begin with one look alike
RINGS: Final = 10  # One seed in this many may have a ring


def generate(params: Params, seed: int) -> Generated[Clues, Solution]:
    """Return a candidate puzzle with its intended solution; equal arguments give equal results.

    >>> made = generate(Params(5, 5, rule="no-touch"), 3)
    >>> made == generate(Params(5, 5, rule="no-touch"), 3)
    True
    >>> made.clues.pairs == len(made.solution.paths)
    True
    """
    state = new_state(seed)
    cells = params.rows * params.cols - len(blocked_cells(params))
    if params.rule not in STRICT and cells >= LEAST_CELLS_LARGE:
        return _make_large(params, state)
    return _make_small(params, state)


def warm_up() -> None:
    """Compile the layout kernels, so that timings and workers start warm."""
    state = new_state(0)
    layout = make_layout(4, 4, 3, LayoutStyle(), state)
    assert layout is not None, "this seed makes a layout"
    reroute(4, 4, layout, range(16), LayoutStyle(), state)


def default_pairs(params: Params) -> tuple[int, int]:
    """Return the default range of pairs.

    Under ``no-touch`` this is 2/3 to 3/2 of the square root of the number of cells, as in the
    layouts of thomasahle's generator; under ``no-uturn`` 2/3 to 1 of it. Under ``free`` and
    ``cover`` the first number is from `FEWEST`, and the second limits the attempts with more pairs.
    """
    cells = params.rows * params.cols - len(blocked_cells(params))
    limit = cells // params.shortest
    root = sqrt(cells)
    if params.rule == "no-touch":
        low, high = ceil(root * 2 / 3), isqrt(cells * 9 // 4)
    elif params.rule == "no-uturn":
        low, high = ceil(root * 2 / 3), isqrt(cells)
    else:
        low = _fewest(cells)
        # Ends that must be apart and off the border leave no room for more of them.
        if params.adjacent or params.border == "any":
            if not params.adjacent:
                low += max(1, cells // 100)
            if shape_of(params) != PLAIN:
                # Repair has less choice if the places of ends are constrained.
                low += low // 5
        high = low + max(3, low // 3)
        if _is_varied(params) and _FEWER_FROM <= cells < LEAST_CELLS_LARGE:
            low -= 1
    if params.band is not None:
        more = more_pairs(Band(params.band), cells)
        low, high = low + more, high + more
    if not params.adjacent:
        # On small boards more ends than this hardly fit without touching.
        limit = min(limit, max(2, (cells + 6) // 8))
        if shape_of(params) != PLAIN:
            # Symmetrical places of ends may need an odd or an even number of pairs.
            low = min(low, max(2, limit - 1))
    if params.mask is not None:
        low = max(low, least_pairs(params))
        high = max(high, low + max(3, low // 3))
    return min(low, limit), min(high, limit)


def _fewest(cells: int) -> int:
    """Return about the least number of pairs, interpolated in `FEWEST` and rounded up."""
    for (small, few), (large, many) in pairwise(FEWEST):
        if cells <= large:
            return few - (few - many) * (cells - small) // (large - small)
    large, many = FEWEST[-1]
    return ceil(many * cells / large)


def _make_large(params: Params, state: NDArray[np.uint64]) -> Generated[Clues, Solution]:
    low, high = params.pairs or default_pairs(params)
    if params.pairs is not None:
        low += random_below(state, high - low + 1)
    # Large boards are drawn again until they are even, see `repair.draw_even`.
    style = replace(_style(params), even=0, reach=LARGE_REACH)
    allowed = partial(_allowed, params)
    for _ in range(LARGE_STEERS):
        made, attempt = make_large(params.rows, params.cols, (low, high), style, state, allowed)
        if made is None:
            break
        if is_in_band(params, made):
            return Generated(*pose(params, made), attempt)
    return Generated(None, None, attempt)


def _make_small(params: Params, state: NDArray[np.uint64]) -> Generated[Clues, Solution]:
    rows, cols, style = params.rows, params.cols, _style(params)
    is_strict = params.rule in STRICT
    low, high = params.pairs or default_pairs(params)
    climbs = params.pairs is None and not is_strict
    is_varied = not is_strict and _is_varied(params)
    no_rings = is_varied and random_below(state, RINGS) > 0
    if is_varied and climbs:
        low = _vary(low, high, rows * cols, state)
    attempts = _attempts(params)

    for attempt in range(attempts):
        is_choosy = attempt < attempts // 2
        repair = partial(_repair, params, style, state, no_rings, is_choosy)
        if params.unused is not None and params.band is not None and params.pairs is None:
            # Empty cells make a board harder, more pairs easier.
            pairs = low + random_below(
                state, max(1, rows * cols // CELLS_A_PAIR[Band(params.band)] - low)
            )
        elif climbs:
            pairs = low + attempt * (high - low + 1) // attempts
        else:
            pairs = low + random_below(state, high - low + 1)
        layout = make_layout(rows, cols, _allowed(params, pairs), style, state)
        made = None if layout is None else repair(layout)
        if made is not None and params.unused is not None:
            made = leave_unused(params, made, state)
            made = made if made is not None and is_in_band(params, made) else None
        elif made is not None and params.band is not None:
            made = aim_at_band(params, made, style, repair, state)
        if made is not None:
            return Generated(*pose(params, made), attempt)
    return Generated(None, None, attempts)


def _repair(
    params: Params,
    style: LayoutStyle,
    state: NDArray[np.uint64],
    no_rings: bool,
    is_choosy: bool,
    layout: Layout,
) -> Layout | None:
    """Return a unique layout near another, None if none is found or it is rejected."""

    def is_refused(one: Layout) -> bool:
        is_ring = no_rings and has_ring(params.rows, params.cols, one)
        return is_choosy and (is_ring or are_symmetrical(params, one))

    if is_refused(layout):
        return None
    if params.rule in STRICT:
        return _only_unique(params, layout)
    repaired = repair_by_rerouting(params.rows, params.cols, layout, style, state)
    return None if repaired is not None and is_refused(repaired) else repaired


def _only_unique(params: Params, layout: Layout) -> Layout | None:
    clues, _ = pose(params, layout)
    search: DiagonalSearch | FrontierSearch
    if DiagonalSearch.suits(clues):
        search, nodes = DiagonalSearch(clues), LAYOUT_DIAGONALS
    else:
        search, nodes = FrontierSearch(clues), LAYOUT_CELLS
    search.next_solution(nodes)
    has_second = not search.is_complete and search.next_solution(nodes) is not None
    return None if has_second else layout


def _is_varied(params: Params) -> bool:
    """Return whether pairs vary and rings are rare: on plain boards that are not too small."""
    return (
        params.adjacent and shape_of(params) == PLAIN and params.rows * params.cols >= _PLAIN_BELOW
    )


def _vary(low: int, high: int, cells: int, state: NDArray[np.uint64]) -> int:
    """Return a random number of pairs with which boards are still unique and as hard."""
    more = 1 if cells < _FEWER_FROM else 1 + max(2, (low + 1) // 4)
    return low + random_below(state, min(high - low, more) + 1)


def has_ring(rows: int, cols: int, layout: Layout) -> bool:
    """Return whether one line takes `RING_SHARE` of the border's cells."""
    rim = outermost(rows, cols, frozenset())
    return any(len(rim.intersection(path)) >= RING_SHARE * len(rim) for path in layout)


def _attempts(params: Params) -> int:
    is_steered = params.band is not None and params.unused is None
    is_dear = shape_of(params).has_constraints or is_steered
    return CONSTRAINED_ATTEMPTS if is_dear else ATTEMPTS


def _style(params: Params) -> LayoutStyle:
    reach = REACH if params.rule in ("free", "cover") else 0
    short, long = sorted((params.rows, params.cols))
    even = EVEN * long**2 // short**2 if short >= LEAST_SIDE_EVEN else 0
    return LayoutStyle(
        params.shortest, params.winding, params.adjacent, reach, shape_of(params), even
    )


def _allowed(params: Params, pairs: int) -> int:
    """Return the possible number of pairs of a board that is nearest to the given one."""
    if params.symmetry == "none" and params.mask is None:
        return pairs
    return nearest_allowed(params, pairs, *(params.pairs or default_pairs(params)))


def stand_in(params: Params) -> tuple[Clues, Solution]:
    """Return a sample board for the page plan: as many pairs as usual, joined within rows."""
    least, most = params.pairs or default_pairs(params)
    wanted = least if params.pairs is None else most
    blocked = blocked_cells(params)
    free = [cell for cell in range(params.rows * params.cols) if cell not in blocked]
    runs = [
        [cell for _, cell in run]
        for _, run in groupby(enumerate(free), lambda one: (one[1] - one[0], one[1] // params.cols))
    ]
    length = max(2, len(free) // wanted)
    pieces = [run[at : at + length] for run in runs for at in range(0, len(run) - 1, length)]
    paths = [piece for piece in pieces if len(piece) > 1][:wanted]
    numbers = [0] * (params.rows * params.cols)
    for number, path in enumerate(paths, start=1):
        numbers[path[0]] = numbers[path[-1]] = number
    return make_clues(params.rows, params.cols, params.rule, numbers, blocked), make_solution(paths)
