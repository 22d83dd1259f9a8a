"""Settings as text become params, and every wrong one is named with the way out."""

import pytest

from pipeline.kinds.numberlink.kind import KIND
from pipeline.kinds.numberlink.model import RULES, Params
from pipeline.kinds.numberlink.options import SETTINGS, parse_params
from pipeline.model import ConfigError


def test_without_settings_the_defaults_hold():
    assert parse_params(10, 12, None, {}) == Params(10, 12)


def test_each_setting_reaches_its_field():
    settings = {"pairs": "8:14", "shortest": "4", "adjacent": "false", "winding": "20"}
    expected = Params(9, 9, "cover", pairs=(8, 14), shortest=4, adjacent=False, winding=20)
    assert parse_params(9, 9, "cover", settings) == expected


def test_a_single_number_of_pairs_is_a_range_of_one():
    assert parse_params(9, 9, "free", {"pairs": " 8 "}).pairs == (8, 8)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_taken(rule: str):
    assert parse_params(4, 4, rule, {}).rule == rule


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"pairs": "14:8"}, ["pairs", "'14:8'", "LEAST:MOST"]),
        ({"pairs": "1"}, ["pairs", "'1'", "from 2"]),
        ({"pairs": "a:b"}, ["pairs", "'a:b'"]),
        ({"pairs": "1:2:3"}, ["pairs", "'1:2:3'"]),
        ({"pairs": "-3"}, ["pairs", "'-3'"]),
        ({"shortest": "2"}, ["shortest", "'2'", "from 3"]),
        ({"shortest": ""}, ["shortest", "''"]),
        ({"adjacent": "yes"}, ["adjacent", "'yes'", "true or false"]),
        ({"winding": "101"}, ["winding", "'101'", "0 to 100"]),
        ({"windy": "1"}, ["'windy'", "pairs, shortest, adjacent, winding"]),
        ({"pairs": "9", "shortest": "12"}, ["100 cells", "pairs=9", "shortest=12", "at most 8"]),
        ({"shortest": "51"}, ["two pairs", "shortest=51"]),
    ],
)
def test_a_wrong_setting_is_named(settings: dict[str, str], words: list[str]):
    with pytest.raises(ConfigError) as caught:
        parse_params(10, 10, None, settings)
    assert [word for word in words if word not in str(caught.value)] == []


@pytest.mark.parametrize(("rows", "cols"), [(1, 10), (10, 1), (3, 3), (101, 10), (0, 0), (-4, 9)])
def test_a_wrong_size_is_named(rows: int, cols: int):
    with pytest.raises(ConfigError, match=f"from 4, found {cols}x{rows}"):
        parse_params(rows, cols, None, {})


def test_every_setting_of_a_description_is_a_setting():
    asked = Params(4, 4, symmetry="half-turn", border="empty", mask=("####",) * 4, band="easy",
                   unused=(5, 20))  # fmt: skip
    assert set(KIND.describe_params(asked)) == {"rows", "cols", "rule", *SETTINGS}
