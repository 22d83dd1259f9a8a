"""Explanations of records: JSON, words and pictures of every status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Record, canonical_json, record_id
from pipeline.scene import Rect
from pipeline.stages.explain import explain_records, write_explanations
from pipeline.stages.puzzle import StepLimits, read_puzzle
from pipeline.stages.render import RenderOptions
from tests.naive.numberlink_boards import FOUR_BY_FOUR, SAMPLES, read_grid

LIMITS = StepLimits(nodes=100_000, conflicts=100_000)


def _record(grid: str, rule: str) -> Record:
    puzzle = get_kind("numberlink").encode(read_grid(grid, rule))
    return Record(record_id("numberlink", puzzle), "numberlink", puzzle)


AMBIGUOUS = _record(FOUR_BY_FOUR, "cover")
UNIQUE = _record(SAMPLES["5x5"], "cover")
IMPOSSIBLE = _record("12 21", "free")
HARD = _record(
    "..........B. ............ H..........G ............ .......F.... ....H.B..... "
    "G....D...... .......E.... ..A....D...A ............ ..E.C....FC. ............",
    "free",
)


def test_each_status_has_its_words_and_its_picture() -> None:
    found = list(explain_records([AMBIGUOUS, UNIQUE, IMPOSSIBLE], limits=LIMITS))
    found += explain_records([HARD], limits=StepLimits(nodes=1, conflicts=1))
    told = [(one.to_json()["status"], one.sentence()) for one in found]
    assert told == [
        ("multiple", "Several solutions. Hatched: 15 of 16 cells, in which they differ."),
        ("unique", "One solution: every cell is certain."),
        ("unsolvable", "No solution."),
        ("undecided", "No solution was found within the budget."),
    ]
    patches = [sum(isinstance(m, Rect) for m in one.scene(10.0).marks) for one in found]
    assert patches == [15, 0, 0, 0]


def test_a_rule_poses_the_puzzle_anew() -> None:
    (found,) = explain_records([read_puzzle(AMBIGUOUS, "no-uturn").record], LIMITS)
    assert found.to_json()["status"] == "unsolvable"
    assert found.to_json()["puzzle"]["rule"] == "no-uturn"


def test_lines_of_json_and_pictures_are_written(tmp_path: Path) -> None:
    look = RenderOptions(formats=("png", "svg"), cell_px=20)
    output = tmp_path / "out.jsonl"
    tally = write_explanations([AMBIGUOUS, UNIQUE], str(output), tmp_path / "pictures", look)
    told = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["id"] for line in told] == [AMBIGUOUS.id, UNIQUE.id]
    assert [len(line["solutions"]) for line in told] == [2, 1]
    assert all(canonical_json(line) in output.read_text() for line in told)
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    expected = [f"{r.id}-ambiguity.{name}" for r in (AMBIGUOUS, UNIQUE) for name in ("png", "svg")]
    assert names == sorted(expected)
    assert tally.sentence() == "explain: 1 multiple, 1 unique; solutions differ in 15 cells"
    assert tally.undecided == 0


def test_what_cannot_be_drawn_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="'bmp'"):
        write_explanations(
            [UNIQUE], str(tmp_path / "out"), tmp_path / "p", RenderOptions(formats=("bmp",))
        )
    assert list(tmp_path.iterdir()) == []
