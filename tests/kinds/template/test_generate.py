from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.interface import Budget
from pipeline.kinds.template.generate import generate, parse_params
from pipeline.kinds.template.model import Params
from pipeline.kinds.template.solve import solve
from pipeline.model import ConfigError


@settings(max_examples=30, deadline=None, derandomize=True, database=None)
@given(
    side=st.integers(4, 6),
    givens=st.integers(0, 16),
    seed=st.integers(),
)
def test_every_puzzle_has_one_solution_and_numbers_enough(
    side: int, givens: int, seed: int
) -> None:
    made = generate(Params(side, givens), seed)
    assert made.clues is not None
    found = solve(made.clues, 2, Budget(10_000, 10_000))
    assert found.solutions == (made.solution,)
    assert sum(number > 0 for number in made.clues.numbers) >= givens


def test_no_number_is_given_in_vain_unless_asked_for() -> None:
    made = generate(Params(4), 1)
    assert made.clues is not None
    for cell, number in enumerate(made.clues.numbers):
        if number:
            fewer = (*made.clues.numbers[:cell], 0, *made.clues.numbers[cell + 1 :])
            clues = type(made.clues)(4, fewer)
            assert len(solve(clues, 2, Budget(10_000, 10_000)).solutions) == 2


@pytest.mark.parametrize(
    ("rows", "cols", "rule", "settings_", "message"),
    [
        (4, 5, None, {}, "expected a square from 2x2 to 9x9, found 5x4; use another size"),
        (10, 10, None, {}, "expected a square from 2x2 to 9x9, found 10x10; use another size"),
        (4, 4, "x", {}, "expected no rule: there is one Latin square; found 'x'"),
        (
            *(4, 4, None, {"given": "1"}),
            "unknown setting 'given' of template: expected one of givens; did you mean 'givens'?",
        ),
        (
            4,
            4,
            None,
            {"givens": "17"},
            "expected givens to be a whole number from 0 to 16, found '17'",
        ),
    ],
)
def test_what_cannot_be_made_is_refused(
    rows: int, cols: int, rule: str | None, settings_: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_params(rows, cols, rule, settings_)
    assert str(caught.value) == message
