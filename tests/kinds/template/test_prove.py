from __future__ import annotations

from pipeline.kinds.interface import Budget
from pipeline.kinds.template.model import Clues, Solution, decode_solution
from pipeline.kinds.template.prove import prove
from pipeline.model import Status

BUDGET = Budget(nodes=10_000, conflicts=10_000)
EMPTY = Clues(2, (0, 0, 0, 0))


def test_the_witness_is_the_solution_that_the_hint_is_not() -> None:
    for hint in (Solution((1, 2, 2, 1)), Solution((2, 1, 1, 2))):
        verdict = prove(EMPTY, hint, BUDGET)
        assert verdict.status is Status.MULTIPLE
        assert verdict.witness is not None
        assert decode_solution(EMPTY, verdict.witness) != hint


def test_no_solution_is_proved_too() -> None:
    for wrong in ((1, 0, 1, 0), (1, 0, 0, 2)):
        assert prove(Clues(2, wrong), None, BUDGET).status is Status.UNSOLVABLE


def test_unique_needs_both_engines() -> None:
    clues = Clues(4, (0, 0, 0, 4, 4, 0, 0, 0, 1, 0, 0, 3, 0, 1, 0, 0))
    assert prove(clues, None, BUDGET).status is Status.UNIQUE
    assert prove(clues, None, BUDGET).method == "search+sat"
    assert prove(clues, None, Budget(nodes=10_000, conflicts=0)).status is Status.UNDECIDED
