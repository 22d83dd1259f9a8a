"""Puzzles with the same answer and nearly the same clues are found, however they are turned."""

import random
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.board.symmetry import SYMMETRIES, cells_of_image
from pipeline.model import Provenance, Record
from pipeline.stages.check_kind.boards import generated, smallest_preset
from pipeline.stages.collection.twins import Twin, Twins, answer_of
from pipeline.stages.filter import filter_records
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import new_record
from pipeline.stages.report.tables import survey
from pipeline.stages.select import Wishes, select_records
from pipeline.store.jsonl import records_at

KINDS = ["akari", "hashi", "hitori", "masyu", "nurikabe", "slitherlink", "sudoku"]


def made(kind_id: str) -> Record:
    kind = get_kind(kind_id)
    found = generated(kind, smallest_preset(kind))
    return new_record(kind, found.clues, found.solution, Provenance("test"))


def image(record: Record, symmetry: int, names: list[int] | None) -> Record:
    """Return the image of a record; ``names`` replaces the numbers of a Sudoku."""
    rows, cols = record.puzzle["rows"], record.puzzle["cols"]
    assert record.solution is not None
    ((name, answer),) = record.solution.items()

    def turned(board: Any) -> Any:
        cells = np.array(board).ravel()[cells_of_image(rows, cols, symmetry)]
        return (np.array(names)[cells] if names else cells).tolist()

    grown = int(name == "borders")
    order = cells_of_image(rows + grown, cols + grown, symmetry).ravel().tolist()
    if name == "numbers":
        moved: Any = turned(answer)
    elif name == "cells":
        moved = [order.index(cell) for cell in answer]
    else:
        moved = [[*(order.index(cell) for cell in item[:2]), *item[2:]] for item in answer]
    shape = cells_of_image(rows, cols, symmetry).shape
    puzzle = {**record.puzzle, "rows": shape[0], "cols": shape[1]}
    puzzle["clues"] = turned(record.puzzle["clues"])
    return record.with_(puzzle=puzzle, solution={name: moved})


@pytest.mark.parametrize("kind_id", kind_ids())
def test_answers_of_every_kind_are_compared(kind_id: str) -> None:
    record, twins = made(kind_id), Twins()
    answer = answer_of(record)
    assert (answer is None) == (kind_id == "npuzzle")
    assert twins.add(answer, 0) is None
    if answer is not None:
        (first, *row), *rows = record.puzzle["clues"]
        clues = [[first + 1, *row], *rows]
        other = answer_of(record.with_(puzzle={**record.puzzle, "clues": clues}))
        assert twins.add(other, 1) == Twin(0, 1)


def without(record: Record, count: int, empty: int) -> Record:
    """Return a record with some clues changed to empty cells."""
    rows = [[*row] for row in record.puzzle["clues"]]
    filled = [(r, c) for r, row in enumerate(rows) for c, one in enumerate(row) if one != empty]
    for r, c in random.Random(4).sample(filled, count):
        rows[r][c] = empty
    return record.with_(puzzle={**record.puzzle, "clues": rows})


@pytest.mark.parametrize("kind_id", KINDS)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_planted_twins_are_found(kind_id: str, symmetry: int) -> None:
    record = made(kind_id)
    names = [0, *random.Random(symmetry).sample(range(1, 10), 9)] if kind_id == "sudoku" else None
    values = [one for row in record.puzzle["clues"] for one in row]
    empty = max(set(values), key=values.count)
    twins = Twins()
    assert twins.add(answer_of(record), 0) is None
    assert (
        twins.add(answer_of(image(record, symmetry, names)), 1) is None
    )  # an equal board is a duplicate
    found = twins.add(answer_of(without(image(record, symmetry, names), 2, empty)), 2)
    assert found is not None
    assert found.cells == 2


def test_puzzles_with_other_clues_are_no_twins() -> None:
    record = made("sudoku")
    twins = Twins()
    twins.add(answer_of(record), 0)
    assert twins.add(answer_of(without(record, 3, 0)), 1) is None
    assert twins.add(answer_of(without(record, 1, 0)), 2) == Twin(0, 1)


def test_a_selection_has_no_twins() -> None:
    (graded,) = grade_records(filter_records([made("sudoku")]))
    twin = replace(without(graded, 1, 0), id="twin")
    other = replace(without(graded, 3, 0), id="other")
    chosen = select_records(partial(records_at, [graded, twin, other]), Wishes(count=3))
    assert {record.id for record in chosen} == {graded.id, "other"}


def test_a_report_lists_twins() -> None:
    record = made("sudoku")
    table, findings = survey([record, without(record, 2, 0), record])
    assert findings.twins == {1: Twin(0, 2)}
    assert [row["near twin of"] for row in table] == ["", 1, ""]
    assert [row["duplicate of"] for row in table] == ["", "", 1]
