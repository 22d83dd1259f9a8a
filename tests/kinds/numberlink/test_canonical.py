from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.numberlink.canonical import SYMMETRIES, canonical, canonical_clues, transform
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, make_clues, with_rule
from tests.kinds.numberlink.grade_boards import boards, from_text, grid_of
from tests.naive import numberlink_grade as naive


@st.composite
def any_clues(draw: st.DrawFn) -> Clues:
    """Labels and blocked cells anywhere, with no thought of a solution."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(2, 7))
    cells = draw(st.permutations(range(rows * cols)))
    pairs = draw(st.integers(1, min(6, rows * cols // 2)))
    labels: list[object] = [None] * (rows * cols)
    for place, cell in enumerate(cells[: 2 * pairs]):
        labels[cell] = f"label {place // 2}"
    blocked = draw(st.integers(0, rows * cols - 2 * pairs))
    return make_clues(rows, cols, "free", labels, frozenset(cells[2 * pairs :][:blocked]))


@given(any_clues())
def test_canonical_form_is_the_smallest_image(clues: Clues) -> None:
    form = canonical_clues(clues)
    assert naive.renamed(grid_of(form)) == naive.canonical(grid_of(clues))
    assert form.rule == clues.rule


@given(any_clues(), st.sampled_from(SYMMETRIES), st.sampled_from(RULES), st.randoms())
def test_key_knows_neither_symmetry_nor_names_nor_rule(
    clues: Clues, symmetry: int, rule: str, random: Random
) -> None:
    image, _ = transform(clues, None, symmetry)
    names = list(range(1, image.pairs + 1))
    random.shuffle(names)
    labels = [names[number - 1] if number else 0 for number in image.numbers]
    renamed = make_clues(image.rows, image.cols, "cover", labels, image.blocked)
    assert canonical(with_rule(renamed, rule)) == canonical(clues)


@given(any_clues(), any_clues())
def test_equal_keys_mean_equal_forms(one: Clues, two: Clues) -> None:
    assert (canonical(one) == canonical(two)) == (canonical_clues(one) == canonical_clues(two))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("A.A/B.B", "A.B/A.B"),
        ("A.A/...", "A.A/.#."),
        ("A..A", "A.A."),
        ("AA/..", "A./.A"),
        ("A.A./....", "A.A/..."),
        (".A..A.", ".A.#A."),
    ],
)
def test_other_puzzles_have_other_keys(one: str, two: str) -> None:
    assert canonical(from_text(one)) != canonical(from_text(two))


def test_eight_images_of_a_lopsided_board_are_one_puzzle() -> None:
    clues = from_text("AB.#/..../.AB.")
    images = {transform(clues, None, symmetry)[0] for symmetry in SYMMETRIES}
    assert len(images) == 8
    assert {canonical(image) for image in images} == {canonical(clues)}


@settings(max_examples=60)
@given(boards(), st.sampled_from(SYMMETRIES))
def test_transform_carries_the_solution_along(board: tuple[Clues, Solution], symmetry: int) -> None:
    clues, solution = board
    image, moved = transform(clues, solution, symmetry)
    assert moved is not None
    assert image.ends() == tuple(
        (min(path[0], path[-1]), max(path[0], path[-1])) for path in moved.paths
    )
    assert sorted(map(len, moved.paths)) == sorted(map(len, solution.paths))
    for path in moved.paths:
        assert len(set(path)) == len(path)
        assert not image.blocked & set(path)
        for a, b in pairwise(path):
            assert (
                abs(a // image.cols - b // image.cols) + abs(a % image.cols - b % image.cols) == 1
            )
