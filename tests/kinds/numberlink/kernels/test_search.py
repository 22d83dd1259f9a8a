"""The search kernels run the same with the compiler off."""

import random
from functools import partial

import pytest

from pipeline.kernels.compiled import plain_python
from pipeline.kinds.kit.proving.engines import ResumableSearch
from pipeline.kinds.numberlink.engines.search import DiagonalSearch, FrontierSearch
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, with_rule
from tests.naive.numberlink_boards import FOUR_BY_FOUR, SAMPLES, cover, read_grid

BOARDS = [read_grid(FOUR_BY_FOUR, "free"), read_grid(SAMPLES["5x4"], "free")]
BOARDS += [cover(random.Random(seed), 4, 4, "free")[0] for seed in range(3)]


def steps(clues: Clues) -> list[tuple[list[Solution], int, bool]]:
    searches: list[ResumableSearch[Solution]] = [FrontierSearch(clues)]
    searches.append(FrontierSearch(clues, by_rule_alone=True))
    searches += [DiagonalSearch(clues)] if DiagonalSearch.suits(clues) else []
    found = [list(iter(partial(one.next_solution, 10**6), None)) for one in searches]
    return [
        (solutions, one.nodes, one.is_complete)
        for one, solutions in zip(searches, found, strict=True)
    ]


@pytest.mark.parametrize("rule", RULES)
def test_compiled_and_plain_kernels_take_the_same_steps(rule: str) -> None:
    boards = [with_rule(board, rule) for board in BOARDS]
    compiled = [steps(board) for board in boards]
    assert all(is_complete for found in compiled for *_, is_complete in found)
    with plain_python():
        assert [steps(board) for board in boards] == compiled
