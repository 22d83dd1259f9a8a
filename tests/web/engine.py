"""The player's modules in a JavaScript engine without a browser: QuickJS, from a wheel."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import quickjs

from pipeline.web.bundle import bind_modules

_GLUE = """
const calls = {};
function call(name, text) {
  return JSON.stringify(calls[name](...JSON.parse(text)) ?? null);
}
"""


class Engine:
    """Modules of the player, bound, and functions over them that take and give JSON."""

    def __init__(self, *entries: str) -> None:
        self._context = quickjs.Context()
        self._context.eval(f"{bind_modules(*entries)}\n{_GLUE}")

    def define(self, name: str, source: str) -> None:
        """Add a JavaScript function under a name."""
        self._context.eval(f"calls[{json.dumps(name)}] = {source};")

    def call(self, name: str, *arguments: object) -> Any:
        """Return what a function answers."""
        return json.loads(self._context.get("call")(name, json.dumps(arguments)))


@cache
def games() -> Engine:
    """Return an engine with all kinds, the log and statistics."""
    return Engine("kinds/kinds.js", "log.js", "statistics.js", "words.js", "store.js")


def games_with(calls: Mapping[str, str], **others: str) -> Callable[[], Engine]:
    """Return what starts an engine of all kinds, once, with functions of the game of a record.

    Other functions come before these, as they are.
    """

    @cache
    def start() -> Engine:
        engine = Engine("kinds/kinds.js")
        for name, source in others.items():
            engine.define(name, source)
        for name, body in calls.items():
            engine.define(name, f"(record, ...rest) => (({body})(makeGame(record), ...rest))")
        return engine

    return start
