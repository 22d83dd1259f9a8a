"""A board that a setter draws: what may be put on it, its picture, its image under a symmetry.

A board that is drawn need not be a puzzle yet, so that it is read without what `Boards.normalize`
requires of a whole one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.looks.edit import (
    CLUE,
    Choice,
    Edit,
    Place,
    Where,
    edits_of,
    partner_of,
    put,
    taps_of,
)
from pipeline.kinds.kit.looks.look import Looks
from pipeline.model import ConfigError, Json, JsonObject, PuzzleFormatError
from pipeline.render.svg import render_svg
from pipeline.render.theme import Style, Theme, get_theme
from pipeline.scene import Role
from pipeline.scene.board import board_style, cell_centre
from pipeline.scene.shading import Hatching, hatch_cells, tint_cells

CELL_MM: Final = 10.0
DEDUCED: Final = Style((31, 95, 180))  # What follows, apart from what the setter drew
SYMMETRIES: Final = MappingProxyType({"none": 0, "half-turn": 3, "left-right": 1, "up-down": 2})
"""The number of each in `pipeline.kinds.kit.board.symmetry`."""


class Desk(NamedTuple):
    """A kind as it is drawn: boards without what only whole puzzles have."""

    kind: AnyKind
    boards: Boards
    looks: Looks

    def read(self, puzzle: Any) -> Board:
        """Return a board that may be incomplete; `PuzzleFormatError` if it is malformed."""
        return self.boards.decode(puzzle)


@cache
def desk_of(kind_id: str) -> Desk:
    """Return the desk of a kind; `ConfigError` if its boards cannot be drawn here."""
    kind = get_kind(kind_id)
    if kind.declared is None:
        raise ConfigError(
            f"{kind.title}: expected a kind whose boards are drawn here; paste a puzzle as text"
        )
    declared = kind.declared
    return Desk(kind, replace(declared.boards, normalize=lambda board: board), declared.looks)


def blank(kind_id: str, rows: int, cols: int, rule: str | None = None) -> JsonObject:
    """Return an empty board of a kind as ``record.puzzle``; `PuzzleFormatError` for a wrong size.

    Regions that follow from the size are those of a whole board.
    """
    desk = desk_of(kind_id)
    boards: Boards = desk.kind.declared.boards
    rule = rule or next(iter(boards.rules), None)
    values = [boards.empty] * (rows * cols)
    if boards.empty not in boards.allowed(rows, cols):  # every cell has a clue
        values = [next(one for one in range(1, 100) if one in boards.allowed(rows, cols))]
        values *= rows * cols
    try:
        board = boards.make_clues(rows, cols, values, rule)
    except PuzzleFormatError:
        board = desk.boards.make_clues(rows, cols, values, rule)
        if boards.has_regions:
            board = replace(board, regions=(0,) * len(values))
    return boards.encode(board)


def edits_to_json(desk: Desk, board: Board) -> list[JsonObject]:
    """Return what may be put on a board: name, where, signs and how many numbers of each."""
    return [
        {
            "name": edit.name,
            "where": edit.where.value,
            "signs": [*edit.signs],
            "most": int(edit.most),
            "bare": [*edit.bare],
        }
        for edit in edits_of(desk.boards, desk.looks, board.rows, board.cols)
    ]


def change(desk: Desk, board: Board, asked: JsonObject) -> Board:
    """Return a board with a change: ``{"edit": 0, "place": [3], "choice": ..., "symmetry": ...}``.

    A choice is null for nothing, ``{"sign": "", "numbers": [3]}``, or "next" for what a tap puts
    there. With a symmetry, the partner of the place gets the same. `PuzzleFormatError` if the kind
    has no such clue, or it does not fit beside the others.
    """
    edits = edits_of(desk.boards, desk.looks, board.rows, board.cols)
    number, place = asked.get("edit"), asked.get("place")
    if type(number) is not int or not 0 <= number < len(edits):
        raise PuzzleFormatError(f"expected the number of an edit, found {number!r}")
    if not isinstance(place, list) or any(type(one) is not int for one in place):
        raise PuzzleFormatError(f"expected a list of cells as a place, found {place!r}")
    edit, at = edits[number], tuple(place)
    if not _is_place(board, edit, at):
        raise PuzzleFormatError(f"expected a place of the board, found {place!r}")
    choice = _choice(desk, board, edit, at, asked.get("choice"))
    changed = put(desk.boards, desk.looks, board, edit, at, choice)
    symmetry = SYMMETRIES.get(str(asked.get("symmetry")), 0)
    if symmetry and edit.where in (Where.CELL, Where.EDGE, Where.LINE):
        partner = partner_of(desk.boards, board, edit, at, symmetry)
        if partner != at:
            changed = put(desk.boards, desk.looks, changed, edit, partner, choice)
    return changed


def _is_place(board: Board, edit: Edit, place: Place) -> bool:
    if edit.where is Where.BOARD:
        return not place
    most = len(board.values)
    if edit.where is Where.LINE:
        most = max(board.rows, board.cols)
    return bool(place) and all(0 <= one < most for one in place)


def _choice(desk: Desk, board: Board, edit: Edit, place: Place, asked: Json) -> Choice | None:
    if asked is None:
        return None
    if asked == "next":
        ring = [*taps_of(desk.boards, desk.looks, board, edit, place)]
        now = present(desk, board, edit, place)
        return ring[(ring.index(now) + 1) % len(ring) if now in ring else 0]
    numbers = asked.get("numbers", []) if isinstance(asked, dict) else None
    if not isinstance(asked, dict) or not isinstance(numbers, list):
        raise PuzzleFormatError(f"expected a sign and numbers, found {asked!r}")
    if any(type(one) is not int for one in numbers):
        raise PuzzleFormatError(f"expected whole numbers, found {numbers!r}")
    return Choice(str(asked.get("sign", "")), tuple(numbers))


def present(desk: Desk, board: Board, edit: Edit, place: Place) -> Choice | None:
    """Return what is at a place."""
    if edit.name == CLUE:
        value = board.values[place[0]]
        if value == desk.boards.empty:
            return None
        sign = desk.looks.sign(value)
        return Choice(sign.look.name, (value,) if sign.is_number else ())
    for clue in board.other_clues:
        if (clue.sort, clue.place) == (edit.name, place) and clue.sign in edit.signs:
            return Choice(clue.sign, clue.numbers)
    return None


class Shown(NamedTuple):
    """What is shown on a board besides its clues."""

    solution: Any = None
    differ: Sequence[int] = ()
    undecided: Sequence[int] = ()
    conflict: Sequence[int] = ()


@cache
def _theme() -> Theme:
    theme = get_theme("colour")
    own = dict.fromkeys((Role.ANSWER, Role.PATH), (DEDUCED,))
    return replace(theme, styles=MappingProxyType({**theme.styles, **own}))


def picture(kind: AnyKind, clues: Any, cols: int, shown: Shown = Shown()) -> JsonObject:  # noqa: B008
    """Return a board as SVG, and where its cells are, in units of its view box.

    With a solution, what all solutions have in common is drawn in blue, and cells in which two
    differ are hatched. Cells of a conflict are tinted.
    """
    scene = board = kind.draw(clues, None, CELL_MM)
    if shown.solution is not None:
        solved = kind.draw(clues, shown.solution, CELL_MM)
        hatching = Hatching(frozenset(shown.differ), frozenset(shown.undecided))
        scene = hatch_cells(solved, board, cols, CELL_MM, hatching)
    if shown.conflict:
        scene = tint_cells(scene, cols, CELL_MM, shown.conflict, ())
    x, y = cell_centre(0, cols, board_style(CELL_MM))
    return {
        "svg": render_svg(scene, _theme(), has_outlines=True),
        "width": scene.width_mm,
        "height": scene.height_mm,
        "left": x + board.shift_mm[0] - CELL_MM / 2,
        "top": y + board.shift_mm[1] - CELL_MM / 2,
        "cell": CELL_MM,
    }
