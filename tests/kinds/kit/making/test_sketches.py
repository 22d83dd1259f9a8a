"""Boards as arrays: their constraints are those of the declaration."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds import kind_ids
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.kit.engine.grade import band_alone, grade_alone
from pipeline.kinds.kit.engine.kernels.board import Arrays
from pipeline.kinds.kit.making.clearing import Job
from tests.kinds.boards import kind_of

SQUARES = ("calcudoku",)
SKETCHED = [
    kind_id
    for kind_id in kind_ids()
    if getattr(kind_of(kind_id), "declared", None)
    and isinstance(kind_of(kind_id).declared.making, making.MendSketch)
]


def sketch_of(kind_id: str, rows: int, cols: int, seed: int) -> making.Sketch:
    """Return a random board that was changed anywhere."""
    kind, state = kind_of(kind_id), new_state(seed)
    params = kind.parse_params(rows, cols, None, {})
    blank, sketch = Board(rows, cols, (0,) * rows * cols), None
    while sketch is None:
        sketch = kind.declared.making.begin(blank, state, params)
    sketch.change([*range(rows * cols)], state)
    return sketch


def counts_of(arrays: Arrays) -> list[tuple[list[int], int]]:
    """Return literals and sums of all counts, sorted."""
    ends = arrays.literals[: len(arrays.sums) + 1].tolist()
    lists = [arrays.literals[a:b].tolist() for a, b in pairwise(ends)]
    return sorted(zip(lists, arrays.sums.tolist(), strict=True))


@pytest.mark.parametrize("kind_id", SKETCHED)
@pytest.mark.parametrize("size", [(4, 4), (5, 9), (10, 10)])
def test_rules_are_those_of_the_declaration(kind_id: str, size: tuple[int, int]) -> None:
    kind = kind_of(kind_id)
    size = (size[0], size[0]) if kind_id in SQUARES else size
    for seed in range(5):
        sketch = sketch_of(kind_id, *size, seed)
        board, model = sketch.board(), sketch.model()
        assert kind.check(board, sketch.answer) == ()
        declared = kind.declared.declare(board)
        assert model.marks == declared.marks
        ours, theirs = (compile_model(one, has_overlaps=False) for one in (model, declared))
        for name in ("graphs", "nodes", "edges", "meets", "touches"):
            assert np.array_equal(getattr(ours, name), getattr(theirs, name))
        assert counts_of(ours) == counts_of(theirs)
        package = kind.declared.package
        assert band_alone(model, package) == grade_alone(declared, package).band


@pytest.mark.parametrize("kind_id", SKETCHED)
def test_kernels_as_plain_python_make_the_same_board(kind_id: str) -> None:
    compiled = sketch_of(kind_id, 6, 6, 1)
    with plain_python():
        plain = sketch_of(kind_id, 6, 6, 1)
        assert plain.board() == compiled.board()
        arrays = [compile_model(one.model(), has_overlaps=False) for one in (compiled, plain)]
    assert all(map(np.array_equal, *arrays))


@pytest.mark.parametrize("kind_id", SKETCHED)
@pytest.mark.parametrize("band", [None, "easy", "medium", "hard"])
def test_boards_are_in_their_band_by_the_declaration(kind_id: str, band: str | None) -> None:
    kind = kind_of(kind_id)
    params = kind.parse_params(8, 8, None, {} if band is None else {"band": band})
    for seed in range(5):
        made = kind.generate(params, seed)
        assert kind.check(made.clues, made.solution) == ()
        assert band in (None, str(kind.grade(made.clues, made.solution).band))


HURRIED = [one for one in SKETCHED if kind_of(one).declared.making.mend is not None]


@pytest.mark.parametrize("kind_id", HURRIED)
@pytest.mark.parametrize("level", ["single", "global", "trial"])
def test_boards_changed_in_a_kernel_are_those_changed_one_by_one(kind_id: str, level: str) -> None:
    kind = kind_of(kind_id)
    by_kernel, by_steps = kind.declared.making, replace(kind.declared.making, mend=None)
    params, blank = kind.parse_params(8, 8, None, {"hardest": level}), Board(8, 8, (0,) * 64)
    declared = kind.declared
    job = Job(declared.boards, declared.declare, params, blank, (), (), lambda _: "")
    made = [[one.make(job, new_state(seed)) for seed in range(12)] for one in (by_kernel, by_steps)]
    assert made[0] == made[1]
    assert any(made[0])
    with plain_python():
        assert by_kernel.make(job, new_state(1)) == made[0][1]
