"""docs/formats.md describes the fields of records, and its examples are read."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import AnyKind
from pipeline.model import Record, record_id
from pipeline.store.jsonl import dump_record, parse_record
from tests.kinds.forms_page import Example, read_examples
from tests.program import run_program

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def fields(part: Any, above: str = "") -> list[str]:
    """The dotted names of all fields, in order."""
    names: list[str] = []
    for one in dataclasses.fields(part):
        if one.name != "extra":
            names.append(above + one.name)
            read = one.metadata["read"]
            names += fields(read, f"{names[-1]}.") if dataclasses.is_dataclass(read) else []
    return names


def blocks(language: str, text: str = TEXT) -> list[str]:
    """The code blocks of a language, or with a title as ``text title``."""
    name, _, title = language.partition(" ")
    head = f'{name} title="{title}"' if title else name
    return re.findall(rf"```{re.escape(head)}\n(.*?)```", text, re.DOTALL)


def printed_by(kind: AnyKind) -> str:
    """The part of the document on a kind's printed solutions."""
    name = kind.title if kind.id != "npuzzle" else "sliding puzzle"
    return TEXT.split(f"\n### Printed {name}\n")[1].split("\n## ")[0].split("\n### ")[0]


def test_every_field_is_documented_in_order() -> None:
    table = TEXT.split("### Fields")[1].split("### ")[0]
    rows = re.findall(r"^\| `([a-z_.]+)` \| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    assert [name for name, _, _ in rows] == ["schema", *fields(Record)]
    assert all(kind.strip() and meaning.strip() for _, kind, meaning in rows)


def test_the_records_of_the_documentation_are_records() -> None:
    short, full = (line for block in blocks("json") for line in block.splitlines())
    record = parse_record(short, "formats.md", 1)
    assert record.id == record_id("numberlink", json.loads(short)["puzzle"])
    assert dump_record(parse_record(full, "formats.md", 2)) == full
    assert json.loads(full)["id"] == record.id


OWN_SECTION = ("numberlink", "hashi", "npuzzle")
"""Kinds whose puzzles and solutions are in no row of the table of declared kinds."""
COMMON = ("rows", "cols", "clues")
"""Fields of the puzzle of every declared kind."""


DECLARED = [kind_id for kind_id in kind_ids() if kind_id not in OWN_SECTION]


@pytest.mark.parametrize("kind_id", DECLARED)
def test_the_clues_and_fields_of_declared_kinds_are_named(kind_id: str) -> None:
    kind = get_kind(kind_id)
    clues, solution = kind.stand_in(kind.presets["tiny"])
    answer = "`, `".join(kind.encode_solution(solution))
    more = ", ".join(f"`{name}`" for name in kind.encode(clues) if name not in COMMON)
    assert f"| `{kind_id}` | {kind.declared.boards.expected} | `{answer}` | {more} |" in TEXT


@pytest.mark.parametrize("kind_id", kind_ids())
def test_the_forms_of_each_kind_are_named(kind_id: str) -> None:
    kind = get_kind(kind_id)
    names = ", ".join(f"`{form.name}`" for form in kind.formats)
    assert f"| {kind.title} | {names} |" in TEXT


@pytest.mark.parametrize("kind_id", OWN_SECTION)
def test_the_fields_of_other_kinds_are_named(kind_id: str) -> None:
    kind = get_kind(kind_id)
    clues, solution = kind.stand_in(kind.presets["tiny"])
    written = {**kind.encode(clues), **kind.encode_solution(solution)}
    rows = re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \| [^|]+ \| .+ \|$", TEXT, re.MULTILINE)
    assert {"rows", "cols", *re.findall("[a-z_]+", " ".join(rows))} >= set(written)


@pytest.mark.parametrize("example", read_examples(), ids=lambda one: f"{one.kind}-{one.form}")
def test_the_examples_of_forms_are_detected(example: Example) -> None:
    forms = get_kind(example.kind).formats
    for form in forms:
        if form.name == example.form:
            # Another form may detect it first if it reads the same.
            first = next(one for one in forms if one.detect(example.text))
            assert form.detect(example.text)
            assert list(first.read(example.text, None)) == list(form.read(example.text, None))


SHOWN: dict[str, tuple[str, Any]] = {
    "numberlink": ("grid-stream", {"paths": [[0, 1, 2, 5, 8, 7], [4, 3, 6]]}),
    "hashi": ("map", {"bridges": [[0, 2, 2], [2, 8, 1]]}),
    "npuzzle": ("line", {"moves": "DR"}),
}
"""The form of the puzzle that is printed, and its solution."""


@pytest.mark.parametrize("kind_id", OWN_SECTION)
def test_the_printed_solutions_of_the_documentation_are_printed(kind_id: str) -> None:
    kind = get_kind(kind_id)
    name, given = SHOWN[kind_id]
    (text,) = blocks(f"text {name}", printed_by(kind))
    form = next(form for form in kind.formats if form.name == name)
    clues = next(iter(form.read(text, None))).clues
    solution = kind.decode_solution(clues, given)
    for form_name, write in kind.texts.items():
        assert write(clues, solution, False) in blocks(f"text {form_name}", printed_by(kind))


CLOTHES = re.findall(r"```text title=\"file (\S+)\"\n(.*?)```\n\n```\n(.*?)\n```", TEXT, re.DOTALL)
"""Files of the documentation: name, content, and the command that reads them."""


@pytest.mark.parametrize(("name", "text", "command"), CLOTHES, ids=[one[0] for one in CLOTHES])
def test_the_files_of_the_documentation_are_imported(
    name: str, text: str, command: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = run_program(*command.split()[1:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(records) == (2 if name in ("notebook.txt", "mine.json") else 1)
    for record in records:
        if name in ("drawn.txt", "bank.txt"):
            assert record["kind"] == "sudoku"
            continue
        assert record["puzzle"]["clues"] == [[1, 0, 0], [0, 2, 0], [2, 1, 0]]
        has_author = name not in ("notebook.txt", "dataset.json")
        assert bool(record["credit"] and record["credit"]["author"]) == has_author
        assert ("published" in record["provenance"]) == ("solution" in text)


def test_the_documentation_has_a_file_for_each_of_the_other_clothes() -> None:
    assert len(CLOTHES) == TEXT.count('```text title="file ') == 9
