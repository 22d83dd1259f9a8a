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
    from pipeline.kinds.kit.constraints.boards import (
        MOST_SIDE,
        Boards,
        fit_areas,
        fit_boxes,
        fit_regions,
        fit_rooms,
        fit_sum,
        require_square,
    )
    from pipeline.kinds.kit.constraints.extra import (
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
        Extra,
        totals_of,
    )
    from pipeline.kinds.kit.constraints.globals.automaton import Layers, unroll
    from pipeline.kinds.kit.constraints.grid import Grid
    from pipeline.kinds.kit.constraints.latin import latin_boards
    from pipeline.kinds.kit.constraints.params import Images, Params, Usual
    from pipeline.kinds.kit.constraints.puzzle import Clues as Board
    from pipeline.kinds.kit.constraints.puzzle import Drafted, Solution
    from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
    from pipeline.kinds.kit.options import Setting, whole_setting
    from pipeline.kinds.kit.page import Kind
    from pipeline.kinds.kit.words.model import Model
    from pipeline.model import ConfigError, PuzzleFormatError

_C: Final = "pipeline.kinds.kit.constraints."
_K: Final = "pipeline.kinds.kit."
_WHERE: Final = {
    "Answer": _K + "answer",
    "BETWEEN": _C + "extra",
    "Board": _C + "puzzle:Clues",
    "Boards": _C + "boards",
    "Clue": _C + "extra",
    "ConfigError": "pipeline.model",
    "Drafted": _C + "puzzle",
    "Extra": _C + "extra",
    "Grid": _C + "grid",
    "Images": _C + "params",
    "Kind": _K + "page",
    "LEFT": _C + "extra",
    "Looks": _C + "views.drawing",
    "Model": _K + "words.model",
    "Params": _C + "params",
    "PuzzleFormatError": "pipeline.model",
    "RandomState": "pipeline.kernels.random_state",
    "Setting": _K + "options",
    "Sign": _C + "views.drawing",
    "Solution": _C + "puzzle",
    "TOP": _C + "extra",
    "Usual": _C + "params",
    "Violation": "pipeline.kinds.interface",
    "fit_areas": _C + "boards",
    "fit_boxes": _C + "boards",
    "fit_regions": _C + "boards",
    "fit_sum": _C + "boards",
    "making": _K + "making:",
    "sites": _K + "sites:",
    "ARROW": _C + "extra",
    "BOTTOM": _C + "extra",
    "CAGE": _C + "extra",
    "RIGHT": _C + "extra",
    "RUN": _C + "extra",
    "SIDES": _C + "extra",
    "WALL": _C + "extra",
    "MOST_SIDE": _C + "boards",
    "fit_rooms": _C + "boards",
    "Layers": _C + "globals.automaton",
    "latin_boards": _C + "latin",
    "whole_setting": _K + "options",
    "totals_of": _C + "extra",
    "require_square": _C + "boards",
    "unroll": _C + "globals.automaton",
}
"""By name the module that defines it, and after a colon the name there; none: the module itself."""


def __getattr__(name: str) -> Any:
    """Import a name of the front door."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, colon, own = _WHERE[name].partition(":")
    found = import_module(module)
    if own or not colon:
        found = getattr(found, own or name)
    globals()[name] = found
    return found


__all__ = [
    "ARROW",
    "BETWEEN",
    "BOTTOM",
    "CAGE",
    "LEFT",
    "MOST_SIDE",
    "RIGHT",
    "RUN",
    "SIDES",
    "TOP",
    "WALL",
    "Answer",
    "Board",
    "Boards",
    "Clue",
    "ConfigError",
    "Drafted",
    "Extra",
    "Grid",
    "Images",
    "Kind",
    "Layers",
    "Looks",
    "Model",
    "Params",
    "PuzzleFormatError",
    "RandomState",
    "Setting",
    "Sign",
    "Solution",
    "Usual",
    "Violation",
    "fit_areas",
    "fit_boxes",
    "fit_regions",
    "fit_rooms",
    "fit_sum",
    "latin_boards",
    "making",
    "require_square", "sites",
    "totals_of",
    "unroll",
    "whole_setting",
]  # fmt: skip
