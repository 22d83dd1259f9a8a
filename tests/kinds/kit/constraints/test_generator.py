"""The generator of declared kinds keeps to its settings, or refuses them before the work."""

import pytest

from pipeline.kinds import kind_ids
from pipeline.kinds.kit.constraints.clue_places import images_of, symmetric_groups
from pipeline.model import ConfigError
from tests.kinds.boards import kind_of


@pytest.mark.parametrize(
    ("kind_id", "bare", "low"),
    [
        ("masyu", (0,), 28),
        ("akari", (-1, -2), 20),
        ("slitherlink", (-1,), 50),
        ("sudoku", (0,), 40),
    ],
)
def test_the_number_of_clues_is_in_the_range(kind_id: str, bare: tuple[int], low: int) -> None:
    kind = kind_of(kind_id)
    params = kind.parse_params(9, 9, None, {"clues": f"{low}:{low + 2}"})
    for seed in range(4):
        clues = kind.generate(params, seed).clues
        assert clues is not None
        assert low <= sum(value not in bare for value in clues.values) <= low + 2


@pytest.mark.parametrize(
    ("kind_id", "settings", "advice"),
    [
        ("akari", {"clues": "40:45"}, "choose fewer"),
        ("slitherlink", {"clues": "41", "symmetry": "half-turn"}, "choose a wider range"),
    ],
)
def test_impossible_numbers_of_clues_are_refused(
    kind_id: str, settings: dict[str, str], advice: str
) -> None:
    with pytest.raises(ConfigError, match=advice):
        kind_of(kind_id).parse_params(10, 10, None, settings)


def test_groups_without_all_images_are_left_out() -> None:
    images = images_of(3, 3, "both-axes")
    assert list(symmetric_groups([8, 4, 0, 2, 1], images)) == [(4,)]
    assert list(symmetric_groups([8, 4, 0, 2, 6], images)) == [(0, 2, 6, 8), (4,)]


def test_a_level_at_which_no_puzzle_can_be_made_is_refused_with_the_others() -> None:
    hitori = kind_of("hitori")
    with pytest.raises(ConfigError, match="6x6 can be solved, overlap or set or trial, found"):
        hitori.parse_params(6, 6, None, {"hardest": "single"})
    params = hitori.parse_params(6, 6, None, {"hardest": "overlap"})
    assert any(hitori.generate(params, seed).clues is not None for seed in range(3))


def test_an_easy_sudoku_has_the_usual_clues_unless_settings_say_otherwise() -> None:
    sudoku = kind_of("sudoku")
    turned = images_of(9, 9, "half-turn")[0]

    def places(**settings: str) -> set[int]:
        made = sudoku.generate(sudoku.parse_params(9, 9, None, {"band": "easy"} | settings), 1)
        assert made.clues is not None
        return {cell for cell, value in enumerate(made.clues.values) if value}

    usual, free = places(), places(symmetry="none", clues="24:26")
    assert 32 <= len(usual) <= 38
    assert {turned[cell] for cell in usual} == usual
    assert 24 <= len(free) <= 26
    assert {turned[cell] for cell in free} != free


@pytest.mark.parametrize("side", [8, 10, 12, 16])
def test_large_sudokus_are_made_and_have_one_solution(side: int) -> None:
    sudoku = kind_of("sudoku")
    made = sudoku.generate(sudoku.parse_params(side, side, None, {"hardest": "global"}), 1)
    assert made.clues is not None
    assert not sudoku.check(made.clues, made.solution)
    assert sudoku.uniqueness.prove(made.clues, made.solution, sudoku.budget).status == "unique"


@pytest.mark.parametrize("kind_id", kind_ids())
def test_answers_of_oblong_boards_are_read_again(kind_id: str) -> None:
    kind = kind_of(kind_id)
    try:
        params = kind.parse_params(6, 8, None, {})
    except ConfigError as error:
        assert "found 8x6" in str(error)  # noqa: PT017
        return
    made = kind.generate(params, 1)
    assert made.clues is not None
    read = kind.decode_solution(made.clues, kind.encode_solution(made.solution))
    assert read == made.solution
    assert not kind.check(made.clues, read)
    clues, typical = kind.stand_in(params)
    assert kind.decode_solution(clues, kind.encode_solution(typical)) == typical


MASK = "xxxx.xxxx\n" * 4 + "x.x...x.x\n" + "xxxx.xxxx\n" * 4


@pytest.mark.parametrize(("kind_id", "bare"), [("sudoku", (0,)), ("akari", (-1, -2))])
def test_clues_are_in_the_pattern(kind_id: str, bare: tuple[int]) -> None:
    kind = kind_of(kind_id)
    made = kind.generate(kind.parse_params(9, 9, None, {"mask": MASK}), 1)
    assert made.clues is not None
    places = {cell for cell, value in enumerate(made.clues.values) if value not in bare}
    assert places <= {cell for cell, sign in enumerate(MASK.replace("\n", "")) if sign == "x"}
    assert kind.uniqueness.prove(made.clues, made.solution, kind.budget).status == "unique"


@pytest.mark.parametrize(
    ("mask", "found"),
    [
        ("x.\n..", "expected 4 rows for a board of 4x4, found 2"),
        ("x...\n....\n...\n....", "in row 3, found 3"),
        ("x...\n.?..\n....\n....", "in row 2, found '[?]'"),
        ("....\n....\n....\n....", "found none"),
    ],
)
def test_a_pattern_that_is_wrong_is_refused(mask: str, found: str) -> None:
    with pytest.raises(ConfigError, match=found):
        kind_of("sudoku").parse_params(4, 4, None, {"mask": mask})


def test_a_pattern_is_its_own_symmetry() -> None:
    with pytest.raises(ConfigError, match="expected mask or symmetry, found both"):
        kind_of("sudoku").parse_params(9, 9, None, {"mask": MASK, "symmetry": "none"})
