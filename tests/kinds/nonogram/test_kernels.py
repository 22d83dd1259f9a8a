"""Lines of nonograms, held against every way to fill them."""

from itertools import groupby, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.nonogram.kernels import (
    OPEN,
    count_rounds,
    mend_picture,
    narrow_line,
    solve_by_lines,
)


def runs_of(line: tuple[int, ...]) -> list[int]:
    return [len([*run]) for is_filled, run in groupby(line) if is_filled]


def memory(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    room = size + 3
    tables = np.zeros((2, room, room), dtype=np.bool_)
    return np.zeros((2, room), dtype=np.int64), tables, np.zeros((2, size), dtype=np.bool_)


@st.composite
def lines(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Return a filled line, and the same with some of its cells open."""
    line = draw(st.lists(st.integers(0, 1), min_size=1, max_size=9))
    is_open = draw(st.lists(st.booleans(), min_size=len(line), max_size=len(line)))
    return line, [OPEN if hidden else cell for cell, hidden in zip(line, is_open, strict=True)]


@settings(max_examples=300, deadline=None)
@given(lines())
def test_a_line_is_narrowed_to_what_all_its_fillings_share(
    drawn: tuple[list[int], list[int]],
) -> None:
    line, cells = drawn
    fitting = [
        one
        for one in product((0, 1), repeat=len(line))
        if runs_of(one) == runs_of(tuple(line))
        and all(cell in (OPEN, own) for cell, own in zip(cells, one, strict=True))
    ]
    shared = [own[0] if len({*own}) == 1 else OPEN for own in zip(*fitting, strict=True)]
    for run in (narrow_line, narrow_line.py_func):  # type: ignore[attr-defined]
        found = np.array(cells, dtype=np.int8)
        runs, tables, (waits, _) = memory(len(line))
        run(found, np.array(line, dtype=np.int8), runs, tables, waits)
        assert found.tolist() == shared
        assert waits.tolist() == [one != other for one, other in zip(shared, cells, strict=True)]


def test_a_mended_picture_is_solved_by_its_lines_alone() -> None:
    for seed in range(20):
        noise = np.random.default_rng(seed).integers(0, 2, (7, 9)).astype(np.int8)
        mended, plain = noise.copy(), noise.copy()
        cells = np.zeros_like(noise)
        turned = mend_picture(mended, cells, *memory(9), new_state(seed), 200)
        assert turned >= np.count_nonzero(noise != mended)
        assert solve_by_lines(mended, cells, *memory(9)) == 0
        assert (cells == mended).all()
        with plain_python():
            again = mend_picture(plain, np.zeros_like(noise), *memory(9), new_state(seed), 200)
        assert (again, plain.tolist()) == (turned, mended.tolist())


def test_the_rounds_of_a_picture_are_those_of_its_grade() -> None:
    kind = get_kind("nonogram")
    params = kind.parse_params(11, 8, None, {})
    for seed in range(20):
        made = kind.generate(params, seed)
        assert made.solution is not None
        picture = np.zeros((11, 8), dtype=np.int8)
        picture.ravel()[[cell for (cell,) in made.solution.items]] = 1
        rounds = count_rounds(picture, np.zeros((2, 11, 8), dtype=np.int8), *memory(11))
        assert kind.grade(made.clues, made.solution).nodes == (rounds,)
