"""Shortest solutions, proved; or a good one, and a lower bound.

Every engine works on the smallest image of the puzzle, so that all images get the same answer. IDA*
raises the bound until a solution fits; the refuted bounds are the proof, or the lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from time import perf_counter
from typing import Final

import numpy as np

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proving.engines import require_request
from pipeline.kinds.npuzzle.beam import beam_by_patterns, beam_search
from pipeline.kinds.npuzzle.heuristics import (
    MODES,
    Estimate,
    all_distances,
    make_estimate,
    new_work,
)
from pipeline.kinds.npuzzle.kernels import search as kernel
from pipeline.kinds.npuzzle.kernels import tables as pattern_kernel
from pipeline.kinds.npuzzle.model import MOVES, Clues, Solution
from pipeline.kinds.npuzzle.problem import (
    Problem,
    is_solvable,
    letter_between,
    make_problem,
    play,
    smallest_image,
)

SOLVERS: Final = ("auto", *MODES)  # "auto": by conflicts, by patterns with tables, then a beam
VERSION: Final = 1  # Raised when an engine counts its nodes otherwise

BUDGET: Final = Budget(nodes=50_000_000, conflicts=1)
"""Some seconds of work: the hardest of Korf's hundred boards takes 15,400,000 nodes."""

NODES_BEFORE_TABLES: Final = 200_000  # After which loading the tables of patterns pays
PATTERN_BEAM_WIDTH: Final = 16_000  # Boards a level where there are tables: 110 moves at 5x5

BEAM_WIDTH: Final = 1_000
MOST_CELLS_AT_ONCE: Final = 36  # Boards whose tiles a beam may bring home all at once
WINDOW: Final = 30  # Moves of a beam's way that are made as few as can be, together
WINDOW_NODES: Final = 20_000

ALL: Final = 1 << 62  # A limit that no search reaches

