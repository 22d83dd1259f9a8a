"""Import: text forms of every kind to records; unreadable entries become rejections."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, count, islice
from math import isqrt
from typing import Any, Final, TypeAlias

from pipeline.kinds import get_kind, kind_ids, working_kinds
from pipeline.kinds.interface import AnyKind, Parsed, change_rule, under_rule, with_rule
from pipeline.kinds.kit.sites.janko_sheets import JANKO, janko_games
from pipeline.kinds.kit.sites.penpa import GRID
from pipeline.kinds.kit.sites.pzpr import HEADER, split_games
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.kinds.kit.sites.tatham import TATHAM, are_ids
from pipeline.kinds.kit.sites.text_lines import content_lines, first_lines, head_of
from pipeline.model import Credit, Provenance, PuzzleFormatError, Record, unknown_name
from pipeline.stages.collection.credits import (
    OWN_FIELDS,
    Comments,
    fill_credit,
    read_entities,
    read_own,
)
from pipeline.stages.collection.detect import (
    GUESSED,
    NAME_IT,
    SAMPLE,
    Choice,
    Form,
    choose_form,
    detect_forms,
    faults_of,
    form_names,
    is_flattened,
    likely_form,
    read_answer,
    read_output,
    refuse_foreign_text,
    require_boards,
)
from pipeline.stages.collection.export import JSONL, PENPA, TABLE, owners_of
from pipeline.stages.collection.file_readers import Carried, carried_texts, is_container
from pipeline.stages.collection.game_ids import read_ids
from pipeline.stages.collection.import_stats import NOTES, ImportTally, Rejection
from pipeline.stages.collection.names import named_game
from pipeline.stages.collection.programs import program_parts, site_boards
from pipeline.stages.puzzle import ASSUMED, new_record
from pipeline.store.files import DASH, read_text
from pipeline.store.sources import CREDIT_FIELDS, SourceText, read_sources

FROM_JSON: Final = "json"  # Name of the format of JSON objects with a grid in a field
HEAD: Final = 10  # Most lines at the head of a text that are no puzzle: a title, a note
_MIXED: Final = (None, "puzz.link", "pzprv3", JANKO)  # Formats whose texts may have several games

_Found: TypeAlias = Parsed[Any, Any] | PuzzleFormatError
_Entry: TypeAlias = tuple[Form | None, _Found]  # A puzzle or error, with its form

_QUOTED: Final = re.compile(
    r"\ufeff?(?P<head>\"?[A-Za-z]\w*\"?[ \r]*\n)?"
    r"(?P<rows>(?:\s*\"[^\",;\t]*\"[ \r]*(?:\n|\Z))+\s*)\Z"
)
_RECORD: Final = re.compile(r"\s*\{.*\"schema\"\s*:")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How collections are read.

    ``format_name`` is one of `format_names` or `FROM_JSON`, None to detect it. ``credit`` fills
    missing fields, ``collection`` is the title. ``grid`` and ``fields`` are those of
    `carried_texts`.
    """

    format_name: str | None = None
    rule: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    credit: Credit | None = None
    collection: str | None = None
    grid: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


def import_records(
    source: str,
    format_name: str | None = None,
    rule: str | None = None,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Record]:
    """Yield the puzzles of one source as records; options are those of `ImportOptions`.

    Raise `PuzzleFormatError` with file and line for the first unreadable entry, `ConfigError` for
    an unknown format or rule.
    """
    options = ImportOptions(format_name, rule, settings or {})
    for found in read_collection([source], options):
        if isinstance(found, Rejection):
            raise found.error()
        yield found


def read_pasted(text: str, options: ImportOptions) -> Iterator[Record | Rejection]:
    """Yield the puzzles of a text that is in no file, as `read_collection` does."""
    yield from _Reader(SourceText("text", text, {}), options, ImportTally()).read()


