"""Norinori: two shaded cells in each region, and all shaded cells form dominoes.

Sources of its text forms: ``lits.js`` of pzprjs (MIT), which has Norinori too, and janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3
from pipeline.kinds.norinori import drafts

MOST_PAIRED: Final = 14
"""Most cells of a region of which all pairs are looked at together."""


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` if regions are missing, in parts or single cells."""
    board = kit.fit_areas(len(board.values))(board)
    if min(map(len, board.areas)) < 2:
        raise kit.PuzzleFormatError("expected regions of two cells or more; check the regions")
    return board


BOARDS: Final = kit.Boards(family="cells", has_regions=True, normalize=fit, most_side=40)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that each shaded cell has one shaded neighbour."""
    shaded = model.cells()
    for cell in board.grid.cells:
        near = board.grid.neighbours(cell)
        model.clause([-shaded[cell], *shaded[near]], "partner", about=(cell, *near))
        for one, other in combinations(near, 2):
            three = tuple(sorted((one, cell, other)))
            model.clause(-shaded[three], "third")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the two shaded cells of each region, and what all its pairs have in common."""
    shaded, near = model.cells(), board.grid.neighbours
    for cells in model.each("region", board.areas):
        model.count(shaded[cells], 2, "region")
        if len(cells) <= MOST_PAIRED:
            options = []
            for pair in combinations(cells, 2):
                white = {*cells}
                if pair[1] in near(pair[0]):
                    white.update(one for cell in pair for one in near(cell))
                white.difference_update(pair)
                options.append([*shaded[pair], *(-shaded[one] for one in sorted(white))])
            model.choice(options, "pair", about=cells)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    for name, cells in answer.regions():
        yield from answer.require_count("wrong-region", cells, 2, f"{{}} shaded cells in a {name}")
    for part in answer.parts(answer.shaded):
        if len(part) != 2:
            yield kit.Violation("domino", part, f"{len(part)} shaded cells in place of a domino")


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Mend(drafts.draft, making.move_between_regions, excludes=drafts.excludes),
    forms=(
        puzz_link.form(("norinori",), puzz_link.Borders()),
        pzprv3.form(("norinori",), pzprv3.Rooms()),
        janko.form(("norinori",), janko.Areas()),
    ),
)
