"""The kernels of constraints. Written by `python -m tools.words`: do not edit."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import inlined
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.words.accepted import kernel as accepted
from pipeline.kinds.kit.words.areas import kernel as areas
from pipeline.kinds.kit.words.choice import kernel as choice
from pipeline.kinds.kit.words.connected import kernel as connected
from pipeline.kinds.kit.words.consecutive import kernel as consecutive
from pipeline.kinds.kit.words.different import kernel as different
from pipeline.kinds.kit.words.distinct_lines import kernel as distinct_lines
from pipeline.kinds.kit.words.fleet import kernel as fleet
from pipeline.kinds.kit.words.loop import kernel as loop
from pipeline.kinds.kit.words.matching import kernel as matching
from pipeline.kinds.kit.words.paths import kernel as paths
from pipeline.kinds.kit.words.pieces import kernel as pieces
from pipeline.kinds.kit.words.regions import kernel as regions
from pipeline.kinds.kit.words.total import kernel as total

ACCEPTED: Final = 0
AREAS: Final = 1
CHOICE: Final = 2
CONNECTED: Final = 3
CONSECUTIVE: Final = 4
DIFFERENT: Final = 5
DISTINCT_LINES: Final = 6
FLEET: Final = 7
LOOP: Final = 8
MATCHING: Final = 9
PATHS: Final = 10
PIECES: Final = 11
REGIONS: Final = 12
TOTAL: Final = 13

WORDS: Final = (
    "accepted",
    "areas",
    "choice",
    "connected",
    "consecutive",
    "different",
    "distinct_lines",
    "fleet",
    "loop",
    "matching",
    "paths",
    "pieces",
    "regions",
    "total",
)

RULES: Final = (
    accepted.RULE,
    areas.RULE,
    choice.RULE,
    connected.RULE,
    consecutive.RULE,
    different.RULE,
    distinct_lines.RULE,
    fleet.RULE,
    loop.RULE,
    matching.RULE,
    paths.RULE,
    pieces.RULE,
    regions.RULE,
    total.RULE,
)
"""By constraint, the deductions to which its `propagate` belongs."""


@inlined
def propagate(arrays: Arrays, state: State, graph: int, word: int) -> bool:
    """Propagate, in place, what a constraint implies by its `RULES`; False on a contradiction."""
    if word == ACCEPTED:
        return accepted.propagate(arrays, state, graph)
    if word == AREAS:
        return areas.propagate(arrays, state, graph)
    if word == CHOICE:
        return choice.propagate(arrays, state, graph)
    if word == CONNECTED:
        return connected.propagate(arrays, state, graph)
    if word == CONSECUTIVE:
        return consecutive.propagate(arrays, state, graph)
    if word == DIFFERENT:
        return different.propagate(arrays, state, graph)
    if word == DISTINCT_LINES:
        return distinct_lines.propagate(arrays, state, graph)
    if word == FLEET:
        return fleet.propagate(arrays, state, graph)
    if word == LOOP:
        return loop.propagate(arrays, state, graph)
    if word == MATCHING:
        return matching.propagate(arrays, state, graph)
    if word == PIECES:
        return pieces.propagate(arrays, state, graph)
    if word == REGIONS:
        return regions.propagate(arrays, state, graph)
    if word == TOTAL:
        return total.propagate(arrays, state, graph)
    return True


@inlined
def propagate_chains(arrays: Arrays, state: State, graph: int, word: int) -> bool:
    """Propagate, in place, what the drawn edges of a constraint imply; False on a contradiction."""
    if word == LOOP:
        return loop.propagate_chains(arrays, state, graph)
    if word == PATHS:
        return paths.propagate_chains(arrays, state, graph)
    return True
