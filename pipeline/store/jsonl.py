"""Read and write records as JSON Lines, schema 1, one record a line.

`pipeline.model.record` declares the fields and ``docs/formats.md`` describes them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from enum import StrEnum
from functools import partial
from math import isinf
from pathlib import Path
from types import EllipsisType
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from pipeline.kinds import get_kind, kind_ids
from pipeline.model import (
    SCHEMA,
    Credit,
    Grade,
    Json,
    JsonObject,
    PipelineError,
    Provenance,
    PuzzleFormatError,
    Record,
    Verdict,
    canonical_json,
    cut,
    record_id,
)
from pipeline.store.files import PathOrDash, open_atomic, open_binary, read_lines

_FIELDS: Final[Mapping[type, Mapping[str, Field[Any]]]] = {
    part: {one.name: one for one in fields(part) if one.name != "extra"}
    for part in (Record, Verdict, Grade, Credit, Provenance)
}
"""The declared fields of a record and of its parts, by name."""

_LINE_ENDS: Final = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
"""Escapes of characters that JSON allows in strings but other programs take for line ends."""


class RawRecord(NamedTuple):
    """A line of JSON that is not parsed yet, with its file and number."""

    text: str
    source: str
    number: int


class StoredRecord(NamedTuple):
    """A record in a file, read when needed; a ``credit`` other than ``...`` replaces its own."""

    path: Path
    start: int  # Offset of its line in bytes
    number: int  # Of its line, from 1
    credit: Credit | EllipsisType | None = ...

    def read(self) -> Record:
        """Return the record; errors are those of `read_records`."""
        with open_binary(self.path) as file:
            file.seek(self.start)
            line = file.readline()
        record = parse_record(line.decode(), os.fspath(self.path), self.number)
        return record if self.credit is ... else record.with_(credit=self.credit)


Reader: TypeAlias = Callable[[Container[int] | None], Iterable[Record | RawRecord]]
"""(places or None): the records at these places, counted from 0, or all; workers parse lines."""


def record_reader(source: PathOrDash, may_be_empty: bool = False) -> Reader:
    """Return a function that reads the lines of a file, or some of them, whenever it is called.

    Standard input is read once, and kept. Errors are those of `read_records`.
    """
    if source == "-":
        return partial(records_at, list(_lines(source)))
    return lambda only: records_at(_lines(source, may_be_empty), only)


def records_at(
    records: Iterable[Record | RawRecord], only: Container[int] | None
) -> Iterator[Record | RawRecord]:
    """Yield the records at some places, counted from 0; all for None."""
    return (one for place, one in enumerate(records) if only is None or place in only)


def parsed(record: Record | RawRecord) -> Record:
    """Return a record, which may be a line; errors are those of `parse_record`."""
    return record if isinstance(record, Record) else parse_record(*record)


def read_records(source: PathOrDash, *, may_be_empty: bool = False) -> Iterator[Record]:
    """Yield the records of a JSON Lines file, or of standard input for "-", as they arrive.

    `StoreError` if the file cannot be read. `PuzzleFormatError` with file and line if a line is not
    a record of schema 1, or there is none.
    """
    return map(parsed, _lines(source, may_be_empty))


def _lines(source: PathOrDash, may_be_empty: bool = False) -> Iterator[RawRecord]:
    found = False
    for line, text in read_lines(source):
        found = True
        yield RawRecord(text, os.fspath(source), line)
    if not (found or may_be_empty):
        raise PuzzleFormatError(
            "expected at least one record, found an empty file; "
            "check that the step before wrote something",
            source=os.fspath(source),
        )


def write_records(records: Iterable[Record], target: PathOrDash, keeps_part: bool = True) -> int:
    """Write records as JSON Lines, completely or not at all, and return their number.

    Every record is flushed at once for pipes. ``keeps_part`` is that of `open_atomic`. `StoreError`
    if the file cannot be written, or the disk is full. `BrokenPipeError` if standard output was
    closed.
    """
    count = 0
    with open_atomic(target, keeps_part=keeps_part) as out:
        for record in records:
            out.write(f"{dump_record(record)}\n".encode())
            out.flush()
            count += 1
    return count


def dump_record(record: Record) -> str:
    """Return the line of JSON for a record, without its end.

    >>> dump_record(Record(id="0" * 16, kind="numberlink", puzzle={"rows": 2}))[:60]
    '{"credit":null,"grade":null,"id":"0000000000000000","kind":"'
    """
    return canonical_json(record_to_json(record)).translate(_LINE_ENDS)


def parse_record(text: str, source: str, line: int) -> Record:
    """Return the record on one line of JSON.

    `PuzzleFormatError` with source and line if it is not a record of schema 1.
    """
    try:
        return record_from_json(_load(text))
    except PuzzleFormatError as error:
        raise error.located(source, line) from error.__cause__


def record_to_json(record: Record) -> dict[str, Json]:
    """Return the JSON object of a record, with its unknown fields.

    >>> record = Record(id="0" * 16, kind="numberlink", puzzle={"rows": 2}, extra={"mine": 1})
    >>> sorted(record_to_json(record))[4:]
    ['mine', 'provenance', 'puzzle', 'schema', 'solution', 'verdict']
    """
    return {**_to_json(record), "schema": SCHEMA}


def _to_json(part: Any) -> dict[str, Json]:
    """Return a record or a part of one as JSON, with its unknown fields."""
    known = {}
    for name in _FIELDS[type(part)]:
        value = getattr(part, name)
        if type(value) in _FIELDS:
            value = _to_json(value)
        elif isinstance(value, StrEnum):
            value = value.value
        elif isinstance(value, tuple):
            value = list(value)
        known[name] = value
    return {**part.extra, **known}


def record_from_json(value: Json) -> Record:
    """Return the record of a JSON object, validated by the schema and by its kind.

    `PuzzleFormatError` if a field is missing or wrong, the kind is unknown, or the kind refuses the
    puzzle.
    """
    if not isinstance(value, Mapping):
        raise PuzzleFormatError(f"expected a JSON object, found {_shown(value)}")
    _require_schema(value)
    record: Record = _read_part(Record, {key: value[key] for key in value if key != "schema"})
    if record.kind not in kind_ids():
        raise PuzzleFormatError(
            f"unknown kind {record.kind!r}: expected one of {', '.join(kind_ids())}; "
            "check the spelling, or use a puzzlepress that has it"
        )
    _check_by_kind(record)
    return record if record.id else record.with_(id=record_id(record.kind, record.puzzle))


def _read_part(part: Any, value: JsonObject, above: str = "") -> Any:
    """Return a record or a part of one; unknown fields are kept."""
    declared = _FIELDS[part]
    known: dict[str, Any] = {}
    for name, field in declared.items():
        if name in value:
            known[name] = _read_field(field.metadata, value[name], above + name)
        elif field.metadata["may_lack"]:
            known[name] = None
        elif field.default is MISSING:
            takes = field.metadata["takes"]
            raise PuzzleFormatError(f"expected {above}{name} to be {takes}, found no such field")
    extra = {key: one for key, one in value.items() if key not in declared}
    return part(**known, extra=extra)


def _read_field(metadata: Mapping[str, Any], value: Json, path: str) -> Any:
    """Return the value of a field in JSON; `PuzzleFormatError` if it does not fit."""
    takes, read, item, spot = metadata["takes"], metadata["read"], value, ""
    if value is None and takes.endswith("or null"):
        return None
    try:
        is_part = read in _FIELDS
        if is_part and isinstance(value, Mapping):
            return _read_part(read, value, f"{path}.")
        if not (is_part or metadata["is_list"]):
            return read(value)
        if is_part or not isinstance(value, list):
            raise ValueError
        items = []
        for index, item in enumerate(value):
            spot = f" at {path}[{index}]"
            items.append(read(item))
        return tuple(items)
    except ValueError:
        message = f"expected {path} to be {takes}, found {_shown(item)}{spot}"
        raise PuzzleFormatError(message) from None


def _check_by_kind(record: Record) -> None:
    """Have the kind parse puzzle, solution and witness, so that later stages can rely on them."""
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    if record.solution is not None:
        kind.decode_solution(clues, record.solution)
    if record.verdict.witness is not None:
        try:
            kind.decode_solution(clues, record.verdict.witness)
        except PipelineError as error:
            raise PuzzleFormatError(f"in verdict.witness: {error}") from error


def _require_schema(value: JsonObject) -> None:
    if "schema" not in value:
        raise PuzzleFormatError(
            f'expected "schema":{SCHEMA}, found no such field; '
            "check that the file holds puzzlepress records"
        )
    schema = value["schema"]
    if type(schema) is not int or schema != SCHEMA:
        raise PuzzleFormatError(
            f"expected schema {SCHEMA}, found {_shown(schema)}; "
            "read it with the version of puzzlepress that wrote it"
        )


def _load(text: str) -> Json:
    """Return the JSON value of a line; refuse values that could not be written back."""
    try:
        value = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_doubles
        )
        if "\\ud" in text or "\\uD" in text:  # perhaps half a surrogate pair, which json reads
            canonical_json(value).encode()
    except json.JSONDecodeError as error:
        if error.pos >= len(text) or error.msg.startswith("Unterminated"):
            raise PuzzleFormatError(
                f"expected a whole JSON object, found a line cut off after {len(text)} characters; "
                "delete this line or write the file again"
            ) from None
        raise PuzzleFormatError(
            f"expected JSON, found something else at column {error.colno} "
            f"({text[error.pos : error.pos + 12]!r}); one record a line, as in docs/formats.md"
        ) from None
    except RecursionError:
        raise PuzzleFormatError("expected a record, found JSON nested too deeply") from None
    except ValueError as error:
        raise PuzzleFormatError(f"expected JSON that can be written back, found {error}") from None
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"the number {name}")


def _finite(text: str) -> float:
    if isinf(value := float(text)):
        raise ValueError(f"the number {text}")
    return value


def _no_doubles(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    out = dict(pairs)
    if len(out) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the field {twice!r} twice")
    return out


def _shown(value: Json) -> str:
    """Return a JSON value for a message, cut short where it is long."""
    return cut(json.dumps(value, ensure_ascii=False, default=repr))
