"""Skyscrapers: rows and columns have every height once; numbers outside count what is seen.

Under other rules one or two cells of each line are parks, which are the number 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3, tatham
from pipeline.kinds.skyscrapers import drafts
from pipeline.kinds.skyscrapers.drafts import PARKS, count_seen


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` if heights do not fit its side."""
    top = kit.require_square(board).rows - PARKS[board.rule]
    if max(board.values) > top:
        largest = max(board.values)
        raise kit.PuzzleFormatError(
            f"expected heights up to {top}, found {largest}; check the rule"
        )
    return board


BOARDS: Final = kit.latin_boards(
    kit.Outside(is_one_number=True),
    numbers="heights",
    rules=(*PARKS,),
    normalize=fit,
    answers=lambda rows, cols: range(rows + 1),
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that each line has every height once, and its parks."""
    parks = PARKS[board.rule]
    height = model.numbers(range(0 if parks else 1, board.rows + 1 - parks))
    for name, line in board.lines():
        if parks < 2:
            model.all_different(height[line], name)
            continue
        for value in height.numbers:
            model.count(height[line].equal(value), 1 if value else parks, name)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the given heights and what is seen from outside."""
    height, parks = model.given(), PARKS[board.rule]
    top = board.rows - parks
    for k, clue in enumerate(board.other_clues, len(board.values)):
        line, number = board.line_of(clue), clue.numbers[0]
        reason = {1: "tallest", top: "ascending"}.get(number, "view")
        scope = height[line].only(range(parks < 1, top + 1))
        model.accepted(scope, kit.skyline(len(line), number, parks), reason, about=line, clue=k)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_latin(PARKS[board.rule])
    for clue in board.other_clues:
        line, (number,) = board.line_of(clue), clue.numbers
        seen = count_seen([answer.numbers[cell] for cell in line])
        if seen != number:
            found = f"{seen} seen from the {clue.sort}, not {number}"
            yield kit.Violation("wrong-view", line, found)


def _parks(board: kit.Board) -> str:
    return "parks" if PARKS[board.rule] else ""


ROUND: Final = (kit.TOP, kit.BOTTOM, kit.LEFT, kit.RIGHT)
"""The sides in the order of puzz.link."""

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=drafts.layout,
        clearing=making.Clearing(has_other_clues=True, full_boards=drafts.full_boards),
        percent_first=100,
        steered=("hard",),
        unsteered={"hard": 40},
    ),
    forms=(
        puzz_link.form(
            ("skyscrapers",),
            puzz_link.Outside(ROUND),
            puzz_link.Cells(is_optional=True),
        ).without(_parks),
        pzprv3.form(("skyscrapers",), pzprv3.Framed(ROUND, number="q")).without(_parks),
        tatham.views().without(_parks).at_least(3),
        janko.views(("skyscrapers", "wolkenkratzer"), 12, PARKS).at_least(3),
    ),
)
