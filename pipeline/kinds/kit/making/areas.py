"""Areas for random boards, besides those of `constraints.areas`."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.kernels.random_state import RandomState, random_below
from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.kinds.kit.board.regions import borders_between, region_numbers, renumbered
from pipeline.kinds.kit.making.growth import grow_regions, random_cages


def join_near(
    grid: Grid, cells: Sequence[int], number: int, state: RandomState
) -> list[list[int]] | None:
    """Return a connected way through each group of ``number`` cells near each other.

    None if stuck. The state is advanced in place.
    """
    if number == 1:
        return [[cell] for cell in cells]
    left, used = list(cells), set(cells)
    groups = []
    while left:
        way = [left.pop(int(random_below(state, len(left))))]
        for _ in range(number - 1):
            path = _way_to_next(grid, way, left, used)
            if path is None:
                return None
            left.remove(path[-1])
            way += path
            used.update(path)
        groups.append(way)
    return groups


def _way_to_next(
    grid: Grid, way: Sequence[int], goals: Sequence[int], used: set[int]
) -> list[int] | None:
    """Return the shortest way from some cells to one of the goals past no used cell."""
    import networkx as nx  # takes 0.2 s

    free = nx.Graph(grid.edges()).subgraph({*way, *goals} | {*grid.cells} - used)
    lengths, ways = nx.multi_source_dijkstra(free, {*way})
    goal = min(
        (one for one in goals if one in lengths), key=lambda one: (lengths[one], one), default=None
    )
    return None if goal is None else ways[goal][1:]


def rectangles_with(grid: Grid, cell: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each rectangle of a size with a cell."""
    row, col = divmod(cell, grid.cols)
    return tuple(
        tuple(r * grid.cols + c for r in range(top, top + high) for c in range(left, left + wide))
        for high in range(1, min(size, grid.rows) + 1)
        if size % high == 0 and (wide := size // high) <= grid.cols
        for top in range(max(0, row - high + 1), min(row, grid.rows - high) + 1)
        for left in range(max(0, col - wide + 1), min(col, grid.cols - wide) + 1)
    )


def grow_areas(grid: Grid, seeds: Sequence[Sequence[int]], state: RandomState) -> tuple[int, ...]:
    """Return the numbers, in reading order, of regions that grow from connected seed cells."""
    return renumbered(grow_regions(grid, seeds, state))


def random_cages_apart(
    grid: Grid, sizes: Sequence[int], numbers: Sequence[int], state: RandomState
) -> tuple[int, ...]:
    """Return the cage of each cell; cages have one of some sizes or less, and no number twice."""

    def may_join(cage: Sequence[int], cell: int) -> bool:
        return all(numbers[one] != numbers[cell] for one in cage)

    return region_numbers(random_cages(grid, sizes, state, may_join))


def regions_of(areas: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the regions, numbered in reading order, of areas that cover a board."""
    return renumbered(region_numbers(areas))


def borders_of(grid: Grid, areas: Sequence[Sequence[int]]) -> tuple[Pair, ...]:
    """Return the borders between areas that cover a board."""
    return borders_between(grid, region_numbers(areas))
