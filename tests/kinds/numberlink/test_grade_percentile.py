from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kinds.numberlink.generate import GENERATOR, generate
from pipeline.kinds.numberlink.grade import (
    BUDGET,
    METHOD,
    ORDERS,
    VERSION,
    RankKey,
    grade,
    grade_alone,
    percentile_of,
    rank_key,
    score_hundredths,
)
from pipeline.kinds.numberlink.model import Params
from pipeline.model import Band, Grade

TABLE = json.loads(
    resources.files("pipeline.kinds.numberlink").joinpath("population.json").read_text("utf-8")
)
HIGHEST = score_hundredths([BUDGET] * ORDERS)
keys = st.tuples(st.integers(0, HIGHEST), st.integers(0, 900), st.integers(0, 20_000))
cells = st.integers(2, 900)
PLAIN = Grade("10.97", (BUDGET,) * ORDERS, ORDERS, Band.EXPERT, None, METHOD, VERSION)


def quantiles_of(size: dict[str, list[int]]) -> list[RankKey]:
    return list(zip(size["scores"], size["undecided"], size["probes"], strict=True))


def test_puzzles_that_probing_leaves_open_rank_above() -> None:
    done, open_ = (
        replace(PLAIN, extra={"probes": p, "undecided": u}) for p, u in ((900, 0), (8, 3))
    )
    assert rank_key(PLAIN) < rank_key(done) < rank_key(open_)


def test_table_belongs_to_this_grade() -> None:
    assert (TABLE["method"], TABLE["version"]) == (METHOD, VERSION)
    assert TABLE["generator"] == GENERATOR
    sizes = [size["cells"] for size in TABLE["sizes"]]
    assert sizes == sorted(set(sizes))
    assert {16, 36, 64, 100, 225, 400, 900} <= set(sizes)


@pytest.mark.parametrize("size", TABLE["sizes"], ids=lambda size: str(size["cells"]))
def test_quantiles_rise(size: dict[str, list[int]]) -> None:
    quantiles = quantiles_of(size)
    assert len(quantiles) == 101
    assert quantiles == sorted(quantiles)
    assert 0 <= quantiles[0][0] <= quantiles[-1][0] <= HIGHEST


def test_typical_puzzles_grow_harder_with_size() -> None:
    medians = [size["scores"][50] for size in TABLE["sizes"]]
    assert medians == sorted(medians)
    assert medians[0] == 0 < medians[-1]


@given(cells, keys, keys)
def test_percentile_rises_with_the_score(area: int, one: RankKey, two: RankKey) -> None:
    low, high = percentile_of(area, min(one, two)), percentile_of(area, max(one, two))
    assert low is not None
    assert high is not None
    assert 0 <= low <= high <= 100


@pytest.mark.parametrize("size", TABLE["sizes"][4:], ids=lambda size: str(size["cells"]))
def test_percentiles_of_the_quantiles_are_theirs(size: dict[str, list[int]]) -> None:
    quantiles = quantiles_of(size)
    for step, key in enumerate(quantiles):
        if quantiles.count(key) == 1:
            assert percentile_of(int(str(size["cells"])), key) in (step, step - 1, step + 1)


def test_the_ends_of_the_scale() -> None:
    assert percentile_of(100, (-1, 0, 0)) == 0
    assert percentile_of(100, (HIGHEST, 900, 10**6)) == 100
    assert percentile_of(16, (0, 0, 0)) == 50  # as easy as nearly all of its size


def test_nearest_size_is_looked_up() -> None:
    key = (400, 0, 0)
    assert percentile_of(101, key) == percentile_of(100, key)
    assert percentile_of(2, key) == percentile_of(16, key)
    assert percentile_of(100, key) != percentile_of(64, key)


def test_no_percentile_beyond_the_population() -> None:
    largest = max(size["cells"] for size in TABLE["sizes"])
    assert percentile_of(largest * 3 // 2, (500, 0, 0)) is not None
    assert percentile_of(largest * 3 // 2 + 1, (500, 0, 0)) is None


def test_the_grade_of_a_generated_puzzle_has_its_percentile() -> None:
    made = generate(Params(10, 10), 3)
    assert made.clues is not None
    assert made.solution is not None
    whole, alone = grade(made.clues, made.solution), grade_alone(made.clues, made.solution)
    assert alone.percentile is None
    assert whole.percentile == percentile_of(100, rank_key(alone))
    assert whole.nodes == alone.nodes
