"""The grade of declared kinds: the same for all images, exact, and by the shortest chains."""

import numpy as np
import pytest
from hypothesis import given, settings

from pipeline.kernels.compiled import plain_python
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.symmetry import SYMMETRIES, images
from pipeline.kinds.kit.engine import grade as grading
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.kit.engine.grade import grade_alone
from pipeline.kinds.kit.engine.kernels.board import GLOBALS
from pipeline.kinds.kit.engine.kernels.propagate import deduce
from pipeline.kinds.kit.engine.kernels.search import chain_of, find_shortest
from pipeline.kinds.kit.engine.removal import remove_clues
from pipeline.kinds.kit.words.core import Model
from pipeline.model import Band, Grade
from tests.kinds.kit.engine.test_removal import numbers_of, slitherlink
from tests.kinds.kit.models import models, open_state
from tests.slices import share

CUTS = ((Band.EASY, 4), (Band.MEDIUM, 10), (Band.HARD, 40))


@pytest.fixture(autouse=True)
def _own_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "band_cuts", lambda package: CUTS)
    monkeypatch.setattr(grading, "least_scores", lambda package: {"trial": 1000})


def grade(numbers: dict[int, int]) -> Grade:
    return grade_alone(slitherlink(numbers), "any")


@pytest.mark.parametrize("level", ["overlap", None])
@pytest.mark.parametrize("seed", range(4))
def test_every_image_has_the_same_grade(seed: int, level: str | None) -> None:
    numbers = numbers_of(seed)
    kept = remove_clues(slitherlink(numbers), [[cell] for cell in numbers], level)
    assert kept is not None
    clues = tuple(numbers[cell] if cell in kept else -1 for cell in range(16))
    grades = {
        repr(grade({cell: n for cell, n in enumerate(image) if n >= 0}))
        for _, _, image in images(4, 4, clues)
    }
    assert len(SYMMETRIES) == 8
    assert len(grades) == 1


def test_what_one_constraint_solves_has_no_chain() -> None:
    model = Model(Grid(1, 3))
    cells = list(model.cells().values())
    model.count(cells, (1,), "one", about=())
    model.clause([cells[1]], "given", about=(1,))
    result = grade_alone(model, "any")
    assert result.nodes == (2,)  # one round for the clue, one for what it leaves out
    assert (result.score, result.band) == ("1.58", "easy")
    assert result.extra == {"hardest": "single", "chain": 0}


def test_what_needs_a_trial_has_at_least_the_score_of_its_band() -> None:
    tried = []
    for seed in range(12):
        numbers = numbers_of(seed)
        kept = remove_clues(slitherlink(numbers), [[cell] for cell in numbers], "trial") or ()
        result = grade({cell: numbers[cell] for cell in kept})
        if result.extra["hardest"] == "trial":
            tried.append(float(result.score))
            assert result.band in (Band.HARD, Band.EXPERT)
    assert min(tried) >= 10


def test_a_board_that_trials_do_not_finish_is_beyond_all_others() -> None:
    model = Model(Grid(1, 2))
    model.count(model.cells().values(), (1,), "one", about=())
    result = grade_alone(model, "any")
    assert float(result.score) >= 100
    assert (result.band, result.extra["hardest"]) == ("expert", "search")


def test_plain_python_gives_the_same_grade() -> None:
    numbers = {cell: n for cell, n in numbers_of(3).items() if cell % 3}
    expected = grade(numbers)
    with plain_python():
        assert grade(numbers) == expected


@pytest.mark.sliced
@settings(max_examples=share(80, 10), deadline=None)
@given(models(most_counts=5))
def test_the_shortest_chains_are_found(model: Model) -> None:
    """A limit that grows finds what looking at every whole chain finds."""
    arrays = compile_model(model)
    state = open_state(arrays)
    if not deduce(arrays, state, GLOBALS):
        return
    found = np.zeros(len(state.value), dtype=np.int32)
    count, shortest = find_shortest(arrays, state, GLOBALS, found)
    every = {
        code: chain
        for code in range(2, len(state.value))
        if state.value[code] == 0
        if (chain := chain_of(arrays, state, code, GLOBALS, len(state.value)))
    }
    assert shortest == min(every.values(), default=0)
    assert found[:count].tolist() == [code for code, n in every.items() if n == shortest]


def test_the_levels_of_slitherlink_are_in_order() -> None:
    """Clues taken away up to a level leave a board that needs no more than that level."""
    order = ("single", "global", "overlap", "set", "trial", "search")
    for seed in range(4):
        numbers = numbers_of(seed)
        for level in ("global", "overlap", "trial"):
            kept = remove_clues(slitherlink(numbers), [[cell] for cell in numbers], level)
            if kept is not None:
                hardest = grade({cell: numbers[cell] for cell in kept}).extra["hardest"]
                assert order.index(str(hardest)) <= order.index(level)
