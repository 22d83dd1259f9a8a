"""Identifiers and seeds derived from content, equal on every machine."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from pipeline.model.record import JsonObject

_CANONICAL: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical_json(value: object) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, no ASCII escapes.

    >>> canonical_json({"b": 1, "a": [1, 2]})
    '{"a":[1,2],"b":1}'
    """
    return _CANONICAL.encode(value)


def record_id(kind: str, puzzle: JsonObject) -> str:
    """Return the id of a new puzzle: 16 hex digits of the SHA-256 of its kind and puzzle JSON.

    The ``labels`` of a source are left out: they are names, and no part of the puzzle.

    >>> record_id("numberlink", {"rows": 1})
    '240ff6f61b983a37'
    """
    named = {key: value for key, value in puzzle.items() if key != "labels"}
    return hashlib.sha256(f"{kind}\n{canonical_json(named)}".encode()).hexdigest()[:16]


def child_seed(seed: int, *names: str | int) -> int:
    """Return a 64-bit seed for one part of a run, independent of every other part.

    The names identify the part: kind, size, rule, index.

    >>> child_seed(7, "numberlink", 3) == child_seed(7, "numberlink", 3)
    True
    >>> child_seed(7, "numberlink", 3) == child_seed(7, "numberlink", 4)
    False
    """
    text = canonical_json([seed, *names])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
