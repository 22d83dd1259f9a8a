"""The rules of Numberlink by definition.

They share no code with the solvers, so that they cannot share a bug.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.kinds.interface import Violation
from pipeline.kinds.numberlink.model import Clues, Solution


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return every broken rule in a solution; empty means that the solution is right.

    >>> from pipeline.kinds.numberlink.model import make_clues, make_solution
    >>> clues = make_clues(2, 2, "cover", ["a", "a", 0, 0])
    >>> check(clues, make_solution([[0, 2, 3, 1]]))
    ()
    >>> [violation.code for violation in check(clues, make_solution([[0, 1]]))]
    ['empty-cell', 'empty-cell']
    """
    violations = [*_wrong_ends(clues, solution), *_wrong_lines(clues, solution)]
    if clues.rule != "free":
        violations += _empty_cells(clues, solution)
    if clues.rule == "no-uturn":
        violations += _uturns(clues, solution)
    if clues.rule == "no-touch":
        violations += _self_touches(clues, solution)
    return tuple(violations)


def _wrong_ends(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Each line joins the two ends of its own pair; every pair has a line."""
    ends: dict[int, list[int]] = {}
    for cell, number in enumerate(clues.numbers):
        if number:
            ends.setdefault(number, []).append(cell)
    lines = dict(enumerate(solution.paths, start=1))
    for number in sorted({*ends, *lines}):
        path = lines.get(number, ())
        tips = path[:1] + path[-1:]
        if sorted(tips) != ends.get(number):
            yield Violation("wrong-ends", tips, f"line {number} does not join its ends")


def _wrong_lines(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Lines step to cells that share a side, enter no cell twice, and stay on the board.

    No two share a cell, and none passes through a number.
    """
    lines = [*enumerate(solution.paths, start=1)]
    for number, path in lines:
        for step in pairwise(path):
            if not _share_a_side(clues, *step):
                what = f"line {number} jumps between cells that share no side"
                yield Violation("gap", step, what)
    for number, path in lines:
        for cell, times in Counter(path).items():
            if times > 1:
                yield Violation("repeated-cell", (cell,), f"line {number} enters a cell twice")
    yield from _wrong_meetings(clues, lines)
    for number, path in lines:
        for cell in path:
            if cell in clues.blocked:
                yield Violation("blocked-cell", (cell,), f"line {number} leaves the board")


def _wrong_meetings(
    clues: Clues, lines: Sequence[tuple[int, Sequence[int]]]
) -> Iterator[Violation]:
    owners: dict[int, list[int]] = {}
    for number, path in lines:
        for cell in set(path):
            owners.setdefault(cell, []).append(number)
    for cell, numbers in sorted(owners.items()):
        if len(numbers) > 1 and not clues.numbers[cell]:
            what = f"lines {numbers[0]} and {numbers[1]} share a cell"
            yield Violation("crossing", (cell,), what)
    for number, path in lines:
        for cell in path[1:-1]:
            if (other := clues.numbers[cell]) not in (0, number):
                what = f"line {number} passes through an end of pair {other}"
                yield Violation("foreign-end", (cell,), what)


def _empty_cells(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Every cell of the board is used."""
    used = clues.blocked.union(*solution.paths)
    for cell in range(clues.rows * clues.cols):
        if cell not in used:
            yield Violation("empty-cell", (cell,), "a cell is left empty")


def _uturns(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No line owns all four cells of a 2x2 block, in whatever order."""
    for number, path in enumerate(solution.paths, start=1):
        cells = set(path)
        for cell in sorted(cells):
            block = (cell, cell + 1, cell + clues.cols, cell + clues.cols + 1)
            if (cell + 1) % clues.cols and cells.issuperset(block):
                yield Violation("uturn", block, f"line {number} owns a 2x2 block")


def _self_touches(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Cells of one line that share a side follow one another on it."""
    for number, path in enumerate(solution.paths, start=1):
        cells = set(path)
        steps = {frozenset(step) for step in pairwise(path)}
        for pair in ((cell, cell + step) for cell in sorted(cells) for step in (1, clues.cols)):
            is_beside = pair[1] in cells and _share_a_side(clues, *pair)
            if is_beside and frozenset(pair) not in steps:
                yield Violation("self-touch", pair, f"line {number} runs beside itself")


def _share_a_side(clues: Clues, one: int, other: int) -> bool:
    row, col = divmod(one, clues.cols)
    other_row, other_col = divmod(other, clues.cols)
    return abs(row - other_row) + abs(col - other_col) == 1
