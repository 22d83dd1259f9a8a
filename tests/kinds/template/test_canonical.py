from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.kinds.template.canonical import canonical, canonical_clues, turns
from pipeline.kinds.template.model import Clues


@st.composite
def squares(draw: st.DrawFn) -> Clues:
    side = draw(st.integers(2, 5))
    numbers = draw(st.lists(st.integers(0, side), min_size=side**2, max_size=side**2))
    return Clues(side, "latin", tuple(numbers))


@given(clues=squares(), data=st.data())
def test_turning_and_renaming_leave_the_form_as_it_is(clues: Clues, data: st.DataObject) -> None:
    names = (0, *data.draw(st.permutations(range(1, clues.side + 1))))
    turned = data.draw(st.sampled_from(list(turns(clues.side, clues.numbers))))
    other = Clues(clues.side, clues.rule, tuple(names[number] for number in turned))
    assert canonical(other) == canonical(clues)


@given(clues=squares())
def test_the_form_of_the_form_is_itself(clues: Clues) -> None:
    assert canonical_clues(canonical_clues(clues)) == canonical_clues(clues)


def test_a_square_without_symmetry_has_eight_positions() -> None:
    assert len(set(turns(3, tuple(range(9))))) == 8


def test_the_rule_tells_puzzles_apart() -> None:
    assert canonical(Clues(2, "latin", (1, 0, 0, 0))) != canonical(
        Clues(2, "diagonal", (1, 0, 0, 0))
    )
