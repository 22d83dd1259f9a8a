"""Sorts of clues outside of single cells, by the fields that they had in version 1.0."""

from __future__ import annotations

from typing import Any

from pipeline.kinds.kit.board.clues import ClueSort
from pipeline.kinds.kit.looks.arrow.clue import Arrows
from pipeline.kinds.kit.looks.between.clue import Between
from pipeline.kinds.kit.looks.cage.clue import Cages
from pipeline.kinds.kit.looks.outside.clue import Outside
from pipeline.kinds.kit.looks.run.clue import Runs


def Extra(**older: Any) -> tuple[ClueSort, ...]:  # noqa: N802 (a class of version 1.0)
    """Return the sorts of clues that a page of version 1.0 had."""
    totals = {"totals": older["totals"]} if "totals" in older else {}
    outside = {key: older[key] for key in ("numbers", "is_one_number", "is_run") if key in older}
    found: list[ClueSort] = []
    if older.get("has_cages"):
        found.append(Cages(operations=older.get("operations", ()), **totals))
    if older.get("has_runs"):
        found.append(Runs(**totals))
    if older.get("sides"):
        found.append(Outside(sides=older["sides"], **outside))
    if older.get("signs"):
        found.append(Between(older["signs"]))
    if older.get("has_arrows"):
        found.append(Arrows())
    return tuple(found)
