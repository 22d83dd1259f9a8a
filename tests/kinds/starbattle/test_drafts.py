"""Boards of Star Battle as arrays: their constraints, and other answers that they have."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import RandomState, new_state
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.regions import is_whole
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.kit.words.model import fixed_model
from pipeline.kinds.starbattle import drafts, kernels
from pipeline.kinds.starbattle.kind import BOARDS, STARS, fixed
from tests.kinds.boards import kind_of
from tests.kinds.kit.making.test_sketches import counts_of

RULES = [(5, "one-star"), (8, "one-star"), (8, "two-stars"), (10, "two-stars"), (13, "three-stars")]


def sketch_of(side: int, rule: str, state: RandomState) -> drafts.Sketch:
    blank, sketch = Board(side, side, (0,) * side * side, rule=rule), None
    base = fixed_model(BOARDS, fixed, blank).core
    while sketch is None:
        sketch = drafts.begin(blank, base, STARS[rule], state)
    return sketch


@pytest.mark.parametrize(("side", "rule"), RULES)
def test_rules_are_those_of_the_declaration(side: int, rule: str) -> None:
    kind = kind_of("starbattle")
    for seed in range(5):
        sketch = sketch_of(side, rule, state := new_state(seed))
        sketch.change([*range(side * side)], state)
        board, declared = sketch.board(), kind.declared.declare(sketch.board())
        assert kind.check(board, sketch.answer) == ()
        assert all(is_whole(board.grid, board.regions, one) for one in range(side))
        ours, theirs = (
            compile_model(one, has_overlaps=False) for one in (sketch.model(), declared)
        )
        assert sketch.model().marks == declared.marks
        assert counts_of(ours) == counts_of(theirs)


def test_another_answer_is_found_if_there_is_one() -> None:
    side, found = 6, set()
    for seed in range(40):
        sketch, tables = (
            sketch_of(side, "one-star", state := new_state(seed)),
            drafts.tables_of(6, 1),
        )
        for _ in range(seed % 4):
            tables.wanted[:] = True
            kernels.move(sketch.regions, sketch.stars, tables, state)
        answers = [
            cols
            for cols in permutations(range(side))
            if all(abs(a - b) > 1 for a, b in pairwise(cols))
            and len({*sketch.regions[range(side), cols].tolist()}) == side
        ]
        kernels.sum_up(sketch.regions, 1, tables)
        result = kernels.find_other(sketch.known, 1, tables, drafts.STEPS)
        assert result == (kernels.FOUND if len(answers) > 1 else kernels.NONE)
        found.add(result)
    assert found == {kernels.FOUND, kernels.NONE}


def test_equal_seed_gives_equal_board() -> None:
    """Also after other boards, and as plain Python."""
    first = sketch_of(6, "one-star", new_state(1))
    sketch_of(6, "one-star", new_state(2))
    assert sketch_of(6, "one-star", new_state(1)).board() == first.board()
    with plain_python():
        assert sketch_of(6, "one-star", new_state(1)).board() == first.board()


def test_a_tidied_board_keeps_its_answer() -> None:
    """Also where every change is accepted."""
    for seed in range(10):
        sketch = sketch_of(6, "one-star", state := new_state(seed))
        alone = (np.bincount(sketch.regions.ravel()) == 1).sum()
        sketch.tidy(lambda: True, state)
        assert (np.bincount(sketch.regions.ravel()) == 1).sum() <= alone
        assert not kind_of("starbattle").check(sketch.board(), sketch.answer)


def test_stars_of_three_a_row_are_many() -> None:
    tables, known = drafts.tables_of(13, 3), np.zeros(13, dtype=np.int64)
    drawn = set[bytes]()
    for seed in range(100):
        if kernels.draw(known, 3, tables, new_state(seed), drafts.STEPS):
            drawn.add(known.tobytes())
            assert (tables.patterns[known, kernels.SPREAD].sum() == int("3" * 13, 16)).all()
    assert len(drawn) > 5
