"""Boards at random with every sort of clue that does not stand in a single cell."""

from random import Random
from typing import Any

from pipeline.kinds import kit
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import BETWEEN, CAGE, SIDES, Clue, ClueSort
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import boxes
from pipeline.kinds.kit.looks.look import Looks, Sign
from tests.known import as_a


def boards(family: Any, empty: int, most: int, *extra: ClueSort, **more: Any) -> Boards:
    return Boards(
        family=family, empty=empty, allowed=lambda rows, cols: range(empty, most + 1),
        expected="a clue", clue_sorts=extra, **more,
    )  # fmt: skip


CAGES = kit.Cages(operations=("+", "-", "x", "/"))
RUNS = kit.Outside(sides=("left", "top"), is_run=True)
AROUND = kit.Outside(is_one_number=True)

CIRCLES = Looks(
    symbols=("white", "black"), signs={0: Sign("white", False), 1: Sign("black", False)}
)

PARTS = ("left", "top", "right", "bottom", "middle", "one")
SHIPS = Looks(signs={
    **{k: Sign(f"ship-{part}", False) for k, part in enumerate(PARTS, 1)}, 7: Sign("white", False),
})  # fmt: skip

KINDS = {
    "cages": (Looks(), boards("numbers", 0, 9, CAGES, has_regions=True)),
    "walled": (Looks(is_walled=True), boards("numbers", 0, 9, CAGES)),
    "runs": (Looks(fives=True), boards("cells", 0, 0, RUNS)),
    "around": (Looks(), boards("numbers", 0, 6, AROUND)),
    "alike": (Looks(symbols=("0", "1")), boards("cells", -1, 1, kit.Between(("=", "x")))),
    "circles": (CIRCLES, boards("cells", -1, 1, kit.Between(("=", "x")))),
    "less": (Looks(), boards("numbers", 0, 6, kit.Between(("<", ">")))),
    "walls": (Looks(), boards("numbers", 0, 6, kit.Between(("|",)))),
    "signed": (Looks(), boards("numbers", 0, 6, kit.Between(("<", "o")), has_regions=True)),
    "letters": (Looks(), boards("numbers", 0, 6, kit.Between(("V", "X", "XV")), has_regions=True)),
    "corners": (Looks(usual=Sign("corner")), boards("edges", 0, 30, has_regions=True)),
    "ships": (SHIPS, boards("cells", 0, 7, AROUND)),
    "stars": (Looks(shaded="star"), boards("cells", 0, 0, has_regions=True)),
}
"""Looks and boards by sort of clue."""


def random_board(sort: str, seed: int) -> tuple[Board, Solution]:
    """Return clues and an answer without meaning; equal seeds give equal boards."""
    random = Random(f"{sort} {seed}")
    looks, made = KINDS[sort]
    rows = cols = 6
    if sort in ("runs", "alike", "circles", "stars", "walls"):
        rows, cols = random.choice([(6, 6), (5, 7), (11, 6)])
    grid = Grid(rows, cols)
    regions: tuple[int, ...] = ()
    if sort in ("cages", "signed", "letters", "corners"):
        regions = boxes(6, 2, 3)
    elif sort == "stars":
        regions = tuple(random_part(grid, random, (2, 9)))
    given = [-1 if looks.symbols else 0] * (rows * cols)
    if sort not in ("runs", "stars"):
        for cell in random.sample(grid.cells, 4):
            most = {"corners": 30, "ships": 7}.get(sort, 6)
            given[cell] = random.randint(0, 1) if looks.symbols else random.randint(1, most)
    clues = made.make_clues(rows, cols, given, None, regions, extra_clues(sort, grid, random))
    if sort == "corners":  # a line through the numbers of a row
        start = cols * random.randrange(rows)
        return clues, Solution("edges", tuple((start + k, start + k + 1) for k in range(cols - 1)))
    if sort == "ships":
        some = {cell for cell in random.sample(grid.cells, 9) if not given[cell]}
        some |= {cell for cell in grid.cells if 0 < given[cell] < 7}
        return clues, Solution("cells", tuple((cell,) for cell in sorted(some)))
    if made.family == "numbers":
        items = [(cell, given[cell] or random.randint(1, 6)) for cell in grid.cells]
    else:
        wanted = [cell for cell in grid.cells if given[cell] != 0 or not looks.symbols]
        chosen = {cell for cell in wanted if given[cell] == 1 or random.random() < 0.4}
        return clues, Solution(made.family, tuple((cell,) for cell in sorted(chosen or wanted[:1])))
    return clues, Solution(made.family, tuple(items))


def extra_clues(sort: str, grid: Grid, random: Random) -> list[Clue]:
    if sort in ("cages", "walled"):
        parts = random_part(grid, random, (1, 5))
        cages = [[cell for cell in grid.cells if parts[cell] == k] for k in range(max(parts) + 1)]
        kept = cages if sort == "walled" else random.sample(cages, len(cages) - 2)
        totals = ((random.randint(1, 45),) if random.random() < 0.8 else () for _ in kept)
        signs = ("", *CAGES.operations)
        return [
            Clue(CAGE, tuple(cage), total, random.choice(signs) if total else "")
            for cage, total in zip(kept, totals, strict=True)
        ]
    if sort in ("runs", "around", "ships"):
        found = []
        for side in RUNS.sides if sort == "runs" else SIDES:
            lines, length = grid.lines(), grid.cols
            count = grid.rows if side in ("left", "right") else grid.cols
            length = len(lines[0] if side in ("left", "right") else lines[-1])
            for line in range(count):
                most = random.randint(0, (length + 1) // 2) if sort == "runs" else 1
                numbers = [1] * most
                if most:
                    spare = length - 2 * most + 1 if sort == "runs" else length - 1
                    numbers[random.randrange(most)] += random.randint(0, spare)
                    found.append(Clue(side, (line,), tuple(numbers)))
        return found
    for extra in KINDS[sort][1].clue_sorts:
        pairs, signs = random.sample(grid.edges(), 9), as_a(kit.Between, extra).signs
        return [Clue(BETWEEN, pair, (), random.choice(signs)) for pair in pairs]
    return []


def random_part(grid: Grid, random: Random, sizes: tuple[int, int]) -> list[int]:
    """Return the number of a connected part for each cell."""
    parts = [-1] * len(grid.cells)
    for number, start in enumerate(grid.cells):
        part = [start] if parts[start] < 0 else []
        for _ in range(random.randint(*sizes)):
            for cell in part:
                parts[cell] = number
            near = {b for a in part for b in grid.neighbours(a) if parts[b] < 0}
            part += random.sample(sorted(near), min(len(near), 1))
    names = {old: new for new, old in enumerate(dict.fromkeys(parts))}
    return [names[part] for part in parts]
