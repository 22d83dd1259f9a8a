"""The declared rules of Hashi against the engines of the house."""

import pytest

from pipeline.kinds.hashi.declaration import declare
from pipeline.kinds.hashi.kind import KIND
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.engine.search import ModelSearch

BUDGET = Budget(nodes=100_000, conflicts=100_000)


@pytest.mark.parametrize("rule", ["connected-2", "free-2", "connected-3"])
def test_the_declaration_has_the_solutions_of_the_kind(rule: str) -> None:
    for seed in range(6):
        clues = KIND.generate(KIND.parse_params(6, 6, rule, {}), seed).clues
        assert clues is not None
        model = declare(clues)
        search = ModelSearch(model)
        found = set()
        while (values := search.next_solution(100_000)) is not None:
            counts: dict[tuple[int, ...], int] = {}
            for mark, value in zip(model.marks, values[1:], strict=True):
                if not value:
                    continue
                counts[mark.place] = max(counts.get(mark.place, 0), mark.value)
            found.add(tuple(sorted((*pair, count) for pair, count in counts.items())))
        assert search.is_complete
        solved = KIND.solve(clues, 1000, BUDGET, "auto")
        assert solved.is_complete
        assert found == {solution.items for solution in solved.solutions}
