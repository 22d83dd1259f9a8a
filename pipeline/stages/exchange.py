"""Import and export: the text forms of every kind to records, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.capabilities import change_rule
from pipeline.model import (
    ConfigError,
    Credit,
    Provenance,
    PuzzleFormatError,
    Record,
    record_id,
)
from pipeline.stages.detect import Form, choose_form, detect_forms
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.files import read_text
from pipeline.store.jsonl import dump_record, parse_record

JSONL: Final = "jsonl"
"""Name of our own records among the formats."""


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, ours first."""
    named = [text_format.name for kind_id in KINDS for text_format in get_kind(kind_id).formats]
    return (JSONL, *dict.fromkeys(named))


def import_records(
    source: str,
    format_name: str | None = None,
    rule: str | None = None,
    credit: Credit | None = None,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Record]:
    """Yield the puzzles of a file as records; the format is detected where it is not named.

    Parameters
    ----------
    source : str
        A path, or "-" for standard input.
    format_name : str or None
        One of `format_names`.
    rule : str or None
        Rule that the puzzles are posed under; None for the kind's default (or the record's own).
    credit : Credit or None
        Given to every puzzle of the file; a record keeps its own credit where this is None.
    settings : mapping of str to str
        Parts of the rule to change, by name.

    Raises
    ------
    PuzzleFormatError
        With file and line, for whatever cannot be read.
    ConfigError
        For an unknown format or rule.
    """
    text = read_text(source)
    if format_name is None:
        format_name = JSONL if text.lstrip().startswith("{") else None
    if format_name == JSONL:
        yield from _own_records(text, source, rule, credit, settings)
        return
    kind, text_format = _choose(text, source, format_name, rule, settings)
    name = "standard input" if source == "-" else Path(source).name
    try:
        posed = change_rule(kind, rule, settings)
        for index, parsed in enumerate(text_format.read(text, posed)):
            puzzle = kind.encode(parsed.clues)
            yield Record(
                id=record_id(kind.id, puzzle),
                kind=kind.id,
                puzzle=puzzle,
                solution=(
                    None if parsed.solution is None else kind.encode_solution(parsed.solution)
                ),
                credit=credit,
                provenance=Provenance(
                    generator=f"import {text_format.name}",
                    index=index,
                    extra={"file": name, "line": parsed.line},
                ),
            )
    except PuzzleFormatError as error:
        raise error.located(source) from None


def export_text(records: Iterable[Record], format_name: str) -> str:
    """Return the records in a text form.

    Raises
    ------
    ConfigError
        If the format is unknown, or belongs to another kind than one of the records.
    PuzzleFormatError
        If the format cannot say one of the puzzles.
    """
    if format_name == JSONL:
        return "".join(dump_record(record) + "\n" for record in records)
    owners = _owners(format_name)
    puzzles: dict[str, list[tuple[Any, Any]]] = {kind.id: [] for kind, _ in owners}
    for record in records:
        if record.kind not in puzzles:
            raise ConfigError(
                f"format {format_name!r} is for {', '.join(puzzles)}, found a record of kind "
                f"{record.kind!r} (id {record.id}); export each kind in a format of its own"
            )
        puzzle = read_puzzle(record)
        puzzles[record.kind].append((puzzle.clues, puzzle.solution))
    return "".join(
        text_format.write(puzzles[kind.id]) for kind, text_format in owners if puzzles[kind.id]
    )


def _own_records(
    text: str,
    source: str,
    rule: str | None,
    credit: Credit | None,
    settings: Mapping[str, str],
) -> Iterator[Record]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        record = parse_record(line, source, number)
        changed = record if credit is None else record.with_(credit=credit)
        yield read_puzzle(changed, rule, settings).record if rule or settings else changed


def _choose(
    text: str, source: str, format_name: str | None, rule: str | None, settings: Mapping[str, str]
) -> Form:
    if format_name is None:
        forms = detect_forms(text)
    else:
        owners = _owners(format_name)
        forms = [owner for owner in owners if owner[1].detect(text)] or owners[:1]
    if not forms:
        raise PuzzleFormatError(
            "expected a puzzle collection in one of the formats "
            f"{', '.join(format_names())}; name the format with --from to see what is wrong",
            source=source,
        )
    try:
        return choose_form(forms, text, rule, settings)
    except PuzzleFormatError as error:
        raise error.located(source) from None


def _owners(format_name: str) -> list[Form]:
    found = [
        (get_kind(kind_id), text_format)
        for kind_id in KINDS
        for text_format in get_kind(kind_id).formats
        if text_format.name == format_name
    ]
    if not found:
        raise ConfigError(
            f"unknown format {format_name!r}: expected one of {', '.join(format_names())}"
        )
    return found
