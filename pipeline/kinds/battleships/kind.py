"""Battleships: find a fleet of straight ships; numbers count the cells of ships in each line.

Also called Bimaru, and Battleship Solitaire. Sources of its text forms: ``statuepark.js`` of pzprjs
(MIT), which has Battleship too, and janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.battleships import drafts, parts
from pipeline.kinds.battleships.parts import NONE, ONE, PART, WATER
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import fleets, janko, puzz_link, pzprv3
from pipeline.kinds.kit.sites.words import Words

FLEET: Final = "fleet"


BOARDS: Final = kit.Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(NONE, PART + 1),
    expected="0 for water, 1 to 4 for the upper, lower, left and right end of a ship, 5 for its "
    "middle, 6 for a ship of one cell, 7 for any part, -1 for none",
    normalize=drafts.with_fleet,
    most_side=30,
    pointing=(parts.TOP, parts.BOTTOM, parts.LEFT, parts.RIGHT),
    clue_sorts=(
        kit.Fleet(),
        kit.Outside(
            sides=(kit.LEFT, kit.TOP),
            is_one_number=True,
            is_run=True,
            numbers=lambda length: range(length + 1),
        ),
    ),
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that ships do not touch at corners."""
    ship = model.cells()
    for block in board.blocks(2, 2):
        for pair in ((block[0], block[3]), (block[1], block[2])):
            model.clause(-ship[pair], "touching")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the parts of ships that are given, the numbers of lines, and the fleet."""
    ship = model.cells()
    for cell, clue in board.clues_but(NONE):
        ways = parts.ways_of(board.grid, cell, clue)
        options = [[*ship[own], *(-ship[one] for one in water)] for own, water in ways]
        shared = set.intersection(*map(set, options)) if options else set[int]()
        for literal in sorted(shared, key=abs):
            is_own = abs(literal) == ship[cell]
            model.clause([literal], "given" if is_own else "part", about=cell, clue=cell)
        if len(options) != 1:
            model.choice(options, "part", about=cell, clue=cell)
    for place, outside in enumerate(board.other_clues, len(board.values)):
        if outside.sort != FLEET:
            line, name = board.line_of(outside), "row" if outside.sort == kit.LEFT else "column"
            model.count(ship[line], outside.numbers, name, about=line, clue=place)
    model.fleet(ship, drafts.fleet_of(board), "ship", FLEET)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    ships = answer.shaded
    for name, line, numbers in board.numbers_outside():
        for number in numbers:
            what = f"{{}} cells of ships in a {name} of {number}"
            yield from answer.require_count(f"wrong-{name}", line, number, what)
    for cell, clue in board.clues_but(NONE):
        near = [one for one in answer.near(cell) if one in ships]
        own = parts.clue_at(board.cols, near, cell) if cell in ships else WATER
        if own != clue and not (clue == PART and own not in (WATER, ONE)):
            yield kit.Violation("wrong-part", (cell,), "a given part has changed")
    for one in sorted(ships):
        for other in answer.around(one):
            if other > one and other in ships and other not in answer.near(one):
                yield kit.Violation("touching", (one, other), "two ships touch, or one is bent")
    lengths = sorted(map(len, answer.parts(ships)))
    fleet = enumerate(drafts.fleet_of(board), 1)
    wanted = [length for length, number in fleet for _ in range(number)]
    if lengths != wanted:
        cells = tuple(sorted(ships)) or tuple(range(len(board.values)))
        yield kit.Violation("fleet", cells, f"ships of {lengths} cells, not {wanted}")


WORDS: Final = Words(range(0), "x, o, m, n, s, w or e", "check it", "- .", parts.LETTERS)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(layout=drafts.layout, steered=("hard",)),
    looks=kit.Looks(signs=parts.LOOKS, shaded="ship"),
    forms=(
        puzz_link.form(
            ("battleship",),
            puzz_link.Outside(),
            puzz_link.Cells(puzz_link.numbers(NONE, {".": PART}), "cells as 0 to 6 or a dot"),
            fleets.AddressFleet(),
        ),
        pzprv3.form(
            ("battleship",), fleets.FileFleet(), fleets.FileCells(parts.NUMBERS, parts.SHIPS)
        ),
        janko.form(
            ("battleships", "battleship", "bimaru"), fleets.JankoFleet(),
            janko.Labels(lambda line: (sum(line),), fleets.SHIPS), janko.Cells(WORDS),
            more=fleets.SHEET,
        ),
    ),
)  # fmt: skip
