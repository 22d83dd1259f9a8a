"""Steps of a human solution of a puzzle, as text, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from pipeline.kinds.interface import Deductions
from pipeline.kinds.kit.deduction import Step, step_text, step_to_json
from pipeline.model import Record, canonical_json
from pipeline.render.caption import with_caption
from pipeline.scene import Scene
from pipeline.scene.shading import shade_cells
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.render import RenderOptions, measures, paint, require_drawable
from pipeline.store.files import make_folder, write_atomic

SHADES: Final = 6
"""Shades of the picture; the first is for cells decided at once."""

SUFFIX: Final = "-steps"
"""Suffix of file names, after the id of the puzzle."""


def write_steps(
    records: Iterable[Record],
    folder: Path,
    options: RenderOptions,
    say: Callable[[str], None] = lambda message: None,
) -> Iterator[Record]:
    """Yield the records, and write the steps of those with a grade into a folder.

    ``say`` gets a message for each kind without steps. Raise `ConfigError` for bad picture options,
    `StoreError` if a file cannot be written.
    """
    require_drawable(options)
    make_folder(folder)
    left_out: set[str] = set()
    for record in records:
        if record.grade is not None:
            puzzle = read_puzzle(record)
            kind = puzzle.kind
            if kind.deductions is not None:
                _write(puzzle, kind.deductions, folder, options)
            elif kind.id not in left_out:
                left_out.add(kind.id)
                say(f"{kind.title} ({kind.id}) has no steps of a solution; its puzzles are skipped")
        yield record


def _write(
    puzzle: Puzzle, deductions: Deductions[Any, Any], folder: Path, options: RenderOptions
) -> None:
    kind, record = puzzle.kind, puzzle.record
    steps = list(deductions.explain_steps(puzzle.clues, puzzle.solution))
    reasons, cols = deductions.reasons("en"), int(record.puzzle["cols"])
    lines = [
        f"{number}. {step_text(step, cols, reasons)}\n"
        for number, step in enumerate(steps, start=1)
    ]
    name = f"{record.id}{SUFFIX}"
    write_atomic(folder / f"{name}.txt", "".join(lines))
    data = canonical_json({"id": record.id, "steps": [step_to_json(step) for step in steps]})
    write_atomic(folder / f"{name}.json", f"{data}\n")
    cell_mm, pixels_per_mm = measures(kind, puzzle.clues, options)
    scene = steps_scene(puzzle, steps, cell_mm)
    for picture in options.formats:
        content = paint(record, scene, "Steps of puzzle", picture, options, pixels_per_mm)
        write_atomic(folder / f"{name}.{picture}", content)


def steps_scene(puzzle: Puzzle, steps: list[Step], cell_mm: float) -> Scene:
    """Return the solved board; cells decided later are shaded darker.

    The cells of the first assumption are framed.
    """
    decided: dict[int, int] = {}
    for number, step in enumerate(steps):
        for decision in step.decisions:
            if decision.least == decision.most:
                decided.update(dict.fromkeys(decision.cells, number))
    last = max(len(steps), 1)
    shades = {cell: SHADES * number // last for cell, number in decided.items()}
    assumed = next((step.assumed for step in steps if step.assumed is not None), None)
    framed = () if assumed is None else assumed.cells
    board = puzzle.kind.draw(puzzle.clues, puzzle.solution, cell_mm)
    shaded = shade_cells(board, int(puzzle.record.puzzle["cols"]), cell_mm, shades, framed)
    return with_caption(shaded, _caption(steps))


def _caption(steps: list[Step]) -> str:
    trials = sum(step.assumed is not None for step in steps)
    guessing = (
        "No assumption is needed."
        if trials == 0 and all(step.level != "search" for step in steps)
        else "Framed: the only assumption."
        if trials == 1
        else f"Framed: the first of {trials} assumptions."
        if trials
        else "More than single assumptions are needed."
    )
    return f"{len(steps)} steps; later cells have denser lines. {guessing}"
