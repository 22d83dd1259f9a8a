"""Random full boards with random elements, whose given numbers can then be removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import Final, TypeAlias, TypeVar

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.board import read_values
from pipeline.kinds.kit.board.clues import line_from
from pipeline.kinds.kit.board.regions import box_of_size, boxes
from pipeline.kinds.kit.engine.search import ModelSearch
from pipeline.kinds.kit.looks.area.clue import AREA
from pipeline.kinds.kit.looks.between.clue import DOTS
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL, diagonals_of
from pipeline.kinds.kit.looks.parity.clue import EVEN, ODD
from pipeline.kinds.kit.looks.slant.clue import SLANT, slants_of
from pipeline.kinds.kit.looks.thread.clue import LINE, SUM_ARROW, THERMOMETER
from pipeline.kinds.kit.words.model import fixed_model
from pipeline.kinds.variantsudoku.boards import BOARDS, TOTALS, elements_of
from pipeline.kinds.variantsudoku.declaration import (
    COMPLETE,
    PAIRS,
    STEPS,
    declare,
    fixed,
    least_difference,
    pairs_apart,
)
from pipeline.kinds.variantsudoku.rules import number_outside

_LENGTHS: Final = {
    THERMOMETER: (3, 6), SUM_ARROW: (3, 4), "palindromes": (3, 5), "whispers": (3, 6),
    "renban": (3, 5),
}  # fmt: skip
"""Least and greatest length of lines through cells."""
_CAGE_SIZES: Final = (2, 2, 3, 3, 4)
_TRIES: Final = 60  # Starts of lines before a board has enough of them
_FIRST: Final = 3  # Numbers drawn before the others are searched, where neighbours count
_NODES: Final = 4000
_CHANGES: Final = 32  # Times that a regular answer is changed
_KEPT: Final = 18  # Percent of its numbers that stay when it is
_CHANGE_NODES: Final = 30

T = TypeVar("T")
Numbers: TypeAlias = Sequence[int]
Follow: TypeAlias = Callable[[Numbers, int, int], bool]
Whole: TypeAlias = Callable[[Numbers], bool]
Maker: TypeAlias = Callable[[kit.Grid, Numbers, set[int], kit.RandomState], Iterator[kit.Clue]]


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a random full board with elements; None if stuck."""
    elements = elements_of(board)
    regions: Sequence[int] = boxes(board.rows, *box_of_size(board.rows))
    if "jigsaw" in elements:
        regions = making.random_regions(regions, board.grid, state, 2 * board.rows)
    groups = [clue for one in elements for clue in _groups(board.rows, one)]
    posed = replace(board, regions=tuple(making.renumbered(regions)), other_clues=tuple(groups))
    numbers = _fill(posed, state)
    if numbers is None:
        return None
    clues, used = groups, set[int]()
    for element in elements:
        if element in _MAKERS:
            clues += _MAKERS[element](board.grid, numbers, used, state)
    try:
        full = BOARDS.make_clues(*_size(board), numbers, board.rule, posed.regions, clues)
    except kit.PuzzleFormatError:
        return None  # an element for which these numbers have no place
    return full, kit.Solution("numbers", tuple(enumerate(numbers)))


