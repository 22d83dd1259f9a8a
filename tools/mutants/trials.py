"""The tests that reach each block of the player's JavaScript, run with a block changed.

All tests run once as the player is, each block of which notes that it ran. A change is then tried
by the tests that ran its block, first those that are short or met much, in a fork of that process.
"""

import os
import posixpath
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawValue
from types import SimpleNamespace
from typing import Any

import pytest
import quickjs

from pipeline.web import bundle
from tests.source import ROOT
from tests.web import engine
from tools.mutants import scripts
from tools.mutants.forks import in_fork

_TAKE = "(() => { const all = [...__ran].join(' '); __ran.clear(); return all; })()"
_MOST_BYTES = 1 << 28
"""What an engine may use."""


class Trials:
    """Tries changes of the player with the tests that reach them, as a plugin of pytest.

    A change is the path of a module below the checkout, a line and the changed source. Tests that
    take more seconds than the longest try none.
    """

    def __init__(
        self, sources: list[tuple[str, int, str]], longest: float, sink: Connection
    ) -> None:
        self.sources, self.longest, self.sink = sources, longest, sink
        self.contexts: list[Any] = []
        self.most_seconds = 600
        self.reached: dict[pytest.Item, set[str]] = {}
        self.seconds: dict[pytest.Item, float] = {}
        self.met: Counter[tuple[str, pytest.Item]] = Counter()
        self.last = RawValue("i", -1)  # the test that failed, in memory that forks share

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _graft(self._new_context, scripts.mark_blocks)
        # What modules set up is from unchanged ones: the last of them is left, too.
        last_path = session.items[-1].path
        other = next((item for item in session.items if item.path != last_path), None)
        for item, after in _with_next(session.items, other):
            before = os.times().user
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            self.seconds[item] = os.times().user - before
            self.reached[item] = self._blocks_reached()
            if session.testsfailed:
                break
        self.sink.send((session.testsfailed > 0, 0))
        originals = {name: (ROOT / name).read_text("utf-8") for name, *_ in self.sources}
        for name, line, source in self.sources:
            block = scripts.block_of(originals[name], line)
            wanted = {f"{_path_of(name)}:{block}"} if block else self._blocks_in(_path_of(name))
            items = [one for one in session.items if self.seconds[one] <= self.longest]
            items = [one for one in items if wanted & self.reached[one]]
            items.sort(key=lambda one: self.seconds[one] / (1 + self.met[name, one]))
            self.sink.send(self._try(session, name, source, items))
        return True

    def _try(
        self, session: pytest.Session, name: str, source: str, items: list[pytest.Item]
    ) -> tuple[bool, int]:
        changed = _path_of(name)

        def run() -> int:
            self.contexts.clear()
            _graft(self._new_context, lambda path, kept: source if path == changed else kept)
            for item, after in _with_next(items, None):
                self.most_seconds = int(3 + 4 * self.seconds[item])
                for context in self.contexts:
                    context.set_time_limit(self.most_seconds)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if session.testsfailed:
                    self.last.value = session.items.index(item)
                    return 1
            return 0

        self.last.value = -1
        result = in_fork(run, int(10 + 4 * sum(self.seconds[item] for item in items)))
        if self.last.value >= 0:
            self.met[name, session.items[self.last.value]] += 1
        return result

    def _new_context(self) -> quickjs.Context:
        context = quickjs.Context()
        context.set_memory_limit(_MOST_BYTES)
        context.set_time_limit(self.most_seconds)
        context.eval("const __ran = new Set();")
        self.contexts.append(context)
        return context

    def _blocks_reached(self) -> set[str]:
        found: set[str] = set()
        for context in self.contexts:
            found.update(context.eval(_TAKE).split())
        return found

    def _blocks_in(self, path: str) -> set[str]:
        return {one for some in self.reached.values() for one in some if one.startswith(f"{path}:")}


def _path_of(name: str) -> str:
    return posixpath.relpath(name, "pipeline/web/player")


def _with_next(
    items: list[pytest.Item], last: pytest.Item | None
) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Yield items with the next one; what the last shares with another stays set up."""
    return zip(items, [*items[1:], last], strict=False)


_READ = bundle.read_module


def _graft(new_context: Any, change: Any) -> None:
    """Let every engine that is made from now on run changed modules."""
    bundle.read_module = cache(lambda path: change(path, _READ(path)))
    engine.quickjs = SimpleNamespace(Context=new_context)
    for name, module in [*sys.modules.items()]:
        for value in [*vars(module).values()] if name.startswith("tests.") else []:
            if (
                hasattr(value, "cache_clear")
                and value.__annotations__.get("return") is engine.Engine
            ):
                value.cache_clear()
