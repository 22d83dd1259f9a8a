"""The template of a declared kind: Latin squares.

It is tested by the conformance suite but is not in ``KINDS``, so that no command offers it. Copy it
to start a kind (CONTRIBUTING.md), and change title, presets and sizes here.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.constraints.declaration import Declared, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.template import declare, forms, rules

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Latin Square",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        layout=declare.lay_out,
        looks=Looks(),
        formats=forms.FORMATS,
        presets={"tiny": Params(4, 4), "small": Params(5, 5, symmetry="half-turn")},
        plain=("cell", "row", "column"),
        sizes=declare.require_size,
    )
)
