"""The generator of declared kinds keeps to its settings, or refuses them before the work."""

import pytest

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
