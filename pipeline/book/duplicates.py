"""Puzzles that are the same but for rotation, reflection or other labels."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.kinds import get_kind
from pipeline.model import Record


def find_duplicates(records: Iterable[Record]) -> tuple[tuple[Record, ...], ...]:
    """Return the groups of records that are one puzzle in several dresses, in order of the first.

    Two records are the same puzzle when their kind gives them one canonical form, whatever rule
    they are posed under.
    """
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        kind = get_kind(record.kind)
        key = (record.kind, kind.canonical(kind.decode(record.puzzle)))
        groups.setdefault(key, []).append(record)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)
