"""Import: the text forms of every kind to records; what is broken does not stop the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from html import unescape
from itertools import count
from math import isqrt
from typing import Any, Final

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.capabilities import change_rule
from pipeline.kinds.interface import AnyKind, Parsed
from pipeline.kinds.kit.pzpr import HEADER, split_games
from pipeline.kinds.kit.text_lines import number_lines, said_lines
from pipeline.model import (
    Credit,
    Provenance,
    PuzzleFormatError,
    Record,
    record_id,
    unknown_name,
)
from pipeline.stages.collection.detect import Choice, Form, choose_form, detect_forms
from pipeline.stages.collection.export import JSONL, format_names, owners_of
from pipeline.stages.collection.file_readers import Carried, carried_texts
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.files import DASH
from pipeline.store.jsonl import parse_record
from pipeline.store.sources import CREDIT_FIELDS, SourceText, read_sources

FROM_JSON: Final = "json"
"""Name of the form of JSON objects with a grid in a field."""

_MIXED: Final = (None, "puzz.link", "pzprv3")
"""Forms of which a text may hold several games."""

LONGEST_ROW: Final = 8
"""Cells of a single row that is believed to be a whole board without being told so."""

_COMMENT: Final = re.compile(
    r"#\s*(author|title|url|licence|license|source)(?: of [^:]*)?\s*:\s*(.+)", re.I
)
_RECORD: Final = re.compile(r"\s*\{.*\"schema\"\s*:")


@dataclass(frozen=True, slots=True)
class Rejection:
    """A puzzle, or the rest of a file, that could not be read: where, and why."""

    file: str
    line: int | None
    reason: str

    def error(self) -> PuzzleFormatError:
        """Return the same as an error."""
        return PuzzleFormatError(self.reason, source=self.file, line=self.line)


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How collections are read.

    ``format_name`` is one of `format_names` or `FROM_JSON`, None to have it found out. ``credit``
    fills what the collection does not say. ``grid`` and ``fields`` are those of `carried_texts`.
    """

    format_name: str | None = None
    rule: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    credit: Credit | None = None
    grid: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ImportTally:
    """What was read as what, and how much was not."""

    forms: Counter[str] = field(default_factory=Counter)
    rejected: int = 0
    guesses: dict[str, str] = field(default_factory=dict)
    """By file: as what it was read, and as what it could be read as well."""

    def sentence(self) -> str:
        """Return the summary for standard error."""
        read = ", ".join(f"{count} as {name}" for name, count in self.forms.items())
        rejected = f"; {self.rejected} rejected" if self.rejected else ""
        guesses = "".join(f"; {said}" for said in list(self.guesses.values())[:3])
        return f"import: {read or 'nothing'} read{rejected}{guesses}"


def import_records(
    source: str,
    format_name: str | None = None,
    rule: str | None = None,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Record]:
    """Yield the puzzles of one source as records; the first that is broken is raised.

    The options are those of `ImportOptions`. `PuzzleFormatError` with file and line, for whatever
    cannot be read. `ConfigError` for an unknown format or rule.
    """
    options = ImportOptions(format_name, rule, settings or {})
    for found in read_collection([source], options):
        if isinstance(found, Rejection):
            raise found.error()
        yield found


def read_collection(
    names: Iterable[str], options: ImportOptions, tally: ImportTally | None = None
) -> Iterator[Record | Rejection]:
    """Yield the puzzles of files, folders, patterns and archives as records, in order.

    The tally counts what is yielded, in place. `StoreError` if a name stands for nothing.
    `ConfigError` for an unknown format or rule.
    """
    if options.format_name not in (None, FROM_JSON, JSONL):
        owners_of(options.format_name)
    for name in options.fields:
        if name not in (*CREDIT_FIELDS, "source_id"):
            raise unknown_name("field", name, dict.fromkeys((*CREDIT_FIELDS, "source_id")))
    tally = ImportTally() if tally is None else tally
    is_record = _RECORD.match if options.format_name in (None, JSONL) else None
    for source in read_sources(names, is_record):
        for found in _read_source(source, options, tally):
            if isinstance(found, Rejection):
                tally.rejected += 1
            else:
                made = JSONL if found.provenance is None else found.provenance.generator
                tally.forms[f"{found.kind} ({made.split()[-1]})"] += 1
            yield found


