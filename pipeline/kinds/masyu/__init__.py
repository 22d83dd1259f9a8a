"""Masyu: one loop through cells, straight at white pearls and turning at black ones."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.kit.constraints.declaration import CEILINGS, Declared, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.options import require_sides
from pipeline.kinds.masyu import declare, forms, rules

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Masyu",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        layout=declare.lay_out,
        looks=Looks(
            signs={
                declare.WHITE: Sign("white", is_number=False),
                declare.BLACK: Sign("black", is_number=False),
            }
        ),
        formats=forms.FORMATS,
        sorts=(declare.WHITE, declare.BLACK),
        ceilings={**CEILINGS, "easy": ("single",), "medium": ("global",)},
        presets={
            "tiny": Params(5, 5),
            "small": Params(7, 7),
            "wide": Params(5, 8),
            "symmetric": Params(7, 7, symmetry="half-turn"),
            "no-guessing": Params(8, 8, hardest="global"),
        },
        plain=("black", "white", "pearl", "cell"),
        sizes=partial(require_sides, least=4, most=40),
    )
)
