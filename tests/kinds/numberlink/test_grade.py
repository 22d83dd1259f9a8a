"""Grades: invariance, scores, bands and percentiles."""

from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.kit.grades.grading import percentile_of, to_hundredths
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.kinds.numberlink.canonical import SYMMETRIES, transform
from pipeline.kinds.numberlink.generate import GENERATOR, generate
from pipeline.kinds.numberlink.grade import (
    BUDGET,
    DEDUCTIONS,
    METHOD,
    ORDERS,
    OTHER_METHOD,
    PROBE_BUDGET,
    VERSION,
    Assumptions,
    Counts,
    Ladder,
    band_of,
    count_nodes,
    find_assumptions,
    grade,
    grade_alone,
    orders_for,
    score_hundredths,
)
from pipeline.kinds.numberlink.model import RULES, Clues, Params, Solution, make_clues, with_rule
from pipeline.model import Band
from tests.kinds.numberlink.grade_boards import boards, random_board


@settings(max_examples=40, deadline=None)
@given(boards(), st.sampled_from(SYMMETRIES), st.sampled_from(RULES))
def test_grade_knows_neither_symmetry_nor_names_nor_rule(
    board: tuple[Clues, Solution], symmetry: int, rule: str
) -> None:
    clues, solution = board
    image, moved = transform(with_rule(clues, rule), solution, symmetry)
    assert moved is not None
    assert grade(image, moved) == grade(clues, solution)


def test_grade_of_a_deduced_puzzle() -> None:
    clues = make_clues(3, 3, "free", ["a", 0, 0, 0, "b", 0, "b", "a", 0])
    result = grade(clues, Solution(((0, 1, 2, 5, 8, 7), (4, 3, 6))))
    assert result.score == "0.06"
    assert result.nodes == (0,) * ORDERS
    assert (result.capped, result.band) == (0, Band.EASY)
    assert (result.method, result.version) == (METHOD, VERSION)
    assert dict(result.extra) == {"hardest": "forced", "chain": 0}


def test_other_solutions_have_their_own_method() -> None:
    clues, solution = random_board(6, 6, 5, keeps_no_touch=False, is_covering=True)
    result = grade(clues, solution)
    assert not find_assumptions(clues, solution).keeps_no_touch
    assert result.method == OTHER_METHOD
    assert result.extra["assumed"] == find_assumptions(clues, solution).names()
    assert result.percentile is None


def test_capped_orders_count_the_budget_and_bring_probes() -> None:
    clues, solution = random_board(8, 8, 2, keeps_no_touch=False, is_covering=True)
    result = grade(clues, solution)
    assert result.capped == ORDERS
    assert result.nodes == (BUDGET,) * ORDERS
    assert result.extra["probes"] > 0
    assert result.extra["undecided"] > 0
    assert result.extra["hardest"] == "search"
    assert "chain" not in result.extra
    product = (1 + BUDGET + result.extra["probes"]) * (1 + result.extra["undecided"])
    assert result.score == f"{log2(product):.2f}"


def test_an_impossible_puzzle_counts_nothing() -> None:
    clues = make_clues(2, 3, "cover", ["a", "b", 0, "b", "a", 0])
    assert count_nodes(clues, Assumptions(True, True, True)).nodes == (0,) * ORDERS


def test_boards_beyond_the_printable_are_searched_in_fewer_orders() -> None:
    assert [orders_for(cells) for cells in (2, 2500, 2501, 5000)] == [16, 16, 15, 8]
    assert orders_for(10**6) == 1
    labels = [1] + [0] * 998 + [1] + [0] * 1000 + [2] + [0] * 998 + [2]
    counts = count_nodes(make_clues(3, 1000, "cover", labels), Assumptions(True, False, False))
    assert len(counts.nodes) == orders_for(3000) == 13


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ([0, 1, 2, 5, 4, 3, 6, 7, 8], ["cover"]),
        ([0, 1, 2, 5, 8, 7, 6], ["no-uturn", "no-touch"]),
        ([0, 1, 4, 3], []),
        ([0, 1, 2, 5, 8, 7, 6, 3], ["no-uturn"]),
    ],
)
def test_assumptions_by_hand(path: list[int], names: list[str]) -> None:
    labels = [1 if cell in (path[0], path[-1]) else 0 for cell in range(9)]
    assert (
        find_assumptions(make_clues(3, 3, "free", labels), Solution((tuple(path),))).names()
        == names
    )


