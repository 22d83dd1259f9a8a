"""Variables and scopes of declarations; `check_declaration` compares them with the rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.builder import make_kind
from pipeline.kinds.kit.words.core import Model, families_of
from pipeline.kinds.kit.words.model import Model as Words
from pipeline.model import ConfigError
from pipeline.stages.check_kind import CHECKS, find_problems
from pipeline.stages.check_kind.boards import boards_of as examples_of
from tests.kinds.boards import boards_of, kind_of

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
