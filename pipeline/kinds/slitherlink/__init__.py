"""Slitherlink: one loop along the borders of cells; numbers count the sides on the loop."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.kit.constraints.declaration import CEILINGS, Declared, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.options import require_sides
from pipeline.kinds.slitherlink import declare, forms, rules

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Slitherlink",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        layout=declare.lay_out,
        looks=Looks(is_dotted=True),
        formats=forms.FORMATS,
        sorts=(0, 1, 2, 3, 4),
        ceilings={**CEILINGS, "hard": ("set",)},  # most that need trials are expert
        presets={
            "tiny": Params(5, 5),
            "small": Params(7, 7),
            "wide": Params(5, 8),
            "symmetric": Params(7, 7, symmetry="half-turn"),
            "no-guessing": Params(8, 8, hardest="global"),
            "full": Params(6, 6, clues=(20, 26)),
        },
        plain=("number", "corner", "overlap"),
        sizes=partial(require_sides, least=4, most=40),
    )
)
