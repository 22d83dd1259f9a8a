"""The schema allows what the program allows: every template, and no key that is not there."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from pipeline.config.models import CollectionTable, RunTable
from pipeline.config.schema import config_schema
from pipeline.config.site_models import SiteFile
from pipeline.config.table import Table, keys_of, table_in
from pipeline.config.templates import TEMPLATES
from tests.source import ROOT

TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
    "boolean": bool,
}  # fmt: skip


def faults(schema: dict[str, Any], value: Any, way: str = "") -> list[str]:
    """Return what the schema says against a value: types, keys, choices and limits alone."""
    found = []
    if "type" in schema and not isinstance(value, TYPES[schema["type"]]):
        return [f"{way}: no {schema['type']}"]
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{way}: {value!r} is no choice")
    if isinstance(value, int) and not schema.get("minimum", value) <= value:
        found.append(f"{way}: too small")
    if isinstance(value, dict) and "properties" in schema:
        found += [f"{way}.{key}: missing" for key in schema["required"] if key not in value]
        for key, part in value.items():
            inner = schema["properties"].get(key)
            found += [f"{way}.{key}: unknown"] if inner is None else faults(inner, part, key)
    if isinstance(value, list):
        for part in value:
            found += faults(schema.get("items", {}), part, f"{way}[]")
    return found


@pytest.mark.parametrize("template", TEMPLATES)
def test_templates_keep_the_schema_that_they_name(template: str) -> None:
    file = resources.files("pipeline.config").joinpath("templates", f"{template}.toml")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("#:schema puzzlepress.schema.json\n")
    assert faults(config_schema(), tomllib.loads(text)) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("seed = 1", "seed = 'one'", "seed: no integer"),
        ('kind = "numberlink"', 'kind = "bridges"', "kind: 'bridges' is no choice"),
        ("[book]", "[book]\nprofile = 'paper'", "profile: 'paper' is no choice"),
        ("[book]", "[book]\ntrims = 'a4'", "book.trims: unknown"),
        ("year = ", "years = ", "book.year: missing"),
    ],
)
def test_what_is_wrong_is_marked(old: str, new: str, fault: str) -> None:
    file = resources.files("pipeline.config").joinpath("templates", "kdp-letter.toml")
    text = file.read_text(encoding="utf-8")
    assert old in text
    assert fault in faults(config_schema(), tomllib.loads(text.replace(old, new)))


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "puzzlepress", "schema"], capture_output=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(config_schema()))


def _tables(table: type[Table]) -> Iterator[type[Table]]:
    """Yield a table and all that its keys hold."""
    yield table
    for key in keys_of(table).values():
        if (inner := table_in(key.hint)) is not None:
            yield from _tables(inner)


@pytest.mark.parametrize("table", [RunTable, SiteFile, CollectionTable])
@pytest.mark.parametrize("wrong", ["yes", "false", 1, 0])
def test_a_key_that_is_true_or_false_takes_nothing_else(table: type[Table], wrong: object) -> None:
    flags = 0
    for one in dict.fromkeys(_tables(table)):
        for name, key in keys_of(one).items():
            if isinstance(key.field.default, bool):
                flags += 1
                assert key.takes == "true or false", name
                with pytest.raises(ValidationError):
                    TypeAdapter(key.hint).validate_python(wrong)
    assert flags
