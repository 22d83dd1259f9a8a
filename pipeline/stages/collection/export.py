"""Export: records to the text forms of every kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from pipeline.kinds import working_kinds
from pipeline.kinds.interface import TextFormat, rule_of
from pipeline.kinds.kit.sites.penpa import read_penpa, write_penpa
from pipeline.kinds.kit.telling.kind_texts import ENGLISH
from pipeline.model import ConfigError, PuzzleFormatError, Record, unknown_name
from pipeline.stages.collection.credits import escape_entities, read_entities, write_comments
from pipeline.stages.collection.detect import Form, refuse_foreign_form
from pipeline.stages.puzzle import Puzzle, read_puzzle, require_right
from pipeline.store.jsonl import dump_record
from pipeline.store.sources import CREDIT_FIELDS

JSONL: Final = "jsonl"  # Name of the format of records
PENPA: Final = "penpa"  # Name of the addresses of penpa-edit, for every kind with the form `TABLE`

TABLE: Final = "table"
ANSWER: Final = "the answer"
LABELS: Final = "the labels"
_PARTS: Final = {"clues": "given numbers or signs in cells", "between": "signs between cells"}
_UNNEEDED: Final = {ANSWER, LABELS}  # Data that do not change a puzzle


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, starting with records."""
    named = [text_format.name for kind in working_kinds() for text_format in kind.formats]
    return (JSONL, PENPA, *dict.fromkeys(named))


def export_text(
    records: Iterable[Record],
    format_name: str,
    say: Callable[[str], None] = lambda message: None,
    *,
    is_lossy: bool = False,
) -> str:
    """Return the records in a text form; ``say`` gets a message on lost data.

    Credit and rule are written as comments if the form has no field for them. Forms without answers
    or labels omit them. Raise `ConfigError` if the format is unknown or of another kind, or if
    other data would be lost without ``is_lossy``; `PuzzleFormatError` if the format cannot hold a
    puzzle.
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
    if lost and (is_lossy or set(lost) <= _UNNEEDED):
        parts = ", ".join(f"{what} of {count}" for what, count in sorted(lost.items()))
        count = len(texts)
        say(f"the form {format_name!r} does not keep {parts} of {count} puzzles; jsonl keeps all")
    elif lost:
        missing = ", ".join(sorted(set(lost) - _UNNEEDED))
        raise ConfigError(
            f"the form {format_name!r} does not keep {missing} unchanged; "
            "export jsonl, or use --lossy"
        )
    # A rule in a comment applies up to the next rule.
    has_rules = any(text.needs_rule for text in texts)
    gap = "" if is_penpa else next(iter(owners.values())).gap
    return gap.join(
        write_comments(text.comments | ({"rule": text.rule} if has_rules and text.rule else {}))
        + text.body
        for text in texts
    )


class _Text(NamedTuple):
    """A puzzle in a text form, its comments, and the names of lost data."""

    body: str
    comments: dict[str, str]
    rule: str | None
    needs_rule: bool
    lost: list[str]


def _write(puzzle: Puzzle, form: TextFormat[Any, Any], is_penpa: bool) -> _Text:
    record, rule = puzzle.record, rule_of(puzzle.kind, puzzle.clues)
    fields = {} if record.credit is None else {
        name: value for name in CREDIT_FIELDS if (value := getattr(record.credit, name))
    }  # fmt: skip
    text = form.write([(puzzle.clues, None if is_penpa else puzzle.solution)])
    if form.add_credit is not None and not is_penpa:
        shown = {key: escape_entities(value) for key, value in fields.items()}
        text = form.add_credit(text, shown | (_rules(puzzle, rule) if form.has_rules else {}))
    back = next(form.read(text, rule))
    kept = {name: read_entities(value) for name, value in back.credit.items()}
    if is_penpa:
        rows = [line.split() for line in text.splitlines()]
        credit = {name: escape_entities(value) for name, value in fields.items()}
        regions = getattr(puzzle.clues, "regions", ())
        text = write_penpa(rows, credit, form.tags, form.number_style, regions)
        kept = {name: read_entities(value) for name, value in read_penpa(text).credit.items()}
    try:
        needs_rule = rule_of(puzzle.kind, next(form.read(text, None)).clues) != rule
    except PuzzleFormatError:
        needs_rule = True
    comments = {name: value for name, value in fields.items() if kept.get(name) != value}
    lost = [f"the {name}" for name, value in comments.items() if value != " ".join(value.split())]
    own, read = (puzzle.kind.encode(clues) for clues in (puzzle.clues, back.clues))
    lost += [f"the {_PARTS.get(key, key)}" for key in own if read.get(key) != own[key]]
    if puzzle.solution is not None and back.solution != puzzle.solution:
        lost.append(ANSWER)
    return _Text(text, comments, rule, needs_rule, lost)


def _rules(puzzle: Puzzle, rule: str | None) -> dict[str, str]:
    """Return the rules for solvers: those of the file that a record is from, or the kind's."""
    own = puzzle.record.origin.get("source") or {}
    return {"rules": own.get("ruleset") or puzzle.kind.rules_text(rule, ENGLISH).strip()}


def owners_of(format_name: str) -> list[Form]:
    """Return the forms of a name, one for each kind that has it; raise `ConfigError` for none.

    ``KIND/FORM`` is the form of one kind.
    """
    refuse_foreign_form(format_name)
    only, _, name = format_name.rpartition("/")
    owners = [
        (kind, text_format)
        for kind in working_kinds()
        for text_format in kind.formats
        if text_format.name == name and only in ("", kind.id)
    ]
    if not owners:
        raise unknown_name("format", format_name, format_names())
    return owners
