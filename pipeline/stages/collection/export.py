"""Export: records to the text forms of every kind; and the names of these forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.interface import TextFormat, rule_of
from pipeline.kinds.kit.penpa import read_penpa, write_penpa
from pipeline.model import ConfigError, PuzzleFormatError, Record, unknown_name
from pipeline.stages.collection.credits import escape_entities, read_entities, write_comments
from pipeline.stages.collection.detect import Form, refuse_foreign_form
from pipeline.stages.puzzle import Puzzle, read_puzzle, require_right
from pipeline.store.jsonl import dump_record
from pipeline.store.sources import CREDIT_FIELDS

JSONL: Final = "jsonl"
"""Name of our own records among the formats."""

PENPA: Final = "penpa"
"""Name of addresses of penpa-edit, which any kind with the form `TABLE` has."""

TABLE: Final = "table"
ANSWER: Final = "the answer"


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, ours first."""
    named = [text_format.name for kind_id in KINDS for text_format in get_kind(kind_id).formats]
    return (JSONL, PENPA, *dict.fromkeys(named))


def export_text(
    records: Iterable[Record],
    format_name: str,
    tell: Callable[[str], None] = lambda said: None,
    *,
    is_lossy: bool = False,
) -> str:
    """Return the records in a text form; ``tell`` takes what it does not keep, in words.

    Credit and rule that the form has no place for stand in comments, which an import reads; what is
    lost then is refused but with ``is_lossy``. Forms without a place for answers leave them out.
    `ConfigError` if the format is unknown, or belongs to another kind than one of the records, or
    something would be lost. `PuzzleFormatError` if the format cannot say one of the puzzles.
    """
    if format_name == JSONL:
        return "".join(
            f"{dump_record(require_right(read_puzzle(record)).record)}\n" for record in records
        )
    is_penpa = format_name == PENPA
    owners = {kind.id: form for kind, form in owners_of(TABLE if is_penpa else format_name)}
    texts: list[_Text] = []
    for record in records:
        if record.kind not in owners:
            raise ConfigError(
                f"format {format_name!r} is for {', '.join(owners)}, found a record of kind "
                f"{record.kind!r} (id {record.id}); export each kind in a format of its own"
            )
        puzzle = require_right(read_puzzle(record))
        texts.append(_write(puzzle, owners[record.kind], is_penpa))
    lost = Counter(what for text in texts for what in text.lost)
    if lost and (is_lossy or set(lost) == {ANSWER}):
        said = ", ".join(f"{what} of {count}" for what, count in sorted(lost.items()))
        count = len(texts)
        tell(f"the form {format_name!r} does not keep {said} of {count} puzzles; jsonl keeps all")
    elif lost:
        del lost[ANSWER]
        raise ConfigError(
            f"the form {format_name!r} does not keep {', '.join(sorted(lost))} as it stands; "
            "export jsonl, or lose it with --lossy"
        )
    # A rule in a comment holds until the next that names one.
    has_rules = any(text.needs_rule for text in texts)
    parts = [
        write_comments(text.told | ({"rule": text.rule} if has_rules and text.rule else {}))
        + text.body
        for text in texts
    ]
    gap = "" if is_penpa else next(iter(owners.values())).gap
    return gap.join(parts)


class _Text(NamedTuple):
    """A puzzle in a text form, what comments say beside it, and what is lost."""

    body: str
    told: dict[str, str]
    rule: str | None
    needs_rule: bool
    lost: list[str]


def _write(puzzle: Puzzle, form: TextFormat[Any, Any], is_penpa: bool) -> _Text:
    record, rule = puzzle.record, rule_of(puzzle.kind, puzzle.clues)
    fields = {} if record.credit is None else {
        name: said for name in CREDIT_FIELDS if (said := getattr(record.credit, name))
    }  # fmt: skip
    text = form.write([(puzzle.clues, None if is_penpa else puzzle.solution)])
    if form.add_credit is not None and not is_penpa:
        text = form.add_credit(text, {key: escape_entities(said) for key, said in fields.items()})
    back = next(form.read(text, rule))
    kept = {name: read_entities(said) for name, said in back.credit.items()}
    if is_penpa:
        rows = [line.split() for line in text.splitlines()]
        told = {name: escape_entities(said) for name, said in fields.items()}
        regions = getattr(puzzle.clues, "regions", ())
        text = write_penpa(rows, told, form.tags, form.number_style, regions)
        kept = {name: read_entities(said) for name, said in read_penpa(text).credit.items()}
    try:
        needs_rule = rule_of(puzzle.kind, next(form.read(text, None)).clues) != rule
    except PuzzleFormatError:
        needs_rule = True
    told = {name: said for name, said in fields.items() if kept.get(name) != said}
    lost = [f"the {name}" for name, said in told.items() if said != " ".join(said.split())]
    if puzzle.solution is not None and back.solution != puzzle.solution:
        lost.append(ANSWER)
    return _Text(text, told, rule, needs_rule, lost)


def owners_of(format_name: str) -> list[Form]:
    """Return a form of each kind that has one of that name; `ConfigError` where none has.

    ``KIND/FORM`` is the form of one kind alone.
    """
    refuse_foreign_form(format_name)
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
