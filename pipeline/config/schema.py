"""The JSON Schema of the configuration file, for completion in editors."""

from __future__ import annotations

import types
from dataclasses import MISSING
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pipeline.config.models import RunTable
from pipeline.config.table import Flag, Key, Millimetres, Table, Text, Whole, Words, keys_of
from pipeline.kinds import kind_ids
from pipeline.model import Json

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def config_schema() -> dict[str, Json]:
    """Return the JSON Schema (2020-12) of the configuration of a run.

    It accepts more than the program does: values with several forms have no type, and relations
    between keys are checked by ``puzzlepress run --dry-run`` only.
    """
    return {"$schema": DIALECT, "title": "puzzlepress", **_table_schema(RunTable)}


def _table_schema(table: type[Table]) -> dict[str, Json]:
    keys = keys_of(table)
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [
            name
            for name, key in keys.items()
            if key.field.default is MISSING and key.field.default_factory is MISSING
        ],
        "properties": {name: _key_schema(name, key) for name, key in keys.items()},
    }


def _key_schema(name: str, key: Key) -> dict[str, Json]:
    said: dict[str, Json] = {"description": f"{key.about} Takes {key.takes}."}
    default = key.field.default
    if isinstance(default, bool | int | float | str):
        said["default"] = default
    if name == "kind":
        return {**said, "type": "string", "enum": [*kind_ids()]}
    return {**said, **_type_schema(key.hint), **_limits(key)}


def _limits(key: Key) -> dict[str, Json]:
    limits = key.field.metadata
    named = (("ge", "minimum"), ("le", "maximum"), ("min_length", "minItems"))
    return {word: limits[name] for name, word in named if name in limits and "size" not in limits}


def _type_schema(hint: Any) -> dict[str, Json]:
    plain = {Flag: "boolean", Whole: "integer", Millimetres: "number", Text: "string"}
    if hint in plain:
        return {"type": plain[hint]}
    if hint == Words or hint is Path:
        return {"type": "string"}
    if isinstance(hint, type) and issubclass(hint, Table):
        return _table_schema(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": [*inner]}
    if origin in (Union, types.UnionType):
        return _type_schema(next(part for part in inner if part is not types.NoneType))
    if origin is tuple and get_origin(hint) is not Annotated:
        return {"type": "array", "items": _type_schema(inner[0])}
    return {}  # a value in several forms
