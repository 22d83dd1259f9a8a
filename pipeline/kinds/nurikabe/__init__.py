"""Nurikabe: islands of given sizes in one sea without two by two blocks."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipeline.kinds.kit.constraints.declaration import Declared, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.options import require_sides
from pipeline.kinds.nurikabe import declare, forms, rules

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Nurikabe",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        layout=declare.lay_out,
        keeps_clues=True,
        looks=Looks(),
        formats=forms.FORMATS,
        presets={"tiny": Params(5, 5), "small": Params(6, 6), "wide": Params(5, 7)},
        plain=("region", "pool"),
        sample=declare.sample,
        sizes=partial(require_sides, least=4, most=16),
    )
)
