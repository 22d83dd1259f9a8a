"""The data files of a page: ``kind.toml``, which people write, and ``measured.json``.

``kind.toml`` has the title, other names, presets, sizes, the bands with their cuts and the levels
that they may need, and the reasons that a beginner sees. ``measured.json`` has what benchmarks
write: costs, levels, minutes, and the population of scores. Both are read without running a kind's
code. Folders with the older files (``bands.json`` and four others) are read as well.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, TypeVar

from pipeline.model import Band, ConfigError, found_instead, nearest_first

P = TypeVar("P")
OLDER: Final = {
    "bands": "bands.json",
    "costs": "band_costs.json",
    "levels": "levels.json",
    "population": "population.json",
    "minutes": "minutes.json",
}
"""By table, the file that has it in folders without the newer files."""


@cache
def read_page(package: str) -> Mapping[str, Any]:
    """Return ``kind.toml`` of a kind, {} if there is none; `ConfigError` if it is no TOML."""
    file = resources.files(package).joinpath("kind.toml")
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ConfigError(f"{file}: expected TOML, found {error}; correct it") from error


_NEEDED: Final[Mapping[str, tuple[type, str]]] = {
    "title": (str, 'the title of the kind, such as title = "Number Blocks"'),
    "plain": (list, 'the reasons that a beginner sees, such as plain = ["row"]'),
    "sizes": (dict, "the sizes, such as sizes = {least = 4, most = 10}"),
    "presets": (dict, 'presets with a size, such as [presets] and tiny = {size = "4x4"}'),
    "bands": (dict, "the limits of the bands, [bands]; copy those of another kind and adapt them"),
}

_BANDS: Final = tuple(map(str, Band))
_ANY_BAND: Final = ("any", *_BANDS)
_EACH: Final = "*"  # In `_KNOWN`: of each entry, whatever its name
_KNOWN: Final[Mapping[str, tuple[str, ...]]] = {
    "": ("title", "version", "verdicts", "plain", "also", "order", "compile_seconds", "sizes",
         "presets", "bands", "levels", "large", "clues"),
    "sizes": ("least", "most", "even", "squares", "boards"),
    f"presets.{_EACH}": ("size", "rule", "symmetry", "clues", "hardest", "band", "own"),
    "bands": ("what", "unit", "below", "guessing", "least", "trials"),
    "bands.below": _BANDS[:-1],
    "levels": _ANY_BAND,
    "large": ("cells", "levels"),
    "large.levels": _ANY_BAND,
    "clues": _ANY_BAND,
    f"clues.{_EACH}": ("percent", "symmetry"),
}  # fmt: skip
"""By table the keys that it may have."""


def _require_known(file: object, data: Mapping[str, Any]) -> None:
    """Raise `ConfigError` for a key that nothing reads, with the table where it belongs."""
    for table, known in _KNOWN.items():
        for place, entries in _tables(data, table):
            for key in entries:
                if key not in known:
                    homes = [name for name, keys in _KNOWN.items() if name and key in keys]
                    here = f"[{homes[0]}]" if len(homes) == 1 and _EACH not in homes[0] else ""
                    raise ConfigError(
                        f"{file}: unknown key {'.'.join(filter(None, (place, key)))}: expected "
                        + (
                            f"it in {here}; move it there"
                            if here and homes[0] != table
                            else f"one of {nearest_first(key, known)}; {found_instead(key, known)}"
                        )
                    )


def _tables(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the tables at a path of `_KNOWN` and their names, () where there is none."""
    tables: list[tuple[str, Any]] = [("", data)]
    for part in filter(None, path.split(".")):
        tables = [
            (f"{place}.{key}".lstrip("."), one)
            for place, entries in tables
            for key, one in entries.items()
            if part in (_EACH, key) and isinstance(one, Mapping)
        ]
    yield from tables


def require_page(package: str) -> Mapping[str, Any]:
    """Return ``kind.toml`` of a kind; `ConfigError` if it is missing or lacks a key."""
    data, file = read_page(package), resources.files(package).joinpath("kind.toml")
    if not data:
        raise ConfigError(f"{file}: expected the data of the kind, found none; write it")
    for key, (kind, expected) in _NEEDED.items():
        if not isinstance(data.get(key), kind):
            shown = repr(data[key]) if key in data else "none"
            raise ConfigError(f"{file}: expected {expected}, found {shown}")
    for name, preset in data["presets"].items():
        if not re.fullmatch("[0-9]{1,3}x[0-9]{1,3}", str(preset.get("size"))):
            shown = preset.get("size")
            raise ConfigError(
                f'{file}: presets.{name}: expected size = "COLUMNSxROWS", found {shown!r}'
            )
    _require_known(file, data)
    for band in data["bands"].get("guessing", ()):
        if band not in _BANDS:
            expected = f"one of {nearest_first(band, _BANDS)}; {found_instead(band, _BANDS)}"
            raise ConfigError(f"{file}: bands.guessing: expected {expected}")
    return data


def read_presets(package: str, make: Callable[..., P]) -> dict[str, P]:
    """Return the presets of ``kind.toml``; ``make`` (rows, cols, other values) makes each."""
    return {name: _preset(make, one) for name, one in read_page(package)["presets"].items()}


def _preset(make: Callable[..., P], preset: Mapping[str, Any]) -> P:
    cols, rows = map(int, preset["size"].split("x"))
    more = {key: tuple(value) if isinstance(value, list) else value
            for key, value in preset.items() if key != "size"}  # fmt: skip
    return make(rows, cols, **more)


@cache
def read_measured(package: str, table: str) -> Any:
    """Return a table of the data of a kind, None if it was not measured."""
    if table == "bands" and "bands" in read_page(package):
        return read_page(package)["bands"]
    folder = resources.files(package)
    newer = folder.joinpath("measured.json")
    if newer.is_file():
        return _read_json(package, "measured.json").get(table)
    older = OLDER[table]
    return _read_json(package, older) if folder.joinpath(older).is_file() else None


@cache
def _read_json(package: str, name: str) -> Any:
    return json.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
