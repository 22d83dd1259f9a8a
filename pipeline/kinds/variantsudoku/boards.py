"""Boards of Sudoku with elements: their sorts of clues, and rules that are sets of elements.

A rule is the names of its elements, in the order of `ELEMENTS`, joined by a plus sign:
``thermometers+dots``. Most elements are seen on a board; the rule alone states whether knights
and kings count, and what plain lines and numbers outside mean.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit.board.elements import (
    DOTS,
    ELEMENTS,
    LINES,
    OUTSIDE,
    UNSEEN,
    XV,
    rule_named,
)
from pipeline.kinds.kit.board.regions import are_regions, box_of, box_of_size, boxes
from pipeline.kinds.kit.looks.area.clue import AREA, Areas
from pipeline.kinds.kit.looks.between.clue import BLACK, WHITE
from pipeline.kinds.kit.looks.between.clue import DOTS as DOT_SIGNS
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL, Diagonals
from pipeline.kinds.kit.looks.parity.clue import EVEN, ODD, Parities
from pipeline.kinds.kit.looks.slant.clue import SLANT, Slants
from pipeline.kinds.kit.looks.thread.clue import LINE, SUM_ARROW, THERMOMETER, Threads

TOTALS: Final = "totals"
"""The setting of how many cages have a total, in percent."""
ELSEWHERE: Final = {"cages": "killer", "jigsaw": "sudoku", "diagonals": "sudoku"}
"""Elements that alone make a puzzle of another kind."""
_SEEN: Final = {
    DIAGONAL: "diagonals", AREA: "areas", kit.CAGE: "cages", THERMOMETER: "thermometers",
    SUM_ARROW: "arrows", "<": "signs", ">": "signs", EVEN: "parity", ODD: "parity",
    SLANT: "little-killer",
}  # fmt: skip


class Rules(tuple[str, ...]):
    """Elements that make a puzzle alone; all sets of elements are rules, too.

    >>> "thermometers+dots" in RULES, "dots+thermometers" in RULES, "dots+dots" in RULES
    (True, False, False)
    """

    __slots__ = ()

    def __contains__(self, rule: object) -> bool:
        """Return whether a text names elements in their order."""
        return isinstance(rule, str) and rule_named({*rule.split("+")}) == rule


_USUAL: Final = "thermometers"
RULES: Final = Rules((_USUAL, *(one for one in ELEMENTS if one not in (_USUAL, *ELSEWHERE))))


def elements_of(board: kit.Board) -> tuple[str, ...]:
    """Return the elements of a board in their order."""
    return tuple(board.rule.split("+"))


def fit(board: kit.Board) -> kit.Board:
    """Return a board with regions and its rule; `PuzzleFormatError` if it has no element.

    The rule follows from what is seen, and from the rest of the rule that was stated; where that
    does not say what lines or numbers outside mean, they mean the first of those known.
    """
    size = kit.require_square(board).rows
    regions = board.regions or boxes(size, *box_of_size(size))
    if not are_regions(size, regions):
        raise kit.PuzzleFormatError(f"expected {size} connected regions of {size} cells")
    stated = {*board.rule.split("+")}
    elements = stated & {*UNSEEN, *DOTS[1:], *XV[1:]}
    elements |= {"jigsaw"} if box_of(regions, size) is None else set()
    clues = tuple(one for one in board.other_clues if one.numbers or one.sort not in kit.SIDES)
    names = {clue.sign or clue.sort for clue in clues}
    elements |= {_SEEN[name] for name in names if name in _SEEN}
    for is_seen, kinds, what in (
        (LINE in names, LINES, "plain lines"),
        (not names.isdisjoint(DOT_SIGNS), DOTS, "dots"),
        (not names.isdisjoint("XV"), XV, "X and V"),
        (not names.isdisjoint(kit.SIDES), OUTSIDE, "numbers outside"),
    ):
        meant = stated & {*kinds} or {kinds[0]}
        if is_seen and len(meant) > 1:
            raise kit.PuzzleFormatError(
                f"expected a rule with one of {', '.join(kinds)} for {what}, found {board.rule!r}"
            )
        elements |= meant if is_seen else set()
    if not elements:
        raise kit.PuzzleFormatError(
            f"expected elements such as {_USUAL}, found none: add one, or use sudoku"
        )
    if len(elements) < 2 and elements <= {*ELSEWHERE}:
        raise kit.PuzzleFormatError(
            f"expected elements such as {_USUAL}, found a puzzle of another kind: use "
            f"{ELSEWHERE[elements.pop()]}"
        )
    if not names.isdisjoint(kit.SIDES) and SLANT in names:
        raise kit.PuzzleFormatError(
            "expected sums along diagonals or along lines, found both outside of the board"
        )
    for element, sign in (("all-white", BLACK), ("all-black", WHITE)):
        if element in elements and sign in names:
            raise kit.PuzzleFormatError(
                f"expected no {sign} dot under the rule {element}, found one; use all-dots or dots"
            )
    return replace(board, regions=regions, rule=rule_named(elements), other_clues=clues)


def require_possible(params: kit.Params) -> None:
    """Raise `ConfigError` for a set of elements that no board of this kind can have.

    >>> require_possible(kit.Params(9, 9, "cages"))
    Traceback (most recent call last):
    ...
    pipeline.model.errors.ConfigError: rule: expected more than cages; for these alone use killer
    """
    elements = {*params.rule.split("+")}
    if len(elements) == 1 and elements <= {*ELSEWHERE}:
        raise kit.ConfigError(
            f"rule: expected more than {params.rule}; for these alone use {ELSEWHERE[params.rule]}"
        )
    for kinds in (
        *(LINES, DOTS, XV, ("little-killer", *OUTSIDE)),
        *(("nonconsecutive", one) for one in ("all-dots", "all-white")),
    ):
        several = [one for one in kinds if one in elements]
        if len(several) > 1:
            raise kit.ConfigError(
                f"rule: expected one of {', '.join(kinds)}, found {' and '.join(several)}; take "
                "one away"
            )
    for one in ("anti-king", "nonconsecutive"):
        if params.rows < 6 and one in elements:
            raise kit.ConfigError(
                f"rule: expected a board of at least 6x6 for {one}, found "
                f"{params.cols}x{params.rows}; no smaller one has an answer"
            )


BOARDS: Final = kit.Boards(
    family="numbers",
    allowed=lambda rows, cols: range(rows + 1),
    expected="numbers from 1 to the side of the board, 0 for an empty cell",
    rules=RULES,
    rule_sets=ELEMENTS,
    has_regions=True,
    has_own_regions=False,
    normalize=fit,
    most_side=16,
    has_optional_sorts=True,
    clue_sorts=(
        Areas(),
        Diagonals(),
        Parities(),
        Threads(),
        kit.Cages(totals=kit.totals_of, has_signs=True),
        kit.Between((*DOT_SIGNS, "V", "X", "<", ">")),
        Slants(),
        kit.Outside(is_one_number=True, numbers=lambda length: range(length * length)),
    ),
)
