"""Compile every kernel of this kind by using it once on a small board."""

from __future__ import annotations

from functools import cache

from pipeline.kinds.numberlink.counting.frontier_count import count_over_frontier
from pipeline.kinds.numberlink.generate import warm_up as warm_up_layouts
from pipeline.kinds.numberlink.grade import warm_up as warm_up_grades
from pipeline.kinds.numberlink.model import make_clues
from pipeline.kinds.numberlink.solve import warm_up as warm_up_search


@cache
def warm_up() -> None:
    """Compile the kernels of search, layouts, grades and counts."""
    warm_up_search()
    warm_up_layouts()
    warm_up_grades()
    count_over_frontier(make_clues(2, 2, "cover", ["a", "a", "b", "b"]), 10)
