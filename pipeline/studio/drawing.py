"""A board that a setter draws: what may be put on it, its picture, its image under a symmetry.

A board that is drawn need not be a puzzle yet, so that it is read without what `Boards.normalize`
requires of a whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.regions import box_of_size, boxes
from pipeline.kinds.kit.looks.edit import (
    CLUE,
    RULE,
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
from pipeline.scene import Cap, Disc, Ink, Line, Mark, Point, Polyline, Rect, Role, Scene
from pipeline.scene.board import board_style, cell_centre
from pipeline.scene.shading import tint_cells

CELL_MM: Final = 10.0
DEDUCED: Final = Style((31, 95, 180))  # What follows, apart from what the setter drew
OPEN: Final = Style((255, 240, 205))  # Where solutions differ
SYMMETRIES: Final = MappingProxyType({"none": 0, "half-turn": 3, "left-right": 1, "up-down": 2})
"""The number of each in `pipeline.kinds.kit.board.symmetry`."""


class Desk(NamedTuple):
    """A kind as it is drawn: boards without what only whole puzzles have."""

    kind: AnyKind
    boards: Boards
    looks: Looks
    read: Callable[[Any], Board]
    """(puzzle): a board that may be incomplete; `PuzzleFormatError` if it is malformed."""
    clues_of: Callable[[Board], Any] = lambda board: board
    """(board): the clues of the kind's own functions."""
    whole: Boards | None = None
    """The boards of whole puzzles of a declared kind."""

    def write(self, board: Board) -> JsonObject:
        """Return a board as ``record.puzzle``."""
        return self.kind.encode(self.clues_of(board))


@cache
def desk_of(kind_id: str) -> Desk:
    """Return the desk of a kind; `ConfigError` if its boards cannot be drawn here."""
    kind = get_kind(kind_id)
    if kind.declared is not None:
        whole, looks = kind.declared.boards, kind.declared.looks
        boards = replace(whole, normalize=lambda board: board)
        return Desk(kind, boards, looks, boards.decode, whole=whole)
    if kind.drawn is not None:
        return Desk(kind, *kind.drawn)
    raise ConfigError(
        f"{kind.title}: expected a kind whose boards are drawn here; paste a puzzle as text"
    )


def blank(kind_id: str, rows: int, cols: int, rule: str | None = None) -> JsonObject:
    """Return an empty board of a kind as ``record.puzzle``; `PuzzleFormatError` for a wrong size.

    Regions that follow from the size are those of a whole board.
    """
    desk = desk_of(kind_id)
    boards = desk.whole or desk.boards
    rule = rule or (None if boards.rule_sets else next(iter(boards.rules), None))
    values = [boards.empty] * (rows * cols)
    if boards.empty not in boards.allowed(rows, cols):  # every cell has a clue
        values = [next(one for one in range(1, 100) if one in boards.allowed(rows, cols))]
        values *= rows * cols
    try:
        board = boards.make_clues(rows, cols, values, rule)
    except PuzzleFormatError:
        board = desk.boards.make_clues(rows, cols, values, rule)
        if boards.has_regions:
            is_boxed = not boards.has_own_regions and rows == cols
            box = boxes(rows, *box_of_size(rows)) if is_boxed else (0,) * len(values)
            board = replace(board, regions=box)
    return desk.write(board)


def edits_to_json(desk: Desk, board: Board) -> list[JsonObject]:
    """Return the possible edits of a board: name, place, signs and number of numbers of each."""
    return [
        {
            "name": edit.name,
            "where": edit.where.value,
            "signs": [*edit.signs],
            "most": int(edit.most),
            "bare": [*edit.bare],
            "numbers": _small_numbers(desk, board, edit),
            "joins": edit.name == RULE and bool(desk.boards.rule_sets),
        }
        for edit in edits_of(desk.boards, desk.looks, board.rows, board.cols)
    ]


def _small_numbers(desk: Desk, board: Board, edit: Edit) -> list[Json]:
    """Return the numbers that a tap goes through in a cell."""
    if edit.where is not Where.CELL or not edit.most:
        return []
    taps = taps_of(desk.boards, desk.looks, board, edit, (0,))
    return [*dict.fromkeys(number for tap in taps if tap for number in tap.numbers)]


def clues_to_json(desk: Desk, board: Board) -> list[JsonObject]:
    """Return what is on a board: the number of its edit, its place, sign and numbers."""
    clues: list[JsonObject] = []
    for number, edit in enumerate(edits_of(desk.boards, desk.looks, board.rows, board.cols)):
        places = [one.place for one in board.other_clues if one.sort == edit.name]
        if edit.name == CLUE:
            places = [(cell,) for cell, _ in board.clues_but(desk.boards.empty)]
        for place in dict.fromkeys(places):
            if clue := present(desk, board, edit, place):
                words = {"sign": clue.sign, "numbers": [*clue.numbers]}
                clues.append({"edit": number, "place": [*place], **words})
    return clues