def _read_source(
    source: SourceText, options: ImportOptions, tally: ImportTally
) -> Iterator[Record | Rejection]:
    if source.fault:
        yield Rejection(source.name, None, source.fault)
        return
    name = options.format_name
    if source.lines or name == JSONL or (name is None and _RECORD.match(source.text)):
        yield from _own_records(source, options)
        return
    try:
        is_plain = name not in (None, FROM_JSON, "table")
        carried = (
            [Carried(source.text)]
            if is_plain
            else carried_texts(source.text, options.grid, options.fields)
        )
        places = count()
        for part in carried:
            yield from _read_part(source, part, options, places, tally)
    except PuzzleFormatError as error:
        yield Rejection(source.name, error.line, error.message)
    finally:
        number_lines.cache_clear()  # those of a large text take more memory than it


def _read_part(
    source: SourceText,
    part: Carried,
    options: ImportOptions,
    places: Iterator[int],
    tally: ImportTally,
) -> Iterator[Record | Rejection]:
    """Yield the puzzles of a text in a kind's form, each with its place among those of a source."""
    if part.fault:
        yield Rejection(source.name, part.line, part.fault)
        return
    games = split_games(part.text) if options.format_name in _MIXED else {}
    if not games or (len(games) == 1 and detect_forms(part.text)):
        yield from _read_one_game(source, part, options, places, tally)
        return
    found: list[tuple[int, Record | Rejection]] = []
    for game, text in games.items():
        for one in (
            _read_one_game(source, replace(part, text=text), options, places, tally)
            if game and detect_forms(text)
            else _foreign(source, game, text)
        ):
            line = one.line if isinstance(one, Rejection) else one.origin.get("line")
            found.append((part.line or line or 0, one))
    yield from (one for _, one in sorted(found, key=lambda pair: pair[0]))


def _foreign(source: SourceText, game: str, text: str) -> Iterator[Rejection]:
    """Yield a rejection for each address or file of a game that no kind reads."""
    for number, line in said_lines(text):
        if not game or "?" in line or line.startswith(HEADER):
            what = f"a puzzle of the game {game!r}, which" if game else "what"
            yield Rejection(source.name, number, f"found {what} no kind reads; leave it out")


def _read_one_game(
    source: SourceText,
    part: Carried,
    options: ImportOptions,
    places: Iterator[int],
    tally: ImportTally,
) -> Iterator[Record | Rejection]:
    """Yield the puzzles of a text in one form; each address of a game unknown here is refused."""
    try:
        form, known, others = _choose(part.text, options)
        kind, text_format = form
        if others and options.format_name is None:
            owner, other = others[0]
            tally.guesses[source.name] = (
                f"{source.name} is read as {kind.id} ({text_format.name}) and fits {owner.id} "
                f"({other.name}) as well: name the form with --from"
            )
        comments = _Comments(part.text)
        posed = _posed(kind, options)
        for found in text_format.read_each(part.text, posed) if known is None else known:
            said = comments.before(found.line or 0)
            if isinstance(found, PuzzleFormatError):
                yield Rejection(source.name, part.line or found.line, found.message)
                continue
            puzzle = kind.encode(found.clues)
            if options.format_name is None and _is_flattened(puzzle, part.text):
                yield Rejection(source.name, part.line or found.line, _flattened(puzzle))
                continue
            credit = {**source.credit, **said, **part.credit, **found.credit}
            credited = _fill(credit, options.credit)
            yield _record(form, found, puzzle, source, part, credited, next(places))
    except PuzzleFormatError as error:
        yield Rejection(source.name, part.line or error.line, error.message)


def _posed(kind: AnyKind, options: ImportOptions) -> str | None:
    """Return the rule that puzzles of a kind are posed under: the one asked for, if it is its own.

    In a collection of several kinds a rule is that of one of them.
    """
    rule = options.rule
    is_foreign = rule is not None and rule not in kind.rules
    if is_foreign and any(rule in get_kind(other).rules for other in KINDS):
        return None
    return change_rule(kind, rule, options.settings)


