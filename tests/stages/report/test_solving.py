"""One puzzle in steps: a picture and a sentence to each, the last with the whole solution."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.kit.deduction import Step
from pipeline.model import ConfigError, Record, record_id
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.report.pictures import Figures
from pipeline.stages.report.report import _step_parts, write_solving


def graded(kind_id: str, seed: int = 1) -> Record:
    kind = get_kind(kind_id)
    made = kind.generate(kind.parse_params(6, 6, None, {}), seed)
    puzzle = kind.encode(made.clues)
    solution = kind.encode_solution(made.solution)
    (record,) = grade_records([Record(record_id(kind_id, puzzle), kind_id, puzzle, solution)])
    return record


@pytest.mark.parametrize("kind_id", ["numberlink", "hashi", "slitherlink", "hitori"])
def test_each_step_has_a_picture_and_the_last_shows_the_solution(
    kind_id: str, tmp_path: Path
) -> None:
    record = graded(kind_id)
    puzzle = read_puzzle(record)
    assert puzzle.kind.deductions is not None
    steps = list(puzzle.kind.deductions.explain_steps(puzzle.clues, puzzle.solution))
    first, drawn, _ = [part for part in _step_parts(puzzle) if isinstance(part, Figures)]
    assert len(drawn.figures) == len(steps) > 1
    assert [one.caption.split(".")[0] for one in drawn.figures] == [
        str(number + 1) for number in range(len(steps))
    ]
    whole = Step("", tuple(one for step in steps for one in step.decisions))
    cell_mm = first.figures[0].scene.width_mm / 7
    draw_step = puzzle.kind.deductions.draw_step
    last = draw_step(puzzle.clues, puzzle.solution, whole, cell_mm)
    assert last == puzzle.kind.draw(puzzle.clues, puzzle.solution, cell_mm)
    assert all(one.scene != drawn.figures[-1].scene for one in drawn.figures[:-1])
    page = write_solving([record], record.id[:9], tmp_path)
    text = page.read_text("utf-8")
    assert text.count("<svg ") == len(steps) + 2
    assert "http" not in text.replace("http://www.w3.org", "")
    assert f"{len(steps)}. {steps[-1].level}:" in text
    assert write_solving([record], record.id, tmp_path).read_text("utf-8") == text


def test_what_names_no_puzzle_or_has_no_steps_is_told(tmp_path: Path) -> None:
    one, other = graded("hashi", 1), graded("hashi", 2)
    with pytest.raises(ConfigError, match="found none"):
        write_solving([one, other], "xyz", tmp_path)
    with pytest.raises(ConfigError, match="found 2"):
        write_solving([one, other], "", tmp_path)
    with pytest.raises(ConfigError, match="puzzlepress filter"):
        write_solving([one.with_(solution=None)], one.id, tmp_path)
    tiles = {"rows": 2, "cols": 2, "start": [[0, 1], [3, 2]], "goal": [[1, 2], [3, 0]]}
    with pytest.raises(ConfigError, match="steps"):
        write_solving([Record("1" * 16, "npuzzle", tiles, {"moves": "RD"})], "1", tmp_path)
