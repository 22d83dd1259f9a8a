"""Skyscrapers with parks: the same answers as by definition, published sheets, and the player."""

from itertools import product

import pytest

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.board.clues import Clue
from pipeline.model import PuzzleFormatError
from tests.kinds.boards import boards_of, kind_of
from tests.known import the
from tests.refusals import refused

KIND = kind_of("skyscrapers")
VIEWS = (Clue("left", (0,), (1,)), Clue("top", (1,), (1,)), Clue("right", (2,), (1,)))


@pytest.mark.part(3)
@pytest.mark.parametrize("rule", ["parks-1", "parks-2"])
@pytest.mark.parametrize("count", range(4))
def test_parks_have_the_solutions_that_the_rules_allow(rule: str, count: int) -> None:
    clues = boards_of("skyscrapers").make_clues(3, 3, [0] * 9, rule, (), VIEWS[:count])
    ways = (Solution("numbers", tuple(enumerate(way))) for way in product(range(3), repeat=9))
    expected = {way for way in ways if not KIND.check(clues, way)}
    assert expected
    for solver in KIND.solvers:
        found = KIND.solve(clues, 5000, Budget(10**6, 10**6), solver)
        assert {*found.solutions} == expected, solver


def test_a_sheet_with_a_depth_has_parks() -> None:
    text = "begin\npuzzle skyscrapers\nsize 3\ndepth 2\nclabels\n1 2 -\nrlabels\n2 - -\n"
    text += "solution\n1 0 2\n0 2 1\n2 1 -\nend\n"
    form = next(form for form in KIND.formats if form.name == "janko")
    (found,) = form.read(text, None)
    assert found.clues.rule == "parks-1"
    assert found.solution is not None
    assert [number for _, number in found.solution.items] == [1, 0, 2, 0, 2, 1, 2, 1, 0]
    (again,) = form.read(form.write([(found.clues, found.solution)]), None)
    assert (again.clues, again.solution) == (found.clues, found.solution)
    with refused(PuzzleFormatError):
        list(form.read(text.replace("depth 2", "depth 0"), None))
    with refused(PuzzleFormatError):
        boards_of("skyscrapers").make_clues(3, 3, [3] + [0] * 8, "parks-1")


def test_the_player_writes_a_park_as_the_next_number() -> None:
    board = KIND.generate(KIND.presets["parks"], 1)
    assert KIND.play is not None
    assert the(KIND.play(board.clues, None, "en"))["blank"] == 5
