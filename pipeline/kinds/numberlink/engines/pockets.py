"""The pocket lemma: a line in normal form turns back only round an end.

Lemma 5 of docs/engine.md, which proves it; it adds to those of `normal_form` and holds under the
same condition. A *pocket* of width k is where a line goes down, k steps sideways, and up again: the
run lies in some row, the arms are the two cells above its first and its last cell, and the k - 1
cells between the arms are the pocket's floor. Its *triangle* holds the floor, and above it rows
that are two cells narrower each time. The triangle of every pocket holds an end or a blocked cell.

Of pockets that open downwards or sideways lemma 3, which pushes lines downwards, says as much.
Found by ourselves; held against the plain encoding in ``tests/kinds/numberlink``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import pairwise

from pipeline.kinds.numberlink.encode_sat import EdgeMap


@lru_cache(maxsize=4)
def pocket_lemmas(edges: EdgeMap, widest: int) -> tuple[tuple[list[int], tuple[int, ...]], ...]:
    """Return for each pocket that it is not there, and the cells of which none is an end for that.

    Parameters
    ----------
    edges : EdgeMap
        The board; edge ``i`` is variable ``i + 1``. Pockets next to blocked cells are left out.
    widest : int
        Width, in steps, of the widest pocket that is spoken of, at least 2.
    """
    found = []
    for top in range(edges.rows - 1):
        for left in range(edges.cols):
            for width in range(2, min(widest, edges.cols - 1 - left) + 1):
                run = [(top + 1) * edges.cols + left + step for step in range(width + 1)]
                outline = [run[0] - edges.cols, *run, run[-1] - edges.cols]
                sides = [edges.variable(one, other) for one, other in pairwise(outline)]
                cells = _triangle(edges.cols, top, left, width)
                if None in sides or not all(edges.around[cell] for cell in cells):
                    continue
                found.append(([-side for side in sides if side is not None], cells))
    return tuple(found)


def pocket_clauses(edges: EdgeMap, ends: Collection[int], widest: int) -> Iterator[list[int]]:
    """Yield the clauses of `pocket_lemmas` that hold where just ``ends`` are ends."""
    barred = frozenset(ends)
    for clause, cells in pocket_lemmas(edges, widest):
        if barred.isdisjoint(cells):
            yield clause


def _triangle(cols: int, top: int, left: int, width: int) -> tuple[int, ...]:
    return tuple(
        (top - up) * cols + col
        for up in range(min(top, width) + 1)
        for col in range(left + 1 + up, left + width - up)
    )
