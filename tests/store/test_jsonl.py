"""Records: round trips, defaults, unknown fields, and the whole message of each refusal."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds import kind_ids
from pipeline.model import (
    Band,
    Credit,
    Grade,
    Provenance,
    PuzzleFormatError,
    Record,
    Status,
    Verdict,
    record_id,
)
from pipeline.store import jsonl
from pipeline.store.append_log import AppendLog
from pipeline.store.jsonl import (
    dump_record,
    parse_record,
    read_records,
    record_from_json,
    record_to_json,
    write_records,
)
from tests.refusals import refused
from tests.strategies import json_values, spoilt_objects

QUICK = settings(max_examples=60, deadline=None, derandomize=True, database=None)

PUZZLE = {"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [2, 0, 2]]}
SOLUTION = {"paths": [[0, 1, 2], [3, 4, 5]]}
FULL: dict[str, Any] = {
    "schema": 1,
    "id": "0123456789abcdef",
    "kind": "numberlink",
    "puzzle": PUZZLE,
    "solution": SOLUTION,
    "verdict": {
        "status": "multiple",
        "rule": "free",
        "method": "search",
        "version": 2,
        "witness": SOLUTION,
        "confirmed": None,
    },
    "grade": {
        "score": "4.52",
        "nodes": [21, 23],
        "capped": 0,
        "band": "medium",
        "percentile": 43,
        "method": "m",
        "version": 1,
    },
    "credit": {
        "author": "Ä. Uthor",
        "title": None,
        "url": "u",
        "licence": "CC-BY-4.0",
        "text": "© 2026\u2028by",
    },
    "provenance": {"generator": "g", "version": 1, "seed": 7, "index": 3, "attempt": 0},
}
RECORD = Record(
    id="0123456789abcdef",
    kind="numberlink",
    puzzle=PUZZLE,
    solution=SOLUTION,
    verdict=Verdict(Status.MULTIPLE, "free", "search", 2, SOLUTION),
    grade=Grade("4.52", (21, 23), 0, Band.MEDIUM, 43, "m", 1),
    credit=Credit("Ä. Uthor", None, "u", "CC-BY-4.0", "© 2026\u2028by"),
    provenance=Provenance("g", 1, 7, 3, 0),
)


def with_field(path: str, value: object) -> dict[str, Any]:
    """FULL with one field replaced, by its dotted name; ``...`` takes it out."""
    changed: dict[str, Any] = json.loads(json.dumps(FULL))
    *way, last = path.split(".")
    part = changed
    for name in way:
        part = part[name]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return changed


def refusal(text: str) -> str:
    with pytest.raises(PuzzleFormatError) as caught:
        parse_record(text, "a.jsonl", 7)
    return str(caught.value)


# Round trips


def test_a_full_record_and_its_json() -> None:
    assert record_from_json(FULL) == RECORD
    assert record_to_json(RECORD) == FULL


def test_a_line_has_sorted_keys_and_no_line_end_inside() -> None:
    line = dump_record(RECORD)
    assert list(json.loads(line)) == sorted(FULL)
    assert "Ä" in line
    assert len(line.splitlines()) == 1
    assert parse_record(line, "-", 1) == RECORD
    odd = RECORD.with_(extra={"note": "a\u2028b\u2029c\x85d\re\x0bf\x1cg\u202ah"})
    assert len(dump_record(odd).splitlines()) == 1
    assert "\u202a" in dump_record(odd)
    assert parse_record(dump_record(odd), "-", 1) == odd


def test_a_line_of_three_fields_is_enough() -> None:
    line = json.dumps({"schema": 1, "kind": "numberlink", "puzzle": PUZZLE})
    assert parse_record(line, "-", 1) == Record(
        id=record_id("numberlink", PUZZLE), kind="numberlink", puzzle=PUZZLE
    )


def test_a_fresh_record_is_written_with_every_field() -> None:
    record = Record(id="0" * 16, kind="numberlink", puzzle=PUZZLE)
    assert dump_record(record) == (
        '{"credit":null,"grade":null,"id":"0000000000000000","kind":"numberlink",'
        '"provenance":null,"puzzle":{"clues":[[1,0,1],[2,0,2]],"cols":3,"rows":2,"rule":"free"},'
        '"schema":1,"solution":null,"verdict":{"confirmed":null,"method":null,"rule":null,'
        '"status":"unchecked","version":null,"witness":null}}'
    )


unknown = st.dictionaries(
    st.text(max_size=4).map(lambda name: f"x{name}").filter(lambda name: name.isascii()),
    json_values.filter(lambda value: "NaN" not in json.dumps(value)).filter(
        lambda value: "Infinity" not in json.dumps(value)
    ),
    max_size=3,
)


@QUICK
@given(top=unknown, verdict=unknown, grade=unknown, credit=unknown, origin=unknown, puzzle=unknown)
def test_unknown_fields_come_back_unchanged(
    top: dict[str, Any],
    verdict: dict[str, Any],
    grade: dict[str, Any],
    credit: dict[str, Any],
    origin: dict[str, Any],
    puzzle: dict[str, Any],
) -> None:
    value = {
        **FULL,
        **top,
        "puzzle": {**PUZZLE, **puzzle},
        "verdict": {**FULL["verdict"], **verdict},
        "grade": {**FULL["grade"], **grade},
        "credit": {**FULL["credit"], **credit},
        "provenance": {**FULL["provenance"], **origin},
    }
    line = dump_record(record_from_json(value))
    assert json.loads(line) == value
    assert dump_record(parse_record(line, "-", 1)) == line


def test_unknown_fields_survive_a_change_of_known_ones() -> None:
    record = record_from_json({**FULL, "mine": [1], "verdict": {"status": "unique", "by": "me"}})
    assert record.extra == {"mine": [1]}
    assert record.verdict.extra == {"by": "me"}
    changed = record_to_json(record.with_(grade=None))
    assert changed["mine"] == [1]
    assert changed["verdict"]["by"] == "me"


# Files and streams


def test_files_are_written_whole_and_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    records = [RECORD.with_(id=f"{k:016x}") for k in range(5)]
    assert write_records(iter(records), path) == 5
    assert list(read_records(path)) == records
    assert path.read_bytes() == b"".join(f"{dump_record(r)}\n".encode() for r in records)


def test_a_failing_stage_leaves_what_it_wrote_under_another_name(tmp_path: Path) -> None:
    def records() -> Iterator[Record]:
        yield RECORD
        raise PuzzleFormatError("later")

    with refused(PuzzleFormatError):
        write_records(records(), tmp_path / "a.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl.partial"]
    assert list(read_records(tmp_path / "a.jsonl.partial")) == [RECORD]
    write_records([RECORD], tmp_path / "a.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_reading_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first record is there before the second line is looked at."""
    text = f"{dump_record(RECORD)}\n\nnonsense\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    records = read_records("-")
    assert next(records) == RECORD
    with pytest.raises(PuzzleFormatError) as caught:
        next(records)
    assert str(caught.value) == (
        "standard input:3: expected JSON, found something else at column 1 ('nonsense'); "
        "one record a line, as in docs/formats.md"
    )


