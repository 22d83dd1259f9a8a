"""Export: records to the text forms of every kind; and the names of these forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pipeline.kinds import KINDS, get_kind
from pipeline.model import ConfigError, Record, unknown_name
from pipeline.stages.collection.detect import Form
from pipeline.stages.puzzle import read_puzzle, require_right
from pipeline.store.jsonl import dump_record

JSONL: Final = "jsonl"
"""Name of our own records among the formats."""


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, ours first."""
    named = [text_format.name for kind_id in KINDS for text_format in get_kind(kind_id).formats]
    return (JSONL, *dict.fromkeys(named))


def export_text(records: Iterable[Record], format_name: str) -> str:
    """Return the records in a text form.

    `ConfigError` if the format is unknown, or belongs to another kind than one of the records.
    `PuzzleFormatError` if the format cannot say one of the puzzles.
    """
    if format_name == JSONL:
        return "".join(
            f"{dump_record(require_right(read_puzzle(record)).record)}\n" for record in records
        )
    owners = owners_of(format_name)
    puzzles: dict[str, list[tuple[Any, Any]]] = {kind.id: [] for kind, _ in owners}
    for record in records:
        if record.kind not in puzzles:
            raise ConfigError(
                f"format {format_name!r} is for {', '.join(puzzles)}, found a record of kind "
                f"{record.kind!r} (id {record.id}); export each kind in a format of its own"
            )
        puzzle = require_right(read_puzzle(record))
        puzzles[record.kind].append((puzzle.clues, puzzle.solution))
    return "".join(
        text_format.write(puzzles[kind.id]) for kind, text_format in owners if puzzles[kind.id]
    )


def owners_of(format_name: str) -> list[Form]:
    """Return a form of each kind that has one of that name; `ConfigError` where none has."""
    found = [
        (get_kind(kind_id), text_format)
        for kind_id in KINDS
        for text_format in get_kind(kind_id).formats
        if text_format.name == format_name
    ]
    if not found:
        raise unknown_name("format", format_name, format_names())
    return found
