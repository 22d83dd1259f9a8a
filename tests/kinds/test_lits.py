"""LITS: boards that are made, all answers of a board, and texts of sites."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.engine.search import keep_refuted
from pipeline.kinds.lits.kind import SHAPES, SIZE
from pipeline.model import PuzzleFormatError
from pipeline.stages.collection.importer import import_records
from pipeline.stages.puzzle import read_puzzle
from tests.known import the
from tests.naive.lits import answers, letter_of
from tests.refusals import refused
from tests.slices import share

KIND = get_kind("lits")
BOARD = ("aabbb", "aabbc", "aadbc", "dadbc", "dddcc")


def rows_of(board: Board) -> list[str]:
    signs = [chr(97 + region) for region in board.regions]
    return ["".join(signs[at : at + board.cols]) for at in range(0, len(signs), board.cols)]


def board_of(rows: tuple[str, ...]) -> Board:
    regions = renumbered("".join(rows))
    return Board(len(rows), len(rows[0]), (0,) * len(regions), regions=regions)


def count_answers(board: Board) -> int:
    return len([*islice(answers(rows_of(board)), 2)])


@pytest.mark.sliced
@pytest.mark.parametrize("hardest", ["global", "trial"])
def test_a_board_has_one_answer_and_needs_no_harder_level(hardest: str) -> None:
    for seed in range(share(24)):
        size = 5 + seed % 3
        made = KIND.generate(KIND.parse_params(size, size, None, {"hardest": hardest}), seed)
        found = [*answers(rows_of(the(made.clues)))]
        assert [sorted(y * size + x for y, x in one) for one in found] == [
            [cell for (cell,) in the(made.solution).items]
        ]
        grade = KIND.grade(made.clues, made.solution)
        assert grade.extra["hardest"] in ("global", "overlap", "set", hardest)


@pytest.mark.sliced
def test_a_board_has_as_many_answers_as_are_found_by_trying_all() -> None:
    rng, met = random.Random(4), set[int]()
    for seed in range(share(60)):
        state, grid = new_state(seed), Grid(5, 4 + seed % 2)
        made = the(KIND.generate(KIND.parse_params(5, 5, None, {}), seed).clues)
        seeds = [[cell] for cell in rng.sample(range(grid.rows * grid.cols), 3)]
        grown = making.grow_regions(grid, seeds, state)
        board = made if seed % 3 == 0 else Board(
            grid.rows, grid.cols, (0,) * len(grown), regions=renumbered(grown)
        )  # fmt: skip
        if seed % 3 == 1:  # one cell of a board with one answer in another region
            moved = making.move_cell(made.grid, made.regions, {*made.grid.cells}, state)
            assert moved is not None
            board = Board(5, 5, (0,) * 25, regions=renumbered(moved))
        if min(map(len, board.areas)) < SIZE:
            continue
        count = count_answers(board)
        status = the(KIND.uniqueness).prove(board, None, KIND.budget).status
        assert status == ("unsolvable", "unique", "multiple")[count]
        met.add(count)
    assert met == {0, 1, 2}


def test_random_pieces_keep_the_rules_with_pieces_that_are_kept() -> None:
    for seed in range(20):
        board, state = Board(7, 6, (0,) * 42), new_state(seed)
        pieces = making.random_pieces(SHAPES, board, state)
        assert pieces is not None
        assert len(pieces) > 4
        again = making.random_pieces(SHAPES, board, state, pieces[2:])
        for some in (pieces, again or pieces):
            assert {*pieces[2:]} <= {*some}
            found = [frozenset(divmod(cell, 6) for cell in piece) for piece in some]
            assert None not in map(letter_of, found)
            names = {cell: k for k, piece in enumerate(some) for cell in piece}
            rows = ["".join(chr(65 + names[row * 6 + col]) if row * 6 + col in names else "."
                            for col in range(6)) for row in range(7)]  # fmt: skip
            assert frozenset().union(*found) in {*answers(rows, outside=".")}


def test_literals_are_refuted_together_or_kept_out_in_their_order() -> None:
    board = board_of(BOARD)
    model = KIND.declared.declare(board)
    (answer,) = answers(BOARD)
    white = [cell + 1 for cell in range(25) if divmod(cell, 5) not in answer]
    assert keep_refuted(model, white, "global") == white
    shaded = next(cell + 1 for cell in range(25) if divmod(cell, 5) in answer)
    assert keep_refuted(model, [shaded, *white], "trial") == white


def test_an_answer_of_janko_may_name_letters(tmp_path: Path) -> None:
    (answer,) = answers(BOARD)
    letters = [["I" if (y, x) in answer else "-" for x in range(5)] for y in range(5)]
    areas = "\n".join(" ".join(row) for row in BOARD)
    drawn = "\n".join(" ".join(row) for row in letters)
    text = f"begin\npuzzle lits\nsize 5\nareas\n{areas}\nsolution\n{drawn}\nend\n"
    data = {"puzzle": "lits", "size": 5, "areas": [[*row] for row in BOARD], "solution": letters}
    for name, content in (("a.txt", text), ("b.json", json.dumps(data))):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        (record,) = import_records(str(path), None)
        puzzle = read_puzzle(record)
        assert puzzle.kind is KIND
        assert puzzle.clues == board_of(BOARD)
        published = KIND.decode_solution(puzzle.clues, record.origin["published"])
        assert not KIND.check(puzzle.clues, published)


def test_regions_of_three_cells_are_refused() -> None:
    puzzle = {"rows": 2, "cols": 4, "clues": [[0] * 4] * 2, "regions": [[0, 0, 0, 1], [1] * 4]}
    with refused(PuzzleFormatError):
        KIND.decode(puzzle)


@pytest.mark.parametrize(
    ("cells", "codes"),
    [
        ((0, 1, 2, 3), set()),
        ((0, 1, 4, 5), {"square"}),
        ((0, 1, 2), {"wrong-region"}),
        ((0, 1, 3, 7), {"no-tetromino", "parted"}),
    ],
)
def test_a_single_region_has_one_letter(cells: tuple[int, ...], codes: set[str]) -> None:
    board = board_of(("aaaa", "aaaa"))
    answer = Solution("cells", tuple((cell,) for cell in cells))
    assert {one.code for one in KIND.check(board, answer)} == codes
