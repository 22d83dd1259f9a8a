"""What a puzzle costs on which a whole budget is spent: large boards that no engine settles."""

from collections.abc import Iterator
from time import process_time
from typing import Final

from pipeline.kinds import get_kind
from pipeline.model import Record, record_id
from pipeline.stages.filter import filter_records
from pipeline.stages.grade import NOTE, grade_records

WIDEST: Final = 100
"""Columns of the widest board that is made at once; wider ones are made of several."""

BOARDS: Final = (
    *((20, 20, "free"), (20, 20, "no-touch"), (50, 50, "no-touch")),
    *((38, 58, "free"), (310, 10, "free")),
)
"""Columns, rows, and the rule that boards are made under: under no-touch they have fewer pairs."""


def budget_spent() -> Iterator[str]:
    """Yield what filter and grade take on boards of which two ends were exchanged.

    They come without a solution, most have none, and why not is hard to see.
    """
    for part in get_kind("numberlink").warm_up:
        part()
    yield "| size | pairs | rule | grade, s | what it says | filter, s | what it says |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for cols, rows, made in BOARDS:
        grid = exchange_ends(make_grid(cols, rows, made))
        for rule in ("free", "cover"):
            yield _measured(grid, rule)


def make_grid(cols: int, rows: int, rule: str) -> list[list[int]]:
    """Return the clues of a made puzzle, or of several side by side."""
    kind = get_kind("numberlink")
    grid: list[list[int]] = [[] for _ in range(rows)]
    for left in range(0, cols, WIDEST):
        params = kind.parse_params(rows, min(WIDEST, cols - left), rule, {})
        puzzle = kind.encode(kind.generate(params, left + 5).clues)
        last = max(map(max, grid)) if left else 0
        for row, more in zip(grid, puzzle["clues"], strict=True):
            row.extend(label and label + last for label in more)
    return grid


def exchange_ends(grid: list[list[int]]) -> list[list[int]]:
    """Return clues with the last ends of two pairs exchanged: the nearest off the border."""
    ends = {
        label: (y, x)
        for y, row in enumerate(grid[1:-1], start=1)
        for x, label in enumerate(row[1:-1], start=1)
        if label
    }
    _, one, other = min(
        (abs(ends[a][0] - ends[b][0]) + abs(ends[a][1] - ends[b][1]), a, b)
        for a in ends
        for b in ends
        if a < b
    )
    changed = [row[:] for row in grid]
    for label, (y, x) in ((one, ends[other]), (other, ends[one])):
        changed[y][x] = label
    return changed


def _measured(grid: list[list[int]], rule: str) -> str:
    puzzle = {"rows": len(grid), "cols": len(grid[0]), "rule": rule, "clues": grid}
    record = Record(record_id("numberlink", puzzle), "numberlink", puzzle)
    start = process_time()
    (graded,) = grade_records([record])
    middle = process_time()
    (proved,) = filter_records([record])
    end = process_time()
    said = str(graded.extra.get(NOTE, "a grade")).partition(":")[0]
    return (
        f"| {len(grid[0])}x{len(grid)} | {max(map(max, grid))} | {rule} | {middle - start:.1f} "
        f"| {said} | {end - middle:.1f} | {proved.verdict.status} |"
    )
