"""Areas, chains, fleets and pieces: clauses, deductions and player, against all answers."""

from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.engine.arrays import compile_model, new_state
from pipeline.kinds.kit.engine.encode import complete, encode
from pipeline.kinds.kit.engine.kernels.board import GLOBALS
from pipeline.kinds.kit.engine.kernels.search import run_trials
from pipeline.kinds.kit.engine.lazy import find_lazy_clauses, is_lazy_clause
from pipeline.kinds.kit.words.areas.rule import Areas
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.kit.words.fleet.rule import Fleet
from pipeline.kinds.kit.words.model import Model as PageModel
from pipeline.kinds.kit.words.pieces.rule import Shape
from pipeline.kinds.lits.kind import SHAPES as LITS
from pipeline.solvers.sat import SatSolver
from tests.naive.models import is_solution
from tests.web.test_constraints import look

Values = tuple[int, ...]
"""Literals of all variables, with their signs."""

MODES = {"both": (True, False), "limit": (True,), "growth": (False,)}
SIZES = [(2, 3, 3), (2, 2, 4), (3, 3, 3), (1, 5, 3)]
FLEETS = [(3, 3, (2, 1)), (2, 4, (1, 1)), (3, 3, (1, 0, 1)), (1, 6, (1, 1)), (3, 3, (3,))]


def areas(rows: int, cols: int, most: int, modes: tuple[bool, ...]) -> tuple[Model, list[Values]]:
    model = Model(Grid(rows, cols))
    numbers = model.numbers(range(1, most + 1), "cell")
    cells = range(rows * cols)
    literals = tuple(tuple(numbers[cell, k + 1] for k in range(most)) for cell in cells)
    for is_limit in modes:
        model.add(Areas("area", literals, cols, is_limit))
    ways = product(range(1, most + 1), repeat=rows * cols)
    values = ([way[cell] == k + 1 for cell in cells for k in range(most)] for way in ways)
    return model, [signed(one) for one in values if is_solution(model, one)]


def fleet(
    rows: int, cols: int, ships: tuple[int, ...], lengths: list[int]
) -> tuple[Model, list[Values]]:
    model = Model(Grid(rows, cols))
    nodes = tuple(model.cells().values())
    for length in lengths:
        model.add(Fleet("fleet", nodes, cols, ships, length))
    ways = product((False, True), repeat=rows * cols)
    return model, [signed(one) for one in ways if is_solution(model, one)]


def chain(rows: int, cols: int, has_corners: bool) -> tuple[Model, list[Values]]:
    model = Model(Grid(rows, cols))
    cells = range(rows * cols)
    numbers = model.numbers([k + 1 for k in cells], "cell")
    for k in cells:
        model.count([numbers[cell, k + 1] for cell in cells], (1,), "number", about=cells)
    literals = tuple(tuple(numbers[cell, k + 1] for k in cells) for cell in cells)
    model.add(Consecutive("next", literals, cols, has_corners))
    values = ([way[cell] == k for cell in cells for k in cells] for way in permutations(cells))
    return model, [signed(one) for one in values if is_solution(model, one)]


def pieces(cols: int, regions: str, shapes: tuple[Shape, ...]) -> tuple[Model, list[Values]]:
    rows = len(regions) // cols
    board = Board(rows, cols, (0,) * len(regions), regions=renumbered(regions))
    model = Model(Grid(rows, cols))
    groups = [area for area in board.areas if regions[area[0]] != "."]
    words = PageModel(board, Boards(family="cells", has_regions=True), model)
    outside = [words.cells()[cell] for cell, sign in enumerate(regions) if sign == "."]
    for variable in outside:
        model.clause([-variable], "outside", about=())
    words.pieces(groups, shapes, "piece", "equal", "block")
    ways = product((False, True), repeat=len(regions))
    return model, [signed(one) for one in ways if is_solution(model, one)]


def signed(values: Any) -> Values:
    return tuple(k if value else -k for k, value in enumerate(values, 1))


