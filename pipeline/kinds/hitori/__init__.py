"""Hitori: shade cells so that no line repeats a number, and white cells are connected."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.hitori import declare, forms, rules
from pipeline.kinds.kit.constraints.declaration import CEILINGS, Declared, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.options import require_sides

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Hitori",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        layout=declare.lay_out,
        keeps_clues=True,
        looks=Looks(),
        formats=forms.FORMATS,
        presets={
            "tiny": Params(4, 4),
            "small": Params(5, 5),
            "wide": Params(5, 7),
            "one-trial": Params(6, 6, hardest="trial"),
        },
        plain=("twice", "touch", "overlap"),
        ceilings={**CEILINGS, "easy": ("overlap",), "medium": ("overlap", "set")},
        sample=lambda rows, cols: [max(rows, cols)] * (rows * cols),
        sizes=partial(require_sides, least=4, most=30),
    )
)
