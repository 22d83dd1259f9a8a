"""Settings: what they take, the words for what they do not, and params as JSON."""

from dataclasses import dataclass

import pytest

from pipeline.kinds.kit.options import (
    describe,
    flag,
    one_of,
    range_from,
    read_settings,
    require_one_of,
    require_sides,
    whole_setting,
)
from pipeline.model import ConfigError
from tests.refusals import refused

DEPTH = whole_setting("of water", 2, 12, "2", "3")
ISLES = range_from(4, "how many", "any", "6:8", "20:24")
COLOUR = one_of("of water", ("red", "blue"), "red", "blue")
ROUND = flag("no corners", "false", "true")
DECLARED = {"depth": DEPTH, "isles": ISLES, "colour": COLOUR, "round": ROUND}


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        *(("depth", "2", 2), ("depth", "12", 12), ("isles", "4", (4, 4)), ("isles", "4:9", (4, 9))),
        *(("colour", "blue", "blue"), ("round", "true", True), ("round", "false", False)),
    ],
)
def test_values_are_read(key: str, text: str, value: object) -> None:
    assert DECLARED[key].read(key, text) == value


@pytest.mark.parametrize(
    ("key", "texts", "words"),
    [
        ("depth", ["1", "13", "-3", "2.5", "", "²", "9" * 7], "to be a whole number from 2 to 12"),
        ("isles", ["3", "9:4", "4:", ":4", "4:5:6", "x"], "to be a number N or a range LEAST:MOST"),
        ("colour", ["", "Red", "green"], "to be one of red, blue"),
        ("round", ["yes", "True", "1", ""], "to be true or false"),
    ],
)
def test_others_are_refused_with_what_was_found(key: str, texts: list[str], words: str) -> None:
    for text in texts:
        with pytest.raises(ConfigError) as caught:
            DECLARED[key].read(key, text)
        assert str(caught.value).startswith(f"expected {key} {words}")
        assert f"found {text!r}" in str(caught.value)


def test_spaces_around_a_value_are_nothing_and_unknown_keys_are_refused() -> None:
    declared = {"depth": DEPTH, "round": ROUND}
    assert read_settings("isles", declared, {"round": " true"}) == {"round": True}
    with pytest.raises(ConfigError) as caught:
        read_settings("isles", declared, {"width": "3"})
    assert str(caught.value) == "unknown setting 'width' of isles: expected one of depth, round"


@dataclass(frozen=True)
class _Params:
    rows: int
    isles: tuple[int, int] | None = None
    depth: int = 2
    colour: str = "red"


def test_what_came_later_is_described_where_it_is_asked_for() -> None:
    later = ("depth", "colour")
    assert describe(_Params(3), later) == {"rows": 3, "isles": None}
    asked = describe(_Params(3, (4, 5), 9), later)
    assert asked == {"rows": 3, "isles": [4, 5], "depth": 9}
    assert list(asked) == ["rows", "isles", "depth"]


def test_sides_and_settings_that_do_not_go_together_are_refused() -> None:
    require_sides(5, 9, 5, 9)
    with refused(ConfigError):
        require_sides(5, 10, 5, 9)
    require_one_of({"depth"}, "depth", "width")
    with refused(ConfigError):
        require_one_of({"depth", "width"}, "depth", "width")
