"""Grades by a reference search whose deductions are those of a person: ``docs/grading.md``.

Any change of a count or a score is a new `VERSION`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from pipeline.kinds.hashi.engines import make_board, make_state
from pipeline.kinds.hashi.kernels import grade as kernel
from pipeline.kinds.hashi.kernels.board import LinkBoard
from pipeline.kinds.hashi.kernels.search import FULL, ISOLATION, REST, start
from pipeline.kinds.hashi.model import BOARDS
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.grades.grading import (
    band_cuts,
    mean_log2_hundredths,
    to_score,
)
from pipeline.kinds.kit.grades.minutes import ranked
from pipeline.model import Band, Grade, Json

METHOD: Final = "trials-3"
VERSION: Final = 1

BUDGET: Final = 2_000  # Nodes that the search may spend where trials alone do not solve a puzzle
LEVELS: Final = (FULL, REST, ISOLATION)  # Of the three countings, each with those before it

HARDEST_LEVEL: Final = 5

DEDUCTIONS: Final = ("full", "rest", "isolation", "trial", "search")
"""Names of the hardest deduction that a puzzle may need; the first three need no guessing."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What the reference search counts, for each of `LEVELS`.

    ``nodes``: trials refuted and nodes searched; ``searched``: of these, nodes searched;
    ``capped``: how many searches ran into the budget.
    """

    nodes: tuple[int, ...]
    searched: tuple[int, ...]
    capped: int

    @property
    def level(self) -> int:
        """What the puzzle needs: 0 to 2 for one of `LEVELS`, 3 one trial, 4 several, 5 a search."""
        for level, nodes in zip(LEVELS, self.nodes, strict=True):
            if nodes == 0:
                return int(level)
        if self.searched[-1]:
            return 5
        return 3 if self.nodes[-1] == 1 else 4

    @property
    def hardest(self) -> str:
        """Name of the hardest deduction needed."""
        return DEDUCTIONS[(0, 1, 2, 3, 3, 4)[self.level]]


def grade(clues: Board, _: Solution | None = None) -> Grade:
    """Return the reference grade of a puzzle, the same for all its images, whatever its solution.

    ``nodes`` are the three counts, ``score`` is that of `score_hundredths`. ``extra`` names the
    ``hardest`` deduction needed and, for a trial, how many trials would be refuted at first.

    >>> from pipeline.kinds.hashi.model import make_clues
    >>> result = grade(make_clues(1, 5, [2, 0, 3, 0, 1]), Solution("bridges", ()))
    >>> result.score, result.nodes, result.extra["hardest"]
    ('0.00', (0, 0, 0), 'full')
    """
    cells = clues.rows * clues.cols
    return ranked(grade_alone(clues), __package__, cells, cells)


def grade_alone(clues: Board) -> Grade:
    """Return the grade without its percentile, from which the table of percentiles is made."""
    counts = count_trials(clues)
    extra: dict[str, Json] = {"hardest": counts.hardest}
    if counts.nodes[-1]:
        extra["refutable"] = count_refutable(clues)
    links, left = count_open(clues, max(counts.level - 1, 0))
    return Grade(
        score=to_score(score_hundredths(counts, links, left, extra.get("refutable", 0))),
        nodes=counts.nodes,
        capped=counts.capped,
        band=band_of(counts),
        percentile=None,
        method=METHOD,
        version=VERSION,
        extra=extra,
    )


def count_trials(clues: Board) -> Counts:
    """Return what the reference search counts on the canonical form of a puzzle."""
    board = _canonical_board(clues)
    counted = np.zeros((len(LEVELS), kernel.COUNTS), dtype=np.int64)
    for level, counts in zip(LEVELS, counted, strict=True):
        # Once deduction alone solves the puzzle, so does every higher level.
        if level > FULL and not counted[level - 1].any():
            break
        state = make_state(board, clues.rule)
        kernel.count(board, state, level, BUDGET, counts)
    refuted, searched = counted[:, kernel.REFUTED], counted[:, kernel.SEARCHED]
    return Counts(
        tuple((refuted + searched).tolist()),
        tuple(searched.tolist()),
        int(counted[:, kernel.IS_CAPPED].sum()),
    )


@lru_cache(maxsize=4)
def _canonical_board(clues: Board) -> LinkBoard:
    return make_board(BOARDS.canonical_clues(clues))[1]


def count_refutable(clues: Board) -> int:
    """Return how many different trials would be refuted where the strongest deductions end."""
    board = _canonical_board(clues)
    return kernel.count_refutable(board, make_state(board, clues.rule), ISOLATION)


def band_of(counts: Counts) -> Band:
    """Return the band of the counts, by their level and the cuts in ``kind.toml``."""
    return next(band for band in Band if counts.level <= band_levels(band)[1])


def band_levels(band: Band) -> tuple[int, int]:
    """Return the least and the greatest level of a band.

    >>> band_levels(Band.EASY), band_levels(Band.EXPERT)
    ((0, 1), (4, 5))
    """
    cuts = [0, *(level for _, level in band_cuts(__package__)), HARDEST_LEVEL + 1]
    place = list(Band).index(band)
    return cuts[place], cuts[place + 1] - 1


def count_open(clues: Board, level: int) -> tuple[int, int]:
    """Return how many pairs of islands see each other, and how many of them a level leaves open."""
    board = _canonical_board(clues)
    state = make_state(board, clues.rule)
    start(board, state, min(level, int(ISOLATION)))
    return len(state.low), int((state.low < state.high).sum())


def score_hundredths(counts: Counts, links: int, left: int, refutable: int) -> int:
    """Return 100 times the score: its whole part is the level, the rest orders puzzles of a level.

    The rest is a share, so that boards of any size have the same range. If deduction is enough, it
    is the share of the ``links`` that are ``left`` undecided by the level below; if trials are
    needed, the share of all trials that would not be refuted where deduction first ends. For a
    search, it grows with the nodes searched.
    """
    level = counts.level
    if level == HARDEST_LEVEL:
        amount = mean_log2_hundredths(counts.searched[-1:])
        return 100 * level + 100 * amount // (100 + amount)
    if level > ISOLATION:
        return 100 * level + 99 - 99 * refutable // (2 * links)
    return 100 * level + (99 * left // links if level else 0)
