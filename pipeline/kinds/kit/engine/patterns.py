"""Patterns by which steps name what a constraint implies: sets of candidates, ways of chains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import combinations, pairwise, product
from typing import NamedTuple, TypeAlias

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import Mark
from pipeline.kinds.kit.words.different.rule import AllDifferent

ValueOf: TypeAlias = Callable[[int], int]  # (literal): 1 true, -1 false, 0 undecided


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
    least, most = 0, max(mark.value for mark in marks if mark.place == place)
    for code in codes:
        mark = marks[(code >> 1) - 1]
        if mark.place == place and code & 1:
            most = min(most, mark.value - 1)
        elif mark.place == place:
            least = max(least, mark.value)
    return least, most


class Link(NamedTuple):
    """A number of a chain that has one place left, or whose cell no other number can reach.

    ``bounds`` are the nearest known numbers below and above it, ``name`` is "between", "from" (with
    one of them) or "alone".
    """

    gap: int
    variable: int
    name: str
    bounds: tuple[int, ...] = ()


def find_links(chain: Consecutive, value_of: ValueOf) -> list[Link]:
    """Return the numbers that follow at once from what is known, those in short gaps first.

    >>> chain = Consecutive("next", ((1, 2, 3), (4, 5, 6), (7, 8, 9)), 3, has_corners=True)
    >>> find_links(chain, lambda literal: literal in (1, 9))
    [Link(gap=2, variable=5, name='between', bounds=(1, 3))]
    """
    columns = [*zip(*chain.literals, strict=True)]
    cell_of = {
        number: cell
        for number, column in enumerate(columns, 1)
        for cell, literal in enumerate(column)
        if value_of(literal) > 0
    }
    ways, size = _find_ways(chain, columns, cell_of, value_of), len(columns)
    found = []
    for number in sorted({*range(1, size + 1)} - {*cell_of}):
        cells = ways[number - 1]
        below = max((one for one in cell_of if one < number), default=0)
        above = min((one for one in cell_of if one > number), default=0)
        bounds = tuple(filter(None, (below, above)))
        if len(cells) == 1:
            gap, name = (above - below, "between") if len(bounds) > 1 else (size, "from")
            found += [Link(gap, columns[number - 1][cell], name, bounds) for cell in cells]
            continue
        others = set[int]().union(*(own for k, own in enumerate(ways, 1) if k != number))
        alone = sorted(cells - others)
        found += [Link(2 * size, columns[number - 1][cell], "alone") for cell in alone]
    return sorted(found)


def _find_ways(
    chain: Consecutive,
    columns: Sequence[Sequence[int]],
    cell_of: Mapping[int, int],
    value_of: ValueOf,
) -> list[set[int]]:
    """Return the cells that each number has on some way through all of them."""
    near, taken = chain.near(), {*cell_of.values()}
    ways = [
        {cell_of[number]} if number in cell_of else {
            cell for cell, literal in enumerate(column)
            if cell not in taken and value_of(literal) >= 0
        }
        for number, column in enumerate(columns, 1)
    ]  # fmt: skip
    for order in (ways, ways[::-1]):
        for before, after in pairwise(order):
            after.intersection_update(cell for one in before for cell in near[one])
    return ways
