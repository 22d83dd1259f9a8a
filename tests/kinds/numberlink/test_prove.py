"""Verdicts: right on every small board, unmoved by symmetry and hints, honest about budgets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.model import (
    RULES,
    Clues,
    Solution,
    decode_solution,
    make_solution,
    with_rule,
)
from pipeline.kinds.numberlink.prove import VERSION, _Proof, prove
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import solve
from pipeline.model import Status
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import (
    FOUR_BY_FOUR,
    SAMPLES,
    covered_puzzles,
    images,
    put_ends,
    read_grid,
    small_puzzles,
)

AMPLE = Budget(nodes=10**6, conflicts=10**6)
SAT_ONLY = Budget(nodes=0, conflicts=10**6)


def expected_status(solutions: set[Solution]) -> Status:
    if len(solutions) > 1:
        return Status.MULTIPLE
    return Status.UNIQUE if solutions else Status.UNSOLVABLE


@pytest.mark.parametrize("budget", [AMPLE, SAT_ONLY], ids=["all engines", "sat only"])
@settings(max_examples=150, deadline=None)
@given(small_puzzles(), st.data())
def test_verdict_is_what_naive_enumeration_says(
    budget: Budget, clues: Clues, data: st.DataObject
) -> None:
    solutions = all_solutions(clues)
    ordered = sorted(solutions, key=lambda solution: solution.paths)
    hint = data.draw(st.sampled_from([None, *ordered]))
    verdict = prove(clues, hint, budget)
    assert verdict.status is expected_status(solutions)
    assert (verdict.rule, verdict.version) == (clues.rule, VERSION)
    if verdict.status is Status.MULTIPLE:
        assert verdict.witness is not None
        witness = decode_solution(clues, verdict.witness)
        assert witness in solutions
        assert witness != hint
    else:
        assert verdict.witness is None


@pytest.mark.parametrize("budget", [AMPLE, SAT_ONLY], ids=["all engines", "sat only"])
@settings(max_examples=40, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_unique_means_that_naive_enumeration_finds_one(
    budget: Budget, board: tuple[Clues, Solution]
) -> None:
    clues, solution = board
    for rule in RULES:
        posed = with_rule(clues, rule)
        verdict = prove(posed, solution, budget)
        assert verdict.status is expected_status(all_solutions(posed, most=2))


@settings(max_examples=60, deadline=None)
@given(small_puzzles(most_empty=10))
def test_verdict_does_not_change_with_rotation_reflection_and_labels(clues: Clues) -> None:
    status = prove(clues, None, AMPLE).status
    assert [prove(image, None, AMPLE).status for image in images(clues)] == [status] * 4


@settings(max_examples=40, deadline=None)
@given(covered_puzzles(least=4, most=7))
def test_unique_under_one_rule_is_unique_under_all_below(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    statuses = [prove(with_rule(clues, rule), solution, AMPLE).status for rule in RULES]
    assert set(statuses) <= {Status.UNIQUE, Status.MULTIPLE}
    assert statuses == sorted(statuses, key=[Status.MULTIPLE, Status.UNIQUE].index)


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_unique_under_cover_and_all_but_the_largest_under_free(name: str) -> None:
    assert prove(read_grid(SAMPLES[name], "cover"), None, AMPLE).status is Status.UNIQUE
    under_free = prove(read_grid(SAMPLES[name], "free"), None, AMPLE).status
    assert under_free is (Status.MULTIPLE if name == "11x11" else Status.UNIQUE)


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ("cover", Status.MULTIPLE),
        ("no-uturn", Status.UNIQUE),
        ("no-touch", Status.UNSOLVABLE),
    ],
)
def test_four_by_four_tells_the_rules_apart(rule: str, status: Status) -> None:
    assert prove(read_grid(FOUR_BY_FOUR, rule), None, AMPLE).status is status


def test_wrong_hint_is_ignored() -> None:
    clues = read_grid("a.a ...", "cover")
    wrong = make_solution([[0, 1, 2]])
    assert check(clues, wrong) != ()
    assert prove(clues, wrong, AMPLE) == prove(clues, None, AMPLE)


def test_method_names_both_ways() -> None:
    clues = read_grid(SAMPLES["5x5"], "cover")
    assert prove(clues, None, AMPLE).method == "frontier+search"
    assert prove(clues, None, SAT_ONLY).method == "sat:glucose4+sat:cadical195"
    assert prove(with_rule(clues, "free"), None, AMPLE).method == "frontier+lemmas:glucose4"
    strict = with_rule(clues, "no-touch")
    assert prove(strict, None, AMPLE).method == "frontier+search"
    assert prove(strict, None, SAT_ONLY).method == "turns:glucose4+sat:minisat22"


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_a_solution_need_not_be_given_for_the_lemmas(rule: str) -> None:
    """A first one is looked for among those that keep no-touch too."""
    verdict = prove(read_grid(SAMPLES["9x9"], rule), None, SAT_ONLY)
    assert verdict.status is Status.UNIQUE
    assert verdict.method.split("+")[0] in ("lemmas:glucose4", "free-lemmas:glucose4")


@pytest.mark.parametrize("engine", ["_searched", "_swept", "_by_plain_sat"])
def test_engines_that_contradict_each_other_are_a_crash_not_a_verdict(
    engine: str,
) -> None:
    """With a first way that says unique of a puzzle with five solutions."""
    clues = read_grid(FOUR_BY_FOUR, "cover")
    (known, *_) = solve(clues, 1, AMPLE, "frontier").solutions
    proof = _Proof(clues, known, AMPLE)
    words = ("glucose4", 10**6) if engine == "_by_plain_sat" else ()
    with pytest.raises(AssertionError, match="found unique"):
        getattr(proof, engine)(*words)


def test_method_names_the_lemmas_where_they_answered() -> None:
    clues = read_grid(SAMPLES["9x9"], "free")
    (solution,) = solve(clues, 1, AMPLE, "glucose4").solutions
    assert prove(clues, solution, SAT_ONLY).method == "lemmas:glucose4+sat:glucose4"


def test_spent_budgets_leave_it_undecided() -> None:
    clues = put_ends(14, 14, "cover", [15, 173, 20, 132, 66, 107])
    verdict = prove(clues, None, Budget(nodes=2, conflicts=2))
    assert verdict.status is Status.UNDECIDED
    assert verdict.witness is None


def test_equal_input_gives_an_equal_verdict() -> None:
    clues = read_grid(SAMPLES["11x11"], "free")
    assert prove(clues, None, AMPLE) == prove(clues, None, AMPLE)


def test_a_board_too_large_for_sat_is_left_to_the_searches() -> None:
    corridor = put_ends(201, 200, "cover", [0, 199], list(range(200, 40_200)))
    verdict = prove(corridor, None, AMPLE)
    assert (verdict.status, verdict.method) == (Status.UNIQUE, "frontier+search")
    wide = put_ends(201, 200, "free", [0, 199, 40_000, 40_199])
    assert prove(wide, None, Budget(nodes=1, conflicts=1)).status is Status.UNDECIDED
