"""The list of all kinds of puzzle, the only one."""

from __future__ import annotations

import importlib
import json
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from pipeline.model import Json, unknown_name

if TYPE_CHECKING:
    from pipeline.kinds.interface import AnyKind

KINDS: Final = (
    "numberlink",
    "hashi",
    "npuzzle",
    "slitherlink",
    "masyu",
    "akari",
    "sudoku",
    "hitori",
    "nurikabe",
    "zip",
    "killer",
    "starbattle",
    "binairo",
    "nonogram",
)
"""Folder names, in the order in which commands and books list them."""

ALSO: Final = MappingProxyType(
    {
        "bridges": "hashi", "hashiwokakero": "hashi", "chopsticks": "hashi",
        "arukone": "numberlink", "number-link": "numberlink", "flow": "numberlink",
        "15-puzzle": "npuzzle", "fifteen": "npuzzle", "taquin": "npuzzle", "sliding": "npuzzle",
    }
)  # fmt: skip
"""Other names of kinds, for suggestions in errors."""


@cache
def get_kind(kind_id: str) -> AnyKind:
    """Return a kind by its id, importing its folder at the first call.

    `ConfigError` if the id is unknown.

    Examples
    --------
    >>> get_kind("numberlink").title
    'Numberlink'
    """
    if kind_id not in KINDS:
        raise unknown_name("kind", kind_id, KINDS, also=ALSO)
    package = f"pipeline.kinds.{kind_id}"
    has_page = resources.files(package).joinpath("kind.py").is_file()
    return cast("AnyKind", importlib.import_module(package + ".kind" * has_page).KIND)


def load_examples(kind: AnyKind) -> Json:
    """Return a kind's ``examples.json``: solved boards, and for each rule code a violation."""
    folder = resources.files(f"pipeline.kinds.{kind.id}")
    return json.loads(folder.joinpath("examples.json").read_text(encoding="utf-8"))
