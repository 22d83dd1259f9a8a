"""The player's modules as files: one that every page needs, and parts that it loads as needed.

The binder joins modules, dependencies first, and fills in the style sheet and the texts. It reads
only ``import {names} from "./file.js"``, and ``export`` before a declaration, where a line begins.

A table of `_TABLES` lists what is loaded as needed, a part each: kinds, families, constraints and
languages. A part is a function of the names that it needs from other files, which returns those
that others need from it. An import that a table has is late: undefined until its part is loaded.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from rjsmin import jsmin

from pipeline.edition.language import list_languages, load_language
from pipeline.web.short_names import shorten_names

ENTRY: Final = "element.js"
ASSETS: Final = "assets.js"
PARTS: Final = "parts.js"
CORE: Final = "core"  # What every page needs
_PLAYER: Final = "/web/player"  # Within the package
_PREFIX: Final = "player."
_TEXTS: Final = re.compile(r"texts/(\w+)\.js")

_TABLES: Final = ("kinds/kinds.js", "constraints/words.js", ASSETS)
_SHARED: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": (
        *("constraints/model.js", "constraints/graphs.js", "constraints/findings.js"),
        "constraints/proof.js",
    ),
    "declared": ("kinds/declared.js",),
    "sides": ("kinds/declared_sides.js",),
}
"""What several parts need: a part for itself, in this order, each after those that it needs."""
ON_DEMAND: Final[Mapping[str, tuple[str, ...]]] = {
    "hints": ("constraints/hints.js",), "transfer": ("transfer.js",),
}  # fmt: skip
"""What is loaded when a player asks for it."""

IMPORT: Final = re.compile(r"^import\s*(?:\{([^}]*)\}\s*from\s*)?\"([^\"]+)\";?$", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)
_EXPORT_NOTHING: Final = re.compile(r"^export \{\};$", re.MULTILINE)
_CONST: Final = re.compile(r"\bconst (?=[\w\[{])")  # a quarter of a kilobyte when compressed
_BRACE: Final = re.compile(r"(?<=[\w\])\"'`]);}\n?|}\n")
"""What need not be there: the modules end statements with semicolons, and none is empty."""
_NAME: Final = re.compile(r"\w+")
_LATE: Final = re.compile(r"^  (\w+): \(\) => (\w+),$", re.MULTILINE)
_DECLARED: Final = re.compile(
    r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE
)


class Part(NamedTuple):
    """A file of the player: its text, and the parts that it needs before it."""

    text: str
    needs: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Its SHA-256 in base64, 43 characters."""
        return b64encode(hashlib.sha256(self.text.encode()).digest()).decode().rstrip("=")

    @property
    def version(self) -> str:
        """What its name has of the digest."""
        return re.sub(r"\W", "-", self.digest[:12])


_RULES: Final = {"consecutive": "consecutive", "bank": "dominoes"}
"""Families of their own, by their first rule."""


def bundle_player() -> str:
    """Return the text of ``puzzle-press.js``: the custom element, without kinds and texts.

    >>> "customElements.define" in bundle_player()
    True
    """
    return _bundle()[CORE].text


def player_parts() -> Mapping[str, str]:
    """Return the texts of what ``puzzle-press.js`` loads as needed, by their names.

    A name has a digest, so that the bytes of a file never change.
    """
    parts = _bundle()
    return {part_files([name])[-1]: part.text for name, part in parts.items() if name != CORE}


def parts_of(record: Mapping[str, Any]) -> list[str]:
    """Return the names of the parts that a published record needs, as the player finds them."""
    model = record.get("model") or {"variables": [[""]], "globals": []}
    types = [constraint["type"] for constraint in model["globals"]]
    own = next((_RULES[one] for one in types[:1] if one in _RULES), None)
    is_coloured = model.get("looks", {}).get("coloured")
    family = "colours" if is_coloured else own or model["variables"][0][0]
    return [record["kind"] if record["kind"] in _bundle() else family, *types]


def part_files(names: Iterable[str]) -> list[str]:
    """Return the files of parts, each after those that it needs."""
    parts = _bundle()
    known = [name for name in names if name in parts]
    whole = dict.fromkeys(one for name in known for one in (*parts[name].needs, name))
    return [f"puzzle-press-{name}.{parts[name].version}.js" for name in whole]


@cache
def _entries() -> Mapping[str, tuple[str, ...]]:
    """Return the modules that each part is made for, in the order of the parts."""
    return {CORE: (ENTRY,), **_SHARED, **_late_parts(), **ON_DEMAND}


@cache
def late_modules() -> frozenset[str]:
    """Return the modules that earlier parts do without until they are loaded."""
    return frozenset(path for name, paths in _entries().items() if name != CORE for path in paths)


@cache
def assign_modules() -> Mapping[str, str]:
    """Return the part of each module: the first that needs it, each after those that it imports."""
    owners: dict[str, str] = {}
    for name, paths in _entries().items():
        for path in order_modules(paths, late_modules() - {*paths}):
            owners.setdefault(path, name)
    return owners


