"""The record: one puzzle with all that is known about it. Plain, immutable data.

How records are written to and read from files is the business of ``pipeline/store``.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

SCHEMA: Final = 1

Json: TypeAlias = Any
"""A value that ``json.dumps`` can write."""

JsonObject: TypeAlias = Mapping[str, Json]


class Status(enum.StrEnum):
    """What is known about the number of solutions."""

    UNCHECKED = "unchecked"
    """Nobody has looked yet."""
    UNIQUE = "unique"
    """Exactly one solution under the verdict's rule, proved."""
    MULTIPLE = "multiple"
    """At least two; the verdict's witness is a second one."""
    UNSOLVABLE = "unsolvable"
    """None, proved."""
    UNDECIDED = "undecided"
    """The step budget was spent first. Such a puzzle is never printed."""
    NOT_APPLICABLE = "not-applicable"
    """The kind does not ask for a single solution."""


class Confirmed(enum.StrEnum):
    """What stands behind "unique" beside the engine that decided."""

    NONE = "none"
    """Nothing: no second way ended within its budget."""
    SOLVER = "solver"
    """Another solver, or the same board turned: the same argument a second time."""
    ARGUMENT = "argument"
    """Another argument, which shares no lemma with the first."""


class Band(enum.StrEnum):
    """Bands of difficulty, in rising order."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many solutions a puzzle has under one rule, and what stands behind the claim.

    ``method`` names the engine that decided and, for ``unique``, the second way that confirmed
    it; ``confirmed`` says what that second way is worth. ``witness`` is a second solution in the
    kind's JSON form, for ``multiple`` only.
    """

    status: Status = Status.UNCHECKED
    rule: str | None = None
    method: str | None = None
    version: int | None = None
    witness: JsonObject | None = None
    confirmed: Confirmed | None = None
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is: see docs/grading.md.

    ``score`` is a decimal string (no float ever reaches a file), ``nodes`` the counts behind it,
    ``capped`` how many of them ran into the budget, ``percentile`` the rank within the size.
    """

    score: str
    nodes: tuple[int, ...]
    capped: int
    band: Band
    percentile: int | None
    method: str
    version: int
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GradeRange:
    """Which grades are asked for: the least and the most score, and percentile, None for any."""

    percentile: tuple[int, int] | None = None
    score: tuple[float, float] | None = None

    def holds(self, grade: Grade) -> bool:
        """Return whether a grade lies in the range; one without percentile lies in none of them."""
        least, most = self.score or (0.0, math.inf)
        if not least <= float(grade.score) <= most:
            return False
        if self.percentile is None:
            return True
        first, last = self.percentile
        return grade.percentile is not None and first <= grade.percentile <= last

    def disjoint(self, other: GradeRange) -> list[str]:
        """Return what no grade in both ranges can have: "percentile", "score"."""
        return [
            name
            for name in ("percentile", "score")
            for one, two in [(getattr(self, name), getattr(other, name))]
            if one and two and (one[1] < two[0] or two[1] < one[0])
        ]

    def describe(self) -> dict[str, str | None]:
        """Return the range as a configuration says it.

        Examples
        --------
        >>> GradeRange(score=(2.5, 4.0)).describe()
        {'percentile': None, 'score': '2.5:4'}
        """
        limits = {"percentile": self.percentile, "score": self.score}
        return {name: pair and f"{pair[0]:g}:{pair[1]:g}" for name, pair in limits.items()}


ANY_GRADE: Final = GradeRange()


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made a puzzle and on which terms it may be used. ``text`` is kept verbatim."""

    author: str | None = None
    title: str | None = None
    url: str | None = None
    licence: str | None = None
    text: str | None = None
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a record came from: a generator with its seed, or an imported file."""

    generator: str
    version: int | None = None
    seed: int | None = None
    index: int | None = None
    attempt: int | None = None
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """One puzzle. ``puzzle`` and ``solution`` are in the JSON form of the kind.

    ``id`` is given at birth by `record_id` and stays the same through every stage.
    ``extra`` holds fields that this version does not know; they are written back unchanged.
    """

    id: str
    kind: str
    puzzle: JsonObject
    solution: JsonObject | None = None
    verdict: Verdict = Verdict()
    grade: Grade | None = None
    credit: Credit | None = None
    provenance: Provenance | None = None
    extra: JsonObject = field(default_factory=dict)

    def with_(self, **changes: Any) -> Record:
        """Return a copy with some fields replaced."""
        return replace(self, **changes)
