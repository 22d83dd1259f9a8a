"""Lines of coloured runs and whole boards, held against every way to fill them."""

from itertools import groupby, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.colournonogram.kernels import mend_picture, narrow_line, solve_by_lines
from pipeline.kinds.colournonogram.pictures import board_of
from pipeline.kinds.kit.words.runs.rule import coloured_automaton
from tests.known import the

KIND = get_kind("colournonogram")


def runs_of(line: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(len([*run]), colour) for colour, run in groupby(line) if colour]


def memory(size: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(2 * size + 2, dtype=np.int8), np.zeros((size + 1, 2 * size + 2), dtype=np.bool_)


@st.composite
def lines(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Return a line in up to three colours, and sets of values that have its own, as bits."""
    line = draw(st.lists(st.integers(0, 3), min_size=1, max_size=6))
    more = draw(st.lists(st.integers(0, 15), min_size=len(line), max_size=len(line)))
    return line, [bits | 1 << own for own, bits in zip(line, more, strict=True)]


@settings(max_examples=200, deadline=None)
@given(lines())
def test_a_line_is_narrowed_to_what_its_fillings_have(drawn: tuple[list[int], list[int]]) -> None:
    line, cells = drawn
    fitting = [
        one
        for one in product(range(4), repeat=len(line))
        if runs_of(one) == runs_of(tuple(line))
        and all(bits >> own & 1 for bits, own in zip(cells, one, strict=True))
    ]
    kept = [sum(1 << value for value in {*own}) for own in zip(*fitting, strict=True)]
    for run in (narrow_line, narrow_line.py_func):  # type: ignore[attr-defined]
        found = np.array(cells, dtype=np.int8)
        has_changed = run(found, np.array(line, dtype=np.int8), *memory(len(line)))
        assert found.tolist() == kept
        assert has_changed == (kept != cells)


@pytest.mark.parametrize("length", [1, 3, 5])
def test_the_automaton_accepts_the_lines_with_its_runs(length: int) -> None:
    every = [*product(range(3), repeat=length)]
    for runs in {tuple(runs_of(line)) for line in every}:
        lengths, colours = zip(*runs, strict=True) if runs else ((), ())
        arcs = coloured_automaton(length, lengths, colours).arcs
        for line in every:
            state: int | None = 0
            for value, layer in zip(line, arcs, strict=True):
                state = next((b for a, option, b in layer if (a, option) == (state, value)), None)
            assert (state is not None) == (tuple(runs_of(line)) == runs), (runs, line)


def test_runs_that_do_not_fit_have_no_way() -> None:
    assert not coloured_automaton(4, (2, 2), (1, 1)).arcs[-1]
    assert coloured_automaton(4, (2, 2), (1, 2)).arcs[-1]


def test_a_mended_picture_is_solved_by_its_lines_alone() -> None:
    for seed in range(12):
        noise = np.random.default_rng(seed).integers(0, 4, (6, 8)).astype(np.int8)
        mended, plain = noise.copy(), noise.copy()
        cells = np.zeros_like(noise)
        turned = mend_picture(mended, cells, 3, *memory(8), new_state(seed), 200)
        assert turned >= np.count_nonzero(noise != mended)
        assert solve_by_lines(mended, cells, 3, *memory(8)) == 0
        assert (cells == 1 << mended).all()
        with plain_python():
            again = mend_picture(plain, np.zeros_like(noise), 3, *memory(8), new_state(seed), 200)
        assert (again, plain.tolist()) == (turned, mended.tolist())


def test_boards_have_as_many_answers_as_are_found_by_trying_all() -> None:
    met = set()
    crossed = [[1, 0, 0], [0, 1, 0], [0, 2, 0]]
    noise = [np.random.default_rng(seed).integers(0, 3, (3, 3)) for seed in range(20)]
    for picture in (np.array(one, dtype=np.int8) for one in (crossed, *noise)):
        board, answer = board_of(picture)
        wanted = [runs_of(tuple(line)) for line in (*picture, *picture.T)]
        every = [
            cells
            for cells in product(range(3), repeat=9)
            if [
                runs_of(line)
                for line in (
                    *(cells[k : k + 3] for k in (0, 3, 6)),
                    *(cells[k::3] for k in range(3)),
                )
            ]
            == wanted
        ]
        found = KIND.solve(board, 3000, KIND.budget, "auto").solutions
        assert sorted(tuple(n for _, n in one.items) for one in found) == sorted(every)
        assert not any(fault for one in found for fault in KIND.check(board, one))
        status = the(KIND.uniqueness).prove(board, answer, KIND.budget).status
        assert status == ("unique" if len(every) == 1 else "multiple")
        met.add(status)
    assert met == {"unique", "multiple"}


def test_steps_say_what_is_painted_not_only_what_is_ruled_out() -> None:
    board, answer = board_of(np.array([[1, 1, 2, 2, 0]], dtype=np.int8))
    steps = [*the(KIND.deductions).explain_steps(board, answer)]
    shown = {one.cells[0]: one.value for step in steps for one in step.decisions if one.least}
    assert shown == dict(enumerate([1, 1, 2, 2, 0]))
