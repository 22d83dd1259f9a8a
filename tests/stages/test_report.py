"""Rows of a report: what a kind's grade says beyond the usual has columns of its own."""

from __future__ import annotations

from dataclasses import replace

from pipeline.model import Band, Grade, Record
from pipeline.stages.report_rows import report_rows

GRADE = Grade(
    score="1.00",
    nodes=(1,),
    capped=0,
    band=Band.EASY,
    percentile=None,
    method="m",
    version=1,
    extra={"hardest": "rest", "assumed": ["cover"], "probes": 3},
)
RECORD = Record(id="0" * 16, kind="hashi", puzzle={"rows": 1, "cols": 3, "clues": [[1, 0, 1]]})


def test_words_and_counts_of_a_grade_are_columns_and_lists_are_not() -> None:
    (row,) = report_rows([replace(RECORD, grade=GRADE)])
    assert (row["hardest"], row["probes"], row["percentile"]) == ("rest", 3, "")
    assert "assumed" not in row


def test_a_puzzle_without_a_grade_has_no_such_columns() -> None:
    (row,) = report_rows([RECORD])
    assert row["band"] == ""
    assert "hardest" not in row
