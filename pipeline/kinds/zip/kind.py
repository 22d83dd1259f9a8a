"""Zip: one line through every cell that passes the numbers in order.

Its text forms are tables, since no program is known that exchanges boards as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import tables
from pipeline.kinds.kit.sites.words import Words

NONE: Final = 0
TURNS: Final = 12  # Random changes of an end for each cell
NODES: Final = 4000  # Limit of the search for another path


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
    for pair in sorted({clue.place for clue in board.other_clues} & {*answer.solution.items}):
        yield kit.Violation("crosses-wall", pair, "the line crosses a wall")
        return
    lines = nx.Graph(answer.solution.items)
    lines.add_nodes_from(range(len(board.values)))
    numbers = {number: cell for cell, number in enumerate(board.values) if number}
    ends = (numbers[1], numbers[max(numbers)])
    leaves = {cell: lines.degree[cell] for cell in range(len(board.values))}
    wrong = [cell for cell, times in leaves.items() if times != (1 if cell in ends else 2)]
    for cell in wrong:
        found = f"the line leaves this cell {leaves[cell]} times"
        yield kit.Violation("wrong-count", (cell,), found)
    if wrong:
        return
    if not nx.is_connected(lines):
        part = sorted(nx.connected_components(lines), key=len)[0]
        found = "this line is apart from the others"
        yield kit.Violation("several-lines", tuple(sorted(part)), found)
        return
    met = [board.values[cell] for cell in nx.shortest_path(lines, *ends) if board.values[cell]]
    for k, number in enumerate(met, 1):
        if number != k:
            message = f"the line meets {number} where {k} is next"
            yield kit.Violation("wrong-order", (numbers[number],), message)
            return


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted | None:
    """Return a path through all cells, with numbers that make it unique.

    Initially there are the walls and the numbers of both ends. Each other path that the search
    finds is excluded by a number in a random cell that it passes at another time. Then unnecessary
    numbers are removed.
    """
    path = random_path(board.grid, state)
    lines = sorted((min(pair), max(pair)) for pair in pairwise(path))
    answer = kit.Solution("edges", tuple(lines))
    free_edges = sorted({*board.grid.edges()} - {*lines})
    number = round(len(free_edges) * dict(params.own).get("walls", 0) / 100)
    walled = sorted(making.shuffled(state, range(len(free_edges)))[:number])
    other_clues = tuple(kit.Clue(kit.BETWEEN, free_edges[k], (), kit.WALL) for k in walled)

    def number_cells(numbered: set[int]) -> kit.Board:
        values = [NONE] * len(path)
        for number, k in enumerate(sorted(numbered), 1):
            values[path[k]] = number
        return BOARDS.make_clues(board.rows, board.cols, values, other_clues=other_clues)

    def find(numbered: set[int]) -> tuple[kit.Solution | None, bool]:
        return making.find_other(KIND, number_cells(numbered), answer, NODES)

    numbered = {0, len(path) - 1}
    while (found := find(numbered)) != (None, True):
        free = [k for k in range(len(path)) if k not in numbered]
        if not free:
            return None
        if found[0] is not None:
            other = next(iter(making.chains(found[0].items)))
            met = {cell: k for k, cell in enumerate(other[:: 1 if other[0] == path[0] else -1])}
            free = [k for k in free if met[path[k]] != k] or free
        numbered.add(making.pick(state, free))
    for k in making.shuffled(state, sorted(numbered)[1:-1]):
        if find(numbered - {k}) == (None, True):
            numbered.discard(k)
    return kit.Drafted(number_cells(numbered), answer)


def random_path(grid: kit.Grid, state: kit.RandomState) -> list[int]:
    """Return a random path through all cells of a board.

    A snake is changed by "backbite" moves: an end joins a neighbour on the path, and the part
    between is reversed (Oberdorf, Ferguson, Jacobsen and Kondev, Physical Review E 74, 2006).
    """
    path = [cell for r in range(grid.rows) for cell in grid.lines()[r][:: 1 - 2 * (r % 2)]]
    for _ in range(TURNS * len(path)):
        if making.random_below(state, 2):
            path.reverse()
        near = [cell for cell in grid.neighbours(path[-1]) if cell != path[-2]]
        if near:
            at = path.index(making.pick(state, near))
            path[at + 1 :] = path[:at:-1]
    return path


def sample(rows: int, cols: int) -> list[int]:
    """Return as many clues as are usual at most, for page plans: three, and one for five cells."""
    count = 3 + rows * cols // 5
    return [*range(1, count + 1), *[NONE] * (rows * cols - count)]


WORDS: Final = Words(
    range(1, 10_000), "a number of the order, or - for none", "check the file", "- . _ 0 -1"
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(draft, None),
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
