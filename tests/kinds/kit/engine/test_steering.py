"""Boards beside the wanted band get clues back, or lose more, and are graded in place."""

import pytest

from pipeline.kinds.kit.engine.grade import grade_alone, grade_compiled
from pipeline.kinds.kit.engine.removal import remover_of
from pipeline.kinds.kit.engine.steering import Steering, Target
from pipeline.model import Band
from tests.kinds.kit.engine.test_removal import numbers_of, slitherlink
from tests.known import the

PACKAGE = "pipeline.kinds.slitherlink"
SIDE = 7
SEEDS = (3, 6, 7, 9, 11, 14)  # of loops that single counts find


def chosen(numbers: dict[int, int], kept: list[int]) -> dict[int, int]:
    return {cell: numbers[cell] for cell in kept}


def kept_at(seed: int, level: str, target: Target | None = None) -> tuple[list[int], Band]:
    """Return the clues that stay, on request steered, and the band of their board."""
    numbers = numbers_of(seed, SIDE)
    groups = [[cell] for cell in numbers]
    remover, given = remover_of(slitherlink(numbers, SIDE), level)
    kept = remover.remove(given, groups)
    assert kept is not None
    if target is not None:
        kept = Steering(remover, given, target).steer(groups, kept)
        assert kept is not None
    return kept, grade_alone(slitherlink(chosen(numbers, kept), SIDE), PACKAGE).band


def target(band: str, most: int | None = None, may_harden: bool = True) -> Target:
    return Target(band, PACKAGE, 0, most, may_harden)


@pytest.mark.parametrize("level", ["global", "trial"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_grade_in_place_is_that_of_the_board_alone(seed: int, level: str) -> None:
    numbers = numbers_of(seed, SIDE)
    remover, given = remover_of(slitherlink(numbers, SIDE), level)
    kept = the(remover.remove(given, [[cell] for cell in numbers]))
    for clues in (kept, [*numbers]):
        alone = grade_alone(slitherlink(chosen(numbers, clues), SIDE), PACKAGE)
        assert grade_compiled(*remover.place(given, clues), PACKAGE) == alone


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_that_is_too_hard_gets_clues_back(seed: int) -> None:
    kept, band = kept_at(seed, "trial")
    assert band not in (Band.EASY, Band.MEDIUM)
    softened, band = kept_at(seed, "trial", target("easy"))
    assert band == Band.EASY
    assert {*kept} < {*softened}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_that_is_too_easy_loses_clues(seed: int) -> None:
    kept, band = kept_at(seed, "single")
    assert band == Band.EASY
    hardened, band = kept_at(seed, "single", target("hard"))
    assert band == Band.HARD
    assert {*hardened} < {*kept}


def test_a_board_is_given_up_beyond_the_limits() -> None:
    numbers = numbers_of(SEEDS[0], SIDE)
    groups = [[cell] for cell in numbers]
    remover, given = remover_of(slitherlink(numbers, SIDE), "trial")
    kept = remover.remove(given, groups)
    few = Steering(remover, given, target("easy", most=len(the(kept))))
    assert few.steer(groups, the(kept)) is None
    remover, given = remover_of(slitherlink(numbers, SIDE), "single")
    kept = remover.remove(given, groups)
    soft = Steering(remover, given, target("hard", may_harden=False))
    assert soft.steer(groups, the(kept)) is None
