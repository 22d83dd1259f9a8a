"""The pocket lemma: a line in normal form turns back only round an end.

It adds to the lemmas of `normal_form` and holds under the same condition: a ``free`` puzzle with a
known solution S that covers every cell and never touches itself. Let T be a solution other than S
with as few used cells as any such solution has. Lemma 2 of `normal_form` holds for T: at most two
of the four edges round a unit square are used.

A *pocket* of width k is where a line goes down, k steps sideways, and up again: the run lies in
some row, the arms are the two cells above its first and its last cell, and the k - 1 cells between
the arms are the pocket's floor. Its *triangle* holds the floor, and above it rows that are two
cells narrower each time: in row j above the floor, the cells that are more than j + 1 columns from
both arms' columns, counted from the arms inward.

4. The triangle of every pocket of T holds an end or a blocked cell (for k = 1 there is no pocket at
   all, by lemma 2). Were the whole floor unused and not blocked, the line could run through it from
   arm to arm: two cells fewer, some left unused, so it is another solution, not S, with fewer used
   cells than T. So some cell of the floor is used or blocked. If it is an end or blocked, we are
   done. Else it has two edges. None leads down, since the run's cells there have both theirs in the
   run; none leads to an arm, since with the arm's own edge down and the run's first edge that would
   make three edges round a unit square. So it is part of a line along the floor, and both cells
   where that leaves the floor go up, since neither is an end (else, again, we are done). That is a
   pocket of smaller width, with its floor one row higher and its triangle inside this one. Widths
   shrink by two at least each time, so we are done in the end, or at a pocket of width 1, of which
   there are none.

The same holds for pockets that open downwards and sideways, with the board turned. Those that open
upwards are said here only: for the others, lemma 3, which pushes lines downwards, says as much.

Together with lemma 3 nothing is left that would make a line shorter or push it further down.
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

    Examples
    --------
    >>> from pipeline.kinds.numberlink.encode_sat import edge_map
    >>> [cells for _, cells in pocket_lemmas(edge_map(2, 4), 3)]
    [(1,), (1, 2), (2,)]
    """
    return tuple(_pocket_lemmas(edges, widest))


def _pocket_lemmas(edges: EdgeMap, widest: int) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    for top in range(edges.rows - 1):
        for left in range(edges.cols):
            for width in range(2, min(widest, edges.cols - 1 - left) + 1):
                run = [(top + 1) * edges.cols + left + step for step in range(width + 1)]
                outline = [run[0] - edges.cols, *run, run[-1] - edges.cols]
                sides = [edges.variable(one, other) for one, other in pairwise(outline)]
                cells = _triangle(edges.cols, top, left, width)
                if None in sides or not all(edges.around[cell] for cell in cells):
                    continue
                yield [-side for side in sides if side is not None], cells


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
