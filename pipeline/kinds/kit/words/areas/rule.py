"""Areas of equal numbers that are as large as their numbers, as in Fillomino."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass

from pipeline.kinds.kit.words.base import Encoding, Known, LazyGlobal, Rows
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Areas(LazyGlobal):
    """Connected cells with equal numbers are as many as the number, or with ``is_limit`` no more.

    ``literals[cell][k]`` is true if a cell has the number k + 1; counts must state that each has
    one. The cells are those of a board in reading order, ``cols`` in a row.
    """

    literals: tuple[tuple[int, ...], ...]
    cols: int
    is_limit: bool = False

    def near(self, cell: int) -> list[int]:
        """Return the cells that share a side with a cell."""
        cols, size = self.cols, len(self.literals)
        across = [other for other in (cell - 1, cell + 1) if other // cols == cell // cols]
        return [*across, *(other for other in (cell - cols, cell + cols) if 0 <= other < size)]

    def part(self, start: int, cells: Container[int]) -> list[int]:
        """Return those of some cells that are connected to one, nearest first."""
        found = [start]
        for cell in found:
            found += [one for one in self.near(cell) if one in cells and one not in found]
        return found

    def encode_first(self, encoding: Encoding) -> None:
        """Add, in place, what one and two cells of an area need or exclude."""
        literals, clauses = self.literals, encoding.clauses
        for cell in range(len(literals)):
            near = self.near(cell)
            for k, literal in enumerate(literals[cell]):
                if k and not self.is_limit:
                    clauses.append([-literal, *(literals[other][k] for other in near)])
                for other in near:
                    if k == 0 and other > cell:
                        clauses.append([-literal, -literals[other][0]])
                    rim = ({*near, *self.near(other)} - {cell, other}) if k and other > cell else ()
                    both = [-literal, -literals[other][k]]
                    if k == 1:
                        clauses += [[*both, -literals[one][1]] for one in sorted(rim)]
                    elif k > 1 and not self.is_limit and other > cell:
                        clauses.append([*both, *(literals[one][k] for one in sorted(rim))])

    def encode(self, encoding: Encoding) -> None:
        """Name the area of each cell by its first cell, and count the cells of each name.

        Each cell but the first of an area has a neighbour of the area that is less deep.
        """
        literals, clauses, most = self.literals, encoding.clauses, len(self.literals[0])
        cells = range(len(literals))
        near_by = [self._near_by(first, most) for first in cells]
        named = {(cell, first): encoding.new() for first in cells for cell in near_by[first]}
        depth = encoding.numbers(len(literals), most)
        before: list[list[int]] = [[named[cell, cell]] for cell in cells]
        for cell in cells:
            own = [first for first in cells if (cell, first) in named]
            clauses.append([named[cell, first] for first in own])
            for at, first in enumerate(own):
                clauses.append([-named[cell, first], named[first, first]])
                clauses += [[-named[cell, first], -named[cell, other]] for other in own[at + 1 :]]
            for other in (one for one in self.near(cell) if one > cell):
                same = encoding.new()
                for one, two in zip(literals[cell], literals[other], strict=True):
                    clauses += [[-one, -two, same], [-same, -one, two], [-same, one, -two]]
                for first in cells:
                    pair = [named.get((one, first), 0) for one in (cell, other)]
                    for here, there in (pair, pair[::-1]):
                        clauses += [[-same, -here, *[there] * bool(there)]] * bool(here)
                for lower, upper in ((cell, other), (other, cell)):
                    arc = encoding.new()
                    clauses.append([-arc, same])
                    encoding.add_less(arc, depth[lower], depth[upper])
                    before[upper].append(arc)
        clauses += before
        for first in cells:
            counts = self._count(encoding, [named[cell, first] for cell in near_by[first]])
            for k, number in enumerate(literals[first]):
                clauses.append([-named[first, first], -number, -counts[k + 1]])
                if not self.is_limit:
                    clauses.append([-named[first, first], -number, counts[k]])

    def _near_by(self, first: int, limit: int) -> list[int]:
        """Return the cells from ``first`` on that an area with it as its first may have."""
        row, col = divmod(first, self.cols)
        return [
            cell
            for cell in range(first, len(self.literals))
            if abs(cell // self.cols - row) + abs(cell % self.cols - col) < limit
        ]

    def _count(self, encoding: Encoding, literals: Sequence[int]) -> list[int]:
        """Return variables by k: more than k literals are true, up to one more than the numbers."""
        clauses = encoding.clauses
        counts: list[int] = []
        for literal in literals:
            after = [encoding.new() for _ in range(min(len(counts), len(self.literals[0])) + 1)]
            for k, more in enumerate(after):
                same = [counts[k]] if k < len(counts) else []
                less = [counts[k - 1]] if k else []
                clauses += [[-one, more] for one in same]
                clauses.append([*(-one for one in less), -literal, more])
                clauses += [[-more, *same, *less], [-more, *same, literal]][k == 0 :]
            counts = after
        while len(counts) < len(self.literals[0]) + 1:
            counts.append(encoding.new())
            clauses.append([-counts[-1]])
        return counts

    def rows(self) -> Rows:
        """Return the constraint for the kernels: the numbers of each cell."""
        nodes = [(literal, int(self.is_limit)) for row in self.literals for literal in row]
        return Rows("areas", nodes, width=self.cols, aim=len(self.literals[0]))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "areas", "literals": [list(row) for row in self.literals], "cols": self.cols,
            "isLimit": self.is_limit,
        }  # fmt: skip

    def find_clauses(self, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
        """Yield for each wrong area that it is larger, or smaller."""
        numbers = [next((k for k, x in enumerate(row) if holds(x)), -1) for row in self.literals]
        seen: set[int] = set()
        for start, k in enumerate(numbers):
            if start in seen or k < 0:
                continue
            area = self.part(start, {cell for cell, own in enumerate(numbers) if own == k})
            seen.update(area)
            if len(area) > k + 1:
                yield tuple(-self.literals[cell][k] for cell in area[: k + 2])
            elif len(area) < k + 1 and not self.is_limit:
                rim = dict.fromkeys(b for a in area for b in self.near(a) if b not in area)
                own = (-self.literals[cell][k] for cell in area)
                yield (*own, *(self.literals[cell][k] for cell in rim))

    def is_broken(self, known: Known) -> bool:
        """Return whether an area has too many cells, or cannot reach its size."""
        for k in range(len(self.literals[0])):
            values = [known(row[k]) for row in self.literals]
            present = {cell for cell, value in enumerate(values) if value}
            left = {cell for cell, value in enumerate(values) if value is not False}
            for start in present:
                too_small = not self.is_limit and len(self.part(start, left)) <= k
                if too_small or len(self.part(start, present)) > k + 1:
                    return True
        return False
