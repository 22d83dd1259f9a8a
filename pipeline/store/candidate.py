"""A candidate: the records of one index of an order, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from pipeline.model import Json, Record, canonical_json

Key: TypeAlias = tuple[str, int]  # Key of an order, and an index
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[T]):
    """The record, or its line, of one index after each stage; None for stages not reached.

    Without any record, every attempt of the generator failed, or (``is_lost``) every worker that
    tried it was killed. A rejected puzzle is never graded.
    """

    generated: T | None = None
    proved: T | None = None
    graded: T | None = None
    is_lost: bool = False

    def map(self, function: Callable[[T], U]) -> Candidate[U]:
        """Return the candidate with each record replaced by a function of it."""
        generated, proved, graded = (
            None if part is None else function(part)
            for part in (self.generated, self.proved, self.graded)
        )
        return Candidate(generated, proved, graded, self.is_lost)


def order_key(kind: str, params: Json) -> str:
    """Return the text that identifies the puzzles of a kind and its params."""
    return f"{kind} {canonical_json(params)}"


def record_key(record: Record) -> Key:
    """Return the name of a generated record within its run: its order's key and its index."""
    source = record.provenance
    if source is None or source.index is None:
        return ("", -1)
    return (order_key(record.kind, source.extra.get("params")), source.index)
