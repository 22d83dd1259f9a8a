"""Pips: boards against all ways to lay their dominoes, and its text forms."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.params import Params
from pipeline.model import PuzzleFormatError, Status
from pipeline.scene import Align, Label
from tests.kinds.kit.looks.test_drawing import box_of_label
from tests.kinds.test_read_board import printed
from tests.known import the

KIND = get_kind("pips")
BUDGET = Budget(10**6, 10**6)
CONDITIONS = {
    "=": lambda numbers, _: len({*numbers}) == 1,
    "≠": lambda numbers, _: len({*numbers}) == len(numbers),
    "<": lambda numbers, total: sum(numbers) < total,
    ">": lambda numbers, total: sum(numbers) > total,
    "": lambda numbers, total: sum(numbers) == total,
}


def tilings(free: frozenset[int], cols: int) -> Iterator[list[tuple[int, int]]]:
    """Yield each way to pair cells with a neighbour."""
    if not free:
        yield []
        return
    first = min(free)
    for other in ([first + 1] if (first + 1) % cols else []) + [first + cols]:
        if other in free:
            for rest in tilings(free - {first, other}, cols):
                yield [(first, other), *rest]


def answers(puzzle: Any) -> set[tuple[tuple[int, ...], ...]]:
    """Return the items of each answer, by trying all."""
    cells = [k for k, one in enumerate(x for row in puzzle["clues"] for x in row) if not one]
    found = set()
    for pairs in tilings(frozenset(cells), puzzle["cols"]):
        for order in {*permutations(map(tuple, puzzle["dominoes"]))}:
            for turns in product((1, -1), repeat=len(pairs)):
                numbers = {
                    cell: half
                    for pair, domino, turn in zip(pairs, order, turns, strict=True)
                    for cell, half in zip(pair, domino[::turn], strict=True)
                }
                if all(
                    CONDITIONS[cage.get("sign", "")](
                        [numbers[cell] for cell in cage["cells"]], cage.get("total")
                    )
                    for cage in puzzle["cages"]
                ):
                    items = [*numbers.items(), *((a, b, 1) for a, b in pairs)]
                    found.add(tuple(sorted(items)))
    return found


def changed(board: Board, random: Random) -> Any:
    """Return a puzzle with some conditions weakened or taken away."""
    puzzle: Any = json.loads(json.dumps(KIND.encode(board)))
    for cage in [*puzzle["cages"]]:
        way = random.choice(["keep", "keep", "drop", "<", ">", "≠", "="])
        if way == "drop":
            puzzle["cages"].remove(cage)
        elif way in "<>" and "total" in cage:
            cage["sign"] = way
        elif way in "≠=" and len(cage["cells"]) > 1:
            cage.pop("total", None)
            cage["sign"] = way
    return puzzle


@pytest.mark.parametrize("seed", range(3))
def test_boards_have_the_answers_that_trying_all_finds(seed: int) -> None:
    made = KIND.generate(Params(3, 4), seed)
    assert made.clues is not None
    assert made.solution is not None
    random, sizes = Random(seed), Counter[int]()
    assert answers(KIND.encode(made.clues)) == {made.solution.items}
    for _ in range(4):
        puzzle = changed(made.clues, random)
        board = KIND.decode(puzzle)
        right = answers(puzzle)
        sizes[min(len(right), 2)] += 1
        for solver in ("search", "auto"):
            found = KIND.solve(board, 400, BUDGET, solver)
            assert {one.items for one in found.solutions} <= right
            assert len(found.solutions) == min(len(right), 400)
        for items in [*right][:3]:
            assert not KIND.check(board, Solution("numbers+strokes", items, board.grid))
    assert len(sizes) > 1 or sizes[2]


def test_two_ways_to_lay_equal_numbers_are_two_answers() -> None:
    """With 1 in two cells that touch at a corner, the same numbers are two pairs of dominoes."""
    puzzle = {
        "rows": 2, "cols": 2, "clues": [[0, 0], [0, 0]],
        "cages": [{"cells": [k], "total": n} for k, n in enumerate((0, 1, 1, 2))],
        "dominoes": [[0, 1], [1, 2]],
    }  # fmt: skip
    board = KIND.decode(puzzle)
    assert KIND.uniqueness is not None
    assert KIND.uniqueness.prove(board, None, BUDGET).status is Status.MULTIPLE
    assert len(answers(puzzle)) == 2


DAY = {
    "printDate": "2026-01-02", "editor": "E. D.",
    "easy": {
        "id": 1, "constructors": "A. B.", "dominoes": [[2, 0], [1, 5]],
        "regions": [
            {"indices": [[0, 0], [0, 1]], "type": "sum", "target": 3},
            {"indices": [[0, 2]], "type": "greater", "target": 4},
            {"indices": [[1, 0]], "type": "empty"},
        ],
        "solution": [[[0, 0], [1, 0]], [[0, 1], [0, 2]]],
    },
    "hard": {
        "id": 2, "dominoes": [[3, 3]],
        "regions": [{"indices": [[0, 0], [1, 0]], "type": "equals"}],
    },
}  # fmt: skip


def form(name: str) -> Any:
    return next(one for one in KIND.formats if one.name == name)


@pytest.mark.parametrize("cell_mm", [4.0, 4.8, 5.2, 7.0])
def test_the_frame_of_a_board_is_read_as_no_domino(cell_mm: float) -> None:
    """Opposite corners of the frame are as far from each other as the ends of a diagonal."""
    kind = get_kind("pips")
    made = (kind.generate(kind.presets["usual"], seed) for seed in range(12))
    for one in made:
        if one.clues is not None:
            (page,) = printed([kind.draw(one.clues, one.solution, cell_mm).moved(5.0, 5.0)])
            (found,) = the(kind.read_board)(page.upright, None)
            assert (found.clues, found.solution, found.fault) == (one.clues, one.solution, "")


def test_numbers_are_near_the_middle_of_their_dominoes_and_clear_of_totals() -> None:
    made = KIND.generate(KIND.presets["usual"], 1)
    assert made.clues is not None
    labels = [m for m in KIND.draw(made.clues, made.solution, 5.2).marks if isinstance(m, Label)]
    totals = [box_of_label(one) for one in labels if one.align is Align.LEFT]
    numbers = [one for one in labels if one.align is Align.CENTRE]
    assert totals
    for left, top, right, bottom in totals:
        for other in map(box_of_label, numbers):
            assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
    (middle,) = {round((one.position[1] - one.position[0]) % 5.2, 3) for one in numbers[:20]}
    assert min(middle, 5.2 - middle) < 0.05 * 5.2


def test_the_file_of_a_day_has_several_puzzles() -> None:
    easy, hard = form("nyt").read(json.dumps(DAY), None)
    assert KIND.encode(easy.clues) == {
        "rows": 2, "cols": 3, "clues": [[0, 0, 0], [0, 1, 1]], "dominoes": [[0, 2], [1, 5]],
        "cages": [{"cells": [0, 1], "total": 3}, {"cells": [2], "total": 4, "sign": ">"}],
    }  # fmt: skip
    assert not KIND.check(easy.clues, easy.solution)
    assert KIND.encode(hard.clues)["cages"] == [{"cells": [0, 1], "sign": "="}]
    assert hard.solution is None
    text = form("nyt").write([(easy.clues, easy.solution), (hard.clues, None)])
    again = [*form("nyt").read(text, None)]
    assert [(one.clues, one.solution) for one in again] == [
        (easy.clues, easy.solution), (hard.clues, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "what"),
    [({"dominoes": [[2, 0]]}, "half as many dominoes"), ({"dominoes": [[2, 9], [1, 5]]}, "0 to 6"),
     ({"regions": [{"indices": [[0, 0]], "type": "odd"}]}, "odd"),
     ({"regions": [{"indices": [[0, 0], [0, 0]], "type": "sum", "target": 1}]}, "common"),
     ({"regions": [{"indices": "x", "type": "sum"}]}, "expected")],
)  # fmt: skip
def test_other_files_are_refused(change: dict[str, Any], what: str) -> None:
    data = {"easy": {**DAY["easy"], **change}}  # type: ignore[dict-item]
    with pytest.raises(PuzzleFormatError, match=what):
        [*form("nyt").read(json.dumps(data), None)]


def test_a_table_has_names_conditions_and_dominoes() -> None:
    text = "A A B\n. - -\nA 3\nB >4\n0-2 1-5\n"
    (one,) = form("dominoes").read(text, None)
    assert KIND.encode(one.clues)["cages"][1] == {"cells": [2], "total": 4, "sign": ">"}
    assert form("dominoes").write([(one.clues, None)]) == text
    for wrong, what in (
        ("A A\nA 3\nB 4\n0-3", "'B'"), ("A A B\nA 3\n0-3", "'B'"), ("A A\nA 3\n0-3 1-2", "half"),
        ("A A\nA 3\nA B C\n0-3", "line"),
    ):  # fmt: skip
        with pytest.raises(PuzzleFormatError, match=what):
            [*form("dominoes").read(wrong, None)]
