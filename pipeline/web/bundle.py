"""The player's modules as one file, minified by rjsmin.

The binder joins the modules that a page needs, dependencies first, and fills in the style sheet and
the texts. It reads only ``import {names} from "./file.js"`` and ``export`` before a declaration, at
the start of a line.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from importlib import resources
from typing import Final

from rjsmin import jsmin

from pipeline.book.flow.language import list_languages, load_language
from pipeline.web.short_names import shorten_names

ENTRY: Final = "element.js"
ASSETS: Final = "assets.js"
_PLAYER: Final = "/web/player"  # Within the package
_PREFIX: Final = "player."

IMPORT: Final = re.compile(r"^import\s*(?:\{[^}]*\}\s*from\s*)?\"([^\"]+)\";?$", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)
_EXPORT_NOTHING: Final = re.compile(r"^export \{\};$", re.MULTILINE)
_CONST: Final = re.compile(r"\bconst (?=[\w\[{])")  # a quarter of a kilobyte when compressed
_BRACE: Final = re.compile(r"(?<=[\w\])\"'`]);}\n?|}\n")
"""What need not be there: the modules end statements with semicolons, and none is empty."""
_DECLARED: Final = re.compile(
    r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE
)


@cache
def bundle_player() -> str:
    """Return the text of ``puzzle-press.js``: the custom element, all kinds, all languages.

    >>> "customElements.define" in bundle_player()
    True
    """
    small = _BRACE.sub("}", str(jsmin(_CONST.sub("let ", bind_modules(ENTRY)))))
    return shorten_names(small)


def bind_modules(*entries: str) -> str:
    """Return modules of the player, with all that they import, as one script without imports.

    Entries are paths below ``player/``. Every name that any module declares at its top can be used
    after. `ValueError` if two modules declare the same name at their top.
    """
    owners: dict[str, str] = {}
    pieces = []
    for path in order_modules(entries):
        source = read_module(path)
        for name in _DECLARED.findall(source):
            if owners.setdefault(name, path) != path:
                raise ValueError(f"{path} and {owners[name]} both declare {name}")
        pieces.append(_EXPORT.sub("", IMPORT.sub("", _EXPORT_NOTHING.sub("", source))))
    return "\n".join(pieces)


def order_modules(entries: tuple[str, ...]) -> list[str]:
    """Return the paths of all modules that are reached, each after those that it imports."""
    done: dict[str, None] = {}

    def visit(path: str) -> None:
        if path in done:
            return
        for target in IMPORT.findall(read_module(path)):
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
    file = posixpath.normpath(posixpath.join(_PLAYER, path)).removeprefix("/")
    return resources.files("pipeline").joinpath(file).read_text(encoding="utf-8")


def _write_assets() -> str:
    """Return the module with the style sheet and the words, a text for each language."""
    texts = {code: load_language(code).texts for code in list_languages()}
    keys = sorted(key for key in texts["en"] if key.startswith(_PREFIX))
    rows = {code: [own[key] for key in keys] for code, own in texts.items()}
    rows["keys"] = [key.removeprefix(_PREFIX) for key in keys]
    words = {name: "|".join(row) for name, row in rows.items()}
    assert all(text.count("|") == len(keys) - 1 for text in words.values())
    return f"const STYLE = {_style('player')};\nconst WORDS = {_quote(words)};\n"


def _style(name: str) -> str:
    """Return a style sheet of the player, minified, as JavaScript."""
    sheet = resources.files(__package__).joinpath("player", f"{name}.css")
    style = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    style = re.sub(r"\s*([{};])\s*|([:,]) ", r"\1\2", style).replace(";}", "}").strip()
    return _quote(style)


def _quote(value: object) -> str:
    """Return a value as JavaScript that is safe inside a script element, too."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
