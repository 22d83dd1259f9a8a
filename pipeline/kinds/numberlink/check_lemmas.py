"""Whether a clause is an instance of one of the lemmas: judged from the board alone.

A proof with lemmas refutes the plain encoding together with clauses that hold without loss of
generality: if there is a second solution, there is one that satisfies them (``docs/engine.md`` has
the lemmas and their arguments). This file derives each such clause anew from the statement of its
lemma. It shares no code with the engines that make the clauses, so that nothing must be believed
but the statements, and these lines.

The lemmas push lines to one side of the board. Everything here is said for the lowest row as that
side; `Frame` turns the board so. Cells are (row, col) in that frame, edges are pairs of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Edge: TypeAlias = frozenset[Cell]

SIDES = ("down", "up", "right", "left")
"""Where lines are pushed to; one side for all the clauses of a proof."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A board turned so that the side to which lines are pushed is its lowest row.

    ``open_cells`` are its cells but for those outside the outline, ``ends`` those with a number.
    """

    side: str
    rows: int
    cols: int
    open_cells: frozenset[Cell]
    ends: frozenset[Cell]

    def edge(self, one: int, other: int) -> Edge:
        """Return an edge in this frame, given by two cells ``row * cols + col`` of the board."""
        cols = self.cols if self.side in ("down", "up") else self.rows
        return frozenset(
            _turn(self.side, self._whole(), divmod(cell, cols)) for cell in (one, other)
        )

    def _whole(self) -> tuple[int, int]:
        return (self.rows, self.cols) if self.side in ("down", "up") else (self.cols, self.rows)


def make_frame(
    rows: int, cols: int, numbers: Sequence[int], blocked: Iterable[int], side: str
) -> Frame:
    """Return the frame in which lines are pushed down that on the board are pushed to ``side``.

    ``numbers`` are 0 where there is no end, ``blocked`` cells lie outside the outline.

    Examples
    --------
    >>> frame = make_frame(2, 3, [1, 0, 0, 0, 0, 1], (), "right")
    >>> frame.rows, frame.cols, sorted(frame.ends)
    (3, 2, [(0, 0), (2, 1)])
    """
    outside = frozenset(blocked)
    place = {cell: _turn(side, (rows, cols), divmod(cell, cols)) for cell in range(rows * cols)}
    return Frame(
        side,
        *((rows, cols) if side in ("down", "up") else (cols, rows)),
        frozenset(place[cell] for cell in place if cell not in outside),
        frozenset(place[cell] for cell in place if numbers[cell]),
    )


def _turn(side: str, size: tuple[int, int], cell: Cell) -> Cell:
    (rows, cols), (row, col) = size, cell
    match side:
        case "down":
            return row, col
        case "up":
            return rows - 1 - row, col
        case "right":
            return col, row
        case _:
            return cols - 1 - col, row


def is_lemma(frame: Frame, off: Iterable[Edge], on: Iterable[Edge] = ()) -> bool:
    """Return whether a clause is an instance of lemma 2, 3, 4 or 5.

    The clause says: one of the edges ``off`` is off, or one of the edges ``on`` is on. The lemmas
    hold where the known solution covers every cell and never touches itself.

    Examples
    --------
    >>> frame = make_frame(2, 2, [0, 0, 0, 0], (), "down")
    >>> three = [frame.edge(0, 1), frame.edge(0, 2), frame.edge(1, 3)]
    >>> is_lemma(frame, three), is_lemma(frame, three[:2]), is_lemma(frame, three[1:])
    (True, True, False)
    """
    out, kept = set(off), set(on)
    if not all(edge <= frame.open_cells for edge in out | kept):
        return False
    if kept:
        return _is_flip(frame, out, kept)
    return _is_square(out) or _is_ray(frame, out) or _is_pocket(frame, out)


def _is_square(off: set[Edge]) -> bool:
    """Lemma 2: of the four edges round a unit square at most two are on."""
    cells = frozenset[Cell]().union(*off)
    return len(off) == 3 and len(cells) == 4 and _height(cells) == _width(cells) == 1


def _is_flip(frame: Frame, off: set[Edge], on: set[Edge]) -> bool:
    """Lemma 3: below a turn, the fourth cell of the square has both its edges leading outward."""
    turn = _read_turn(off)
    if turn is None or len(on) != 1:
        return False
    corner, aside = turn
    fourth = (corner[0] + 1, corner[1] + aside)
    return (
        corner not in frame.ends
        and fourth in frame.open_cells - frame.ends
        and next(iter(on)) in _outward(frame, fourth, aside)
    )


def _is_ray(frame: Frame, off: set[Edge]) -> bool:
    """Lemma 4: no turn whose diagonal leads off the board before it meets an end or a hole.

    A diagonal of one step is lemma 3 where the fourth cell has fewer than two outward edges.
    """
    turn = _read_turn(off)
    if turn is None:
        return False
    (row, col), aside = turn
    while True:
        square = {(row, col), (row + 1, col), (row, col + aside), (row + 1, col + aside)}
        fourth = (row + 1, col + aside)
        if not square <= frame.open_cells or (row, col) in frame.ends or fourth in frame.ends:
            return False
        if len(_outward(frame, fourth, aside)) < 2:
            return True
        row, col = fourth


def _is_pocket(frame: Frame, off: set[Edge]) -> bool:
    """Lemma 5: a line goes down, sideways and up again only round an end or a hole."""
    arms = [edge for edge in off if _height(edge) == 1]
    columns = sorted({col for edge in arms for _, col in edge})
    if len(off) < 4 or len(arms) != 2 or len(columns) != 2:
        return False
    left, right = columns
    low = max(row for edge in arms for row, _ in edge)
    outline = {frozenset({(low - 1, col), (low, col)}) for col in columns}
    outline |= {frozenset({(low, col), (low, col + 1)}) for col in range(left, right)}
    if off != outline:
        return False
    triangle = {
        (row, col)
        for up, row in enumerate(range(low - 1, -1, -1))
        for col in range(left + 1 + up, right - up)
    }
    return triangle <= frame.open_cells - frame.ends


def _read_turn(off: set[Edge]) -> tuple[Cell, int] | None:
    """Return the cell at which two edges turn from the side to below, and the side: 1 or -1."""
    if len(off) != 2:
        return None
    one, other = off
    shared = one & other
    if len(shared) != 1:
        return None
    (corner,) = shared
    steps = {(r - corner[0], c - corner[1]) for r, c in (one | other) - shared}
    for aside in (1, -1):
        if steps == {(1, 0), (0, aside)}:
            return corner, aside
    return None


def _outward(frame: Frame, cell: Cell, aside: int) -> set[Edge]:
    """Return the edges of a cell but for those upward and back to the side the turn came from."""
    row, col = cell
    return {
        frozenset({cell, beyond})
        for beyond in ((row + 1, col), (row, col + aside))
        if beyond in frame.open_cells
    }


def _height(cells: Iterable[Cell]) -> int:
    rows = [row for row, _ in cells]
    return max(rows) - min(rows)


def _width(cells: Iterable[Cell]) -> int:
    cols = [col for _, col in cells]
    return max(cols) - min(cols)


def suits_lemmas(
    rows: int, cols: int, blocked: Iterable[int], paths: Iterable[Sequence[int]]
) -> bool:
    """Return whether a right solution covers every cell and never touches itself.

    Examples
    --------
    >>> suits_lemmas(2, 2, (), [(0, 1), (2, 3)]), suits_lemmas(2, 2, (), [(0, 2, 3, 1)])
    (True, False)
    """
    line: dict[int, tuple[int, int]] = {}
    for number, path in enumerate(paths):
        line.update((cell, (number, place)) for place, cell in enumerate(path))
    if set(line) | set(blocked) != set(range(rows * cols)):
        return False
    for cell, (number, place) in line.items():
        for other in (cell + 1 if (cell + 1) % cols else -1, cell + cols):
            beside = line.get(other)
            if beside is not None and beside[0] == number and abs(beside[1] - place) != 1:
                return False
    return True
