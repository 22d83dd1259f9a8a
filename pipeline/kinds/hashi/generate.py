"""The generator: a layout, mended until it is the only solution, and brought to the band asked for.

What is delivered here is believed, not vouched for: `prove` has the last word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, random_below
from pipeline.kinds.hashi.grade import DEDUCTIONS, band_of, count_trials
from pipeline.kinds.hashi.grow import Grower
from pipeline.kinds.hashi.hide import hide_numbers
from pipeline.kinds.hashi.kernels.deduce import FULL, ISOLATION, REST
from pipeline.kinds.hashi.layout import Layout, Pair
from pipeline.kinds.hashi.mend import Aim, change_somewhere, look_at, look_at_clues, mend
from pipeline.kinds.hashi.model import UNKNOWN, Clues, Params, Solution
from pipeline.kinds.hashi.options import island_range
from pipeline.kinds.interface import Generated
from pipeline.model import Band

GENERATOR: Final = "grow-and-mend"
VERSION: Final = 2
"""Raised when an equal seed gives another puzzle."""

ATTEMPTS: Final = 3_000
"""Layouts tried before a seed is given up."""

ROUNDS: Final = 100
"""Changes tried on one layout, and one more for each island."""

BAND_ROUNDS: Final = 50
"""The same to bring a unique layout to its band: a new layout is sooner there; measured."""

HIDING_TRIES: Final = 8
"""Puzzles made to find one that bears as many islands without a number as were asked for."""

_RUNGS: Final = {"full": FULL, "rest": REST, "isolation": ISOLATION} | {
    Band.EASY: REST,
    Band.MEDIUM: ISOLATION,
}
_BANDS: Final = tuple(Band)


def generate(params: Params, seed: int) -> Generated[Clues, Solution]:
    """Return a candidate puzzle with the solution it had in mind; the same for the same arguments.

    Parameters
    ----------
    params : Params
        As `options.parse_params` makes them.
    seed : int
        Any integer.

    Examples
    --------
    >>> made = generate(Params(5, 5), 3)
    >>> made == generate(Params(5, 5), 3)
    True
    """
    state = new_state(seed)
    best: Generated[Clues, Solution] = Generated(None, None, ATTEMPTS)
    most_hidden, tries = -1, 0
    for attempt in range(ATTEMPTS):
        made = _attempt(params, state)
        if made is None:
            continue
        clues, solution, missing = made
        tries += 1
        hidden = clues.islands.count(UNKNOWN)
        if hidden > most_hidden:
            best, most_hidden = Generated(clues, solution, attempt), hidden
        if not missing or tries == HIDING_TRIES:
            break
    return best


def _attempt(params: Params, state: NDArray[np.uint64]) -> tuple[Clues, Solution, int] | None:
    """Return one puzzle, its solution, and how many numbers more should be hidden; or None."""
    low, high = island_range(params)
    wanted = low + int(random_below(state, high - low + 1))
    layout = Grower(params, state).grow(wanted, low)
    if layout is None or not low <= len(layout.islands) <= high:
        return None
    if not layout.reaches_every_edge():
        return None
    rung = _RUNGS.get(params.hardest or params.band or "")
    aim = Aim(params.rule, rung, high, params.multiples)
    islands = len(layout.islands)
    mended = mend(layout, aim, ROUNDS + islands, state)
    if mended is not None and params.band is not None:
        mended = _aim_at_band(mended, aim, Band(params.band), BAND_ROUNDS + islands, state)
    if mended is None:
        return None
    clues, solution = mended.puzzle(params.rule)
    if not _is_wanted(params, clues):
        return None
    if not params.unknown:
        return clues, solution, 0
    most = len(clues.island_cells()) * params.unknown // 100
    clues = _hide(clues, most, mended.bridges, params, aim, state)
    return clues, solution, most - clues.islands.count(UNKNOWN)


def _is_wanted(params: Params, clues: Clues) -> bool:
    """Say whether the puzzle needs no harder deduction than was asked for."""
    if params.hardest is None:
        return True
    return DEDUCTIONS.index(count_trials(clues).hardest) <= DEDUCTIONS.index(params.hardest)


def _hide(
    clues: Clues,
    most: int,
    bridges: Mapping[Pair, int],
    params: Params,
    aim: Aim,
    state: NDArray[np.uint64],
) -> Clues:
    """Return the puzzle without some of its numbers: still unique, and as hard as was asked for."""

    def is_kept(changed: Clues) -> bool:
        if not look_at_clues(changed, bridges, aim).is_done or not _is_wanted(params, changed):
            return False
        return params.band is None or band_of(count_trials(changed)) == params.band

    return hide_numbers(clues, most, is_kept, state)


def _aim_at_band(
    layout: Layout, aim: Aim, band: Band, rounds: int, state: NDArray[np.uint64]
) -> Layout | None:
    """Return a layout in the band, changed from another that is unique; None where that failed.

    A change is kept if the puzzle stays unique and is no farther from the band, and within a band
    no farther from its border.
    """
    target = _BANDS.index(band)
    best, hardness = layout, _hardness(layout, aim)
    for _ in range(rounds):
        if hardness[0] == target:
            return best
        changed = best.copy()
        if not change_somewhere(changed, aim, state) or not look_at(changed, aim).is_done:
            continue
        found = _hardness(changed, aim)
        is_nearer = found >= hardness if hardness[0] < target else found <= hardness
        if is_nearer and abs(found[0] - target) <= abs(hardness[0] - target):
            best, hardness = changed, found
    return None


def _hardness(layout: Layout, aim: Aim) -> tuple[int, ...]:
    """Return the place of the layout's band, and what tells two layouts of one band apart."""
    clues, _ = layout.puzzle(aim.rule)
    counts = count_trials(clues)
    return _BANDS.index(band_of(counts)), *reversed(counts.nodes)
