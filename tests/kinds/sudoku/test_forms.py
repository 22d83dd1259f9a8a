"""Sudoku's texts are posed as what they are: boxes either way, irregular regions, diagonals."""

import json
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.regions import boxes
from pipeline.kinds.sudoku.boards import BOARDS
from pipeline.model import PuzzleFormatError, Status
from pipeline.stages.collection.importer import import_records
from tests.refusals import refused

FORMS = {form.name: form for form in get_kind("sudoku").formats}
ROWS = "\n".join(["1 - - -", "- - 1 -", "- - - -", "- - - -"])
AREAS = "\n".join(["a a a b", "a c b b", "c c d b", "c d d d"])


def _read(*lines: str, rule: str | None = None) -> Board:
    return next(FORMS["janko"].read("\n".join(["begin", *lines, "end", ""]), rule)).clues


@pytest.mark.parametrize("place", ["above", "below"])
def test_areas_are_posed_as_irregular_regions(place: str) -> None:
    problem, areas = f"problem\n{ROWS}", f"areas\n{AREAS}"
    parts = (areas, problem) if place == "above" else (problem, areas)
    clues = _read("puzzle sudoku", *parts)
    assert clues.rule == "irregular"
    assert clues.regions == (0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3)


def test_boxes_lie_as_the_pattern_says_and_diagonals_are_named() -> None:
    rows = "\n".join(["1 - - - - -", *["- - - - - -"] * 5])
    upright = _read("puzzle sudoku", "patternx 2", "patterny 3", "problem", rows)
    assert (upright.rule, upright.regions) == ("boxes", boxes(6, 3, 2))
    crossed = _read("puzzle sudoku, diagonals", "problem", ROWS)
    assert (crossed.rule, crossed.regions) == ("diagonal", boxes(4, 2, 2))


@pytest.mark.parametrize(
    ("lines", "rule", "message"),
    [
        (("puzzle sudoku", "areas", AREAS, "problem", ROWS), "boxes", "use the rule"),
        (("puzzle sudoku, diagonals", "areas", AREAS, "problem", ROWS), None, "has no diagonals"),
        (("puzzle sudoku", "areas", "a a", "problem", ROWS), None, "16 words below 'areas'"),
        (
            ("puzzle sudoku", "areas", "a a a a\n" * 4, "problem", ROWS),
            None,
            "4 connected regions of 4 c",
        ),
        (("puzzle sudoku", "patternx 3", "patterny 2", "problem", ROWS), None, "boxes of 4 cells"),
    ],
)
def test_regions_that_do_not_fit_are_refused(
    lines: tuple[str, ...], rule: str | None, message: str
) -> None:
    with pytest.raises(PuzzleFormatError, match=message):
        _read(*lines, rule=rule)


def test_areas_of_a_kind_that_has_none_are_refused() -> None:
    janko = next(form for form in get_kind("nurikabe").formats if form.name == "janko")
    text = f"begin\npuzzle nurikabe\nproblem\n{ROWS}\nareas\n{AREAS}\nend\n"
    with refused(PuzzleFormatError):
        list(janko.read(text, None))


def test_objects_bring_their_areas_and_boxes(tmp_path: Path) -> None:
    rows, areas = ([line.split() for line in text.split("\n")] for text in (ROWS, AREAS))
    chaos = {"puzzle": "sudoku", "size": 4, "problem": rows, "areas": areas}
    six = [["1", *["-"] * 5], *[["-"] * 6] * 5]
    upright = {"puzzle": "sudoku", "patternx": 2, "patterny": 3, "problem": six}
    file = tmp_path / "mine.jsonl"
    lines = [json.dumps({"file": "one", "data": data}) for data in (chaos, upright)]
    file.write_text("\n".join(lines), encoding="utf-8")
    first, second = import_records(str(file))
    assert first.puzzle["rule"] == "irregular"
    assert second.puzzle["regions"][2] == [0, 0, 1, 1, 2, 2]


def _large(side: int) -> tuple[Board, Solution]:
    """Return a board of boxes with a full band of numbers left out, and its solution."""
    box = {16: 4, 25: 5}[side]
    full = [
        (box * (row % box) + row // box + col) % side + 1
        for row in range(side)
        for col in range(side)
    ]
    values = [0 if cell % 3 == 0 else number for cell, number in enumerate(full)]
    return BOARDS.make_clues(side, side, values), Solution("numbers", tuple(enumerate(full)))


@pytest.mark.parametrize("side", [16, 25])
@pytest.mark.parametrize("name", FORMS)
def test_large_boards_come_back_from_every_form(name: str, side: int) -> None:
    clues, solution = _large(side)
    text = FORMS[name].write([(clues, solution)])
    assert FORMS[name].detect(text)
    (parsed,) = FORMS[name].read(text, None)
    assert parsed.clues == clues
    assert parsed.solution == (solution if name in ("pzprv3", "janko", "f-puzzles") else None)


def test_large_boards_are_proved_graded_and_drawn() -> None:
    kind, (clues, solution) = get_kind("sudoku"), _large(16)
    budget = Budget(nodes=100_000, conflicts=100_000)
    assert kind.uniqueness is not None
    assert kind.uniqueness.prove(clues, solution, budget).status is Status.UNIQUE
    assert kind.grade(clues, solution).percentile is None
    assert len(kind.draw(clues, solution, 6.0).marks) > 256


def test_a_nought_beside_dots_on_a_large_board_is_no_empty_cell() -> None:
    with refused(PuzzleFormatError):
        list(FORMS["line"].read("." * 250 + "012345\n", None))
    assert next(FORMS["line"].read("0" * 251 + "12345\n", None)).clues.values[-1] == 5


def test_files_of_pzpr_have_one_line_of_size_as_the_program_writes_them() -> None:
    saved = "pzprv3\nsudoku\n4\n. 1 . . \n. . . 2 \n3 . . . \n. . 3 . \n"
    drawn = "2 . 4[,,,] 3 \n4 3 .[1,,2,] - \n. 4 2 1 \n1 2 . 4 \n"
    (parsed,) = FORMS["pzprv3"].read(saved + drawn, None)
    assert parsed.clues.values[:8] == (0, 1, 0, 0, 0, 0, 0, 2)
    assert parsed.solution is None  # it is not finished
    assert FORMS["pzprv3"].write([(parsed.clues, None)]).split("\n")[:4] == [
        *("pzprv3", "sudoku", "4", ". 1 . .")
    ]


@pytest.mark.parametrize("size", [8, 10, 12])
def test_boards_that_pzpr_draws_with_other_boxes_are_refused(size: int) -> None:
    clues = BOARDS.make_clues(size, size, [1, *[0] * (size * size - 1)])
    for name in ("puzz.link", "pzprv3"):
        with pytest.raises(PuzzleFormatError, match=f"a board of {size}x{size} cells"):
            FORMS[name].write([(clues, None)])
