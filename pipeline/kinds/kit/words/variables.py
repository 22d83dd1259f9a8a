"""Arrays of variables that know their cells.

An array is indexed by a place, for its literal, or by several places, for a `Scope`: literals and
the cells that a reason points at. Constraints take scopes, so that pages never list cells twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, overload

from pipeline.kinds.kit.board.grid import Pair


class Scope(tuple[int, ...]):
    """Literals, with the cells that they are about.

    >>> scope = Scope([1, 2], about=[7, 8])
    >>> scope, (-scope).about, -scope
    ((1, 2), (7, 8), (-1, -2))
    """

    about: tuple[int, ...]

    def __new__(cls, literals: Iterable[int], about: Iterable[int]) -> Scope:
        """Return a scope."""
        found = tuple.__new__(cls, literals)
        found.about = about if type(about) is tuple else tuple(about)
        return found

    def __neg__(self) -> Scope:
        return Scope([-literal for literal in self], self.about)


class CellArray(dict[int, int]):
    """A variable for each cell: it is shaded.

    >>> star = CellArray({4: 1, 5: 2, 6: 3})
    >>> star[5], star[[4, 6]], star[[4, 6]].about
    (2, (1, 3), (4, 6))
    """

    def __init__(self, variables: Mapping[int, int]) -> None:
        super().__init__(variables)
        self._at = super().__getitem__

    @overload
    def __getitem__(self, cells: int) -> int: ...
    @overload
    def __getitem__(self, cells: Iterable[int]) -> Scope: ...
    def __getitem__(self, cells: int | Iterable[int]) -> int | Scope:
        """Return the literal of a cell, or the scope of several."""
        if isinstance(cells, int):
            return self._at(cells)
        places = tuple(cells)
        return Scope(map(self._at, places), places)

    def __neg__(self) -> CellArray:
        """Return the literals by which the cells are not shaded."""
        return CellArray({cell: -literal for cell, literal in self.items()})


class SideArray(dict[Pair, int]):
    """A variable for each edge or border. A scope's cells are those beside its places, sorted."""

    def __init__(
        self,
        variables: Mapping[Pair, int],
        beside: Callable[[Pair], Sequence[int]],
        sides: Callable[[int], Sequence[Pair]] = lambda cell: (),
    ) -> None:
        super().__init__(variables)
        self._at = super().__getitem__
        self._beside = beside
        self._sides = sides
        self._outlines: dict[tuple[int, ...], tuple[int, ...]] = {}

    @overload
    def __getitem__(self, places: Pair) -> int: ...
    @overload
    def __getitem__(self, places: list[Pair]) -> Scope: ...
    def __getitem__(self, places: Pair | list[Pair]) -> int | Scope:
        """Return the literal of a place, or the scope of a list of places."""
        if isinstance(places, tuple):
            return self._at(places)
        about = {cell for place in places for cell in self._beside(place)}
        return Scope(map(self._at, places), sorted(about))

    def outline(self, cells: tuple[int, ...]) -> tuple[int, ...]:
        """Return the literals by which borders are drawn around some cells and not between them."""
        if cells not in self._outlines:
            sides = [side for cell in cells for side in self._sides(cell)]
            self._outlines[cells] = tuple(
                self[side] if sides.count(side) == 1 else -self[side]
                for side in dict.fromkeys(sides)
                if side in self
            )
        return self._outlines[cells]


@dataclass(frozen=True, slots=True)
class NumberScope:
    """The variables of some cells: ``literals[place][k]`` is true if it has ``values[k]``."""

    about: tuple[int, ...]
    values: tuple[int, ...]
    literals: tuple[tuple[int, ...], ...]

    def only(self, values: Sequence[int]) -> NumberScope:
        """Return the scope of the same cells and some of the values."""
        places = [self.values.index(value) for value in values]
        literals = tuple(tuple(row[place] for place in places) for row in self.literals)
        return NumberScope(self.about, tuple(values), literals)

    def equal(self, value: int) -> Scope:
        """Return the literals by which the cells have a value."""
        at = self.values.index(value)
        return Scope([row[at] for row in self.literals], self.about)


class NumberArray:
    """Variables for the numbers of each cell.

    >>> digit = NumberArray({(0, 1): 1, (0, 2): 2, (3, 1): 3, (3, 2): 4})
    >>> digit[0], digit[[0, 3]].equal(2), digit.at(3, 1)
    ((1, 2), (2, 4), 3)
    """

    def __init__(self, variables: Mapping[tuple[int, int], int]) -> None:
        self.variables = variables
        self.numbers = tuple(dict.fromkeys(value for _, value in variables))
        self._rows = {
            cell: tuple(variables[cell, value] for value in self.numbers)
            for cell in dict.fromkeys(cell for cell, _ in variables)
        }

    def at(self, cell: int, value: int) -> int:
        """Return the literal by which a cell has a value."""
        return self.variables[cell, value]

    @overload
    def __getitem__(self, cells: int) -> Scope: ...
    @overload
    def __getitem__(self, cells: Iterable[int]) -> NumberScope: ...
    def __getitem__(self, cells: int | Iterable[int]) -> Scope | NumberScope:
        """Return the literals of a cell, or the scope of several cells."""
        if isinstance(cells, int):
            return Scope(self._rows[cells], (cells,))
        places = tuple(cells)
        return NumberScope(places, self.numbers, tuple(map(self._rows.__getitem__, places)))


Array: TypeAlias = CellArray | SideArray | NumberArray
