from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kinds.kit.symmetry import images
from pipeline.kinds.template.model import (
    Clues,
    canonical,
    canonical_clues,
    decode,
    decode_solution,
    make_clues,
)
from pipeline.model import PuzzleFormatError


def _puzzle(**changes: Any) -> dict[str, Any]:
    return {"rows": 2, "cols": 2, "clues": [[1, 0], [0, 0]], **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"rows": 3},
            "expected puzzle.rows and puzzle.cols to be one whole number, found 3, 2",
        ),
        ({"clues": [[1, 0]]}, "expected puzzle.clues to be a list of 2 rows"),
        ({"clues": [[1, 0], [0]]}, "expected puzzle.clues[1] to be a list of 2 numbers"),
        ({"clues": [[1, 0], [0, "a"]]}, "expected whole numbers in puzzle.clues, found 'a'"),
        (
            {"clues": [[3, 0], [0, 0]]},
            "expected numbers from 1 to 2, 0 for an empty cell, found 3",
        ),
        (
            {"rows": 1, "cols": 1, "clues": [[1]]},
            "expected a square of 2 to 9 cells a side, found 1; use another size",
        ),
    ],
)
def test_puzzles_that_are_none_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        decode(_puzzle(**changes))
    assert str(caught.value) == message


def test_solutions_are_full() -> None:
    with pytest.raises(PuzzleFormatError, match=r"from 1 to 2 in solution\.numbers, found 0"):
        decode_solution(decode(_puzzle()), {"numbers": [[1, 2], [2, 0]]})


def test_clues_are_as_many_as_cells() -> None:
    with pytest.raises(PuzzleFormatError, match=r"expected 4 cells \(2x2\), found 3"):
        make_clues(2, [0, 0, 0])


@st.composite
def squares(draw: st.DrawFn) -> Clues:
    side = draw(st.integers(2, 5))
    numbers = draw(st.lists(st.integers(0, side), min_size=side**2, max_size=side**2))
    return Clues(side, tuple(numbers))


@given(clues=squares(), data=st.data())
def test_turning_and_renaming_leave_the_form_as_it_is(clues: Clues, data: st.DataObject) -> None:
    names = (0, *data.draw(st.permutations(range(1, clues.side + 1))))
    side = clues.side
    _, _, turned = data.draw(st.sampled_from(list(images(side, side, clues.numbers))))
    other = Clues(clues.side, tuple(names[number] for number in turned))
    assert canonical(other) == canonical(clues)


@given(clues=squares())
def test_the_form_of_the_form_is_itself(clues: Clues) -> None:
    assert canonical_clues(canonical_clues(clues)) == canonical_clues(clues)
