"""Kakuro: runs of different numbers that have a sum, between black cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kakuro import drafts
from pipeline.kinds.kakuro.drafts import BLACK, EMPTY, VALUES
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import runs_forms


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` if a run lacks its sum or has two."""
    blacks = {cell for cell, _ in board.clues_but(EMPTY)}
    runs = [run for run in board.runs_between(blacks) if len(run) > 1]
    places = [clue.place for clue in board.other_clues]
    if not runs:
        raise kit.PuzzleFormatError("expected runs of white cells, found none; check the clues")
    for run in {*runs} ^ {*places} or {run for run in places if places.count(run) > 1}:
        row, col = divmod(run[0], board.cols)
        raise kit.PuzzleFormatError(
            f"expected one sum for each run of white cells, found {places.count(run)} for "
            f"{len(run)} cells from row {row + 1}, column {col + 1}; check it"
        )
    alone = set(board.grid.cells).difference(blacks, *runs)
    for row, col in (divmod(cell, board.cols) for cell in alone):
        raise kit.PuzzleFormatError(
            f"expected a run through row {row + 1}, column {col + 1}, found a cell without "
            "neighbours; make it black"
        )
    return board


BOARDS: Final = kit.Boards(
    family="numbers",
    allowed=lambda rows, cols: (EMPTY, BLACK),
    answers=lambda rows, cols: VALUES,
    expected="0 for an empty cell, -1 for a black one",
    blocked=BLACK,
    normalize=fit,
    clue_sorts=(kit.Runs(totals=lambda side, size: kit.totals_of(9, size)),),
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the numbers of white cells."""
    model.numbers(cells=[cell for cell, one in enumerate(board.values) if one == EMPTY])


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the runs."""
    number = model.numbers()
    for run in model.each("run", board.other_clues):
        model.total(number[run.place], run.numbers[0], "run")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    for run in board.other_clues:
        yield from answer.require_different("run-repeat", run.place, "run")
        yield from answer.require_sum("wrong-sum", run.place, run.total)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    fixed_by=("values",),
    declare=declare,
    check=check,
    making=making.Mend(drafts.draft, drafts.move),
    looks=kit.Looks(signs={BLACK: kit.Sign("wall", is_number=False)}),
    forms=runs_forms.forms("kakuro"),
)
