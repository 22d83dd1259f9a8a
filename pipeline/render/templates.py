"""HTML and XML from jinja2 templates: one environment, in which all text is escaped.

Templates are laid out for people: a line break, with the spaces around it, is left out beside a
tag or a block, and one space elsewhere, except in ``pre``, ``script``, ``style`` and ``textarea``.
"""

from __future__ import annotations

import re
import traceback
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple

from jinja2 import FunctionLoader, StrictUndefined, TemplateSyntaxError, meta, nodes
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from pipeline.model import ConfigError, unknown_name
from pipeline.render.metadata import CONTROL

FOLDER: Final = "templates"  # Where a package has its templates
DEFAULT: Final = "default/"
"""Prefix of the name of a template of the program, where an owner has one of the same name."""
_TURNING: Final = frozenset({"R", "AL", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI"})
"""Classes of characters that decide in which direction text runs (Unicode, annex 9)."""
_WHOLE: Final = (".css", ".js")  # Templates inside style and script, which keep their line breaks
_CHANCE: Final = ("lipsum", "random")  # Equal sites have equal bytes
_MODULE: Final = re.compile(r"'(?:\w+\.)+(?=\w+ object')")
_KEPT: Final = re.compile(r"<(pre|script|style|textarea)\b", re.IGNORECASE)


class OwnTemplate(NamedTuple):
    """A template of an owner: the name of the one that it replaces, its path, its text."""

    name: str
    path: str
    text: str


def plain(text: str) -> str:
    """Return a text without control characters and halves of surrogate pairs."""
    return CONTROL.sub("", text)


def isolate(text: str) -> str:
    r"""Return a text that leaves the direction of text after it, where `bdi` is not allowed.

    >>> isolate("plain"), isolate("\u202eturned")
    ('plain', '\u2068\u202eturned\u2069')
    """
    is_turning = any(unicodedata.bidirectional(c) in _TURNING for c in text)
    return f"\u2068{text}\u2069" if is_turning else text


class _Layout(Extension):
    """Removes the line breaks of a template; lines keep their numbers."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, texts without line breaks."""
        kept, is_laid_out = "", not str(stream.name).endswith(_WHOLE)
        for token in stream:
            text = token.value
            if token.type == "data" and is_laid_out:
                text, kept = _without_breaks(text, kept)
            yield Token(token.lineno, token.type, text)


def _without_breaks(text: str, kept: str) -> tuple[str, str]:
    """Return a text without its line breaks, and the element that is open at its end.

    ``kept`` is the element that keeps them in which the text begins, or "".
    """
    done = ""
    while text:
        if kept:
            inside, end, text = re.split(f"(</{kept}|\\Z)", text, maxsplit=1, flags=re.IGNORECASE)
            done += inside + end
            if not end:
                return done, kept
        opened = _KEPT.search(text)
        kept = opened[1] if opened else ""
        laid_out = text[: opened.end()] if opened else text
        done += _join_lines(laid_out)
        text = text[len(laid_out) :]
    return done, kept


def _join_lines(text: str) -> str:
    r"""Return a text in one line: breaks beside tags and ends are left out, others are spaces.

    >>> _join_lines("<p>\n  one\n  two <b>three</b>\n</p>")
    '<p>one two <b>three</b></p>'
    """
    first, *lines = text.split("\n")
    parts = [first.rstrip(" \t") if lines else first]
    for number, line in enumerate(lines, 1):
        inside = line.lstrip()
        inside = inside.rstrip(" \t") if number < len(lines) else inside
        if inside:
            is_tag = parts[-1].endswith(">") or inside.startswith("<") or parts == [""]
            parts += [inside] if is_tag else [" ", inside]
    return "".join(parts)


class Templates:
    """The templates of a package, some of them replaced by an owner's."""

    def __init__(self, package: str, own: Iterable[OwnTemplate] = (), folder: str = FOLDER) -> None:
        self._texts = _read_package(package, folder)
        self._own = {one.name: one for one in own}
        self._environment = ImmutableSandboxedEnvironment(
            loader=FunctionLoader(self._load),
            autoescape=True,
            auto_reload=False,
            cache_size=-1,
            undefined=StrictUndefined,
            finalize=_written,
            extensions=[_Layout],
        )
        self._environment.filters["isolate"] = isolate
        self._environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
        for name in _CHANCE:
            self._environment.filters.pop(name, None)
            self._environment.globals.pop(name, None)

    def render(self, name: str, /, **values: object) -> str:
        """Return the text of a template; `ConfigError` with file and line for an owner's error."""
        try:
            return self._environment.get_template(name).render(values)
        except Exception as error:
            paths = {one.path for one in self._own.values()}
            frames = traceback.extract_tb(error.__traceback__)
            faults = [frame for frame in frames if frame.filename in paths]
            if not faults:
                raise
            place = f"{faults[-1].filename}:{faults[-1].lineno}"
            raise ConfigError(f"{place}: {_message_of(error)}") from error

    def variables(self) -> set[str]:
        """Return the names that templates of the package read, which an owner's may read too."""
        trees = map(self._environment.parse, self._texts.values())
        return set(self._environment.globals).union(*map(meta.find_undeclared_variables, trees))

    def check(self) -> None:
        """Raise `ConfigError` for an owner's template with wrong syntax or an unknown name."""
        known = self.variables() if self._own else set()
        for template in self._own.values():
            try:
                tree = self._environment.parse(template.text, template.name, template.path)
                wanted = meta.find_undeclared_variables(tree)
            except TemplateSyntaxError as error:
                raise ConfigError(f"{template.path}:{error.lineno}: {error.message}") from None
            names = list(tree.find_all(nodes.Name))
            wanted -= known | {name.name for name in names if name.ctx == "store"}
            for name in names:
                if name.name in wanted:
                    unknown = unknown_name("variable", name.name, sorted(known))
                    raise ConfigError(f"{template.path}:{name.lineno}: {unknown}")
            self._check_others(template, tree)

    def _check_others(self, template: OwnTemplate, tree: nodes.Template) -> None:
        """Raise `ConfigError` if a template names one that does not exist, or itself."""
        kinds = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)
        for node in tree.find_all(kinds):
            named = getattr(node, "template", None)
            name = named.value if isinstance(named, nodes.Const) else None
            if not isinstance(name, str):
                continue
            place = f"{template.path}:{node.lineno}"
            if name == template.name:
                raise ConfigError(
                    f"{place}: expected another template, found {name!r} itself; "
                    f"{DEFAULT + name!r} is the one of the program"
                )
            if name.removeprefix(DEFAULT) not in self._texts:
                raise ConfigError(f"{place}: {unknown_name('template', name, sorted(self._texts))}")

    def _load(self, name: str) -> tuple[str, str, None] | None:
        if own := self._own.get(name):
            return own.text, own.path, None
        base = name.removeprefix(DEFAULT)
        return (self._texts[base], f"templates/{base}", None) if base in self._texts else None


@lru_cache(maxsize=16)
def load_templates(
    package: str, own: tuple[OwnTemplate, ...] = (), folder: str = FOLDER
) -> Templates:
    """Return the templates in a folder of a package, with an owner's."""
    return Templates(package, own, folder)


def template_names(package: str) -> list[str]:
    """Return the names of the templates of a package, sorted."""
    return sorted(_read_package(package, FOLDER))


@cache
def _read_package(package: str, folder: str) -> Mapping[str, str]:
    files = (resources.files(package) / folder).iterdir()
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def _written(value: object) -> object:
    """Return a value as a template writes it: as text without characters that markup forbids."""
    if isinstance(value, Markup | StrictUndefined):
        return value
    return "" if value is None else plain(str(value))


def _message_of(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"expected a known key, found {error.args[0]!r}"
    if isinstance(error, RecursionError):
        return "expected templates that end, found one that includes or extends itself"
    return _MODULE.sub("'", str(getattr(error, "message", None) or error))
