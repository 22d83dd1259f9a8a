"""The kernels of constraints. Written by `python -m tools.words`: do not edit."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import inlined
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.words.accepted import kernel as accepted
from pipeline.kinds.kit.words.areas import kernel as areas
from pipeline.kinds.kit.words.bank import kernel as bank
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
BANK: Final = 2
CHOICE: Final = 3
CONNECTED: Final = 4
CONSECUTIVE: Final = 5
DIFFERENT: Final = 6
DISTINCT_LINES: Final = 7
FLEET: Final = 8
LOOP: Final = 9
MATCHING: Final = 10
PATHS: Final = 11
PIECES: Final = 12
REGIONS: Final = 13
TOTAL: Final = 14

WORDS: Final = (
    "accepted",
    "areas",
    "bank",
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
    bank.RULE,
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
    if word == BANK:
        return bank.propagate(arrays, state, graph)
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
