from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kinds.kit.grades.grading import (
    band_cuts,
    mean_log2_hundredths,
    percentile_of,
    to_hundredths,
    to_score,
)
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.model import Band

PACKAGES = ("pipeline.kinds.numberlink", "pipeline.kinds.hashi")


def population(package: str) -> list[dict[str, list[int]]]:
    sizes: list[dict[str, list[int]]] = read_measured(package, "population")["sizes"]
    return sizes


@given(st.lists(st.integers(0, 2000), min_size=1, max_size=16))
def test_mean_is_rounded_half_up(nodes: list[int]) -> None:
    with localcontext() as context:
        context.prec = 60
        exact = 100 * sum((1 + Decimal(n)).ln() for n in nodes) / Decimal(2).ln() / len(nodes)
        # Exact halves come from powers of two only, and there 60 digits may fall short of them.
        rounded = (exact + Decimal("1e-40")).to_integral_value(ROUND_HALF_UP)
        assert mean_log2_hundredths(nodes) == int(rounded)


@given(st.integers(0, 10**6))
def test_scores_are_read_back(hundredths: int) -> None:
    assert to_hundredths(to_score(hundredths)) == hundredths


@pytest.mark.parametrize("package", PACKAGES)
def test_cuts_rise_and_name_all_bands_but_the_last(package: str) -> None:
    bands, cuts = zip(*band_cuts(package), strict=True)
    assert bands == (Band.EASY, Band.MEDIUM, Band.HARD)
    assert list(cuts) == sorted(set(cuts))


@pytest.mark.parametrize("package", PACKAGES)
@given(cells=st.integers(2, 900), one=st.integers(0, 2000), two=st.integers(0, 2000))
def test_percentile_rises_with_the_score(package: str, cells: int, one: int, two: int) -> None:
    low, high = (percentile_of(package, cells, score) for score in (min(one, two), max(one, two)))
    assert low is not None
    assert high is not None
    assert 0 <= low <= high <= 100


@pytest.mark.parametrize("package", PACKAGES)
def test_percentiles_of_the_quantiles_are_theirs(package: str) -> None:
    for size in population(package):
        scores = size["scores"]
        for step, score in enumerate(scores):
            if scores.count(score) == 1:
                rank = percentile_of(package, int(str(size["cells"])), score)
                assert rank in (step, step - 1, step + 1)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_ends_of_the_scale(package: str) -> None:
    assert percentile_of(package, 100, -1) == 0
    assert percentile_of(package, 100, 10**6) == 100


@pytest.mark.parametrize("package", PACKAGES)
def test_the_nearest_size_is_looked_up(package: str) -> None:
    smallest = min(int(str(size["cells"])) for size in population(package))
    for score in range(0, 1000, 50):
        assert percentile_of(package, 101, score) == percentile_of(package, 100, score)
        assert percentile_of(package, 2, score) == percentile_of(package, smallest, score)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_percentile_beyond_the_population(package: str) -> None:
    largest = max(int(str(size["cells"])) for size in population(package))
    assert percentile_of(package, largest * 3 // 2, 500) is not None
    assert percentile_of(package, largest * 3 // 2 + 1, 500) is None
