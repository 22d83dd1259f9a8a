"""Finished boards, and the usual rules by definition.

`Answer` judges a board for the ``check`` of a page. It shares no code with the engines: everything
here is counted on sets, lists and graphs. A method yields a `Violation` with the code that it is
given wherever its rule is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, TypeAlias

from pipeline.kinds.interface import Violation

if TYPE_CHECKING:  # an answer needs no engine
    import networkx as nx

    from pipeline.kinds.kit.board.board import Board, Solution

Cells: TypeAlias = tuple[int, ...]


class Answer:
    """A board and what is filled in: ``shaded`` cells, ``numbers`` of cells, ``lines``."""

    def __init__(self, board: Board, solution: Solution) -> None:
        self.board = board
        self.solution = solution
        self.shaded = {item[0] for item in solution.of("cells")}
        self.numbers = [0] * len(board.values)
        for cell, number in solution.of("numbers"):
            self.numbers[cell] = number

    @cached_property
    def lines(self) -> nx.Graph:
        """The drawn edges or borders."""
        import networkx as nx  # takes 0.2 s, which rules without graphs need not spend

        return nx.Graph([item for item in self.solution.items if len(item) == 2])

    # Groups of cells

    def rows(self) -> Iterator[tuple[str, Cells]]:
        """Yield ("row", cells) of each row."""
        cols = self.board.cols
        for row in range(self.board.rows):
            yield "row", tuple(row * cols + col for col in range(cols))

    def columns(self) -> Iterator[tuple[str, Cells]]:
        """Yield ("column", cells) of each column."""
        size, cols = self.board.rows * self.board.cols, self.board.cols
        for col in range(cols):
            yield "column", tuple(range(col, size, cols))

    def regions(self) -> Iterator[tuple[str, Cells]]:
        """Yield ("region", cells) of each region."""
        for number in range(max(self.board.regions, default=-1) + 1):
            cells = (cell for cell, own in enumerate(self.board.regions) if own == number)
            yield "region", tuple(cells)

    def cages(self) -> Iterator[tuple[str, Cells]]:
        """Yield ("cage", cells) of each cage."""
        yield from (("cage", cage.place) for cage in self.board.cages)

    def near(self, cell: int) -> list[int]:
        """Return the cells that share a side with a cell."""
        return [ray[0] for ray in self._rays(cell) if ray]

    def around(self, cell: int) -> list[int]:
        """Return a cell and those that share a side or a corner with it, in reading order."""
        row, col = divmod(cell, self.board.cols)
        rows = range(max(0, row - 1), min(row + 2, self.board.rows))
        cols = range(max(0, col - 1), min(col + 2, self.board.cols))
        return [r * self.board.cols + c for r in rows for c in cols]

    def parts(self, cells: Collection[int]) -> list[Cells]:
        """Return the connected parts of some cells, sorted."""
        import networkx as nx

        cols = self.board.cols
        graph = nx.grid_2d_graph(self.board.rows, cols).subgraph(
            divmod(cell, cols) for cell in cells
        )
        parts = nx.connected_components(graph)
        return sorted(tuple(sorted(row * cols + col for row, col in part)) for part in parts)

    def cells_between(self, first: int, last: int) -> Cells:
        """Return the cells from one to another in a row, a column or a diagonal."""
        cols = self.board.cols
        (row, col), (row2, col2) = divmod(first, cols), divmod(last, cols)
        found = [first]
        while found[-1] != last:
            row += (row2 > row) - (row2 < row)
            col += (col2 > col) - (col2 < col)
            found.append(row * cols + col)
        return tuple(found)

    def sees(self, cell: int, is_open: Callable[[int], bool]) -> list[int]:
        """Return the cells up, left, right and down of a cell up to the first that is not open."""
        return [one for ray in self._rays(cell) for one in takewhile(is_open, ray)]

    def _rays(self, cell: int) -> list[range]:
        rows, cols = self.board.rows, self.board.cols
        row = cell // cols
        return [
            range(cell - cols, -1, -cols),
            range(cell - 1, row * cols - 1, -1),
            range(cell + 1, (row + 1) * cols),
            range(cell + cols, rows * cols, cols),
        ]

    # Rules

    def require_given(self, code: str = "given-changed", empty: int = 0) -> Iterator[Violation]:
        """Require that each number that is a clue stays; cells without a number have none."""
        filled = self.solution.number_at
        for cell, given in enumerate(self.board.values):
            if cell in filled and given not in (empty, self.numbers[cell]):
                found = self.numbers[cell]
                yield Violation(code, (cell,), f"the clue {given} became {found}")

    def require_count(
        self,
        code: str,
        cells: Collection[int],
        sums: int | Collection[int],
        what: str,
        about: Iterable[int] | None = None,
    ) -> Iterator[Violation]:
        """Require a number of shaded cells; ``what`` is the message, with ``{}`` for the number."""
        count = len(self.shaded.intersection(cells))
        if count not in ((sums,) if isinstance(sums, int) else sums):
            yield Violation(code, tuple(cells if about is None else about), what.format(count))

    def require_different(self, code: str, cells: Cells, name: str) -> Iterator[Violation]:
        """Require different numbers in some cells, which are called a ``name``."""
        for number in sorted({self.numbers[cell] for cell in cells}):
            same = tuple(cell for cell in cells if self.numbers[cell] == number)
            if len(same) > 1:
                yield Violation(code, same, f"{number} is repeated in a {name}")

    def require_counted(self) -> Iterator[Violation]:
        """Require different numbers in each region, none above the number of its cells."""
        for name, cells in self.regions():
            yield from self.require_different(f"{name}-repeat", cells, name)
        for name, cells in self.regions():
            large = tuple(cell for cell in cells if self.numbers[cell] > len(cells))
            if large:
                yield Violation("too-large", large, f"a number above {len(cells)} in a {name}")

    def require_consecutive(
        self, repeat: str = "repeat", apart: str = "apart", *, corners: bool = False
    ) -> Iterator[Violation]:
        """Require each number from 1 on once, and that those which follow each other touch.

        They share a side or, with ``corners``, a corner.
        """
        places: dict[int, list[int]] = {}
        for cell, number in enumerate(self.numbers):
            places.setdefault(number, []).append(cell)
        for number, cells in sorted(places.items()):
            if len(cells) > 1:
                yield Violation(repeat, tuple(cells), f"{number} is in {len(cells)} cells")
        for number in range(1, len(self.numbers)):
            pairs = [(a, b) for a in places.get(number, ()) for b in places.get(number + 1, ())]
            touching = (b in (self.around if corners else self.near)(a) for a, b in pairs)
            if pairs and not any(touching):
                what = f"{number} and {number + 1} do not touch"
                yield Violation(apart, tuple(sorted(pairs[0])), what)

    def require_latin(self, blanks: int = 0) -> Iterator[Violation]:
        """Require that each line has every number once, and that given numbers stay.

        With ``blanks`` each line has so many zeros, and the numbers up to the side less these.
        """
        yield from self.require_given()
        for name, line in (*self.rows(), *self.columns()):
            for number in sorted({self.numbers[cell] for cell in line}):
                same = tuple(cell for cell in line if self.numbers[cell] == number)
                most = 1 if 0 < number <= len(line) - blanks else 0 if number else blanks
                if len(same) > most:
                    found = f"{number} is repeated" if most == 1 else f"{len(same)} times {number}"
                    yield Violation(f"{name}-repeat", same, f"{found} in a {name}")

    def require_sum(self, code: str, cells: Cells, total: int | None) -> Iterator[Violation]:
        """Require a total of the numbers of some cells; None for any."""
        found = sum(self.numbers[cell] for cell in cells)
        if total is not None and found != total:
            yield Violation(code, cells, f"{found} is not {total}")

    def require_apart(self, code: str, what: str, corners: bool = False) -> Iterator[Violation]:
        """Require that no two shaded cells share a side, nor with ``corners`` a corner."""
        cols = self.board.cols
        steps = (1, cols - 1, cols, cols + 1) if corners else (1, cols)
        for cell in sorted(self.shaded):
            for step in steps:
                other = cell + step
                if other in self.shaded and abs(cell % cols - other % cols) < 2:
                    yield Violation(code, (cell, other), f"two {what} touch")

    def require_shades_apart(self) -> Iterator[Violation]:
        """Require shaded cells of which no two share a side, and connected white cells."""
        import networkx as nx

        cols = self.board.cols
        board = nx.grid_2d_graph(self.board.rows, cols)
        for one, other in board.edges:
            pair = tuple(sorted(row * cols + col for row, col in (one, other)))
            if self.shaded.issuperset(pair):
                yield Violation("side-by-side", pair, "two shaded cells share a side")
        white = {*range(self.board.rows * cols)} - self.shaded
        if not white:
            yield Violation("parted", tuple(sorted(self.shaded)), "no cell stays white")
        what = "these white cells are cut off from the others"
        yield from self.require_connected("parted", white, what)

    def crossed_wall(self, code: str) -> Violation | None:
        """Return that a line crosses a wall, the first in reading order; None if none does."""
        walls = {clue.place for clue in self.board.other_clues}
        crossed = sorted(walls & {*self.solution.items})
        return Violation(code, crossed[0], "the line crosses a wall") if crossed else None

    def require_off(self, code: str, cells: Collection[int], what: str) -> Iterator[Violation]:
        """Require that none of some cells is shaded."""
        for cell in sorted(self.shaded.intersection(cells)):
            yield Violation(code, (cell,), what)

    def require_connected(
        self, code: str, cells: Collection[int], what: str
    ) -> Iterator[Violation]:
        """Require connected cells; the smaller parts are named, each by itself."""
        for part in sorted(self.parts(cells), key=lambda part: (len(part), part))[:-1]:
            yield Violation(code, part, what)

    def require_sides(self, code: str, cell: int, number: int) -> Iterator[Violation]:
        """Require a number of drawn borders of a cell."""
        wide = self.board.cols + 1
        a = cell // self.board.cols * wide + cell % self.board.cols
        sides = ((a, a + 1), (a, a + wide), (a + 1, a + wide + 1), (a + wide, a + wide + 1))
        drawn = sum(self.lines.has_edge(*side) for side in sides)
        if drawn != number:
            yield Violation(code, (cell,), f"{drawn} sides of this {number} are drawn")

    def require_loop(
        self, open_code: str = "no-loop", several: str = "several-loops"
    ) -> Iterator[Violation]:
        """Require that the lines are one closed loop."""
        import networkx as nx

        ends = [node for node, degree in self.lines.degree if degree != 2]
        if ends or not self.lines:
            cells = self._cells_at(ends[:1]) if ends else tuple(range(len(self.board.values)))
            yield Violation(open_code, cells, "the line ends or branches, or there is none")
            return
        for part in sorted(map(sorted, nx.connected_components(self.lines)))[1:]:
            yield Violation(several, self._cells_at(part), "there is more than one loop")

    def require_runs(
        self, code: str, line: Cells, runs: Sequence[int], what: str
    ) -> Iterator[Violation]:
        """Require the lengths of the runs of shaded cells; ``what`` precedes those found."""
        found = tuple(
            len([*run]) for is_on, run in groupby(line, self.shaded.__contains__) if is_on
        )
        if found != tuple(runs):
            yield Violation(code, line, f"{what} {' '.join(map(str, found)) or 'none'}")

    @cached_property
    def areas(self) -> list[Cells]:
        """The areas that the drawn borders bound, in the order of their first cells."""
        import networkx as nx

        drawn, graph = {*self.solution.items}, nx.Graph()
        graph.add_nodes_from(range(self.board.rows * self.board.cols))
        inner = _inner_borders(self.board.rows, self.board.cols)
        graph.add_edges_from(cells for side, cells in inner.items() if side not in drawn)
        return sorted(tuple(sorted(part)) for part in nx.connected_components(graph))

    def require_closed(self, code: str, what: str) -> Iterator[Violation]:
        """Require that each drawn border parts two areas, so that none is at the rim either."""
        area_of = {cell: k for k, area in enumerate(self.areas) for cell in area}
        inner = _inner_borders(self.board.rows, self.board.cols)
        for side in sorted(self.solution.items):
            one, other = inner.get(side, (0, 0))
            if area_of[one] == area_of[other]:
                yield Violation(code, tuple(sorted({one, other})), what)

    def _cells_at(self, nodes: Sequence[int]) -> Cells:
        """Return the cells around the first of some corners, or cells that edges join."""
        if self.solution.family != "borders":
            return tuple(nodes)
        row, col = divmod(nodes[0], self.board.cols + 1)
        rows, cols = range(self.board.rows), range(self.board.cols)
        places = ((r, c) for r in (row - 1, row) for c in (col - 1, col))
        return tuple(r * self.board.cols + c for r, c in places if r in rows and c in cols)


@lru_cache(maxsize=16)
def _inner_borders(rows: int, cols: int) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return the borders inside of a board, with the two cells of each."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for cell in range(rows * cols):
        corner = cell // cols * (cols + 1) + cell % cols  # its upper left one
        if cell % cols:
            found[corner, corner + cols + 1] = cell - 1, cell
        if cell >= cols:
            found[corner, corner + 1] = cell - cols, cell
    return found
