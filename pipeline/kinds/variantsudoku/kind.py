"""Variant Sudoku: Sudoku with thermometers, arrows, dots and other elements, alone or together."""

from __future__ import annotations

from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.regions import box_of_size, boxes
from pipeline.kinds.kit.sites import fpuzzles, sudokupad, tables, tatham
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.variantsudoku.boards import BOARDS, TOTALS, require_possible
from pipeline.kinds.variantsudoku.declaration import declare, fixed
from pipeline.kinds.variantsudoku.drafts import layout, without_totals
from pipeline.kinds.variantsudoku.rules import check


def beyond_signs(board: kit.Board) -> str:
    """Return what a table of numbers with signs between them lacks."""
    usual = boxes(board.rows, *box_of_size(board.rows))
    return "" if board.rule == "signs" and board.regions == usual else board.rule


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    require_own=require_possible,
    settings={
        TOTALS: kit.whole_setting("cages with a total, in percent", 0, 100, "100", "50"),
    },
    making=making.Remove(
        layout=layout,
        adapt=without_totals,
        clearing=making.Clearing(clues=tuple(range(1, BOARDS.most_side + 1)), is_clue_alone=True),
        steered=("easy", "hard"),
    ),
    forms=(
        fpuzzles.form("variantsudoku").at_least(4),
        sudokupad.form("variantsudoku").at_least(4),
        tatham.solo(
            {
                "xk": "diagonals+cages",
                "jk": "jigsaw+cages",
                "jx": "jigsaw+diagonals",
                "jxk": "jigsaw+diagonals+cages",
            }
        ).at_least(4),
        tables.signs(Words(range(1, 10), "a number or -", "check the text", "- . _ 0 ?"))
        .without(beyond_signs)
        .at_least(4),
    ),
)
