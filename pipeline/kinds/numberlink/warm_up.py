"""Compile every kernel of this kind by using it once on a small board."""

from __future__ import annotations

from functools import cache

from pipeline.kinds.numberlink.generate import generate
from pipeline.kinds.numberlink.grade import grade
from pipeline.kinds.numberlink.grade import warm_up as warm_up_grade
from pipeline.kinds.numberlink.model import Params
from pipeline.kinds.numberlink.solve import warm_up as warm_up_search


@cache
def warm_up() -> None:
    """Make and grade a puzzle under two rules: both ways through the generator, every kernel."""
    warm_up_search()
    warm_up_grade()
    for rule in ("free", "no-touch"):
        made = generate(Params(6, 6, rule), 1)
        if made.clues is not None and made.solution is not None:
            grade(made.clues, made.solution)
