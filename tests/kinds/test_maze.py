"""Mazes: trees of passages, the longest way at the rim, and walls that leave one way."""

import random
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BETWEEN, WALL, Clue
from pipeline.model import ConfigError, PuzzleFormatError
from tests.known import the
from tests.refusals import refused

KIND = get_kind("maze")


def passages(board: Board) -> nx.Graph:
    walls = {clue.place for clue in board.other_clues}
    found = nx.Graph(pair for pair in board.grid.edges() if pair not in walls)
    found.add_nodes_from(board.grid.cells)
    return found


def ends(board: Board) -> tuple[int, int]:
    return board.values.index(1), board.values.index(2)


@pytest.mark.parametrize("winding", [None, "0", "100"])
def test_a_maze_is_a_tree_whose_answer_is_the_longest_way_at_its_rim(winding: str | None) -> None:
    settings = {} if winding is None else {"winding": winding}
    for seed in range(6):
        made = KIND.generate(KIND.parse_params(7, 9, None, settings), seed)
        tree, (start, goal) = passages(the(made.clues)), ends(the(made.clues))
        assert nx.is_tree(tree)
        assert len(tree) == 63
        way = nx.shortest_path(tree, start, goal)
        assert {*map(frozenset, the(made.solution).items)} == {*map(frozenset, pairwise(way))}
        rim = [cell for cell in tree if len(the(made.clues).grid.neighbours(cell)) < 4]
        far = nx.single_source_shortest_path_length(tree, start)
        assert len(way) - 1 == max(far[cell] for cell in rim)


def test_passages_are_longer_where_they_wind() -> None:
    def dead_ends(winding: str) -> int:
        made = [KIND.generate(KIND.parse_params(12, 12, None, {"winding": winding}), k)
                for k in range(5)]  # fmt: skip
        return sum(degree == 1 for one in made for _, degree in passages(the(one.clues)).degree)

    assert dead_ends("100") < dead_ends("50") < dead_ends("0")


def test_walls_leave_one_way_where_no_other_simple_path_is_there() -> None:
    rng, found = random.Random(1), set()
    edges = Board(3, 4, (0,) * 12).grid.edges()
    for _ in range(120):
        walls = rng.sample(edges, rng.randrange(4, 9))
        start, goal = rng.sample(range(12), 2)
        values = [1 if cell == start else 2 if cell == goal else 0 for cell in range(12)]
        clues = tuple(Clue(BETWEEN, pair, (), WALL) for pair in sorted(walls))
        board = KIND.decode(KIND.encode(Board(3, 4, tuple(values), other_clues=clues)))
        ways = len([*nx.all_simple_paths(passages(board), start, goal)])
        status = the(KIND.uniqueness).prove(board, None, KIND.budget).status
        assert status == ("unsolvable", "unique")[ways] if ways < 2 else status == "multiple"
        found.add(min(ways, 2))
    assert found == {0, 1, 2}


@pytest.mark.parametrize("values", [(0, 0, 0, 0), (1, 1, 2, 0), (1, 0, 0, 0), (1, 2, 2, 0)])
def test_a_maze_has_one_start_and_one_goal(values: tuple[int, ...]) -> None:
    puzzle = {"rows": 2, "cols": 2, "clues": [[*values[:2]], [*values[2:]]], "between": []}
    with refused(PuzzleFormatError):
        KIND.decode(puzzle)


HEART = ".##.##.\n#######\n#######\n.#####.\n..###..\n"


def test_a_maze_fills_its_outline() -> None:
    params = KIND.parse_params(5, 7, None, {"outline": HEART})
    inside = {k for k, sign in enumerate("".join(HEART.split())) if sign == "#"}
    for seed in range(4):
        board = the(KIND.generate(params, seed).clues)
        assert {k for k, value in enumerate(board.values) if value != -1} == inside
        tree = passages(board).subgraph(inside)
        assert nx.is_tree(tree)
        assert len(tree) == len(inside)
        beyond = ((one, other) for one, other in board.grid.edges() if one in inside)
        stray = next((one, other) for one, other in beyond if other not in inside)
        wrong = replace(the(KIND.generate(params, seed).solution), items=(stray,))
        assert [one.code for one in KIND.check(board, wrong)] == ["crosses-wall"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [("##\n##", "expected 5 rows"), ("#.##\n" * 5, "one connected shape"), ("#x##\n" * 5, "'x'")],
)
def test_an_outline_that_is_none_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ConfigError, match=fault):
        KIND.parse_params(5, 4, None, {"outline": text})
