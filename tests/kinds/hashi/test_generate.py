"""The generator, and hidden numbers."""

from dataclasses import replace
from typing import Any

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.hashi.generate import generate, hide_numbers
from pipeline.kinds.hashi.grade import DEDUCTIONS, grade_alone
from pipeline.kinds.hashi.kernels.layout import image_of, make_layout
from pipeline.kinds.hashi.kind import HASHI
from pipeline.kinds.hashi.model import RULES, UNKNOWN, Params
from pipeline.kinds.hashi.options import SYMMETRIES
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.model import Status
from tests.kinds.hashi.boards import board, islands_of

BUDGET = Budget(nodes=100_000, conflicts=100_000)


def made(rows: int, cols: int, seed: int = 0, **options: Any) -> tuple[Board, Solution]:
    """Return a puzzle for options, and its solution."""
    found = generate(Params(rows, cols, **options), seed)
    assert found.clues is not None
    assert found.solution is not None
    return found.clues, found.solution


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_puzzles_are_unique_under_every_rule(rule: str, seed: int) -> None:
    clues, solution = made(8, 7, rule=rule, seed=seed)
    assert clues.rule == rule
    assert check(clues, solution) == ()
    assert HASHI.prove(clues, solution, BUDGET).status is Status.UNIQUE


@pytest.mark.parametrize("size", [(5, 5), (5, 12), (14, 6), (20, 20), (50, 50)])
def test_no_islands_touch_and_every_edge_is_reached(size: tuple[int, int]) -> None:
    rows, cols = size
    clues, _ = made(*size)
    places = [divmod(cell, cols) for cell in islands_of(clues)]
    assert {0, rows - 1} <= {row for row, _ in places}
    assert {0, cols - 1} <= {col for _, col in places}
    assert not any((row, col + 1) in places or (row + 1, col) in places for row, col in places)


@pytest.mark.parametrize("symmetry", ["half-turn", "left-right", "top-bottom"])
@pytest.mark.parametrize("size", [(8, 8), (9, 9), (8, 9)])
def test_islands_are_symmetric(symmetry: str, size: tuple[int, int]) -> None:
    layout = make_layout(*size, SYMMETRIES.index(symmetry))
    for seed in range(3):
        clues, _ = made(*size, symmetry=symmetry, seed=seed)
        cells = set(islands_of(clues))
        assert {image_of(layout, cell) for cell in cells} == cells


def test_the_number_of_islands_is_kept() -> None:
    for seed in range(5):
        clues, _ = made(10, 10, islands=(22, 24), seed=seed)
        assert 22 <= len(islands_of(clues)) <= 24


@pytest.mark.parametrize("density", [8, 20, 30, 35])
@pytest.mark.parametrize("symmetry", ["none", "half-turn"])
def test_the_share_of_islands_is_kept(density: int, symmetry: str) -> None:
    clues, _ = made(15, 15, density=density, symmetry=symmetry, seed=2)
    assert abs(100 * len(islands_of(clues)) / 225 - density) <= density / 10 + 1


def test_shares_go_the_way_they_are_asked_to() -> None:
    def multiples(share: int) -> int:
        pairs = [b for seed in range(5) for b in made(9, 9, multiples=share, seed=seed)[1].items]
        return sum(count > 1 for _, _, count in pairs) * 100 // len(pairs)

    assert multiples(0) == 0
    assert multiples(20) < multiples(80)


def test_long_spans_are_longer() -> None:
    def mean(spans: int) -> float:
        lengths = [
            other - one if other - one < 20 else (other - one) // 20
            for seed in range(3)
            for one, other, _ in made(20, 20, spans=spans, density=10, seed=seed)[1].items
        ]
        return sum(lengths) / len(lengths)

    assert mean(0) < mean(100)


@pytest.mark.parametrize("band", ["easy", "medium", "hard", "expert"])
def test_a_band_that_is_aimed_at_is_hit(band: str) -> None:
    clues, solution = made(10, 10, band=band)
    assert grade_alone(clues).band == band
    assert HASHI.prove(clues, solution, BUDGET).status is Status.UNIQUE


