"""Futoshiki: each row and column has every number once, and signs say which number is larger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, tables, tatham
from pipeline.kinds.kit.sites.words import Words

SIGNS: Final = ("<", ">")
BOARDS: Final = kit.latin_boards(kit.Between(SIGNS))


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that each line has every number once."""
    number = model.numbers()
    for name, line in board.lines():
        model.all_different(number[line], name)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the given numbers and the signs."""
    number = model.given()
    for k, sign in enumerate(board.other_clues, len(board.values)):
        rising = sign.place[:: 1 if sign.sign == "<" else -1]
        model.ordered(number[rising], "sign", clue=k)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_latin()
    for sign in board.other_clues:
        one, other = (answer.numbers[cell] for cell in sign.place)
        if one == other or (one < other) != (sign.sign == "<"):
            yield kit.Violation("wrong-sign", sign.place, f"{one} {sign.sign} {other} is not true")


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a random square with every number and sign."""
    numbers = making.random_groups(board, state)
    if numbers is None:
        return None
    signs = tuple(
        kit.Clue(kit.BETWEEN, pair, (), SIGNS[numbers[pair[0]] > numbers[pair[1]]])
        for pair in board.grid.edges()
    )
    return BOARDS.draft(board, numbers, values=tuple(numbers), other_clues=signs)[:2]


def full_boards(board: kit.Board) -> Iterator[kit.Board]:
    """Yield boards that together have each number and sign everywhere."""
    for number in range(1, board.rows + 1):
        signs = (kit.Clue(kit.BETWEEN, pair, (), SIGNS[number % 2]) for pair in board.grid.edges())
        yield replace(board, values=(number,) * len(board.values), other_clues=tuple(signs))


def _words(empty: str) -> Words:
    return Words(range(1, 13), "a number or -", "check the text", empty)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    looks=kit.Looks(is_parted=True),
    making=making.Remove(
        layout=layout,
        clearing=making.Clearing(has_other_clues=True, full_boards=full_boards),
        percent_first=90,
    ),
    forms=(
        tatham.larger_signs(),
        janko.signs(("futoshiki", "unequal"), _words("? - . _ 0")),
        tables.signs(_words("- . _ 0 ?")).at_least(3),
    ),
)
