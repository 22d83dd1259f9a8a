"""What a kind declares and what its rules say by definition: the same solutions on small boards."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.builder import make_kind
from pipeline.kinds.kit.words.core import Model, families_of
from pipeline.kinds.kit.words.model import Model as Words
from pipeline.model import ConfigError, PuzzleFormatError
from pipeline.stages.check_kind import CHECKS, find_problems
from pipeline.stages.check_kind import boards_of as examples_of
from tests.kinds.boards import boards_of, kind_of
from tests.naive.declared import solutions

DECLARED = ("akari", "hitori", "masyu", "mosaic", "nurikabe", "slitherlink", "sudoku", "zip")
"""Kinds of which boards with random clues can have one solution, or none, or several."""
# Rows, columns, and how many boards: each way to fill one is looked at.
SHAPES = {
    "cells": ((3, 3, 14), (2, 4, 14), (1, 5, 24)), "edges": ((3, 3, 4), (2, 5, 2)),
    "borders": ((2, 2, 6), (1, 3, 14)), "numbers": ((2, 2, 24), (3, 3, 2)),
}  # fmt: skip
TURNED = (0, 0, 1, 0, 1, 1, 2, 2, 2)
"""Regions of a board of 3x3 that are neither its rows nor its columns."""


def boards_like(boards: Boards, rows: int, cols: int, random: Random) -> Iterator[Board]:
    """Yield boards with few clues and with many, as far as a kind takes them."""
    allowed = [one for one in range(-2, 6) if one in boards.allowed(rows, cols)]
    regions = TURNED if boards.has_regions and (rows, cols) == (3, 3) else ()
    for share in 6 * [0.3, 0.0, 0.15, 0.6, 1.0]:
        values = [random.choice(allowed) for _ in range(rows * cols)]
        values = [one if random.random() < share else boards.empty for one in values]
        order = random.sample(range(1, 1 + rows * cols), rows * cols)  # for kinds that count on
        order = [one if one < 2 + share * rows * cols else boards.empty for one in order]
        for board in (values, order):
            for rule in boards.rules or (None,):
                try:
                    yield boards.make_clues(
                        rows, cols, board, rule, regions if rule == "irregular" else ()
                    )
                except PuzzleFormatError:
                    continue


@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", DECLARED)
def test_a_declaration_has_the_solutions_that_the_rules_allow(kind_id: str) -> None:
    kind = kind_of(kind_id)
    boards, random, numbers = boards_of(kind_id), Random(kind_id), set()
    for rows, cols, most in SHAPES[boards.family]:
        for clues in [*dict.fromkeys(boards_like(boards, rows, cols, random))][:most]:
            expected = solutions(kind, boards.family, clues)
            found = kind.solve(clues, 5000, Budget(10**6, 10**6), "search")
            assert found.is_complete
            assert (set(found.solutions), len(found.solutions)) == (expected, len(expected)), clues
            numbers.add(min(len(expected), 2))
    assert numbers == {0, 1, 2}


ADDED: Mapping[str, Callable[[Model], object]] = {
    "cells": Model.cells,
    "edges": Model.edges,
    "borders": Model.borders,
}


@pytest.mark.parametrize("family", ["cells", "edges", "borders", "numbers"])
@pytest.mark.parametrize("kind_id", ["akari", "masyu", "slitherlink", "sudoku", "yajilin"])
def test_variables_that_are_no_part_of_the_answer_are_refused(kind_id: str, family: str) -> None:
    declared = kind_of(kind_id).declared
    assert declared is not None
    usual = declared.declare

    def declare(clues: Board) -> Model:
        model: Model = usual(clues)
        model.marks = [*model.marks]  # boards of a size share them
        if family == "numbers":
            model.numbers((1, 2), "hidden", (0,))
        else:
            ADDED[family](model)
        return model

    kind = make_kind(replace(declared, declare=declare))
    board = next(examples_of(kind_of(kind_id)))
    if family in families_of(boards_of(kind_id).family):
        assert kind.play is not None
        kind.play(board.clues, None, "en")
        return
    expected = f"as in the answer, found {family} at .*; state the rule with counts"
    assert kind.deductions is not None
    with pytest.raises(ConfigError, match=expected):
        next(kind.deductions.explain_steps(board.clues, board.solution))
    assert any(family in one for one in find_problems(kind, CHECKS["declaration"]))


def test_a_whole_array_is_the_scope_of_all_its_cells() -> None:
    board = Board(2, 2, (0,) * 4)
    model = Words(board, Boards(family="cells"), Model(board.grid))
    shaded = model.cells()
    model.count(shaded, 2, "two")
    model.clause(-shaded, "one")
    assert [(one.literals, one.about) for one in model.core.counts] == [
        ((1, 2, 3, 4), (0, 1, 2, 3)),
        ((-1, -2, -3, -4), (0, 1, 2, 3)),
    ]
    with pytest.raises(TypeError, match=r"as shaded\[cells\], or about=, found \[1, 2\]"):
        model.clause([1, 2], "one")


def test_a_clue_outside_of_cells_is_given_itself() -> None:
    clues = Clue("left", (1,), (2,)), Clue("top", (0,), (1,))
    board = Board(2, 3, (0,) * 6, other_clues=clues)
    model = Words(board, Boards(family="cells"), Model(board.grid))
    for clue in clues:
        model.count(model.cells()[board.line_of(clue)], clue.numbers, "line", clue=clue)
    assert [(one.about, one.clue) for one in model.core.counts] == [((3, 4, 5), 6), ((0, 3), 7)]
