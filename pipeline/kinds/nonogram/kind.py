"""Nonogram: numbers beside each line are the lengths of its runs of filled cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3, tatham
from pipeline.kinds.kit.words.runs.rule import runs_of
from pipeline.kinds.nonogram import pictures

BOARDS: Final = kit.Boards(
    family="cells", clue_sorts=(kit.Outside(sides=(kit.LEFT, kit.TOP), is_run=True),)
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the variables."""
    model.cells()


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the runs of each row and column."""
    filled = model.cells()
    for name, line, runs in board.numbers_outside():
        model.runs(filled[line], runs, name)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    runs = {clue[:2]: clue.numbers for clue in board.other_clues}
    for side, lines in ((kit.LEFT, answer.rows()), (kit.TOP, answer.columns())):
        for at, (name, line) in enumerate(lines):
            what = f"the runs of {name} {at + 1} are"
            given = runs.get((side, (at,)), ())
            yield from answer.require_runs(f"wrong-{name}", line, given, what)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Mend(pictures.draft, pictures.mend),
    looks=kit.Looks(fives=True),
    forms=(
        puzz_link.form(("nonogram",), puzz_link.Outside(is_deep=True)),
        pzprv3.form(("nonogram",), pzprv3.Framed(filled="#", is_deep=True)),
        tatham.form("Pattern", "", "5x5:2.1/3/...", tatham.OutsideRuns()),
        janko.form(("nonogram", "nonogramm", "paint by numbers"), janko.Labels(runs_of)),
    ),
    settings=pictures.SETTINGS,
    require_own=pictures.require_fitting,
    notes=pictures.notes,
)
