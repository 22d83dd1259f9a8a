"""Clues of a text from outside: numbers with the line of each row, refused with that line.

What can be seen at a single island is refused here: a number beyond what its neighbours can take
under the rule, or no neighbour at all. Whether the whole board has a solution is for the solver to
say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pipeline.kinds.hashi.drawing import (
    cells_between,
    marks_of,
    neighbours,
    place,
    touching_bridges,
)
from pipeline.kinds.hashi.model import (
    LARGEST_CLUE,
    MOST_BRIDGES,
    RULE_PARTS,
    RULES,
    Clues,
    Solution,
    make_clues,
    rule_name,
)
from pipeline.model import PuzzleFormatError

USUAL: Final = RULES[0]


class Row(NamedTuple):
    """A row of clues, and the 1-based line that it stands on."""

    line: int
    numbers: Sequence[int]


def clues_of_rows(rows: Sequence[Row], rule: str | None) -> Clues:
    """Return the clues of a board; rows are equally long and the size is a board's.

    Parameters
    ----------
    rows : sequence of Row
        0 is water, -1 an island whose number is not told.
    rule : str or None
        What the puzzle is posed under; None for the usual rule.

    Raises
    ------
    PuzzleFormatError
        With the line, if there is no island, or one whose number is beyond its neighbours.

    Examples
    --------
    >>> clues_of_rows([Row(1, [2, 0, 2])], "free-2").islands
    (2, 0, 2)
    """
    cols = len(rows[0].numbers)
    numbers = [number for row in rows for number in row.numbers]
    for cell, number in enumerate(numbers):
        if number > LARGEST_CLUE:
            raise PuzzleFormatError(
                f"expected islands of 1 to {LARGEST_CLUE} bridges, found {number} in column "
                f"{cell % cols + 1}; no island has room for more",
                line=rows[cell // cols].line,
            )
    if not any(numbers):
        raise PuzzleFormatError(
            "expected at least one island, found only water; check the file", line=rows[0].line
        )
    clues = make_clues(len(rows), cols, numbers, rule or USUAL)
    for cell, seen in neighbours(clues).items():
        line = rows[cell // cols].line
        if not seen:
            raise PuzzleFormatError(
                f"the island at {place(clues, cell)} reaches no other: there is none in its row "
                "or column; check the map for a slip",
                line=line,
            )
        if numbers[cell] > clues.max_bridges * len(seen):
            raise PuzzleFormatError(_beyond(clues, cell, len(seen)), line=line)
    return clues


def _beyond(clues: Clues, cell: int, seen: int) -> str:
    """Return the words for a number that the islands in sight cannot take under the rule."""
    number = clues.islands[cell]
    needed = -(-number // seen)
    way_out = ""
    if needed <= MOST_BRIDGES:
        wider = rule_name(needed, clues.connected, clues.loops)
        way_out = f", or read it under a rule with more side by side (--rule {wider})"
    return (
        f"expected at most {clues.max_bridges * seen} bridges on the island at "
        f"{place(clues, cell)}, which sees {seen} other{'s' if seen > 1 else ''} under the rule "
        f"{clues.rule}, found {number}; check the map for a slip{way_out}"
    )


def require_rule_of(form: str, clues: Clues, rules: Sequence[str]) -> None:
    """Refuse a puzzle posed under a rule that is not played where a format comes from."""
    if clues.rule not in rules:
        raise PuzzleFormatError(
            f"the format {form!r} has the rule{'s' if len(rules) > 1 else ''} {', '.join(rules)}, "
            f"and a puzzle is posed under {clues.rule}; import it under such a rule (--rule) and "
            "prove it again"
        )


def require_numbers(form: str, clues: Clues, most: int, *, may_be_untold: bool) -> None:
    """Refuse clues that a format has no sign for."""
    for cell in clues.island_cells():
        number = clues.islands[cell]
        if number > most:
            raise PuzzleFormatError(
                f"the format {form!r} has islands of up to {most} bridges, and a puzzle has "
                f"{number} at {place(clues, cell)}; export it in the format 'map'"
            )
        if number < 0 and not may_be_untold:
            raise PuzzleFormatError(
                f"the format {form!r} has no sign for an island without a number, and a puzzle "
                f"has one at {place(clues, cell)}; export it in the format 'map'"
            )


def require_room(form: str, clues: Clues, solution: Solution | None, most: int) -> None:
    """Refuse a solution with bridges that marks on the water cannot show."""
    if solution is None:
        return
    for one, other, _ in touching_bridges(clues, solution):
        raise PuzzleFormatError(
            f"the format {form!r} shows bridges on the water between islands, and those at "
            f"{place(clues, one)} and {place(clues, other)} touch; export it in the format "
            "'pzprv3', or as jsonl"
        )
    crossed = [cell for cell, marks in marks_of(clues, solution).items() if len(marks) > 1]
    if crossed:
        raise PuzzleFormatError(
            f"the format {form!r} shows one bridge on a cell, and in a solution two cross at "
            f"{place(clues, crossed[0])}; solve the puzzle again"
        )
    for one, other, count in solution.bridges:
        if count > most or cells_between(clues, one, other) is None:
            raise PuzzleFormatError(
                f"the format {form!r} shows 1 to {most} bridges side by side, straight across or "
                f"down, and a solution has {count} from {place(clues, one)} to "
                f"{place(clues, other)}; export it as jsonl"
            )


def require_apart(form: str, clues: Clues) -> None:
    """Refuse islands that touch."""
    for cell, seen in neighbours(clues).items():
        for other in seen:
            if other > cell and not cells_between(clues, cell, other):
                raise PuzzleFormatError(
                    f"the format {form!r} has no islands that touch, and a puzzle has them at "
                    f"{place(clues, cell)} and {place(clues, other)}; export it in the format "
                    "'puzz.link'"
                )


def rule_of(max_bridges: int, *, loops: bool) -> str:
    """Return the rule of connected islands with so many bridges side by side.

    Examples
    --------
    >>> rule_of(3, loops=False)
    'tree-3'
    """
    return next(name for name, parts in RULE_PARTS.items() if parts == (max_bridges, True, loops))
