"""A slow, obvious Numberlink solver: every path for every pair in turn, then the rule.

Shares nothing with the product but the value types. Fit for boards of up to some 25 cells.
"""

from collections.abc import Iterator

from pipeline.kinds.numberlink.model import Clues, Solution, make_solution


def all_solutions(clues: Clues, most: int | None = None) -> set[Solution]:
    """Every solution of the puzzle under its rule; stops at ``most`` where given."""
    found: set[Solution] = set()
    free = {
        cell
        for cell, number in enumerate(clues.numbers)
        if number == 0 and cell not in clues.blocked
    }
    for paths in _place_lines(clues, list(clues.ends()), free):
        solution = make_solution(paths)
        if _keeps_the_rule(clues, solution):
            found.add(solution)
            if most is not None and len(found) >= most:
                break
    return found


def _place_lines(
    clues: Clues, ends: list[tuple[int, int]], free: set[int]
) -> Iterator[list[list[int]]]:
    if not ends:
        yield []
        return
    (start, goal), rest = ends[0], ends[1:]
    for path in _paths(clues, [start], goal, free):
        for others in _place_lines(clues, rest, free - set(path)):
            yield [path, *others]


def _paths(clues: Clues, path: list[int], goal: int, free: set[int]) -> Iterator[list[int]]:
    for cell in _neighbours(clues, path[-1]):
        if cell == goal:
            yield [*path, goal]
        elif cell in free and cell not in path:
            yield from _paths(clues, [*path, cell], goal, free)


def _neighbours(clues: Clues, cell: int) -> list[int]:
    row, col = divmod(cell, clues.cols)
    steps = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    return [r * clues.cols + c for r, c in steps if 0 <= r < clues.rows and 0 <= c < clues.cols]


def _keeps_the_rule(clues: Clues, solution: Solution) -> bool:
    if clues.rule == "free":
        return True
    line = {cell: k for k, path in enumerate(solution.paths) for cell in path}
    if len(line) + len(clues.blocked) < clues.rows * clues.cols:
        return False
    if clues.rule == "no-uturn":
        for corner in range((clues.rows - 1) * clues.cols):
            block = [corner, corner + 1, corner + clues.cols, corner + clues.cols + 1]
            owners = {line.get(cell, -cell - 1) for cell in block}
            if (corner + 1) % clues.cols and len(owners) == 1:
                return False
    if clues.rule == "no-touch":
        for path in solution.paths:
            for place, cell in enumerate(path):
                beside = [one for one in _neighbours(clues, cell) if one in path]
                if len(beside) != (place > 0) + (place < len(path) - 1):
                    return False
    return True
