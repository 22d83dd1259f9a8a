"""Zip: one line through every cell that passes the numbers in order.

Its text forms are tables, since no program is known that exchanges boards as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Final

import networkx as nx

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.engines.search import find_other
from pipeline.kinds.kit.constraints.extra import BETWEEN, WALL, Clue, Extra
from pipeline.kinds.kit.constraints.grid import Grid, chains
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.signs_form import signs_form
from pipeline.kinds.kit.options import require_sides, whole_setting
from pipeline.model import PuzzleFormatError

NONE: Final = 0
TURNS: Final = 12  # Random changes of an end for each cell
NODES: Final = 4000  # Limit of the search for another path


def require_order(clues: Clues) -> Clues:
    """Return the clues; `PuzzleFormatError` unless their numbers are 1, 2, 3, ... each once."""
    found = sorted(value for value in clues.values if value != NONE)
    if len(found) < 2 or found != list(range(1, len(found) + 1)):
        raise PuzzleFormatError(
            f"expected the numbers 1, 2, 3 and so on, each once, found {found[:12]}; check it"
        )
    return clues


BOARDS: Final = Boards(
    family="edges",
    empty=NONE,
    allowed=lambda rows, cols: range(rows * cols + 1),
    expected="a number of the order, or 0 for none",
    repose=require_order,
    extra=Extra(signs=(WALL,)),
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each line that no wall excludes."""
    grid, model = clues.grid, Model(clues.grid)
    walls = {clue.place for clue in clues.extra}
    edges = model.edges([pair for pair in grid.edges() if pair not in walls])
    labels = {cell: number for cell, number in enumerate(clues.values) if number}
    ends = (1, max(labels.values()))
    for cell in grid.cells:
        pairs = [(min(cell, other), max(cell, other)) for other in grid.neighbours(cell)]
        here = [edges[pair] for pair in pairs if pair in edges]
        number, reason = (1, "end") if labels.get(cell) in ends else (2, "cell")
        model.count(here, (number,), reason, about=(cell,))
    model.paths(edges, labels, "order", in_order=True)
    return model


RULE_CODES: Final = ("crosses-wall", "wrong-count", "several-lines", "wrong-order")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules, of which each is checked only if those before it are kept."""
    for pair in sorted({clue.place for clue in clues.extra} & {*solution.items}):
        yield Violation("crosses-wall", pair, "the line crosses a wall")
        return
    lines = nx.Graph(solution.items)
    lines.add_nodes_from(range(len(clues.values)))
    numbers = {number: cell for cell, number in enumerate(clues.values) if number}
    ends = (numbers[1], numbers[max(numbers)])
    leaves = {cell: lines.degree[cell] for cell in range(len(clues.values))}
    wrong = [cell for cell, times in leaves.items() if times != (1 if cell in ends else 2)]
    for cell in wrong:
        yield Violation("wrong-count", (cell,), f"the line leaves this cell {leaves[cell]} times")
    if wrong:
        return
    if not nx.is_connected(lines):
        part = sorted(nx.connected_components(lines), key=len)[0]
        yield Violation("several-lines", tuple(sorted(part)), "this line is apart from the others")
        return
    met = [clues.values[cell] for cell in nx.shortest_path(lines, *ends) if clues.values[cell]]
    for k, number in enumerate(met, 1):
        if number != k:
            message = f"the line meets {number} where {k} is next"
            yield Violation("wrong-order", (numbers[number],), message)
            return


def draft(board: Clues, state: RandomState, params: Params) -> Drafted | None:
    """Return a path through all cells, with numbers that make it unique.

    Initially there are the walls and the numbers of both ends. Each other path that the search
    finds is excluded by a number in a random cell that it passes at another time. Then unnecessary
    numbers are removed.
    """
    path = random_path(board.grid, state)
    lines = sorted((min(pair), max(pair)) for pair in pairwise(path))
    solution, free_edges = Solution("edges", tuple(lines)), sorted({*board.grid.edges()} - {*lines})
    number = round(len(free_edges) * dict(params.own).get("walls", 0) / 100)
    walled = sorted(shuffled(state, range(len(free_edges)))[:number])
    extra = tuple(Clue(BETWEEN, free_edges[k], (), WALL) for k in walled)

    def number_cells(numbered: set[int]) -> Clues:
        values = [NONE] * len(path)
        for number, k in enumerate(sorted(numbered), 1):
            values[path[k]] = number
        return BOARDS.make_clues(board.rows, board.cols, values, extra=extra)

    def find(numbered: set[int]) -> tuple[Solution | None, bool]:
        return find_other(declare(number_cells(numbered)), solution, NODES)

    numbered = {0, len(path) - 1}
    while (found := find(numbered)) != (None, True):
        free = [k for k in range(len(path)) if k not in numbered]
        if not free:
            return None
        if found[0] is not None:
            other = next(iter(chains(found[0].items)))
            met = {cell: k for k, cell in enumerate(other[:: 1 if other[0] == path[0] else -1])}
            free = [k for k in free if met[path[k]] != k] or free
        numbered.add(pick(state, free))
    for k in shuffled(state, sorted(numbered)[1:-1]):
        if find(numbered - {k}) == (None, True):
            numbered.discard(k)
    return Drafted(number_cells(numbered), solution)


def random_path(grid: Grid, state: RandomState) -> list[int]:
    """Return a random path through all cells of a board.

    A snake is changed by "backbite" moves: an end joins a neighbour on the path, and the part
    between is reversed (Oberdorf, Ferguson, Jacobsen and Kondev, Physical Review E 74, 2006).
    """
    path = [cell for r in range(grid.rows) for cell in grid.lines()[r][:: 1 - 2 * (r % 2)]]
    for _ in range(TURNS * len(path)):
        if random_below(state, 2):
            path.reverse()
        near = [cell for cell in grid.neighbours(path[-1]) if cell != path[-2]]
        if near:
            at = path.index(pick(state, near))
            path[at + 1 :] = path[:at:-1]
    return path


def sample(rows: int, cols: int) -> list[int]:
    """Return as many clues as are usual at most, for page plans: three, and one for five cells."""
    count = 3 + rows * cols // 5
    return [*range(1, count + 1), *[NONE] * (rows * cols - count)]


_WORDS: Final = CellWords(
    dict.fromkeys("-._0", NONE),
    range(1, 10_000),
    "a number of the order, or - for none",
    "check the file",
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Zip",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        looks=Looks(usual=Sign("black")),
        formats=(
            signs_form(Forms(BOARDS), _WORDS),
            Forms(BOARDS, lambda clues: "walls" if clues.extra else "").table(
                "rows of numbers, - for an empty cell",
                _WORDS,
                # From four on, the numbers 1, 2, 3, ... each once are unlikely by chance.
                likeness=lambda clues: 2 if 3 < max(clues.values) <= len(clues.values) / 2 else 0,
            ),
        ),
        presets={
            "tiny": Params(4, 4),
            "small": Params(6, 6),
            "wide": Params(4, 6),
            "walls": Params(5, 5, own=(("walls", 30),)),
        },
        settings={
            "walls": whole_setting(
                "walls between cells, in percent of the places that the line leaves free",
                0,
                100,
                "0",
                "30",
            )
        },
        plain=("cell", "end"),
        sample=sample,
        sizes=partial(require_sides, least=3, most=12),
    )
)