SOLVED_ALREADY: Final = "none needed"
PARITY: Final = "parity"
BEAM: Final = "beam"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an engine found out.

    ``ways`` are solutions, as many as were asked for and found; ``count`` how many were met. No
    solution has fewer than ``bound`` moves. ``is_complete``: ``count`` is the number of all
    shortest ones. ``nodes`` are boards looked at. An unsolvable puzzle has a count of 0 and is
    complete.
    """

    ways: tuple[Solution, ...]
    count: int
    bound: int
    is_complete: bool
    nodes: int
    method: str
    seconds: float = field(default=0.0, compare=False)

    @property
    def is_proved(self) -> bool:
        """Whether the ways are proved to be shortest ones."""
        return bool(self.ways) and len(self.ways[0].moves) == self.bound


def solve(clues: Clues, limit: int, budget: Budget, solver: str = "auto") -> Solved[Solution]:
    """Return up to ``limit`` shortest solutions, and whether they are all there are.

    Where the budget ended first it is one solution that need not be shortest, or none; `find_ways`
    distinguishes the two. `ConfigError` if there is no such solver, it is not for boards of this
    size, or the limit is below 1.

    >>> clues = Clues(2, 2, (3, 2, 1, 0), (1, 2, 3, 0))
    >>> found = solve(clues, 2, Budget(1000, 0), "manhattan")
    >>> found.solutions, found.is_complete, found.method
    ((), True, 'parity')
    """
    warm_up()
    found = find_ways(clues, limit, limit, budget.nodes, solver)
    is_complete = found.is_complete and found.count <= limit
    return Solved(found.ways, is_complete, found.nodes, found.method, found.seconds, _note(found))


def improve(solution: Solution, found: Outcome) -> Solution:
    """Return the shorter of a right solution and the ways found, with whether it is proved."""
    return _judge(min(*found.ways, solution, key=lambda way: len(way.moves)), found.bound)


def _note(outcome: Outcome) -> str:
    """Return why there is no solution, or what is not proved of the one that was found."""
    if outcome.method == PARITY:
        return (
            "no moves lead to the goal: start and goal are an odd number of swaps apart, counting "
            "the steps of the blank, and every move keeps that number even or odd"
        )
    if not outcome.ways:
        return f"at least {outcome.bound} moves are needed"
    if outcome.is_proved:
        return ""
    moves = len(outcome.ways[0].moves)
    return f"undecided whether {moves} moves is the least: at least {outcome.bound} are needed"


def find_ways(clues: Clues, stored: int, limit: int, budget: int, solver: str = "auto") -> Outcome:
    """Return shortest solutions, up to ``stored`` of them, having met up to ``limit``.

    A search for one solution is shorter than one for all. The budget is of boards looked at for a
    proof; a beam has limits of its own. `ConfigError` as for `solve`.
    """
    require_request(solver, SOLVERS, limit)
    problem = smallest_image(make_problem(clues))
    if not is_solvable(problem):
        return Outcome((), 0, 0, True, 0, PARITY)
    if clues.start == clues.goal:
        return Outcome((Solution("", is_proved=True),), 1, 0, True, 0, SOLVED_ALREADY)
    start = perf_counter()
    if solver == "auto":
        found = _in_turn(problem, stored, limit, budget)
    else:
        found = _by_deepening(problem, stored, limit, budget, solver)
    return replace(found, seconds=perf_counter() - start)


@cache
def warm_up() -> None:
    """Compile the kernels, so that timings and workers start warm; no table is kept for it."""
    clues = Clues(2, 2, (0, 3, 2, 1), (1, 2, 3, 0))
    find_ways(clues, 1, 1, 1000, "conflict")
    all_distances(2, 2, 0)
    beam_search(make_problem(clues), 10, is_staged=False)
    pattern_kernel.build_table(2, 2, 0, np.array([1], dtype=np.int64))


def _in_turn(problem: Problem, stored: int, limit: int, budget: int) -> Outcome:
    outcome = _by_deepening(problem, stored, limit, min(budget, NODES_BEFORE_TABLES), "conflict")
    if not outcome.is_complete and outcome.count < limit and budget > outcome.nodes:
        has_tables = len(problem.labels) <= pattern_kernel.MOST_CELLS
        name = "patterns" if has_tables else "conflict"
        longer = _by_deepening(problem, stored, limit, budget - outcome.nodes, name)
        outcomes = (longer, outcome)
        best = max(outcomes, key=lambda one: (one.bound, one.is_complete, one.count))
        outcome = replace(best, nodes=outcome.nodes + longer.nodes)
    if outcome.ways:
        return outcome
    moves, made = _by_beam(problem)
    nodes = outcome.nodes + made
    if moves is None:
        return replace(outcome, nodes=nodes)
    # `letters` are the puzzle's names of the problem's moves.
    way = Solution(moves.translate(str.maketrans(MOVES, problem.letters)))
    return Outcome((_judge(way, outcome.bound),), 1, outcome.bound, False, nodes, BEAM)


def _judge(way: Solution, bound: int) -> Solution:
    """Return a way marked as proved if it has no more moves than needed."""
    return replace(way, is_proved=len(way.moves) == bound)


def _by_beam(problem: Problem) -> tuple[str | None, int]:
    """Return the moves of a problem on a good way, or None, and how many boards were made."""
    plain, cells = problem._replace(letters=MOVES), len(problem.labels)
    if cells <= pattern_kernel.MOST_CELLS:
        tries = [beam_by_patterns(plain, PATTERN_BEAM_WIDTH)]
    else:
        stagings = (True, False) if cells <= MOST_CELLS_AT_ONCE else (True,)
        tries = [beam_search(plain, BEAM_WIDTH, is_staged) for is_staged in stagings]
    made = sum(more for _, more in tries)
    ways = [_solution(plain, way).moves for way, _ in tries if way is not None]
    shorter = (shorten(plain, moves) for moves in ways)
    return min(shorter, key=len, default=None), made


def shorten(problem: Problem, moves: str) -> str:
    """Return a way that is no longer, and shortest between boards `WINDOW` moves apart, or nearly.

    The problem's letters are `MOVES`.
    """
    labels, begin = problem.labels, 0
    tried = ""
    while moves != tried:
        tried = moves
        labels, begin = problem.labels, 0
        while begin < len(moves):
            end = min(begin + WINDOW, len(moves))
            after = play(problem.rows, problem.cols, labels, moves[begin:end], problem.goal_blank)
            home = {label: cell for cell, label in enumerate(after)}
            from_here = tuple(home[label] for label in labels)
            window = Problem(problem.rows, problem.cols, home[problem.goal_blank], from_here)
            if labels == after:
                moves = moves[:begin] + moves[end:]
                continue
            found = deepen(window, make_estimate(window, "conflict"), 1, 1, WINDOW_NODES)
            if found.ways:
                moves = moves[:begin] + found.ways[0].moves + moves[end:]
            step = moves[begin : begin + WINDOW // 3]
            labels = play(problem.rows, problem.cols, labels, step, problem.goal_blank)
            begin += WINDOW // 3
    return moves


def _by_deepening(problem: Problem, stored: int, limit: int, budget: int, name: str) -> Outcome:
    found = deepen(problem, make_estimate(problem, name), stored, limit, budget)
    return replace(found, method=name)


def deepen(problem: Problem, estimate: Estimate, stored: int, limit: int, budget: int) -> Outcome:
    """Return what IDA* finds with an estimate; the last bound is looked through up to the limit."""
    bound, nodes = estimate.value, 0
    while True:
        work = new_work(problem, estimate.places, bound, stored)
        work.out[kernel.NODES] = nodes
        tables = estimate.geometry, estimate.lookup
        kernel.search(*tables, work, estimate.mode, estimate.root, bound, limit, budget)
        nodes, count = int(work.out[kernel.NODES]), int(work.out[kernel.COUNT])
        is_spent = bool(work.out[kernel.IS_SPENT])
        if count or is_spent:
            ways = tuple(_solution(problem, way[: bound + 1]) for way in work.found[:count])
            is_complete = not is_spent and count < limit
            return Outcome(ways, count, bound, is_complete, nodes, "ida")
        bound = int(work.out[kernel.NEXT])


def _solution(problem: Problem, way: Sequence[int]) -> Solution:
    moves = (letter_between(problem, int(a), int(b)) for a, b in pairwise(way))
    return Solution("".join(moves), is_proved=True)
