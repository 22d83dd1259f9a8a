"""The declared rules of Numberlink against the engines of the house."""

from itertools import pairwise

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.engine.search import ModelSearch
from pipeline.kinds.numberlink.declaration import declare
from pipeline.kinds.numberlink.kind import KIND

BUDGET = Budget(nodes=100_000, conflicts=100_000)


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_the_declaration_has_the_solutions_of_the_kind(rule: str) -> None:
    for seed in range(5):
        clues = KIND.generate(KIND.parse_params(5, 6, rule, {}), seed).clues
        assert clues is not None
        model = declare(clues)
        search = ModelSearch(model)
        found = set()
        while (values := search.next_solution(100_000)) is not None:
            drawn = zip(model.marks, values[1:], strict=True)
            found.add(tuple(sorted(mark.place for mark, value in drawn if value)))
        assert search.is_complete
        solved = KIND.solve(clues, 1000, BUDGET, "auto")
        assert solved.is_complete
        lines = {
            tuple(sorted((min(p), max(p)) for path in one.paths for p in pairwise(path)))
            for one in solved.solutions
        }
        assert found == lines
