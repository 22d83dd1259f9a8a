"""Collections in the studio: files of the folder and texts, read, compared and kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, PipelineError
from pipeline.studio.app import Studio
from pipeline.studio.collection import COLLECTION
from tests.program import call
from tests.refusals import refused


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return Studio(tmp_path.resolve())


def texts(kind_id: str, form: str, count: int) -> str:
    kind = get_kind(kind_id)
    write = next(one for one in kind.formats if one.name == form).write
    made = (kind.generate(kind.presets["tiny"], seed).clues for seed in range(count))
    return "".join(f"{write([(clues, None)]).strip()}\n" for clues in made)


def test_a_text_of_several_kinds_is_read_with_what_is_refused(studio: Studio) -> None:
    text = texts("slitherlink", "puzz.link", 2) + texts("akari", "puzz.link", 1) + "nonsense\n"
    said: Any = COLLECTION["look"](studio, {"text": text})
    assert [one["record"]["kind"] for one in said["puzzles"]] == ["slitherlink"] * 2 + ["akari"]
    assert {one["form"] for one in said["puzzles"]} == {"puzz.link"}
    assert len(said["refused"]) == 1
    assert said["is_whole"]


def test_puzzles_that_are_the_same_are_named(studio: Studio) -> None:
    text = texts("slitherlink", "puzz.link", 2)
    (studio.folder / "two.txt").write_text(text + text)
    assert COLLECTION["files"](studio, {}) == ["two.txt"]
    said: Any = COLLECTION["look"](studio, {"name": "two.txt"})
    assert [one["twin"] for one in said["puzzles"]] == [None, None, 0, 1]


def test_chosen_puzzles_are_kept_as_the_command_reads_them(studio: Studio) -> None:
    said: Any = COLLECTION["look"](studio, {"text": texts("akari", "puzz.link", 3)})
    records = [one["record"] for one in said["puzzles"]]
    for some in (records[:1], records[1:]):
        COLLECTION["collect"](studio, {"name": "chosen.jsonl", "records": some})
    lines = (studio.folder / "chosen.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == records
    proved = call("filter", str(studio.folder / "chosen.jsonl"))
    assert len(proved.splitlines()) == 3


@pytest.mark.parametrize(
    "asked", [{}, {"records": []}, {"records": [7]}, {"records": "x"}, {"records": [{}]}]
)
def test_what_is_no_puzzle_is_not_kept(studio: Studio, asked: Any) -> None:
    with refused(PipelineError):
        COLLECTION["collect"](studio, {"name": "chosen.jsonl", **asked})
    assert not [*studio.folder.iterdir()]


def test_a_file_that_is_none_is_refused(studio: Studio) -> None:
    with refused(ConfigError):
        COLLECTION["look"](studio, {"name": "../x.txt"})
    with refused(PipelineError):
        COLLECTION["look"](studio, {"name": "absent.txt"})
