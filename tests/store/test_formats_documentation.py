"""docs/formats.md describes the fields of records, and its examples are read."""

import dataclasses
import json
import re
from pathlib import Path

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import AnyKind
from pipeline.model import Record, record_id
from pipeline.store.jsonl import dump_record, parse_record
from tests.program import run_program

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def fields(part: type, above: str = "") -> list[str]:
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


def section(title: str) -> str:
    """The part of the document below a heading of the second order."""
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def forms_of(kind: AnyKind) -> str:
    """The part of the document on a kind's text forms."""
    return section(f"Text forms of {HEADINGS.get(kind.id, kind.title)}")


def printed_by(kind: AnyKind) -> str:
    """The part of the document on a kind's printed solutions."""
    name = HEADINGS.get(kind.id, kind.title)
    part = section("Printed solutions").split(f"\n### {name[0].upper()}{name[1:]}\n")[1]
    return part.split("\n### ")[0]


HEADINGS = {"npuzzle": "the sliding puzzle"}


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
"""Kinds with an example of each form; the declared kinds have a row of a table."""
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


@pytest.mark.parametrize("kind_id", DECLARED)
def test_the_forms_of_declared_kinds_are_named(kind_id: str) -> None:
    kind = get_kind(kind_id)
    names = ", ".join(f"`{form.name}`" for form in kind.formats)
    assert f"| {kind.title} | {names} |" in TEXT


@pytest.mark.parametrize("kind_id", OWN_SECTION)
def test_the_texts_of_the_documentation_are_read_and_detected(kind_id: str) -> None:
    kind = get_kind(kind_id)
    for text_format in kind.formats:
        (text,) = blocks(f"text {text_format.name}", forms_of(kind))
        # The first form that detects a text is the one it is written in, or reads the same from it.
        first = next(form for form in kind.formats if form.detect(text))
        assert text_format.detect(text)
        assert list(first.read(text, None)) == list(text_format.read(text, None))
        assert len(list(text_format.read(text, None))) in (1, 2)
        assert f"\n### {text_format.name}\n" in forms_of(kind)


SHOWN = {
    "numberlink": ("grid-stream", {"paths": [[0, 1, 2, 5, 8, 7], [4, 3, 6]]}),
    "hashi": ("map", {"bridges": [[0, 2, 2], [2, 8, 1]]}),
    "npuzzle": ("line", {"moves": "DR"}),
}
"""The form whose first example is solved, and its solution."""


@pytest.mark.parametrize("kind_id", OWN_SECTION)
def test_the_printed_solutions_of_the_documentation_are_printed(kind_id: str) -> None:
    kind = get_kind(kind_id)
    name, given = SHOWN[kind_id]
    (text,) = blocks(f"text {name}", forms_of(kind))
    form = next(form for form in kind.formats if form.name == name)
    clues = next(iter(form.read(text, None))).clues
    solution = kind.decode_solution(clues, given)
    for form_name, write in kind.texts.items():
        shown = blocks(f"text {form_name}", printed_by(kind))
        assert shown == [write(clues, solution, False)]


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
    assert len(records) == (2 if name in ("two.csv", "notebook.txt", "mine.json") else 1)
    for record in records:
        if name in ("drawn.txt", "bank.txt"):
            assert record["kind"] == "sudoku"
            continue
        assert record["puzzle"]["clues"] == [[1, 0, 0], [0, 2, 0], [2, 1, 0]]
        has_author = name not in ("two.csv", "notebook.txt", "dataset.json")
        assert bool(record["credit"] and record["credit"]["author"]) == has_author
        assert ("published" in record["provenance"]) == ("solution" in text)


def test_the_documentation_has_a_file_for_each_of_the_other_clothes() -> None:
    assert len(CLOTHES) == TEXT.count('```text title="file ') == 10
