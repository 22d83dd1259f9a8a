"""The record: one puzzle with everything known about it, as immutable data.

`declare` defines the JSON of each field once; ``pipeline/store`` reads and writes it, and
``docs/formats.md`` describes the fields.
"""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeAlias

SCHEMA: Final = 1

Json: TypeAlias = Any  # A value that ``json.dumps`` can write

JsonObject: TypeAlias = Mapping[str, Json]


class Status(enum.StrEnum):
    """What is known about the number of solutions."""

    UNCHECKED = "unchecked"  # Not examined yet
    UNIQUE = "unique"  # Exactly one solution under the verdict's rule, proved
    MULTIPLE = "multiple"  # At least two; the verdict's witness is a second one
    UNSOLVABLE = "unsolvable"  # None, proved
    UNDECIDED = "undecided"  # The budget was spent first; such a puzzle is never printed
    NOT_APPLICABLE = "not-applicable"  # The kind does not require a single solution


class Confirmed(enum.StrEnum):
    """The second proof of "unique", beside the engine that decided."""

    NONE = "none"  # None: no second engine finished within its budget
    SOLVER = "solver"  # Another solver, or the same board turned: the same argument a second time
    ARGUMENT = "argument"  # Another argument, without the lemmas of the first


class Band(enum.StrEnum):
    """Bands of difficulty, easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


def declare(
    takes: str,
    read: Callable[[Any], Any],
    default: Any = MISSING,
    *,
    is_list: bool = False,
    may_lack: bool = False,
) -> Any:
    """Return a field of a record, or of a part of one.

    ``takes`` describes the JSON for error messages; null is allowed if it ends with "null".
    ``read`` converts JSON to the value and raises `ValueError` if it does not fit; the type of a
    part is read by its own fields. With ``is_list`` the JSON is a list of such values; with
    ``may_lack`` a field without a default may be missing.
    """
    return field(
        default=default,
        metadata={"takes": takes, "read": read, "is_list": is_list, "may_lack": may_lack},
    )


def _fit(value: Any, is_right: bool) -> Any:
    if not is_right:
        raise ValueError(value)
    return value


def _text(value: Any, pattern: str = ".*") -> Any:
    return _fit(value, type(value) is str and bool(re.fullmatch(pattern, value, re.DOTALL)))


def _whole(value: Any, least: float = -math.inf, most: float = math.inf) -> Any:
    return _fit(value, type(value) is int and least <= value <= most)


def _object(value: Any) -> Any:
    return _fit(value, isinstance(value, Mapping))


_name: Final = partial(_text, pattern=".+")
_natural: Final = partial(_whole, least=0)
_NAME: Final = ("a string or null", _name, None)
_NATURAL: Final = ("a whole number or null", _natural, None)
_TEXT: Final = ("a string or null", _text, None)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The number of solutions of a puzzle under one rule, and the proof of it.

    ``method`` names the engine that decided and, for ``unique``, the second one that confirmed it;
    ``confirmed`` says how independent the second is. ``witness`` is a second solution in the
    kind's JSON form, for ``multiple`` only.
    """

    status: Status = declare("one of " + ", ".join(Status), Status, Status.UNCHECKED)
    rule: str | None = declare("the name of a rule or null", _name, None)
    method: str | None = declare(*_NAME)
    version: int | None = declare(*_NATURAL)
    witness: JsonObject | None = declare("an object or null", _object, None)
    confirmed: Confirmed | None = declare(f"one of {', '.join(Confirmed)} or null", Confirmed, None)
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of a puzzle; see docs/grading.md.

    ``score`` is a decimal string (files have no floats), ``nodes`` the counts behind it,
    ``capped`` how many of them ran into the budget, ``percentile`` the rank within the size.
    """

    score: str = declare(
        'a decimal number as a string, like "4.52"',
        partial(_text, pattern=r"-?[0-9]{1,12}(\.[0-9]{1,12})?"),
    )
    nodes: tuple[int, ...] = declare("a list of whole numbers", _natural, is_list=True)
    capped: int = declare("a whole number", _natural)
    band: Band = declare("one of " + ", ".join(Band), Band)
    percentile: int | None = declare(
        "a whole number from 0 to 100 or null", partial(_whole, least=0, most=100), may_lack=True
    )
    method: str = declare("a string", _name)
    version: int = declare("a whole number", _natural)
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GradeRange:
    """Wanted grades: inclusive ranges of percentile and score, None for any.

    ``levels`` are those of deduction that may be the hardest, easiest first; () for any.
    """

    percentile: tuple[int, int] | None = None
    score: tuple[float, float] | None = None
    levels: tuple[str, ...] = ()

    def holds(self, grade: Grade) -> bool:
        """Return whether a grade is in the range; one without percentile is in no such range."""
        least, most = self.score or (0.0, math.inf)
        if not least <= float(grade.score) <= most:
            return False
        if self.levels and grade.extra.get("hardest") not in self.levels:
            return False
        if self.percentile is None:
            return True
        first, last = self.percentile
        return grade.percentile is not None and first <= grade.percentile <= last

    def disjoint(self, other: GradeRange) -> list[str]:
        """Return the names of the parts in which two ranges do not overlap."""
        return [
            name
            for name in ("percentile", "score")
            for mine, theirs in [(getattr(self, name), getattr(other, name))]
            if mine and theirs and (mine[1] < theirs[0] or theirs[1] < mine[0])
        ]

    def describe(self) -> dict[str, str | None]:
        """Return the range as in a configuration.

        >>> GradeRange(score=(2.5, 4.0)).describe()
        {'percentile': None, 'score': '2.5:4', 'hardest': None}
        """
        limits = {"percentile": self.percentile, "score": self.score}
        asked = {name: pair and f"{pair[0]:g}:{pair[1]:g}" for name, pair in limits.items()}
        return {**asked, "hardest": self.levels[-1] if self.levels else None}


ANY_GRADE: Final = GradeRange()


@dataclass(frozen=True, slots=True)
class Credit:
    """The author of a puzzle and the terms of its use; ``text`` is verbatim."""

    author: str | None = declare(*_TEXT)
    title: str | None = declare(*_TEXT)
    url: str | None = declare(*_TEXT)
    licence: str | None = declare(*_TEXT)
    text: str | None = declare(*_TEXT)
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a record: a generator with its seed, or an imported file."""

    generator: str = declare("a string", _name)
    version: int | None = declare(*_NATURAL)
    seed: int | None = declare("a whole number or null", _whole, None)
    index: int | None = declare(*_NATURAL)
    attempt: int | None = declare(*_NATURAL)
    extra: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """One puzzle. ``puzzle`` and ``solution`` are in the JSON form of the kind.

    ``id`` is that of `record_id` at creation and never changes. ``extra`` has fields unknown to
    this version, which are written back unchanged.
    """

    id: str = declare(
        "16 hex digits (0-9, a-f); leave it out to have it computed",
        lambda value: None if value is None else _text(value, "[0-9a-f]{16}"),
        may_lack=True,
    )
    kind: str = declare("the name of a kind", _name)
    puzzle: JsonObject = declare("an object", _object)
    solution: JsonObject | None = declare("an object or null", _object, None)
    verdict: Verdict = declare("an object", Verdict, Verdict())
    grade: Grade | None = declare("an object or null", Grade, None)
    credit: Credit | None = declare("an object or null", Credit, None)
    provenance: Provenance | None = declare("an object or null", Provenance, None)
    extra: JsonObject = field(default_factory=dict)

    @property
    def origin(self) -> JsonObject:
        """Further fields of the provenance, such as file and line."""
        return {} if self.provenance is None else self.provenance.extra

    @property
    def place(self) -> str:
        """File and line as ``file:line``, "" if unknown."""
        origin = self.origin
        return f"{origin['file']}:{origin.get('line', '')}" if "file" in origin else ""

    def with_(self, **changes: Any) -> Record:
        """Return a copy with some fields replaced."""
        return replace(self, **changes)
