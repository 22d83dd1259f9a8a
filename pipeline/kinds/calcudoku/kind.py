"""Calcudoku: rows and columns have every number once, and the numbers of a cage give a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import prod
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, tatham

CAGE_SIZES: Final = {"easy": (2, 2, 2, 3), "medium": (2, 2, 3, 3), None: (2, 2, 3, 3, 3, 4)}
"""By band, the sizes of cages from which a board is made."""
LARGEST: Final = 4
"""Most cells of a cage that gets another one."""
MOST: Final = 999
"""The largest result of a generated board, so that answers can be small."""
CELLS_A_SINGLE: Final = 7
"""Of so many cells at most one is a cage of its own."""

BOARDS: Final = kit.latin_boards(
    kit.Cages(totals=lambda side, size: range(1, side**size + 1), operations=("+", "-", "x", "/"))
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that each line has every number once."""
    number = model.numbers()
    for name, line in board.lines():
        model.all_different(number[line], name)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the given numbers and the cages."""
    number = model.given()
    for _, cells, numbers, sign in board.other_clues:
        if len(cells) == len(numbers):
            model.clause([number.at(cells[0], numbers[0])], "alone", about=cells)
        elif numbers:
            layers = reckoning(board.rows, len(cells), sign, numbers[0])
            model.accepted(number[cells], layers, "cage")


@cache
def reckoning(side: int, cells: int, sign: str, result: int) -> kit.Layers:
    """Return the automaton of a cage; without a sign any operation may give the result.

    A state is the sum, the product and the largest of the numbers, as far as they matter.
    """

    def step(state: tuple[int, int, int], _: int, option: int) -> tuple[int, int, int]:
        total, times, top = state
        number = option + 1
        return (
            total + number * (sign in ("", "+", "-")),
            times * (number if sign in ("", "x", "/") else 1),
            max(top, number) * (sign in ("", "-", "/")),
        )

    def is_end(state: tuple[int, int, int]) -> bool:
        total, times, top = state
        results = {"+": total, "x": times, "-": 2 * top - total, "/": top * top / times}
        return result in ([results[sign]] if sign else results.values())

    return kit.unroll([side] * cells, (0, 1, 0), step, is_end)


def results_of(numbers: Sequence[int]) -> Mapping[str, float]:
    """Return the result of each operation; others are taken from the largest number.

    >>> results_of([2, 6])
    {'+': 8, 'x': 12, '-': 4, '/': 3.0}
    """
    *rest, top = sorted(numbers)
    return {
        "+": sum(numbers), "x": prod(numbers), "-": top - sum(rest), "/": top / prod(rest),
    }  # fmt: skip


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_latin()
    for cage in board.other_clues:
        found = results_of([answer.numbers[cell] for cell in cage.place])
        allowed = [found[cage.sign]] if cage.sign else found.values()
        if cage.numbers and cage.numbers[0] not in allowed:
            wanted = f"{cage.numbers[0]}{cage.sign}"
            yield kit.Violation("wrong-result", cage.place, f"the cage does not give {wanted}")


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted | None:
    """Return random numbers with cages."""
    numbers = making.random_groups(board, state)
    if numbers is None:
        return None
    sizes = CAGE_SIZES.get(params.band, CAGE_SIZES[None])
    areas = making.random_cages(board.grid, sizes, state)
    return BOARDS.draft(with_cages(board, making.numbers_of(areas), numbers, state), numbers)


def with_cages(
    board: kit.Board, cage_of: Sequence[int], numbers: Sequence[int], state: kit.RandomState
) -> kit.Board:
    """Return a board with cages; those that it has already keep their operations."""
    known = {cage.place: cage for cage in board.other_clues}
    clues = (
        known.get(part) or random_cage(part, numbers, state)
        for part in making.connected_cages(board.grid, cage_of)
    )
    return replace(board, other_clues=tuple(clues))


def random_cage(cells: tuple[int, ...], numbers: Sequence[int], state: kit.RandomState) -> kit.Clue:
    """Return a cage with a random operation; two numbers are rather divided or subtracted."""
    inside = [numbers[cell] for cell in cells]
    results = results_of(inside)
    signs = ["+", "x"] if results["x"] <= MOST else ["+"]
    if len(inside) == 2:
        signs += ["-"] * 2 if results["/"] % 1 else ["/"] * 4
    sign = making.pick(state, signs)
    return kit.Clue(kit.CAGE, cells, (int(results[sign]),), sign if len(inside) > 1 else "")


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution] | None:
    """Move one of some cells to a neighbouring cage, or else make it a cage of its own."""
    numbers = [number for _, number in answer.items]
    cage_of = making.move_to_cage(
        board, cells, state, lambda _, cage: board.cage_of.count(cage) < LARGEST, alone=4
    )
    changed = with_cages(board, cage_of, numbers, state)
    singles = sum(len(cage.place) == 1 for cage in changed.other_clues)
    return (changed, answer) if singles * CELLS_A_SINGLE <= len(numbers) else None


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Mend(
        draft, move, tidy=making.join_single_cages(LARGEST, with_cages, is_apart=False)
    ),
    looks=kit.Looks(is_walled=True),
    forms=(
        tatham.results().at_least(3),
        janko.form(
            ("kendoku", "calcudoku", "kenken", "mathdoku"), janko.CageAreas(), janko.Totals()
        ).at_least(3),
    ),
)
