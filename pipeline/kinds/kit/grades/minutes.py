"""Minutes of practised players, from a measure of a puzzle and times that people took.

The minutes in a kind's ``measured.json`` say how they grow: ``factor * measure ** power``, fitted
to the times of a file by the benchmark ``calibrate``. Kinds and sizes without times have none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Final

from pipeline.kinds.kit.grades.grading import percentile_of, to_hundredths
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.model import Grade

_EXACT: Final = Context(prec=28, rounding=ROUND_HALF_EVEN)
"""Decimal arithmetic is the same on every machine, whatever its logarithms are."""


def ranked(grade: Grade, package: str, size: int, cells: int) -> Grade:
    """Return a grade with its percentile among boards of a size, and the minutes of `with_minutes`.

    ``size`` is the number of ``cells`` that are not blocked.
    """
    percentile = percentile_of(package, size, to_hundredths(grade.score))
    return with_minutes(replace(grade, percentile=percentile), package, cells)


def with_minutes(
    grade: Grade, package: str, cells: int, measure: Callable[[], int | None] | None = None
) -> Grade:
    """Return a grade with ``minutes`` to one decimal place in ``extra``, if they are known.

    The kind's ``package`` may have minutes, for some numbers of ``cells``. ``measure``
    returns what the kind measures for its minutes, None for a board of which no times are known;
    left out, it is the score in hundredths.

    >>> from pipeline.model import Band
    >>> grade = Grade("4.00", (15,), 0, Band.EASY, 50, "chains", 2)
    >>> with_minutes(grade, "pipeline.kinds.sudoku", 81, lambda: 70 << 16).extra
    {'minutes': '8.8'}
    >>> with_minutes(grade, "pipeline.kinds.sudoku", 36).extra
    {}
    """
    fitted = read_measured(package, "minutes")
    if fitted is None or cells not in fitted["cells"]:
        return grade
    measured = to_hundredths(grade.score) if measure is None else measure()
    if measured is None:
        return grade
    grown = _EXACT.power(measured, Decimal(fitted["power"]))
    minutes = _EXACT.multiply(grown, Decimal(fitted["factor"])).quantize(Decimal("0.1"))
    return replace(grade, extra={**grade.extra, "minutes": str(minutes)})
