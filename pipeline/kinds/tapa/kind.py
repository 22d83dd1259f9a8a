"""Tapa: a connected wall; numbers in a cell are the lengths of its parts around that cell.

By Serkan Yürekli. A clue is written as its digits, the smallest first: 113 is a 1, a 1 and a 3, and
a 9 stands for a number that is not known. Sources of its text forms: ``tapa.js`` of pzprjs (MIT),
janko.at, penpa-edit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tables
from pipeline.kinds.kit.sites.words import Words

EMPTY, UNKNOWN = -1, "9"
LEAST, MOST = 40, 58  # Percent of the cells of a board that are shaded
CLUES: Final = (0, *(
    int("".join(digits))
    for size in range(1, 5)
    for digits in combinations_with_replacement("123456789", size)
    if size == 1 or size + sum(1 if one == UNKNOWN else int(one) for one in digits) <= 8
))  # fmt: skip
"""All clues: eight cells are around one, and a gap follows on each of several runs."""
KNOWN: Final = tuple(clue for clue in CLUES if UNKNOWN not in str(clue))

BOARDS: Final = kit.Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: (EMPTY, *CLUES),
    expected="the lengths of runs as digits, the smallest first, 9 for an unknown one, -1 for none",
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that the wall is connected and fills no two by two cells."""
    wall = model.cells()
    for block in board.blocks(2, 2):
        model.clause(-wall[block], "pool")
    model.connected(wall, "wall")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the clues: they are not shaded, and count what is around them."""
    wall = model.cells()
    for cell, clue in board.clues_but(EMPTY):
        model.clause(-wall[cell,], "clue", about=cell, clue=cell)
        runs = [None if one == UNKNOWN else int(one) for one in str(clue) if clue]
        model.around(wall, cell, runs, "around", number=clue, clue=cell)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition: runs are connected parts of what is around a cell."""
    clues = dict(board.clues_but(EMPTY))
    yield from answer.require_off("shaded-clue", clues, "a cell with a clue is shaded")
    for cell, clue in clues.items():
        near = answer.shaded.intersection(answer.around(cell)) - {cell}
        runs = Counter(str(len(part)) for part in answer.parts(near))
        wanted = Counter(str(clue).replace("0", ""))
        unknown = wanted.pop(UNKNOWN, 0)
        if not wanted <= runs or runs.total() != wanted.total() + unknown:
            found = " ".join(sorted(runs.elements())) or "nothing"
            yield kit.Violation("wrong-runs", (cell,), f"{found} around a clue {clue}")
    yield from answer.require_connected("parted", answer.shaded, "a part of the wall is cut off")
    for cell in sorted(answer.shaded):
        block = {cell, cell + 1, cell + board.cols, cell + board.cols + 1}
        if (cell + 1) % board.cols and block <= answer.shaded:
            yield kit.Violation("pool", tuple(sorted(block)), "the wall fills two by two cells")


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution]:
    """Return a random wall, and the clue of every cell that is not in it."""
    grid, share = board.grid, LEAST + int(making.random_below(state, MOST - LEAST + 1))
    wall = making.random_wall(grid, state, share)
    values = [EMPTY] * len(grid.cells)
    for cell in {*grid.cells} - wall:
        parts = grid.parts(wall.intersection(grid.around(cell)))
        values[cell] = int("".join(map(str, sorted(map(len, parts)))) or 0)
    return BOARDS.draft(board, sorted(wall), values=tuple(values))[:2]


def _words(parting: tuple[str, ...], unknown: str, **more: str) -> Words:
    signs = {
        between.join(digits).replace(UNKNOWN, unknown): clue
        for between in parting
        for clue in CLUES
        for digits in dict.fromkeys(permutations(str(clue)))
    }
    return Words(range(0), "numbers around a cell, such as 113", "check them", signs=signs, **more)


def confidence(board: kit.Board) -> int:
    """Return 2 for a clue that no other kind has in a table, else -1."""
    words = (str(clue) for clue in board.values if clue > 9)
    return 2 if any(len(word) > 2 or UNKNOWN in word for word in words) else -1


TABLE: Final = _words(("", ",", "/", "-", "."), "?")
KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(layout=layout, clearing=making.Clearing(clues=KNOWN), steered=("easy",)),
    fixed_last=True,
    looks=kit.Looks(usual=kit.Sign("digits")),
    forms=(
        puzz_link.form(("tapa",), puzz_link.Several(EMPTY)),
        puzz_link.file(("tapa",), _words((",",), "-", empty=".")),
        janko.form(("tapa",), janko.Cells(TABLE)),
        tables.table("rows of numbers, such as 113, - for none", TABLE, confidence, ("tapa",)),
    ),
)
