"""Give clues back to a board that is too hard for a band, or remove more from one that is too easy.

A board with as few clues as a level allows is often beside the wanted band. It is graded on the
compiled model of its remover, with other clues each time, instead of being thrown away.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from pipeline.kinds.kit.engine.grade import band_at, deduced_at, grade_compiled, least_score
from pipeline.kinds.kit.engine.kernels.board import GLOBALS, SIZE, Arrays, State
from pipeline.kinds.kit.engine.kernels.propagate import deduce, reset
from pipeline.kinds.kit.engine.kernels.search import probe
from pipeline.kinds.kit.engine.removal import Remover
from pipeline.kinds.kit.grades.grading import to_hundredths
from pipeline.model import Band

BANDS: Final = list(Band)
TRIES: Final = 24  # Groups of clues that are removed on trial from a board that is too easy


class Target(NamedTuple):
    """The wanted band of a kind, with limits of the number of clues."""

    band: str
    package: str
    least: int
    most: int | None
    may_harden: bool
    """Whether the board may need assumptions that the remover was not allowed."""
    is_steered: bool = True
    """Whether clues may be given back or removed; else the board is only graded."""


class Steering:
    """The boards of one layout, as clues that a remover places."""

    def __init__(self, remover: Remover, given: Mapping[int, int], target: Target) -> None:
        self._remover, self._given, self._target = remover, given, target
        self._wanted = BANDS.index(Band(target.band))
        self.is_certain = True
        """Whether a board graded alone surely has the band found here: counts without their clues
        part overlaps in other ways, which matters where the band follows from the level."""

    def steer(self, groups: Sequence[Sequence[int]], kept: Collection[int]) -> list[int] | None:
        """Return the clues of a board in the wanted band, sorted; None if there is none near.

        ``kept`` are clues that suffice. Groups are given back where most is undecided, as few as
        possible, and removed in their order.
        """
        stays, is_steered, limit = {*kept}, self._target.is_steered, self._target.most
        if not is_steered and limit is not None and len(stays) > limit:
            return None
        rank = self._rank(stays)
        if is_steered and rank > self._wanted:
            removed = [group for group in groups if not stays.issuperset(group)]
            rank, stays = self._soften(stays, removed)
        if is_steered and rank < self._wanted and self._target.may_harden:
            rank = self._harden(rank, stays, [one for one in groups if stays.issuperset(one)])
        self.is_certain &= self._remover.is_apart
        is_well = rank == self._wanted and (limit is None or len(stays) <= limit)
        return sorted(stays) if is_well else None

    def _soften(self, stays: set[int], removed: Sequence[Sequence[int]]) -> tuple[int, set[int]]:
        """Return rank and clues with so few groups more that the board is not too hard."""
        backs = _Backs(self._remover, self._given, removed)
        boards = [stays]  # With so many groups given back

        def rank_of(number: int) -> int:
            while len(boards) <= number:
                boards.append(boards[-1].union(backs.best(boards[-1])))
            return self._rank(boards[number])

        low, high = 0, min(1, len(removed))
        rank = rank_of(high)
        while rank > self._wanted and high < len(removed):
            low, high = high, min(2 * high, len(removed))
            rank = rank_of(high)
        while high - low > 1:
            middle = (low + high) // 2
            here = rank_of(middle)
            if here > self._wanted:
                low = middle
            else:
                high, rank = middle, here
        return rank, boards[high]

    def _harden(self, rank: int, stays: set[int], groups: Sequence[Sequence[int]]) -> int:
        """Remove groups of clues, in place, until the board is hard enough; return its rank."""
        for group in groups[:TRIES]:
            if len(stays) - len(group) < self._target.least:
                continue
            here = self._rank(stays.difference(group))
            if here <= self._wanted:
                stays.difference_update(group)
                rank = here
            if rank == self._wanted:
                break
        return rank

    def _rank(self, clues: Collection[int]) -> int:
        """Return the place of the band of a board, beyond all if trials do not solve it.

        Of a board that is too hard by the level that it needs it is the place of that level. That
        of a board that is not steered is at most expert: another way has shown that it is unique.
        """
        # An easy board is never made harder, so the level of its remover solves it.
        arrays, state = self._remover.place(self._given, clues, self._wanted > 0)
        package, hardest = self._target.package, deduced_at(arrays, state)
        band = band_at(least_score(hardest or "trial", package), package)
        if BANDS.index(band) > self._wanted:
            return BANDS.index(band)
        if hardest is None and not self._is_solved_by_trials(arrays, state):
            self.is_certain &= self._target.is_steered
            return len(BANDS) if self._target.is_steered else len(BANDS) - 1
        grade = grade_compiled(arrays, state, package, hardest)
        is_above = to_hundredths(grade.score) > least_score("trial", package)
        if grade.band == self._target.band and not (hardest in ("single", "global") or is_above):
            self.is_certain = False
        return BANDS.index(grade.band)

    def _is_solved_by_trials(self, arrays: Arrays, state: State) -> bool:
        reset(arrays, state)
        is_well = deduce(arrays, state, GLOBALS) and probe(arrays, state, GLOBALS)
        return is_well and bool(state.counter[SIZE] == len(state.depth) - 1)


class _Backs:
    """The groups of clues that can be given back, with the literals that each is about."""

    def __init__(
        self, remover: Remover, given: Mapping[int, int], groups: Sequence[Sequence[int]]
    ) -> None:
        self._remover, self._given, self._groups = remover, given, groups
        codes = [np.concatenate([remover.codes(k, given[k]) for k in group]) for group in groups]
        self._codes = np.concatenate(codes) if codes else np.zeros(0, dtype=np.int32)
        self._owner = np.repeat(np.arange(len(groups)), [*map(len, codes)])

    def best(self, clues: Collection[int]) -> Sequence[int]:
        """Return the group, not on the board, about which deduction leaves most undecided."""
        arrays, state = self._remover.place(self._given, clues, needs_overlaps=False)
        reset(arrays, state)
        deduce(arrays, state, GLOBALS)
        is_open = state.value[self._codes] == 0
        number = np.bincount(self._owner, is_open, len(self._groups))
        number[[k for k, group in enumerate(self._groups) if group[0] in clues]] = -1
        return self._groups[int(number.argmax())]
