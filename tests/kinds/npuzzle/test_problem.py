"""Images, names of tiles and parity change nothing that matters."""

import networkx as nx
import pytest

from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.kinds.npuzzle.generate import generate
from pipeline.kinds.npuzzle.model import GOALS, Clues, Solution, named_goal
from pipeline.kinds.npuzzle.options import parse_params
from pipeline.kinds.npuzzle.problem import (
    canonical,
    images,
    is_solvable,
    make_problem,
    smallest_image,
)
from pipeline.kinds.npuzzle.rules import check
from tests.naive.npuzzle import all_boards, neighbours


def turned(clues: Clues, number: int) -> Clues:
    """Return an image of a puzzle, its tiles as they were."""
    image = cells_of_image(clues.rows, clues.cols, number)
    (rows, cols), cells = image.shape, image.ravel().tolist()
    start, goal = (tuple(board[cell] for cell in cells) for board in (clues.start, clues.goal))
    return Clues(rows, cols, start, goal)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3)])
@pytest.mark.parametrize("goal_name", GOALS)
def test_parity_decides_what_can_be_reached(rows: int, cols: int, goal_name: str) -> None:
    goal = named_goal(goal_name, rows, cols)
    graph = nx.Graph(
        (board, after)
        for board in all_boards(rows * cols)
        for after in neighbours(rows, cols, board).values()
    )
    reached = nx.node_connected_component(graph, goal)
    for board in all_boards(rows * cols):
        assert is_solvable(make_problem(Clues(rows, cols, board, goal))) == (board in reached)


def test_images_and_other_names_of_tiles_have_one_key() -> None:
    clues = generate(parse_params(3, 4, None, {"depth": "15", "goal": "spiral"}), 1).clues
    assert clues is not None
    key = canonical(clues)
    for number in range(8):
        image = turned(clues, number)
        assert canonical(image) == key
        renamed = [(tile * 5) % 11 or 11 if tile else 0 for tile in range(12)]
        start, goal = (tuple(renamed[tile] for tile in b) for b in (image.start, image.goal))
        assert canonical(Clues(image.rows, image.cols, start, goal)) == key


def test_letters_of_an_image_lead_through_the_puzzle() -> None:
    made = generate(parse_params(3, 4, None, {"depth": "11"}), 1)
    assert made.clues is not None
    assert made.solution is not None
    for image in images(make_problem(made.clues)):
        # What a solver would say of the image, said with the puzzle's letters.
        back = {letter: "UDLR"[k] for k, letter in enumerate(image.letters)}
        moves = "".join(back[letter] for letter in made.solution.moves)
        start = tuple(0 if label == image.goal_blank else label + 1 for label in image.labels)
        solved = range(len(start))
        goal = tuple(0 if cell == image.goal_blank else cell + 1 for cell in solved)
        assert check(_numbered(image.rows, image.cols, start, goal), Solution(moves)) == ()


def _numbered(rows: int, cols: int, start: tuple[int, ...], goal: tuple[int, ...]) -> Clues:
    return Clues(rows, cols, start, goal)


def test_the_smallest_image_is_wide_and_has_the_blank_near_its_corner() -> None:
    clues = generate(parse_params(5, 3, None, {"walk": "9"}), 1).clues
    assert clues is not None
    least = smallest_image(make_problem(clues))
    assert (least.rows, least.cols, least.goal_blank) == (3, 5, 0)
