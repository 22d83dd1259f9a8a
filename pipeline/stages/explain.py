"""Explain puzzles: where solutions agree and differ, and the steps of a human solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from pipeline.kinds.interface import Deductions, Explained, require
from pipeline.kinds.kit.telling.deduction import Step, step_to_json
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.model import Json, Record, Status, canonical_json
from pipeline.render.picture import with_caption
from pipeline.scene import Scene
from pipeline.scene.shading import Hatching, hatch_cells, shade_cells
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import NO_LIMITS, Puzzle, StepLimits, read_puzzle
from pipeline.stages.render import RenderOptions, measures, paint, require_drawable
from pipeline.store.files import make_folder, open_atomic, write_own

AMBIGUITY_SUFFIX: Final = "-ambiguity"  # Of pictures of explanations, after the id


@dataclass(frozen=True, slots=True)
class Explanation:
    """A puzzle, and where its solutions agree."""

    puzzle: Puzzle
    explained: Explained[Any]

    def to_json(self) -> dict[str, Json]:
        """Return the explanation as JSON, described in docs/formats.md."""
        explained = self.explained
        return {
            "id": self.puzzle.record.id,
            "kind": self.puzzle.kind.id,
            "puzzle": self.puzzle.record.puzzle,
            "status": explained.status.value,
            "agreeing": list(explained.agreeing),
            "differing": list(explained.differing),
            "undecided": list(explained.undecided),
            "solutions": [self.puzzle.kind.encode_solution(one) for one in explained.witnesses],
            "method": explained.method,
            "steps": explained.steps,
            **explained.details,
        }

    def scene(self, cell_mm: float) -> Scene:
        """Return the board of a solution; cells in which solutions differ are hatched."""
        explained = self.explained
        puzzle = self.puzzle.kind.draw(self.puzzle.clues, None, cell_mm)
        if not explained.witnesses:
            return puzzle
        solved = self.puzzle.kind.draw(self.puzzle.clues, explained.witnesses[0], cell_mm)
        cols = int(self.puzzle.record.puzzle["cols"])
        hatching = Hatching(explained.differing, explained.undecided)
        return hatch_cells(solved, puzzle, cols, cell_mm, hatching)

    def sentence(self) -> str:
        """Return the caption of the picture."""
        explained = self.explained
        cells = len(explained.agreeing) + len(explained.differing) + len(explained.undecided)
        match explained.status:
            case Status.UNIQUE:
                return "One solution: every cell is certain."
            case Status.UNSOLVABLE:
                return "No solution."
            case Status.UNDECIDED if not explained.witnesses:
                return "No solution was found within the budget."
            case Status.UNDECIDED:
                return "One solution; whether there are others was not decided within the budget."
        open_cells = (
            f"; crossed: {len(explained.undecided)} undecided" if explained.undecided else ""
        )
        return (
            f"Several solutions. Hatched: {len(explained.differing)} of {cells} cells, in which "
            f"they differ{open_cells}."
        )


@dataclass(slots=True)
class ExplainTally:
    """Counts of the explanations of a collection."""

    statuses: Counter[str] = field(default_factory=Counter)
    differing: int = 0
    undecided: int = 0

    def add(self, explanation: Explanation) -> None:
        """Count one more explanation."""
        found = explanation.explained
        self.statuses[found.status.value] += 1
        self.differing += len(found.differing)
        self.undecided += bool(found.undecided) or found.status is Status.UNDECIDED

    def sentence(self) -> str:
        """Return the summary for standard error."""
        counts = ", ".join(f"{self.statuses[name]} {name}" for name in sorted(self.statuses))
        open_ends = f"; the budget was too small for {self.undecided}"
        return (
            f"explain: {counts or 'no puzzles'}; solutions differ in {self.differing} cells"
            f"{open_ends if self.undecided else ''}"
        )


def explain_records(
    records: Iterable[Record], limits: StepLimits = NO_LIMITS, mapper: Mapper = serial
) -> Iterator[Explanation]:
    """Yield the explanation of each record, in order."""
    for record, explained in mapper(partial(_explain_one, limits=limits), records):
        yield Explanation(read_puzzle(record), explained)


def _explain_one(record: Record, limits: StepLimits) -> tuple[Record, Explained[Any]]:
    puzzle = read_puzzle(record)
    explain = require(puzzle.kind, puzzle.kind.explain_ambiguity, "explanations")
    return record, explain(puzzle.clues, limits.budget(puzzle.kind))


def write_explanations(
    records: Iterable[Record],
    output: str,
    folder: Path | None,
    options: RenderOptions,
    limits: StepLimits = NO_LIMITS,
    mapper: Mapper = serial,
) -> ExplainTally:
    """Write a line of JSON for each record, and pictures into a folder if one is given.

    Raise `ConfigError` for bad picture options, `StoreError` if a file cannot be written.
    """
    require_drawable(options)
    if folder is not None:
        make_folder(folder)
    tally = ExplainTally()
    with open_atomic(output) as stream:
        for explanation in explain_records(records, limits=limits, mapper=mapper):
            stream.write(f"{canonical_json(explanation.to_json())}\n".encode())
            stream.flush()
            if folder is not None:
                write_pictures(explanation, folder, options)
            tally.add(explanation)
    return tally


def write_pictures(explanation: Explanation, folder: Path, options: RenderOptions) -> None:
    """Write the pictures of an explanation into an existing folder."""
    puzzle = explanation.puzzle
    record = puzzle.record
    cell_mm, pixels_per_mm = measures(puzzle.kind, puzzle.clues, options)
    scene = with_caption(explanation.scene(cell_mm), explanation.sentence())
    for name in options.formats:
        data = paint(record, scene, "Ambiguity of puzzle", name, options, pixels_per_mm)
        write_own(folder, f"{record.id}{AMBIGUITY_SUFFIX}.{name}", data)


SHADES: Final = 6  # Shades of the picture; the first is for cells decided at once
STEPS_SUFFIX: Final = "-steps"  # Suffix of the files of steps, after the id of the puzzle


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
                _write_steps(puzzle, kind.deductions, folder, options)
            elif kind.id not in left_out:
                left_out.add(kind.id)
                say(f"{kind.title} ({kind.id}) has no steps of a solution; its puzzles are skipped")
        yield record


def _write_steps(
    puzzle: Puzzle, deductions: Deductions[Any, Any], folder: Path, options: RenderOptions
) -> None:
    kind, record = puzzle.kind, puzzle.record
    steps = list(deductions.explain_steps(puzzle.clues, puzzle.solution))
    reasons = deductions.reasons("en", record.puzzle.get("rule"))
    cols = int(record.puzzle["cols"])
    lines = [
        f"{number}. {step_text(step, cols, reasons)}\n"
        for number, step in enumerate(steps, start=1)
    ]
    name = f"{record.id}{STEPS_SUFFIX}"
    write_own(folder, f"{name}.txt", "".join(lines))
    data = canonical_json({"id": record.id, "steps": [step_to_json(step) for step in steps]})
    write_own(folder, f"{name}.json", f"{data}\n")
    cell_mm, pixels_per_mm = measures(kind, puzzle.clues, options)
    scene = steps_scene(puzzle, steps, cell_mm)
    for picture in options.formats:
        content = paint(record, scene, "Steps of puzzle", picture, options, pixels_per_mm)
        write_own(folder, f"{name}.{picture}", content)


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
