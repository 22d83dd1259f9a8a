"""Validation, JSON codecs and canonical forms of clues and solutions of declared kinds.

Puzzles that differ only by rotation, reflection or, where the kind allows it, renamed digits have
the same canonical form.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isqrt
from typing import Any, Final

from pipeline.kinds.kit.board.board import Board, Drafted, Solution
from pipeline.kinds.kit.board.clues import (
    Clue,
    ClueSort,
    decode_clues,
    encode_clues,
    image_of_clues,
    require_clues,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.json_rows import read_rows, read_whole
from pipeline.kinds.kit.board.regions import (
    box_of,
    box_of_size,
    boxes,
    is_whole,
    renumbered,
)
from pipeline.kinds.kit.board.symmetry import SYMMETRIES, image_getter
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.words.core import Family, families_of
from pipeline.model import Json, JsonObject, PuzzleFormatError
from pipeline.model.former_names import with_former_arguments, with_former_names

MOST_SIDE: Final = 100  # Longest side of an imported puzzle


@with_former_names(repose="normalize", extra="clue_sorts")
@dataclass(frozen=True, slots=True, kw_only=True)
class Boards:
    """The format of a kind's clues and solutions.

    ``allowed`` (rows, cols) returns the clues of a cell, including ``empty``; ``expected`` names
    them in errors. ``normalize`` adapts clues to their rule, for instance by adding the regions
    that follow from the size, or raises `PuzzleFormatError`.
    """

    family: Family
    """What a solver fills in: numbers, cells, edges, borders, strokes, bridges, or edges+cells."""
    empty: int = 0
    """The clue of a cell without one."""
    allowed: Callable[[int, int], Container[int]] = lambda rows, cols: (0,)
    expected: str = "no clues in cells, 0 everywhere"
    rules: tuple[str, ...] = ()
    """The rules to choose from, the usual one first; () if there is one."""
    rule_parts: Mapping[str, Mapping[str, Json]] = field(default_factory=dict, hash=False)
    """By rule the fields of a record that state it, in place of its name; those of the first rule
    may be omitted."""
    rule_sets: tuple[str, ...] = ()
    """Names of which each set is a rule, joined by plus signs; () if there are none."""
    has_regions: bool = False
    """Whether boards have regions."""
    is_renamed: bool = False
    """Whether renaming the numbers gives an equivalent puzzle, as in Sudoku."""
    has_largest_first: bool = False  # Whether the canonical form begins with the largest clues
    normalize: Callable[[Board], Board] = lambda clues: clues
    most_side: int = MOST_SIDE
    """Longest side of a board."""
    clue_sorts: tuple[ClueSort, ...] = ()
    """The sorts of clues besides those in cells."""
    has_optional_sorts: bool = False
    """Whether boards may lack each of the sorts, of which a record then has nothing."""
    answers: Callable[[int, int], range] = lambda rows, cols: range(1, rows + 1)
    """(rows, cols): the numbers of a solution of a kind of numbers, or bridges side by side."""
    blocked: int | None = None  # The clue of a cell that has no number in a solution; None for none
    has_own_regions: bool = True
    """Whether regions are clues of a puzzle, not boxes that follow from the size."""
    symmetries: Sequence[int] = SYMMETRIES
    """Those under which a board is the same puzzle; the canonical form is found among them."""
    pointing: Sequence[int] = ()
    """The clues in cells that point up, down, left and right; they are turned with the board."""
    is_walled: bool = False
    """Whether a cell with a clue is a wall, which has no variable."""

    @with_former_arguments(extra="other_clues")
    def make_clues(
        self,
        rows: int,
        cols: int,
        values: Sequence[int],
        rule: str | None = None,
        regions: Sequence[int] = (),
        other_clues: Sequence[Clue] = (),
    ) -> Board:
        """Return validated clues; every other way of building them calls this.

        Without a rule, the first that accepts the clues is taken. `PuzzleFormatError` if a side, a
        clue or the rule is invalid.
        """
        if not (1 <= rows <= self.most_side and 1 <= cols <= self.most_side and rows * cols > 1):
            raise PuzzleFormatError(
                f"expected sides from 1 to {self.most_side} and at least two cells, found "
                f"{cols}x{rows}; use another size"
            )
        if rule and rule not in self.rules:
            known = ", ".join(self.rules) or "none"
            raise PuzzleFormatError(f"expected a rule of {known}, found {rule!r}")
        if len(values) != rows * cols:
            raise PuzzleFormatError(f"expected {rows * cols} cells, found {len(values)}")
        allowed = self.allowed(rows, cols)
        for cell, value in enumerate(values):
            if value not in allowed:
                row, col = divmod(cell, cols)
                raise PuzzleFormatError(
                    f"expected {self.expected}, found {value} in row {row + 1}, column {col + 1}"
                )
        require_clues(self.clue_sorts, Grid(rows, cols), other_clues)
        more = tuple(sorted(other_clues))
        named = (rule,) if rule else () if self.rule_sets else self.rules
        fault: PuzzleFormatError | None = None
        for one in named or ("",):
            try:
                return self.normalize(
                    Board(rows, cols, tuple(values), one, renumbered(regions), more)
                )
            except PuzzleFormatError as error:
                fault = fault or error
        assert fault is not None
        raise fault

    def draft(self, board: Board, answer: Iterable[Any], **clues: Any) -> Drafted:
        """Return a board with some clues, and an answer: cells, or numbers of all cells."""
        return Drafted.of(self.family, board, answer, **clues)

    def fit(self, board: Board) -> Board:
        """Return a board as a file would have it: regions in order, clues sorted, normalized.

        `PuzzleFormatError` if ``normalize`` refuses it.
        """
        regions, other_clues = renumbered(board.regions), tuple(sorted(board.other_clues))
        return self.normalize(replace(board, regions=regions, other_clues=other_clues))

    def with_rule(self, clues: Board, rule: str) -> Board:
        """Return clues under another rule; without regions or clues outside that do not fit it.

        Of a kind with ``rule_sets`` this is what of the rule fits, perhaps nothing.
        """
        fault: PuzzleFormatError | None = None
        posed = replace(clues, rule=rule)
        fewer = replace(posed, regions=()), replace(posed, other_clues=())
        for one in (posed, *(() if self.rule_sets else fewer)):
            try:
                return self.normalize(one)
            except PuzzleFormatError as error:
                fault = fault or error
        if self.rule_sets:
            return clues
        assert fault is not None
        raise fault

    def encode(self, clues: Board) -> JsonObject:
        """Return the JSON form of clues."""
        puzzle: dict[str, Any] = {"rows": clues.rows, "cols": clues.cols}
        if clues.rule:
            puzzle |= self.rule_parts.get(clues.rule, {"rule": clues.rule})
        puzzle["clues"] = _rows(clues.values, clues.cols)
        if clues.regions:
            puzzle["regions"] = _rows(clues.regions, clues.cols)
        sorts = self.clue_sorts
        if self.has_optional_sorts:
            found = {clue.sort for clue in clues.other_clues}
            sorts = tuple(sort for sort in sorts if not found.isdisjoint(sort.names))
        return {**puzzle, **encode_clues(sorts, clues.rows, clues.cols, clues.other_clues)}

    def decode(self, puzzle: JsonObject) -> Board:
        """Return the clues in a ``record.puzzle``; `PuzzleFormatError` if it is invalid."""
        if not isinstance(puzzle, Mapping):
            raise PuzzleFormatError(f"expected puzzle to be an object, found {puzzle!r}")
        rows, cols = (read_whole(puzzle, key, self.most_side) for key in ("rows", "cols"))
        rule = self._rule_of_parts(puzzle) if self.rule_parts else puzzle.get("rule")
        if rule is not None and (not isinstance(rule, str) or rule not in self.rules):
            known = ", ".join(self.rules) or "no rule"
            raise PuzzleFormatError(f"expected puzzle.rule to be one of {known}, found {rule!r}")
        values = read_rows(puzzle.get("clues"), "puzzle.clues", rows, cols, "whole numbers")
        regions: list[int] = []
        if puzzle.get("regions") is not None:
            regions = read_rows(
                puzzle["regions"], "puzzle.regions", rows, cols, "numbers from 0", least=0
            )
        other_clues = decode_clues(self.clue_sorts, puzzle)
        clues = self.make_clues(rows, cols, values, rule, regions, other_clues)
        if rule and clues.rule != rule:
            raise PuzzleFormatError(
                f"expected puzzle.rule to be {clues.rule} for these clues, found {rule}"
            )
        return clues

    def _rule_of_parts(self, puzzle: JsonObject) -> str:
        usual = self.rule_parts[self.rules[0]]
        given = {key: puzzle.get(key, value) for key, value in usual.items()}
        for rule, parts in self.rule_parts.items():
            if repr(parts) == repr(given):  # 1 and true are equal, but are not the same JSON
                return rule
        keys = ", ".join(f"puzzle.{key}" for key in usual)
        raise PuzzleFormatError(
            f"expected values of {keys} such as {[*usual.values()]}, found {[*given.values()]}"
        )

    def encode_solution(self, solution: Solution) -> JsonObject:
        """Return the JSON form of a solution."""
        return {
            family: self._rows_of(solution)
            if family == "numbers"
            else [item[0] if family == "cells" else [*item] for item in solution.of(family)]
            for family in families_of(self.family)
        }

    def _rows_of(self, solution: Solution) -> list[list[int]]:
        """Return the numbers of a solution, in blocked cells one less than the least."""
        found = solution.number_at
        side = isqrt(len(found))
        grid = solution.grid or Grid(side, side)
        blank = self.answers(grid.rows, grid.cols)[0] - 1 if self.blocked is not None else 0
        return _rows([found.get(cell, blank) for cell in range(grid.rows * grid.cols)], grid.cols)

    def decode_solution(self, clues: Board, value: JsonObject) -> Solution:
        """Return the solution in a ``record.solution``, which need not be correct.

        `PuzzleFormatError` if it is malformed.
        """
        entries = value if isinstance(value, Mapping) else {}
        items: list[tuple[int, ...]] = []
        families = families_of(self.family)
        for family in families:
            if family == "numbers":
                items += self._read_numbers(clues, entries.get("numbers"))
                continue
            if family == "bridges":
                counts = self.answers(clues.rows, clues.cols)
                family_items = _read_bridges(entries.get(family), clues.rows * clues.cols, counts)
            else:
                family_items = _read_items(entries.get(family), family, clues.grid)
            if len(set(family_items)) < len(family_items):
                raise PuzzleFormatError(f"expected each of solution.{family} once")
            is_beside = len(families) > 1 and family == "strokes"
            items += ((*item, 1) for item in family_items) if is_beside else family_items
        grid = clues.grid if "numbers" in families else None
        return Solution(self.family, tuple(sorted(items)), grid)

    def _read_numbers(self, clues: Board, entry: Any) -> Iterator[tuple[int, int]]:
        """Yield each cell that has a number in a ``record.solution``, and its number."""
        allowed = self.answers(clues.rows, clues.cols)
        expected = f"numbers from {allowed[0]} to {allowed[-1]}"
        name, blank = "solution.numbers", allowed[0] - 1
        least = allowed[0] if self.blocked is None else blank
        numbers = read_rows(entry, name, clues.rows, clues.cols, expected, least=least)
        if max(numbers) > allowed[-1]:
            raise PuzzleFormatError(f"expected {expected} in {name}, found {max(numbers)}")
        for cell, number in enumerate(numbers):
            is_blocked = self.blocked is not None and clues.values[cell] == self.blocked
            if (number == blank) != is_blocked:
                raise PuzzleFormatError(
                    f"expected {expected} in {name}, and {blank} in cells that have none, found "
                    f"{number} in row {cell // clues.cols + 1}, column {cell % clues.cols + 1}"
                )
            if number != blank:
                yield cell, number

    def canonical(self, clues: Board) -> str:
        """Return the canonical form as text: the key for finding duplicates."""
        least = self.canonical_clues(clues)
        parts = [f"{least.rows}x{least.cols}:{','.join(map(str, least.values))}"]
        if least.regions:
            parts.append(",".join(map(str, least.regions)))
        for one in least.other_clues:
            numbers = ".".join(map(str, one.numbers))
            parts.append(f"{one.sort} {'.'.join(map(str, one.place))}:{numbers}{one.sign}")
        return "/".join(parts)

    def canonical_clues(self, clues: Board) -> Board:
        """Return the canonical form as clues, under the same rule."""
        return _least_image(self, clues)

    def images(self, clues: Board) -> Iterator[Board]:
        """Yield the clues in each position of the symmetries, the given one first."""
        for symmetry in self.symmetries:
            image = image_getter(clues.rows, clues.cols, symmetry)
            turned = _turned(self.pointing, symmetry)
            values = tuple(turned.get(value, value) for value in image(clues.values))
            if self.is_renamed:
                values = _renamed(values, (self.empty, self.blocked))
            regions = renumbered(image(clues.regions) if clues.regions else ())
            size = clues.rows, clues.cols
            others = image_of_clues(self.clue_sorts, *size, clues.other_clues, symmetry)
            rows, cols = (clues.cols, clues.rows) if symmetry & 4 else (clues.rows, clues.cols)
            yield self.normalize(Board(rows, cols, values, clues.rule, regions, others))


@lru_cache(maxsize=4)
def _least_image(boards: Boards, clues: Board) -> Board:
    def key(one: Board) -> tuple[Any, ...]:
        values = tuple(-value for value in one.values) if boards.has_largest_first else one.values
        return one.rows, one.cols, one.regions, values, one.other_clues

    return min(boards.images(clues), key=key)


def _turned(pointing: Sequence[int], symmetry: int) -> dict[int, int]:
    """Return what clues that point up, down, left and right become in an image.

    >>> _turned("udlr", 4), _turned("udlr", 1)
    ({'u': 'l', 'd': 'r', 'l': 'u', 'r': 'd'}, {'u': 'u', 'd': 'd', 'l': 'r', 'r': 'l'})
    """
    found = {}
    for at, clue in enumerate(pointing):
        way = at ^ 2 if symmetry & 4 else at
        found[clue] = pointing[way ^ bool(symmetry & (1 if way & 2 else 2))]
    return found


def require_square(clues: Board) -> Board:
    """Return the clues; `PuzzleFormatError` if the board is not square."""
    if clues.rows != clues.cols:
        found = f"{clues.cols}x{clues.rows}"
        raise PuzzleFormatError(f"expected as many rows as columns, found {found}")
    return clues


def latin_boards(*sorts: ClueSort, numbers: str = "numbers", **more: Any) -> Boards:
    """Return the squares of numbers of a kind, which calls them so; ``more`` are other fields."""
    boards = Boards(
        family="numbers",
        empty=0,
        allowed=lambda rows, cols: range(rows + 1),
        expected=f"{numbers} from 1 to the side of the board, 0 for an empty cell",
        normalize=require_square,
        most_side=12,
        clue_sorts=sorts,
    )
    return replace(boards, **more)


def fit_regions(clues: Board) -> Board:
    """Return a square board with as many connected regions as rows; its rows if it has none.

    `PuzzleFormatError` if it has others.
    """
    size = require_square(clues).rows
    regions = clues.regions or tuple(row for row in range(size) for _ in range(size))
    number = len(set(regions))
    if number != size:
        raise PuzzleFormatError(f"expected {size} connected regions, found {number}; check them")
    for region in range(size):
        if not is_whole(clues.grid, regions, region):
            row, col = divmod(regions.index(region), size)
            raise PuzzleFormatError(
                f"expected connected regions, found that of row {row + 1}, column {col + 1} in "
                "parts, which no rule allows; check it"
            )
    return replace(clues, regions=regions)


def fit_areas(most: int) -> Callable[[Board], Board]:
    """Return a function that requires connected regions of up to ``most`` cells."""

    def fit(clues: Board) -> Board:
        if not clues.regions:
            raise PuzzleFormatError("expected regions, found none; add them")
        for cells in clues.areas:
            row, col = divmod(cells[0], clues.cols)
            where = f"the region of row {row + 1}, column {col + 1}"
            if len(cells) > most:
                raise PuzzleFormatError(f"expected at most {most} cells in {where}; check it")
            if not is_whole(clues.grid, clues.regions, clues.regions[cells[0]]):
                raise PuzzleFormatError(f"expected {where} to be connected, found parts; check it")
        return clues

    return fit


def fit_once(clues: Board) -> Board:
    """Return the clues; `PuzzleFormatError` if a number, other than 0, is given twice."""
    found: dict[int, int] = {}
    for cell, number in enumerate(clues.values):
        if number and found.setdefault(number, cell) != cell:
            (row, col), (top, left) = (divmod(at, clues.cols) for at in (cell, found[number]))
            raise PuzzleFormatError(
                f"expected each number once, found {number} in row {top + 1}, column {left + 1} "
                f"and in row {row + 1}, column {col + 1}; check it"
            )
    return clues


def fit_sum(clues: Board) -> Board:
    """Return the clues; `PuzzleFormatError` if the numbers do not add up to the cells."""
    if sum(clues.values) != len(clues.values):
        raise PuzzleFormatError(
            f"expected numbers with the sum {len(clues.values)}, that of all cells, found "
            f"{sum(clues.values)}; check the numbers"
        )
    return clues


def fit_boxes(clues: Board) -> Board:
    """Return a square board with boxes, the usual ones if it has no regions.

    `PuzzleFormatError` if it is not square, or its regions are not boxes of one size.
    """
    size = require_square(clues).rows
    regions = clues.regions or boxes(size, *box_of_size(size))
    if box_of(regions, size) is None:
        raise PuzzleFormatError("expected boxes of one size, found other regions; check them")
    return replace(clues, regions=regions)


def _renamed(values: tuple[int, ...], kept: Collection[int | None]) -> tuple[int, ...]:
    found = dict.fromkeys(value for value in values if value not in kept)
    names = {name: number for number, name in enumerate(found, 1)}
    names |= {value: value for value in values if value in kept}
    return tuple(map(names.__getitem__, values))


def _rows(values: Sequence[int], cols: int) -> list[list[int]]:
    return [list(row) for row in split_rows(values, cols)]


def _read_items(entry: Any, family: str, grid: Grid) -> list[tuple[int, ...]]:
    """Return the items of one family in a ``record.solution``."""
    name = f"solution.{family}"
    if family == "cells":
        return [(cell,) for cell in _read_list(entry, name, range(grid.rows * grid.cols))]
    if family == "strokes":
        return _read_strokes(entry, grid)
    known = set(grid.edges() if family == "edges" else grid.borders())
    if not isinstance(entry, list):
        raise PuzzleFormatError(f"expected {name} to be a list of pairs, found {entry!r}")
    items: list[tuple[int, ...]] = []
    for pair in entry:
        if not isinstance(pair, list) or [type(end) for end in pair] != [int, int]:
            raise PuzzleFormatError(f"expected a pair of numbers in {name}, found {pair!r}")
        items.append((min(pair), max(pair)))
        if items[-1] not in known:
            raise PuzzleFormatError(f"expected neighbours in {name}, found {list(items[-1])}")
    return items


def _read_strokes(entry: Any, grid: Grid) -> list[tuple[int, ...]]:
    name = "solution.strokes"
    strokes: list[tuple[int, ...]] = []
    for pair in entry if isinstance(entry, list) else [entry]:
        if not isinstance(pair, list) or [type(end) for end in pair] != [int, int]:
            raise PuzzleFormatError(f"expected a list of two cells in {name}, found {pair!r}")
        first, last = sorted(pair)
        if not 0 <= first < last < grid.rows * grid.cols or not grid.stroke(first, last):
            raise PuzzleFormatError(
                f"expected two cells in a row, a column or a diagonal in {name}, found {pair!r}"
            )
        strokes.append((first, last))
    return strokes


def _read_bridges(entry: Any, size: int, counts: range) -> list[tuple[int, ...]]:
    name = "solution.bridges"
    if not isinstance(entry, list):
        raise PuzzleFormatError(f"expected {name} to be a list of [cell, cell, count]")
    bridges: list[tuple[int, ...]] = []
    for bridge in entry:
        if not isinstance(bridge, list) or [type(number) for number in bridge] != [int] * 3:
            raise PuzzleFormatError(f"expected [cell, cell, count] in {name}, found {bridge!r}")
        first, last = sorted(bridge[:2])
        if not 0 <= first < last < size:
            raise PuzzleFormatError(
                f"expected two cells from 0 to {size - 1} in {name}, found {bridge!r}"
            )
        if bridge[2] not in counts:
            raise PuzzleFormatError(
                f"expected 1 to {counts[-1]} bridges in {name}, found {bridge!r}"
            )
        bridges.append((first, last, bridge[2]))
    if len({bridge[:2] for bridge in bridges}) < len(bridges):
        raise PuzzleFormatError(
            f"expected each pair of cells once in {name}, found one twice; add up counts"
        )
    return bridges


def _read_list(value: Any, name: str, allowed: range) -> list[int]:
    if not isinstance(value, list):
        raise PuzzleFormatError(f"expected {name} to be a list, found {value!r}")
    for number in value:
        if type(number) is not int or number not in allowed:
            raise PuzzleFormatError(
                f"expected whole numbers from {allowed.start} to {allowed.stop - 1} in {name}, "
                f"found {number!r}"
            )
    return value


def fit_rooms(clues: Board, empty: int) -> Board:
    """Return clues with the number of each region in its first cell.

    `PuzzleFormatError` if a region is missing, is in parts or has two numbers.
    """
    if not clues.regions:
        raise PuzzleFormatError("expected regions, found none; add them")
    values = [empty] * len(clues.values)
    for cells in clues.areas:
        numbers = [clues.values[cell] for cell in cells if clues.values[cell] != empty]
        row, col = divmod(cells[0], clues.cols)
        where = f"the region of row {row + 1}, column {col + 1}"
        if not clues.grid.is_connected(cells):
            raise PuzzleFormatError(f"expected {where} to be connected, found parts; check it")
        if len(numbers) > 1:
            raise PuzzleFormatError(f"expected one number in {where}, found {len(numbers)}")
        values[cells[0]] = numbers[0] if numbers else empty
    return replace(clues, values=tuple(values))