def test_blocked_cells_need_no_line() -> None:
    clues = make_clues(2, 2, "cover", [1, 0, 1, 0], frozenset({1, 3}))
    assert find_assumptions(clues, Solution(((0, 2),))).keeps_no_touch


NEVER = Ladder(len(DEDUCTIONS) - 1, 0, None)
"""What nothing but a search solves."""


@given(
    st.lists(st.integers(2, BUDGET), min_size=ORDERS, max_size=ORDERS),
    st.integers(0, 15),
    st.integers(0, 15),
)
def test_more_nodes_never_lower_the_score(nodes: list[int], place: int, capped: int) -> None:
    more = list(nodes)
    more[place] += 50
    one, two = Counts(tuple(nodes), capped, 9, 0), Counts(tuple(more), capped, 9, 0)
    assert score_hundredths(two, NEVER) >= score_hundredths(one, NEVER)


@given(st.integers(0, 3), st.integers(0, 10**6), st.integers(0, 3), st.integers(0, 10**6))
def test_levels_then_rounds_order_what_deduction_solves(
    level: int, rounds: int, other: int, others: int
) -> None:
    plain = Counts((0,) * ORDERS, 0)
    one = score_hundredths(plain, Ladder(level, rounds, 0))
    two = score_hundredths(plain, Ladder(other, others, 0))
    assert (one < two) if level < other else one <= two or (level, rounds) > (other, others)
    # A tree that is no single point has two nodes at least, in every order.
    assert one < score_hundredths(Counts((2,) * ORDERS, 0), NEVER)


probed = st.tuples(st.integers(1, PROBE_BUDGET + 1), st.integers(0, 900))


@given(probed, probed)
def test_probes_order_what_is_capped_in_all_orders(
    one: tuple[int, int], two: tuple[int, int]
) -> None:
    full = (BUDGET,) * ORDERS
    low, high = (score_hundredths(Counts(full, ORDERS, *key), NEVER) for key in (one, two))
    if one[0] <= two[0] and one[1] <= two[1]:
        assert low <= high
    nearly = Counts((*full[1:], BUDGET - 1), ORDERS - 1, *one)
    assert score_hundredths(nearly, NEVER) <= low


@pytest.mark.parametrize(
    ("nodes", "score", "band"),
    [
        (7, 300, Band.EASY),
        (8, 317, Band.MEDIUM),
        (31, 500, Band.MEDIUM),
        (32, 504, Band.HARD),
        (511, 900, Band.HARD),
        (512, 900, Band.EXPERT),
        (BUDGET, 1097, Band.EXPERT),
    ],
)
def test_band_edges(nodes: int, score: int, band: Band) -> None:
    assert score_hundredths(Counts((nodes,) * ORDERS, 0), NEVER) == score
    assert band_of([nodes] * ORDERS) == band


def test_bands_go_by_the_geometric_mean() -> None:
    assert band_of([2, 26]) == Band.MEDIUM  # 3 * 27 is 9 * 9
    assert band_of([2, 25]) == Band.EASY
    assert band_of([8] * 15 + [7]) == Band.EASY
    assert band_of([8] * 15 + [9]) == Band.MEDIUM


PACKAGE = "pipeline.kinds.numberlink"
TABLE = read_measured(PACKAGE, "population")


def test_table_belongs_to_this_grade() -> None:
    assert (TABLE["method"], TABLE["version"]) == (METHOD, VERSION)
    assert TABLE["generator"] == GENERATOR
    sizes = [size["cells"] for size in TABLE["sizes"]]
    assert sizes == sorted(set(sizes))
    assert {16, 36, 64, 100, 225, 400, 900} <= set(sizes)


@pytest.mark.parametrize("size", TABLE["sizes"], ids=lambda size: str(size["cells"]))
def test_quantiles_rise(size: dict[str, list[int]]) -> None:
    scores = size["scores"]
    assert len(scores) == 101
    assert scores == sorted(scores)
    assert 0 <= scores[0] < scores[-1]


def test_typical_puzzles_grow_harder_with_size() -> None:
    medians = [size["scores"][50] for size in TABLE["sizes"]]
    assert medians == sorted(medians)


def test_the_grade_of_a_generated_puzzle_has_its_percentile() -> None:
    made = generate(Params(10, 10), 3)
    assert made.clues is not None
    assert made.solution is not None
    whole, alone = grade(made.clues, made.solution), grade_alone(made.clues, made.solution)
    assert alone.percentile is None
    assert whole.percentile == percentile_of(PACKAGE, 100, to_hundredths(alone.score))
    assert whole.nodes == alone.nodes
