"""Hashi boards for tests: made from bridges, so that each has a solution."""

from itertools import pairwise

from hypothesis import strategies as st

from pipeline.kinds.hashi.model import RULE_PARTS, UNKNOWN, make_clues, make_solution
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.sites.cells import split_rows
from tests.naive.hashi import Puzzle, all_solutions


@st.composite
def solved_boards(
    draw: st.DrawFn,
    rule: str = "connected-2",
    *,
    most: int = 2,
    may_touch: bool = False,
    may_hide: bool = False,
) -> tuple[Board, Solution]:
    """A path of islands over the board, with one to ``most`` bridges on each of its steps."""
    steps = draw(
        st.lists(
            st.tuples(st.booleans(), st.integers(1 if may_touch else 2, 4), st.integers(1, most)),
            min_size=1,
            max_size=8,
        )
    )
    places = [(0, 0)]
    for is_across, length, _ in steps:
        row, col = places[-1]
        places.append((row, col + length) if is_across else (row + length, col))
    rows = places[-1][0] + 1 + draw(st.integers(0, 2))
    cols = places[-1][1] + 1 + draw(st.integers(0, 2))
    islands = [0] * (rows * cols)
    bridges = []
    for (start, end), (_, _, count) in zip(pairwise(places), steps, strict=True):
        one, other = (row * cols + col for row, col in (start, end))
        bridges.append((one, other, count))
        islands[one] += count
        islands[other] += count
    hidden = draw(st.booleans()) and may_hide
    if hidden:
        islands[0] = UNKNOWN
    clues, solution = make_clues(rows, cols, islands, rule), make_solution(bridges)
    assert check(clues, solution) == ()
    return clues, solution


def rows_of(clues: Board) -> list[list[int]]:
    return [list(row) for row in split_rows(clues.values, clues.cols)]


def solutions_of(clues: Board) -> set[Solution]:
    """Return the solutions that the naive enumerator finds."""
    puzzle = Puzzle(rows_of(clues), *RULE_PARTS[clues.rule])
    return {Solution("bridges", bridges) for bridges in all_solutions(puzzle)}


def islands_of(clues: Board) -> list[int]:
    return [cell for cell, _ in clues.clues_but(0)]


def board(text: str, rule: str = "connected-2") -> Board:
    """Return clues from rows of digits, letters (10 and more), dots and question marks."""
    rows = text.split()
    signs = {".": 0, "?": UNKNOWN}
    cells = [signs[cell] if cell in signs else int(cell, 36) for row in rows for cell in row]
    return make_clues(len(rows), len(rows[0]), cells, rule)
