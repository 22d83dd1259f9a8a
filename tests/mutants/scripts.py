"""Changes of one operator in the player's JavaScript, and how tests come to run it changed."""

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace

import quickjs

from pipeline.web import bundle
from tests.web import engine

_SWAPS = {
    "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+",
    "&&": "||", "||": "&&", "true": "false", "false": "true", "++": "--", "--": "++",
    "0": "1", "1": "0",
}  # fmt: skip
_LEFT_ALONE = r"//.*|/\*[\s\S]*?\*/|\"(?:\\.|[^\"\\\n])*\"|^import.*"
_OPERATOR = (
    r"(?<= )(?:[!=]==|[<>]=?|[+-]|&&|\|\|)(?= )|\+\+|--|\b(?:true|false)\b|(?<![\w.])[01]\b(?!\.)"
)
_PART = re.compile(f"{_LEFT_ALONE}|(?P<operator>{_OPERATOR})", re.MULTILINE)
_MOST_BYTES, _MOST_SECONDS = 1 << 28, 10
"""What one call may use, since a loop that counts the other way does not end."""


def changes(source: str) -> Iterator[tuple[str, int, str]]:
    """Yield the operator, the line and the source of each change; comments and texts stay.

    >>> [changed for *_, changed in changes("if (a < 1) b++; // 1 + 1")]
    ['if (a <= 1) b++; // 1 + 1', 'if (a < 0) b++; // 1 + 1', 'if (a < 1) b--; // 1 + 1']
    """
    for found in _PART.finditer(source):
        if old := found["operator"]:
            new = _SWAPS[old]
            line = source.count("\n", 0, found.start()) + 1
            yield f"{old} {new}", line, source[: found.start()] + new + source[found.end() :]


def graft(name: str, source: str) -> None:
    """Let every engine that is made from now on run a changed module, named below the checkout."""
    path = posixpath.relpath(name, "pipeline/web/player")
    read = bundle.read_module
    read.cache_clear()
    engine.games.cache_clear()
    bundle.read_module = cache(lambda one: source if one == path else read(one))
    engine.quickjs = SimpleNamespace(Context=_limited)


def _limited() -> quickjs.Context:
    context = quickjs.Context()
    context.set_memory_limit(_MOST_BYTES)
    context.set_time_limit(_MOST_SECONDS)
    return context
