"""Maze: the one way between walls from a start to a goal.

Mazes of books and sites are pictures; its text form is a table of the cells and the walls between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import cos, pi, sin
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import tables
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.maze import drafts
from pipeline.kinds.maze.drafts import GOAL, HOLE, NONE, START


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` unless it has one start and one goal."""
    ends = sorted(number for _, number in board.clues_but(NONE, HOLE))
    if ends != [START, GOAL]:
        raise kit.PuzzleFormatError(
            f"expected one start (1) and one goal (2), found {ends[:12]}; check the maze"
        )
    walls = (one for one in board.other_clues if HOLE not in drafts.values_at(board, one.place))
    return replace(board, other_clues=tuple(walls))


BOARDS: Final = kit.Boards(
    family="edges",
    allowed=lambda rows, cols: (HOLE, NONE, START, GOAL),
    expected="1 for the start, 2 for the goal, 0, or -1 for no cell",
    blocked=HOLE,
    normalize=fit,
    most_side=60,
    clue_sorts=(kit.Between((kit.WALL,)),),
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add how often the way enters and leaves each cell, and that it closes nowhere."""
    grid, walls = board.grid, {clue.place for clue in board.other_clues}
    walls |= {pair for pair in grid.edges() if HOLE in drafts.values_at(board, pair)}
    way = model.edges([pair for pair in grid.edges() if pair not in walls])
    for cell, pairs in grid.edges_at().items():
        if board.values[cell] == HOLE:
            continue
        here = way[[pair for pair in pairs if pair in way]]
        is_end = board.values[cell] != NONE
        model.count(here, 1 if is_end else (0, 2), "end" if is_end else "cell", about=cell)
    model.paths(way, dict(board.clues_but(NONE, HOLE)), "path")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, of which each is checked only if those before it are kept."""
    if (crossed := answer.crossed_wall("crosses-wall")) is not None:
        yield crossed
        return
    for pair in answer.solution.items:
        if HOLE in drafts.values_at(board, pair):
            yield kit.Violation("crosses-wall", pair, "the line leaves the board")
            return
    lines = nx.Graph(answer.solution.items)
    lines.add_nodes_from(range(len(board.values)))
    wrong = False
    for cell, times in sorted(lines.degree):
        is_end = board.values[cell] in (START, GOAL)
        if times not in ((1,) if is_end else (0, 2)):
            message, wrong = f"the line leaves this cell {times} times", True
            yield kit.Violation("wrong-count", (cell,), message)
    way = nx.node_connected_component(lines, board.values.index(START))
    for part in () if wrong else sorted(map(sorted, nx.connected_components(lines))):
        if len(part) > 1 and part[0] not in way:
            message = "this line is apart from the way"
            yield kit.Violation("several-lines", tuple(part), message)


TRIANGLE: Final = kit.Figure("start", ">", corners=((-0.33, -0.36), (0.33, 0.0), (-0.33, 0.36)))
STAR: Final = kit.Figure(
    "goal", "*", corners=tuple(
        (radius * sin(k * pi / 5), -radius * cos(k * pi / 5))
        for k, radius in enumerate((0.38, 0.17) * 5)
    ),
)  # fmt: skip
WORDS: Final = Words(
    range(START, GOAL + 1), "1 for the start, 2 for the goal, - or #", "check the file",
    "- . _ 0 -1", {"#": HOLE},
)  # fmt: skip

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(drafts.draft, None),
    looks=kit.Looks(
        is_open=True,
        has_holes=True,
        signs={
            HOLE: kit.Sign("hole", is_number=False),
            START: kit.Sign(TRIANGLE, False),
            GOAL: kit.Sign(STAR, False),
        },
    ),
    forms=(tables.signs(WORDS),),
    settings=drafts.SETTINGS,
    require_own=drafts.require_fitting,
    sample=drafts.sample,
)
