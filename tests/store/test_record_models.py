"""docs/formats.md describes the models, and its examples are read."""

import json
import re
import typing
from pathlib import Path

from pydantic import BaseModel

from pipeline.kinds import get_kind
from pipeline.model import record_id
from pipeline.store.jsonl import dump_record, parse_record
from pipeline.store.record_models import EXPECTED, RecordModel

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def fields(model: type[BaseModel], above: str = "") -> list[str]:
    """The dotted names of all fields, in order."""
    names: list[str] = []
    for name, info in model.model_fields.items():
        names.append(above + (info.alias or name))
        for part in (info.annotation, *typing.get_args(info.annotation)):
            if isinstance(part, type) and issubclass(part, BaseModel):
                names += fields(part, f"{names[-1]}.")
    return names


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_every_field_is_documented_in_order() -> None:
    table = TEXT.split("### Fields")[1].split("### ")[0]
    assert re.findall(r"^\| `([a-z_.]+)` \|", table, re.MULTILINE) == fields(RecordModel)


def test_every_field_has_words_for_errors_and_a_description() -> None:
    assert list(EXPECTED) == fields(RecordModel)
    assert all(info.description for info in RecordModel.model_fields.values())


def test_the_records_of_the_documentation_are_records() -> None:
    short, full = (line for block in blocks("json") for line in block.splitlines())
    record = parse_record(short, "formats.md", 1)
    assert record.id == record_id("numberlink", json.loads(short)["puzzle"])
    assert dump_record(parse_record(full, "formats.md", 2)) == full
    assert json.loads(full)["id"] == record.id


def test_the_texts_of_the_documentation_are_read_and_detected() -> None:
    kind = get_kind("numberlink")
    for text_format in kind.formats:
        (text,) = blocks(f"text {text_format.name}")
        assert next(form.name for form in kind.formats if form.detect(text)) == text_format.name
        assert len(list(text_format.read(text, None))) == (1 if text_format.name == "bare" else 2)


def test_the_printed_solutions_of_the_documentation_are_printed() -> None:
    kind = get_kind("numberlink")
    (stream,) = blocks("text grid-stream")
    clues = next(iter(kind.formats[0].read(stream, None))).clues
    solution = kind.decode_solution(clues, {"paths": [[0, 1, 2, 5, 8, 7], [4, 3, 6]]})
    for name, write in kind.solution_texts.items():
        assert blocks(f"text {name}") == [write(clues, solution, False)]