def test_writing_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert write_records([RECORD, RECORD], "-") == 2
    assert capsysbinary.readouterr().out == f"{dump_record(RECORD)}\n".encode() * 2


def test_an_empty_file_is_refused_unless_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n")
    with pytest.raises(PuzzleFormatError) as caught:
        list(read_records(path))
    assert str(caught.value) == (
        f"{path}: expected at least one record, found an empty file; "
        "check that the step before wrote something"
    )
    assert list(read_records(path, may_be_empty=True)) == []


def test_a_log_of_records_goes_on_after_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    line = dump_record(RECORD)
    with AppendLog(path, parse_record, dump_record) as log:
        log.append(RECORD)
    path.write_text(f"{line}\n{line[:50]}")
    with AppendLog(path, parse_record, dump_record) as log:
        assert log.entries == [RECORD]
        log.append(RECORD)
    assert path.read_text() == f"{line}\n{line}\n"


# Refusals

LINE = json.dumps(FULL)
HALF = LINE.index("medium")  # inside a text
BAD_LINES = {
    LINE[:HALF]: "expected a whole JSON object, found a line cut off after "
    f"{HALF} characters; delete this line or write the file again",
    LINE[:-1]: "expected a whole JSON object, found a line cut off after "
    f"{len(LINE) - 1} characters; delete this line or write the file again",
    '{"schema": 1, kind}': "expected JSON, found something else at column 15 ('kind}'); "
    "one record a line, as in docs/formats.md",
    '{"schema": 1} {"schema": 1}': "expected JSON, found something else at column 15 "
    "('{\"schema\": 1'); one record a line, as in docs/formats.md",
    "[1, 2]": "expected a JSON object, found [1, 2]",
    "null": "expected a JSON object, found null",
    '{"schema": 1, "x": NaN}': "expected JSON that can be written back, found the number NaN",
    '{"schema": 1, "x": -Infinity}': "expected JSON that can be written back, "
    "found the number -Infinity",
    '{"schema": 1, "kind": "a", "kind": "b"}': "expected JSON that can be written back, "
    "found the field 'kind' twice",
    "{}": 'expected "schema":1, found no such field; check that the file holds puzzlepress records',
    '{"schema": 2}': "expected schema 1, found 2; read it with the version of puzzlepress that "
    "wrote it",
    '{"schema": "1"}': 'expected schema 1, found "1"; read it with the version of puzzlepress that '
    "wrote it",
    '{"schema": true}': "expected schema 1, found true; read it with the version of puzzlepress "
    "that wrote it",
    "[" * 100_000: "expected a record, found JSON nested too deeply",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:30])
def test_lines_that_are_no_records(line: str) -> None:
    assert refusal(line) == f"a.jsonl:7: {BAD_LINES[line]}"


