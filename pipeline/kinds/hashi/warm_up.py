"""Compile every kernel of this kind by using it once on a small board."""

from __future__ import annotations

from functools import cache

from pipeline.kinds.hashi.generate import generate
from pipeline.kinds.hashi.grade import grade_alone
from pipeline.kinds.hashi.model import Params, make_clues
from pipeline.kinds.hashi.solve import warm_up as warm_up_search


@cache
def warm_up() -> None:
    """Make a puzzle and grade one: every kernel."""
    warm_up_search()
    generate(Params(6, 6, "tree-2"), 1)
    grade_alone(make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "tree-2"))
