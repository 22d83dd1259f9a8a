"""Patterns by which steps name what a constraint implies: sets of candidates, ways of chains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import NamedTuple, TypeAlias

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import Mark
from pipeline.kinds.kit.words.different.rule import AllDifferent

ValueOf: TypeAlias = Callable[[int], int]  # (literal): 1 true, -1 false, 0 undecided
Fact: TypeAlias = tuple[int, int, bool]
"""A cell, a number, and whether the cell has it."""


def find_set(kind: AllDifferent, variable: int, value_of: ValueOf) -> tuple[str, list[int]]:
    """Return the name of the smallest set by which a number is ruled out, and its variables.

    It is naked (some cells have as many candidates in all) or hidden (some numbers have as many
    cells).
    """
    rows, columns = (
        [line for line in lines if not any(value_of(x) > 0 for x in line)]
        for lines in (kind.literals, [*zip(*kind.literals, strict=True)])
    )
    ways = (("set", rows), ("hidden", columns))[: 1 + (len(rows) == len(columns))]
    for size, (name, lines) in product(range(2, len(rows)), ways):
        own = next(line for line in lines if variable in line)
        for chosen in combinations(lines, size):
            across = {k for line in chosen for k, x in enumerate(line) if value_of(x) >= 0}
            if len(across) == size and own.index(variable) in across and own not in chosen:
                return f"{name}-{size}", [line[k] for line in chosen for k in across]
    raise AssertionError("expected a set that rules the number out")


def find_island(
    sizes: Mapping[int, int], grid: Grid, cell: int, held: Set[int]
) -> tuple[str, tuple[int, ...]]:
    """Return how a decision on a cell follows from the regions beside it, and their cells.

    ``sizes`` has the size that is given in each cell, 0 for none; ``held`` are known cells that
    matter.
    """
    near = set(grid.neighbours(cell))
    given = {one for one in near | held if sizes[one]}
    if not near & (held | given):
        return "far", ()
    island = tuple(sorted(held | given))
    is_complete = len(given) == 1 and sizes[min(given)] == len(island)
    if is_complete and grid.is_connected(island):
        return "complete", island
    return "between" if len(given) > 1 else "", island


def line_bounds(
    marks: Sequence[Mark], place: tuple[int, ...], codes: Sequence[int]
) -> tuple[int, int]:
    """Return the least and most lines on an edge by what is known, as codes of literals."""
    lower, upper = 0, max(mark.value for mark in marks if mark.place == place)
    for code in codes:
        mark = marks[(code >> 1) - 1]
        if mark.place == place and code & 1:
            upper = min(upper, mark.value - 1)
        elif mark.place == place:
            lower = max(lower, mark.value)
    return lower, upper


class Link(NamedTuple):
    """A number of a chain that has one place left, or whose cell no other number can reach.

    ``bounds`` are the nearest known numbers below and above it, ``name`` is "between", "from" (with
    one of them) or "alone".
    """

    gap: int
    number: int
    cell: int
    name: str
    bounds: tuple[int, ...] = ()


def find_links(chain: Consecutive, facts: Iterable[Fact]) -> list[Link]:
    """Return the numbers that follow at once from some facts, those in short gaps first.

    >>> chain = Consecutive("next", ((1, 2, 3), (4, 5, 6), (7, 8, 9)), 3, has_corners=True)
    >>> find_links(chain, [(0, 1, True), (2, 3, True)])
    [Link(gap=2, number=2, cell=1, name='between', bounds=(1, 3))]
    """
    size = len(chain.literals)
    facts = [*facts]
    cell_of = {number: cell for cell, number, is_on in facts if is_on}
    ways = _find_ways(chain, cell_of, facts)
    once = twice = 0
    for cells in ways:
        once, twice = once | cells, twice | once & cells
    links = []
    for number in sorted({*range(1, size + 1)}.difference(cell_of)):
        cells = ways[number - 1]
        alone = cells & ~twice
        if cells and not cells & (cells - 1):
            below = max((one for one in cell_of if one < number), default=0)
            above = min((one for one in cell_of if one > number), default=0)
            bounds = tuple(filter(None, (below, above)))
            gap, name = (above - below, "between") if len(bounds) > 1 else (size, "from")
            links.append(Link(gap, number, cells.bit_length() - 1, name, bounds))
        elif alone:
            links.append(Link(2 * size, number, alone.bit_length() - 1, "alone"))
    return sorted(links)


def _find_ways(chain: Consecutive, cell_of: Mapping[int, int], facts: Iterable[Fact]) -> list[int]:
    """Return the cells, as bits, that each number has on some way through all of them."""
    size = len(chain.literals)
    free = (1 << size) - 1
    for cell in cell_of.values():
        free &= ~(1 << cell)
    ways = [1 << cell_of[k] if k in cell_of else free for k in range(1, size + 1)]
    for cell, number, is_on in facts:
        if not is_on:
            ways[number - 1] &= ~(1 << cell)
    for order in (range(size), range(size - 1, -1, -1)):
        for before, after in pairwise(order):
            ways[after] &= _spread(chain, ways[before])
    return ways


def _spread(chain: Consecutive, cells: int) -> int:
    """Return the cells, as bits, that touch one of some."""
    size, cols = len(chain.literals), chain.cols
    others = (1 << size) - 1 & ~_first_column(size, cols)
    beside = (cells & others) >> 1 | cells << 1 & others
    column = cells | beside if chain.has_corners else cells
    return beside | column << cols | column >> cols


@lru_cache(maxsize=16)
def _first_column(size: int, cols: int) -> int:
    return sum(1 << cell for cell in range(0, size, cols))
