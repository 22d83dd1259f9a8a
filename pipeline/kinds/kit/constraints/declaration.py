"""Pages of version 1.0, which declare a kind by `Declared` with a field for each turn of making.

They are read until version 2.0; `kit.Kind` is their successor (docs/kinds.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pipeline.kinds.kit import declared
from pipeline.kinds.kit.board.board import Drafted
from pipeline.kinds.kit.board.params import Images, Params, Usual
from pipeline.kinds.kit.making.clearing import Clearing
from pipeline.kinds.kit.making.sketches import Making
from pipeline.kinds.kit.making.strategies import Keep, Mend, Remove

__all__ = ["CEILINGS", "Declared", "Drafted", "Images", "Params", "Usual"]

CEILINGS: Final = declared.LEVELS_BY_BAND
_MAKING: Final = (
    "layout", "draft", "mend", "cells_a_change", "kept_percent", "is_mended_by_solutions",
    "by_band", "fewest_clues", "without", "sorts", "keeps_clues", "removes_extra", "percent_first",
)  # fmt: skip


def Declared(**page: Any) -> declared.Declared:  # noqa: N802 (a class of version 1.0)
    """Return the declaration of a page of version 1.0."""
    older: dict[str, Any] = {name: page.pop(name) for name in _MAKING if name in page}
    if "ceilings" in page:
        page["levels"] = page.pop("ceilings")
    return declared.Declared(**page, making=_making(older))


def _making(older: Mapping[str, Any]) -> Making:
    clearing = Clearing(
        older.get("without"), older.get("sorts", ()), older.get("removes_extra", False)
    )
    if "draft" in older:
        return Mend(
            older["draft"],
            older.get("mend"),
            older.get("cells_a_change", 12),
            older.get("kept_percent", {}),
            older.get("is_mended_by_solutions", False),
            clearing,
        )
    if older.get("keeps_clues"):
        return Keep(older["layout"])
    return Remove(
        layout=older["layout"],
        clearing=clearing,
        percent_first=older.get("percent_first", 0),
        by_band=older.get("by_band", {}),
        fewest=older.get("fewest_clues", lambda rows, cols, rule: 1),
    )
