"""Akari: lamps that light every cell but not each other, counted by the numbers on walls.

Sources of its text forms: ``lightup.js`` of pzprjs (MIT), ``lightup.c`` of Simon Tatham's
collection (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.akari.drafts import LARGE, keep_easy, layout, repair
from pipeline.kinds.akari.kernels import WHITE
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tables, tatham
from pipeline.kinds.kit.sites.words import Words

WALL: Final = -2  # A wall without a number; 0 to 4 are walls with one
NUMBERS: Final = range(5)

BOARDS: Final = kit.Boards(
    family="cells",
    empty=WHITE,
    allowed=lambda rows, cols: range(WALL, 5),
    expected="0 to 4 for a wall with a number, -2 for one without, -1 for a white cell",
    is_walled=True,
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add that lamps do not light each other but every cell, and the numbers."""
    lamp = model.cells()
    lit: dict[int, tuple[int, ...]] = dict.fromkeys(lamp, ())
    for beam in board.runs(lamp.__contains__):
        lamps = lamp[beam]
        if len(beam) > 1:
            model.count(lamps, (0, 1), "beam")
        for cell in beam:
            lit[cell] += lamps
    for cell, sources in lit.items():
        model.clause(sorted({*sources}), "lit", about=cell)
    for wall, number in board.clues_but(WHITE, WALL):
        near = [cell for cell in board.grid.neighbours(wall) if cell in lamp]
        model.count(lamp[near], number, "number", clue=wall)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    walls = dict(board.clues_but(WHITE))
    yield from answer.require_off("lamp-on-wall", walls, "a lamp is on a wall")
    for wall, number in board.clues_but(WHITE, WALL):
        near = {*answer.near(wall)} - walls.keys()
        what = f"the {number} has {{}} lamps beside it"
        yield from answer.require_count("wrong-number", near, number, what, about=(wall,))
    for cell in (cell for cell in range(len(board.values)) if cell not in walls):
        seen = answer.sees(cell, lambda one: one not in walls)
        sources = sorted(answer.shaded.intersection(seen))
        if cell in answer.shaded and sources:
            yield kit.Violation("lamp-lit", (cell, *sources), "lamps shine on each other")
        if cell not in answer.shaded and not sources:
            yield kit.Violation("dark-cell", (cell,), "no lamp shines here")


EXPECTED: Final = "0 to 4 or x for a wall, or - for a white cell"
FILE: Final = Words(NUMBERS, "0 to 4 or - for a wall, or a dot", "look at it", ".", {"-": WALL})
TABLE: Final = tables.table(
    "rows of words, x for a wall without a number, - for a white cell",
    Words(NUMBERS, EXPECTED, "check it", "- . _", {"x": WALL, "#": WALL}),
    lambda board: 2 if WALL in board.values else 0,
    ("akari",),
    number_style=7,
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=layout,
        adapt=keep_easy,
        clearing=making.Clearing(lambda clue: clue if clue == WHITE else WALL),
        steered=("hard",),
        repair=repair,
        repaired_cells=LARGE,
    ),
    looks=kit.Looks(
        usual=kit.Sign("wall"), signs={WALL: kit.Sign("wall", is_number=False)}, shaded="lamp"
    ),
    forms=(
        puzz_link.form(("akari", "lightup", "bijutsukan"), puzz_link.Fours(WHITE, WALL)),
        puzz_link.file(("lightup", "akari", "bijutsukan"), FILE),
        tatham.form("Light Up", "|b[0-9]+s[0-9]+d[0-9]+", "7x7:a1B2c...",
                    tatham.Signs(NUMBERS, {"B": WALL}, "[0-4B]*[a-z][0-4Ba-z]*")),
        janko.form(
            ("akari",),
            janko.Cells(Words(NUMBERS, EXPECTED, "check it", "", {"x": WALL, "#": WALL})),
            filled="o",
        ),
        TABLE,
        tables.rows("rows of signs", TABLE),
    ),
)  # fmt: skip
