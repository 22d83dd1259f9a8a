"""Tapa: all answers of small boards, runs around a cell, and texts of sites."""

from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words.runs.rule import ring_automaton
from pipeline.kinds.tapa.kind import CLUES, EMPTY
from pipeline.model import PuzzleFormatError
from pipeline.stages.collection.importer import import_records
from pipeline.stages.puzzle import read_puzzle
from tests.kinds.forms_page import write
from tests.known import the
from tests.naive.tapa import answers, is_met, runs_around
from tests.refusals import refused
from tests.slices import share

KIND = get_kind("tapa")


def board_of(rows: list[list[str]]) -> Board:
    clues = [
        [int("".join(sorted(word.replace("?", "9")))) if word else EMPTY for word in row]
        for row in rows
    ]
    return KIND.decode({"rows": len(rows), "cols": len(rows[0]), "clues": clues})


def words_of(board: Board) -> list[list[str]]:
    words = ["" if clue == EMPTY else str(clue).replace("9", "?") for clue in board.values]
    return [words[at : at + board.cols] for at in range(0, len(words), board.cols)]


def shaded_by(solution: Solution, cols: int) -> list[tuple[int, int]]:
    return sorted(divmod(cell, cols) for (cell,) in solution.items)


@pytest.mark.parametrize(
    "rows",
    [
        [["", "3", ""], ["", "", ""], ["1", "", ""]], [["", "", "", ""], ["", "5", "", ""]],
        [["", "11", ""]], [["", "1", ""]], [["", "?", "", "2", ""]], [["", "?", ""]], [["0", ""]],
        [["", "", ""], ["", "1111", ""], ["", "", ""]], [["", "", ""], ["", "8", ""], ["", "", ""]],
        [["", "", ""], ["", "33", ""], ["", "", ""]], [["", "", ""], ["", "1?", ""], ["", "", ""]],
        [["", "", "3"], ["", "13", ""], ["", "", ""]], [["2", "", ""], ["", "7", ""], ["", "", ""]],
        [["", "0", "", ""], ["", "", "", "2"], ["", "2", "", ""]], [["4", ""], ["", ""]],
        [["", "", "", ""], ["", "24", "", "2"], ["", "", "", ""]],
    ],
)  # fmt: skip
def test_all_answers_of_small_boards_are_found(rows: list[list[str]]) -> None:
    board, every = board_of(rows), sorted(map(sorted, answers(rows)))
    found = KIND.solve(board, 3000, KIND.budget, "auto").solutions
    assert sorted(shaded_by(one, board.cols) for one in found) == every
    assert not any(fault for one in found for fault in KIND.check(board, one))
    status = {0: "unsolvable", 1: "unique"}.get(len(every), "multiple")
    assert the(KIND.uniqueness).prove(board, None, KIND.budget).status == status


@pytest.mark.sliced
def test_made_boards_have_one_answer_and_need_no_harder_level() -> None:
    for seed in range(share(24)):
        hardest = ("global", "trial")[seed % 2]
        params = KIND.parse_params(4, 4 + seed % 2, None, {"hardest": hardest})
        made = KIND.generate(params, seed)
        board = the(made.clues)
        found = [sorted(one) for one in answers(words_of(board))]
        assert found == [shaded_by(the(made.solution), board.cols)]
        grade = KIND.grade(board, made.solution)
        assert grade.extra["hardest"] in ("single", "global", "overlap", "set", hardest)


@pytest.mark.sliced
def test_changed_boards_have_as_many_answers_as_are_found_by_trying_all() -> None:
    rng, met = Random(6), set[int]()
    for seed in range(share(40)):
        made = the(KIND.generate(KIND.parse_params(4, 4, None, {}), seed).clues)
        values = [*made.values]
        cell = rng.choice([k for k, clue in enumerate(values) if clue != EMPTY])
        values[cell] = rng.choice([EMPTY, *CLUES])
        board = Board(4, 4, tuple(values))
        count = min(2, len([*answers(words_of(board))]))
        status = the(KIND.uniqueness).prove(board, None, KIND.budget).status
        assert status == ("unsolvable", "unique", "multiple")[count]
        met.add(count)
    assert met == {0, 1, 2}


@pytest.mark.parametrize(("rows", "cols", "cell"), [
    (3, 3, 4), (3, 3, 0), (3, 3, 1), (2, 3, 4), (1, 3, 1), (3, 1, 1), (2, 2, 3), (1, 2, 0),
    (4, 2, 3),
])  # fmt: skip
def test_the_automaton_accepts_the_runs_of_a_clue(rows: int, cols: int, cell: int) -> None:
    ring = Grid(rows, cols).ring(cell)
    cells = [one for part in ring for one in part]
    assert sorted(cells) == [one for one in Grid(rows, cols).around(cell) if one != cell]
    for clue in CLUES:
        word = str(clue).replace("9", "?")
        runs = tuple(None if one == "?" else int(one) for one in word if clue)
        arcs = ring_automaton(tuple(map(len, ring)), runs).arcs
        for way in product((0, 1), repeat=len(cells)):
            state: int | None = 0
            for bit, layer in zip(way, arcs, strict=True):
                state = next((b for a, option, b in layer if (a, option) == (state, bit)), None)
            shaded = frozenset(
                divmod(one, cols) for one, bit in zip(cells, way, strict=True) if bit
            )
            wanted = is_met(word, runs_around(divmod(cell, cols), shaded))
            assert (state is not None) == wanted, (clue, way)


