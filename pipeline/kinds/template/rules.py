"""The rules of the Latin square by definition: the specification, in plain Python.

Copying this kind? One function for each rule, one code for each function, one breaking board for
each code in ``examples.json``. Nothing here is shared with the solvers, so that no bug is shared:
spell the rule out again rather than import it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.template.model import Clues, Solution

RULE_CODES: Final = ("clue-changed", "row-repeat", "column-repeat")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return each broken rule; the solution is right if there is none.

    Examples
    --------
    >>> [v.code for v in check(Clues(2, (1, 0, 0, 0)), Solution((1, 2, 1, 2)))]
    ['column-repeat', 'column-repeat']
    >>> check(Clues(2, (1, 0, 0, 0)), Solution((1, 2, 2, 1)))
    ()
    """
    return (
        *_clues_stand(clues, solution),
        *_rows_differ(clues, solution),
        *_columns_differ(clues, solution),
    )


def _clues_stand(clues: Clues, solution: Solution) -> Iterator[Violation]:
    for cell, (given, number) in enumerate(zip(clues.numbers, solution.numbers, strict=True)):
        if given and given != number:
            yield Violation(
                "clue-changed", (cell,), f"the {given} that is given must not become {number}"
            )


def _rows_differ(clues: Clues, solution: Solution) -> Iterator[Violation]:
    for row in range(clues.side):
        cells = [row * clues.side + col for col in range(clues.side)]
        yield from _repeats("row-repeat", f"row {row + 1}", cells, solution)


def _columns_differ(clues: Clues, solution: Solution) -> Iterator[Violation]:
    for col in range(clues.side):
        cells = [row * clues.side + col for row in range(clues.side)]
        yield from _repeats("column-repeat", f"column {col + 1}", cells, solution)


def _repeats(code: str, name: str, cells: Sequence[int], solution: Solution) -> Iterator[Violation]:
    for number in range(1, len(cells) + 1):
        same = tuple(cell for cell in cells if solution.numbers[cell] == number)
        if len(same) > 1:
            yield Violation(code, same, f"{name} has {len(same)} times the number {number}")
