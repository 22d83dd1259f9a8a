"""Give the variables of a script short names.

The script is read as tokens: strings, regular expressions, what follows a dot, keys and members of
classes stay as they are. A name is replaced by the same one everywhere, so scopes do not matter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, product
from string import ascii_letters, digits
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"|(?P<name>[A-Za-z_$][\w$]*)|(?P<number>\d[\w.]*)|(?P<gap>\s+)|(?P<sign>\.\.\.|=>|\?\.|.)"
)
_REGULAR: Final = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/[a-z]*")
_CHUNK: Final = re.compile(r"[`}](?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)
_BEFORE_REGULAR: Final = {*"(,=:[!&|?{};+", "=>", "return", ""}
_BEFORE_BLOCK: Final = {*"){};", "=>", "else", "try", "catch", "finally", "do", ""}
_MODIFIERS: Final = {"static", "async", "get", "set"}
_NO_CALL: Final = {"if", "for", "while", "switch", "await"}
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}
_WORDS: Final = {
    *[
        "arguments",
        "as",
        "async",
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "constructor",
        "continue",
        "default",
        "delete",
        "do",
        "else",
        "extends",
        "false",
        "finally",
        "for",
        "from",
        "function",
        "get",
        "if",
        "in",
        "instanceof",
        "let",
        "new",
        "null",
        "of",
        "return",
        "set",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "undefined",
        "var",
        "void",
        "while",
        "yield",
    ]
}
_GLOBALS: Final = {
    *[
        "close",
        "closed",
        "event",
        "focus",
        "history",
        "length",
        "location",
        "name",
        "open",
        "origin",
        "parent",
        "performance",
        "print",
        "screen",
        "scroll",
        "self",
        "status",
        "stop",
        "top",
    ]
}
"""Names that a page has, too: variables with these keep them."""


class Token(NamedTuple):
    """A piece of a script: its kind, its text, and the innermost bracket around it.

    A bracket is ``( [``, or for a brace ``block``, ``object`` or ``class``.
    """

    kind: str
    text: str
    inside: str


def shorten_names(script: str) -> str:
    """Return a script without comments whose variables have short names.

    >>> shorten_names("let total=1;let size={total,other:2};size.total+=total")
    'let a=1;let b={total:a,other:2};b.total+=a'
    """
    tokens = [*_read(script)]
    places = [k for k, token in enumerate(tokens) if token.kind != "gap"]
    whole = [tokens[k] for k in places]
    uses = dict(zip(places, _uses(whole), strict=True))
    counts = Counter(tokens[k].text for k, use in uses.items() if use)
    wanted = sorted(_declared(whole) - _GLOBALS - _WORDS, key=lambda name: (-counts[name], name))
    taken = {token.text for token in tokens} | _WORDS
    free = (name for name in _short_names() if name not in taken)
    short = {name: next(free) for name in wanted if len(name) > 2}
    return "".join(_renamed(token.text, uses.get(k, ""), short) for k, token in enumerate(tokens))


def _renamed(name: str, use: str, short: dict[str, str]) -> str:
    if not use or name not in short:
        return name
    return f"{name}:{short[name]}" if use == "key" else short[name]


def _short_names() -> Iterator[str]:
    yield from ascii_letters
    yield from map("".join, product(ascii_letters, chain(ascii_letters, digits)))


def _read(script: str) -> Iterator[Token]:
    """Yield the tokens of a script, which together are the script."""
    around, offset, before, is_class = ["block"], 0, "", False
    while offset < len(script):
        first, inside = script[offset], around[-1]
        match = (
            _REGULAR.match(script, offset) if first == "/" and before in _BEFORE_REGULAR else None
        )
        if first == "`" or (first == "}" and inside == "template"):
            match = _CHUNK.match(script, offset)
            assert match
            if first == "}":
                around.pop()
            if match[0].endswith("${"):
                around.append("template")
        if match:
            yield Token("text", match[0], inside)
            offset, before = match.end(), "(" if match[0].endswith("${") else "text"
            continue
        match = _TOKEN.match(script, offset)
        assert match
        kind, text, offset = str(match.lastgroup), match[0], match.end()
        if kind == "sign" and text in _CLOSING:
            around.pop()
        yield Token(kind, text, around[-1])
        if kind == "sign" and text in "([":
            around.append(text)
        elif kind == "sign" and text == "{":
            is_block = before in _BEFORE_BLOCK
            around.append("class" if is_class else "block" if is_block else "object")
        is_class = (text == "class" and script[offset] != ":") or (is_class and text != "{")
        if kind != "gap":
            before = text


def _uses(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield what each token is: "" for no variable, "key" for one that is a key as well."""
    for k, (kind, text, inside) in enumerate(tokens):
        before = tokens[k - 1].text if k else ""
        after = tokens[k + 1].text if k + 1 < len(tokens) else ""
        if kind != "name" or text in _WORDS or before in (".", "?."):
            yield ""
        elif inside == "object" and before in {"{", ",", *_MODIFIERS}:
            yield "key" if after in (",", "}", "=") else ""
        elif inside == "class" and before in {"{", "}", ";", *_MODIFIERS}:
            yield ""
        else:
            yield "name"


def _declared(tokens: Sequence[Token]) -> set[str]:
    """Return the names of functions, classes, variables and parameters."""
    names: set[str] = set()
    for k, (kind, text, _) in enumerate(tokens[:-1]):
        after = tokens[k + 1]
        if kind == "name" and text in ("let", "const", "function", "class"):
            names |= {after.text} if after.kind == "name" else _bound(tokens, k + 1)
        elif kind == "name" and after.text == "=>":
            names.add(text)
        elif text == "(" and kind == "sign":
            end = _end(tokens, k)
            opened = tokens[k - 1].text if k else ""
            is_head = tokens[end + 1 : end + 2] and tokens[end + 1].text in ("=>", "{")
            if is_head and opened not in _NO_CALL:
                names |= _bound(tokens, k)
    return names


def _end(tokens: Sequence[Token], start: int) -> int:
    """Return the place of the bracket that closes one."""
    depth, k = 1, start
    while depth:
        k += 1
        if tokens[k].kind == "sign":
            depth += (tokens[k].text in "([{") - (tokens[k].text in ")]}")
    return k


def _bound(tokens: Sequence[Token], start: int) -> set[str]:
    """Return the names that a pattern or parameters in brackets bind."""
    names = set()
    for k in range(start + 1, _end(tokens, start)):
        kind, text, _ = tokens[k]
        before, after = tokens[k - 1].text, tokens[k + 1].text
        is_place = before in {"(", "[", "{", ",", ":", "..."} and after in {",", ")", "]", "}", "="}
        if kind == "name" and is_place:
            names.add(text)
    return names
