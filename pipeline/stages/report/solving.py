"""One puzzle solved step by step, a picture and a sentence for each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pipeline.kinds.interface import require
from pipeline.kinds.kit.deduction import decided_cells, join_steps, step_text
from pipeline.model import ConfigError, Record
from pipeline.scene.shading import shade_cells
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.report.html import parts_page
from pipeline.stages.report.parts import Figure, Figures, Heading, Paragraph, Part
from pipeline.stages.report.pictures import cell_size
from pipeline.store.files import make_folder, write_own

MOST: Final = 150
"""Steps that are drawn; of more it is said how many there are."""

SHADE: Final = 4
"""Lines under a cell of which a step decides something."""

TOLD: Final = 300
"""Characters of a sentence under a picture; the rest is in the words of ``grade --explain``."""


def write_solving(records: Iterable[Record], wanted: str, folder: Path) -> Path:
    """Write the steps of one puzzle, and return the file written: ``steps-ID.html``.

    ``wanted`` is the id of the puzzle, or its beginning if no other begins so. `ConfigError` if
    that is none, or several, or the puzzle has no solution or its kind no steps. `StoreError` if
    the folder cannot be written.
    """
    found = {record.id: record for record in records if record.id.startswith(wanted)}
    if len(found) != 1:
        what = "none" if not found else f"{len(found)}: {', '.join(sorted(found)[:5])}"
        raise ConfigError(f"expected --steps to be the id of one puzzle, found {what}")
    (record,) = found.values()
    puzzle = read_puzzle(record)
    parts = list(_parts(puzzle))
    title = f"{puzzle.kind.title} {record.puzzle['cols']}x{record.puzzle['rows']}, step by step"
    make_folder(folder)
    return write_own(folder, f"steps-{record.id}.html", parts_page(title, parts))


def _parts(puzzle: Puzzle) -> Iterator[Part]:
    kind, clues, solution, record = puzzle.kind, puzzle.clues, puzzle.solution, puzzle.record
    deductions = require(kind, kind.deductions, "steps of a solution")
    if solution is None or kind.check(clues, solution):
        raise ConfigError(
            f"puzzle {record.id} has no right solution to lead to; prove it first with "
            "puzzlepress filter"
        )
    steps = list(deductions.explain_steps(clues, solution))
    reasons, cols = deductions.reasons("en"), int(record.puzzle["cols"])
    cell_mm = cell_size(puzzle)
    grade, credit = record.grade, record.credit
    told = [
        record.place,
        f"by {credit.author}" if credit is not None and credit.author else "",
        f"{grade.band}, score {grade.score}" if grade is not None else "",
        f"{len(steps)} steps, {sum(step.assumed is not None for step in steps)} assumptions",
    ]
    yield Paragraph("; ".join(one for one in told if one))
    yield Heading("The puzzle")
    yield Figures([Figure(kind.draw(clues, None, cell_mm))])
    yield Heading("The steps")
    yield Paragraph("Lines lie under the cells of which a step decides something.")
    figures = []
    for number, step in enumerate(steps[:MOST], start=1):
        board = deductions.draw_step(clues, solution, join_steps(steps[:number]), cell_mm)
        new = {cell: SHADE for one in step.decisions for cell in decided_cells(one.cells, cols)}
        words = step_text(step, cols, reasons)
        words = words if len(words) <= TOLD else f"{words[:TOLD].rsplit(' ', 1)[0]} ..."
        figures.append(Figure(shade_cells(board, cols, cell_mm, new), f"{number}. {words}"))
    yield Figures(figures)
    if len(steps) > MOST:
        yield Paragraph(f"{len(steps) - MOST} more steps; grade --explain tells all of them.")
    yield Heading("The solution")
    yield Figures([Figure(kind.draw(clues, solution, cell_mm))])
