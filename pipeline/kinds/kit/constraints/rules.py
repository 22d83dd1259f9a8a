"""What a declared kind says of its rules, and its model of a board. It knows no kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.answers import Clues, Solution
from pipeline.kinds.kit.constraints.model import Family, Model
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a kind: as a declaration for the engines, and by definition.

    ``declare`` gives the model of a board, ``family`` what an answer is made of. ``check`` is the
    rules by definition, and shares nothing with ``declare``. The codecs are those of
    ``record.solution``. ``title`` is the kind's name.
    """

    title: str
    declare: Callable[[Clues], Model]
    family: Family
    check: Callable[[Clues, Solution], tuple[Violation, ...]]
    encode_solution: Callable[[Solution], JsonObject]
    decode_solution: Callable[[Clues, JsonObject], Solution]


@lru_cache(maxsize=4)
def model_of(rules: Rules, clues: Clues) -> Model:
    """Return the model of a board, to be read only: a board is solved, proved, graded in turn."""
    return rules.declare(clues)
