"""Compile every kernel of this kind by using it once on a small board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pipeline.kinds.numberlink.counting.frontier_count import count_over_frontier
from pipeline.kinds.numberlink.generate import warm_up as warm_up_layouts
from pipeline.kinds.numberlink.grade import warm_up as warm_up_grades
from pipeline.kinds.numberlink.model import make_clues
from pipeline.kinds.numberlink.solve import warm_up as warm_up_search


def warm_up_counts() -> None:
    """Count the solutions of a board."""
    count_over_frontier(make_clues(2, 2, "cover", ["a", "a", "b", "b"]), 10)


WARM_UP: Final[tuple[Callable[[], None], ...]] = (
    warm_up_grades,
    warm_up_search,
    warm_up_counts,
    warm_up_layouts,
)
