"""A nonogram from a picture of the user's."""

from pathlib import Path

import pytest
from PIL import Image

from pipeline.config.params import read_params
from pipeline.kinds import get_kind
from pipeline.model import ConfigError
from pipeline.stages.generate import GeneratorOrder, generate_records
from tests.known import the

CHEQUERED = "\n".join("#.#.#.#.#.#"[k % 2 :][:10] for k in range(10))


def test_a_picture_with_one_solution_is_kept(tmp_path: Path) -> None:
    picture = Image.new("1", (90, 90), 1)
    picture.paste(0, (10, 10, 80, 40))
    picture.paste(0, (30, 40, 60, 80))
    picture.save(tmp_path / "logo.png")
    kind = get_kind("nonogram")
    params = read_params(kind, 7, 7, None, {"picture": "logo.png"}, tmp_path)
    (record,) = generate_records([(GeneratorOrder("nonogram", params, 1), 0)])
    assert record is not None
    assert record.puzzle["top"] == [[3], [3], [7], [7], [7], [3], [3]]
    assert record.origin["changed_cells"] == 0


def test_cells_are_changed_until_single_lines_solve_it_and_counted(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(CHEQUERED)
    kind = get_kind("nonogram")
    params = read_params(kind, 10, 10, None, {"picture": "board.txt"}, tmp_path)
    made = kind.generate(params, 1)
    filled = {cell for (cell,) in the(made.solution).items}
    wanted = {k for k, sign in enumerate(CHEQUERED.replace("\n", "")) if sign == "#"}
    assert made.notes == {"changed_cells": len(filled ^ wanted)}
    assert 0 < len(filled ^ wanted) < 40
    assert the(kind.uniqueness).prove(made.clues, made.solution, kind.budget).status == "unique"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("##\n#", "picture=own.txt: expected 9 rows of 9 signs"),
        ("##x", "picture=own.txt: expected # for a filled cell"),
        ("...\n...", "picture=own.txt: expected a picture with filled cells"),
    ],
)
def test_a_wrong_picture_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "own.txt").write_text(text)
    with pytest.raises(ConfigError, match=expected):
        read_params(get_kind("nonogram"), 9, 9, None, {"picture": "own.txt"}, tmp_path)
