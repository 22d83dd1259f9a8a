"""What is wrong in a configuration file, in words: file, line, key, what was expected and found."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pipeline.config.toml_lines import KeyPath
from pipeline.model import ConfigError

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic.fields import FieldInfo


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


def found_instead(value: object, known: Iterable[str]) -> str:
    """Return what was found, and the known word that it may have been meant for."""
    near = difflib.get_close_matches(str(value), list(known), n=1)
    return f"found {_shown(value)}" + (f"; did you mean {near[0]!r}?" if near else "")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a table"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:56]}..."


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
    """Return the first finding of a validation in words; an unknown key comes before the rest.

    A slip in a key's name shows up twice, as an unknown key and as a missing one: the former is
    the one to tell.
    """
    found = error.errors()
    first = next((one for one in found if one["type"] == "extra_forbidden"), found[0])
    key = tuple(part for part in first["loc"] if part not in _BRANCHES)
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
