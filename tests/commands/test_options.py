"""Settings, sizes and counts on the command line."""

import inspect
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from pipeline.commands.app import COMMANDS
from pipeline.commands.options import (
    make_limits,
    parse_count,
    parse_settings,
    parse_size,
    with_kinds,
)
from pipeline.config.paths import path_in
from pipeline.model import ConfigError
from pipeline.stages.puzzle import NO_LIMITS, StepLimits
from tests.refusals import refused


@pytest.mark.parametrize(
    ("text", "size"), [("10x10", (10, 10)), ("20x8", (8, 20)), (" 7 X 5 ", (5, 7)), ("6×9", (9, 6))]
)
def test_sizes_are_columns_times_rows(text: str, size: tuple[int, int]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "10", "10x", "x10", "-4x4", "4.5x4", "10x10x10", "1e3x4"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_size(text)
    assert str(caught.value) == (f"expected a size such as 10x10 (columns x rows), found {text!r}")


def test_settings_keep_everything_after_the_first_equals_sign() -> None:
    assert parse_settings(["pairs=8:14", "goal=a=b"]) == {"pairs": "8:14", "goal": "a=b"}


@pytest.mark.parametrize("pair", ["pairs", "=3", ""])
def test_a_setting_without_key_or_value_is_refused(pair: str) -> None:
    with refused(ConfigError):
        parse_settings([pair])


def test_a_setting_given_twice_is_refused() -> None:
    with refused(ConfigError):
        parse_settings(["pairs=1", "pairs=2"])


def test_counts() -> None:
    assert parse_count("all") is None
    assert parse_count("12") == 12


@pytest.mark.parametrize("text", ["0", "-1", "many", "", "1.5", "²"])
def test_what_is_no_count_is_refused(text: str) -> None:
    with refused(ConfigError):
        parse_count(text)


def test_a_budget_replaces_only_what_is_given() -> None:
    assert make_limits(None, None) == NO_LIMITS
    assert make_limits(5, None) == StepLimits(5)
    with refused(ConfigError):
        make_limits(None, 0)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_commands_with_a_configuration_may_allow_files_outside(
    command: Callable[..., None],
) -> None:
    taken = inspect.signature(with_kinds(command)).parameters
    assert ("allow_outside" in taken) == ("config" in taken)
    seen: list[bool] = []

    def call(config: Path) -> None:
        with suppress(ConfigError):
            seen.append(path_in(config, "..") is not None)

    for is_allowed in (False, True, False):
        with_kinds(call)(config=Path("own"), allow_outside=is_allowed)
    assert seen == [True]
