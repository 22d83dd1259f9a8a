"""What could not be read: to a file for programs, and in words for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict
from typing import Final

from pipeline.model import Record, canonical_json
from pipeline.stages.collection.tally import Rejection
from pipeline.store.files import open_atomic

SHOWN: Final = 20
"""Rejections that are told one by one; of the others their number is."""


def keep_records(
    found: Iterable[Record | Rejection], rejected: str | None, tell: Callable[[str], None]
) -> Iterator[Record]:
    """Yield the records; write the rejections to a file, if one is named, and tell the first.

    Rejections are JSON Lines with ``file``, ``line``, ``reason`` and ``is_foreign``.
    """
    count = 0
    with nullcontext() if rejected is None else open_atomic(rejected) as stream:
        for one in found:
            if isinstance(one, Record):
                yield one
                continue
            count += 1
            if count <= SHOWN:
                tell(str(one.error()))
            if stream is not None:
                stream.write(f"{canonical_json(asdict(one))}\n".encode())
    if count > SHOWN:
        where = "" if rejected is None else f"; all of them are in {rejected}"
        tell(f"... and {count - SHOWN} more{where}")
