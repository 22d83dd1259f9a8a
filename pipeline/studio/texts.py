"""The files of the folder as texts: a list of them, their versions, and their errors."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomlkit

from pipeline.model import ConfigError, JsonObject, PipelineError
from pipeline.store.files import read_text, write_atomic

if TYPE_CHECKING:
    from pipeline.studio.app import Asked, Studio


def list_files(studio: Studio, table: str, *lists: str) -> list[JsonObject]:
    """Return name and title of the files that have a table, and lists of tables."""
    files: list[JsonObject] = []
    for path in sorted(studio.folder.glob("*.toml")):
        with suppress(tomllib.TOMLDecodeError, PipelineError):
            tables = tomllib.loads(read_text(path))
            own = tables.get(table)
            if isinstance(own, dict) and all(isinstance(tables.get(one), list) for one in lists):
                files.append({"name": path.name, "title": str(own.get("title", path.stem))})
    return files


def file_of(studio: Studio, asked: Asked) -> Path:
    """Return the path of the TOML file that is named; `ConfigError` if it is not in the folder."""
    name = str(asked.get("name", ""))
    return studio.path(name if name.endswith(".toml") else f"{name}.toml", (".toml",))


def version_text(path: Path, asked: Asked) -> str:
    """Return the text of a file; `ConfigError` if it is no longer the version that was asked."""
    text = read_text(path)
    if asked.get("version") not in (None, version_of(text)):
        raise ConfigError(
            f"{path.name} was changed by another program or window; open it again to see that text"
        )
    return text


def keep_text(path: Path, text: str, asked: Asked) -> None:
    """Write the text of a file, unless that was changed meanwhile."""
    if path.exists():
        version_text(path, asked)
    write_atomic(path, text)


def with_key(text: str, key: str, value: Any) -> str:
    """Return a TOML text with a key above its tables, or without it for None; the rest stays."""
    document = tomlkit.parse(text)
    if value is None:
        document.pop(key, None)
        return tomlkit.dumps(document).rstrip("\n") + "\n"
    if key not in document and not isinstance(value, dict):
        lines = text.splitlines(keepends=True)
        end = next((n for n, line in enumerate(lines) if line.startswith("[")), len(lines))
        while end and lines[end - 1].lstrip()[:1] in ("", "#"):
            end -= 1  # blank lines and comments are those of the table
        lines.insert(end, f"{key} = {tomlkit.item(value).as_string()}\n")
        with suppress(tomllib.TOMLDecodeError):  # a line in a list of several lines
            if {*tomllib.loads("".join(lines))} == {*document, key}:
                return "".join(lines)
    document[key] = value
    return tomlkit.dumps(document)


def version_of(text: str) -> str:
    """Return a digest that identifies a text."""
    return sha256(text.encode()).hexdigest()[:16]


def fault_of(message: str, path: Path | None = None) -> JsonObject:
    """Return a message with its line and key, where it names them."""
    if path is not None:
        message = message.removeprefix(f"{path}:").removeprefix(f"{path.name}:")
    line, _, rest = message.partition(": ")
    if not line.isdigit():
        return {"message": message}
    key, _, what = rest.partition(": ")
    return {"line": int(line), "key": key, "message": what} if what else {"message": message}
