"""The tables of a report: a row for each puzzle, findings of the collection, and table files."""

from __future__ import annotations

import io
import json
import zipfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import ceil, fsum, log2
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias, overload
from xml.sax.saxutils import escape

import numpy as np

from pipeline.kinds import get_kind
from pipeline.model import JsonObject, Record, Status, canonical_json
from pipeline.render.metadata import xml_text
from pipeline.stages.collection.import_stats import difficulty_of
from pipeline.stages.collection.twins import Answer, Twin, Twins, answer_of
from pipeline.stages.filter import ACCEPTED
from pipeline.stages.grade import NOTE
from pipeline.stages.grade import QUALITY as MEASURES
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, duplicate_key, read_puzzle
from pipeline.store.cells import plain_cell, write_csv_rows
from pipeline.store.jsonl import RawRecord, parsed

Row: TypeAlias = dict[str, str | int]

VOLUME: Final = 100  # Most puzzles of a suggested volume
UNDER: Final = "under "  # Prefix of the columns with the verdict under each rule
QUALITY: Final = "quality: "  # Prefix of the columns of measures

SAME, OTHER, WRONG = "same", "differs", "breaks the rules"
"""How a published answer compares with the proved one."""

BROKEN: Final = (Status.UNSOLVABLE, Status.UNDECIDED)

EXACT, RELABELLED, TURNED = "exactly equal", "relabelled", "turned or mirrored"
"""How a puzzle equals the first of its group."""


_MOST: Final = 2**31 - 1  # Largest number that a column keeps as it is
_SHARED: Final = 1 << 16  # Most texts of a column of which each is kept once


class _Column:
    """The values of a column, one number each: a text is -1 less its place among the texts."""

    def __init__(self, count: int) -> None:
        self.codes = array("i", [-1]) * count
        self._texts: list[Any] = [""]
        self._known: dict[Any, int] = {"": -1}

    def add(self, value: str | int) -> None:
        """Add a value at the end; the first texts are kept once each."""
        if type(value) is not int or not 0 <= value <= _MOST:
            code = self._known.get(value, 0)
            if not code:
                self._texts.append(value)
                code = -len(self._texts)
                if len(self._known) < _SHARED:
                    self._known[value] = code
            value = code
        self.codes.append(value)

    def __getitem__(self, place: int) -> str | int:
        code = self.codes[place]
        return code if code >= 0 else self._texts[-1 - code]

    def __iter__(self) -> Iterator[str | int]:
        texts = self._texts
        return (code if code >= 0 else texts[-1 - code] for code in self.codes)


