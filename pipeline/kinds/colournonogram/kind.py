"""Colour Nonogram: coloured numbers beside each line are the lengths of its runs of that colour."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.colournonogram import pictures
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.clues import lines_outside
from pipeline.kinds.kit.looks.coloured.clue import COLOURS
from pipeline.kinds.kit.sites import colours, nonograms

BOARDS: Final = kit.Boards(
    family="numbers",
    answers=lambda rows, cols: range(COLOURS + 1),
    clue_sorts=(kit.ColouredRuns(),),
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the runs of each row and column."""
    clues = {clue[:2]: clue for clue in board.other_clues}
    largest = max((int(colour) for clue in board.other_clues for colour in clue.sign), default=1)
    colour = model.numbers(range(largest + 1))
    for (side, at), line in lines_outside(board.grid).items():
        runs = clues.get((side, (at,)), kit.Clue(side, (at,)))
        hues = [*map(int, runs.sign)]
        name = ("row-runs" if side == kit.LEFT else "column-runs") if hues else "none"
        for other in {*range(1, largest + 1)}.difference(hues):
            for cell in line:
                model.clause([-colour.at(cell, other)], "colour", about=cell)
        model.coloured_runs(colour[line], runs.numbers, hues, name)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    given = {
        clue[:2]: tuple(zip(clue.numbers, map(int, clue.sign), strict=True))
        for clue in board.other_clues
    }
    for side, lines in ((kit.LEFT, answer.rows()), (kit.TOP, answer.columns())):
        for at, (name, line) in enumerate(lines):
            found = pictures.runs_of([answer.numbers[cell] for cell in line])
            if found != given.get((side, (at,)), ()):
                runs = ", ".join(f"{length} of colour {colour}" for length, colour in found)
                what = f"the runs of {name} {at + 1} are {runs or 'none'}"
                yield kit.Violation(f"wrong-{name}", line, what)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(pictures.draft, pictures.move),
    looks=kit.Looks(fives=True, is_coloured=True),
    forms=colours.forms(partial(nonograms.read, is_coloured=True)),
    settings=pictures.SETTINGS,
    require_own=pictures.require_fitting,
    notes=pictures.notes,
)
