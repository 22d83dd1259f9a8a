"""A band of sliding puzzles is aimed at by depth, or refused with the cure named."""

import pytest

from pipeline.kinds.npuzzle.generate import generate
from pipeline.kinds.npuzzle.grade import grade
from pipeline.kinds.npuzzle.options import describe_params, parse_params
from pipeline.model import Band, ConfigError
from tests.known import the
from tests.refusals import refused


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 4), (3, 4)])
@pytest.mark.parametrize("band", Band)
def test_every_band_is_made(rows: int, cols: int, band: Band) -> None:
    params = parse_params(rows, cols, None, {"band": str(band)})
    for seed in range(3):
        made = generate(params, seed)
        assert made.clues is not None
        assert grade(made.clues, the(made.solution)).band == band


def test_a_depth_that_is_asked_for_is_kept_with_a_band() -> None:
    params = parse_params(3, 3, None, {"band": "easy", "depth": "4:20"})
    assert params.depth == (4, 14)
    assert 4 <= len(the(generate(params, 1).solution).moves) <= 14


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"scramble": "uniform"}, "expected no scramble with a band, .* leave scramble out"),
        ({"walk": "30"}, "expected no walk with a band"),
        ({"depth": "28:31"}, "boards of 3x3 have at about 1:7, found 28:31; leave depth or band"),
    ],
)
def test_what_does_not_go_with_a_band_is_refused(settings: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_params(3, 3, None, {"band": "easy", **settings})


def test_a_band_that_no_board_of_a_size_has_is_refused() -> None:
    with refused(ConfigError):
        parse_params(2, 2, None, {"band": "hard"})


def test_orders_without_a_band_are_what_they_were() -> None:
    assert "band" not in describe_params(parse_params(3, 3, None, {}))
