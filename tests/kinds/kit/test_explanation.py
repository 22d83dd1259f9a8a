"""What an explanation starts from, with a solver that lists letters."""

from __future__ import annotations

import pytest

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.explanation import find_known
from pipeline.model import JsonObject, Status, Verdict

BUDGET = Budget(nodes=5_000, conflicts=5_000)


def solve(clues: str, limit: int, budget: Budget) -> Solved[str]:
    """List the letters, as many as a thousandth of the nodes; ``?`` is one that is not found."""
    found = clues.replace("?", "")[: min(limit, budget.nodes // 1_000)]
    return Solved(tuple(found), found == clues, budget.nodes, "list")


def prove(clues: str, known: str | None, budget: Budget) -> Verdict:
    others = [letter for letter in clues if letter not in ("?", known)]
    status = Status.UNIQUE if known else Status.UNSOLVABLE
    if "?" in clues:
        return Verdict(Status.UNDECIDED, "free", "proof", 1)
    if len(others) > (known is None):
        return Verdict(Status.MULTIPLE, "free", "proof", 1, {"is": others[-1]})
    return Verdict(status, "free", "proof", 1)


def decode(clues: str, witness: JsonObject) -> str:
    return str(witness["is"])


@pytest.mark.parametrize(
    ("clues", "solutions", "status", "is_all", "method"),
    [
        ("", "", Status.UNSOLVABLE, True, "proof"),
        ("a", "a", Status.UNIQUE, True, "proof"),
        ("ab", "ab", Status.MULTIPLE, True, "list"),
        ("abc", "ab", Status.MULTIPLE, False, "list"),
        ("a?", "a", Status.UNDECIDED, False, "proof"),
        ("?", "", Status.UNDECIDED, False, "proof"),
    ],
    ids=str,
)
def test_short_lists_are_enough_and_claims_are_proved(
    clues: str, solutions: str, status: Status, is_all: bool, method: str
) -> None:
    found = find_known(clues, BUDGET, solve, prove, decode)
    assert found[:4] == (tuple(solutions), status, is_all, method)


def test_a_second_solution_of_the_proof_is_kept() -> None:
    def solve_one(clues: str, limit: int, budget: Budget) -> Solved[str]:
        return Solved(("a",), False, 1, "list")

    found = find_known("ab", BUDGET, solve_one, prove, decode)
    assert (found.solutions, found.status, found.is_all) == (("a", "b"), Status.MULTIPLE, False)
