"""Zip: one line through every cell that passes the numbers in order.

Its text forms are tables, since no program is known that exchanges boards as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import tables
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.zip import drafts
from pipeline.kinds.zip.drafts import NONE


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` unless its numbers are 1, 2, 3, ... each once."""
    found = sorted(number for _, number in board.clues_but(NONE))
    if len(found) < 2 or found != list(range(1, len(found) + 1)):
        raise kit.PuzzleFormatError(
            f"expected the numbers 1, 2, 3 and so on, each once, found {found[:12]}; check it"
        )
    return board


BOARDS: Final = kit.Boards(
    family="edges",
    allowed=lambda rows, cols: range(rows * cols + 1),
    expected="a number of the order, or 0 for none",
    normalize=fit,
    clue_sorts=(kit.Between((kit.WALL,)),),
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the lines at each cell, and that they are a path that meets the numbers in order."""
    grid, walls = board.grid, {clue.place for clue in board.other_clues}
    line = model.edges([pair for pair in grid.edges() if pair not in walls])
    numbers = dict(board.clues_but(NONE))
    ends = (1, max(numbers.values()))
    for cell in grid.cells:
        pairs = [(min(cell, other), max(cell, other)) for other in grid.neighbours(cell)]
        here = line[[pair for pair in pairs if pair in line]]
        if numbers.get(cell) in ends:
            model.count(here, 1, "end", about=cell)
        else:
            model.count(here, 2, "cell", about=cell)
    model.paths(line, numbers, "order")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, of which each is checked only if those before it are kept."""
    if (crossed := answer.crossed_wall("crosses-wall")) is not None:
        yield crossed
        return
    lines = nx.Graph(answer.solution.items)
    lines.add_nodes_from(range(len(board.values)))
    numbers = {number: cell for cell, number in enumerate(board.values) if number}
    ends = (numbers[1], numbers[max(numbers)])
    leaves = {cell: lines.degree[cell] for cell in range(len(board.values))}
    wrong = [cell for cell, times in leaves.items() if times != (1 if cell in ends else 2)]
    for cell in wrong:
        what = f"the line leaves this cell {leaves[cell]} times"
        yield kit.Violation("wrong-count", (cell,), what)
    if wrong:
        return
    if not nx.is_connected(lines):
        part = min(nx.connected_components(lines), key=len)
        what = "this line is apart from the others"
        yield kit.Violation("several-lines", tuple(sorted(part)), what)
        return
    met = [board.values[cell] for cell in nx.shortest_path(lines, *ends) if board.values[cell]]
    for k, number in enumerate(met, 1):
        if number != k:
            message = f"the line meets {number} where {k} is next"
            yield kit.Violation("wrong-order", (numbers[number],), message)
            return


def sample(rows: int, cols: int) -> list[int]:
    """Return as many clues as are usual at most, for page plans: three, and one for five cells."""
    count = 3 + rows * cols // 5
    return [*range(1, count + 1), *[NONE] * (rows * cols - count)]


WORDS: Final = Words(
    range(1, 10_000), "a number of the order, or - for none", "check the file", "- . _ 0 -1"
)


def find_other(board: kit.Board, answer: kit.Solution) -> tuple[kit.Solution | None, bool]:
    """Return another answer of a board, and whether the search was complete."""
    return making.find_other(KIND, board, answer, drafts.NODES)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(
        partial(drafts.draft, find_other), drafts.add_numbers, tidy=drafts.drop_numbers
    ),
    looks=kit.Looks(usual=kit.Sign("black")),
    forms=(
        tables.signs(WORDS),
        tables.table(
            "rows of numbers, - for an empty cell",
            WORDS,
            # From four on, the numbers 1, 2, 3, ... each once are unlikely by chance.
            lambda board: 2 if 3 < max(board.values) < len(board.values) - 1 else 0,
        ).without(lambda board: "walls" if board.other_clues else ""),
    ),
    settings={
        "walls": kit.whole_setting(
            "walls between cells, in percent of the places that the line leaves free",
            *(0, 100, "0", "30"),
        )
    },
    sample=sample,
)
