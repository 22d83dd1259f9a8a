"""Explain ambiguity: where the solutions of a puzzle agree and differ, as JSON and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from pipeline.kinds.interface import Explained, require
from pipeline.model import Json, Record, Status, canonical_json
from pipeline.render.caption import with_caption
from pipeline.scene import Scene
from pipeline.scene.shading import Hatching, hatch_cells
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import NO_LIMITS, Puzzle, StepLimits, read_puzzle
from pipeline.stages.render import RenderOptions, measures, paint, require_drawable
from pipeline.store.files import make_folder, open_atomic, write_atomic

PICTURE_SUFFIX: Final = "-ambiguity"
"""Suffix of the names of pictures, after the id of the puzzle."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A puzzle, and where its solutions agree."""

    puzzle: Puzzle
    explained: Explained[Any]

    def to_json(self) -> dict[str, Json]:
        """Return the explanation as JSON, described in docs/formats.md."""
        found = self.explained
        return {
            "id": self.puzzle.record.id,
            "kind": self.puzzle.kind.id,
            "puzzle": self.puzzle.record.puzzle,
            "status": found.status.value,
            "agreeing": list(found.agreeing),
            "differing": list(found.differing),
            "undecided": list(found.undecided),
            "solutions": [self.puzzle.kind.encode_solution(one) for one in found.witnesses],
            "method": found.method,
            "steps": found.steps,
            **found.details,
        }

    def scene(self, cell_mm: float) -> Scene:
        """Return the board of a solution; cells in which solutions differ are hatched."""
        found = self.explained
        puzzle = self.puzzle.kind.draw(self.puzzle.clues, None, cell_mm)
        if not found.witnesses:
            return puzzle
        solved = self.puzzle.kind.draw(self.puzzle.clues, found.witnesses[0], cell_mm)
        cols = int(self.puzzle.record.puzzle["cols"])
        hatching = Hatching(found.differing, found.undecided)
        return hatch_cells(solved, puzzle, cols, cell_mm, hatching)

    def sentence(self) -> str:
        """Return the caption of the picture."""
        found = self.explained
        cells = len(found.agreeing) + len(found.differing) + len(found.undecided)
        match found.status:
            case Status.UNIQUE:
                return "One solution: every cell is certain."
            case Status.UNSOLVABLE:
                return "No solution."
            case Status.UNDECIDED if not found.witnesses:
                return "No solution was found within the budget."
            case Status.UNDECIDED:
                return "One solution; whether there are others was not decided within the budget."
        open_cells = f"; crossed: {len(found.undecided)} undecided" if found.undecided else ""
        return (
            f"Several solutions. Hatched: {len(found.differing)} of {cells} cells, in which they "
            f"differ{open_cells}."
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
        write_atomic(folder / f"{record.id}{PICTURE_SUFFIX}.{name}", data, follow=False)
