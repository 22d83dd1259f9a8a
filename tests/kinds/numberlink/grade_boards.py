"""Random boards for the tests of grades and canonical forms, and their one-line text."""

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def random_board(
    rows: int, cols: int, seed: int, keeps_no_touch: bool, is_covering: bool
) -> tuple[Clues, Solution]:
    """Return a board that random paths cover; a cell that no path took is blocked or left empty.

    With ``keeps_no_touch`` no path touches itself.
    """
    stream = np.random.default_rng(seed)
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    edges = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < cols]
    edges += [((r, c), (r + 1, c)) for r, c in cells if r + 1 < rows]
    path_of = {cell: [cell] for cell in cells}
    for k in stream.permutation(len(edges)):
        one, two = edges[k]
        first, second = path_of[one], path_of[two]
        if first is second or one not in (first[0], first[-1]):
            continue
        if two not in (second[0], second[-1]):
            continue
        joined = (first if first[-1] == one else first[::-1]) + (
            second if second[0] == two else second[::-1]
        )
        if keeps_no_touch and touches_itself(joined):
            continue
        for cell in joined:
            path_of[cell] = joined
    paths = [path for cell, path in path_of.items() if len(path) > 1 and min(path) == cell]
    if not paths:
        return random_board(rows, cols, seed + 1, keeps_no_touch, is_covering)
    labels: list[object] = [None] * (rows * cols)
    for name, path in enumerate(paths):
        labels[path[0][0] * cols + path[0][1]] = f"pair {name}"
        labels[path[-1][0] * cols + path[-1][1]] = f"pair {name}"
    alone = frozenset(r * cols + c for (r, c), path in path_of.items() if len(path) == 1)
    clues = make_clues(rows, cols, "cover", labels, alone if is_covering else frozenset())
    numbered = [[r * cols + c for r, c in path] for path in paths]
    return clues, make_solution(sorted(numbered, key=lambda path: min(path[0], path[-1])))


def touches_itself(path: list[tuple[int, int]]) -> bool:
    joined = {frozenset(edge) for edge in pairwise(path)}
    return any(
        (r + down, c + right) in path and frozenset(((r, c), (r + down, c + right))) not in joined
        for r, c in path
        for down, right in ((0, 1), (1, 0))
    )


@st.composite
def boards(
    draw: st.DrawFn, largest: int = 6, keeps_no_touch: bool | None = None
) -> tuple[Clues, Solution]:
    """Return a random board, which keeps no-touch and is covered or not unless given."""
    rows, cols = draw(st.integers(2, largest)), draw(st.integers(2, largest))
    no_touch = draw(st.booleans()) if keeps_no_touch is None else keeps_no_touch
    covering = True if keeps_no_touch else draw(st.booleans())
    return random_board(rows, cols, draw(st.integers(0, 2**32)), no_touch, covering)


def grid_of(clues: Clues) -> list[list[object]]:
    """Return the board in the form of the naive search: None empty, False blocked."""
    flat: list[object] = [
        False if cell in clues.blocked else number or None
        for cell, number in enumerate(clues.numbers)
    ]
    return [flat[r * clues.cols : (r + 1) * clues.cols] for r in range(clues.rows)]


def from_text(text: str) -> Clues:
    rows = text.split("/")
    flat = "".join(rows)
    labels = [None if mark in ".#" else mark for mark in flat]
    blocked = frozenset(cell for cell, mark in enumerate(flat) if mark == "#")
    return make_clues(len(rows), len(rows[0]), "cover", labels, blocked)
