"""Lines of nonograms, held against every way to fill them."""

from itertools import groupby, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.nonogram.kernels import (
    FILLED,
    count_rounds,
    mend_picture,
    narrow_line,
    new_lines,
    solve_by_lines,
)

OPEN = -1


def runs_of(line: tuple[int, ...]) -> list[int]:
    return [len([*run]) for is_filled, run in groupby(line) if is_filled]


def bits_of(cells: list[int], value: int) -> int:
    return sum(1 << k for k, cell in enumerate(cells) if cell == value)


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
    lengths = runs_of(tuple(line))
    runs = np.array([len(lengths), *lengths])
    known = np.array([bits_of(cells, value) for value in (0, 1)])
    for run in (narrow_line, narrow_line.py_func):  # type: ignore[attr-defined]
        narrowed = run(len(line), runs, known, new_lines(len(line)).starts)
        assert [*narrowed] == [bits_of(shared, value) for value in (0, 1)]


def test_the_longest_lines_are_narrowed() -> None:
    lines = new_lines(60)
    for runs, known, filled in (
        ([1, 60], [0, 0], (1 << 60) - 1),
        ([1, 31], [0, 0], 3 << 29),
        ([2, 2, 57], [0, 0], ((1 << 60) - 1) ^ 4),
        ([2, 1, 1], [0, 1 | 1 << 59], 1 | 1 << 59),
    ):
        narrowed = narrow_line(60, np.array(runs), np.array(known), lines.starts)
        assert narrowed[FILLED] == filled


def test_a_mended_picture_is_solved_by_its_lines_alone() -> None:
    for seed in range(20):
        noise = np.random.default_rng(seed).integers(0, 2, (7, 9)).astype(np.int8)
        mended, plain = noise.copy(), noise.copy()
        lines = new_lines(9)
        turned = mend_picture(mended, lines, new_state(seed), 200)
        assert turned >= np.count_nonzero(noise != mended)
        assert solve_by_lines(mended, lines) == 0
        for axis, picture in enumerate((mended, mended.T)):
            for line, known in zip(picture.tolist(), lines.known[axis].tolist(), strict=False):
                assert known == [bits_of(line, value) for value in (0, 1)]
        with plain_python():
            again = mend_picture(plain, new_lines(9), new_state(seed), 200)
        assert (again, plain.tolist()) == (turned, mended.tolist())


def test_the_rounds_of_a_picture_are_those_of_its_grade() -> None:
    kind = get_kind("nonogram")
    params = kind.parse_params(11, 8, None, {})
    for seed in range(20):
        made = kind.generate(params, seed)
        assert made.solution is not None
        picture = np.zeros((11, 8), dtype=np.int8)
        picture.ravel()[[cell for (cell,) in made.solution.items]] = 1
        rounds = count_rounds(picture, new_lines(11))
        assert kind.grade(made.clues, made.solution).nodes == (rounds,)
