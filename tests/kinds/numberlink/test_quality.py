"""Measures of quality: by hand on a small board, the same for all images, and what they are for."""

from pipeline.kinds.numberlink.generate import generate
from pipeline.kinds.numberlink.model import Params, Solution, make_clues, pose_layout
from pipeline.kinds.numberlink.quality import measure, measure_drawing, rank, views
from tests.known import the

PATHS = ((0, 6, 12, 13, 14, 8, 2), (1, 7), (3, 4, 5, 11, 17, 16, 15, 9, 10))


def test_measures_of_a_board_by_hand() -> None:
    clues, solution = pose_layout(3, 6, "free", PATHS)
    seen = measure_drawing(clues, solution)
    assert seen["longest"] == 50  # 9 of 18 cells
    assert seen["border"] == 50  # all but (1, 3) and (1, 4) of 9, of 14 cells at the edge
    assert seen["lures"] == 0  # 1 lies between the ends of the first
    assert seen["symmetry"] == 66  # mirrored, 2 and 3 change places, as do 7 and 10


def test_a_pair_that_could_go_straight_is_a_lure_unless_something_lies_between() -> None:
    clues = make_clues(2, 4, "free", [1, 0, 1, 2, 0, 0, 0, 2])
    blocked = make_clues(2, 4, "free", [1, 3, 1, 2, 0, 0, 3, 2])
    paths = ((0, 4, 5, 6, 2), (3, 7))
    assert measure_drawing(clues, Solution(paths))["lures"] == 1
    assert measure_drawing(blocked, Solution(paths))["lures"] == 0


def test_images_have_the_same_measures_and_share_views() -> None:
    made = generate(Params(6, 6), 5)
    turned = tuple(tuple(c % 6 * 6 + 5 - c // 6 for c in path) for path in the(made.solution).paths)
    clues, solution = pose_layout(6, 6, "free", turned)
    assert measure_drawing(the(made.clues), the(made.solution)) == measure_drawing(clues, solution)
    assert rank(the(made.clues), the(made.solution)) == rank(clues, solution)
    assert set(views(the(made.clues), the(made.solution))) == set(views(clues, solution))
    assert views(the(made.clues), the(made.solution))[0] != views(clues, solution)[0]


def test_rounds_of_deduction_are_counted_until_something_must_be_assumed() -> None:
    made = generate(Params(7, 7), 2)
    given = measure(the(made.clues), the(made.solution))
    assert given["rounds"] > 1
    assert given["narrowest"] <= given["width"]
    assert 0 <= given["narrowest_at"] <= 100
    assert all(type(value) is int for value in given.values())
