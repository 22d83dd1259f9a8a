"""Masyu: one loop through cells, straight at white pearls and turning at black ones.

Sources of its text forms: ``mashu.js`` of pzprjs (MIT), ``pearl.c`` of Simon Tatham's collection
(MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tables, tatham
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.masyu import drafts
from pipeline.kinds.masyu.drafts import BLACK, EMPTY, WHITE

STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))  # North, east, south, west as (row, col)

BOARDS: Final = kit.Boards(
    family="edges",
    empty=EMPTY,
    allowed=lambda rows, cols: range(3),
    expected="1 for a white pearl, 2 for a black one, 0 for none",
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the lines at each cell and pearl, and that they are one loop."""
    line, grid = model.edges(), board.grid

    def leaving(cell: int | None, step: tuple[int, int]) -> int:
        """Return the variable of the line from a cell in a direction, 0 outside of the board."""
        other = None if cell is None else grid.look(cell, *step)
        return 0 if cell is None or other is None else line[min(cell, other), max(cell, other)]

    for cell, pearl in enumerate(board.values):
        near = [leaving(cell, step) for step in STEPS]
        here = [one for one in near if one]
        model.count(here, (0, 2), "cell", about=cell)
        if pearl != EMPTY:
            far = [leaving(grid.look(cell, *step), step) for step in STEPS]
            known = [one for one in (*near, *far) if one]
            ways = _ways(pearl, tuple(map(bool, (*near, *far))))
            reason = "black" if pearl == BLACK else "white"
            model.count(here, 2, "pearl", about=cell, clue=cell)
            model.table(known, ways, reason, about=cell, clue=cell)
    model.loop(line, "loop")


@cache
def _ways(pearl: int, places: tuple[bool, ...]) -> tuple[tuple[bool, ...], ...]:
    """Return the allowed values of the lines at a pearl that have a place on the board.

    First come the lines to its neighbours, then those that continue straight from there.
    """
    ways = []
    known = [k for k, has_place in enumerate(places) if has_place]
    for values in product((False, True), repeat=len(known)):
        drawn = dict(zip(known, values, strict=True))
        out = [k for k in range(4) if drawn.get(k)]
        if len(out) == 2:
            is_straight, go_on = out[1] - out[0] == 2, all(drawn.get(4 + k) for k in out)
            if (is_straight, go_on) == ((False, True) if pearl == BLACK else (True, False)):
                ways.append(values)
    return tuple(ways)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_loop()
    lines = answer.lines

    def turns(cell: int) -> bool:
        places = [divmod(end, board.cols) for end in lines[cell]]
        return len(places) == 2 and all(a != b for a, b in zip(*places, strict=True))

    for cell, pearl in board.clues_but(EMPTY):
        if cell not in lines:
            yield kit.Violation("missed-pearl", (cell,), "the loop does not pass this pearl")
            continue
        beside = any(map(turns, lines[cell]))
        if pearl == WHITE and (turns(cell) or not beside):
            what = "straight through this white pearl with a turn before or after it"
            yield kit.Violation("white-pearl", (cell,), f"the loop does not go {what}")
        if pearl == BLACK and (not turns(cell) or beside):
            what = "in this black pearl and go straight on before and after it"
            yield kit.Violation("black-pearl", (cell,), f"the loop does not turn {what}")


SIGNS: Final = {"w": WHITE, "o": WHITE, "1": WHITE, "b": BLACK, "x": BLACK, "2": BLACK}
PEARLS: Final = "w for a white pearl, b for a black one, or - for none"


def _words(empty: str, signs: str, expected: str = PEARLS, advice: str = "check the file") -> Words:
    return Words(range(0), expected, advice, empty, {sign: SIGNS[sign] for sign in signs})


TABLE: Final = tables.table(
    "rows of words, w and b for pearls, - for a cell without one",
    _words("- . _", "wbox", advice="check the table"),
    lambda board: 2,
    ("masyu", tables.DASHES),
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=drafts.layout,
        clearing=making.Clearing(clues=(WHITE, BLACK)),
        steered=("hard",),
        repair=drafts.repair,
        repaired_cells=drafts.LARGE,
    ),
    looks=kit.Looks(signs={WHITE: kit.Sign("white", False), BLACK: kit.Sign("black", False)}),
    forms=(
        puzz_link.form(("masyu", "mashu", "pearl"), puzz_link.Threes()),
        puzz_link.file(
            ("mashu", "masyu", "pearl"), _words(". -", "12", "1, 2 or a dot", "check the file")
        ),
        tatham.form(
            *("Pearl", "|d[a-z]n?", "6x6:aBfWbW..."),
            tatham.Signs(range(0), {"W": WHITE, "B": BLACK}),
        ),
        janko.form(("masyu",), janko.Cells(_words("- .", "wb12"))),
        TABLE,
        tables.rows("rows of signs", TABLE),
    ),
)
