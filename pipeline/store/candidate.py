"""A candidate: the records of one index of an order, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pipeline.model import Json, Record, canonical_json

Key: TypeAlias = tuple[str, int]  # Key of an order, and an index


@dataclass(frozen=True, slots=True)
class Candidate:
    """The record of one index after each stage; None for stages that it did not reach.

    Without any record, every attempt of the generator failed, or (``is_lost``) every worker that
    tried it was killed. A rejected puzzle is never graded.
    """

    generated: Record | None = None
    proved: Record | None = None
    graded: Record | None = None
    is_lost: bool = False


def order_key(kind: str, params: Json) -> str:
    """Return the text that identifies the puzzles of a kind and its params."""
    return f"{kind} {canonical_json(params)}"


def record_key(record: Record) -> Key:
    """Return the name of a generated record within its run: its order's key and its index."""
    source = record.provenance
    if source is None or source.index is None:
        return ("", -1)
    return (order_key(record.kind, source.extra.get("params")), source.index)