@cache
def _bundle() -> Mapping[str, Part]:
    """Return all parts of the player by name; the one that every page needs comes last."""
    owners, order = assign_modules(), list(_entries())
    takes: dict[str, set[tuple[str, str]]] = {name: set() for name in order}
    for path, name in owners.items():
        for names, target in IMPORT.findall(read_module(path)):
            owner = owners[resolve_import(path, target)]
            takes[name] |= {(owner, one) for one in _NAME.findall(names) if owner != name}
    given = {(owner, one) for taken in takes.values() for owner, one in taken}
    parts: dict[str, Part] = {}
    for name in (*order[1:], CORE):
        early = {one for one in takes[name] if order.index(one[0]) < order.index(name)}
        body = [_module_text(path, parts) for path in owners if owners[path] == name]
        taken = sorted(one for _, one in early)
        if late := ",".join(sorted(one for _, one in takes[name] - early)):
            body = [f"let {{{late}}} = {{}};", *body]
            body.append(f"adopters.push((all) => ({{{late}}} = all));")
            taken.append("adopters")
        gives = ",".join(sorted(one for owner, one in given if owner == name))
        if name == CORE:
            body.append(f"Object.assign(shared, {{adopters,{gives}}});")
        else:
            head = f"export default (({{{','.join(taken)}}}) => {{"
            body = [head, *body, f"return {{{gives}}};", "});"]
        needs = sorted({owner for owner, _ in early if owner != CORE}, key=order.index)
        whole = dict.fromkeys(one for need in needs for one in (*parts[need].needs, need))
        parts[name] = Part(_minify("\n".join(body)), tuple(whole))
    return parts


def _minify(text: str) -> str:
    return shorten_names(_BRACE.sub("}", str(jsmin(_CONST.sub("let ", text)))))


def _late_parts() -> Mapping[str, tuple[str, ...]]:
    """Return the parts of the tables: their names, and the modules that they begin with."""
    parts: dict[str, tuple[str, ...]] = {}
    for path in _TABLES:
        source = read_module(path)
        files = {
            name: resolve_import(path, target)
            for names, target in IMPORT.findall(source) for name in _NAME.findall(names)
        }  # fmt: skip
        for name, what in _LATE.findall(source):
            parts[name] = (*parts.get(name, ()), files[what])
    return parts


def bind_modules(*entries: str) -> str:
    """Return modules of the player, with all that they import, as one script without imports.

    Entries are paths below ``player/``. Every name that any module declares at its top can be used
    after. `ValueError` if two modules declare the same name at their top.
    """
    owners: dict[str, str] = {}
    for path in order_modules(entries):
        for name in _DECLARED.findall(read_module(path)):
            if owners.setdefault(name, path) != path:
                raise ValueError(f"{path} and {owners[name]} both declare {name}")
    return "\n".join(_module_text(path, {}) for path in order_modules(entries))


def _module_text(path: str, parts: Mapping[str, Part]) -> str:
    """Return a module without imports and exports; that of the parts lists those that there are."""
    source = read_module(path)
    if path == PARTS:
        rows = ";".join(" ".join((name, *part.needs[-1:])) for name, part in parts.items())
        digests = "".join(part.digest for part in parts.values())
        source = source.replace('PARTS = ""', f'PARTS = "{rows}"')
        source = source.replace('DIGESTS = ""', f'DIGESTS = "{digests}"')
    return _EXPORT.sub("", IMPORT.sub("", _EXPORT_NOTHING.sub("", source)))


def order_modules(entries: Iterable[str], beyond: Iterable[str] = ()) -> list[str]:
    """Return the paths of all modules that are reached, each after those that it imports.

    Modules ``beyond`` are not entered.
    """
    done: dict[str, None] = {}

    def visit(path: str) -> None:
        if path in done or path in beyond:
            return
        for _, target in IMPORT.findall(read_module(path)):
            visit(resolve_import(path, target))
        done[path] = None

    for entry in entries:
        visit(entry)
    return list(done)


def resolve_import(path: str, target: str) -> str:
    """Return the path that a module at ``path`` means by ``target``."""
    return posixpath.relpath(posixpath.join(_PLAYER, posixpath.dirname(path), target), _PLAYER)


@cache
def read_module(path: str) -> str:
    """Return the text of a module of the player."""
    if path == ASSETS:
        return _write_assets()
    if found := _TEXTS.fullmatch(path):
        return _write_texts(found[1])
    file = posixpath.normpath(posixpath.join(_PLAYER, path)).removeprefix("/")
    return resources.files("pipeline").joinpath(file).read_text(encoding="utf-8")


def _write_assets() -> str:
    """Return the module with the style sheet and the table of languages."""
    codes = list_languages()
    imports = "".join(f'import {{ TEXTS_{code} }} from "./texts/{code}.js";\n' for code in codes)
    table = "".join(f"  {code}: () => TEXTS_{code},\n" for code in codes)
    return (
        f"{imports}export const STYLE = {_style('player')};\nexport const WORDS = {{\n{table}}};\n"
    )


def _write_texts(code: str) -> str:
    """Return the module of a language's texts by their keys."""
    texts = load_language(code).texts.items()
    own = {
        key.removeprefix(_PREFIX): text for key, text in sorted(texts) if key.startswith(_PREFIX)
    }
    return f"export const TEXTS_{code} = {_quote(own)};\n"


def _style(name: str) -> str:
    """Return a style sheet of the player, minified, as JavaScript."""
    sheet = resources.files(__package__).joinpath("player", f"{name}.css")
    style = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    style = re.sub(r"\s*([{};>])\s*|([:,]) ", r"\1\2", style).replace(";}", "}").strip()
    style = re.sub(r"(?<![\d.])0(?=\.\d)", "", style)
    style = re.sub(r"#(\w)\1(\w)\2(\w)\3\b", r"#\1\2\3", style)
    return _quote(style)


def _quote(value: object) -> str:
    """Return a value as JavaScript that is safe inside a script element, too."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
