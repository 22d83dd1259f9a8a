"""The model that a page writes to: arrays of variables, and a word for each constraint.

A page has two functions. ``fixed`` adds what depends on the size and the rule of a board; the kit
calls it once for each of these and compiles the result once. ``declare`` adds what follows from the
clues. Both begin with the arrays, which are made at the first call.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import SIDES, Clue
from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.words.accepted.automata import counted_when
from pipeline.kinds.kit.words.accepted.rule import Accepted, Layers
from pipeline.kinds.kit.words.areas.rule import Areas
from pipeline.kinds.kit.words.bank.rule import ALL, Bank, Piece
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import AT_LEAST_ONE, Count, mask_of
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.kinds.kit.words.fleet.rule import Fleet
from pipeline.kinds.kit.words.pieces.rule import Pieces, Shape, filling, touching
from pipeline.kinds.kit.words.runs.rule import (
    coloured_automaton,
    ring_automaton,
    runs_automaton,
)
from pipeline.kinds.kit.words.total.rule import Total
from pipeline.kinds.kit.words.variables import (
    Array,
    CellArray,
    NumberArray,
    NumberScope,
    Scope,
    SideArray,
)
from pipeline.model import cut

T = TypeVar("T")
Literals: TypeAlias = Scope | CellArray | SideArray | Sequence[int]
"""Literals that know their cells, a whole array of them, or others with ``about``."""

if TYPE_CHECKING:
    from pipeline.kinds.kit.board.boards import Boards


@lru_cache(maxsize=1024)
def _relation(
    scope: NumberScope, fits: Callable[[int, int], bool], reason: str
) -> tuple[Count, ...]:
    """Return the clauses by which two numbers fit each other, of each value of the one first."""
    first, second = scope.literals
    firsts, seconds = fitting(fits, scope.values)
    ways = [*zip(first, firsts, strict=True)], [*zip(second, seconds, strict=True)]
    return tuple(
        Count((-literal, *(others[k] for k in places)), AT_LEAST_ONE, reason, scope.about)
        for own, others in zip(ways, (second, first), strict=True)
        for literal, places in own
    )


@lru_cache(maxsize=256)
def fitting(
    fits: Callable[[int, int], bool], values: tuple[int, ...]
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the places of the values that fit each value, as the second one and as the first.

    >>> fitting(int.__lt__, (1, 2))
    (((1,), ()), ((), (0,)))
    """
    places = range(len(values))
    firsts = tuple(tuple(j for j in places if fits(one, values[j])) for one in values)
    seconds = tuple(tuple(j for j in places if fits(values[j], one)) for one in values)
    return firsts, seconds


def whole(scope: Literals) -> Scope | Sequence[int]:
    """Return literals, those of a whole array as a scope."""
    return scope[[*scope]] if isinstance(scope, CellArray | SideArray) else scope


