"""Zip: one line through every cell that passes the numbers in order."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.kit.constraints.declaration import Declared, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.options import require_sides, whole_setting
from pipeline.kinds.zip import declare, forms, rules

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Zip",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        draft=declare.draft,
        looks=Looks(usual=Sign("black")),
        formats=forms.FORMATS,
        presets={
            "tiny": Params(4, 4),
            "small": Params(6, 6),
            "wide": Params(4, 6),
            "walls": Params(5, 5, own=(("walls", 30),)),
        },
        settings={
            "walls": whole_setting(
                "walls between cells, in percent of the places that the line leaves free",
                0,
                100,
                "0",
                "30",
            )
        },
        plain=("cell", "end"),
        sample=declare.sample,
        sizes=partial(require_sides, least=3, most=12),
    )
)
