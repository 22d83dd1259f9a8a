"""Generate starts: by a random walk, evenly among all solvable boards, or at a requested depth.

The depth is exact: a start that is too deep is moved along a shortest way until it is right. On
small boards one is drawn evenly from all boards of that depth.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, random_below, shuffle
from pipeline.kinds.interface import Generated
from pipeline.kinds.npuzzle import heuristics
from pipeline.kinds.npuzzle.grade import grade
from pipeline.kinds.npuzzle.heuristics import make_geometry
from pipeline.kinds.npuzzle.kernels.search import END
from pipeline.kinds.npuzzle.kernels.tables import unrank
from pipeline.kinds.npuzzle.model import BLANK, Clues, Params, Solution
from pipeline.kinds.npuzzle.problem import Problem, is_solvable, letter_between, make_problem, play
from pipeline.kinds.npuzzle.solve import Outcome, find_ways, improve

GENERATOR: Final = "scramble"

VERSION: Final = 1  # Raised when an equal seed makes another puzzle, or another solution of it

ATTEMPTS: Final = 60

PROOF_NODES: Final = 50_000_000  # For a shortest solution; nearly always enough
PROOF_CELLS: Final = 16
FEWER_NODES: Final = 2_000_000  # The same on larger boards, where more would rarely help


def generate(params: Params, seed: int) -> Generated[Clues, Solution]:
    """Return a start and a way to the goal, a pure function of both arguments.

    The solution is a shortest one wherever that could be proved; on large boards it may be longer.

    >>> from pipeline.kinds.npuzzle.options import parse_params
    >>> made = generate(parse_params(3, 3, None, {"depth": "12"}), 7)
    >>> len(made.solution.moves)
    12
    """
    state = new_state(seed)
    for attempt in range(ATTEMPTS):
        if params.scramble == "depth":
            made = _at_depth(params, state, attempt)
        else:
            made = _anywhere(params, state)
        if made and (params.band is None or grade(*made).band == params.band):
            return Generated(*made, attempt)
    return Generated(None, None, ATTEMPTS - 1)


def _anywhere(params: Params, state: NDArray[np.uint64]) -> tuple[Clues, Solution] | None:
    walked = ""
    if params.scramble == "walk":
        start, walked = random_walk(params, params.walk, state)
    else:
        start = random_board(params, state)
    if start == params.goal:
        return None
    clues = Clues(params.rows, params.cols, start, params.goal)
    found = _best(clues)
    if walked:
        return clues, improve(Solution(walked[::-1].translate(_BACK)), found)
    return (clues, found.ways[0]) if found.ways else None


def _at_depth(
    params: Params, state: NDArray[np.uint64], attempt: int
) -> tuple[Clues, Solution] | None:
    """Return a start at a depth in the range asked for, None if the attempt ended nearer."""
    least, most = params.depth
    depth = least + int(random_below(state, most - least + 1))
    if params.rows * params.cols <= heuristics.MOST_CELLS_ENUMERATED:
        start = _even_at_depth(params, depth, state)
        clues = Clues(params.rows, params.cols, start, params.goal)
        return clues, _best(clues).ways[0]
    start, _ = random_walk(params, depth * (6 + attempt) // 4, state)
    clues = Clues(params.rows, params.cols, start, params.goal)
    found = _best(clues)
    if not found.is_proved or found.bound < depth:
        return None
    moves = found.ways[0].moves
    played = len(moves) - depth
    start = play(params.rows, params.cols, start, moves[:played])
    clues = Clues(params.rows, params.cols, start, params.goal)
    return clues, Solution(moves[played:], is_proved=True)


def _best(clues: Clues) -> Outcome:
    is_small = clues.rows * clues.cols <= PROOF_CELLS
    return find_ways(clues, 1, 1, PROOF_NODES if is_small else FEWER_NODES)


def random_walk(
    params: Params, length: int, state: NDArray[np.uint64]
) -> tuple[tuple[int, ...], str]:
    """Return the board after so many random moves, none undoing the last, and the moves."""
    cells = params.rows * params.cols
    moves = make_geometry(params.rows, params.cols).moves.reshape(cells, cells, 5)
    board = list(params.goal)
    solved = Problem(params.rows, params.cols, 0, tuple(range(cells)))
    before = blank = board.index(BLANK)
    letters = []
    for _ in range(length):
        targets = moves[blank, before]
        target = int(targets[random_below(state, int((targets != END).sum()))])
        board[blank], board[target] = board[target], BLANK
        letters.append(letter_between(solved, blank, target))
        before, blank = blank, target
    return tuple(board), "".join(letters)


def random_board(params: Params, state: NDArray[np.uint64]) -> tuple[int, ...]:
    """Return a board drawn evenly from all that can be solved."""
    tiles = np.arange(params.rows * params.cols, dtype=np.int64)
    shuffle(state, tiles)
    board = [int(tile) for tile in tiles]
    if not is_solvable(make_problem(Clues(params.rows, params.cols, tuple(board), params.goal))):
        one, other = (cell for cell, tile in enumerate(board) if tile in (1, 2))
        board[one], board[other] = board[other], board[one]
    return tuple(board)


def _even_at_depth(params: Params, depth: int, state: NDArray[np.uint64]) -> tuple[int, ...]:
    distances = heuristics.all_distances(params.rows, params.cols, params.goal.index(BLANK))
    ordered = distances.of[distances.numbers]
    first, last = np.searchsorted(ordered, (depth, depth + 1))
    number = distances.numbers[first + random_below(state, int(last - first))]
    labels = np.zeros(params.rows * params.cols, dtype=np.int64)
    unrank(int(number), labels)
    return tuple(params.goal[label] for label in labels)


_BACK: Final = str.maketrans("UDLR", "DURL")
