"""Capabilities asked for, and puzzles posed under another rule or with parts of it changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.interface import change_rule, require, with_rule
from pipeline.model import ConfigError
from pipeline.stages.collection.importer import import_records
from tests.refusals import refused

HASHI = get_kind("hashi")
CLUES = HASHI.decode({"rows": 1, "cols": 3, "loops": False, "clues": [[3, 0, 3]]})


def test_a_part_of_the_puzzles_own_rule_is_changed() -> None:
    assert with_rule(HASHI, CLUES, None, {"max_bridges": "3"}).rule == "tree-3"
    assert with_rule(HASHI, CLUES, "free-1", {"max_bridges": "3"}).rule == "free-3"
    assert with_rule(HASHI, CLUES, None, {}) == CLUES


def test_a_text_is_read_under_the_default_with_its_parts_changed() -> None:
    assert change_rule(HASHI, None, {"connected": "false"}) == "free-2"
    assert change_rule(HASHI, None, {}) is None


def test_a_map_beyond_the_usual_rule_is_read_under_its_own(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text("3.3\n...\n...\n", encoding="utf-8")
    (record,) = import_records(str(file), "map", settings={"max_bridges": "3"})
    assert record.puzzle["max_bridges"] == 3


@pytest.mark.parametrize(("kind_id", "key"), [("numberlink", "pairs"), ("hashi", "islands")])
def test_other_settings_are_refused_by_name(kind_id: str, key: str) -> None:
    kind = get_kind(kind_id)
    with pytest.raises(ConfigError, match=key):
        change_rule(kind, kind.rules[0], {key: "5"})


BARE = replace(HASHI, variants=None, explain_ambiguity=None)


def test_a_lacking_capability_is_named_with_its_kind() -> None:
    with refused(ConfigError):
        require(BARE, BARE.explain_ambiguity, "counts")


def test_a_kind_without_variants_has_one_rule_without_a_name() -> None:
    assert BARE.rules == (None,)
    assert with_rule(BARE, CLUES, None) is CLUES
    assert change_rule(BARE, None, {}) is None
    with refused(ConfigError):
        with_rule(BARE, CLUES, "tree-2")
    with refused(ConfigError):
        change_rule(BARE, None, {"loops": "true"})
