"""Heyawake: shaded cells that do not touch, and white lines through two rooms at most."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.heyawake import drafts
from pipeline.kinds.heyawake.drafts import NONE, spans
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3
from pipeline.kinds.kit.sites.words import Words

BOARDS: Final = kit.Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(NONE, (rows * cols + 1) // 2 + 1),
    expected="the number of shaded cells of a room, -1 for none",
    has_regions=True,
    normalize=partial(kit.fit_rooms, empty=NONE),
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that shaded cells are apart, and white cells connected."""
    model.shades_apart("touching", "connected")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the numbers of rooms, and that white lines end in the second room."""
    shaded = model.cells()
    for cells in board.areas:
        number = board.values[cells[0]]
        if number != NONE:
            model.count(shaded[cells], number, "room", about=cells, clue=cells[0])
    for span in spans(board.grid, board.regions):
        model.clause(shaded[span], "span")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    rooms = [cells for _, cells in answer.regions()]
    for cell, number in board.clues_but(NONE):
        what = f"{{}} shaded cells in a room of {number}"
        room = rooms[board.regions[cell]]
        yield from answer.require_count("wrong-room", room, number, what)
    for _, line in (*answer.rows(), *answer.columns()):
        for is_shaded, run in groupby(line, answer.shaded.__contains__):
            cells = tuple(run)
            met = [*groupby(board.regions[cell] for cell in cells)]
            if not is_shaded and len(met) > 2:
                yield kit.Violation("long-line", cells, f"a white line through {len(met)} rooms")
    yield from answer.require_shades_apart()


WORDS: Final = Words(range(5000), "a number of shaded cells, or -", "check the file")

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Mend(
        drafts.draft,
        drafts.move,
        cells_a_move=45,
        climb=making.Climb(
            drafts.propose, drafts.apply, drafts.LARGE, 400, level="global", shake=drafts.shake
        ),
        kept_percent={None: 30, "easy": 60, "medium": 45, "hard": 30, "expert": 30},
    ),
    forms=(
        puzz_link.form(("heyawake",), puzz_link.Borders(), puzz_link.OfRegions()),
        pzprv3.form(
            ("heyawake",),
            pzprv3.Rooms(has_borders=True),
            pzprv3.Cells(WORDS),
            header="pzprv3.1",
        ),
        janko.cells(("heyawake",), WORDS, has_rooms=True),
    ),
)