class Table(Sequence[Row]):
    """The rows of a report, kept by columns."""

    def __init__(self) -> None:
        self._columns: dict[str, _Column] = {}
        self._shapes: dict[tuple[str, ...], int] = {}  # The names of rows with the same columns
        self._shape_of: array[int] = array("i")
        self._added: list[str] = []
        self.columns: tuple[str, ...] = ()  # The names of all columns, in order

    def add(self, row: Row) -> None:
        """Add a row at the end."""
        count, columns = len(self), self._columns
        names = tuple(row)
        if names not in self._shapes:
            self._shapes[names] = len(self._shapes)
            for name in names:
                columns.setdefault(name, _Column(count))
            self.columns = tuple(columns)
        self._shape_of.append(self._shapes[names])
        for name, value in row.items():
            columns[name].add(value)
        for name in columns.keys() - names if len(names) < len(columns) else ():
            columns[name].add("")

    def put(self, column: str, values: array[int]) -> None:
        """Add a column with a number for each row; -1 is an empty cell."""
        own = self._columns[column] = _Column(0)
        own.codes = values
        self._added.append(column)
        self.columns = tuple(self._columns)

    def each(self, *columns: str) -> Iterator[tuple[Any, ...]]:
        """Yield the values of each row in some columns, "" where it has none."""
        known = self._columns
        return zip(*(known[one] if one in known else _Column(len(self)) for one in columns),
                   strict=True)  # fmt: skip

    def __len__(self) -> int:
        return len(self._shape_of)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        return self._row(list(self._shapes), place)

    def __iter__(self) -> Iterator[Row]:
        shapes = list(self._shapes)
        return (self._row(shapes, place) for place in range(len(self)))

    def _row(self, shapes: list[tuple[str, ...]], place: int) -> Row:
        columns = self._columns
        return {name: columns[name][place]
                for name in (*shapes[self._shape_of[place]], *self._added)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings of a collection, by 0-based rows.

    ``duplicates``: groups of equal puzzles, with how each of the others equals the first.
    ``several``: puzzles with several solutions. ``answers``: wrong published answers. ``twins``:
    puzzles with the answer of an earlier one and nearly its clues.
    """

    twins: dict[int, Twin] = field(default_factory=dict)
    duplicates: list[dict[int, str]] = field(default_factory=list)
    several: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)


class Entry(NamedTuple):
    """What the survey keeps of a record.

    ``digests`` are of the board with its labels, of the board, and of its canonical form.
    """

    row: Row
    digests: tuple[bytes, bytes, bytes]
    answer: Answer | None
    status: Status


def enter_record(line: Record | RawRecord) -> Entry:
    """Return the entry of a record, which depends on nothing else."""
    record = parsed(line)
    puzzle = read_puzzle(record)
    posed = puzzle.kind.encode(puzzle.clues)
    drawn = {key: value for key, value in posed.items() if key not in ("labels", "rule")}
    unnamed = _digest(drawn)
    whole = _digest({**drawn, "labels": posed["labels"]}) if posed.get("labels") else unnamed
    key = _digest(duplicate_key(puzzle.kind, puzzle.clues))
    row = _row(puzzle)
    return Entry(row, (whole, unnamed, key), answer_of(record), record.verdict.status)


def survey(
    records: Iterable[Record | RawRecord], mapper: Mapper = serial
) -> tuple[Table, Findings]:
    """Return a row for each record, and the findings of the collection.

    Unknown values are empty strings. ``nodes`` is the geometric mean of the node counts of the
    grade (of 1 + nodes, less 1), rounded.
    """
    table, findings, equal, twins = Table(), Findings(), _Equal(), Twins()
    for place, (row, digests, answer, status) in enumerate(mapper(enter_record, records)):
        table.add({"number": place + 1, **row})
        equal.add(digests)
        if (twin := twins.add(answer, place)) is not None:
            findings.twins[place] = twin
        if status is Status.MULTIPLE:
            findings.several.append(place)
        if row["published answer"] not in ("", SAME):
            findings.answers.append(place)
    findings.duplicates.extend(group for group in equal.groups.values() if len(group) > 1)
    first_of = _blank(len(table))
    for group in findings.duplicates:
        first, *others = group
        for place in others:
            first_of[place] = first + 1
    table.put("duplicate of", first_of)
    twin_of = _blank(len(table))
    for place in [place for place in findings.twins if first_of[place] >= 0]:
        del findings.twins[place]
    for place, twin in findings.twins.items():
        twin_of[place] = twin.place + 1
    table.put("near twin of", twin_of)
    for column, values in _scales(table, first_of):
        table.put(column, values)
    return table, findings


class _Equal:
    """Groups of equal puzzles, by digests to save memory."""

    def __init__(self) -> None:
        self._first: dict[bytes, int] = {}
        self._boards = bytearray()
        self.groups: dict[int, dict[int, str]] = {}

    def add(self, digests: tuple[bytes, bytes, bytes]) -> None:
        """Add a puzzle."""
        whole, unnamed, key = digests
        place = len(self._boards) // 32
        self._boards += whole + unnamed
        first = self._first.setdefault(key, place)
        if first == place:
            return
        own = self._boards[32 * first : 32 * first + 32]
        how = EXACT if whole == own[:16] else RELABELLED if unnamed == own[16:] else TURNED
        self.groups.setdefault(first, {first: ""})[place] = how


def _digest(value: JsonObject | str) -> bytes:
    text = value if isinstance(value, str) else canonical_json(value)
    return blake2b(text.encode(), digest_size=16).digest()


def _scales(table: Table, first_of: array[int]) -> Iterator[tuple[str, array[int]]]:
    """Yield the columns that need all scores, by name; duplicates have no order or volume.

    ``own percentile`` is the rank among the puzzles of one kind and size. ``order`` is from easy to
    hard for each kind. Puzzles are dealt to volumes back and forth, so that volumes are equally
    hard.
    """
    percentile, order, volume = (_blank(len(table)) for _ in range(3))
    scored = [place for place, (score,) in enumerate(table.each("score")) if score]
    rows = [row for row in table.each("kind", "size", "score", "cells", "id") if row[2]]
    kinds: dict[str, int] = {}
    sizes: dict[tuple[str, str], int] = {}
    kind = np.array([kinds.setdefault(row[0], len(kinds)) for row in rows], dtype=int)
    group = np.array([sizes.setdefault(row[:2], len(sizes)) for row in rows], dtype=int)
    score = np.array([float(row[2]) for row in rows])
    cells = np.array([row[3] for row in rows], dtype=int)
    names = np.array([row[4].encode() for row in rows], dtype="S16")
    for number in range(len(sizes)):
        mine = np.flatnonzero(group == number)
        peers = np.sort(score[mine])
        twice = np.searchsorted(peers, score[mine]) + np.searchsorted(peers, score[mine], "right")
        ranks = (100 * twice + len(peers)) // (2 * len(peers))
        for position, rank in zip(mine.tolist(), ranks.tolist(), strict=True):
            percentile[scored[position]] = rank
    ranked = (scored[at] for at in np.lexsort((names, cells, score, kind)).tolist())
    kept = [place for place in ranked if first_of[place] < 0]
    volumes = max(1, ceil(len(kept) / VOLUME))
    for rank, place in enumerate(kept):
        turn, position = divmod(rank, volumes)
        order[place] = rank + 1
        volume[place] = 1 + (position if turn % 2 == 0 else volumes - 1 - position)
    yield from (("own percentile", percentile), ("order", order), ("volume", volume))


def _blank(count: int) -> array[int]:
    return array("i", [-1]) * count


def _row(puzzle: Puzzle) -> Row:
    record = puzzle.record
    rows, cols = int(record.puzzle["rows"]), int(record.puzzle["cols"])
    grade, verdict, credit = record.grade, record.verdict, record.credit
    origin = record.origin
    profile = verdict.extra.get("rule_profile") or {}
    notes = (why_not_unique(record) or record.extra.get(NOTE, ""), origin.get("answer_note", ""))
    return {
        "id": record.id,
        "kind": record.kind,
        "title": (credit and credit.title) or "",
        "author": (credit and credit.author) or "",
        "source": (credit and (credit.url or credit.text)) or "",
        "licence": (credit and credit.licence) or "",
        "file": origin.get("file", ""),
        "line": origin.get("line", ""),
        "source_id": origin.get("source_id", ""),
        "size": f"{cols}x{rows}",
        "cells": rows * cols,
        **puzzle.kind.facts(puzzle.clues),
        "rule": verdict.rule or "",
        "verdict": "" if verdict.status is Status.UNCHECKED else str(verdict.status),
        "unique under": " ".join(profile.get("strongest", ())),
        **{f"{UNDER}{entry['rule']}": entry["status"] for entry in profile.get("rules", ())},
        "published answer": _compare(puzzle, origin.get("published")),
        "source difficulty": difficulty_of(record),
        "score": "" if grade is None else grade.score,
        "nodes": "" if grade is None else _mean(grade.nodes),
        "capped": "" if grade is None else grade.capped,
        "band": "" if grade is None else str(grade.band),
        "percentile": "" if grade is None or grade.percentile is None else grade.percentile,
        "note": "; ".join(str(note) for note in notes if note),
        **{f"source.{key}": str(value) for key, value in sorted(origin.get("source", {}).items())},
        **{f"{QUALITY}{name}": value for name, value in _quality(record).items()},
        **_extra(record),
    }


def _mean(counts: tuple[int, ...]) -> int:
    """Return the geometric mean of 1 + each count, less 1, rounded."""
    # A foreign record may have none, or numbers too large for floats.
    return round(
        2 ** min(1000.0, fsum(log2(1 + count) for count in counts) / len(counts or "1")) - 1
    )


def _compare(puzzle: Puzzle, published: Mapping[str, Any] | None) -> str:
    if published is None:
        return ""
    kind, clues = puzzle.kind, puzzle.clues
    if kind.check(clues, kind.decode_solution(clues, published)):
        return WRONG
    return SAME if puzzle.record.solution in (None, published) else OTHER


def _quality(record: Record) -> Row:
    """Return the measures of a record that are whole numbers, in order."""
    found = record.extra.get(MEASURES)
    found = found if isinstance(found, Mapping) else {}
    return {str(key): found[key] for key in sorted(found) if type(found[key]) is int}


def _extra(record: Record) -> Row:
    """Return the further fields of a grade that fit a column, such as the hardest deduction."""
    extra = {} if record.grade is None else record.grade.extra
    return {key: extra[key] for key in sorted(extra) if type(extra[key]) in (str, int)}


def why_not_unique(record: Record) -> str:
    """Return a text on why a puzzle is not unique under its rule, and rules under which it is."""
    status, rule = record.verdict.status, record.verdict.rule
    if status in {*ACCEPTED, Status.UNCHECKED}:
        return ""
    text = str(status) if rule is None else f"{status} under {rule}"
    uniqueness = get_kind(record.kind).uniqueness
    if uniqueness is not None and (record.verdict.method or "") in uniqueness.refusals:
        text += f" ({uniqueness.refusals[record.verdict.method or '']})"
    return "; ".join(part for part in (text, _elsewhere(record)) if part)


def _elsewhere(record: Record) -> str:
    """Return a text on the rules under which the profile has "unique"; "" without a profile."""
    profile = record.verdict.extra.get("rule_profile")
    if not profile:
        return ""
    unique = [entry["rule"] for entry in profile["rules"] if entry["status"] == Status.UNIQUE]
    return f"unique under {', '.join(unique)}" if unique else "unique under no rule"


def write_csv(table: Table, stream: BinaryIO) -> None:
    """Write a line for each row, under the names of the columns."""
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    write_csv_rows(text, [table.columns])
    write_csv_rows(text, ([row.get(column, "") for column in table.columns] for row in table))
    text.detach()


def write_json(table: Table, stream: BinaryIO) -> None:
    """Write a list with an object for each row, one to a line."""
    for number, row in enumerate(table):
        text = json.dumps(row, ensure_ascii=False)
        stream.write(f"{',' if number else '['}\n{text}".encode())
    stream.write(b"\n]\n")


def write_xlsx(table: Table, stream: BinaryIO) -> None:
    """Write a spreadsheet with scores as numbers, so that they sort."""
    with zipfile.ZipFile(stream, "w") as archive:
        for name, body in _XLSX.items():
            archive.writestr(_entry(name), _XML + body)
        with archive.open(_entry(_SHEET), "w") as sheet:
            sheet.write(_HEAD.encode())
            sheet.write(_xlsx_row(table.columns))
            for row in table:
                sheet.write(
                    _xlsx_row(
                        float(row["score"]) if column == "score" and row.get(column)
                        else row.get(column, "")
                        for column in table.columns
                    )
                )  # fmt: skip
            sheet.write(b"</sheetData></worksheet>")


def _entry(name: str) -> zipfile.ZipInfo:
    """Return an entry without a time, so that equal rows give equal bytes."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the earliest time
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _xlsx_row(values: Iterable[str | int | float]) -> bytes:
    """Return a row; a text that looks like a formula is quoted."""
    cells = (
        f"<c><v>{value}</v></c>"
        if not isinstance(value, str)
        else '<c t="inlineStr"><is><t xml:space="preserve">'
        f"{escape(plain_cell(xml_text(value))[:_LONGEST])}</t></is></c>"
        for value in values
    )
    return f"<row>{''.join(cells)}</row>".encode()


_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OPEN: Final = "http://schemas.openxmlformats.org"
_MAIN: Final = f"{_OPEN}/spreadsheetml/2006/main"
_LINKS: Final = f"{_OPEN}/package/2006/relationships"
_OFFICE: Final = f"{_OPEN}/officeDocument/2006/relationships"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_LONGEST: Final = 32_767  # Characters of a cell, for Excel
_SHEET: Final = "xl/worksheets/sheet1.xml"
_XLSX: Final = {  # All parts of a spreadsheet except its sheet
    "[Content_Types].xml": f'<Types xmlns="{_OPEN}/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/{_SHEET}" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_LINKS}"><Relationship Id="r1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
    '<sheets><sheet name="puzzles" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_LINKS}"><Relationship Id="r1" '
    f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
_HEAD: Final = (
    f'{_XML}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>'
    "</sheetView></sheetViews><sheetData>"
)


TABLES: Final[dict[str, Callable[[Table, BinaryIO], None]]] = {
    "report.csv": write_csv,
    "report.json": write_json,
    "report.xlsx": write_xlsx,
}


def broken(table: Table) -> list[int]:
    """Return the places of puzzles without a solution, and of undecided ones."""
    return [place for place, (verdict,) in enumerate(table.each("verdict")) if verdict in BROKEN]
