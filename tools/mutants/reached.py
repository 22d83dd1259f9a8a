"""The lines of a module that each test reaches, so that a change is tried by those tests alone."""

import ast
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest


class Reached:
    """Notes the lines of a module that run in each test, as a plugin of pytest.

    Fixtures may serve all the tests of a file, so lines of set-up count for each of these.
    """

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.lines: set[int] = set()
        self.of_files: dict[str, set[int]] = {}
        self.of_tests: dict[str, set[int]] = {}
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        self._start()
        self.lines = self.of_files.setdefault(str(item.path), set())
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self._start()
        self.lines = self.of_tests[item.nodeid] = set()
        start = time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.perf_counter() - start

    def _start(self) -> None:
        sys.settrace(self._enter)
        threading.settrace(self._enter)

    def _enter(self, frame: FrameType, event: str, arg: object) -> Any:
        return self._note(frame, event, arg) if frame.f_code.co_filename == self.path else None

    def _note(self, frame: FrameType, _: str, __: object) -> Any:
        self.lines.add(frame.f_lineno)
        return self._note

    def choose(self, items: list[pytest.Item], wanted: set[int]) -> list[pytest.Item]:
        """Return the tests that reach one of some lines, quick ones first, file by file."""
        by_file: dict[str, list[pytest.Item]] = {}
        for item in items:
            lines = self.of_tests.get(item.nodeid, set()) | self.of_files.get(str(item.path), set())
            if wanted & lines:
                by_file.setdefault(str(item.path), []).append(item)
        seconds = lambda item: self.seconds.get(item.nodeid, 0.0)  # noqa: E731
        files = sorted(by_file.values(), key=lambda some: sum(map(seconds, some)))
        return [item for some in files for item in sorted(some, key=seconds)]


def lines_about(source: str, line: int) -> set[int]:
    """Return the lines of the statement of a line, without its body; empty if imports run it."""
    lines: set[int] = set()
    is_inside = False
    nodes: list[tuple[ast.AST, bool]] = [(ast.parse(source), False)]
    for node, is_called in nodes:
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        nodes += ((child, is_called or is_function) for child in ast.iter_child_nodes(node))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno or 0
            if line <= max(last, node.lineno):
                lines, is_inside = {*range(node.lineno, max(last, node.lineno) + 1)}, is_called
            else:  # beside the body, such as an else
                lines, is_inside = {*range(node.lineno, (node.end_lineno or 0) + 1)}, is_called
            is_inside = is_inside and not is_function
    return lines if is_inside else set()
