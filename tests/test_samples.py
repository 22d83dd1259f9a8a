"""The samples in samples/ are what their names say."""

import pytest

from pipeline.model import Record
from pipeline.stages.collection.importer import import_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.stages.solve import count_solutions
from tests.source import ROOT

SAMPLES = ROOT / "samples"
KINDS = sorted({path.name.split("-")[0] for path in SAMPLES.iterdir()})
UNGUESSED = {"zip": "zip/table"}
"""Forms that are to be named, for nothing in the text does."""


def read_sample(kind: str, name: str) -> Record:
    (record,) = import_records(str(SAMPLES / f"{kind}-{name}.txt"), UNGUESSED.get(kind))
    assert record.kind == kind
    return record


def count_of(kind: str, name: str) -> int:
    record = read_sample(kind, name)
    puzzle = read_puzzle(record)
    counted = count_solutions(puzzle, puzzle.kind.budget)
    assert counted.is_exact
    return counted.count


@pytest.mark.parametrize("kind", KINDS)
def test_ambiguous_samples_have_several_solutions_and_unsolvable_ones_none(kind: str) -> None:
    assert count_of(kind, "ambiguous") > 1
    assert count_of(kind, "unsolvable") == 0


@pytest.mark.parametrize("kind", KINDS)
def test_hard_samples_are_graded_above_easy_ones(kind: str) -> None:
    scores = []
    for name in ("easy", "hard"):
        puzzle = read_puzzle(read_sample(kind, name))
        solution = puzzle.kind.solve(puzzle.clues, 1, puzzle.kind.budget, "auto").solutions[0]
        scores.append(float(puzzle.kind.grade(puzzle.clues, solution).score))
    assert scores[0] < scores[1]