ADDRESS = "https://puzz.link/p?tapa/5/5/3n5hchhajn2"
FILE = "pzprv3\ntapa\n5\n5\n3 # # # #\n# # . # 5\n# + 3,1,1 # #\n3,1 # + # +\n# # # # 2\n"
JANKO = (
    "begin\npuzzle tapa\nproblem\n3 - - - -\n- - - - 5\n- - {} - -\n{} - - - -\n- - - - 2\n"
    "solution\n"
    "- x x x x\nx x - x -\nx - - x x\n- x - x -\nx x x x -\nend\n"
)
BOARD = [["3", *[""] * 4], [*[""] * 4, "5"], ["", "", "113", "", ""], ["13", *[""] * 4],
         [*[""] * 4, "2"]]  # fmt: skip


def read(text: str, path: Path) -> tuple[Board, Solution | None]:
    path.write_text(text, encoding="utf-8")
    (record,) = import_records(str(path), None)
    puzzle = read_puzzle(record)
    assert puzzle.kind is KIND
    board = puzzle.clues
    published = record.origin.get("published")
    answer = KIND.decode_solution(board, published) if published else None
    assert answer is None or not KIND.check(board, answer)
    return board, answer


@pytest.mark.parametrize(
    "text",
    [
        FILE, ADDRESS, JANKO.format("311", "31"), JANKO.format("1,3,1", "1,3"),
        JANKO.format("1/1/3", "3/1"), JANKO.format("1-1-3", "1-3"),
    ],
)  # fmt: skip
def test_texts_of_sites_are_one_board(text: str, tmp_path: Path) -> None:
    board, answer = read(text, tmp_path / "a.txt")
    assert board == board_of(BOARD)
    assert (answer is None) == (text == ADDRESS)


@pytest.mark.parametrize("form", ["puzz.link", "pzprv3", "janko", "table", "penpa"])
def test_every_clue_is_written_and_read(form: str, tmp_path: Path) -> None:
    values = [EMPTY] * 64
    for at, clue in enumerate(CLUES):
        values[at + at // 3] = clue
    board = Board(8, 8, tuple(values))
    path = tmp_path / "a.txt"
    path.write_text(write(KIND, form, board, None), encoding="utf-8")
    (record,) = import_records(str(path), f"tapa/{form}")
    assert read_puzzle(record).clues == board


@pytest.mark.parametrize("clue", [113, 122, 99, 19, 1119])
def test_numbers_have_any_order(clue: int, tmp_path: Path) -> None:
    for digits in permutations(str(clue)):
        word = "".join(digits).replace("9", "?")
        path = tmp_path / "a.txt"
        path.write_text(f"{word} - -\n- - -\n", encoding="utf-8")
        (record,) = import_records(str(path), "tapa/table")
        assert read_puzzle(record).clues.values[0] == clue


@pytest.mark.parametrize("word", ["9", "10", "35", "1112", "11111", "1,,3", "01"])
def test_what_is_no_clue_is_refused(word: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{word} - -\n- - -\n", encoding="utf-8")
    with refused(PuzzleFormatError):
        [*import_records(str(path), "tapa/table")]


@pytest.mark.parametrize("body", ["3n5hchhajn2a", "3n5hchhajn", "3n5hchhdzn2", "3n5hchha!n2"])
def test_an_address_that_is_damaged_is_refused(body: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"https://puzz.link/p?tapa/5/5/{body}\n", encoding="utf-8")
    with pytest.raises(PuzzleFormatError):
        [*import_records(str(path))]


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ("? - - 7\n- - - -\n- - - -\n2 - - -\n", "nurikabe"), ("1? - -\n- - 12\n- - -\n", "tapa"),
        ("- - - -\n- 112 - -\n2 - - -\n", "tapa"), ("# puzzle: tapa\n2 - -\n- - 12\n", "tapa"),
    ],
)  # fmt: skip
def test_a_table_without_a_name_is_tapa_by_its_clues_alone(
    rows: str, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(rows, encoding="utf-8")
    (record,) = import_records(str(path))
    assert read_puzzle(record).kind.id == kind


def test_an_address_of_penpa_names_the_game(tmp_path: Path) -> None:
    board = board_of([["2", "", ""], ["", "7", ""], ["", "", "12"]])
    path = tmp_path / "a.txt"
    path.write_text(write(KIND, "penpa", board, None), encoding="utf-8")
    (record,) = import_records(str(path))
    assert read_puzzle(record).clues == board