def without_totals(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Board:
    """Return a board of which the wanted share of cages has a total."""
    share = dict(params.own).get(TOTALS, 100)
    cages = making.shuffled(state, range(len(board.cages))) if share < 100 else []
    bare = {board.cages[k] for k in cages[len(cages) * share // 100 :]}
    clues = (clue._replace(numbers=()) if clue in bare else clue for clue in board.other_clues)
    return replace(board, other_clues=tuple(clues)) if bare else board


def _size(board: kit.Board) -> tuple[int, int]:
    return board.rows, board.cols


def _groups(side: int, element: str) -> list[kit.Clue]:
    """Return the diagonals, or windows of the size of boxes, one line away from each other."""
    if element == "diagonals":
        return [kit.Clue(DIAGONAL, cells) for cells in diagonals_of(side)]
    high, wide = box_of_size(side)
    tops, lefts = range(1, side - high + 1, high + 1), range(1, side - wide + 1, wide + 1)
    return [
        kit.Clue(AREA, tuple(row * side + col for row in range(top, top + high)
                             for col in range(left, left + wide)))
        for top in tops for left in lefts if element == "areas"
    ]  # fmt: skip


def _fill(board: kit.Board, state: kit.RandomState) -> list[int] | None:
    """Return random numbers for a board with regions and groups; None if stuck."""
    size, elements = len(board.values), elements_of(board)
    if "nonconsecutive" not in elements:
        groups = [cells for _, cells in board.groups()]
        groups += [clue.place for clue in board.other_clues]
        groups += [pair for one in STEPS if one in elements for pair in pairs_apart(board, one)]
        return making.random_numbers(size, groups, board.rows, state)
    regular = _regular(board.rows, state)
    numbers = _searched(board, dict(enumerate(regular)), (), _CHANGE_NODES) if regular else None
    if numbers is None:
        first = making.shuffled(state, board.grid.cells)[:_FIRST]
        drawn = {cell: 1 + making.random_below(state, board.rows) for cell in first}
        return _searched(board, drawn, (), _NODES)
    for _ in range(_CHANGES):
        order = making.shuffled(state, board.grid.cells)
        at = size * _KEPT // 100
        kept = {cell: numbers[cell] for cell in order[:at]}
        others = [(cell, numbers[cell]) for cell in order[at:]]
        numbers = _searched(board, kept, others, _CHANGE_NODES) or numbers
    return numbers


def _regular(side: int, state: kit.RandomState) -> list[int] | None:
    """Return multiples of a number along shifted rows, where neighbours are not consecutive."""
    high, wide = box_of_size(side)
    steps = (1, wide, wide * (high - 1) - 1)
    factors = [k for k in range(1, side) if gcd(k, side) == 1
               and not {k * step % side for step in steps} & {1, side - 1}]  # fmt: skip
    if not factors:
        return None
    factor, first = making.pick(state, factors), making.random_below(state, side)
    shifts = (wide * (row % high) + row // high for row in range(side))
    return [1 + factor * (first + shift + col) % side for shift in shifts for col in range(side)]


def _searched(
    board: kit.Board,
    given: Mapping[int, int],
    others: Sequence[tuple[int, int]],
    nodes: int,
) -> list[int] | None:
    """Return numbers with the given ones, of ``others`` not all; None if none are found."""
    base = fixed_model(BOARDS, fixed, board)
    model = kit.Model(board, BOARDS, base.core.extended(), base.arrays)
    declare(board, model)
    digit = model.numbers()
    for cell, number in given.items():
        model.clause([digit.at(cell, number)], "given", about=cell)
    if others:
        model.clause([-digit.at(cell, number) for cell, number in others], "given", about=())
    found = ModelSearch(model.core).next_solution(nodes)
    if found is None:
        return None
    known = read_values("numbers", model.core, found).number_at
    return [known[cell] for cell in board.grid.cells]


def _lines(name: str, sort: str, may_follow: Follow, is_whole: Whole) -> Maker:
    """Return what makes lines through unused cells, each step to a cell beside the last one."""

    def make(
        grid: kit.Grid, numbers: Numbers, used: set[int], state: kit.RandomState
    ) -> Iterator[kit.Clue]:
        least, most = _LENGTHS[name]
        wanted = 2 * grid.rows // 3
        for start in making.shuffled(state, grid.cells)[:_TRIES]:
            way = [start] if start not in used else []
            size = least + int(making.random_below(state, most - least + 1))
            while way and len(way) < size:
                near = [
                    cell for cell in grid.around(way[-1])
                    if cell not in used and cell not in way
                    and not _is_tight(grid, way, cell, used)
                    and may_follow([numbers[one] for one in way], numbers[cell], grid.rows)
                ]  # fmt: skip
                if not near:
                    break
                way.append(making.pick(state, near))
            if len(way) >= least and is_whole([numbers[one] for one in way]):
                used.update(way)
                cells = tuple(way)
                yield kit.Clue(sort, min(cells, cells[::-1]) if sort == LINE else cells)
                wanted -= 1
            if not wanted:
                return

    return make


def _is_tight(grid: kit.Grid, way: Sequence[int], cell: int, used: set[int]) -> bool:
    """Return whether a line would fold at a sharp angle, or cross another, on its next step."""
    if not {*grid.neighbours(cell)}.isdisjoint(way[:-1]):
        return True
    (row, col), (row2, col2) = (divmod(one, grid.cols) for one in (way[-1], cell))
    beside = {row * grid.cols + col2, row2 * grid.cols + col} - {way[-1], cell}
    return bool(beside & {*used, *way})


def _mixed(state: kit.RandomState, items: Sequence[T]) -> list[T]:
    """Return items in a random order."""
    return [items[k] for k in making.shuffled(state, range(len(items)))]


def _may_mirror(before: Numbers, number: int, _: int) -> bool:
    """Return whether a number may be next: of a line of three its third equals the first."""
    return len(before) < 2 or before[0] == number


def _cages(
    grid: kit.Grid, numbers: Numbers, used: set[int], state: kit.RandomState
) -> Iterator[kit.Clue]:
    cage_of = making.random_cages_apart(grid, _CAGE_SIZES, numbers, state)
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(cage_of):
        cages.setdefault(cage, []).append(cell)
    some = [tuple(cells) for cells in cages.values() if len(cells) > 1 and used.isdisjoint(cells)]
    for cells in _mixed(state, some)[: grid.rows + 1]:
        yield kit.Clue(kit.CAGE, cells, (sum(numbers[cell] for cell in cells),))


def _signs(signs: Iterable[str], share: int) -> Maker:
    """Return what puts signs between some neighbours, up to ``share`` for each row."""

    def make(
        grid: kit.Grid, numbers: Numbers, used: set[int], state: kit.RandomState
    ) -> Iterator[kit.Clue]:
        left = share * grid.rows
        for pair in _mixed(state, grid.edges()):
            fits = [sign for sign in signs if PAIRS[sign](*(numbers[cell] for cell in pair))]
            place = -1 - grid.edges().index(pair)  # beside the numbers of cells
            if fits and left and place not in used:
                used.add(place)
                left -= 1
                yield kit.Clue(kit.BETWEEN, pair, (), fits[-1])

    return make


def _every(element: str) -> Maker:
    """Return what puts a sign between all neighbours that fit one."""

    def make(
        grid: kit.Grid, numbers: Numbers, used: set[int], state: kit.RandomState
    ) -> Iterator[kit.Clue]:
        for index, pair in enumerate(grid.edges()):
            fits = [
                sign for sign in COMPLETE[element] if PAIRS[sign](*(numbers[cell] for cell in pair))
            ]
            if fits:
                used.add(-1 - index)
                yield kit.Clue(kit.BETWEEN, pair, (), making.pick(state, fits))

    return make


def _parity(
    grid: kit.Grid, numbers: Numbers, used: set[int], state: kit.RandomState
) -> Iterator[kit.Clue]:
    free = [cell for cell in grid.cells if cell not in used]
    for cell in making.shuffled(state, free)[: 2 * grid.rows]:
        used.add(cell)
        yield kit.Clue(ODD if numbers[cell] % 2 else EVEN, (cell,))


def _slants(
    grid: kit.Grid, numbers: Numbers, _: set[int], state: kit.RandomState
) -> Iterator[kit.Clue]:
    ways, slots = slants_of(grid.rows, grid.cols), set[tuple[int, int]]()
    for cells in _mixed(state, [way for way in ways if len(way) > 1]):
        if ways[cells] not in slots and len(slots) < grid.rows:
            slots.add(ways[cells])
            yield kit.Clue(SLANT, cells, (sum(numbers[cell] for cell in cells),))


def _outside(element: str, sides: Sequence[str]) -> Maker:
    """Return what puts numbers outside of all lines, as seen from some sides."""

    def make(
        grid: kit.Grid, numbers: Numbers, _: set[int], state: kit.RandomState
    ) -> Iterator[kit.Clue]:
        for side in sides:
            for at in range(grid.rows):
                line = line_from(grid.rows, grid.cols, side, at)
                yield kit.Clue(side, (at,), (number_outside(element, [numbers[c] for c in line]),))

    return make


_MAKERS: Final[dict[str, Maker]] = {
    "cages": _cages,
    "thermometers": _lines(
        THERMOMETER, THERMOMETER, lambda before, number, _: number > before[-1], bool
    ),
    "arrows": _lines(
        SUM_ARROW, SUM_ARROW,
        lambda before, number, _: sum(before[1:]) + number <= before[0],
        lambda values: values[0] == sum(values[1:]),
    ),
    "palindromes": _lines("palindromes", LINE, _may_mirror, lambda values: values == values[::-1]),
    "whispers": _lines(
        "whispers", LINE,
        lambda before, number, side: abs(number - before[-1]) >= least_difference(side), bool,
    ),
    "renban": _lines(
        "renban", LINE,
        lambda before, number, _: number not in before
        and max(*before, number) - min(*before, number) < _LENGTHS["renban"][1],
        lambda values: max(values) - min(values) == len(values) - 1,
    ),
    "dots": _signs(DOTS, 3),
    "xv": _signs("VX", 2),
    **{element: _every(element) for element in COMPLETE},
    "signs": _signs("<>", 3),
    "parity": _parity,
    "little-killer": _slants,
    "sandwich": _outside("sandwich", (kit.LEFT, kit.TOP)),
    "x-sums": _outside("x-sums", kit.SIDES),
    "skyscrapers": _outside("skyscrapers", kit.SIDES),
}  # fmt: skip
"""What makes the clues of an element: (grid, numbers, used cells, random state)."""