@pytest.mark.parametrize("hardest", ["full", "rest", "isolation"])
def test_nothing_harder_is_needed_than_was_asked_for(hardest: str) -> None:
    for seed in range(3):
        clues, _ = made(9, 9, hardest=hardest, seed=seed)
        needed = grade_alone(clues).extra["hardest"]
        assert DEDUCTIONS.index(needed) <= DEDUCTIONS.index(hardest)


@pytest.mark.parametrize("rule", ["connected-2", "tree-3", "free-4", "forest-1"])
def test_numbers_are_hidden_while_the_puzzle_stays_unique(rule: str) -> None:
    hidden = 0
    for seed in range(4):
        clues, solution = made(9, 9, rule=rule, unknown=30, seed=seed)
        cells = islands_of(clues)
        marks = sum(clues.values[cell] == UNKNOWN for cell in cells)
        assert marks <= len(cells) * 30 // 100
        assert check(clues, solution) == ()
        assert HASHI.prove(clues, solution, BUDGET).status is Status.UNIQUE
        hidden += marks
    assert hidden >= 6


@pytest.mark.parametrize(
    "options", [{"hardest": "rest"}, {"band": "easy"}, {"band": "medium"}, {"band": "hard"}]
)
def test_hidden_numbers_leave_a_puzzle_as_hard_as_asked(options: dict[str, Any]) -> None:
    clues, _ = made(9, 9, unknown=20, **options)
    found = grade_alone(clues)
    assert UNKNOWN in clues.values
    assert found.band == options.get("band", "easy")
    assert found.extra["hardest"] in DEDUCTIONS[: 2 if "hardest" in options else None]


def test_as_many_numbers_as_can_be_are_hidden_but_no_more() -> None:
    clues, solution = made(7, 7, unknown=100)
    shown = [cell for cell in islands_of(clues) if clues.values[cell] != UNKNOWN]
    assert 0 < len(shown) < len(islands_of(clues))
    for cell in shown:
        islands = (*clues.values[:cell], UNKNOWN, *clues.values[cell + 1 :])
        verdict = HASHI.prove(replace(clues, values=islands), solution, BUDGET)
        assert verdict.status is Status.MULTIPLE


def test_parts_of_the_rule_are_made_use_of() -> None:
    """Where three bridges and separate groups are allowed, some puzzles have them."""
    boards = [made(9, 9, rule="free-3", seed=seed) for seed in range(10)]
    assert any(count == 3 for _, solution in boards for _, _, count in solution.items)
    assert any(check(replace(clues, rule="connected-3"), solution) for clues, solution in boards)


BOARD = board("2.3.1 ..... ?.1.1", "free-2")


def hidden(clues: Board) -> set[int]:
    """Return the cells whose number is unknown."""
    return {cell for cell, clue in enumerate(clues.values) if clue == UNKNOWN}


def test_no_more_are_hidden_than_asked_for() -> None:
    for most in range(8):
        for seed in range(5):
            found = hidden(hide_numbers(BOARD, most, lambda _: True, new_state(seed)))
            assert len(found - hidden(BOARD)) == min(most, 5)


def test_what_is_not_borne_is_not_hidden() -> None:
    tried: list[set[int]] = []

    def is_kept(clues: Board) -> bool:
        tried.append(hidden(clues))
        return 2 not in hidden(clues)

    found = hide_numbers(BOARD, 9, is_kept, new_state(3))
    assert hidden(found) == {0, 4, 10, 12, 14}
    assert len(tried) == 5


def test_places_depend_on_the_state_alone() -> None:
    def places(seed: int) -> frozenset[int]:
        return frozenset(hidden(hide_numbers(BOARD, 2, lambda _: True, new_state(seed))))

    assert [places(seed) for seed in range(9)] == [places(seed) for seed in range(9)]
    assert len({places(seed) for seed in range(9)}) > 3