def _record(
    form: Form,
    found: Parsed[Any, Any],
    puzzle: Mapping[str, Any],
    source: SourceText,
    part: Carried,
    credit: Credit | None,
    index: int,
) -> Record:
    kind, text_format = form
    name = "standard input" if source.name == DASH else source.name
    extra: dict[str, Any] = {"file": name, "line": part.line or found.line}
    source_id = found.source_id or part.source_id
    if source_id:
        extra["source_id"] = source_id
    solution = None if found.solution is None else kind.encode_solution(found.solution)
    if solution is not None:
        extra["published"] = solution
    return Record(
        id=record_id(kind.id, puzzle),
        kind=kind.id,
        puzzle=puzzle,
        solution=solution,
        credit=credit,
        provenance=Provenance(generator=f"import {text_format.name}", index=index, extra=extra),
    )


def _fill(told: Mapping[str, str], given: Credit | None) -> Credit | None:
    """Return the credit that a source tells, with what was given for what it does not tell."""
    if not told and given is None:
        return None
    known: dict[str, Any] = {key: unescape(told[key]) for key in CREDIT_FIELDS if key in told}
    merged = Credit(**known)
    if given is not None:
        merged = replace(
            merged,
            **{
                name: getattr(given, name)
                for name in CREDIT_FIELDS
                if getattr(merged, name) is None
            },
        )
    return None if merged == Credit() else merged


def _own_records(source: SourceText, options: ImportOptions) -> Iterator[Record | Rejection]:
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
        filled = _fill({**source.credit, **known}, options.credit)
        if filled is not None:
            record = record.with_(credit=replace(filled, extra=own.extra if own else {}))
        if options.rule or options.settings:
            record = read_puzzle(record, options.rule, options.settings).record
        yield record


def _choose(text: str, options: ImportOptions) -> Choice:
    name = "table" if options.format_name == FROM_JSON else options.format_name
    if name is None or (options.format_name == FROM_JSON and text.startswith("begin\n")):
        forms = detect_forms(text)
    else:
        owners = owners_of(name)
        forms = [owner for owner in owners if owner[1].detect(text)] or owners
    if not forms:
        raise PuzzleFormatError(
            "expected a puzzle collection in one of the formats "
            f"{', '.join(format_names())}; name the format with --from to see what is wrong"
        )
    return choose_form(forms, text, options.rule, options.settings)


def _is_flattened(puzzle: Mapping[str, Any], text: str) -> bool:
    """Return whether a board of one row is likely a square whose rows were run together."""
    cols = int(puzzle["cols"])
    if puzzle["rows"] != 1 or cols <= LONGEST_ROW or isqrt(cols) ** 2 != cols:
        return False
    is_said = text.lstrip().startswith((f"{cols} 1\n", "http", "pzprv3", "1\n"))
    return not is_said


def _flattened(puzzle: Mapping[str, Any]) -> str:
    cols = int(puzzle["cols"])
    side = isqrt(cols)
    return (
        f"found {cols} cells on one line; write a {side}x{side} board with a row on each line, or "
        "name the format with --from if it is a board of one row"
    )


class _Comments:
    """What comments such as ``# Author: A. B.`` say of the puzzles below them.

    Those above the first puzzle hold for all, those between two puzzles for the next.
    """

    def __init__(self, text: str) -> None:
        self._above: dict[str, str] = {}
        self._between: list[tuple[int, dict[str, str]]] = []
        is_head, is_open = True, False
        for number, line in number_lines(text) if "#" in text else ():
            if line[:1] != "#":
                if line:
                    is_head = is_open = False
                continue
            found = _COMMENT.match(line)
            if found is None:
                continue
            key = {"license": "licence", "source": "url"}.get(found[1].lower(), found[1].lower())
            if is_head:
                self._above[key] = found[2].strip()
                continue
            if not is_open:
                self._between.append((number, {}))
            is_open = True
            self._between[-1][1][key] = found[2].strip()

    def before(self, line: int) -> dict[str, str]:
        """Return what is said of the puzzle on a line; lines are asked for in rising order."""
        said: dict[str, str] = {}
        while self._between and self._between[0][0] < line:
            said = self._between.pop(0)[1]
        return {**self._above, **said}
