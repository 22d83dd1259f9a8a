"""A size that is accepted gives boards."""

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Status
from tests.known import the
from tests.slices import cases

LARGE = {
    "akari": 50,
    "binairo": 30,
    "calcudoku": 12,
    "futoshiki": 12,
    "heyawake": 50,
    "hitori": 50,
    "kakuro": 30,
    "killer": 16,
    "masyu": 50,
    "mosaic": 50,
    "nurikabe": 50,
    "shikaku": 50,
    "skyscrapers": 12,
    "slitherlink": 50,
    "sudoku": 25,
    "starbattle": 21,
    "suguru": 20,
    "tents": 50,
    "yajilin": 50,
    "zip": 20,
}


@pytest.mark.parametrize("kind_id", cases(LARGE, part=4))
def test_a_large_board_is_made_and_proved_in_two_ways(kind_id: str) -> None:
    kind, side = get_kind(kind_id), LARGE[kind_id]
    made = kind.generate(kind.parse_params(side, side, None, {}), 1)
    assert made.clues is not None
    assert made.solution is not None
    assert not kind.check(made.clues, made.solution)
    assert kind.uniqueness is not None
    verdict = kind.uniqueness.prove(made.clues, made.solution, kind.budget)
    assert verdict.status is Status.UNIQUE
    assert "+" in the(verdict.method)
