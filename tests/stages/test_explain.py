"""Steps of a human solution, and where solutions agree and differ."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Record, canonical_json, record_id
from pipeline.scene import Label, Line, Rect, Role
from pipeline.stages.explain import (
    SHADES,
    STEPS_SUFFIX,
    explain_records,
    steps_scene,
    write_explanations,
    write_steps,
)
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import StepLimits, read_puzzle
from pipeline.stages.render import RenderOptions
from tests.naive.numberlink_boards import FOUR_BY_FOUR, SAMPLES, read_grid
from tests.refusals import refused

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
    notes = [(one.to_json()["status"], one.sentence()) for one in found]
    assert notes == [
        ("multiple", "Several solutions. Hatched: 15 of 16 cells, in which they differ."),
        ("unique", "One solution: every cell is certain."),
        ("unsolvable", "No solution."),
        ("undecided", "No solution was found within the budget."),
    ]
    patches = [sum(isinstance(m, Rect) for m in one.scene(10.0).marks) for one in found]
    assert patches == [15, 0, 0, 0]


def test_a_rule_poses_the_puzzle_again() -> None:
    (found,) = explain_records([read_puzzle(AMBIGUOUS, "no-uturn").record], LIMITS)
    assert found.to_json()["status"] == "unsolvable"
    assert found.to_json()["puzzle"]["rule"] == "no-uturn"


def test_lines_of_json_and_pictures_are_written(tmp_path: Path) -> None:
    look = RenderOptions(formats=("png", "svg"), cell_px=20)
    output = tmp_path / "out.jsonl"
    tally = write_explanations([AMBIGUOUS, UNIQUE], str(output), tmp_path / "pictures", look)
    notes = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["id"] for line in notes] == [AMBIGUOUS.id, UNIQUE.id]
    assert [len(line["solutions"]) for line in notes] == [2, 1]
    assert all(canonical_json(line) in output.read_text() for line in notes)
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    expected = [f"{r.id}-ambiguity.{name}" for r in (AMBIGUOUS, UNIQUE) for name in ("png", "svg")]
    assert names == sorted(expected)
    assert tally.sentence() == "explain: 1 multiple, 1 unique; solutions differ in 15 cells"
    assert tally.undecided == 0


def test_what_cannot_be_drawn_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with refused(ConfigError):
        write_explanations(
            [UNIQUE], str(tmp_path / "out"), tmp_path / "p", RenderOptions(formats=("bmp",))
        )
    assert list(tmp_path.iterdir()) == []


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
    stem = tmp_path / f"{graded.id}{STEPS_SUFFIX}"
    notes = json.loads(stem.with_name(f"{stem.name}.json").read_text())
    words = stem.with_name(f"{stem.name}.txt").read_text().splitlines()
    assert notes["id"] == graded.id
    assert len(words) == len(notes["steps"])
    assert [line.split(".")[0] for line in words] == [str(n + 1) for n in range(len(words))]
    assert stem.with_name(f"{stem.name}.svg").read_text().startswith("<")
    solution = graded.solution or {}
    edges = {tuple(sorted(pair)) for path in solution["paths"] for pair in pairwise(path)}
    drawn = {
        tuple(sorted(decision["cells"]))
        for step in notes["steps"]
        for decision in step["decisions"]
        if decision["least"] == decision["most"] == 1
    }
    assert drawn == edges


def test_a_record_without_a_grade_passes_by(tmp_path: Path) -> None:
    puzzle = {"rows": 2, "cols": 2, "rule": "free", "clues": [[1, 2], [2, 1]]}
    record = Record(record_id("numberlink", puzzle), "numberlink", puzzle)
    assert list(write_steps([record], tmp_path, RenderOptions(formats=("svg",)))) == [record]
    assert list(tmp_path.iterdir()) == []


def test_a_kind_without_steps_is_left_out_and_reported_once(graded: Record, tmp_path: Path) -> None:
    tiles = {"rows": 2, "cols": 2, "start": [[0, 1], [3, 2]], "goal": [[1, 2], [3, 0]]}
    slide = Record("1" * 16, "npuzzle", tiles, {"moves": "RD"}, grade=graded.grade)
    notes: list[str] = []
    records = [slide, graded, slide]
    assert list(write_steps(records, tmp_path, RenderOptions(formats=()), notes.append)) == records
    assert notes == ["Sliding Puzzle (npuzzle) has no steps of a solution; its puzzles are skipped"]
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
