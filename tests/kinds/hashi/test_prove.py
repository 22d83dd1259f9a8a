"""Verdicts of bridges puzzles: right whatever the budgets and the hint, and honest about both."""

import pytest

from pipeline.kinds.hashi.kind import HASHI, KIND
from pipeline.kinds.hashi.model import make_clues
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.model import Status
from tests.kinds.hashi.boards import solutions_of
from tests.known import the

AMPLE = Budget(nodes=10**6, conflicts=10**6)
BOARDS = {
    "several": make_clues(3, 3, [2, 0, 3, 0, 0, 0, 1, 0, 2]),
    "unique": make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2]),
    "none": make_clues(1, 3, [1, 0, 2]),
}


def all_solutions(clues: Board) -> list[Solution]:
    return sorted(solutions_of(clues), key=repr)


def expected(clues: Board) -> Status:
    solutions = all_solutions(clues)
    return [Status.UNSOLVABLE, Status.UNIQUE, Status.MULTIPLE][min(2, len(solutions))]


def test_the_boards_come_out_in_every_way() -> None:
    found = {expected(clues) for clues in BOARDS.values()}
    assert found == {Status.UNSOLVABLE, Status.UNIQUE, Status.MULTIPLE}


@pytest.mark.parametrize("name", BOARDS)
def test_a_verdict_is_right_or_undecided_whatever_the_budgets(name: str) -> None:
    clues = BOARDS[name]
    for hint in (None, *all_solutions(clues)):
        assert HASHI.prove(clues, hint, AMPLE).status is expected(clues)
        for nodes in (0, 1, 2, 5):
            for conflicts in (0, 1):
                status = HASHI.prove(clues, hint, Budget(nodes, conflicts)).status
                assert status in (expected(clues), Status.UNDECIDED)


def test_the_method_names_who_decided_and_who_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    clues = make_clues(1, 5, [2, 0, 3, 0, 1])
    assert HASHI.prove(clues, None, AMPLE).method == "search+sat:glucose4"
    clues = the(KIND.generate(KIND.parse_params(7, 7, None, {"band": "expert"}), 0).clues)
    monkeypatch.setattr("pipeline.kinds.kit.engine.solve.NODES_BEFORE_SAT", 0)
    assert HASHI.prove(clues, None, AMPLE).method == "sat:glucose4+search"
    monkeypatch.setattr("pipeline.kinds.kit.proving.proof.CONFIRM_NODES", 0)
    assert HASHI.prove(clues, None, AMPLE).method == "sat:glucose4+sat:cadical195"


def test_a_wrong_hint_is_ignored_and_a_right_one_is_not_the_witness() -> None:
    clues = BOARDS["several"]
    wrong = Solution("bridges", ())
    assert check(clues, wrong)
    assert HASHI.prove(clues, wrong, AMPLE) == HASHI.prove(clues, None, AMPLE)
    for known in all_solutions(clues):
        witness = HASHI.prove(clues, known, AMPLE).witness
        assert witness is not None
        other = KIND.decode_solution(clues, witness)
        assert check(clues, other) == ()
        assert other != known
