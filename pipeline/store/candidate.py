"""What became of one index of a run's order, and the line of JSON that says so in a share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.model import PuzzleFormatError, Record, Verdict, canonical_json, record_id
from pipeline.store.files import expecting
from pipeline.store.jsonl import dump_record, record_from_json

Key: TypeAlias = tuple[str, int]
"""The key of an order, and an index: the name of a candidate within its run."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The record of one index as each stage left it; None where it did not come that far.

    Without any record, every attempt of the generator failed, or (``is_lost``) every worker that
    came to it was killed. A puzzle that was not accepted is never graded.
    """

    generated: Record | None = None
    proved: Record | None = None
    graded: Record | None = None
    is_lost: bool = False

    def stages(self) -> list[Record]:
        """Return the records that do not follow from those after them, the last one first."""
        found: list[Record] = []
        expected: Record | None = None
        for record in (self.graded, self.proved, self.generated):
            if record is not None:
                if record != expected:
                    found.append(record)
                expected = _before(record)
        return found


def dump_candidate(key: Key, candidate: Candidate) -> str:
    """Return the line of JSON for a candidate, without its end."""
    head = {"order": key[0], "index": key[1], "lost": candidate.is_lost,
            "graded": candidate.graded is not None}  # fmt: skip
    records = ",".join(map(dump_record, candidate.stages()))
    return f'{canonical_json(head)[:-1]},"records":[{records}]}}'


def parse_candidate(text: str, source: str, line: int) -> tuple[Key, Candidate]:
    """Return a candidate and its key from a line of JSON.

    `PuzzleFormatError` if it is no candidate; the error names the source and the line.
    """
    what = "a candidate as puzzlepress work writes it; make the share again"
    with expecting(what, source, line):
        value = json.loads(text)
        records = [record_from_json(record) for record in value["records"]]
        key = (value["order"], value["index"])
        candidate = _restore(records, value["graded"], value["lost"])
        if dump_candidate(key, candidate) != text.removesuffix("\n"):
            raise ValueError  # not as it is written: a string for a number, say
        for record in (record for record in candidate.stages() if not _is_tied(record, key)):
            raise PuzzleFormatError(
                f"expected a record of the order and index of its line, found {record.id}, which "
                "is of another; make the share again"
            )
    return key, candidate


def record_key(record: Record) -> Key:
    """Return the name of a generated record within its run: its order's key and its index."""
    source = record.provenance
    if source is None or source.index is None:
        return ("", -1)
    return (f"{record.kind} {canonical_json(source.extra.get('params'))}", source.index)


def _is_tied(record: Record, key: Key) -> bool:
    """Return whether a record is what an order asks for: its size and rule, and so named."""
    params = record.origin.get("params")
    return (
        record_key(record) == key
        and isinstance(params, dict)
        and record.id == record_id(record.kind, record.puzzle)
        and all(
            record.puzzle[name] == params.get(name)
            for name in ("rows", "cols", "rule")
            if name in record.puzzle
        )
    )


def _restore(records: list[Record], is_graded: bool, is_lost: bool) -> Candidate:
    """Return the candidate whose `stages` these are."""
    if not records:
        return Candidate(is_lost=is_lost)
    graded = records[0] if is_graded else None
    rest = records[1:] if is_graded else records
    if graded is None:
        proved = rest.pop(0)
    else:
        proved = rest.pop(0) if rest and rest[0].verdict != Verdict() else _before(graded)
    return Candidate(rest[0] if rest else _before(proved), proved, graded)


def _before(record: Record) -> Record:
    """Return the record that a stage was given, if it changed what it usually does and no more."""
    if record.grade is not None:
        return record.with_(grade=None)
    return record.with_(verdict=Verdict())