def read_collection(
    names: Iterable[str], options: ImportOptions, tally: ImportTally | None = None
) -> Iterator[Record | Rejection]:
    """Yield the puzzles of files, folders, patterns and archives as records, in order.

    The tally counts them in place. Raise `StoreError` if a name matches nothing, `ConfigError` for
    an unknown format or rule.
    """
    name = options.format_name
    if name is not None and name.endswith(PENPA):  # its addresses contain tables
        options = replace(options, format_name=name.removesuffix(PENPA) + TABLE)
    if options.format_name not in (None, FROM_JSON, JSONL):
        owners_of(options.format_name)
    known = (*CREDIT_FIELDS, "source_id", *OWN_FIELDS)
    for name in options.fields:
        if name not in known:
            raise unknown_name("field", name, known)
    tally = ImportTally() if tally is None else tally
    is_record = _RECORD.match if options.format_name in (None, JSONL) else None
    for source in read_sources(names, is_record):
        for found in _Reader(source, options, tally).read():
            tally.add(found)
            yield found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one source, and tallies what is not understood."""

    source: SourceText
    options: ImportOptions
    tally: ImportTally
    right: list[Form] = field(default_factory=list)  # The form in which the last answer was right
    is_container: bool = False  # Whether the source contains texts: JSON, a sheet
    kinds: frozenset[str] = frozenset()  # Possible kinds of a part that names its game

    @property
    def is_named(self) -> bool:
        """Whether the user names a form."""
        return self.options.format_name not in (None, FROM_JSON)

    def read(self) -> Iterator[Record | Rejection]:
        source, name = self.source, self.options.format_name
        if source.fault:
            yield Rejection(source.name, None, source.fault)
            return
        if source.lines or name == JSONL or (name is None and _RECORD.match(source.text)):
            yield from read_own(
                source, self.options.credit, self.options.rule, self.options.settings
            )
            return
        try:
            text = source.text
            if (sheet := _QUOTED.match(text)) is not None:  # of one column
                text = "\n" * bool(sheet["head"]) + sheet["rows"].replace('"', "")
            refuse_foreign_text(text)
            is_plain = name not in (None, FROM_JSON) and not name.endswith(TABLE)
            grid, fields = self.options.grid, self.options.fields
            found = program_parts(text, grid)
            contains = found is not None or is_container(text, grid)
            carried: Iterable[Carried] = [Carried(text)]
            if found is not None:
                carried = found
            elif contains or not is_plain:
                carried = carried_texts(text, grid, fields)
            reader = replace(self, is_container=contains)
            places, parts = count(), iter(carried)
            sample = list(islice(parts, SAMPLE))
            form = reader._form_of_all(sample)
            for part in chain(sample, parts):
                own = replace(reader, kinds=_kinds_of(part.tags)) if part.tags else reader
                yield from own._read_part(part, places, form)
        except PuzzleFormatError as error:
            yield Rejection(source.name, error.line, error.message)
        except csv.Error as error:
            fault = f"expected a sheet with a puzzle in each row, found none ({error})"
            yield Rejection(source.name, None, f"{fault}; check its quotation marks")

    def _read_part(
        self, part: Carried, places: Iterator[int], of_all: Form | None
    ) -> Iterator[Record | Rejection]:
        """Yield the puzzles of a text, numbered by ``places``, trying the form ``of_all`` first."""
        source = self.source
        if part.fault:
            yield Rejection(source.name, part.line, part.fault)
            return
        if part.tags and not self.kinds and not part.tags[0].startswith(GRID):
            fault = f"found a puzzle of the game {', '.join(part.tags)!r}, which no kind reads"
            yield Rejection(source.name, part.line, f"{fault}; leave it out", is_foreign=True)
            return
        comments = Comments(part.text)
        board = part.board
        entries = (
            (None if board is None else iter([self._of_board(board, part.line)]))
            or self._by_answer(part)
            or self._as_others(of_all, part.text)
            or self._under_rules(comments, of_all)
        )
        first = list(islice(entries, 2))
        if (source.output or part.answer) and len(first) == 1:
            first = [self._answered(part, *first[0])]
        shared = {**source.credit, **comments.above}
        collection = self.options.collection
        if len(first) > 1 and "title" in shared:  # of several puzzles, so of the collection
            collection = read_entities(shared.pop("title"))
        for form, entry in chain(first, entries):
            line = part.line or entry.line
            noted = {**shared, **comments.before(entry.line or 0)}
            if isinstance(entry, PuzzleFormatError):
                yield Rejection(source.name, line, entry.message, entry.is_foreign)
                continue
            assert form is not None
            parsed = replace(
                entry,
                line=line or entry.line,
                credit={**noted, **part.credit, **entry.credit},
                source_id=entry.source_id or part.source_id,
                source={key: noted[key] for key in OWN_FIELDS if key in noted}
                | {**part.source, **entry.source},
            )
            if entry.unread:
                unread = f"an answer that is not understood: {entry.unread}"
                self.tally.miss(source.name, line, unread)
            read_as = (form[0], replace(form[1], name=part.form)) if part.form else form
            yield self._record(read_as, parsed, collection, next(places))
        for number, comment in comments.left():
            self.tally.miss(source.name, number, f"a comment that no puzzle follows: {comment}")

    def _of_board(self, board: Loose | PuzzleFormatError, line: int | None) -> _Entry:
        """Return a board that a program wrote, as an entry."""
        if isinstance(board, PuzzleFormatError):
            return None, board
        kind, named = get_kind(board.kind), (self.options.format_name or "").rpartition("/")[0]
        if named not in ("", kind.id):
            what = f"expected {named}, as named, found a {kind.id}; name no form or its own"
            return None, PuzzleFormatError(what, line=board.line or line)
        form = (kind, replace(kind.formats[0], name=board.form))
        try:
            posed = self._posed(kind)
            clues = kind.decode(dict(board.puzzle))
            clues = clues if posed is None else with_rule(kind, clues, posed)
            given = board.solution
            answer = None if given is None else kind.decode_solution(clues, dict(given))
            found: Parsed[Any, Any] = Parsed(
                board.line or line or 1, clues, answer, board.credit, None, board.source
            )
            return form, self._reposed(form, found)
        except PuzzleFormatError as error:
            return None, PuzzleFormatError(error.message, line=board.line or line)

    def _by_answer(self, part: Carried) -> Iterator[_Entry] | None:
        """Return the puzzle of a text in the form whose rules its answer satisfies, if any."""
        if not part.answer:
            return None
        with suppress(PuzzleFormatError):
            for forms in (list(self.right), None):
                for form in self._forms(part.text) if forms is None else forms:
                    for _, puzzle in self._as_others(form, part.text) or ():
                        assert isinstance(puzzle, Parsed)
                        solution = read_answer(form, puzzle, part.text, part.answer)
                        if solution is not None and not form[0].check(puzzle.clues, solution):
                            self.right[:] = [form]
                            return iter([(form, replace(puzzle, solution=solution))])
        return None

    def _answered(
        self, part: Carried, form: Form | None, puzzle: Parsed[Any, Any] | PuzzleFormatError
    ) -> _Entry:
        """Return the only puzzle of a text with its answer; wrong answers are tallied."""
        if form is None or isinstance(puzzle, PuzzleFormatError) or puzzle.solution is not None:
            return form, puzzle
        kind, output = form[0], self.source.output
        if output:
            solution = read_output(form, puzzle, part.text, read_text(output))
            if solution is None:
                self.tally.miss(output, None, f"the output of a solver for {self.source.name}")
            return form, replace(puzzle, solution=solution)
        solution = read_answer(form, puzzle, part.text, part.answer)
        if solution is None:
            return form, replace(puzzle, unread="its cells make none")
        posed = [*(under_rule(kind, puzzle.clues, rule) for rule in kind.rules), puzzle.clues]
        broken = [kind.check(clues, solution) for clues in posed if clues is not None]
        if all(broken):
            wrong = f"a wrong answer: {broken[0][0].message}"
            self.tally.miss(self.source.name, part.line or puzzle.line, wrong)
        return form, replace(puzzle, solution=solution)

    def _form_of_all(self, parts: Sequence[Carried]) -> Form | None:
        """Return the form in which all parts of a file are read, None without one."""
        notes = [Comments(part.text) for part in parts if not part.fault]
        texts, options = [one.rest for one in notes], self.options
        rules = {rule for one in notes for rule in one.by_rule()}
        if rules - {None} and not (options.rule or options.settings):
            if len(rules) > 1 or not rules & _known_rules():
                return None
            options = replace(options, rule=next(iter(rules)))
        tags = {part.tags for part in parts}
        if len(tags) > 1 or len(texts) < 2 or any("#" in text for text in texts):
            return None
        kinds = self.kinds if tags == {()} else _kinds_of(next(iter(tags)))
        if tags != {()} and not kinds:
            return None
        with suppress(PuzzleFormatError):
            reader = replace(self, kinds=kinds, options=options)
            found = reader._choose("\n".join(texts))
            if found.is_read and all(reader._as_others(found.form, text) for text in texts):
                self._note_others(found)
                return found.form
        return None

    def _as_others(self, form: Form | None, text: str) -> Iterator[_Entry] | None:
        if form is None or "#" in text or not form[1].detect(text):
            return None
        with suppress(PuzzleFormatError):
            found = list(form[1].read_each(text, self._posed(form[0])))
            if len(found) == 1 and isinstance(found[0], Parsed):
                return None if is_flattened(found[0].clues, text) else iter([(form, found[0])])
        return None

    def _under_rules(self, comments: Comments, of_all: Form | None) -> Iterator[_Entry]:
        texts = comments.by_rule()
        if not any(texts) or self.options.rule or self.options.settings:
            yield from self._entries(comments.rest)
            return
        known = _known_rules()
        entries: list[_Entry] = []
        for rule, text in texts.items():
            posed = replace(self.options, rule=rule if rule in known else None)
            if rule not in known:
                self.tally.miss(self.source.name, None, f"the rule {rule!r}, which no kind has")
            reader = replace(self, options=posed)
            is_fit = of_all is not None and rule in of_all[0].rules
            read = reader._as_others(of_all, text) if is_fit else None
            for form, entry in read or reader._entries(text):
                if isinstance(entry, Parsed) and rule in known and rule is not None:
                    entry = replace(entry, credit={**entry.credit, "rule": rule})  # noqa: PLW2901
                entries.append((form, entry))
        yield from sorted(entries, key=_line)

    def _entries(self, text: str) -> Iterator[_Entry]:
        """Yield the puzzles of a text with their forms, in order of line."""
        is_mixed = self.options.format_name in _MIXED
        games = split_games(text) if is_mixed else {}
        of_janko = janko_games(text) if is_mixed and not games else {}

        def is_known(game: str, own: str) -> bool:
            if not game and not of_janko:
                return are_ids(first_lines(own, HEAD))
            forms = {form.name for _, form in detect_forms(own)}
            return JANKO in forms if of_janko else bool(forms)

        games = games or of_janko
        if not games or (len(games) == 1 and is_known("one", text)):
            yield from self._of_one_game(text)
            return
        entries = [
            entry
            for game, part in games.items()
            for entry in (self._of_one_game(part) if is_known(game, part) else _foreign(game, part))
        ]
        yield from sorted(entries, key=_line)

    def _of_named(self, name: str, text: str, number: int) -> Iterator[_Entry]:
        """Yield the puzzles of a text that names its game, or errors under that name."""
        if name not in kind_ids():
            yield from _foreign(name, text)
            return
        reader = replace(self, kinds=frozenset({name}))
        below = "\n" * number + text.split("\n", number)[-1]
        if (boards := site_boards(below)) is not None:
            yield from (self._of_board(one, None) for one in boards)
            return
        # The line may belong to the form.
        heads = (head_of(one, SAMPLE) for one in (text, below))
        read = [[isinstance(one, Parsed) for _, one in reader._of_one_game(head)] for head in heads]
        if any(map(any, read)):
            is_below = all(read[1]) and sum(read[1]) >= sum(read[0])
            yield from reader._of_one_game(below if is_below else text)
            return
        faults = [(error.line or 0, error.message, form.name) for form in get_kind(name).formats
                  for error in faults_of(form, below)]  # fmt: skip
        first = next((line for line, _ in content_lines(below)), number)
        line, message, form = max(faults, default=(first, "", ""))
        known = ", ".join(form.name for form in get_kind(name).formats)
        fault = f"{message} (read as {name} ({form}), which the text names)"
        if not message or line <= first:
            fault = f"expected {name}, which the text names, in one of its forms: {known}"
        yield None, PuzzleFormatError(fault, line=line or first)

    def _of_one_game(self, text: str) -> Iterator[_Entry]:
        is_named = self.is_named
        if self.options.format_name in (None, TATHAM) and are_ids(first_lines(text, HEAD)):
            name, kinds = self.options.format_name or TATHAM, self.kinds
            forms = [one for one in owners_of(name) if not kinds or one[0].id in kinds]
            for form, puzzle in read_ids(text, forms, self._posed, self._note):
                yield form, puzzle if form is None else self._reposed(form, puzzle)
            return
        boards = site_boards(text) if self.is_container and not is_named else None
        if boards is not None:
            yield from (self._of_board(one, None) for one in boards)
            return
        number, name = (0, "") if is_named or self.kinds else named_game(text)
        if name:
            yield from self._of_named(name, text, number)
            return
        try:
            chosen = self._choose(text)
            form, known, others, is_read, is_scrap, *_ = chosen
            kind, text_format = form
            if others and not is_named and not is_read:
                odd = chosen.sign and f", and {chosen.sign!r} is an empty cell for only one of them"
                fits = f"fits {form_names(others)}{odd}: {NAME_IT}"
                for one in others[0][1].read_each(text, None):
                    yield form, PuzzleFormatError(fits, line=one.line)
                return
            self._note_others(chosen)
            posed = self._posed(kind)
            for puzzle in text_format.read_each(text, posed) if known is None else known:
                if isinstance(puzzle, PuzzleFormatError):
                    is_guess = not (is_named or is_read) and text_format.name in GUESSED
                    if is_guess:
                        puzzle.message += f" (read as {form_names([form])}; {NAME_IT})"
                    yield form, puzzle
                elif not is_named and is_flattened(puzzle.clues, text):
                    message = _flattened(kind.encode(puzzle.clues))
                    yield form, PuzzleFormatError(message, line=puzzle.line)
                elif is_scrap:
                    yield form, PuzzleFormatError(_scrap(puzzle.clues), line=puzzle.line)
                else:
                    yield form, self._reposed(form, puzzle)
        except PuzzleFormatError as error:
            yield None, error

    def _note_others(self, chosen: Choice) -> None:
        if chosen.others and not self.is_named:
            self._note(chosen.form, chosen.others)

    def _note(self, taken: Form, others: Sequence[Form], place: str = "") -> None:
        if len(self.tally.notes) < NOTES:
            fits = f"is read as {form_names([taken])} and also fits {form_names(others)}"
            self.tally.notes.append(f"{self.source.name}{place} {fits}: {NAME_IT}")

    def _reposed(self, form: Form, found: _Found) -> _Found:
        change_task, settings = form[0].change_task, self.options.settings
        if change_task is None or not settings or isinstance(found, PuzzleFormatError):
            return found
        return replace(found, clues=change_task(found.clues, settings))

    def _posed(self, kind: AnyKind) -> str | None:
        """Return the requested rule if the kind has it, None if it is a rule of another kind."""
        rule = self.options.rule
        is_foreign = rule is not None and rule not in kind.rules
        if is_foreign and any(rule in other.rules for other in working_kinds()):
            return None
        return change_rule(kind, rule, self.options.settings)

    def _choose(self, text: str) -> Choice:
        options, forms = self.options, list[Form]()
        chosen: Choice | None = None
        lines = text.split("\n", HEAD)
        for skip in range(1 if self.is_named else len(lines)):
            # A title or another line may precede the puzzles.
            if skip and not lines[skip - 1].strip():
                continue
            below = [form for form in self._forms(text, skip) if form not in forms]
            forms += below
            if not below:
                continue
            better = choose_form(below, text, options.rule, options.settings, self.is_named)
            if skip and not better.is_sure:
                better = better._replace(is_scrap=True)
            if chosen is None or better.is_sure:
                chosen = better
            if (chosen.is_read and not chosen.is_scrap) or any(janko_games(text)):
                break  # below the name of a game there is no other
        if chosen is not None and (self.is_named or chosen.is_read or chosen.others):
            return chosen
        return self._nearest(text, chosen)

    def _nearest(self, text: str, chosen: Choice | None) -> Choice:
        """Return the form that an unreadable text is nearest to.

        ``chosen`` is the best that recognises it. Raise `PuzzleFormatError` if no form gets beyond
        the first line.
        """
        likely = likely_form(text)
        if likely is not None and likely[0].id in (self.kinds or kind_ids()):
            return Choice(likely, None)
        if chosen is None:
            number, _ = next(content_lines(text), (1, ""))
            kinds = map(get_kind, self.kinds) if self.kinds else working_kinds()
            forms = [
                (kind, form) for kind in kinds for form in kind.formats if form.name in GUESSED
            ]
            if forms:
                nearest = choose_form(forms, text, self.options.rule, self.options.settings)
                chosen = nearest if nearest.line > number else None
        return require_boards(text, chosen)

    def _forms(self, text: str, skip: int = 0) -> list[Form]:
        """Return the possible forms of a text; in a container it may have any of a named kind."""
        name, kinds = self.options.format_name, self.kinds
        owners = [] if name in (None, FROM_JSON) else owners_of(name)
        forms = [owner for owner in owners if owner[1].detect(text)]
        if not owners or self.is_container:
            kinds = frozenset(kind.id for kind, _ in owners) or kinds
            looks = detect_forms(text, skip)
            forms += [
                one for one in looks if one not in forms and (not kinds or one[0].id in kinds)
            ]
        return forms or owners

    def _record(
        self, form: Form, puzzle: Parsed[Any, Any], collection: str | None, index: int
    ) -> Record:
        (kind, text_format), options = form, self.options
        name = "standard input" if self.source.name == DASH else self.source.name
        has_rule = bool(options.rule or options.settings or "rule" in puzzle.credit)
        extra: dict[str, Any] = {"file": name, "line": puzzle.line}
        if puzzle.source_id:
            extra["source_id"] = puzzle.source_id
        if collection:
            extra["collection"] = collection
        if puzzle.source:
            extra["source"] = {key: read_entities(value) for key, value in puzzle.source.items()}
        if puzzle.solution is not None:
            extra["published"] = kind.encode_solution(puzzle.solution)
            if kind.variants is not None and not has_rule:
                extra["rule"] = ASSUMED
        provenance = Provenance(f"import {text_format.name}", index=index, extra=extra)
        record = new_record(kind, puzzle.clues, puzzle.solution, provenance)
        return record.with_(credit=fill_credit(puzzle.credit, options.credit))


def _known_rules() -> set[str | None]:
    return {rule for kind in working_kinds() for rule in kind.rules}


def _kinds_of(tags: tuple[str, ...]) -> frozenset[str]:
    return _kinds_among(tags, tuple(kind_ids()))


@lru_cache(maxsize=64)
def _kinds_among(tags: tuple[str, ...], known: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        kind_id
        for kind_id in known
        if kind_id in tags
        or any(set(form.tags).issuperset(tags) for form in get_kind(kind_id).formats)
    )


def _scrap(clues: Any) -> str:
    return (
        f"expected a text of boards only, found {clues.cols}x{clues.rows} cells with other text; "
        f"{NAME_IT} if they are a board"
    )


def _foreign(game: str, text: str) -> Iterator[_Entry]:
    """Yield an error for each address or file of a game that no kind reads."""
    what = f"a puzzle of the game {game!r}, which no kind reads" if game else "what no kind reads"
    if game in kind_ids():
        forms = {form.name for form in get_kind(game).formats}
        is_of_pzpr = HEADER in text[:999] or "?" in text.lstrip("\n").partition("\n")[0]
        is_known = not forms.isdisjoint(("puzz.link", HEADER) if is_of_pzpr else (JANKO,))
        what = f"{game} in a form that it is not read in, which has others: {', '.join(forms)}"
        what = f"the game {game!r} without a whole board" if is_known else what
    is_foreign, lines = bool(game) and game not in kind_ids(), list(content_lines(text))
    heads = [number for number, line in lines
             if not game or "?" in line or line.startswith((HEADER, "problem"))]  # fmt: skip
    for number in heads or [number for number, _ in lines[:1]]:
        message = f"found {what}; leave it out"
        yield (None, PuzzleFormatError(message, line=number, is_foreign=is_foreign))


def _line(entry: _Entry) -> int:
    return entry[1].line or 0


def _flattened(puzzle: Mapping[str, Any]) -> str:
    cols = int(puzzle["cols"])
    side = isqrt(cols)
    return (
        f"found {cols} cells on one line; write a {side}x{side} board with a row on each line, or "
        "name the format with --from if it is a board of one row"
    )
