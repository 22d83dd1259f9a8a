"""Grades count what they say, and count it for every image."""

import pytest

from pipeline.kinds.npuzzle.generate import generate
from pipeline.kinds.npuzzle.grade import grade
from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.kinds.npuzzle.options import parse_params
from tests.kinds.npuzzle.test_problem import turned
from tests.known import the
from tests.naive.npuzzle import neighbours


def naive_nodes(clues: Clues) -> int:
    """Return the children that IDA* with plain distances looks at, in every bound to its end."""
    home = {tile: divmod(cell, clues.cols) for cell, tile in enumerate(clues.goal)}

    def distance(board: tuple[int, ...]) -> int:
        places = {tile: divmod(cell, clues.cols) for cell, tile in enumerate(board) if tile}
        return sum(
            abs(row - home[tile][0]) + abs(col - home[tile][1])
            for tile, (row, col) in places.items()
        )

    def visit(board: tuple[int, ...], before: tuple[int, ...] | None, depth: int) -> None:
        for after in neighbours(clues.rows, clues.cols, board).values():
            if after == before:
                continue
            counts[0] += 1
            if depth + 1 + distance(after) > bound:
                continue
            if after == clues.goal:
                counts[1] += 1
            else:
                visit(after, board, depth + 1)

    counts = [0, 0]
    bound = distance(clues.start)
    while not counts[1]:
        visit(clues.start, None, 0)
        bound += 2
    return counts[0]


@pytest.mark.parametrize(("rows", "cols", "depth"), [(2, 3, 14), (3, 3, 12), (3, 4, 9)])
def test_nodes_are_those_of_the_naive_search_for_every_image(
    rows: int, cols: int, depth: int
) -> None:
    params = parse_params(rows, cols, None, {"depth": str(depth), "goal": "spiral"})
    made = generate(params, 4)
    assert made.clues is not None
    assert made.solution is not None
    first = grade(made.clues, made.solution)
    assert first.nodes == (naive_nodes(made.clues),)
    assert first.extra["moves"] == first.extra["proved"] == depth
    for number in range(8):
        image = turned(made.clues, number)
        assert grade(image, Solution("U" * depth)) == first


def test_shortest_solutions_are_counted() -> None:
    result = grade(Clues(2, 2, (0, 3, 2, 1), (1, 2, 3, 0)), Solution("DRULDR"))
    assert result.extra == {"moves": 6, "proved": 6, "shortest_solutions": 2}


def test_a_longer_solution_does_not_enter() -> None:
    made = generate(parse_params(3, 3, None, {"depth": "8"}), 4)
    assert made.clues is not None
    assert made.solution is not None
    longer = Solution(made.solution.moves + "UD" * 3)
    assert grade(made.clues, longer) == grade(made.clues, made.solution)


def test_deep_boards_are_harder_than_shallow_ones() -> None:
    for rows, cols, depths in ((3, 3, (5, 15, 28)), (4, 4, (8, 22, 38)), (6, 6, (10, 20, 28))):
        ranks = []
        for depth in depths:
            made = generate(parse_params(rows, cols, None, {"depth": str(depth)}), 2)
            assert made.clues is not None
            assert made.solution is not None
            ranks.append(the(grade(made.clues, made.solution).percentile))
        assert ranks == sorted(ranks)
