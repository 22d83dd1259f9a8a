"""Akari: lamps that light every cell but not each other, counted by the numbers on walls."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.akari import declare, forms, kernels, rules
from pipeline.kinds.kit.constraints.declaration import Declared, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.options import require_sides

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Akari",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        layout=declare.lay_out,
        looks=Looks(
            usual=Sign("wall"), signs={declare.WALL: Sign("wall", is_number=False)}, shaded="lamp"
        ),
        formats=forms.FORMATS,
        presets={
            "tiny": Params(5, 5),
            "small": Params(7, 7),
            "wide": Params(5, 8),
            "symmetric": Params(8, 8, symmetry="half-turn"),
            "no-guessing": Params(9, 9, hardest="global"),
        },
        plain=("number", "lit", "beam"),
        sizes=partial(require_sides, least=4, most=40),
        without=lambda clue: clue if clue == kernels.WHITE else declare.WALL,
    )
)
