"""Binairo: zeros and ones, as many of each in every line, never three alike in a row.

It is also known as Takuzu; with signs between cells as Tango, with moons and suns.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.binairo import drafts
from pipeline.kinds.binairo.drafts import ALIKE, DISTINCT, EMPTY, SIGNS
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, tables, tatham
from pipeline.kinds.kit.sites.words import Words


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` if a side is odd."""
    if board.rows % 2 or board.cols % 2:
        raise kit.PuzzleFormatError(f"expected even sides, found {board.cols}x{board.rows}")
    return board


BOARDS: Final = kit.Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: range(-1, 2),
    expected="0 or 1, -1 for an empty cell",
    rules=(DISTINCT, ALIKE, SIGNS),
    normalize=fit,
    clue_sorts=(kit.Between(("=", "x")),),
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the rules of lines."""
    ones = model.cells()
    for name, line in board.lines():
        model.count(ones[line], len(line) // 2, name)
        for at in range(len(line) - 2):
            model.count(ones[line[at : at + 3]], (1, 2), "three")
    if board.rule == DISTINCT:
        lines = [ones[line] for _, line in board.lines()]
        model.distinct_lines(lines[: board.rows], "equal-rows")
        model.distinct_lines(lines[board.rows :], "equal-columns")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the given cells and the signs."""
    one = model.cells()
    for cell, clue in board.clues_but(EMPTY):
        model.clause(one[cell,] if clue else -one[cell,], "given", clue=cell)
    for sign in board.other_clues:
        a, b = one[sign.place]
        for pair in ((a, -b), (-a, b)) if sign.sign == "=" else ((a, b), (-a, -b)):
            model.clause(pair, "same" if sign.sign == "=" else "opposite", about=sign.place)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    word = [int(cell in answer.shaded) for cell in range(len(board.values))]
    for cell, clue in board.clues_but(EMPTY):
        if clue != word[cell]:
            yield kit.Violation("given-changed", (cell,), f"the clue {clue} became {word[cell]}")
    lines = [*answer.rows(), *answer.columns()]
    for name, line in lines:
        values = [word[cell] for cell in line]
        if 2 * sum(values) != len(values):
            yield kit.Violation(f"unequal-{name}", line, f"{sum(values)} ones in a {name}")
        for at in range(len(line) - 2):
            if len(set(values[at : at + 3])) == 1:
                yield kit.Violation("three-alike", line[at : at + 3], "three alike in a row")
    for (name, one), (sort, other) in combinations(lines if board.rule == DISTINCT else (), 2):
        if name == sort and [word[cell] for cell in one] == [word[cell] for cell in other]:
            yield kit.Violation(f"equal-{name}s", (*one, *other), f"two {name}s are equal")
    for sign in board.other_clues:
        a, b = (word[cell] for cell in sign.place)
        if (a == b) != (sign.sign == "="):
            found = f"{a} and {b} beside the sign {sign.sign}"
            yield kit.Violation("wrong-sign", sign.place, found)


def _signs(board: kit.Board) -> str:
    return "signs" if board.other_clues else ""


WORDS: Final = Words(range(2), "0, 1 or a dot", "check the table", "- . _")
TABLE: Final = (
    tables.table(
        "rows of words, - for an empty cell",
        Words(range(2), "0, 1 or a dot", "check the table", "- . _ x X"),
        lambda board: 2 if EMPTY in board.values and max(board.values) == 1 else 0,
    )
    .without(_signs)
    .at_least(4)
)

TANGO: Final = kit.Looks(
    symbols=("0", "1"), signs={0: kit.Sign("moon", False), 1: kit.Sign("sun", False)}
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=drafts.layout,
        clearing=making.Clearing(clues=(0, 1)),
        steered=("medium", "hard"),
        unsteered={"hard": 6},
    ),
    looks=kit.Looks(symbols=("0", "1"), by_rule={SIGNS: TANGO}),
    forms=(
        tatham.symbols(DISTINCT, ALIKE).without(_signs).at_least(4),
        janko.form(
            ("binairo", "takuzu", "binary", "tohuwavohu"),
            janko.Cells(Words(range(0), "1, 2 or -", "check it", "- .", {"1": 0, "2": 1})),
            filled="2",
            unfilled="1",
            rules={"tohuwavohu": ALIKE},
        )
        .without(_signs)
        .at_least(4),
        tables.signs(WORDS, SIGNS).at_least(4),
        TABLE,
        tables.rows("a row of signs for each row", TABLE),
    ),
    is_weaker_than=lambda rule, other: (
        rule == other or other == DISTINCT or (rule, other) == (ALIKE, SIGNS)
    ),
)
