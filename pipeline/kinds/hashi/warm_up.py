"""Compile every kernel of this kind by using it once on a small board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pipeline.kinds.hashi.generate import generate
from pipeline.kinds.hashi.grade import grade_alone
from pipeline.kinds.hashi.model import Params, make_clues
from pipeline.kinds.hashi.solve import warm_up as warm_up_search


def warm_up_making() -> None:
    """Make a puzzle and grade one."""
    generate(Params(6, 6, "tree-2"), 1)
    grade_alone(make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "tree-2"))


WARM_UP: Final[tuple[Callable[[], None], ...]] = (warm_up_making, warm_up_search)
