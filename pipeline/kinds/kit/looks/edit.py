"""What a person may put on a board: where, what a tap goes through, and which numbers are typed.

A board that is drawn is not complete, so that only what a clue is alone, and beside others of its
sort, is required here; `Boards.make_clues` requires the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NamedTuple, TypeAlias

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import SIDES, Clue, image_of_clues, require_clues
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.kinds.kit.looks.look import Looks
from pipeline.model import Json, PuzzleFormatError

MOST_TAPS: Final = 10  # Numbers that a tap goes through; larger ones are typed
Place: TypeAlias = tuple[int, ...]


class Where(StrEnum):
    """Places of a sort of clues."""

    CELL = "cell"
    EDGE = "edge"  # Two neighbours
    LINE = "line"  # A row or column, from the side that the sort names
    CELLS = "cells"  # Any set of cells
    WAY = "way"  # Cells in an order, each beside the one before it
    BOARD = "board"


class Choice(NamedTuple):
    """What is put at a place: a sign or a look, "" for neither, and numbers."""

    sign: str = ""
    numbers: tuple[int, ...] = ()


class Edit(NamedTuple):
    """Something that a person may put on a board."""

    name: str
    """The sort of a clue, "clue" in cells, "region", or "rule"."""
    where: Where
    signs: tuple[str, ...] = ("",)
    most: int = 0
    """How many numbers may be typed."""
    bare: tuple[str, ...] = ("",)
    """Signs that need no number."""


class Drawn(NamedTuple):
    """How boards of a kind with engines of its own are drawn by hand."""

    boards: Boards
    looks: Looks
    read: Callable[[Json], Board]
    """(puzzle): the board of a ``record.puzzle``, which may be incomplete."""
    clues_of: Callable[[Board], Any]
    """(board): the clues as the kind encodes and draws them, complete or not."""


CLUE, REGION, RULE = "clue", "region", "rule"


def edits_of(boards: Boards, looks: Looks, rows: int, cols: int) -> list[Edit]:
    """Return what may be put on a board of a kind.

    >>> from pipeline.kinds.kit.looks.look import Sign
    >>> looks = Looks(signs={1: Sign("white", False), 2: Sign("black", False)})
    >>> boards = Boards(family="edges", allowed=lambda rows, cols: range(3))
    >>> [(one.name, one.where.value, one.bare) for one in edits_of(boards, looks, 2, 2)]
    [('clue', 'cell', ('white', 'black'))]
    """
    edits = []
    allowed = [clue for clue in _candidates(boards, rows, cols) if clue != boards.empty]
    numbered = [clue for clue in allowed if looks.sign(clue).is_number]
    bare = [looks.sign(clue).look.name for clue in allowed if not looks.sign(clue).is_number]
    signs = dict.fromkeys([*bare, *(looks.sign(clue).look.name for clue in numbered)])
    if allowed:
        edits.append(Edit(CLUE, Where.CELL, tuple(signs), bool(numbered), tuple(bare)))
    if boards.has_regions:
        edits.append(Edit(REGION, Where.CELLS))
    if boards.rules:
        edits.append(Edit(RULE, Where.BOARD, boards.rules, bare=boards.rules))
    for sort in boards.clue_sorts:
        edits += (Edit(name, Where(where), *more) for name, where, *more in sort.edits(rows, cols))
    return edits


def places_of(board: Board, edit: Edit) -> Sequence[Place]:
    """Return the places of an edit; none for sets of cells, which are chosen freely."""
    if edit.where is Where.CELL:
        return [(cell,) for cell in board.grid.cells]
    if edit.where is Where.EDGE:
        return board.grid.edges()
    if edit.where is Where.LINE:
        is_row = edit.name in SIDES[::2]
        return [(at,) for at in range(board.rows if is_row else board.cols)]
    return [()] if edit.where is Where.BOARD else []


def put(
    boards: Boards, looks: Looks, board: Board, edit: Edit, place: Place, choice: Choice | None
) -> Board:
    """Return the board with something at a place, or with nothing there.

    `PuzzleFormatError` if that is no clue of the kind, or does not fit beside the others.
    """
    if choice is not None:
        if choice.sign not in edit.signs or len(choice.numbers) > edit.most:
            raise PuzzleFormatError(f"expected no such clue of the sort {edit.name!r}")
        if not choice.numbers and choice.sign not in edit.bare:
            raise PuzzleFormatError(f"expected a number with the clue of the sort {edit.name!r}")
    elif edit.name in (REGION, RULE):
        raise PuzzleFormatError(f"expected a {edit.name}, which is changed and not taken away")
    if edit.name == CLUE:
        values, (cell,) = [*board.values], place
        values[cell] = boards.empty if choice is None else _clue(boards, looks, board, choice)
        return replace(board, values=tuple(values))
    if edit.name == REGION:
        return _with_region(board, place)
    if edit.name == RULE:
        return replace(board, rule=choice.sign if choice else "")
    kept = [
        clue
        for clue in board.other_clues
        if (clue.sort, clue.place) != (edit.name, place) or clue.sign not in edit.signs
    ]
    if choice is not None:
        kept.append(Clue(edit.name, place, choice.numbers, choice.sign))
    require_clues(boards.clue_sorts, board.grid, kept)
    return replace(board, other_clues=tuple(sorted(kept)))


def taps_of(
    boards: Boards, looks: Looks, board: Board, edit: Edit, place: Place
) -> Iterator[Choice | None]:
    """Yield what a tap goes through at a place: nothing, each sign, small numbers."""
    if edit.name not in (REGION, RULE):
        yield None
    bare = (Choice(sign) for sign in edit.signs)
    typed = (Choice(sign, (n,)) for sign in edit.signs for n in range(100) if edit.most == 1)
    for choices, most in ((bare, None), (typed, MOST_TAPS)):
        yield from islice(
            (one for one in choices if accepts(boards, looks, board, edit, place, one)), most
        )


def accepts(
    boards: Boards, looks: Looks, board: Board, edit: Edit, place: Place, choice: Choice | None
) -> bool:
    """Return whether something may be put at a place."""
    try:
        put(boards, looks, board, edit, place, choice)
    except PuzzleFormatError:
        return False
    return True


def partner_of(boards: Boards, board: Board, edit: Edit, place: Place, symmetry: int) -> Place:
    """Return the image of a place under a symmetry that keeps the sides of the board.

    >>> edit = Edit(CLUE, Where.CELL)
    >>> partner_of(Boards(family="cells"), Board(2, 3, (0,) * 6), edit, (1,), 3)
    (4,)
    """
    sort = next((sort for sort in boards.clue_sorts if edit.name in sort.names), None)
    if sort is not None:
        clue = Clue(edit.name, place, (1,) * edit.most, edit.signs[0])
        return image_of_clues([sort], board.rows, board.cols, [clue], symmetry)[0].place
    image = cells_of_image(board.rows, board.cols, symmetry).ravel().tolist()
    return tuple(sorted(image.index(cell) for cell in place))


def _candidates(boards: Boards, rows: int, cols: int) -> Iterator[int]:
    allowed = boards.allowed(rows, cols)
    return (clue for clue in range(-9, max(100, rows * cols) + 1) if clue in allowed)


def _clue(boards: Boards, looks: Looks, board: Board, choice: Choice) -> int:
    """Return the clue of a cell."""
    has_number = bool(choice.numbers)
    for clue in choice.numbers[:1] or looks.signs:
        sign = looks.sign(clue)
        is_allowed = clue in boards.allowed(board.rows, board.cols) and clue != boards.empty
        if is_allowed and sign.is_number == has_number and sign.look.name == choice.sign:
            return clue
    raise PuzzleFormatError(f"expected {boards.expected}")


def _with_region(board: Board, cells: Place) -> Board:
    """Return the board with cells as a region of their own."""
    if not {*cells} <= {*board.grid.cells} or not cells or not board.grid.is_connected(cells):
        raise PuzzleFormatError("expected connected cells of the board as a region")
    regions = [*board.regions] or [0] * len(board.values)
    for cell in cells:
        regions[cell] = -1
    return replace(board, regions=renumbered(regions))
