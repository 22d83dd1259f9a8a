"""Compile every kernel of this kind by using it once on a small board."""

from __future__ import annotations

from functools import cache

from pipeline.kinds.numberlink.generate import warm_up as warm_up_layouts
from pipeline.kinds.numberlink.grade import warm_up as warm_up_grades
from pipeline.kinds.numberlink.solve import warm_up as warm_up_search


@cache
def warm_up() -> None:
    """Compile the kernels of search, layouts and grades."""
    warm_up_search()
    warm_up_layouts()
    warm_up_grades()
