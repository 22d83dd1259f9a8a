"""Numberlink boards to try engines on: random small ones, covered ones, and known samples."""

import random
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from pipeline.kinds.numberlink.model import RULES, Clues, Solution, make_clues, make_solution

rules = st.sampled_from(RULES)


@st.composite
def small_puzzles(draw: st.DrawFn, most_side: int = 5, most_empty: int = 13) -> Clues:
    """Random ends and blocked cells, mostly without a solution; few cells are left empty."""
    rows = draw(st.integers(1, most_side))
    cols = draw(st.integers(1 if rows > 1 else 2, most_side))
    size = rows * cols
    cells = draw(st.permutations(range(size)))
    least = max(1, -(-(size - 4 - most_empty) // 2))
    pairs = draw(st.integers(min(least, size // 2), min(6 + least, size // 2)))
    spare = size - 2 * pairs
    blocked = draw(st.integers(max(0, min(spare, spare - most_empty)), min(spare, 4)))
    return put_ends(
        rows, cols, draw(rules), cells[: 2 * pairs], cells[2 * pairs : 2 * pairs + blocked]
    )


def put_ends(
    rows: int, cols: int, rule: str, ends: Sequence[int], blocked: Sequence[int] = ()
) -> Clues:
    """Clues with pairs at ends[0] and ends[1], ends[2] and ends[3], and so on."""
    labels = [0] * (rows * cols)
    for place, cell in enumerate(ends):
        labels[cell] = place // 2 + 1
    return make_clues(rows, cols, rule, labels, frozenset(blocked))


@st.composite
def covered_puzzles(draw: st.DrawFn, least: int = 3, most: int = 6) -> tuple[Clues, Solution]:
    """A board with a known solution that covers it without touching itself."""
    rows, cols = draw(st.integers(least, most)), draw(st.integers(least, most))
    return cover(random.Random(draw(st.integers(0, 10**6))), rows, cols, draw(rules))


def cover(source: random.Random, rows: int, cols: int, rule: str) -> tuple[Clues, Solution]:
    """A puzzle from a random cover by lines that do not touch themselves; from 3x3 on."""
    while True:
        paths = _try_cover(source, rows, cols)
        if paths is not None:
            return read_cover(rows, cols, rule, paths)


def read_cover(
    rows: int, cols: int, rule: str, paths: list[list[int]], blocked: tuple[int, ...] = ()
) -> tuple[Clues, Solution]:
    """The puzzle that these paths solve, and the paths in the order of its pairs."""
    ends = [cell for path in paths for cell in (path[0], path[-1])]
    clues = put_ends(rows, cols, rule, ends, blocked)
    by_number = sorted(paths, key=lambda path: clues.numbers[path[0]])
    return clues, make_solution(by_number)


def _try_cover(source: random.Random, rows: int, cols: int) -> list[list[int]] | None:
    """Lay lines one after another, each into the narrowest place; None where one gets too short."""
    free = set(range(rows * cols))
    paths = []
    while free:
        room = {cell: _open_sides(cell, rows, cols, free) for cell in sorted(free)}
        path = [source.choice([c for c in room if room[c] == min(room.values())])]
        free.discard(path[0])
        for _ in range(2):
            while len(path) < 3 or source.random() < 0.9:
                onward = [
                    cell
                    for cell in neighbours(path[-1], rows, cols)
                    if cell in free
                    and sum(beside in path for beside in neighbours(cell, rows, cols)) == 1
                ]
                if not onward:
                    break
                path.append(source.choice(onward))
                free.discard(path[-1])
            path.reverse()
        if len(path) > 1:
            paths.append(path)
        elif not _extend_some(paths, path[0], rows, cols):
            return None
    return paths


def _extend_some(paths: list[list[int]], cell: int, rows: int, cols: int) -> bool:
    """Put a left-over cell at an end of a path that it touches nowhere else."""
    beside = neighbours(cell, rows, cols)
    for path in paths:
        met = [other for other in beside if other in path]
        if met == [path[-1]]:
            path.append(cell)
            return True
        if met == [path[0]]:
            path.insert(0, cell)
            return True
    return False


def neighbours(cell: int, rows: int, cols: int) -> list[int]:
    """Cells that share a side with ``cell``."""
    row, col = divmod(cell, cols)
    steps = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [r * cols + c for r, c in steps if 0 <= r < rows and 0 <= c < cols]


def _open_sides(cell: int, rows: int, cols: int, free: set[int]) -> int:
    return sum(beside in free for beside in neighbours(cell, rows, cols))


def images(clues: Clues) -> list[Clues]:
    """The board turned, mirrored, and with its labels dealt out again."""
    rows, cols = clues.rows, clues.cols
    ways: list[tuple[int, int, Callable[[int, int], tuple[int, int]]]] = [
        (cols, rows, lambda row, col: (col, rows - 1 - row)),
        (rows, cols, lambda row, col: (rows - 1 - row, cols - 1 - col)),
        (rows, cols, lambda row, col: (row, cols - 1 - col)),
        (cols, rows, lambda row, col: (col, row)),
    ]
    found = []
    for new_rows, new_cols, move in ways:
        labels = [0] * (rows * cols)
        blocked = []
        for cell, number in enumerate(clues.numbers):
            row, col = move(*divmod(cell, cols))
            labels[row * new_cols + col] = 100 - number if number else 0
            if cell in clues.blocked:
                blocked.append(row * new_cols + col)
        found.append(make_clues(new_rows, new_cols, clues.rule, labels, frozenset(blocked)))
    return found


def read_grid(grid: str, rule: str) -> Clues:
    """Clues from rows of characters, ``.`` for an empty cell."""
    rows = grid.split()
    labels = [0 if letter == "." else letter for row in rows for letter in row]
    return make_clues(len(rows), len(rows[0]), rule, labels)


SAMPLES = {
    "3x3": "1.. .2. 21.",
    "5x5": "5...4 3542. ...3. ...1. 12...",
    "6x6": "5....5 ...6.. .23.1. ..1... ....64 ..324.",
    "9x9": "......... ...23..4. .....4.5. ......... ....6.5.7 "
    "......... ......... ......8.. 123186..7",
    "11x11": "1.........2 ..3.4.5.6.. ........... .4.......7. ....863.... .1.......9. "
    "........... ........... ...2.7.9... .8.......5. ...........",
    "5x4": "C...B A.BA. ...C. .....",
    "7x7": "...f... .3..@a. ...31.. ...a... ....... ..1.... @...f..",
}
"""All unique under ``cover``; under ``free`` too, but for the 11x11."""

FOUR_BY_FOUR = ".... .ab. ..b. a..."
NO_UTURN_ALONE = ".... .aa. bb.. c..c"
"""Three solutions under cover, one under no-uturn, which touches itself: none under no-touch."""
"""Five solutions under ``cover``, one under ``no-uturn``, none under ``no-touch``."""
