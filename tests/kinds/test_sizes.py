"""A size that is accepted gives boards."""

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Status
from tests.slices import cases

LARGE = ("hitori", "mosaic", "shikaku", "slitherlink")


@pytest.mark.parametrize("kind_id", cases(LARGE, part=4))
def test_a_board_of_50x50_is_made_and_proved_in_two_ways(kind_id: str) -> None:
    kind = get_kind(kind_id)
    made = kind.generate(kind.parse_params(50, 50, None, {}), 1)
    assert made.clues is not None
    assert made.solution is not None
    assert not kind.check(made.clues, made.solution)
    assert kind.uniqueness is not None
    verdict = kind.uniqueness.prove(made.clues, made.solution, kind.budget)
    assert verdict.status is Status.UNIQUE
    assert "+" in verdict.method
