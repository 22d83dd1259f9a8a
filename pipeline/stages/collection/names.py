"""Names of games in titles and in fields of JSON."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from pipeline.kinds import kind_ids, other_names
from pipeline.kinds.kit.sites.pzpr import HEADER
from pipeline.kinds.kit.sites.text_lines import head_of, number_lines

_HEAD: Final = 3  # Lines above the puzzles that may name their game

_OTHERS: Final = {
    "galaxies", "tentai show",
    "slant", "gokigen", "net", "netwalk", "shakashaka",
    "crossword", "minesweeper",
    "kropki", "str8ts", "thermometers", "aquarium", "magnets", "undead", "tracks", "palisade",
    "signpost", "nurimisaki", "castle wall", "spiral galaxies",
}  # fmt: skip
_PLAIN: Final = {"puzzle", "puzzles", "game", "type", "kind", "genre", "no", "x", "begin", "level"}
"""Words beside a name."""


def game_named(text: str) -> str:
    """Return the kind, or the unsupported game, that a short text names; "" if none."""
    words = re.findall(r"[^\W\d_]+", text.lower()) if len(text) < 50 else []
    name = " ".join(word for word in words if word not in _PLAIN)
    if name in _OTHERS or name in kind_ids():
        return name
    return {one.replace("-", " "): kind for one, kind in other_names().items()}.get(name, "")


def named_game(text: str) -> tuple[int, str]:
    """Return the number of the line that names a game, and the game; (0, "") without one."""
    head = (line for line in number_lines(head_of(text, 2 * _HEAD)) if line[1])
    for number, line in islice(head, _HEAD):
        if line.startswith(HEADER) or line.split()[0] in ("begin", "puzzle"):
            break  # the form names the game
        if name := game_named(line):
            return number, name
    return 0, ""
