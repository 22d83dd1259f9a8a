"""Latin squares to solve: a full square at random, then numbers taken away while one answer stays.

Copying this kind? A generator is a pure function of (params, seed). Draw every random number from
a state made of the seed, count attempts and nodes instead of seconds, and return ``clues=None``
when all attempts fail: that is an expected outcome, not an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, shuffle
from pipeline.kinds.interface import Budget, Generated
from pipeline.kinds.kit.options import Setting, read_settings, whole_setting
from pipeline.kinds.template.model import MAX_SIDE, Clues, Params, Solution
from pipeline.kinds.template.solve import plain_orders, search
from pipeline.model import ConfigError, JsonObject, child_seed

VERSION: Final = 1
"""The kind's version: raised when an equal seed gives another puzzle."""

PRESETS: Final[Mapping[str, Params]] = {
    "small": Params(4),
    "medium": Params(6, givens=14),
}


def _givens(most: int, values: str = "") -> Setting:
    return whole_setting("least number of numbers left on the board", 0, most, "0", "9", values)


SETTINGS: Final[Mapping[str, Setting]] = {"givens": _givens(MAX_SIDE**2, "from 0 to side * side")}

ATTEMPTS: Final = 20
BUDGET: Final = Budget(nodes=2000, conflicts=0)


def parse_params(rows: int, cols: int, rule: str | None, settings: Mapping[str, str]) -> Params:
    """Return the params that a user asks for.

    Raises
    ------
    ConfigError
        If the board is no square of 2 to 9 cells a side, a rule is named, or a setting is unknown
        or has no fitting value.

    Examples
    --------
    >>> parse_params(6, 6, None, {"givens": "12"})
    Params(side=6, givens=12)
    """
    if rows != cols or not 2 <= rows <= MAX_SIDE:
        raise ConfigError(
            f"expected a square from 2x2 to {MAX_SIDE}x{MAX_SIDE}, found {cols}x{rows}; "
            "use another size"
        )
    if rule is not None:
        raise ConfigError(f"expected no rule: there is one Latin square; found {rule!r}")
    return Params(rows, **read_settings("template", {"givens": _givens(rows * cols)}, settings))


def describe_params(params: Params) -> JsonObject:
    """Return params as JSON; it is part of every seed, so each field that matters is in it."""
    return {"rows": params.side, "cols": params.side, "givens": params.givens}


def generate(params: Params, seed: int) -> Generated[Clues, Solution]:
    """Return a puzzle with a single solution, and that solution.

    Examples
    --------
    >>> made = generate(Params(4), 7)
    >>> made == generate(Params(4), 7)
    True
    """
    for attempt in range(ATTEMPTS):
        state = new_state(child_seed(seed, attempt))
        solution = _full_square(params.side, state)
        if solution is not None:
            return Generated(_thinned(params, solution, state), solution, attempt)
    return Generated(None, None, ATTEMPTS - 1)


def _full_square(side: int, state: NDArray[np.uint64]) -> Solution | None:
    orders = plain_orders(side)
    for order in orders:
        shuffle(state, order)
    empty = Clues(side, (0,) * side**2)
    return next(iter(search(empty, 1, BUDGET, orders).solutions), None)


def _thinned(params: Params, solution: Solution, state: NDArray[np.uint64]) -> Clues:
    """Take numbers away in random order; put back each one whose loss lets in a second answer."""
    numbers = list(solution.numbers)
    cells = np.arange(len(numbers), dtype=np.int64)
    shuffle(state, cells)
    orders = plain_orders(params.side)
    left = len(numbers)
    for cell in cells:
        if left <= params.givens:
            break
        numbers[cell] = 0
        found = search(Clues(params.side, tuple(numbers)), 2, BUDGET, orders)
        if found.is_complete and len(found.solutions) == 1:
            left -= 1
        else:
            numbers[cell] = solution.numbers[cell]
    return Clues(params.side, tuple(numbers))
