"""The front door of the kit: what the page of a kind needs.

Names are imported when they are first used, so that reading one module of the kit does not import
all of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pipeline.kernels.random_state import RandomState
    from pipeline.kinds.interface import Violation
    from pipeline.kinds.kit import making, sites
    from pipeline.kinds.kit.answer import Answer
    from pipeline.kinds.kit.board.board import Board, Drafted, Solution
    from pipeline.kinds.kit.board.boards import (
        MOST_SIDE,
        Boards,
        fit_areas,
        fit_boxes,
        fit_once,
        fit_regions,
        fit_rooms,
        fit_sum,
        latin_boards,
        require_square,
    )
    from pipeline.kinds.kit.board.clues import (
        ARROW,
        BETWEEN,
        BOTTOM,
        CAGE,
        LEFT,
        RIGHT,
        RUN,
        SIDES,
        TOP,
        WALL,
        Clue,
        ClueSort,
        totals_of,
    )
    from pipeline.kinds.kit.board.grid import Grid
    from pipeline.kinds.kit.board.params import Images, Params, Usual
    from pipeline.kinds.kit.looks.area.clue import AREA, Areas
    from pipeline.kinds.kit.looks.arrow.clue import Arrows
    from pipeline.kinds.kit.looks.bank.clue import Bank
    from pipeline.kinds.kit.looks.between.clue import Between
    from pipeline.kinds.kit.looks.cage.clue import Cages
    from pipeline.kinds.kit.looks.coloured.clue import ColouredRuns
    from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL, Diagonals
    from pipeline.kinds.kit.looks.figure.mark import Figure
    from pipeline.kinds.kit.looks.fleet.clue import Fleet
    from pipeline.kinds.kit.looks.look import Looks, Sign
    from pipeline.kinds.kit.looks.outside.clue import Outside
    from pipeline.kinds.kit.looks.parity.clue import EVEN, ODD, Parities
    from pipeline.kinds.kit.looks.run.clue import Runs
    from pipeline.kinds.kit.looks.slant.clue import SLANT, Slants
    from pipeline.kinds.kit.looks.thread.clue import LINE, SUM_ARROW, THERMOMETER, Threads
    from pipeline.kinds.kit.looks.word.clue import WordList
    from pipeline.kinds.kit.options import Setting, whole_setting
    from pipeline.kinds.kit.page import Kind
    from pipeline.kinds.kit.words.accepted.automata import skyline, weighted_sum
    from pipeline.kinds.kit.words.accepted.rule import Layers, unroll
    from pipeline.kinds.kit.words.model import Model
    from pipeline.model import ConfigError, PuzzleFormatError

_NAMES: Final = {
    "answer": ("Answer",),
    "board.board": ("Board", "Drafted", "Solution"),
    "board.boards": (
        "Boards", "MOST_SIDE", "fit_areas", "fit_boxes", "fit_once", "fit_regions", "fit_rooms",
        "fit_sum", "latin_boards", "require_square",
    ),
    "board.clues": (
        "ARROW", "BETWEEN", "BOTTOM", "CAGE", "Clue", "ClueSort", "LEFT", "RIGHT", "RUN",
        "SIDES", "TOP", "WALL", "totals_of",
    ),
    "board.grid": ("Grid",),
    "board.params": ("Images", "Params", "Usual"),
    "looks.area.clue": ("AREA", "Areas"),
    "looks.arrow.clue": ("Arrows",),
    "looks.bank.clue": ("Bank",),
    "looks.between.clue": ("Between",),
    "looks.cage.clue": ("Cages",),
    "looks.diagonal.clue": ("DIAGONAL", "Diagonals"),
    "looks.coloured.clue": ("ColouredRuns",),
    "looks.figure.mark": ("Figure",),
    "looks.fleet.clue": ("Fleet",),
    "looks.look": ("Looks", "Sign"),
    "looks.outside.clue": ("Outside",),
    "looks.parity.clue": ("EVEN", "ODD", "Parities"),
    "looks.run.clue": ("Runs",),
    "looks.slant.clue": ("SLANT", "Slants"),
    "looks.thread.clue": ("LINE", "SUM_ARROW", "THERMOMETER", "Threads"),
    "looks.word.clue": ("WordList",),
    "options": ("Setting", "whole_setting"),
    "page": ("Kind",),
    "words.accepted.automata": ("skyline", "weighted_sum"),
    "words.accepted.rule": ("Layers", "unroll"),
    "words.model": ("Model",),
}  # fmt: skip
"""The names of the door by the module of the kit that defines them."""

_WHERE: Final = {
    **{name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names},
    "ConfigError": "pipeline.model",
    "PuzzleFormatError": "pipeline.model",
    "RandomState": "pipeline.kernels.random_state",
    "Violation": "pipeline.kinds.interface",
}
_MODULES: Final = ("making", "sites")


def __getattr__(name: str) -> Any:
    """Import a name of the front door."""
    if name in _MODULES:
        found: Any = import_module(f"{__name__}.{name}")
    elif name in _WHERE:
        found = getattr(import_module(_WHERE[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the names of the front door."""
    return sorted({*globals(), *__all__})


__all__ = [
    "AREA",
    "ARROW",
    "BETWEEN",
    "BOTTOM",
    "CAGE",
    "DIAGONAL",
    "EVEN",
    "LEFT",
    "LINE",
    "MOST_SIDE",
    "ODD",
    "RIGHT",
    "RUN",
    "SIDES",
    "SLANT",
    "SUM_ARROW",
    "THERMOMETER",
    "TOP",
    "WALL",
    "Answer",
    "Areas",
    "Arrows",
    "Bank",
    "Between",
    "Board",
    "Boards",
    "Cages",
    "Clue",
    "ClueSort",
    "ColouredRuns",
    "ConfigError",
    "Diagonals",
    "Drafted",
    "Figure",
    "Fleet",
    "Grid",
    "Images",
    "Kind",
    "Layers",
    "Looks",
    "Model",
    "Outside",
    "Params",
    "Parities",
    "PuzzleFormatError",
    "RandomState",
    "Runs",
    "Setting",
    "Sign",
    "Slants",
    "Solution",
    "Threads",
    "Usual",
    "Violation",
    "WordList",
    "fit_areas",
    "fit_boxes",
    "fit_once",
    "fit_regions",
    "fit_rooms",
    "fit_sum",
    "latin_boards",
    "making",
    "require_square", "sites", "skyline",
    "totals_of",
    "unroll",
    "weighted_sum",
    "whole_setting",
]  # fmt: skip
