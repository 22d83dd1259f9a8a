"""Settings: what they come to, and what is refused by name."""

import pytest

from pipeline.kinds.hashi.options import change_rule, island_range, parse_params
from pipeline.model import ConfigError
from tests.refusals import refused


def test_settings_become_params() -> None:
    params = parse_params(
        12, 10, "tree-2", {"max_bridges": "4", "islands": "20", "symmetry": "half-turn"}
    )
    assert (params.rule, island_range(params), params.symmetry) == ("tree-4", (20, 20), "half-turn")


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"max_bridges": "5"}, "max_bridges"),
        ({"connected": "yes"}, "connected"),
        ({"islands": "60"}, "islands"),
        ({"islands": "3"}, "islands"),
        ({"islands": "12:10"}, "islands"),
        ({"islands": "12", "density": "20"}, "leave one out"),
        ({"symmetry": "diagonal"}, "half-turn"),
        ({"density": "80"}, "density"),
    ],
)
def test_what_does_not_go_is_refused_by_name(settings: dict[str, str], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        parse_params(10, 10, None, settings)


def test_a_rule_has_three_parts() -> None:
    assert change_rule("connected-2", {"loops": "false"}) == "tree-2"
    with refused(ConfigError):
        change_rule("connected-2", {"symmetry": "none"})
