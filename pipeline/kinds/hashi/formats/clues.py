"""Clues of a text from outside, refused with their line, and what a form of text can say.

What can be seen at a single island is refused here: a number beyond what its neighbours can take
under the rule, or no neighbour at all. Whether the whole board has a solution is for the solver to
say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.kinds.hashi.model import (
    LARGEST_CLUE,
    MOST_BRIDGES,
    RULES,
    Clues,
    Solution,
    make_clues,
    rule_name,
)
from pipeline.kinds.hashi.spans import cells_between, neighbours, place, spans_of, touching_bridges
from pipeline.kinds.kit.cells import Row
from pipeline.model import PuzzleFormatError

USUAL: Final = RULES[0]


def clues_of_rows(rows: Sequence[Row], rule: str | None) -> Clues:
    """Return the clues of a board; rows are equally long and the size is a board's.

    0 is water, -1 an island whose number is not told. No rule is the usual one. `PuzzleFormatError`
    with the line, if there is no island, or one whose number is beyond its neighbours.
    """
    cols = len(rows[0].values)
    numbers = [number for row in rows for number in row.values]
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


@dataclass(frozen=True, slots=True)
class Limits:
    """What a form can say.

    ``rules`` that are played where it comes from; the ``largest`` number; whether islands may be
    without a number, and may touch; ``drawn``: most bridges side by side that its marks on the
    water show, None where it shows them otherwise or not at all.
    """

    rules: Sequence[str] = RULES
    largest: int = LARGEST_CLUE
    may_be_untold: bool = True
    may_touch: bool = True
    drawn: int | None = None

    def refuse(self, name: str, clues: Clues, solution: Solution | None) -> None:
        """Refuse a puzzle that a form cannot say."""
        for fault in self._faults(clues, solution):
            raise PuzzleFormatError(f"the format {name!r} {fault}")

    def _faults(self, clues: Clues, solution: Solution | None) -> Iterator[str]:
        if clues.rule not in self.rules:
            yield (
                f"has the rule{'s' if len(self.rules) > 1 else ''} {', '.join(self.rules)}, and a "
                f"puzzle is posed under {clues.rule}; import it under such a rule (--rule) and "
                "prove it again"
            )
        for cell in clues.island_cells():
            number = clues.islands[cell]
            if number > self.largest:
                yield (
                    f"has islands of up to {self.largest} bridges, and a puzzle has {number} at "
                    f"{place(clues, cell)}; export it in the format 'map'"
                )
            if number < 0 and not self.may_be_untold:
                yield (
                    "has no sign for an island without a number, and a puzzle has one at "
                    f"{place(clues, cell)}; export it in the format 'map'"
                )
        for cell, seen in ({} if self.may_touch else neighbours(clues)).items():
            for other in seen:
                if other > cell and not cells_between(clues, cell, other):
                    yield (
                        f"has no islands that touch, and a puzzle has them at {place(clues, cell)} "
                        f"and {place(clues, other)}; export it in the format 'puzz.link'"
                    )
        if solution is not None and self.drawn is not None:
            yield from _undrawn(clues, solution, self.drawn)


OF_SITES: Final = Limits((USUAL,), 8)
"""What sites play: the usual rule, with numbers up to 8."""


def _undrawn(clues: Clues, solution: Solution, most: int) -> Iterator[str]:
    for one, other, _ in touching_bridges(clues, solution):
        yield (
            f"shows bridges on the water between islands, and those at {place(clues, one)} and "
            f"{place(clues, other)} touch; export it in the format 'pzprv3', or as jsonl"
        )
    for cell, spans in spans_of(clues, solution).items():
        if len(spans) > 1:
            yield (
                f"shows one bridge on a cell, and in a solution two cross at {place(clues, cell)}; "
                "solve the puzzle again"
            )
    for one, other, count in solution.bridges:
        if count > most or cells_between(clues, one, other) is None:
            yield (
                f"shows 1 to {most} bridges side by side, straight across or down, and a solution "
                f"has {count} from {place(clues, one)} to {place(clues, other)}; export it as jsonl"
            )
