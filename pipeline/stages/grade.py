"""Grade: records to records with the kind's reference grade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pipeline.kinds.interface import Budget
from pipeline.model import Record
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import DEFAULT_BUDGET, read_puzzle, solve_puzzle


def grade_records(
    records: Iterable[Record], budget: Budget = DEFAULT_BUDGET, mapper: Mapper = serial
) -> Iterator[Record]:
    """Yield each record with its grade, in order.

    A record without solution is solved first (within ``budget``); one that has none keeps no
    grade.
    """
    return mapper(partial(_grade_one, budget=budget), records)


def _grade_one(record: Record, budget: Budget) -> Record:
    puzzle = solve_puzzle(read_puzzle(record), budget)
    if puzzle.solution is None:
        return record.with_(grade=None)
    return puzzle.record.with_(grade=puzzle.kind.grade(puzzle.clues, puzzle.solution))