@pytest.mark.parametrize("line", ['{"schema":1,"x":"\\ud800"}', '{"schema":1,"x":1e999}'])
def test_what_could_not_be_written_back_is_refused(line: str) -> None:
    assert refusal(line).startswith("a.jsonl:7: expected JSON that can be written back, found ")


def test_a_number_of_any_length_is_refused_without_a_traceback() -> None:
    assert "expected JSON that can be written back" in refusal('{"schema":' + "1" * 5000 + "}")


STATUS = "unchecked, unique, multiple, unsolvable, undecided, not-applicable"
BAD_FIELDS = [
    ("kind", ..., "expected kind to be the name of a kind, found no such field"),
    ("kind", 3, "expected kind to be the name of a kind, found 3"),
    ("kind", ["é"], 'expected kind to be the name of a kind, found ["é"]'),
    (
        "kind",
        "chess",
        f"unknown kind 'chess': expected one of {', '.join(kind_ids())}; "
        "check the spelling, or use a puzzlepress that has it",
    ),
    ("puzzle", ..., "expected puzzle to be an object, found no such field"),
    ("puzzle", [1], "expected puzzle to be an object, found [1]"),
    ("id", "../../etc/passwd", "expected id to be 16 hex digits (0-9, a-f); leave it out to have "
     'it computed, found "../../etc/passwd"'),
    ("id", "0123456789ABCDEF", "expected id to be 16 hex digits (0-9, a-f); leave it out to have "
     'it computed, found "0123456789ABCDEF"'),
    ("verdict", None, "expected verdict to be an object, found null"),
    ("verdict.status", "sure", f'expected verdict.status to be one of {STATUS}, found "sure"'),
    ("verdict.status", 1, f"expected verdict.status to be one of {STATUS}, found 1"),
    ("verdict.version", 1.5, "expected verdict.version to be a whole number or null, found 1.5"),
    ("grade.score", 4.52, 'expected grade.score to be a decimal number as a string, like "4.52", '
     "found 4.52"),
    ("grade.score", "hard", 'expected grade.score to be a decimal number as a string, like "4.52", '
     'found "hard"'),
    ("grade.score", ..., 'expected grade.score to be a decimal number as a string, like "4.52", '
     "found no such field"),
    ("grade.nodes", [1, -1], "expected grade.nodes to be a list of whole numbers, found -1 at "
     "grade.nodes[1]"),
    ("grade.nodes", "12", 'expected grade.nodes to be a list of whole numbers, found "12"'),
    ("grade.band", "brutal", 'expected grade.band to be one of easy, medium, hard, expert, found '
     '"brutal"'),
    ("grade.percentile", 101, "expected grade.percentile to be a whole number from 0 to 100 or "
     "null, found 101"),
    ("grade.capped", True, "expected grade.capped to be a whole number, found true"),
    ("credit.author", 7, "expected credit.author to be a string or null, found 7"),
    ("credit", "me" * 40, 'expected credit to be an object or null, found "' + "me" * 17 + "m..."),
    ("provenance.generator", ..., "expected provenance.generator to be a string, found no such "
     "field"),
    ("provenance.seed", "7", 'expected provenance.seed to be a whole number or null, found "7"'),
    ("puzzle.rows", 0, "expected puzzle.rows to be a whole number from 1 to 1000, found 0"),
    ("puzzle.rows", 100000, "expected puzzle.rows to be a whole number from 1 to 1000, found "
     "100000"),
    ("puzzle.clues", [[1, 0, 1], [2, 2]], "expected puzzle.clues[1] to be a list of 3 numbers"),
    ("puzzle.clues", [[1, 0, 1], [2, 0, 0]], "expected each label exactly twice, found 2 once; "
     "check the grid for a slip"),
    ("solution", {"paths": []}, "expected solution.paths to be a list of 2 paths"),
    ("verdict.witness", {"paths": []}, "in verdict.witness: expected solution.paths to be a list "
     "of 2 paths"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "message"), BAD_FIELDS)
def test_fields_that_are_wrong(path: str, value: object, message: str) -> None:
    assert refusal(json.dumps(with_field(path, value))) == f"a.jsonl:7: {message}"


@QUICK
@given(data=st.data())
def test_a_spoilt_record_is_refused_or_comes_back(data: st.DataObject) -> None:
    spoilt = data.draw(spoilt_objects(FULL))
    line = json.dumps(spoilt)
    try:
        line = dump_record(parse_record(line, "a.jsonl", 1))
        refused = None
    except PuzzleFormatError as error:
        refused = str(error)
    if refused is None:
        assert dump_record(parse_record(line, "a.jsonl", 1)) == line
    else:
        assert refused.startswith("a.jsonl:1: ")


def test_the_program_starts_without_pydantic() -> None:
    """Importing it takes longer than the rest of --help."""
    code = f"import sys, pipeline.commands.app, {jsonl.__name__}; print('pydantic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(jsonl.__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"
