"""Export: records to the text forms of every kind; and the names of these forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.capabilities import rule_of
from pipeline.kinds.interface import TextFormat
from pipeline.model import ConfigError, PuzzleFormatError, Record, unknown_name
from pipeline.stages.collection.detect import Form
from pipeline.stages.puzzle import Puzzle, read_puzzle, require_right
from pipeline.store.jsonl import dump_record
from pipeline.store.sources import CREDIT_FIELDS

JSONL: Final = "jsonl"
"""Name of our own records among the formats."""


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, ours first."""
    named = [text_format.name for kind_id in KINDS for text_format in get_kind(kind_id).formats]
    return (JSONL, *dict.fromkeys(named))


def export_text(
    records: Iterable[Record], format_name: str, tell: Callable[[str], None] = lambda said: None
) -> str:
    """Return the records in a text form; ``tell`` takes what the form does not keep, in words.

    `ConfigError` if the format is unknown, or belongs to another kind than one of the records.
    `PuzzleFormatError` if the format cannot say one of the puzzles.
    """
    if format_name == JSONL:
        return "".join(
            f"{dump_record(require_right(read_puzzle(record)).record)}\n" for record in records
        )
    owners = owners_of(format_name)
    puzzles: dict[str, list[Puzzle]] = {kind.id: [] for kind, _ in owners}
    for record in records:
        if record.kind not in puzzles:
            raise ConfigError(
                f"format {format_name!r} is for {', '.join(puzzles)}, found a record of kind "
                f"{record.kind!r} (id {record.id}); export each kind in a format of its own"
            )
        puzzles[record.kind].append(require_right(read_puzzle(record)))
    texts = []
    for kind, text_format in owners:
        if own := puzzles[kind.id]:
            texts.append(text_format.write([(one.clues, one.solution) for one in own]))
            lost = _losses(own, text_format, texts[-1])
            if lost:
                said = ", ".join(f"{what} of {count}" for what, count in sorted(lost.items()))
                tell(
                    f"the form {format_name!r} does not keep {said} of {len(own)} puzzles of "
                    f"{kind.title}; jsonl keeps all"
                )
    return "".join(texts)


def _losses(puzzles: Sequence[Puzzle], form: TextFormat[Any, Any], text: str) -> Counter[str]:
    """Return what is not read back from a text of puzzles, and of how many of them."""
    lost: Counter[str] = Counter()
    for puzzle, back in zip(puzzles, form.read_each(text, None), strict=False):
        if isinstance(back, PuzzleFormatError):
            continue
        rule, again = (rule_of(puzzle.kind, clues) for clues in (puzzle.clues, back.clues))
        if rule != again:
            lost[f"the rule {rule} (read as {again})"] += 1
        if puzzle.solution is not None and back.solution is None:
            lost["the answer"] += 1
        credit = puzzle.record.credit
        for name in CREDIT_FIELDS if credit is not None else ():
            said = getattr(credit, name)
            if said and back.credit.get(name) != said:
                lost[f"the {name}"] += 1
    return lost


def owners_of(format_name: str) -> list[Form]:
    """Return a form of each kind that has one of that name; `ConfigError` where none has.

    ``KIND/FORM`` is the form of one kind alone.
    """
    only, _, name = format_name.rpartition("/")
    found = [
        (get_kind(kind_id), text_format)
        for kind_id in KINDS
        for text_format in get_kind(kind_id).formats
        if text_format.name == name and only in ("", kind_id)
    ]
    if not found:
        raise unknown_name("format", format_name, format_names())
    return found
