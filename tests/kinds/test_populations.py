"""The boards that percentiles are measured against: named, and never of another grade's version."""

from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.stages.check_kind.boards import example_boards
from tests.known import the
from tests.slices import share
from tools.benchmarks.grade_population import POPULATIONS

STALE = ()
"""Measured before the present versions of grade or generator."""

UNNAMED = ()
"""Measured before settings were written down."""


def _population(kind_id: str) -> dict[str, Any]:
    return read_measured(f"pipeline.kinds.{kind_id}", "population")


MEASURED = [kind_id for kind_id in kind_ids() if _population(kind_id) is not None]


def _marked(exceptions: tuple[str, ...]) -> list[Any]:
    stale = pytest.mark.xfail(strict=True, reason="measure its population again")
    return [pytest.param(one, marks=[stale] if one in exceptions else []) for one in MEASURED]


@pytest.mark.parametrize("kind_id", _marked(STALE))
def test_percentiles_are_those_of_the_present_grade_and_generator(kind_id: str) -> None:
    kind, population = get_kind(kind_id), _population(kind_id)
    board = next(example_boards(kind))
    grade = kind.grade(board.clues, board.solution)
    assert population["version"] == grade.version
    assert population["generator"]
    alike = population.get("alike_versions", [])
    assert kind.version in (population["generator_version"], *alike)


@pytest.mark.part(3)
@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", MEASURED)
def test_what_the_present_generator_makes_ranks_all_over_the_population(kind_id: str) -> None:
    """As equal versions must: 24 ranks drawn evenly have a mean of 50 +- 6.

    The first 24 of Masyu happen to have one of 67, the first 120 one of 52.
    """
    kind = get_kind(kind_id)
    size = {"npuzzle": (3, 3), "zip": (5, 5), "nurikabe": (5, 5), "sudoku": (9, 9),
            "killer": (9, 9), "variantsudoku": (9, 9), "kakuro": (7, 7), "norinori": (5, 5),
            "yajilin": (7, 7), "dominosa": (7, 8), "pips": (5, 6), "kakurasu": (7, 7),
            }.get(kind_id, (8, 8))  # fmt: skip
    percentiles = []
    for settings, _ in POPULATIONS[kind_id].draws(*size):
        others = {key: value for key, value in settings.items() if key != "rule"}
        params = kind.parse_params(*size, settings.get("rule"), others)
        for seed in range(48 if kind_id == "masyu" else share(24, 2)):
            made = kind.generate(params, seed)
            if made.clues is not None:
                percentiles.append(the(kind.grade(made.clues, made.solution).percentile))
    assert len(percentiles) >= share(20, 2)
    assert 35 <= sum(percentiles) / len(percentiles) <= 65


@pytest.mark.parametrize("kind_id", _marked(UNNAMED))
def test_each_size_names_the_settings_it_was_made_with(kind_id: str) -> None:
    for size in _population(kind_id)["sizes"]:
        assert "settings" in size, size["cells"]
