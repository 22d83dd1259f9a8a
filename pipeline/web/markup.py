"""HTML and XML, built so that what users write stays text: nothing is ever pasted into markup."""

from __future__ import annotations

import html
import json
import unicodedata
from typing import Final

from pipeline.render.metadata import CONTROL

_VOID: Final = frozenset({"base", "img", "input", "link", "meta"})  # Elements without end tag


_TURNING: Final = frozenset({"R", "AL", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI"})
"""Classes of characters that decide in which direction text runs (Unicode, annex 9)."""


class Markup(str):
    """Text that is markup already; any other text is escaped where it becomes part of some."""

    __slots__ = ()


def tag(
    name: str, /, *children: str | None, is_xml: bool = False, **attributes: str | bool
) -> Markup:
    """Return an element; `Markup` is taken as it is, other text escaped, and None left out.

    In names of attributes an underscore is a hyphen, one at the end nothing (``class_``), and a
    double one a colon; True is the bare name, False leaves the attribute out. With ``is_xml`` an
    element without children closes itself.

    >>> tag("p", "1 < 2", tag("b", "!"), class_="x")
    '<p class="x">1 &lt; 2<b>!</b></p>'
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    inside = join(*children)
    if is_xml and not inside:
        return Markup(f"<{name}{written}/>")
    if not is_xml and name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{inside}</{name}>")


def join(*children: str | None) -> Markup:
    """Return children one after the other as markup."""
    return Markup("".join(escape(child) for child in children if child is not None))


def escape(text: str) -> str:
    r"""Return a text as markup, without characters that markup may not hold.

    >>> escape("<b>&\x01")
    '&lt;b&gt;&amp;'
    """
    return text if isinstance(text, Markup) else html.escape(plain(text), quote=False)


def plain(text: str) -> str:
    """Return a text without control characters and halves of surrogate pairs."""
    return CONTROL.sub("", text)


def isolate(text: str) -> str:
    r"""Return a text that turns the direction of nothing after it, where `bdi` is not allowed.

    >>> isolate("plain"), isolate("\u202eturned")
    ('plain', '\u2068\u202eturned\u2069')
    """
    is_turning = any(unicodedata.bidirectional(c) in _TURNING for c in text)
    return f"\u2068{text}\u2069" if is_turning else text


def data_script(value: object) -> Markup:
    r"""Return JSON-LD as a script element: data, which no policy takes for code.

    >>> data_script({"name": "</script>"})
    '<script type="application/ld+json">{"name": "\\u003c/script>"}</script>'
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    return Markup(f'<script type="application/ld+json">{CONTROL.sub("", text)}</script>')


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("__", ":").replace("_", "-")
    if value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(plain(value))}"'
