"""The generator: a layout, repaired until it is the only solution, and steered to its band.

Uniqueness is not proved here but by `prove`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, random_below
from pipeline.kinds.hashi.grade import DEDUCTIONS, band_levels, band_of, count_trials, grade_alone
from pipeline.kinds.hashi.kernels.layout import Growth
from pipeline.kinds.hashi.kernels.repair import Aim, Shape, is_unique, make_puzzle
from pipeline.kinds.hashi.kernels.search import FULL, ISOLATION, REST
from pipeline.kinds.hashi.model import RULE_PARTS, UNKNOWN, Params, make_clues, make_solution
from pipeline.kinds.hashi.options import SYMMETRIES, island_range
from pipeline.kinds.interface import Generated
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.model import Band

GENERATOR: Final = "grow-and-repair"
VERSION: Final = 1  # Raised when an equal seed gives another puzzle
ATTEMPTS: Final = 3_000  # Layouts tried before a seed is given up
ROUNDS: Final = 100  # Changes tried on one layout, and one more for each island
STEERS: Final = 100  # Changes tried to bring a unique layout to its band
HIDING_TRIES: Final = 8  # Puzzles made to find one with as many hidden numbers as asked for

_LEVELS: Final = {"full": FULL, "rest": REST, "isolation": ISOLATION}


def generate(params: Params, seed: int) -> Generated[Board, Solution]:
    """Return a candidate puzzle with its intended solution; equal arguments give equal results.

    >>> made = generate(Params(5, 5), 3)
    >>> made == generate(Params(5, 5), 3)
    True
    """
    state = new_state(seed)
    asked = _asked(params)
    best: Generated[Board, Solution] = Generated(None, None, ATTEMPTS)
    most_hidden, tries, attempt = -1, 0, -1
    while True:
        failed, numbers, by_pair, bridges = make_puzzle(*asked, state, ATTEMPTS - attempt - 1)
        attempt += 1 + failed
        if attempt == ATTEMPTS:
            return best
        clues = Board(params.rows, params.cols, tuple(numbers.tolist()), params.rule)
        if not _is_wanted(params, clues):
            continue
        wanted, hidden = 0, 0
        if params.unknown:
            wanted = int(np.count_nonzero(numbers)) * params.unknown // 100
            clues = hide_numbers(clues, wanted, partial(_is_kept, params, by_pair), state)
            hidden = clues.values.count(UNKNOWN)
        tries += 1
        if hidden > most_hidden:
            solution = Solution("bridges", tuple(map(tuple, bridges.tolist())))
            best, most_hidden = Generated(clues, solution, attempt), hidden
        if hidden == wanted or tries == HIDING_TRIES:
            return best


def warm_up() -> None:
    """Compile the kernels by making a puzzle and grading one."""
    generate(Params(6, 6, "tree-2"), 1)
    grade_alone(make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "tree-2"))


@lru_cache(maxsize=16)
def _asked(params: Params) -> tuple[Shape, Growth, Aim]:
    low, high = island_range(params)
    easiest, hardest = (-1, -1) if params.band is None else band_levels(Band(params.band))
    level = _LEVELS.get(params.hardest or "", hardest if hardest <= ISOLATION else -1)
    return (
        (params.rows, params.cols, SYMMETRIES.index(params.symmetry)),
        Growth(*RULE_PARTS[params.rule], params.multiples, params.spans),
        Aim(low, high, level, easiest, hardest, ROUNDS, STEERS),
    )


def _is_kept(params: Params, bridges: NDArray[np.int64], clues: Board) -> bool:
    """Return whether clues without some numbers are unique and of the wanted difficulty."""
    shape, growth, aim = _asked(params)
    is_only = is_unique(shape, growth, aim.level, np.array(clues.values), bridges)
    return is_only and _is_wanted(params, clues)


def _is_wanted(params: Params, clues: Board) -> bool:
    if params.hardest is None and params.band is None:
        return True
    counts = count_trials(clues)
    if params.band is not None and band_of(counts) != params.band:
        return False
    most = params.hardest or DEDUCTIONS[-1]
    return DEDUCTIONS.index(counts.hardest) <= DEDUCTIONS.index(most)


def hide_numbers(
    clues: Board, limit: int, is_kept: Callable[[Board], bool], state: NDArray[np.uint64]
) -> Board:
    """Return the puzzle with up to ``limit`` of its numbers hidden, printed ``?``.

    The islands are tried in random order. Hiding never removes a solution, so a number that could
    not be hidden once cannot be hidden later either: each is tried once. Numbers that are already
    unknown do not count. ``is_kept`` accepts or rejects a puzzle with one more hidden number; the
    random state is advanced in place.
    """
    cells = [cell for cell, clue in enumerate(clues.values) if clue > 0]
    hidden = 0
    while cells and hidden < limit:
        # A Fisher-Yates shuffle from the end, only as far as needed.
        place = int(random_below(state, len(cells)))
        cells[place], cells[-1] = cells[-1], cells[place]
        cell = cells.pop()
        values = (*clues.values[:cell], UNKNOWN, *clues.values[cell + 1 :])
        changed = replace(clues, values=values)
        if is_kept(changed):
            clues = changed
            hidden += 1
    return clues


def stand_in(params: Params) -> tuple[Board, Solution]:
    """Return a sample board for the page plan, with bridges along every other row."""
    islands = [0] * (params.rows * params.cols)
    bridges = []
    for row in range(0, params.rows, 2):
        for col in range(0, params.cols, 2):
            cell = row * params.cols + col
            islands[cell] += 1
            if col:
                bridges.append((cell - 2, cell, 1))
                islands[cell - 2] = 1 + (col > 2)
    return make_clues(params.rows, params.cols, islands, params.rule), make_solution(bridges)
