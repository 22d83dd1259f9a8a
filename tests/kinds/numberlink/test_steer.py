"""The climb to the hardest band: it arrives, it counts as the grade does, and it stops early."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.kit.grading import mean_log2_hundredths
from pipeline.kinds.numberlink import steer
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.generate import generate
from pipeline.kinds.numberlink.grade import (
    BUDGET,
    ORDERS,
    find_assumptions,
    grade_alone,
    make_arrays,
    search_order_by_order,
)
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search
from pipeline.kinds.numberlink.model import Params, Path
from pipeline.model import Band

EXPERT_10 = Params(10, 10, rule="free", band="expert")
EXPERT = Params(12, 12, rule="free", band="expert")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_climb_arrives_at_expert(seed: int) -> None:
    made = generate(EXPERT, seed)
    assert made.clues is not None
    assert made.solution is not None
    assert grade_alone(made.clues, made.solution).band == Band.EXPERT
    assert generate(EXPERT, seed) == made


def _layout(seed: int) -> tuple[Path, ...]:
    made = generate(Params(10, 10, rule="free"), seed)
    assert made.solution is not None
    return made.solution.paths


@pytest.mark.parametrize("seed", range(8))
def test_orders_one_by_one_count_as_all_in_one_call(seed: int) -> None:
    clues, solution = steer.pose(EXPERT_10, _layout(seed))
    form, assumptions = canonical_clues(clues), find_assumptions(clues, solution)
    board, state = make_arrays(form, assumptions)
    nodes = np.zeros(ORDERS, dtype=np.int64)
    if kernel.deduce(board, state):
        seeds = np.arange(ORDERS, dtype=np.uint64)
        grade_search.search_orders(board, state, seeds, BUDGET, nodes)
    assert list(search_order_by_order(form, assumptions)) == nodes.tolist()


def test_a_race_ends_where_the_bar_is_out_of_reach() -> None:
    layout = _layout(3)
    clues, solution = steer.pose(EXPERT_10, layout)
    assumptions = find_assumptions(clues, solution)
    whole = grade_alone(clues, solution).nodes
    score, nodes = steer._race(EXPERT_10, layout, assumptions, 0)
    assert tuple(nodes) == whole
    assert score == mean_log2_hundredths(whole)
    _, few = steer._race(EXPERT_10, layout, assumptions, mean_log2_hundredths([BUDGET]))
    assert len(few) < len(nodes)
    assert tuple(few) == whole[: len(few)]


def test_slack_is_none_where_all_orders_are_known() -> None:
    assert steer.SLACK[-1] == 0
    assert list(steer.SLACK) == sorted(steer.SLACK, reverse=True)


def test_a_climb_without_changes_runs_out_of_patience() -> None:
    tried: list[object] = []

    def refuse(layout: steer.Layout) -> None:
        tried.append(layout)

    assert steer._climb(EXPERT_10, _layout(3), refuse, new_state(1)) is None
    assert 0 < len(tried) <= steer.CLIMBS
