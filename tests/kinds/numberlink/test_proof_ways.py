"""The ways of a proof: each asks its engine just where it may, and for what the budget allows."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proof import WatchedSearch
from pipeline.kinds.numberlink import prove as proofs
from pipeline.kinds.numberlink.engines.boxes import Boxes
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution, with_rule
from pipeline.kinds.numberlink.prove import ProofWays, undecided

AMPLE = Budget(10**9, 10**9)
LINED = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
LINES = make_solution([(0, 1, 2), (3, 4, 5)])


def striped(rows: int, cols: int = 3) -> tuple[Clues, Solution]:
    """Return a board of lines across, and its solution."""
    labels = [label for row in range(1, rows + 1) for label in (row, *(cols - 2) * [0], row)]
    lines = [range(cols * row, cols * (row + 1)) for row in range(rows)]
    return make_clues(rows, cols, "free", labels), make_solution(lines)


def asks_nobody(*_: object, **__: object) -> Any:
    raise AssertionError("nobody is to be asked")


@pytest.mark.parametrize(
    ("rule", "way", "most"),
    [
        ("free", "lemmas", proofs.CONFLICTS_BEFORE_BOXES_FREE),
        ("cover", "lemmas", proofs.CONFLICTS_BEFORE_BOXES),
        ("free", "sat", proofs.CONFIRMING_CONFLICTS),
        ("no-uturn", "diagonals", proofs.DIAGONALS_BEFORE_SAT),
        ("free", "frontier", proofs.nodes_before_sat(LINED)),
    ],
)
def test_a_way_asked_short_spends_a_part_of_the_budget(
    monkeypatch: pytest.MonkeyPatch, rule: str, way: str, most: int
) -> None:
    spent: list[int] = []

    def ask(*words: Any) -> Any:
        spent.append(words[-2] if way == "sat" else words[-1])
        return (None, None, 0) if way == "lemmas" else undecided(None, way)

    monkeypatch.setattr(proofs, "second_in_normal_form", ask)
    monkeypatch.setattr(proofs, "list_solutions", ask)
    monkeypatch.setattr(WatchedSearch, "look_further", lambda _, *words: ask(*words[:2]))
    for budget in (10**9, 1):
        asked = getattr(ProofWays(with_rule(LINED, rule), Budget(budget, budget)), f"by_{way}")
        asked(LINES, is_short=True)
        asked(LINES)
    assert spent == [most, 10**9, 1, 1]


def test_boxes_asked_short_are_the_smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Boxes] = []
    monkeypatch.setattr(proofs, "find_in_boxes", lambda *words: asked.append(words[-1]))
    ways = ProofWays(with_rule(LINED, "cover"), AMPLE)
    assert ways.by_boxes(LINES, is_short=True) == Solved((LINES,), False, 0, "boxes")
    assert asked == [*proofs.PROOF_BOXES[:1]]
    asked.clear()
    ways.by_boxes(LINES)
    assert asked == [*proofs.PROOF_BOXES[1:]]


def test_boxes_are_for_known_solutions_that_cover_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proofs, "find_in_boxes", asks_nobody)
    clues = make_clues(2, 3, "cover", ["a", 0, "a", 0, 0, 0])
    known = make_solution([(0, 1, 2)])
    for solution in (None, known):
        assert ProofWays(clues, AMPLE).by_boxes(solution) == undecided(solution, "boxes")


@pytest.mark.parametrize(("rows", "is_asked"), [(2, False), (100, True)])
def test_the_mirror_is_asked_last_on_boards_of_windows(
    monkeypatch: pytest.MonkeyPatch, rows: int, is_asked: bool
) -> None:
    ways = ProofWays(striped(rows)[0], AMPLE)
    asked: list[Solution | None] = []
    monkeypatch.setattr(ways, "by_mirror", asked.append)
    ways.by_last_mirror(None)
    assert bool(asked) == is_asked


def test_a_guess_is_made_where_no_solution_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "first_without_touching", lambda *_: LINES)
    ways = ProofWays(LINED, AMPLE)
    other = make_solution([(0, 1, 2)])
    assert ways.by_guess(None) == Solved((LINES,), False, 0, "lemmas")
    assert ways.by_guess(other) == Solved((other,), False, 0, "lemmas")
    monkeypatch.setattr(proofs, "suits_sat", lambda _: False)
    assert ways.by_guess(None) == Solved((), False, 0, "lemmas")


def test_the_search_in_normal_form_is_for_small_boards_and_budgets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proofs, "normal_form_search", asks_nobody)
    clues, known = striped(proofs.LEAST_CELLS_LARGE // 5, 5)
    for ways, solution in (
        (ProofWays(clues, AMPLE), known), (ProofWays(LINED, Budget(0, 0)), LINES),
        (ProofWays(LINED, AMPLE), None),
    ):  # fmt: skip
        assert ways.by_normal_form(solution) == undecided(solution, "normal-form")


@pytest.mark.parametrize(("rows", "is_asked"), [(33, True), (34, False)])
def test_plain_clauses_confirm_small_boards_in_short(
    monkeypatch: pytest.MonkeyPatch, rows: int, is_asked: bool
) -> None:
    clues, known = striped(rows)
    ways = ProofWays(clues, AMPLE)
    short: list[bool] = []

    def ask(known: Solution | None, *, is_short: bool = False) -> Solved[Solution]:
        short.append(is_short)
        return undecided(known, "sat:glucose4")

    monkeypatch.setattr(ways, "by_sat", ask)
    assert ways.by_small_sat(known) == undecided(known, "sat:glucose4")
    assert short == [True] * is_asked


def test_boards_of_whole_diagonals_are_not_searched_cell_by_cell() -> None:
    ways = ProofWays(with_rule(LINED, "no-touch"), AMPLE)
    assert ways.by_frontier(LINES) == undecided(LINES, "frontier")
    assert ways.by_diagonals(LINES).is_complete


def test_a_search_that_confirms_a_strict_rule_knows_no_lemma(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[bool] = []
    search = proofs.FrontierSearch

    def watched(clues: Clues, *, by_rule_alone: bool = False) -> Any:
        made.append(by_rule_alone)
        return search(clues, by_rule_alone=by_rule_alone)

    monkeypatch.setattr(proofs, "FrontierSearch", watched)
    ProofWays(with_rule(LINED, "no-touch"), AMPLE).by_rule_frontier(LINES)
    assert made == [True]


def test_a_second_solution_ends_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_solution([(0, 1, 2)])
    monkeypatch.setattr(proofs, "second_in_normal_form", lambda *_: (other, None, 7))
    found = ProofWays(LINED, AMPLE).by_lemmas(LINES)
    assert found == Solved((LINES, other), False, 7, "lemmas:glucose4")
