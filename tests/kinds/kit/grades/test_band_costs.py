"""What bands cost, read off between the sizes measured; what no size has is refused by name."""

import pytest

from pipeline.kinds.kit.grades import band_costs
from pipeline.kinds.kit.grades.band_costs import require_band
from pipeline.model import ConfigError
from tests.refusals import refused

SECONDS = {"free": {16: {"any": 1.0, "easy": 1.0}, 36: {"any": 3.0, "easy": 2.0, "hard": 8.0}}}


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(band_costs, "_read", lambda _: SECONDS)


def test_costs_between_two_sizes_are_read_off_in_a_straight_line() -> None:
    assert band_costs.band_costs("k", "free", 26) == {"any": 2.0, "easy": 1.5, "hard": 8.0}


def test_costs_beyond_the_largest_size_grow() -> None:
    assert band_costs.band_costs("k", "free", 72) == {"any": 12.0, "easy": 8.0, "hard": 32.0}


def test_a_rule_that_was_not_measured_costs_what_the_first_does() -> None:
    assert band_costs.band_costs("k", None, 16) == {"any": 1.0, "easy": 1.0}


def test_a_band_that_a_size_does_not_have_is_refused_with_those_that_it_has() -> None:
    require_band("k", "free", 6, 6, "hard")
    require_band("k", "cover", 4, 4, "hard")  # not measured: nobody knows
    require_band("k", "free", 7, 7, "expert")
    with refused(ConfigError):
        require_band("k", "free", 4, 4, "hard")
