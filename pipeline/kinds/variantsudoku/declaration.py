"""The rules of elements as constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit.board.elements import LINES, OUTSIDE
from pipeline.kinds.kit.looks.area.clue import AREA
from pipeline.kinds.kit.looks.between.clue import BLACK, WHITE
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL
from pipeline.kinds.kit.looks.parity.clue import EVEN, ODD
from pipeline.kinds.kit.looks.slant.clue import SLANT
from pipeline.kinds.kit.looks.thread.clue import LINE, SUM_ARROW, THERMOMETER
from pipeline.kinds.kit.words.accepted.automata import line_sum, sandwich, skyline, sum_first, x_sum
from pipeline.kinds.kit.words.variables import NumberArray, NumberScope
from pipeline.kinds.variantsudoku.boards import elements_of

_KNIGHT: Final = ((1, 2), (2, 1), (2, -1), (1, -2))
_KING: Final = ((1, 1), (1, -1))
STEPS: Final = {"anti-knight": _KNIGHT, "anti-king": _KING}
"""The steps, down and right, between two cells that must differ."""
PAIRS: Final[dict[str, Callable[[int, int], bool]]] = {
    WHITE: lambda one, other: abs(one - other) == 1,
    BLACK: lambda one, other: one == 2 * other or other == 2 * one,
    "V": lambda one, other: one + other == 5,
    "X": lambda one, other: one + other == 10,
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
}
"""Whether two numbers fit a sign between them."""


COMPLETE: Final = {
    "all-dots": (WHITE, BLACK), "all-white": (WHITE,), "all-black": (BLACK,), "all-xv": ("V", "X"),
}  # fmt: skip
"""By element, the signs of which none is missing."""


@cache
def unmarked(element: str) -> Callable[[int, int], bool]:
    """Return whether two numbers have none of the signs of an element."""
    return lambda one, other: not any(PAIRS[sign](one, other) for sign in COMPLETE[element])


@cache
def apart(least: int) -> Callable[[int, int], bool]:
    """Return whether two numbers differ by at least so much."""
    return lambda one, other: abs(one - other) >= least


@cache
def close(size: int) -> Callable[[int, int], bool]:
    """Return whether two numbers differ, and by less than so much."""
    return lambda one, other: 0 < abs(one - other) < size


def least_difference(side: int) -> int:
    """Return by how much neighbours on a whispers line differ at least: 5 for side 9."""
    return (side + 1) // 2


def pairs_apart(board: kit.Board, element: str) -> list[tuple[int, int]]:
    """Return the pairs of cells a step of a chess piece apart."""
    rows, cols = range(board.rows), range(board.cols)
    return [
        (row * board.cols + col, (row + down) * board.cols + col + right)
        for row in rows
        for col in cols
        for down, right in STEPS[element]
        if row + down in rows and col + right in cols
    ]


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the rules of Sudoku, and those that no mark shows."""
    digit, elements = model.numbers(), elements_of(board)
    for name, cells in board.groups("region" if "jigsaw" in elements else "box"):
        model.all_different(digit[cells], name)
    for element in STEPS:
        for pair in pairs_apart(board, element) if element in elements else ():
            model.differ(digit[pair], element)
    if "nonconsecutive" in elements:
        for pair in board.grid.edges():
            for clause in _apart(digit[pair], 2):
                model.clause(clause, "nonconsecutive", about=pair)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the given numbers and what the elements on a board require."""
    digit, side = model.given(), board.rows
    means = {
        name: next((one for one in kinds if one in elements_of(board)), "")
        for name, kinds in ((LINE, LINES), ("outside", OUTSIDE))
    }
    for clue in board.other_clues:
        place, total = clue.place, clue.total or 0
        if clue.sort in (AREA, DIAGONAL):
            model.all_different(digit[place], clue.sort)
        elif clue.sort == kit.CAGE:
            if clue.total is None:
                model.all_different(digit[place], "apart")
            else:
                model.total(digit[place], total, "cage")
        elif clue.sort == THERMOMETER:
            model.ordered(digit[place], "thermometer")
        elif clue.sort == SUM_ARROW:
            model.accepted(digit[place], sum_first(side, len(place)), "arrow")
        elif clue.sort == LINE:
            _LINE_RULES[means[LINE]](model, digit[place], side)
        elif clue.sort == kit.BETWEEN:
            reason = {"V": "five", "X": "ten", "<": "sign", ">": "sign"}.get(clue.sign, clue.sign)
            model.related(digit[place], PAIRS[clue.sign], reason)
        elif clue.sort in (EVEN, ODD):
            wrong = [digit.at(place[0], n) for n in digit.numbers if n % 2 != (clue.sort == ODD)]
            model.count(wrong, 0, clue.sort, about=place)
        elif clue.sort == SLANT:
            model.accepted(digit[place], line_sum(side, len(place), total), "slant")
        else:
            _outside(model, digit, board, clue, means["outside"])
    for element in elements_of(board):
        if element in COMPLETE:
            _missing(model, digit, board, element)


def _missing(model: kit.Model, digit: NumberArray, board: kit.Board, element: str) -> None:
    """Require neighbours without a sign to be none that have one."""
    signs = COMPLETE[element]
    marked = {clue.place for clue in board.clues_of(kit.BETWEEN) if clue.sign in signs}
    for pair in board.grid.edges():
        if pair not in marked:
            model.related(digit[pair], unmarked(element), element)


def _outside(
    model: kit.Model, digit: NumberArray, board: kit.Board, clue: kit.Clue, means: str
) -> None:
    line, number = board.line_of(clue), clue.numbers[0]
    automata = {"sandwich": sandwich, "x-sums": x_sum, "skyscrapers": skyline}
    model.accepted(digit[line], automata[means](len(line), number), means, about=line)


def _apart(scope: NumberScope, least: int) -> Iterator[list[int]]:
    """Yield the clauses by which two numbers differ by at least so much."""
    for own, other in (scope.literals, scope.literals[::-1]):
        for k, literal in enumerate(own):
            yield [-literal, *(one for j, one in enumerate(other) if abs(j - k) >= least)]


def _palindrome(model: kit.Model, scope: NumberScope, _: int) -> None:
    cells = scope.about
    for one, other in zip(cells[: len(cells) // 2], cells[::-1], strict=False):
        model.related(model.numbers()[one, other], int.__eq__, "palindromes")


def _whisper(model: kit.Model, scope: NumberScope, side: int) -> None:
    least = least_difference(side)
    for pair in pairwise(scope.about):
        model.related(model.numbers()[pair], apart(least), "whispers")


def _renban(model: kit.Model, scope: NumberScope, _: int) -> None:
    size = len(scope.about)
    model.all_different(scope, "renban")
    for pair in combinations(scope.about, 2):
        model.related(model.numbers()[pair], close(size), "renban")


_LINE_RULES: Final = dict(zip(LINES, (_palindrome, _whisper, _renban), strict=True))
