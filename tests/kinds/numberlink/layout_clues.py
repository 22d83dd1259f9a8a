"""The puzzle that a layout poses, for the tests of what is done with layouts."""

from pipeline.kinds.numberlink.model import Clues, Path


def clues_of(
    rows: int,
    cols: int,
    layout: tuple[Path, ...],
    blocked: frozenset[int] = frozenset(),
    rule: str = "free",
) -> Clues:
    """Return the ends of the paths as clues, pairs numbered in the order of the paths."""
    numbers = [0] * (rows * cols)
    for number, path in enumerate(layout, start=1):
        numbers[path[0]] = numbers[path[-1]] = number
    return Clues(rows, cols, rule, tuple(numbers), blocked)
