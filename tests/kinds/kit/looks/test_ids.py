"""Game IDs of Simon Tatham's collection: which place each part of an ID means."""

from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.clues import BETWEEN, BOTTOM, CAGE, LEFT, RIGHT, TOP, Clue


def read(kind_id: str, text: str) -> Any:
    form = next(form for form in get_kind(kind_id).formats if form.name == "tatham")
    (parsed,) = form.read(f"{text}\n", None)
    assert form.write([(parsed.clues, None)]) == f"{text}\n"
    return parsed.clues


def test_numbers_of_towers_are_above_below_left_and_right_before_those_inside() -> None:
    clues = read("skyscrapers", "3:1//2/3///2//1/2//3,a2e3a")
    assert clues.values == (0, 2, 0, 0, 0, 0, 0, 3, 0)
    assert set(clues.other_clues) == {
        Clue(TOP, (0,), (1,)), Clue(TOP, (2,), (2,)), Clue(BOTTOM, (0,), (3,)),
        Clue(LEFT, (0,), (2,)), Clue(LEFT, (2,), (1,)), Clue(RIGHT, (0,), (2,)),
        Clue(RIGHT, (2,), (3,)),
    }  # fmt: skip


def test_sides_of_unequal_are_those_on_which_the_other_number_is_smaller() -> None:
    clues = read("futoshiki", "3:0R,0,3,0,0U,0,0,0,0L,")
    assert clues.values == (0, 0, 3, 0, 0, 0, 0, 0, 0)
    signs = {clue.place: clue.sign for clue in clues.other_clues if clue.sort == BETWEEN}
    assert signs == {(0, 1): ">", (1, 4): "<", (7, 8): "<"}


def test_repeated_lines_of_keen_are_counted() -> None:
    clues = read("calcudoku", "3:_4a_ba_,a3s1d2m4a2")
    cages = [(cage.place, f"{cage.numbers[0]}{cage.sign}") for cage in clues.clues_of(CAGE)]
    assert cages == [((0,), "3"), ((1, 4), "1-"), ((2, 5), "2/"), ((3, 6, 7), "4x"), ((8,), "2")]


@pytest.mark.parametrize("text", ["3:a_,a5", "3:1/2,a2", "3:0R,0"])
def test_what_is_cut_off_is_no_id(text: str) -> None:
    for kind_id in ("skyscrapers", "futoshiki", "calcudoku"):
        form = next(form for form in get_kind(kind_id).formats if form.name == "tatham")
        assert not any(hasattr(one, "clues") for one in form.read_each(text, None))
