"""The rules of Numberlink by definition: a function and a code for each way to break a rule.

They share nothing with the solvers, so that they cannot share a bug.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.numberlink.model import Clues, Solution

Finder = Callable[[Clues, Solution], Iterator[Violation]]


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return every broken rule in a solution; empty means that the solution is right.

    >>> from pipeline.kinds.numberlink.model import make_clues, make_solution
    >>> clues = make_clues(2, 2, "cover", ["a", "a", 0, 0])
    >>> check(clues, make_solution([[0, 2, 3, 1]]))
    ()
    >>> [violation.code for violation in check(clues, make_solution([[0, 1]]))]
    ['empty-cell', 'empty-cell']
    """
    return tuple(
        violation
        for rules, find in _FINDERS.values()
        if clues.rule in rules
        for violation in find(clues, solution)
    )


def _find_wrong_ends(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Each line joins the two ends of its own pair; every pair has a line."""
    ends: dict[int, list[int]] = {}
    for cell, number in enumerate(clues.numbers):
        if number:
            ends.setdefault(number, []).append(cell)
    for number in range(1, max(clues.pairs, len(solution.paths)) + 1):
        path = solution.paths[number - 1] if number <= len(solution.paths) else ()
        if sorted(path[:1] + path[-1:]) != ends.get(number):
            yield Violation(
                "wrong-ends", tuple(path[:1] + path[-1:]), f"line {number} does not join its ends"
            )


def _find_gaps(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Each step of a line leads to a cell that shares a side."""
    for number, path in enumerate(solution.paths, start=1):
        for one, other in pairwise(path):
            if not _share_a_side(clues, one, other):
                yield Violation(
                    "gap", (one, other), f"line {number} jumps between cells that share no side"
                )


def _find_repeated_cells(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No line enters a cell twice."""
    for number, path in enumerate(solution.paths, start=1):
        for cell, times in Counter(path).items():
            if times > 1:
                yield Violation("repeated-cell", (cell,), f"line {number} enters a cell twice")


def _find_crossings(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No two lines share a cell, unless it is an end (see `_find_foreign_ends`)."""
    lines: dict[int, list[int]] = {}
    for number, path in enumerate(solution.paths, start=1):
        for cell in sorted(set(path)):
            lines.setdefault(cell, []).append(number)
    for cell, numbers in sorted(lines.items()):
        if len(numbers) > 1 and not clues.numbers[cell]:
            yield Violation(
                "crossing", (cell,), f"lines {numbers[0]} and {numbers[1]} share a cell"
            )


def _find_foreign_ends(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No line passes through a number."""
    for number, path in enumerate(solution.paths, start=1):
        for cell in path[1:-1]:
            value = clues.numbers[cell]
            if value and value != number:
                yield Violation(
                    "foreign-end", (cell,), f"line {number} passes through an end of pair {value}"
                )


def _find_blocked_cells(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No line leaves the board's outline."""
    for number, path in enumerate(solution.paths, start=1):
        for cell in path:
            if cell in clues.blocked:
                yield Violation("blocked-cell", (cell,), f"line {number} leaves the board")


def _find_empty_cells(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Every cell of the board is used."""
    used = {cell for path in solution.paths for cell in path}
    for cell in range(clues.rows * clues.cols):
        if cell not in used and cell not in clues.blocked:
            yield Violation("empty-cell", (cell,), "a cell is left empty")


def _find_uturns(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No line owns all four cells of a 2x2 block, however it came by them."""
    for number, path in enumerate(solution.paths, start=1):
        cells = set(path)
        for cell in sorted(cells):
            block = (cell, cell + 1, cell + clues.cols, cell + clues.cols + 1)
            if (cell + 1) % clues.cols and cells.issuperset(block):
                yield Violation("uturn", block, f"line {number} owns a 2x2 block")


def _find_self_touches(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Cells of one line that share a side follow one another on it."""
    for number, path in enumerate(solution.paths, start=1):
        cells = set(path)
        steps = {frozenset(step) for step in pairwise(path)}
        for cell in sorted(cells):
            for other in (cell + 1, cell + clues.cols):
                if (
                    other in cells
                    and _share_a_side(clues, cell, other)
                    and frozenset((cell, other)) not in steps
                ):
                    yield Violation(
                        "self-touch", (cell, other), f"line {number} runs beside itself"
                    )


def _share_a_side(clues: Clues, one: int, other: int) -> bool:
    row, col = divmod(one, clues.cols)
    other_row, other_col = divmod(other, clues.cols)
    return abs(row - other_row) + abs(col - other_col) == 1


_ALWAYS: Final = frozenset({"free", "cover", "no-uturn", "no-touch"})
_COVERING: Final = frozenset({"cover", "no-uturn", "no-touch"})

_FINDERS: Final[dict[str, tuple[frozenset[str], Finder]]] = {
    "wrong-ends": (_ALWAYS, _find_wrong_ends),
    "gap": (_ALWAYS, _find_gaps),
    "repeated-cell": (_ALWAYS, _find_repeated_cells),
    "crossing": (_ALWAYS, _find_crossings),
    "foreign-end": (_ALWAYS, _find_foreign_ends),
    "blocked-cell": (_ALWAYS, _find_blocked_cells),
    "empty-cell": (_COVERING, _find_empty_cells),
    "uturn": (frozenset({"no-uturn"}), _find_uturns),
    "self-touch": (frozenset({"no-touch"}), _find_self_touches),
}

RULE_CODES: Final = tuple(_FINDERS)  # Codes of `check`, each with a breaking board in examples.json
