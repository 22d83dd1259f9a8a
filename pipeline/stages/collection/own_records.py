"""Our own records among the sources of a collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace

from pipeline.model import Credit, PuzzleFormatError, Record
from pipeline.stages.collection.credits import fill_credit
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.jsonl import parse_record
from pipeline.store.sources import SourceText


def read_own(
    source: SourceText, credit: Credit | None, rule: str | None, settings: Mapping[str, str]
) -> Iterator[Record | Rejection]:
    """Yield the records of a source; a line that is none is refused, and the rest is read.

    The credit beside the file and the one given fill what a record does not say; a rule or settings
    pose it anew.
    """
    lines = source.lines or enumerate(source.text.split("\n"), start=1)
    while True:
        try:
            number, line = next(lines)
        except StopIteration:
            return
        except PuzzleFormatError as error:  # the rest is no text
            yield Rejection(source.name, error.line, error.message)
            return
        if not line.strip():
            continue
        try:
            record = parse_record(line, source.name, number)
        except PuzzleFormatError as error:
            yield Rejection(source.name, number, error.message)
            continue
        own = record.credit
        told = {} if own is None else {f.name: getattr(own, f.name) for f in fields(own)}
        known = {key: value for key, value in told.items() if value is not None}
        filled = fill_credit({**source.credit, **known}, credit)
        if filled is not None:
            record = record.with_(credit=replace(filled, extra=own.extra if own else {}))
        if rule or settings:
            record = read_puzzle(record, rule, settings).record
        yield record
