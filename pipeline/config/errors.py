"""What is wrong in a configuration file, in words: file, line, key, what was expected and found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pipeline.config.toml_lines import KeyPath
from pipeline.model import ConfigError, PipelineError, found_instead

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails


def key_error(source: str, lines: Mapping[KeyPath, int], key: KeyPath, message: str) -> ConfigError:
    """Return an error with the line of the key, or of the nearest table that holds it."""
    way = key
    while way and way not in lines:
        way = way[:-1]
    shown = "standard input" if source == "-" else source
    line = lines.get(way, 1)
    return ConfigError(f"{shown}:{line}: {key_name(key)}: {message}")


def key_name(key: KeyPath) -> str:
    """Return a key as people count: ``section 2, size`` for ``("section", 1, "size")``."""
    if len(key) > 1 and isinstance(key[1], int):
        rest = ".".join(str(part) for part in key[2:])
        return f"{key[0]} {key[1] + 1}" + (f", {rest}" if rest else "")
    return ".".join(str(part) for part in key)


def syntax_error(source: str, text: str, message: str) -> ConfigError:
    """Return an error for a text that is no TOML, with the line that the reader's message names."""
    match = re.search(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    line = int(match[1]) if match and match[1] else text.rstrip("\n").count("\n") + 1
    reason = message if match is None else message[: match.start()]
    column = f" at column {match[2]}" if match and match[2] else ""
    shown = "standard input" if source == "-" else source
    return ConfigError(
        f"{shown}:{line}: expected TOML, found something else{column} ({reason[:1].lower()}"
        f"{reason[1:]}); texts need quotation marks, and each key may come once in its table"
    )


def explain(
    error: ValidationError,
    model: type[BaseModel],
    source: str,
    lines: Mapping[KeyPath, int],
) -> ConfigError:
    """Return the findings of a validation in words, a line each.

    A slip in a key's name shows up twice, as an unknown key and as a missing one: the former is
    the one to tell. A value that fits neither of two types is told once.
    """
    found = {
        tuple(part for part in one["loc"] if part not in _BRANCHES): one
        for one in reversed(error.errors())
    }
    slips = {key[:-1] for key, one in found.items() if one["type"] == "extra_forbidden"}
    return join_errors(
        _explain(one, key, model, source, lines)
        for key, one in reversed(found.items())
        if one["type"] != "missing" or key[:-1] not in slips
    )


def join_errors(errors: Iterable[PipelineError]) -> ConfigError:
    """Return one error with the messages of several, a line each."""
    return ConfigError("\n".join(str(error) for error in errors))


def _explain(
    first: ErrorDetails,
    key: KeyPath,
    model: type[BaseModel],
    source: str,
    lines: Mapping[KeyPath, int],
) -> ConfigError:
    if first["type"] == "extra_forbidden":
        known = list(_model_at(model, key[:-1]).model_fields)
        return key_error(
            source,
            lines,
            key,
            f"unknown key: expected one of {', '.join(known)}; {found_instead(key[-1], known)}",
        )
    takes, about = _words(model, key)
    if first["type"] == "missing":
        message = f"expected {takes}, found no such key ({about})"
    else:
        if first["type"] == "expected":
            takes = first["ctx"]["expected"]
        choices = takes.removeprefix("one of ").replace('"', "").split(", ")
        message = f"expected {takes}; " + found_instead(
            first["input"], choices if takes.startswith("one of ") else ()
        )
    return key_error(source, lines, key, message)


_BRANCHES = ("int", "list[int]", "bool", "str")
"""Names that pydantic adds to the way to a key for the members of a union."""


def _model_at(model: type[BaseModel], key: KeyPath) -> type[BaseModel]:
    """Return the model of the table under a key."""
    here = model
    for part in key:
        if isinstance(part, str):
            here = _inner(here.model_fields[part])
    return here


def _inner(info: FieldInfo) -> type[BaseModel]:
    """Return the model of a table or of the tables in a list."""
    inner: Any = info.annotation
    return inner.__args__[0] if hasattr(inner, "__args__") else inner  # type: ignore[no-any-return]


def _words(model: type[BaseModel], key: KeyPath) -> tuple[str, str]:
    """Return what a key takes and what it does; of a part of its value, the same."""
    here = model
    info: FieldInfo | None = None
    for part in key:
        if not isinstance(part, str):
            continue
        if info is not None:
            if not _is_table(info):
                break
            here = _inner(info)
        if part not in here.model_fields:
            break
        info = here.model_fields[part]
    assert info is not None
    extra = info.json_schema_extra
    assert isinstance(extra, dict)
    return str(extra["takes"]), str(info.description).split(". ")[0].rstrip(".")


def _is_table(info: FieldInfo) -> bool:
    from pydantic import BaseModel

    inner = _inner(info)
    return isinstance(inner, type) and issubclass(inner, BaseModel)
