"""The exhaustive searches: cell by cell, and by whole diagonals under the strict rules.

The corner from which the search by diagonals starts matters up to a hundredfold. If a short search
from one corner decides nothing, the shapes of cells near all four corners are narrowed first. Then
the four searches take turns, each with twice the nodes of the round before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

import numpy as np

from pipeline.kinds.kit.proving.engines import ResumableSearch
from pipeline.kinds.numberlink.engines.by_sat import STRICT
from pipeline.kinds.numberlink.kernels import diagonal_board, diagonals, frontier, frontier_board
from pipeline.kinds.numberlink.kernels.diagonal_board import DiagonalBoard, DiagonalState
from pipeline.kinds.numberlink.kernels.frontier import (
    DONE,
    FOUND,
    SPENT,
    FrontierBoard,
    FrontierState,
)
from pipeline.kinds.numberlink.model import RULES, Clues, Solution

MOST_CELLS: Final = 1_000_000
"""Largest board that is searched, the limit for imported puzzles; it takes about 60 MB."""

_LONGEST_KEPT: Final = 24  # Longest diagonal of which frontiers are kept; of longer ones, too many

_TABLE_ROWS: Final = 1 << 17
_KEEPING_RULES: Final = ("free", "cover")


class FrontierSearch(ResumableSearch[Solution]):
    """An exhaustive search cell by cell that can be stopped and resumed.

    With ``by_rule_alone`` no shape is ruled out before the search. So it confirms `DiagonalSearch`,
    which rests on closed turns, and shares no deduction with it.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> search = FrontierSearch(make_clues(2, 3, "cover", ["a", 0, 0, "a", 0, 0]))
    >>> search.next_solution(1000), search.next_solution(1000), search.is_complete
    (Solution(paths=((0, 1, 2, 5, 4, 3),)), None, True)
    """

    def __init__(self, clues: Clues, *, by_rule_alone: bool = False) -> None:
        self._clues = clues
        self._board, self._state = make_arrays(clues, _key_length(clues))
        self._corner = lay_out(clues, self._board, by_rule_alone)

    @staticmethod
    def suits(clues: Clues) -> bool:
        """Return whether the board is small enough for this search."""
        return clues.rows * clues.cols <= MOST_CELLS

    @property
    def nodes(self) -> int:
        """Cells decided so far."""
        return int(self._state.counter[frontier.NODES])

    def go_on(self, nodes: int) -> int:
        """Search on to the next solution."""
        if self.nodes >= nodes:
            return frontier.SPENT
        return int(frontier.advance(self._board, self._state, nodes))

    def read(self) -> Solution:
        """Return the solution that was just found."""
        return read_board(self._clues, self._board, self._state, self._corner)


def lay_out(clues: Clues, board: FrontierBoard, by_rule_alone: bool) -> int:
    """Write a puzzle into fresh arrays, in place; return the corner that the search starts from."""
    grid = np.array(clues.numbers, dtype=np.int32)
    if clues.blocked:
        grid[sorted(clues.blocked)] = -1
    area, corner = frontier_board.lay_out(
        grid, clues.rows, clues.cols, board.rule, by_rule_alone, board
    )
    assert area == board.area
    return int(corner)


def read_board(clues: Clues, board: FrontierBoard, state: FrontierState, corner: int) -> Solution:
    """Return the solution whose edges are those in ``state.on``."""
    cells = np.zeros(len(clues.numbers), dtype=np.int32)
    lengths = np.zeros(clues.pairs, dtype=np.int32)
    frontier_board.read_lines(board, state, corner, (clues.rows, clues.cols), cells, lengths)
    lines = tuple(cells.tolist())
    paths: list[tuple[int, ...]] = [()] * clues.pairs
    at = 0
    for length in lengths.tolist():
        path = lines[at : at + length]
        paths[clues.numbers[path[0]] - 1] = path
        at += length
    return Solution(tuple(paths))


def make_arrays(clues: Clues, key: int = 0) -> tuple[FrontierBoard, FrontierState]:
    """Return the arrays of a search before its board is laid out in them.

    ``key``: how many numbers a kept frontier takes, 0 where none are kept.
    """
    cells = (clues.rows + 2) * (clues.cols + 1) + 2
    board = FrontierBoard(
        width=clues.cols + 1,
        rule=RULES.index(clues.rule),
        key=key,
        area=len(clues.numbers) - len(clues.blocked),
        number=np.zeros(cells, dtype=np.int32),
        shapes=np.zeros(cells, dtype=np.int32),
        cells=np.zeros(cells, dtype=np.int32),
        begins=np.zeros(cells, dtype=np.int32),
    )
    state = FrontierState(
        on=np.zeros(2 * cells, dtype=np.uint8),
        far=np.zeros(2 * cells, dtype=np.int32),
        left_over=np.zeros(cells, dtype=np.uint8),
        events_then=np.zeros(cells, dtype=np.int64),
        keys=np.zeros((cells if key else 1, key), dtype=np.int32),
        table=np.empty((_TABLE_ROWS if key else 1, key), dtype=np.int32),
        is_kept=np.zeros(_TABLE_ROWS if key else 1, dtype=np.uint8),
        wanted=np.zeros(cells, dtype=np.int64),
        line=np.zeros(cells, dtype=np.int32),
        counter=np.zeros(frontier.COUNTERS, dtype=np.int64),
    )
    return board, state


def _key_length(clues: Clues) -> int:
    """Return how many numbers a kept frontier takes, 0 if none are kept."""
    longest = min(clues.rows, clues.cols)
    if clues.rule not in _KEEPING_RULES or longest > _LONGEST_KEPT:
        return 0
    return 1 + 2 * longest


MOST_CELLS_ONE_BY_ONE: Final = 400  # Searched cell by cell too: begins 40 microseconds sooner
DIAGONALS_BEFORE_SAT: Final = 1_500_000  # 0.1 microseconds each; then SAT is likelier to answer


_CORNERS: Final = range(4)
_ALL: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class Corners:
    """How the search by whole diagonals shares its nodes among the corners of a board.

    ``first``: nodes of an initial search, which suffices for boards of short lines. ``depths``:
    depths in diagonals, from each corner, of the looks after that; ``look``: largest number of
    nodes of each. ``turn``: nodes of each corner's search in the first round, doubled each round.
    """

    first: int = 500
    depths: tuple[int, ...] = (16, 24)
    look: int = 8_000
    turn: int = 16_000


CORNERS: Final = Corners()


class DiagonalSearch(ResumableSearch[Solution]):
    """An exhaustive search by whole diagonals of a puzzle that it `suits`; it can be resumed."""

    def __init__(self, clues: Clues, corners: Corners = CORNERS) -> None:
        self._clues = clues
        self._plan = corners
        self._searches: dict[int, tuple[DiagonalBoard, DiagonalState]] = {}
        self._board, self._state = make_arrays(clues)
        self._corner = lay_out(clues, self._board, by_rule_alone=False)
        self._depth = clues.rows + clues.cols - 1
        self._turns = self._take_turns()
        self._turn: tuple[int, int] | None = None

    @staticmethod
    def suits(clues: Clues) -> bool:
        """Return whether this search can handle the rule, the shape and the size of a board."""
        longest = max(clues.rows, clues.cols)
        return clues.rule in STRICT and not clues.blocked and longest <= diagonal_board.MOST_ROWS

    @property
    def nodes(self) -> int:
        """Diagonals decided so far, from all corners."""
        return sum(int(state.counter[diagonal_board.NODES]) for _, state in self._searches.values())

    def go_on(self, nodes: int) -> int:
        """Continue to the next solution, from the corner whose turn it is."""
        while self.nodes < nodes:
            corner, last = self._turn = self._turn or next(self._turns)
            board, state = self._searches[corner]
            spent = int(state.counter[diagonal_board.NODES])
            until = min(last, spent + nodes - self.nodes)
            answer = diagonals.advance(self._board, self._state, board, state, until)
            is_short_look = state.counter[diagonal_board.DEPTH] < self._depth
            if answer == FOUND:
                self._turn = corner, _ALL
                return FOUND
            if answer == DONE and not (is_short_look and state.counter[diagonal_board.LEAVES]):
                return DONE
            if answer == DONE:
                diagonal_board.keep_met(self._board, board, state)
            if answer == DONE or state.counter[diagonal_board.NODES] >= last:
                self._turn = None
        return SPENT

    def read(self) -> Solution:
        """Return the solution that was just found."""
        return read_board(self._clues, self._board, self._state, self._corner)

    def _take_turns(self) -> Iterator[tuple[int, int]]:
        """Begin the searches in turn; yield the corner of each and the nodes that end its turn."""
        yield 0, self._begin(0, self._depth) + self._plan.first
        for depth in self._plan.depths:
            for corner in _CORNERS if depth < self._depth else ():
                yield corner, self._begin(corner, depth) + self._plan.look
        for corner in _CORNERS:
            self._begin(corner, self._depth)
        for turn in count():
            for corner in _CORNERS:
                yield (
                    corner,
                    int(self._searches[corner][1].counter[diagonal_board.NODES])
                    + (self._plan.turn << turn),
                )

    def _begin(self, corner: int, depth: int) -> int:
        if corner not in self._searches:
            self._searches[corner] = _make_arrays(self._clues, corner)
        board, state = self._searches[corner]
        diagonal_board.begin(self._board, board, state, depth)
        return int(state.counter[diagonal_board.NODES])


def searches_whole_diagonals(clues: Clues) -> bool:
    """Return whether the first search for solutions is by whole diagonals."""
    return DiagonalSearch.suits(clues) and len(clues.numbers) > MOST_CELLS_ONE_BY_ONE


def _make_arrays(clues: Clues, corner: int) -> tuple[DiagonalBoard, DiagonalState]:
    rows, cols, edges = clues.rows, clues.cols, clues.rows + clues.cols
    choices = 2 * clues.pairs
    board = DiagonalBoard(
        rows=rows,
        cols=cols,
        rule=RULES.index(clues.rule),
        corner=corner,
        pairs=np.zeros(rows * cols, dtype=np.int32),
        words=np.zeros((edges, diagonal_board.WORDS), dtype=np.int64),
    )
    state = DiagonalState(
        across=np.zeros(edges, dtype=np.int64),
        down=np.zeros(edges, dtype=np.int64),
        pieces=np.zeros(3 * edges, dtype=np.int32),
        kept=np.zeros((choices, 3 * edges), dtype=np.int32),
        choices=np.zeros((choices, diagonal_board.CHOICE), dtype=np.int32),
        touched=np.zeros((edges, 2), dtype=np.int64),
        met=np.zeros((edges, diagonal_board.WORDS), dtype=np.int64),
        counter=np.zeros(diagonal_board.COUNTERS, dtype=np.int64),
    )
    return board, state
