"""Lemmas that make the search for a second solution under ``free`` much shorter.

They hold when a solution S is known that covers every cell and never touches itself, as all
puzzles of the generator have. If a second solution exists, one exists in *normal form*, so
clauses that only a normal form satisfies may be added to "not S". The plain encoding (see
`encode_sat`) confirms what is found this way wherever it can.

docs/engine.md proves the lemmas, five in all. This file says 2, 3 and 4 in clauses, `pockets` says
5, and 2 rests on 1:

2. of the four edges round a unit square a normal form uses at most two;
3. where a line turns towards the side and downward, the fourth cell of that square is an end, is
   blocked, or has its two edges outward;
4. so it turns that way only where the diagonal meets an end or a blocked cell before the edge of
   the board.

Found by ourselves; held against the plain encoding in ``tests/kinds/numberlink``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    unit_squares,
)
from pipeline.kinds.numberlink.model import Clues, Solution


def suits_normal_form(clues: Clues, solution: Solution) -> bool:
    """Return whether a right solution covers every cell and never touches itself.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import Solution, make_clues
    >>> clues = make_clues(2, 2, "free", ["a", "a", "b", "b"])
    >>> suits_normal_form(clues, Solution(((0, 1), (2, 3))))
    True
    >>> suits_normal_form(clues, Solution(((0, 2, 3, 1), (2, 3))))
    False
    """
    line: dict[int, int] = {}
    edges = 0
    for number, path in enumerate(solution.paths):
        edges += len(path) - 1
        line.update(dict.fromkeys(path, number))
    if len(line) + len(clues.blocked) != clues.rows * clues.cols:
        return False
    same = sum(
        line.get(cell, -1) == line.get(other, -2)
        for cell in line
        for other in (cell + 1 if (cell + 1) % clues.cols else -1, cell + clues.cols)
    )
    return same == edges


def normal_form_clauses(edges: EdgeMap, ends: Collection[int]) -> Iterator[list[int]]:
    """Yield the clauses over edge variables that a solution in normal form satisfies.

    They may be added to the plain encoding of a ``free`` puzzle together with "not S" where
    `suits_normal_form` holds for S; docs/engine.md proves them.

    Parameters
    ----------
    edges : EdgeMap
        The board; edge ``i`` is variable ``i + 1``.
    ends : collection of int
        Every cell that is an end of a pair.
    """
    for clause, _ in normal_form_lemmas(edges, ends):
        yield clause
    for aside in (1, -1):
        yield from _closed_turns(edges, ends, aside)


def normal_form_lemmas(
    edges: EdgeMap, ends: Collection[int] = ()
) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield each clause with the cells that must not be ends for it to hold.

    For encodings in which ends come and go: weaken a clause by a literal for each of its cells.

    Parameters
    ----------
    edges : EdgeMap
        The board; edge ``i`` is variable ``i + 1``.
    ends : collection of int
        Cells that are ends for certain; clauses that would need them to be none are left out.
    """
    for square in unit_squares(edges):
        upper = edges.edges[square[0] - 1][0]
        lower = upper + edges.cols
        for left_out in square:
            yield [-side for side in square if side != left_out], ()
        yield from _flips(edges, ends, upper, lower + 1)
        yield from _flips(edges, ends, upper + 1, lower)


def _flips(
    edges: EdgeMap, ends: Collection[int], turn: int, below: int
) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield what a turn at ``turn`` says of the cell diagonally ``below`` it."""
    if turn in ends or below in ends:
        return
    corner = (turn, below)
    beside = turn + below - (turn + edges.cols), turn + edges.cols
    turning = [edges.variable(turn, cell) for cell in beside]
    inward = {edges.variable(below, cell) for cell in beside}
    outward = [edge + 1 for edge in edges.around[below] if edge + 1 not in inward]
    clause = [-variable for variable in turning if variable is not None]
    if len(outward) < 2:
        yield clause, corner
        return
    for variable in outward:
        yield [*clause, variable], corner


def _closed_turns(edges: EdgeMap, ends: Collection[int], aside: int) -> Iterator[list[int]]:
    """Yield that no line turns from ``aside`` to below where the diagonal leads to no end.

    Such a turn forces the same turn at the next cell of the diagonal (lemma 3), and so on until an
    end or a blocked cell stops it; the edge of the board does not. Said at once, it need not be
    found out a turn at a time.
    """
    squares = {edges.edges[square[0] - 1][0] for square in unit_squares(edges)}
    closed: set[int] = set()
    for cell in reversed(range(edges.rows * edges.cols - edges.cols)):
        below = cell + edges.cols
        next_turn = below + aside
        if min(cell, cell + aside) not in squares or cell in ends or next_turn in ends:
            continue
        outward = [edges.variable(next_turn, next_turn + edges.cols)]
        if (next_turn + aside) // edges.cols == next_turn // edges.cols:
            outward.append(edges.variable(next_turn, next_turn + aside))
        if next_turn in closed or outward.count(None) or len(outward) < 2:
            closed.add(cell)
            turn = (edges.variable(cell, cell + aside), edges.variable(cell, below))
            yield [-edge for edge in turn if edge is not None]
