"""Sudoku: every number once in each row, column and region."""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.constraints.declaration import CEILINGS, Declared, Params, Usual
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.options import require_squares
from pipeline.kinds.sudoku import declare, forms, race, rules

KIND: Final = make_kind(
    Declared(
        package=__name__,
        title="Sudoku",
        version=1,
        boards=declare.BOARDS,
        declare=declare.declare,
        check=rules.check,
        layout=declare.lay_out,
        looks=Looks(diagonals=declare.DIAGONAL),
        formats=forms.FORMATS,
        sorts=tuple(range(1, declare.MOST_SIDE + 1)),
        presets={
            "tiny": Params(4, 4, declare.BOXES),
            "small": Params(6, 6, declare.BOXES),
            "usual": Params(9, 9, declare.BOXES, symmetry="half-turn"),
            "diagonal": Params(6, 6, declare.DIAGONAL),
            "irregular": Params(6, 6, declare.IRREGULAR),
            "no-guessing": Params(9, 9, declare.BOXES, hardest="global"),
        },
        plain=("cell", "row", "column", "box", "region", "diagonal"),
        ceilings={**CEILINGS, "hard": ("set",)},  # trials cost more and are as rarely hard
        by_band={
            "easy": Usual((40, 46), "half-turn"),
            "medium": Usual((32, 40), "half-turn"),
            "hard": Usual(symmetry="half-turn"),
            "expert": Usual(symmetry="half-turn"),
        },
        sizes=require_squares(*declare.SIZES),
        fewest_clues=declare.fewest_clues,
        measure=race.race,
        is_weaker_than=lambda rule, other: (
            rule == other or (rule, other) == (declare.BOXES, declare.DIAGONAL)
        ),
    )
)
