"""Boards of Tents as arrays."""

import numpy as np
import pytest

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.tents import drafts
from tests.kinds.boards import kind_of


def sketch_of(rows: int, cols: int, seed: int) -> drafts.Sketch:
    """Return a random board."""
    kind, state = kind_of("tents"), new_state(seed)
    params = kind.parse_params(rows, cols, None, {})
    sketch = drafts.begin(Board(rows, cols, (0,) * rows * cols), state, params)
    assert sketch is not None
    sketch.change([cell for (cell,) in sketch.answer.items], state)
    return sketch


@pytest.mark.parametrize("size", [(4, 4), (5, 9), (10, 10)])
@pytest.mark.parametrize("seed", range(5))
def test_rules_are_those_of_the_declaration(size: tuple[int, int], seed: int) -> None:
    sketch = sketch_of(*size, seed)
    board, model = sketch.board(), sketch.model()
    declared = kind_of("tents").declared.declare(board)
    assert not [*kind_of("tents").check(board, sketch.answer)]
    assert model.marks == declared.marks
    ours, theirs = (compile_model(one, has_overlaps=False) for one in (model, declared))
    for name in ("graphs", "nodes", "edges", "meets", "touches"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name))
    counts = [
        sorted(
            (arrays.literals[arrays.literals[k] : arrays.literals[k + 1]].tolist(), int(sums))
            for k, sums in enumerate(arrays.sums)
        )
        for arrays in (ours, theirs)
    ]
    assert counts[0] == counts[1]


def test_kernels_as_plain_python_make_the_same_board() -> None:
    compiled = sketch_of(6, 6, 1)
    with plain_python():
        plain = sketch_of(6, 6, 1)
        assert np.array_equal(compiled.ground, plain.ground)
        arrays = [compile_model(one.model(), has_overlaps=False) for one in (compiled, plain)]
    assert all(map(np.array_equal, *arrays))
