"""Modules of version 1.0 by their former names, for pages of kinds outside of the package.

They are read until version 2.0; `kit` is their successor (docs/kinds.md). Nothing in the package
imports from here.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

_FORMER: Final = {
    "areas": "making.growth", "boards": "board.boards", "clue_places": "making.clue_places",
    "extra": "board.clues", "generator": "making.generator", "grid": "board.grid",
    "kind": "builder",
    "layouts": "making.layouts", "model": "words.core", "params": "board.params",
    "puzzle": "board.board", "regions": "board.regions",
    "engines": "engine", "engines.search": "engine.search",
    "engines.reduce_clues": "engine.removal",
    "globals": "words", "globals.automaton": "words.accepted.rule", "globals.base": "words.base",
    "views": "sites", "views.arrow_forms": "sites.arrow_forms", "views.drawing": "looks.look",
    "views.extra_forms": "constraints.older_forms", "views.forms": "constraints.older_forms",
    "views.janko_forms": "sites.janko_forms", "views.runs_forms": "sites.runs_forms",
    "views.sheets": "sites.sheets", "views.signs_form": "sites.signs_form",
}  # fmt: skip
_FORMER_BESIDE: Final = {
    "cells": "sites.cells", "forms": "sites.forms", "janko": "sites.janko_sheets",
    "penpa": "sites.penpa", "pzpr": "sites.pzpr", "text_lines": "sites.text_lines",
    "symmetry": "board.symmetry", "drawing": "looks.measures",
    "deduction": "telling.deduction", "sentences": "telling.sentences",
}  # fmt: skip
"""The same for modules that were beside this folder."""

_FORMS: Final = {
    "views.extra_forms": ("killer_id", "regions_address", "rooms_address", "runs_id"),
    "views.janko_forms": ("areas_form", "cages_form", "regions_form", "runs_form"),
}
"""Functions of `older_forms` by the modules in which they were."""

_KIT: Final = __name__.rpartition(".")[0]


def add_former_names() -> None:
    """Let modules be imported by their names of version 1.0."""
    for head, table in ((__name__, _FORMER), (_KIT, _FORMER_BESIDE)):
        for former, present in table.items():
            sys.modules.setdefault(f"{head}.{former}", import_module(f"{_KIT}.{present}"))
    vars(sys.modules[f"{__name__}.extra"])["Extra"] = import_module(f"{__name__}.older_clues").Extra
    boards = vars(sys.modules[f"{__name__}.puzzle"])
    boards["Clues"] = boards["Board"]
    older = import_module(f"{__name__}.older_forms")
    address = import_module(f"{_KIT}.sites.puzz_link")
    extra = sys.modules[f"{__name__}.views.extra_forms"]
    for name in ("decode_borders", "encode_borders"):
        setattr(extra, f"_{name}", getattr(address, name))
    for former, names in _FORMS.items():
        for name in names:
            setattr(sys.modules[f"{__name__}.{former}"], name, getattr(older, name))


add_former_names()
