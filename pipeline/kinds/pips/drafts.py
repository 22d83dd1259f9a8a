"""Boards of Pips: dominoes laid at random, and regions around them with conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.looks.bank.clue import BANK, LARGEST, bank_of, dominoes_of

Numbers: TypeAlias = Sequence[int]
HOLE: Final = 1
"""The value of a cell that is not on the board."""
SHARE: Final = 75
"""Percent of the cells of a rectangle that are on the board."""
SIZES: Final = (2, 2, 3, 3, 4, 5)
LARGEST_REGION: Final = 6
SWAPS: Final = 12
"""Times a domino that halves are exchanged, where more neighbours then are equal."""
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
    if 2 * len(dominoes) != cells:
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
    """Return random dominoes on a random outline, and regions; None if stuck."""
    pairs = _outline(board, state)
    if pairs is None or len(pairs) > len(SET):
        return None
    order = making.shuffled(state, range(len(SET)))
    halves = [[*making.shuffled(state, SET[k])] for k in order[: len(pairs)]]
    numbers = _alike(board.grid, pairs, halves, state)
    values = tuple(0 if cell in numbers else HOLE for cell in board.grid.cells)
    bank = bank_of([[numbers[cell] for cell in pair] for pair in pairs])
    blank = replace(board, values=values, other_clues=(bank,))
    every = _regions(blank, [*numbers], numbers, state)
    items = sorted([*numbers.items(), *((*sorted(pair), 1) for pair in pairs)])
    answer = kit.Solution("numbers+strokes", tuple(items), board.grid)
    return kit.Drafted(_with(blank, every), answer)


def _outline(board: kit.Board, state: kit.RandomState) -> list[tuple[int, int]] | None:
    """Return the cells of dominoes that are connected and reach all sides of a rectangle."""
    grid, size = board.grid, len(board.values)
    wanted = -(-size * SHARE // 200)
    pairs: list[tuple[int, int]] = [making.pick(state, grid.edges())]
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
    grid: kit.Grid, pairs: Sequence[tuple[int, int]], halves: list[list[int]], state: kit.RandomState
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
    grid, left, found = board.grid, {*cells}, list[list[int]]()
    for cell in making.shuffled(state, sorted(cells)):
        alike = [one for one in left if numbers[one] == numbers[cell]]
        part = next((one for one in grid.parts(alike) if cell in one), [])
        if len(part) > 1 and making.random_below(state, 3):
            found.append(_some(grid, part, cell, LARGEST_REGION))
            left -= {*found[-1]}
    for cell in making.shuffled(state, sorted(left)):
        if cell in left:
            part = next(one for one in grid.parts(left) if cell in one)
            found.append(_some(grid, part, cell, making.pick(state, SIZES)))
            left -= {*found[-1]}
    return [_condition(sorted(part), numbers, state) for part in found]


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
    if len({*own}) == len(own) > 2 and kind < 5:
        return kit.Clue(kit.CAGE, place, (), "≠")
    off = 1 + int(making.random_below(state, SLACK))
    if kind == 9 and total + off <= LARGEST * len(cells):
        return kit.Clue(kit.CAGE, place, (total + off,), "<")
    if kind == 8 and total - off >= 0:
        return kit.Clue(kit.CAGE, place, (total - off,), ">")
    return kit.Clue(kit.CAGE, place, (total,))


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
    """Draw the region of an open cell, and perhaps one beside it, again."""
    numbers, grid = answer.number_at, board.grid
    cell = making.pick(state, cells)
    part = {cell, *next((cage.place for cage in board.cages if cell in cage.place), ())}
    beside = [cage.place for cage in board.cages
              if any(part & {*grid.neighbours(one)} for one in cage.place)]  # fmt: skip
    if beside and making.random_below(state, 2):
        part |= {*making.pick(state, beside)}
    kept = [cage for cage in board.cages if part.isdisjoint(cage.place)]
    return _with(board, [*kept, *_regions(board, sorted(part), numbers, state)]), answer


def tidy(
    board: kit.Board,
    answer: kit.Solution,
    is_solvable: Callable[[kit.Board], bool],
    state: kit.RandomState,
) -> kit.Board:
    """Join regions of one cell to others, and take conditions away, where it stays solvable."""
    numbers = answer.number_at
    for cage in [board.cages[k] for k in making.shuffled(state, range(len(board.cages)))]:
        if cage not in board.cages:
            continue
        others = [one for one in board.cages if one != cage]
        ways = _larger(board, cage, others, numbers) if len(cage.place) == 1 else iter(())
        for cages in (*ways, *[others] * (not making.random_below(state, 3))):
            changed = _with(board, cages)
            if is_solvable(changed):
                board = changed
                break
    return board


def _larger(
    board: kit.Board, cage: kit.Clue, others: Sequence[kit.Clue], numbers: dict[int, int]
) -> Iterator[list[kit.Clue]]:
    """Yield the regions with one of one cell joined to another beside it."""
    near = board.grid.neighbours(cage.place[0])
    for other in sorted(others, key=lambda one: len(one.place)):
        if len(other.place) < LARGEST_REGION and not {*near}.isdisjoint(other.place):
            place = tuple(sorted((*cage.place, *other.place)))
            own = [numbers[cell] for cell in place]
            sign = other.sign if other.sign in ("=", "≠") else ""
            joined = kit.Clue(kit.CAGE, place, () if sign else (sum(own),), sign)
            if is_met(joined, own):
                yield [one for one in others if one != other] + [joined]