def change(desk: Desk, board: Board, asked: JsonObject) -> Board:
    """Return a board with a change: ``{"edit": 0, "place": [3], "choice": ..., "symmetry": ...}``.

    Cells of a set may be in any order. A choice is null for nothing,
    ``{"sign": "", "numbers": [3]}``, or "next" for what a tap puts there. With a symmetry, the
    partner of the place gets the same. `PuzzleFormatError` if the kind has no such clue, or it does
    not fit beside the others.
    """
    edits = edits_of(desk.boards, desk.looks, board.rows, board.cols)
    number, place = asked.get("edit"), asked.get("place")
    if type(number) is not int or not 0 <= number < len(edits):
        raise PuzzleFormatError(f"expected the number of an edit, found {number!r}")
    if not isinstance(place, list) or any(type(one) is not int for one in place):
        raise PuzzleFormatError(f"expected a list of cells as a place, found {place!r}")
    edit, cells = edits[number], tuple(place)
    if not _is_place(board, edit, cells):
        raise PuzzleFormatError(f"expected a place of the board, found {place!r}")
    if edit.where is Where.CELLS:
        cells = tuple(sorted(cells))
    choice = _choice(desk, board, edit, cells, asked.get("choice"))
    changed = put(desk.boards, desk.looks, board, edit, cells, choice)
    symmetry = SYMMETRIES.get(str(asked.get("symmetry")), 0)
    if symmetry and edit.where in (Where.CELL, Where.EDGE, Where.LINE):
        partner = partner_of(desk.boards, board, edit, cells, symmetry)
        if partner != cells:
            changed = put(desk.boards, desk.looks, changed, edit, partner, choice)
    return _with_seen_rule(desk, changed, board.rule)


def _with_seen_rule(desk: Desk, board: Board, before: str) -> Board:
    """Return a board with the rule that follows from what is drawn, if its kind has sets of rules.

    Where one rule excludes another, the one that was there ``before`` goes.
    """
    if desk.boards.rule_sets:
        for gone in ("", *before.split("+")):
            rule = "+".join(one for one in board.rule.split("+") if one != gone)
            with suppress(PuzzleFormatError):
                assert desk.whole is not None
                return replace(board, rule=desk.whole.normalize(replace(board, rule=rule)).rule)
    return board


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
    sign = str(asked.get("sign", ""))
    if edit.name == RULE and desk.boards.rule_sets:  # in the order of the kind
        parts = sign.split("+")
        sign = "+".join(one for one in desk.boards.rule_sets if one in parts)
    return Choice(sign, tuple(numbers))


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
    tints = (*theme.styles[Role.TINT], OPEN)
    own = {Role.ANSWER: (DEDUCED,), Role.PATH: (DEDUCED,), Role.TINT: tints}
    return replace(theme, styles=MappingProxyType({**theme.styles, **own}))


NOTHING: Final = Shown()


def picture(kind: AnyKind, clues: Any, cols: int, shown: Shown = NOTHING) -> JsonObject:
    """Return a board as SVG, and where its cells are, in units of its view box.

    With a solution, what all solutions have in common is drawn in blue; cells in which two differ
    are tinted. Cells of a conflict are framed, too.
    """
    scene = board = kind.draw(clues, None, CELL_MM)
    x, y = cell_centre(0, cols, board_style(CELL_MM))
    left, top = x + board.shift_mm[0] - CELL_MM / 2, y + board.shift_mm[1] - CELL_MM / 2
    is_open = {*shown.differ, *shown.undecided}
    if shown.solution is not None:
        solved = kind.draw(clues, shown.solution, CELL_MM)
        places = _Places(left, top, cols, frozenset(is_open))
        scene = replace(solved, marks=(*_common(solved, board, places),))
    tints = [
        Rect((left + cell % cols * CELL_MM, top + cell // cols * CELL_MM), CELL_MM, CELL_MM, _OPEN)
        for cell in sorted(is_open)
    ]
    scene = replace(scene, marks=(*tints, *scene.marks))
    scene = tint_cells(scene, cols, CELL_MM, (), shown.conflict)
    return {
        "svg": render_svg(scene, _theme(), has_outlines=True),
        "width": scene.width_mm,
        "height": scene.height_mm,
        "left": left,
        "top": top,
        "cell": CELL_MM,
    }


_OPEN: Final = Ink(Role.TINT, 1)


class _Places(NamedTuple):
    """Where cells are, and which of them are open."""

    left: float
    top: float
    cols: int
    is_open: frozenset[int]

    def are_open(self, at: Point) -> bool:
        """Return whether all cells at a point are open: one, or those beside a border."""
        x, y = (at[0] - self.left) / CELL_MM, (at[1] - self.top) / CELL_MM
        cells = {
            int(row // 1) * self.cols + int(col // 1)
            for row in (y - _NEAR, y + _NEAR)
            for col in (x - _NEAR, x + _NEAR)
            if 0 <= col < self.cols and row >= 0
        }
        return cells <= self.is_open


_NEAR: Final = 0.1  # A point as near to a border of a cell is on it


def _common(solved: Scene, board: Scene, places: _Places) -> Iterator[Mark]:
    """Yield the marks of a solution but those in open cells, where the board has its own."""
    printed, drawn = {*board.marks}, {*solved.marks}
    for mark in solved.marks:
        if mark in printed:
            yield mark
        elif isinstance(mark, Polyline) and mark.fill is None:
            for start, end in pairwise((*mark.points, *mark.points[: mark.is_closed])):
                if not places.are_open(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)):
                    yield Line(start, end, mark.width_mm, mark.ink, Cap.ROUND)
        elif not places.are_open(_middle(mark)):
            yield mark
    for mark in board.marks:
        if mark not in drawn and places.are_open(_middle(mark)):
            yield mark


def _middle(mark: Mark) -> Point:
    match mark:
        case Line():
            return ((mark.start[0] + mark.end[0]) / 2, (mark.start[1] + mark.end[1]) / 2)
        case Polyline():
            return mark.points[0]
        case Rect():
            return (mark.corner[0] + mark.width / 2, mark.corner[1] + mark.height / 2)
        case Disc():
            return mark.centre
    return mark.position
