"""The judge of lemmas against the engines that make them, with which it shares no code."""

from __future__ import annotations

from itertools import combinations

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.check_lemmas import suits_lemmas
from pipeline.kinds.numberlink.encode_sat import edge_map
from pipeline.kinds.numberlink.engines.normal_form import suits_normal_form
from pipeline.kinds.numberlink.lemma_task import lemma_tasks
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues

KIND = get_kind("numberlink")


def generated(side: int, seed: int) -> tuple[Clues, Solution]:
    made = KIND.generate(KIND.parse_params(side, side + seed % 2, "free", {}), seed)
    assert made.clues is not None
    assert made.solution is not None
    return made.clues, made.solution


@pytest.mark.parametrize("seed", range(4))
def test_every_lemma_of_the_engines_is_one(seed: int) -> None:
    for task in lemma_tasks(*generated(7 + seed, seed)):
        assert len(task.lemmas) > 100
        assert [clause for clause in task.lemmas if not task.is_lemma(clause)] == []


SMALL = (
    make_clues(3, 4, "free", ["a", 0, 0, "a", "b", 0, 0, "b", "c", 0, 0, "c"]),
    Solution(((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11))),
)
WITH_HOLE = (
    make_clues(3, 4, "free", ["a", 0, 0, "a", "b", "b", 0, "c", "d", 0, "d", "c"], frozenset({6})),
    Solution(((0, 1, 2, 3), (4, 5), (7, 11), (8, 9, 10))),
)


@pytest.mark.parametrize("puzzle", [SMALL, WITH_HOLE])
def test_no_short_clause_is_a_lemma_but_those_and_what_follows_from_one(
    puzzle: tuple[Clues, Solution],
) -> None:
    """All clauses of up to three edges, one of them on or none, of a small board."""
    edges = edge_map(puzzle[0].rows, puzzle[0].cols, puzzle[0].blocked)
    variables = range(1, len(edges.edges) + 1)
    short = [[-one for one in pair] for size in (1, 2, 3) for pair in combinations(variables, size)]
    with_one_on = [
        [-one, -other, on]
        for one, other in combinations(variables, 2)
        for on in variables
        if on not in (one, other)
    ]
    for task in lemma_tasks(*puzzle):
        known = {frozenset(clause) for clause in task.lemmas}
        for clause in (*short, *with_one_on):
            follows = any(one <= frozenset(clause) for one in known)
            assert task.is_lemma(clause) <= follows, (task.name, clause)


def test_lemmas_are_offered_only_where_they_hold() -> None:
    clues, solution = SMALL
    assert list(lemma_tasks(KIND.variants.with_rule(clues, "cover"), solution)) == []
    around = make_clues(2, 2, "free", ["a", "a", 0, 0])
    assert list(lemma_tasks(around, Solution(((0, 2, 3, 1),)))) == []
    assert list(lemma_tasks(around, Solution(((0, 1),)))) == []


@pytest.mark.parametrize("seed", range(6))
def test_solutions_suit_the_lemmas_as_they_suit_the_engines(seed: int) -> None:
    clues, solution = generated(6, seed)
    bent = KIND.solve(clues, 1, Budget(10**5, 10**5), "auto").solutions
    for found in (solution, *bent):
        judged = suits_lemmas(clues.rows, clues.cols, clues.blocked, found.paths)
        assert judged == suits_normal_form(clues, found)
