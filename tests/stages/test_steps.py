"""Steps of a solution: the same in words, as JSON and in the picture."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Record, record_id
from pipeline.scene import Label, Line, Rect, Role
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.render import RenderOptions
from pipeline.stages.steps import SHADES, SUFFIX, steps_scene, write_steps

CLUES = [[5, 0, 0, 0, 4], [3, 5, 4, 2, 0], [0, 0, 0, 3, 0], [0, 0, 0, 1, 0], [1, 2, 0, 0, 0]]


@pytest.fixture
def graded() -> Record:
    puzzle = {"rows": 5, "cols": 5, "rule": "free", "clues": CLUES}
    record = Record(record_id("numberlink", puzzle), "numberlink", puzzle)
    (found,) = grade_records([record])
    return found


def test_steps_lead_to_the_solution(graded: Record, tmp_path: Path) -> None:
    (again,) = write_steps([graded], tmp_path, RenderOptions(formats=("svg",)))
    assert again == graded
    stem = tmp_path / f"{graded.id}{SUFFIX}"
    told = json.loads(stem.with_name(f"{stem.name}.json").read_text())
    words = stem.with_name(f"{stem.name}.txt").read_text().splitlines()
    assert told["id"] == graded.id
    assert len(words) == len(told["steps"])
    assert [line.split(".")[0] for line in words] == [str(n + 1) for n in range(len(words))]
    assert stem.with_name(f"{stem.name}.svg").read_text().startswith("<")
    solution = graded.solution or {}
    edges = {tuple(sorted(pair)) for path in solution["paths"] for pair in pairwise(path)}
    drawn = {
        tuple(sorted(decision["cells"]))
        for step in told["steps"]
        for decision in step["decisions"]
        if decision["least"] == decision["most"] == 1
    }
    assert drawn == edges


def test_a_record_without_a_grade_passes_by(tmp_path: Path) -> None:
    puzzle = {"rows": 2, "cols": 2, "rule": "free", "clues": [[1, 2], [2, 1]]}
    record = Record(record_id("numberlink", puzzle), "numberlink", puzzle)
    assert list(write_steps([record], tmp_path, RenderOptions(formats=("svg",)))) == [record]
    assert list(tmp_path.iterdir()) == []


def test_a_kind_without_steps_is_left_out_and_told_once(graded: Record, tmp_path: Path) -> None:
    tiles = {"rows": 2, "cols": 2, "start": [[0, 1], [3, 2]], "goal": [[1, 2], [3, 0]]}
    slide = Record("1" * 16, "npuzzle", tiles, {"moves": "RD"}, grade=graded.grade)
    told: list[str] = []
    records = [slide, graded, slide]
    assert list(write_steps(records, tmp_path, RenderOptions(formats=()), told.append)) == records
    assert told == ["Sliding Puzzle (npuzzle) has no steps of a solution; its puzzles are skipped"]
    assert {path.name.split("-")[0] for path in tmp_path.iterdir()} == {graded.id}


def test_the_picture_is_denser_the_later_and_says_that_nothing_is_assumed(graded: Record) -> None:
    puzzle = read_puzzle(graded)
    kind = get_kind("numberlink")
    assert kind.deductions is not None
    steps = list(kind.deductions.explain_steps(puzzle.clues, puzzle.solution))
    scene = steps_scene(puzzle, steps, 10.0)
    plain = kind.draw(puzzle.clues, puzzle.solution, 10.0)
    added = [mark for mark in scene.marks if mark not in plain.marks]
    lines = [mark for mark in added if isinstance(mark, Line)]
    assert 0 < len(lines) <= 25 * (SHADES - 1)
    assert not [m for m in added if isinstance(m, Rect) and m.ink and m.ink.role is Role.FRAME]
    caption = " ".join(mark.text for mark in added if isinstance(mark, Label))
    assert caption.startswith(f"{len(steps)} steps")
    assert "No assumption is needed." in caption
