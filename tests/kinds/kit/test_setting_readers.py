"""Readers of settings: what they take, and the words for what they do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pipeline.kinds.kit.setting_readers import (
    flag_reader,
    name_reader,
    range_reader,
    read_settings,
    require_one_of,
    require_sides,
    share_reader,
)
from pipeline.model import ConfigError

DEPTH = share_reader("depth", 2, 12)
ISLES = range_reader("isles", 4, "20:24")
COLOUR = name_reader("colour", ("red", "blue"))
ROUND = flag_reader("round")


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        *((DEPTH, "2", 2), (DEPTH, "12", 12), (ISLES, "4", (4, 4)), (ISLES, "4:9", (4, 9))),
        *((COLOUR, "blue", "blue"), (ROUND, "true", True), (ROUND, "false", False)),
    ],
)
def test_values_are_read(read: Callable[[str], Any], text: str, value: object) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "texts", "words"),
    [
        (DEPTH, ["1", "13", "-3", "2.5", "", "²", "9" * 7], "depth to be a whole number from 2 to"),
        (ISLES, ["3", "9:4", "4:", ":4", "4:5:6", "x"], "isles to be a number N or a range LEAST:"),
        (COLOUR, ["", "Red", "green"], "colour to be one of red, blue"),
        (ROUND, ["yes", "True", "1", ""], "round to be true or false"),
    ],
)
def test_others_are_refused_with_what_was_found(
    read: Callable[[str], Any], texts: list[str], words: str
) -> None:
    for text in texts:
        with pytest.raises(ConfigError) as caught:
            read(text)
        assert str(caught.value).startswith(f"expected {words}")
        assert f"found {text!r}" in str(caught.value)


def test_spaces_around_a_value_are_nothing_and_unknown_keys_are_refused() -> None:
    readers = {"depth": DEPTH, "round": ROUND}
    assert read_settings("isles", readers, {"round": " true"}) == {"round": True}
    with pytest.raises(ConfigError) as caught:
        read_settings("isles", readers, {"width": "3"})
    assert str(caught.value) == "unknown setting 'width' of isles: expected one of depth, round"


def test_sides_and_settings_that_do_not_go_together_are_refused() -> None:
    require_sides(5, 9, 5, 9)
    with pytest.raises(ConfigError, match="from 5 to 9 cells, found 10x5; choose another size"):
        require_sides(5, 10, 5, 9)
    require_one_of({"depth"}, "depth", "width")
    with pytest.raises(ConfigError, match="expected depth or width, found both"):
        require_one_of({"depth", "width"}, "depth", "width")
