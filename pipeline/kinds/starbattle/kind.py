"""Star Battle: as many stars in each row, column and region, none beside another.

With one star it is known as Queens.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3, tables
from pipeline.kinds.kit.words.model import fixed_model
from pipeline.kinds.starbattle import drafts

STARS: Final = {"one-star": 1, "two-stars": 2, "three-stars": 3}

SIDES: Final = {
    "one-star": (4, 21),
    "two-stars": (8, 14),
    "three-stars": (12, 14),
}
"""Smallest and largest side of boards that are made."""
LARGE: Final = 14 * 14
"""A board with so many cells or more is made from its regions, smaller ones are changed."""

BOARDS: Final = kit.Boards(
    family="cells", rules=(*STARS,), has_regions=True, normalize=kit.fit_regions, most_side=25
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add what holds on every board of a size."""
    star = model.cells()
    for name, line in board.lines():
        model.count(star[line], STARS[board.rule], name)
    for block in board.blocks(2, 2):
        model.count(star[block], (0, 1), "touching")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the stars of each region."""
    star = model.cells()
    for region in model.each("region", board.areas):
        model.count(star[region], STARS[board.rule], "region")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    for name, cells in (*answer.rows(), *answer.columns(), *answer.regions()):
        stars = STARS[board.rule]
        yield from answer.require_count(f"stars-in-{name}", cells, stars, f"{{}} stars in a {name}")
    yield from answer.require_apart("touching", "stars", corners=True)


def begin(board: kit.Board, state: kit.RandomState, _: kit.Params) -> drafts.Sketch | None:
    """Return a random board without a second answer."""
    base = fixed_model(BOARDS, fixed, board).core
    return drafts.begin(board, base, STARS[board.rule], state)


def require_side(params: kit.Params) -> None:
    """Raise `ConfigError` if no boards of a rule are made at a size."""
    least, most = SIDES[params.rule]
    if not least <= params.rows <= most:
        fitting = [one for one, (low, high) in SIDES.items() if low <= params.rows <= high]
        raise kit.ConfigError(
            f"expected {least}x{least} to {most}x{most} for {params.rule}, found "
            f"{params.cols}x{params.rows}; choose another size, or {' or '.join(fitting)}"
        )


TABLE: Final = tables.regions("rows of the names of regions", ("starbattle",))

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Extend(
        making.MendSketch(begin, tidy=drafts.Sketch.tidy, has_overlaps=True),
        stars=STARS,
        cells=LARGE,
    ),
    require_own=require_side,
    looks=kit.Looks(shaded="star", by_rule={"one-star": kit.Looks(shaded="crown")}),
    forms=(
        puzz_link.form(("starbattle",), puzz_link.Number(STARS), puzz_link.Borders()),
        pzprv3.form(("starbattle",), pzprv3.Rule(STARS), pzprv3.Rooms()),
        janko.form(
            ("starbattle", "star battle", "sternenschlacht", "queens"),
            janko.Depth(STARS),
            janko.Areas(),
        ),
        TABLE,
        tables.rows("a letter for the region of each cell", TABLE),
    ),
)
