"""Settings that change parts of a rule, for puzzles read from a text and for records."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import ConfigError
from pipeline.stages.exchange import import_records
from pipeline.stages.pose import pose, read_rule

HASHI = get_kind("hashi")
CLUES = HASHI.decode({"rows": 1, "cols": 3, "loops": False, "clues": [[3, 0, 3]]})


def test_a_part_of_the_puzzles_own_rule_is_changed() -> None:
    assert pose(HASHI, CLUES, None, {"max_bridges": "3"}).rule == "tree-3"
    assert pose(HASHI, CLUES, "free-1", {"max_bridges": "3"}).rule == "free-3"
    assert pose(HASHI, CLUES, None, {}) == CLUES


def test_a_text_is_read_under_the_default_with_its_parts_changed() -> None:
    assert read_rule(HASHI, None, {"connected": "false"}) == "free-2"
    assert read_rule(HASHI, None, {}) is None


def test_a_map_beyond_the_usual_rule_is_read_under_its_own(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text("3.3\n...\n...\n", encoding="utf-8")
    (record,) = import_records(str(file), "map", settings={"max_bridges": "3"})
    assert record.puzzle["max_bridges"] == 3


@pytest.mark.parametrize(("kind_id", "key"), [("numberlink", "pairs"), ("hashi", "islands")])
def test_other_settings_are_refused_by_name(kind_id: str, key: str) -> None:
    kind = get_kind(kind_id)
    with pytest.raises(ConfigError, match=key):
        kind.change_rule(kind.rules[0], {key: "5"})
