"""Boards of Pips: dominoes laid at random, and regions around them with conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.looks.bank.clue import BANK, LARGEST, bank_of, dominoes_of

Numbers: TypeAlias = Sequence[int]
Pair: TypeAlias = tuple[int, int]
HOLE: Final = 1
"""The value of a cell that is not on the board."""
SHARE: Final = 75
"""Percent of the cells of a rectangle that are on the board."""
MOST: Final = 16
"""Most dominoes of a board."""
SIZES: Final = (2, 2, 3, 3, 4, 5)
LARGEST_REGION: Final = 6
SWAPS: Final = 5
"""Times a domino that halves are exchanged, where more neighbours then are equal."""
SINGLES: Final = 6
"""Regions of one cell are drawn again while more than one cell in so many is one."""
REDRAWN: Final = 12
"""Times a cell that this is tried at most."""
SLACK: Final = 3
"""How far a sum may be from the number that it is below or above."""
SET: Final = [*combinations_with_replacement(range(LARGEST + 1), 2)]


def fit(board: kit.Board) -> kit.Board:
    """Return the board without regions that have no condition; `PuzzleFormatError` if none fits."""
    cages = [cage for cage in board.cages if cage.numbers or cage.sign]
    for cage in cages:
        for cell in cage.place:
            if board.values[cell] == HOLE:
                row, col = divmod(cell, board.cols)
                raise kit.PuzzleFormatError(
                    f"expected regions of cells of the board, found row {row + 1}, column "
                    f"{col + 1} in one, which is not on it"
                )
    cells, dominoes = board.values.count(0), dominoes_of(board)
    if not dominoes or 2 * len(dominoes) != cells:
        raise kit.PuzzleFormatError(
            f"expected half as many dominoes as cells, found {len(dominoes)} for {cells} cells"
        )
    bank = [clue for clue in board.other_clues if clue.sort == BANK]
    return replace(board, other_clues=tuple(sorted((*cages, *bank))))


def bounds(cage: kit.Clue) -> tuple[int, int]:
    """Return the least and the greatest sum of a region."""
    total, most = cage.numbers[0], LARGEST * len(cage.place)
    return {"<": (0, total - 1), ">": (total + 1, most), "": (total, total)}[cage.sign]


def is_met(cage: kit.Clue, numbers: Numbers) -> bool:
    """Return whether the numbers of a region meet its condition."""
    if cage.sign == "=":
        return len({*numbers}) == 1
    if cage.sign == "≠":
        return len({*numbers}) == len(numbers)
    total, sums = cage.numbers[0], sum(numbers)
    return sums < total if cage.sign == "<" else sums > total if cage.sign == ">" else sums == total


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted | None:
    """Return random dominoes on a random outline, each cell with its number; None if stuck."""
    pairs = _outline(board, state)
    if pairs is None:
        return None
    order = making.shuffled(state, range(len(SET)))
    halves = [[*making.shuffled(state, SET[k])] for k in order[: len(pairs)]]
    return kit.Drafted(*_drafted(board, pairs, _alike(board.grid, pairs, halves, state)))


def _drafted(
    board: kit.Board, pairs: Sequence[Pair], numbers: dict[int, int]
) -> tuple[kit.Board, kit.Solution]:
    """Return a board with a region for each cell, and its answer."""
    values = tuple(0 if cell in numbers else HOLE for cell in board.grid.cells)
    bank = bank_of([[numbers[cell] for cell in pair] for pair in pairs])
    cages = [kit.Clue(kit.CAGE, (cell,), (number,)) for cell, number in numbers.items()]
    items = sorted([*numbers.items(), *((min(pair), max(pair), 1) for pair in pairs)])
    made = replace(board, values=values, other_clues=tuple(sorted((*cages, bank))))
    return made, kit.Solution("numbers+strokes", tuple(items), board.grid)


def _outline(board: kit.Board, state: kit.RandomState) -> list[Pair] | None:
    """Return the cells of dominoes that are connected and reach all sides of a rectangle."""
    grid, size = board.grid, len(board.values)
    wanted = min(-(-size * SHARE // 200), MOST)
    pairs: list[Pair] = [making.pick(state, grid.edges())]
    covered = {*pairs[0]}
    while len(pairs) < wanted:
        free = [pair for pair in grid.edges() if covered.isdisjoint(pair)]
        near = [pair for pair in free if any(covered & {*grid.neighbours(one)} for one in pair)]
        if not near:
            return None
        best = max(
            (making.pick(state, near) for _ in range(2)),
            key=lambda pair: sum(len(covered & {*grid.neighbours(one)}) for one in pair),
        )
        pairs.append(best)
        covered |= {*best}
    rows, cols = {cell // board.cols for cell in covered}, {cell % board.cols for cell in covered}
    is_whole = len(rows) == board.rows and len(cols) == board.cols
    return pairs if is_whole else None


def _alike(
    grid: kit.Grid, pairs: Sequence[Pair], halves: list[list[int]], state: kit.RandomState
) -> dict[int, int]:
    """Return the numbers of cells: dominoes exchanged until many neighbours are equal."""

    def written() -> dict[int, int]:
        return {cell: half for pair, own in zip(pairs, halves, strict=True)
                for cell, half in zip(pair, own, strict=True)}  # fmt: skip

    def score() -> int:
        now = written()
        return sum(now[a] == now[b] for a, b in grid.edges() if a in now and b in now)

    best = score()
    for _ in range(SWAPS * len(pairs)):
        one, other = (int(making.random_below(state, len(pairs))) for _ in range(2))
        halves[one], halves[other] = halves[other][::-1], halves[one]
        if (found := score()) < best:
            halves[one], halves[other] = halves[other], halves[one][::-1]
        else:
            best = found
    return written()


def _regions(
    board: kit.Board, cells: Numbers, numbers: dict[int, int], state: kit.RandomState
) -> list[kit.Clue]:
    """Return regions of some cells: some of equal numbers, then others."""
    grid, left, parts = board.grid, {*cells}, list[list[int]]()
    for cell in making.shuffled(state, sorted(cells)):
        alike = [one for one in left if numbers[one] == numbers[cell]]
        part = next((one for one in grid.parts(alike) if cell in one), [])
        if len(part) > 1 and making.random_below(state, 3):
            parts.append(_some(grid, part, cell, LARGEST_REGION))
            left -= {*parts[-1]}
    for cell in making.shuffled(state, sorted(left)):
        if cell in left:
            part = next(one for one in grid.parts(left) if cell in one)
            parts.append(_some(grid, part, cell, making.pick(state, SIZES)))
            left -= {*parts[-1]}
    return [_condition(sorted(part), numbers, state) for part in parts]


def _some(grid: kit.Grid, part: Numbers, start: int, size: int) -> list[int]:
    """Return connected cells of a part from one on, up to a number."""
    found = [start]
    for cell in found:
        near = [one for one in grid.neighbours(cell) if one in part and one not in found]
        found += near[: max(0, size - len(found))]
    return found


def _condition(cells: Numbers, numbers: dict[int, int], state: kit.RandomState) -> kit.Clue:
    """Return a region with a condition that its numbers meet."""
    own = [numbers[cell] for cell in cells]
    place, total, kind = tuple(cells), sum(own), int(making.random_below(state, 10))
    if len(cells) > 1 and len({*own}) == 1:
        return kit.Clue(kit.CAGE, place, (), "=")
    if len({*own}) == len(own) > 1 and kind < len(own):
        return kit.Clue(kit.CAGE, place, (), "≠")
    return kit.Clue(kit.CAGE, place, (total,))


def _weaker(cage: kit.Clue, numbers: dict[int, int], state: kit.RandomState) -> list[kit.Clue]:
    """Return a region with a sum as one that asks for less, or now and then none; or the region."""
    values = [numbers[cell] for cell in cage.place]
    way, off = int(making.random_below(state, 6)), 1 + int(making.random_below(state, SLACK))
    if way == 0:
        return []
    if way == 1 and not cage.sign and len({*values}) == len(values) > 1:
        return [cage._replace(numbers=(), sign="≠")]
    total = sum(values) + (off if way == 2 else -off)
    if way in (2, 3) and not cage.sign and 0 <= total <= LARGEST * len(values):
        return [cage._replace(numbers=(total,), sign="<" if way == 2 else ">")]
    return [cage]


def _with(board: kit.Board, cages: Sequence[kit.Clue]) -> kit.Board:
    bank = board.clues_of(BANK)
    return replace(board, other_clues=tuple(sorted((*cages, *bank))))


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution]:
    """Exchange the domino on an open cell with another one."""
    numbers, pairs = answer.number_at, answer.of("strokes")
    here = making.pick(state, [pair for pair in pairs if not {*cells}.isdisjoint(pair)])
    there = making.pick(state, pairs)
    found = [numbers[cell] for cell in making.shuffled(state, there)], [numbers[k] for k in here]
    for pair, own in zip((here, there), found, strict=True):
        numbers |= dict(zip(pair, own, strict=True))
    return _drafted(board, [(one, other) for one, other in pairs], numbers)


def tidy(
    board: kit.Board,
    answer: kit.Solution,
    is_solvable: Callable[[kit.Board], bool],
    state: kit.RandomState,
) -> kit.Board:
    """Join cells to regions, and weaken conditions, as long as the board stays solvable."""
    numbers = answer.number_at
    waiting = _regions(board, [*numbers], numbers, state)
    while waiting:
        cage = waiting.pop()
        sharper = [cage._replace(numbers=(sum(numbers[cell] for cell in cage.place),), sign="")]
        for one in (cage, *sharper * (cage.sign in ("<", ">"))):
            others = [own for own in board.cages if {*own.place}.isdisjoint(one.place)]
            if is_solvable(changed := _with(board, [*others, one])):
                board = changed
                break
        else:
            waiting += _split(board.grid, cage, numbers, state)
    for _ in range(REDRAWN * len(numbers)):
        singles = [cage.place[0] for cage in board.cages if len(cage.place) == 1]
        if len(singles) * SINGLES <= len(numbers):
            break
        part = _around(board, making.pick(state, singles), state)
        drawn = _regions(board, sorted(part), numbers, state)
        if sum(len(one.place) == 1 for one in drawn) > len(part.intersection(singles)):
            continue
        others = [own for own in board.cages if part.isdisjoint(own.place)]
        if is_solvable(changed := _with(board, [*others, *drawn])):
            board = changed
    for cage in [board.cages[k] for k in making.shuffled(state, range(len(board.cages)))]:
        others, weaker = [one for one in board.cages if one != cage], _weaker(cage, numbers, state)
        if weaker != [cage] and is_solvable(changed := _with(board, [*others, *weaker])):
            board = changed
    return board


def _around(board: kit.Board, cell: int, state: kit.RandomState) -> set[int]:
    """Return a cell with the cells of one or two regions beside it."""
    part = {cell}
    for _ in range(1 + int(making.random_below(state, 2))):
        beside = [one for own in part for one in board.grid.neighbours(own)]
        near = [cage.place for cage in board.cages if not {*beside}.isdisjoint(cage.place)]
        part |= {*making.pick(state, near)} if near else set()
    return part


def _split(
    grid: kit.Grid, cage: kit.Clue, numbers: dict[int, int], state: kit.RandomState
) -> list[kit.Clue]:
    """Return the connected parts of a region cut in two, without those of one cell."""
    some = _some(grid, cage.place, making.pick(state, cage.place), len(cage.place) // 2)
    parts = [sorted(some), *grid.parts({*cage.place} - {*some})]
    return [_condition(part, numbers, state) for part in parts if len(part) > 1]