DOMINO: tuple[Shape, ...] = (((0, 0), (0, 1)),)
THREES: tuple[Shape, ...] = (((0, 0), (0, 1), (0, 2)), ((0, 1), (0, 0), (1, 0)))
BOARDS = [
    (4, "aabbaabbccbb", DOMINO), (5, "aa.bbaa.bb", DOMINO), (4, "aaabaaabcc.b", THREES),
    (6, "aaabbbaaabbb", THREES), (4, "aaaa.abbcccc", THREES), (5, "aaabbaa.bb", THREES),
    (4, "aaaaabbbabbb", LITS), (6, "aaabbbaaabbb", LITS), (4, "aaaa.aabbbbb", LITS),
    (2, "abab", DOMINO),
]  # fmt: skip

CASES = {
    **{f"pieces {board[:2]} {len(board[2])}": pieces(*board) for board in BOARDS},
    **{f"areas {size} {name}": areas(*size, modes) for size in SIZES
       for name, modes in MODES.items()},
    **{f"chain {size} {has_corners}": chain(*size, has_corners)
       for size in [(2, 2), (1, 5), (2, 3), (3, 2)] for has_corners in (False, True)},
    **{f"fleet {size}": fleet(*size, [*range(len(size[2]) + 1)]) for size in FLEETS},
    **{f"fleet {size} {k}": fleet(*size, [k]) for size in FLEETS
       for k, number in enumerate((1, *size[2])) if number},
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_clauses_have_the_answers_as_models(name: str) -> None:
    model, answers = CASES[name]
    for is_lazy in (False, True):
        found = set[Values]()
        clauses = (encode if is_lazy else complete)(model).clauses
        with SatSolver("glucose4", clauses) as solver:
            while solver.solve():
                values, padded = solver.model(), np.zeros(len(model.marks) + 1, dtype=np.bool_)
                padded[: len(values)] = values[: len(padded)]
                more = find_lazy_clauses(model, padded) if is_lazy else []
                assert all(is_lazy_clause(model, clause) for clause in more)
                if not more:
                    found.add(signed(padded[1:].tolist()))
                    more = [tuple(-x for x in signed(padded[1:].tolist()))]
                for clause in more:
                    solver.add_clause(clause)
        assert found == {*answers}


@pytest.mark.parametrize("name", CASES)
def test_deductions_and_hints_keep_all_answers(name: str) -> None:
    model, answers = CASES[name]
    random, arrays = Random(name), compile_model(model)
    state = new_state(arrays)
    found = np.zeros(len(state.value), dtype=np.int32)
    chains = np.zeros(len(state.value), dtype=np.int64)
    forced = 0
    for _ in range(60):
        share = random.choice((0.1, 0.3, 0.6, 1.0))
        base = random.choice(answers) if answers else signed([True] * len(model.marks))
        tried = tuple(x if random.random() < 0.93 else -x for x in base)
        known = {x for x in tried if random.random() < share}
        left = [answer for answer in answers if known <= {*answer}]
        codes = np.array([2 * abs(x) + (x < 0) for x in sorted(known)], dtype=np.int32)
        is_well = run_trials(arrays, state, codes, GLOBALS, 0, found, chains) > 0
        assert is_well or not left
        if is_well and left:
            shared = {x for x in left[0] if all(x in answer for answer in left)}
            values = [k if state.value[2 * k] > 0 else -k for k in range(1, len(model.marks) + 1)
                      if state.value[2 * k]]  # fmt: skip
            assert {*values} <= shared
            forced += len({*values} - known)
        if len(known) == len(base):
            assert is_well == bool(left)
        shown = [0] * len(base)
        for literal in known:
            shown[abs(literal) - 1] = 1 if literal > 0 else -1
        for constraint in model.globals:
            (said,) = look(constraint, [shown])
            assert not (said["isBroken"] and left)
            assert not left or all({*said["forced"]} <= {*answer} for answer in left)
    assert forced or not answers or len(answers) == 1
