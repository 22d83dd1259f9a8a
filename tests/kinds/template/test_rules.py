from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.kinds.template.model import Clues, Solution
from pipeline.kinds.template.rules import check

FULL = ((2, 3, 1, 4), (4, 2, 3, 1), (1, 4, 2, 3), (3, 1, 4, 2))


@given(cell=st.integers(0, 15), number=st.integers(1, 4))
def test_one_wrong_number_breaks_its_row_and_its_column(cell: int, number: int) -> None:
    right = tuple(value for row in FULL for value in row)
    wrong = (*right[:cell], number, *right[cell + 1 :])
    codes = {broken.code for broken in check(Clues(4, (0,) * 16), Solution(wrong))}
    expected = set() if number == right[cell] else {"row-repeat", "column-repeat"}
    assert codes == expected


@given(cell=st.integers(0, 15), given_=st.integers(1, 4))
def test_a_number_that_is_given_must_stand(cell: int, given_: int) -> None:
    right = tuple(value for row in FULL for value in row)
    clues = Clues(4, (*(0,) * cell, given_, *(0,) * (15 - cell)))
    broken = [(violation.code, violation.cells) for violation in check(clues, Solution(right))]
    assert broken == ([] if given_ == right[cell] else [("clue-changed", (cell,))])


def test_messages_name_the_place() -> None:
    clues = Clues(2, (0, 0, 0, 0))
    assert [violation.message for violation in check(clues, Solution((1, 2, 1, 1)))] == [
        "row 2 has 2 times the number 1",
        "column 1 has 2 times the number 1",
    ]
