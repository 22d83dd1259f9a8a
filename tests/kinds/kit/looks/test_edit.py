"""What the looks of a kind let a person put on a board: all its boards, and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.hashi.model import BOARDS as HASHI
from pipeline.kinds.hashi.model import UNKNOWN
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.looks.edit import (
    CLUE,
    MOST_TAPS,
    REGION,
    RULE,
    Choice,
    Edit,
    Place,
    Where,
    accepts,
    edits_of,
    partner_of,
    places_of,
    put,
    taps_of,
)
from pipeline.kinds.kit.looks.look import Looks, Sign
from pipeline.model import PuzzleFormatError
from tests.known import as_a
from tests.refusals import refused
from tests.slices import cases

KINDS = [kind for kind in kind_ids() if get_kind(kind).declared is not None or kind == "hashi"]
UNDRAWN = {"wordsearch", "colournonogram"}
"""Kinds whose lists of words, or of runs with colours, no editor puts on a board."""
NUMBERS: tuple[tuple[int, ...], ...] = ((), (-1,), (0,), (1,), (4,), (7,), (45,), (400,), (1, 1))


def page_of(kind: str) -> tuple[Boards, Looks]:
    if kind == "hashi":
        signs = {UNKNOWN: Sign("white", is_number=False)}
        return HASHI, Looks(usual=Sign("white"), signs=signs)
    declared = get_kind(kind).declared
    assert declared is not None
    return declared.boards, declared.looks


@cache
def boards_of(kind: str, preset: str, seed: int) -> Board:
    """Return a frozen board: that of an equal seed."""
    own = get_kind(kind)
    return as_a(Board, own.generate(own.presets[preset], seed).clues)


def blank(boards: Boards, board: Board) -> Board:
    """Return an empty board of the size of another, without regions unless they are no clues."""
    regions = (0,) * len(board.values) if boards.has_own_regions and board.regions else ()
    rule = boards.rules[0] if boards.rules else ""
    return Board(board.rows, board.cols, (boards.empty,) * len(board.values), rule, regions)


def steps_to(board: Board, boards: Boards, looks: Looks) -> Iterator[tuple[str, Place, Choice]]:
    """Yield what must be put on an empty board."""
    if board.rule:
        yield RULE, (), Choice(board.rule)
    for area in board.areas:
        yield REGION, tuple(area), Choice()
    for cell, clue in board.clues_but(boards.empty):
        sign = looks.sign(clue)
        yield CLUE, (cell,), Choice(sign.look.name, (clue,) if sign.is_number else ())
    for one in board.other_clues:
        halves = 2 if one.sort == "bank" else 1  # no domino has only one number
        for typed in range(min(len(one.numbers), halves), len(one.numbers) + 1, halves):
            yield one.sort, one.place, Choice(one.sign, one.numbers[:typed])


def edit_for(edits: list[Edit], name: str, sign: str) -> Edit:
    return next(one for one in edits if one.name == name and sign in one.signs)


FROZEN = [
    (kind, preset) for kind in KINDS if kind not in UNDRAWN for preset in get_kind(kind).presets
]


@pytest.mark.part(5)
@pytest.mark.parametrize(("of", "seed"), cases(FROZEN, range(20)))
def test_every_frozen_board_can_be_built_from_an_empty_one(of: tuple[str, str], seed: int) -> None:
    (boards, looks), target = page_of(of[0]), boards_of(*of, seed)
    edits = edits_of(boards, looks, target.rows, target.cols)
    board = blank(boards, target)
    for name, place, choice in steps_to(target, boards, looks):
        edit = edit_for(edits, name, choice.sign)
        assert edit.where in (Where.CELLS, Where.WAY) or place in places_of(board, edit)
        board = put(boards, looks, board, edit, place, choice)
    assert board == target
    extra = board.other_clues
    built = boards.make_clues(
        board.rows, board.cols, board.values, board.rule or None, board.regions, extra
    )
    assert built == target


def some_places(board: Board, edit: Edit) -> list[Place]:
    found = [*places_of(board, edit)][:12]
    cols = board.cols
    return found or [(0,), (0, 1), (1, 2), (cols, 2 * cols), (0, 2), (1, 1), (-1, 0), ()]


OFFERED = [kind for kind in KINDS if kind != "colournonogram"]  # whose clues are runs


@pytest.mark.parametrize("kind", OFFERED)
def test_nothing_is_offered_that_a_board_refuses(kind: str) -> None:
    boards, looks = page_of(kind)
    preset = next(iter(get_kind(kind).presets))
    full = boards_of(kind, preset, 0)
    alone = replace(boards, normalize=lambda board: board)  # what clues are, not what boards lack
    offered = 0
    for board in (blank(boards, full), full):
        for edit in edits_of(boards, looks, board.rows, board.cols):
            choices = [None, *(Choice(*one) for one in product((*edit.signs, "?"), NUMBERS))]
            for place, choice in product(some_places(board, edit), choices):
                if not accepts(boards, looks, board, edit, place, choice):
                    continue
                made = put(boards, looks, board, edit, place, choice)
                more = made.values, made.rule or None, made.regions, made.other_clues
                assert alone.make_clues(made.rows, made.cols, *more) == made
                assert "?" not in (choice or Choice()).sign
                offered += choice is not None
    assert offered


@pytest.mark.parametrize("kind", KINDS)
def test_every_clue_of_a_cell_is_offered_and_taps_come_back_to_it(kind: str) -> None:
    boards, looks = page_of(kind)
    board = blank(boards, boards_of(kind, next(iter(get_kind(kind).presets)), 0))
    allowed = boards.allowed(board.rows, board.cols)
    edits = edits_of(boards, looks, board.rows, board.cols)
    found = {boards.empty}
    for edit in (edit for edit in edits if edit.name == CLUE):
        taps = [*taps_of(boards, looks, board, edit, (0,))]
        assert taps[0] is None
        assert len({*taps}) == len(taps) <= 1 + len(edit.bare) + MOST_TAPS
        for sign, numbers in product(edit.signs, [(), *((n,) for n in range(-2, 120))]):
            choice = Choice(sign, numbers)
            if accepts(boards, looks, board, edit, (0,), choice):
                made = put(boards, looks, board, edit, (0,), choice)
                found.add(made.values[0])
                assert put(boards, looks, made, edit, (0,), None) == board
    assert found == {clue for clue in range(-9, 120) if clue in allowed}


@pytest.mark.parametrize("kind", KINDS)
def test_the_partner_of_a_place_has_the_place_as_its_partner(kind: str) -> None:
    boards, looks = page_of(kind)
    board = boards_of(kind, next(iter(get_kind(kind).presets)), 0)
    for edit in edits_of(boards, looks, board.rows, board.cols):
        for place in places_of(board, edit) if edit.where is not Where.LINE else ():
            half_turn = partner_of(boards, board, edit, place, 3)
            assert half_turn in places_of(board, edit)
            assert partner_of(boards, board, edit, half_turn, 3) == place


def test_a_clue_that_does_not_fit_beside_others_is_refused() -> None:
    boards, looks = page_of("killer")
    board = blank(boards, boards_of("killer", next(iter(get_kind("killer").presets)), 0))
    (cage,) = (one for one in edits_of(boards, looks, board.rows, board.cols) if one.name == "cage")
    board = put(boards, looks, board, cage, (0, 1), Choice("", (5,)))
    with refused(PuzzleFormatError):
        put(boards, looks, board, cage, (1, 2), Choice("", (5,)))
    assert not put(boards, looks, board, cage, (0, 1), None).other_clues


def test_cells_that_touch_nowhere_are_no_region() -> None:
    boards, looks = page_of("starbattle")
    board = blank(boards, boards_of("starbattle", "tiny", 0))
    region: Any = next(one for one in edits_of(boards, looks, 4, 4) if one.name == REGION)
    assert not accepts(boards, looks, board, region, (0, 2), Choice())
    made = put(boards, looks, board, region, (0, 1), Choice())
    assert made.regions == renumbered([9, 9, *made.regions[2:]])
