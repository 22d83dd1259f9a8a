"""The grade of declared kinds: the length of the chains that a solver has to follow.

First single constraints are propagated to a fixpoint. Then every undecided literal is assumed in
turn; those refuted by the shortest chains are negated, all together, and propagation continues. A
*chain* is the number of literals that follow from an assumption before the contradiction, including
the assumption. The grade is equal for all images of a board; docs/grading.md has the evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from pipeline.kinds.kit.engine.arrays import compile_model, new_state
from pipeline.kinds.kit.engine.kernels.board import GLOBALS, NODES, SIZE, Arrays, State
from pipeline.kinds.kit.engine.kernels.propagate import deduce, reset
from pipeline.kinds.kit.engine.kernels.search import run_trials
from pipeline.kinds.kit.engine.removal import DEDUCTIONS, LEVELS, RULES_OF
from pipeline.kinds.kit.grades.grading import (
    band_cuts,
    least_scores,
    log2_hundredths,
    mean_log2_hundredths,
    percentile_of,
    population_version,
    to_hundredths,
    to_score,
)
from pipeline.kinds.kit.words.core import Model
from pipeline.model import Band, Grade

METHOD: Final = "chains-2"
EFFORT: Final = "effort-1"
VERSION: Final = 1

TRIALS: Final = 400_000  # Assumptions after which grading ends
BEYOND: Final = 10_000
"""Hundredths added for a board that single assumptions do not solve. No other board has so many:
log2 of `TRIALS` chains of all variables, squared, is below 60."""


def grade_model(model: Model, package: str, cells: int) -> Grade:
    """Return the reference grade of a board, the same for all its images.

    ``package`` has the kind's ``bands.json`` and ``population.json``; ``cells`` is the number of
    cells, for the percentile. ``nodes`` of the grade are the rounds of deduction outside of trials,
    then the length of the chain at each stop; ``score`` is log2(1 + rounds + the sum of the squared
    chains), plus 100 if trials do not solve the board, and no less than the band that the hardest
    level asks for. ``extra`` has the ``hardest`` level needed and the longest ``chain``.
    """
    return _ranked(grade_alone(model, package), package, cells)


def grade_effort(costs: Sequence[int], model: Model, package: str, cells: int) -> Grade:
    """Return the grade of a kind that states what each part of a board costs a person.

    ``score`` is the mean of log2(1 + cost), ``nodes`` are the costs, sorted. ``extra`` has the
    ``hardest`` level that the model needs.
    """
    arrays = compile_model(model)
    hardest = deduced_at(arrays, new_state(arrays)) or "search"
    grade = replace(effort_alone(costs, package), extra={"hardest": hardest})
    return _ranked(grade, package, cells)


def effort_alone(costs: Sequence[int], package: str) -> Grade:
    """Return the grade without its percentile."""
    nodes = tuple(sorted(costs))
    score = mean_log2_hundredths(nodes)
    return Grade(to_score(score), nodes, 0, band_at(score, package), None, EFFORT, VERSION)


def _ranked(grade: Grade, package: str, cells: int) -> Grade:
    """Return a grade with the percentile of its score among boards of a size."""
    percentile = percentile_of(package, cells, to_hundredths(grade.score))
    return replace(grade, percentile=percentile, version=population_version(package) or VERSION)


def grade_alone(model: Model, package: str) -> Grade:
    """Return the grade without its percentile."""
    arrays = compile_model(model)
    return grade_compiled(arrays, new_state(arrays), package)


def band_alone(model: Model, package: str) -> Band:
    """Return the band of the grade; overlaps are compiled only where it depends on them."""
    arrays = compile_model(model, has_overlaps=False)
    state = new_state(arrays)
    if level := deduced_at(arrays, state, DEDUCTIONS[:2]):
        return grade_compiled(arrays, state, package, level).band
    grade = grade_compiled(arrays, state, package, "trial")
    is_finished = bool(state.counter[SIZE] == len(state.depth) - 1)
    if is_finished and to_hundredths(grade.score) > least_score("trial", package):
        return grade.band
    arrays = compile_model(model)
    level = deduced_at(arrays, new_state(arrays)) or ("trial" if is_finished else "search")
    effort = _effort_of(grade.nodes) + (BEYOND if level == "search" else 0)
    return band_at(max(effort, least_score(level, package)), package)


def _effort_of(nodes: Sequence[int]) -> int:
    """Return log2(1 + rounds + the sum of the squared chains) in hundredths."""
    return log2_hundredths(1 + nodes[0] + sum(chain**2 for chain in nodes[1:]))


def grade_compiled(arrays: Arrays, state: State, package: str, deduced: str | None = None) -> Grade:
    """Return the grade, without its percentile, of a compiled model with the sums of a state.

    ``deduced`` is what `deduced_at` gives, where that is known.
    """
    found = np.zeros(len(state.value), dtype=np.int32)
    chains = np.zeros(len(state.value), dtype=np.int64)
    count = run_trials(arrays, state, found[:0], GLOBALS, TRIALS, found, chains)
    nodes = tuple(chains[:count].tolist())
    is_finished = bool(state.counter[SIZE] == len(state.depth) - 1)
    is_capped = not is_finished and bool(state.counter[NODES] >= TRIALS)
    hardest = deduced or deduced_at(arrays, state) or ("trial" if is_finished else "search")
    score = max(
        _effort_of(nodes) + (BEYOND if hardest == "search" else 0), least_score(hardest, package)
    )
    extra = {"hardest": hardest, "chain": max(nodes[1:], default=0)}
    band = band_at(score, package)
    return Grade(to_score(score), nodes, int(is_capped), band, None, METHOD, VERSION, extra)


def deduced_at(arrays: Arrays, state: State, levels: Sequence[str] = DEDUCTIONS) -> str | None:
    """Return the level of deduction that solves a board without assumptions, None if none does."""
    reset(arrays, state)
    for level in levels:  # each goes on where the one before it, whose rules it has, ended
        if not deduce(arrays, state, RULES_OF[level]):
            return None
        if state.counter[SIZE] == len(state.depth) - 1:
            return level
    return None


def least_score(hardest: str, package: str) -> int:
    """Return the least score, in hundredths, of a board that needs a level."""
    least = least_scores(package)
    return max(least.get(level, 0) for level in LEVELS[: LEVELS.index(hardest) + 1])


def band_at(score: int, package: str) -> Band:
    """Return the band of a score in hundredths."""
    return next((band for band, cut in band_cuts(package) if score < 100 * cut), list(Band)[-1])
