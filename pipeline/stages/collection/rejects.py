"""What could not be read: to a file for programs, and in words for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict
from typing import Final

from pipeline.model import Record, canonical_json
from pipeline.stages.collection.tally import Rejection
from pipeline.store.files import expecting, open_atomic, read_lines

SHOWN: Final = 20
"""Rejections that are told one by one; of the others their number is."""


def read_rejections(path: str) -> list[Rejection]:
    """Return what an import could not read, from the file that `keep_records` wrote.

    `PuzzleFormatError` for a line that is none; `StoreError` if the file cannot be read.
    """
    found = []
    for number, text in read_lines(path):
        with expecting("what import wrote with --rejected", path, number):
            found.append(Rejection(**json.loads(text)))
    return found


def keep_records(
    found: Iterable[Record | Rejection], rejected: str | None, tell: Callable[[str], None]
) -> Iterator[Record]:
    """Yield the records; write the rejections to a file, if one is named, and tell the first.

    Rejections are JSON Lines with ``file``, ``line``, ``reason`` and ``is_foreign``.
    """
    count = 0
    with nullcontext() if rejected is None else open_atomic(rejected) as stream:
        for entry in found:
            if isinstance(entry, Record):
                yield entry
                continue
            count += 1
            if count <= SHOWN:
                tell(str(entry.error()))
            if stream is not None:
                stream.write(f"{canonical_json(asdict(entry))}\n".encode())
    if count > SHOWN:
        where = "" if rejected is None else f"; all of them are in {rejected}"
        tell(f"... and {count - SHOWN} more{where}")
