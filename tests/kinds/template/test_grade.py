from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kinds.template.generate import generate
from pipeline.kinds.template.grade import DECILES, grade, percentile, score
from pipeline.kinds.template.model import Params


@pytest.mark.parametrize("side", [5, 6])
def test_the_table_is_what_the_generator_makes(side: int) -> None:
    """Whoever changes the generator or the search measures again."""
    nodes: list[int] = []
    for seed in range(200):
        made = generate(Params(side), seed)
        assert made.clues is not None
        assert made.solution is not None
        nodes.extend(grade(made.clues, made.solution).nodes)
    nodes.sort()
    assert tuple(nodes[20 * k] for k in range(1, 10)) == DECILES[side]


def test_percentiles_rise_with_the_nodes() -> None:
    shares = [percentile(9, nodes) for nodes in (0, 6, 7, 36, 10**6)]
    assert shares == [0, 0, 10, 40, 90]


def test_where_nothing_is_measured_there_is_no_percentile() -> None:
    assert percentile(10, 0) is None


@given(nodes=st.integers(0, 10_000))
def test_the_score_is_a_logarithm_cut_off(nodes: int) -> None:
    assert 0 <= log2(1 + nodes) + 1e-9 - float(score(nodes)) < 0.01 + 2e-9