class Model:
    """The variables and constraints of a board; ``core`` is what the engines get."""

    def __init__(
        self, board: Board, boards: Boards, core: Core, arrays: Mapping[str, Array] | None = None
    ) -> None:
        self.board = board
        self.boards = boards
        self.core = core
        self.arrays = dict(arrays or {})

    # Variables

    def cells(self, cells: Iterable[int] | None = None) -> CellArray:
        """Return the variable of each cell of the board, or of some: it is shaded."""
        if "cells" not in self.arrays:
            self.arrays["cells"] = CellArray(self.core.cells(cells))
        found = self.arrays["cells"]
        assert isinstance(found, CellArray)
        return found

    def numbers(
        self, values: Sequence[int] = (), cells: Iterable[int] | None = None
    ) -> NumberArray:
        """Return the variables of each cell, or of some: it has one of some values.

        Without ``values`` these are the numbers of an answer. The reason is ``cell``.
        """
        if "numbers" not in self.arrays:
            values = values or self.boards.answers(self.board.rows, self.board.cols)
            self.arrays["numbers"] = NumberArray(self.core.numbers(values, "cell", cells))
        found = self.arrays["numbers"]
        assert isinstance(found, NumberArray)
        return found

    def borders(self, is_inner: bool = False) -> SideArray:
        """Return the variable of each border, or of those inside of the board: it is drawn."""
        if "borders" not in self.arrays:
            grid = self.core.grid
            places = [
                one for one in grid.borders() if not is_inner or len(grid.cells_beside(one)) == 2
            ]
            variables = self.core.borders(places)
            self.arrays["borders"] = SideArray(variables, grid.cells_beside, grid.borders_of)
        found = self.arrays["borders"]
        assert isinstance(found, SideArray)
        return found

    def edges(self, pairs: Iterable[Pair] | None = None) -> SideArray:
        """Return the variable of each edge, or of some: a line joins its two cells."""
        if "edges" not in self.arrays:
            self.arrays["edges"] = SideArray(self.core.edges(pairs), lambda pair: pair)
        found = self.arrays["edges"]
        assert isinstance(found, SideArray)
        return found

    def strokes(self, pairs: Iterable[Pair]) -> SideArray:
        """Return the variable of each stroke from a cell to another: it is drawn."""
        if "strokes" not in self.arrays:
            self.arrays["strokes"] = SideArray(self.core.strokes(pairs), lambda pair: pair)
        found = self.arrays["strokes"]
        assert isinstance(found, SideArray)
        return found

    def each(self, name: str, clues: Iterable[T]) -> Iterator[T]:
        """Yield the clues whose constraints a loop has to add: those new on boards of this size.

        What the loop adds for a clue must follow from this clue, the size and the rule alone: on
        the next board with an equal clue the compiled constraints are reused. ``name`` must differ
        between the loops of a page. Nothing is reused without ``fixed``, which has the variables.

            for cage in model.each("cage", board.cages):
                model.total(digit[cage.place], cage.total, "cage")
        """
        return self.core.each(name, clues)

    # Words

    def count(
        self,
        scope: Literals,
        sums: int | Iterable[int],
        reason: str,
        *,
        about: int | Iterable[int] | None = None,
        clue: int | Clue | None = None,
        when: int | None = None,
    ) -> None:
        """Require that the number of true literals is one of ``sums``.

        The reason points at the cells of the scope, or at the clue, unless ``about`` is given. With
        ``when`` it is required only where this literal, of a cell, is true.
        """
        allowed = (sums,) if isinstance(sums, int) else tuple(sums)
        scope, number = whole(scope), self._number(clue)
        cells = self._about(scope, about, number)
        if when is not None:
            cells = cells if about is not None else (*self.core.marks[abs(when) - 1].place, *cells)
            layers = counted_when(len(scope), frozenset(allowed))
            self.accepted(Scope([when, *scope], cells), layers, reason, about=cells, clue=clue)
            return
        self.core.counts.append(Count(tuple(scope), mask_of(allowed), reason, cells, number))

    def clause(
        self,
        scope: Literals,
        reason: str,
        *,
        about: int | Iterable[int] | None = None,
        clue: int | Clue | None = None,
    ) -> None:
        """Require that at least one of the literals is true."""
        scope, number = whole(scope), self._number(clue)
        cells = self._about(scope, about, number)
        self.core.counts.append(Count(tuple(scope), AT_LEAST_ONE, reason, cells, number))

    def differ(self, scope: NumberScope, reason: str) -> None:
        """Require that two cells have different values; adds clauses."""
        counts, about = self.core.counts, scope.about
        for one, other in zip(*scope.literals, strict=True):
            counts.append(Count((-one, -other), AT_LEAST_ONE, reason, about))

    def related(self, scope: NumberScope, fits: Callable[[int, int], bool], reason: str) -> None:
        """Require two numbers that fit each other; adds clauses."""
        self.core.counts += _relation(scope, fits, reason)

    def given(self) -> NumberArray:
        """Require the numbers that are clues, for the reason ``given``; return all variables."""
        found, empty, blocked = self.numbers(), self.boards.empty, self.boards.blocked
        values = (empty if value == blocked else value for value in self.board.values)
        self.core.given(found.variables, values, empty)
        return found

    def all_different(self, scope: NumberScope, reason: str) -> None:
        """Require different values in the cells; every value if there are as many as cells."""
        sums = (1,) if len(scope.about) == len(scope.values) else (0, 1)
        for column in zip(*scope.literals, strict=True):
            self.core.count(column, sums, reason, scope.about)
        self.core.add(AllDifferent(reason, scope.literals, about=scope.about))

    def counted(self, reason: str) -> NumberArray:
        """Require the numbers from 1 up to its size in each region; larger ones are ``large``.

        Return the variables: numbers up to the largest region or clue.
        """
        board = self.board
        number = self.numbers(range(1, max(*board.values, *map(len, board.areas)) + 1))
        for cells in board.areas:
            for cell in cells:
                for large in number.numbers[len(cells) :]:
                    self.clause([-number.at(cell, large)], "large", about=cells)
            self.all_different(number[cells].only(range(1, len(cells) + 1)), reason)
        return number

    def total(
        self, scope: NumberScope, total: int, reason: str, *, clue: int | Clue | None = None
    ) -> None:
        """Require different values in the cells, with a sum."""
        number = self._number(clue)
        self.core.add(
            Total(reason, scope.literals, scope.values, total, about=scope.about, clue=number)
        )

    def ordered(self, scope: NumberScope, reason: str, *, clue: int | Clue | None = None) -> None:
        """Require larger and larger numbers along some cells; adds clauses."""
        variables = self.numbers().variables
        self.core.ordered(variables, scope.about, scope.values, reason, self._number(clue))

    def accepted(
        self,
        scope: Scope | CellArray | SideArray | NumberScope,
        layers: Layers,
        reason: str,
        *,
        about: int | Iterable[int] | None = None,
        clue: int | Clue | None = None,
    ) -> None:
        """Require that an automaton accepts the sequence of the values of literals or cells."""
        known = scope if isinstance(scope, NumberScope) else whole(scope)
        options: Sequence[Sequence[int]] = (
            known.literals
            if isinstance(known, NumberScope)
            else [(-literal, literal) for literal in known]
        )
        number = self._number(clue)
        self.core.accepted(options, layers, reason, self._about(known, about, number), number)

    def runs(
        self, scope: Scope, lengths: Sequence[int], reason: str, *, clue: int | Clue | None = None
    ) -> None:
        """Require that the runs of true literals in a line have some lengths, in this order."""
        self.accepted(scope, runs_automaton(len(scope), tuple(lengths)), reason, clue=clue)

    def coloured_runs(
        self, scope: NumberScope, lengths: Sequence[int], colours: Sequence[int], reason: str
    ) -> None:
        """Require runs of some lengths and colours in a line, the values of its cells; 0 is empty.

        An empty cell is between two runs of one colour; runs of two colours may touch.
        """
        layers = coloured_automaton(len(scope.about), tuple(lengths), tuple(colours))
        options, about = scope.literals, scope.about
        self.core.add(Accepted(reason, options, layers, about=about, finds_last=True))

    def around(
        self,
        cells: CellArray,
        cell: int,
        runs: Sequence[int | None],
        reason: str,
        *,
        number: int | None = None,
        clue: int | Clue | None = None,
    ) -> None:
        """Require runs of true cells around a cell, in any order; None is a run of any length.

        ``number`` is what steps call them.
        """
        ring = self.board.grid.ring(cell)
        layers = ring_automaton(tuple(map(len, ring)), tuple(runs))
        options = tuple((-cells[one], cells[one]) for part in ring for one in part)
        own = self._number(clue)
        self.core.add(Accepted(reason, options, layers, about=(cell,), clue=own, number=number))

    def choice(
        self,
        options: Iterable[Sequence[int]],
        reason: str,
        *,
        about: int | Iterable[int],
        clue: int | Clue | None = None,
        areas: Sequence[tuple[int, ...]] = (),
    ) -> None:
        """Require all literals of at least one of the options.

        Options may have ``areas`` of cells, which steps name where a single one is left.
        """
        cells = (about,) if isinstance(about, int) else about
        self.core.choice(options, reason, cells, self._number(clue), areas)

    def loop(self, lines: SideArray, reason: str) -> None:
        """Require that the drawn borders or edges form one closed loop."""
        self.core.loop(lines, reason)

    def table(
        self,
        literals: Sequence[int],
        allowed: Iterable[Sequence[bool]],
        reason: str,
        *,
        about: int | Iterable[int],
        clue: int | Clue | None = None,
    ) -> None:
        """Require that the values of the literals are a row of ``allowed``; adds clauses."""
        cells = (about,) if isinstance(about, int) else about
        self.core.table(literals, allowed, reason, cells, self._number(clue))

    def paths(self, lines: SideArray, labels: Mapping[int, int], reason: str) -> None:
        """Require open paths through cells, which meet the labels 1, 2, 3 ... in this order."""
        self.core.paths(lines, labels, reason, in_order=True)

    def distinct_lines(self, lines: Iterable[Sequence[int]], reason: str) -> None:
        """Require that no two lines of literals have the same values."""
        self.core.distinct_lines(lines, reason)

    def matching(
        self, cells: Mapping[int, int], near: Sequence[Iterable[int]], reason: str
    ) -> None:
        """Require that each slot has a true cell of its own, one of its ``near`` cells."""
        self.core.matching(cells, near, reason)

    def regions(self, cells: Mapping[int, int], sizes: Mapping[int, int], reason: str) -> None:
        """Require that each connected region of cells has the one size given in it."""
        self.core.regions(cells, sizes, reason)

    def areas(self, limit: str, growth: str) -> None:
        """Require that connected equal numbers are as many cells as the number.

        The numbers are those from 1 up. ``limit`` is the reason why an area has no further cells,
        ``growth`` why it has more.
        """
        board, number = self.board, self.numbers()
        literals = number[board.grid.cells].literals
        self.core.add(Areas(limit, literals, board.cols, True))
        self.core.add(Areas(growth, literals, board.cols))

    def consecutive(self, reason: str, has_corners: bool = False) -> None:
        """Require that cells touch whose numbers follow each other, perhaps at a corner only.

        The numbers are those from 1 up to the number of cells.
        """
        literals = self.numbers()[self.board.grid.cells].literals
        self.core.add(Consecutive(reason, literals, self.board.cols, has_corners))

    def fleet(self, cells: CellArray, ships: Sequence[int], ship: str, fleet: str) -> None:
        """Require ``ships[k]`` straight ships of k + 1 true cells, apart even at corners.

        ``ship`` is the reason of what follows for a single ship, ``fleet`` for all of a length.
        """
        literals, cols, every = tuple(cells.values()), self.board.cols, tuple(ships)
        self.core.add(Fleet(ship, literals, cols, every))
        for length in (k for k in range(len(every), 0, -1) if every[k - 1]):
            self.core.add(Fleet(fleet, literals, cols, every, length, number=length))

    def pieces(
        self,
        groups: Sequence[Sequence[int]],
        shapes: Sequence[Shape],
        piece: str,
        equal: str,
        block: str,
    ) -> None:
        """Require a piece in each group of cells: no equal ones touch, no two fill a block.

        Shapes are rows and columns of as many cells each, and may be turned and mirrored; a block
        is two by two cells. ``piece`` is the reason of what follows for one group, ``equal`` why
        equal pieces share no side, and ``block`` that of blocks.
        """
        shaded, cols, kinds = self.cells(), self.board.cols, tuple(shapes)
        areas = [*map(tuple, groups)]
        for group in areas:
            self.core.add(Pieces(piece, (group,), (shaded[group],), cols, kinds, about=group))
        steps = [down * cols + right for down in (-1, 0, 1) for right in (-1, 0, 1)]
        rims = [{cell + step for cell in own for step in steps} for own in areas]
        for reason, find in ((equal, touching), (block, filling)):
            for group, rim in zip(areas, rims, strict=True):
                beside = (one for one in areas if one != group and not rim.isdisjoint(one))
                near = (one for one in beside if any(find(group, one, cols, kinds)))
                if len(every := (group, *near)) > 1:
                    nodes = tuple(shaded[one] for one in every)
                    self.core.add(Pieces(reason, every, nodes, cols, kinds, find is filling))

    def bank(
        self, sides: SideArray, pieces: Iterable[tuple[int, int, int]], fits: str, place: str
    ) -> None:
        """Require two numbers of a piece where a side is drawn, each piece as often as it is there.

        Pieces are (smaller number, larger number, how many there are). ``fits`` is the reason of
        what all pieces together allow at a side, ``place`` that of what the places of one have in
        common; texts have this one as ``{piece}``. Cells must be joined in pairs, as many as there
        are pieces.
        """
        number = self.numbers()
        at = {cell: k for k, cell in enumerate(self.core.grid.cells)}
        rows = tuple(tuple(number[cell]) for cell in at)
        edges = tuple((x, at[one], at[other]) for (one, other), x in sides.items())
        every = tuple(Piece(*piece) for piece in pieces)
        self.core.add(Bank(fits, rows, edges, every, ALL))
        for k, (low, high, _) in enumerate(every):
            self.core.add(Bank(place, rows, edges, every, k, number=10 * low + high))

    def sees(
        self,
        cells: Mapping[int, int],
        cell: int,
        number: int,
        reason: str,
        *,
        clue: int | Clue | None = None,
    ) -> None:
        """Require that a cell sees ``number`` true cells in its row and column, with its own."""
        self.core.sees(cells, cell, number, reason, self._number(clue))

    def connected(self, cells: Mapping[int, int], reason: str, *, to_edge: bool = False) -> None:
        """Require that the cells whose literals are true are connected orthogonally.

        With ``to_edge`` each of their parts has a cell at the edge of the board instead.
        """
        self.core.connected(cells, reason, to_edge)

    def shades_apart(self, touch: str, whole: str) -> None:
        """Require that no two shaded cells are side by side, and that the others are connected."""
        shaded = self.cells()
        for pair in self.board.grid.edges():
            self.clause(-shaded[pair], touch)
        self.connected(-shaded, whole)

    def _number(self, clue: int | Clue | None) -> int | None:
        return self.board.number_of(clue) if isinstance(clue, Clue) else clue

    def _about(
        self,
        scope: Scope | Sequence[int] | NumberScope,
        about: int | Iterable[int] | None,
        clue: int | None,
    ) -> tuple[int, ...]:
        if about is not None:
            return (about,) if isinstance(about, int) else tuple(about)
        if clue is None:
            cells: tuple[int, ...] | None = getattr(scope, "about", None)
            if cells is None:
                raise TypeError(
                    "expected literals that know their cells, as shaded[cells], or about=, found "
                    f"{cut(repr(scope))}"
                )
            return cells
        if clue < len(self.board.values):
            return (clue,)
        other = self.board.other_clues[clue - len(self.board.values)]
        return self.board.line_of(other) if other.sort in SIDES else other.place


def fixed_model(
    boards: Boards,
    fixed: Callable[[Board, Model], None],
    board: Board,
    fixed_by: Container[str] = (),
) -> Model:
    """Return what ``fixed`` adds on boards of a size and rule; do not change it.

    ``fixed`` sees the size, the rule, regions that are no clues, and the fields of a board in
    ``fixed_by``.
    """
    sees_regions = "regions" in fixed_by or not boards.has_own_regions
    blank = replace(
        board,
        values=board.values if "values" in fixed_by else (),
        regions=board.regions if sees_regions else (),
        other_clues=(),
    )
    return _fixed_model(boards, fixed, blank)


@lru_cache(maxsize=64)
def _fixed_model(boards: Boards, fixed: Callable[[Board, Model], None], blank: Board) -> Model:
    model = Model(blank, boards, Core(blank.grid))
    fixed(blank, model)
    return model
