"""Splits: a path is divided where a second solution leaves it; the layout has one pair more.

What drawing anew does not repair, a split does: the two new ends stand where the second solution
would have run on. The pieces keep the layout covering the board without touching itself; but their
new ends are neighbours, so splits are only for styles in which ends of different pairs may be.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pipeline.kinds.numberlink.model import Path


def split_path(
    paths: Sequence[Path], edges: Collection[tuple[int, int]], shortest: int
) -> tuple[Path, ...] | None:
    """Return the layout with one path divided at one of some edges, or None where none can be.

    It is divided where the shorter of the two pieces is longest; the first path counts among
    equals.

    Parameters
    ----------
    paths : sequence of paths
        The layout.
    edges : collection of pairs of cells
        Where a second solution leaves the layout, the smaller cell first.
    shortest : int
        Least cells of a piece.

    Examples
    --------
    >>> split_path([(0, 1, 2, 3, 4, 5, 6)], [(0, 1), (2, 3)], 3)
    ((0, 1, 2), (3, 4, 5, 6))
    >>> split_path([(0, 1, 2, 3)], [(1, 2)], 3) is None
    True
    """
    wanted = frozenset(edges)
    best = shortest - 1
    place: tuple[int, int] | None = None
    for number, path in enumerate(paths):
        for at in range(1, len(path)):
            one, other = path[at - 1], path[at]
            piece = min(at, len(path) - at)
            if piece > best and (min(one, other), max(one, other)) in wanted:
                best, place = piece, (number, at)
    if place is None:
        return None
    number, at = place
    path = paths[number]
    return (*paths[:number], path[:at], path[at:], *paths[number + 1 :])
