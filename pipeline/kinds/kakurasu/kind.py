"""Kakurasu: shade cells so that the weights of those in each row and column have a given sum.

The cells of a row weigh 1, 2, 3 ... from the left, those of a column from the top. The weights are
numbers outside that are set light. Source of its text form: janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kakurasu import drafts
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko


def fit(board: kit.Board) -> kit.Board:
    """Return the board with its weights; added if it has none; `PuzzleFormatError` for others."""
    sums = [clue for clue in board.other_clues if clue.sort in drafts.SUMS]
    own, weights = {*board.other_clues}.difference(sums), {*drafts.weights_of(board)}
    if own and own != weights:
        raise kit.PuzzleFormatError(
            "expected the weights 1, 2, 3 and so on at the left and the top, or none at all, "
            f"found others on the {min(own ^ weights).sort}; check them"
        )
    return replace(board, other_clues=tuple(sorted([*sums, *weights])))


MOST: Final = 30
"""Longest side."""

BOARDS: Final = kit.Boards(
    family="cells",
    normalize=fit,
    most_side=MOST,
    clue_sorts=(
        kit.Outside(is_one_number=True, numbers=lambda length: range(sum(range(MOST + 1)) + 1)),
    ),
    symmetries=(0, 4),
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the sum of each row and column."""
    shaded = model.cells()
    for k, clue in enumerate(board.other_clues, len(board.values)):
        if clue.sort in drafts.SUMS:
            line = sorted(board.line_of(clue))
            layers = kit.weighted_sum(len(line), clue.numbers[0])
            name = "row" if clue.sort == kit.RIGHT else "column"
            model.accepted(shaded[line], layers, name, about=line, clue=k)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    sums = {(clue.sort, clue.place[0]): clue.numbers[0] for clue in board.other_clues}
    for side, lines in ((kit.RIGHT, answer.rows()), (kit.BOTTOM, answer.columns())):
        for k, (name, line) in enumerate(lines):
            found = sum(weight for weight, cell in enumerate(line, 1) if cell in answer.shaded)
            if sums.get((side, k), found) != found:
                what = f"a sum of {found} in a {name} of {sums[side, k]}"
                yield kit.Violation(f"wrong-{name}", line, what)


def sum_of(line: Sequence[bool]) -> tuple[int, ...]:
    """Return the sum of the weights of a line's shaded cells, as numbers outside."""
    return (sum(weight for weight, is_shaded in enumerate(line, 1) if is_shaded),)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(drafts.draft, drafts.move),
    looks=kit.Looks(light_sides=(kit.LEFT, kit.TOP)),
    forms=(janko.form(("kakurasu",), janko.Labels(sum_of, are_behind=True)),),
)
