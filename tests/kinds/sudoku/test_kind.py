"""What no Sudoku has is refused before the work."""

import pytest

from pipeline.kinds import get_kind
from pipeline.model import ConfigError


@pytest.mark.parametrize(
    ("side", "rule", "fewest"), [(9, "boxes", 17), (6, None, 8), (9, "diagonal", 8)]
)
def test_fewer_clues_than_any_puzzle_has_are_refused(
    side: int, rule: str | None, fewest: int
) -> None:
    parse = get_kind("sudoku").parse_params
    with pytest.raises(ConfigError, match=f"clues to allow at least {fewest} on {side}x{side}"):
        parse(side, side, rule, {"clues": f"{fewest - 1}"})
    assert parse(side, side, rule, {"clues": f"4:{fewest}"}).clues == (4, fewest)
