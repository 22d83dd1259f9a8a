"""Grade: records to records with the kind's reference grade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pipeline.kinds import get_kind
from pipeline.kinds.interface import Budget
from pipeline.model import Record
from pipeline.stages.filter import DEFAULT_BUDGET, right_solution
from pipeline.stages.mapping import Mapper, serial


def grade_records(
    records: Iterable[Record], budget: Budget = DEFAULT_BUDGET, mapper: Mapper = serial
) -> Iterator[Record]:
    """Yield each record with its grade, in order.

    A record without solution is solved first (within ``budget``); one that has none keeps no
    grade.
    """
    return mapper(partial(_grade_one, budget=budget), records)


def _grade_one(record: Record, budget: Budget) -> Record:
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    solution = right_solution(kind, clues, record, budget)
    if solution is None:
        return record.with_(grade=None)
    return record.with_(solution=kind.encode_solution(solution), grade=kind.grade(clues, solution))
