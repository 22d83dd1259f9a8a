"""``make mutants``: one operator changed at a time, and whether the tests of its room meet it.

The changes are Cosmic Ray's; what runs the tests is ours: a process that has imported the
libraries forks for each change, which takes a second where a new process takes five. The module
is changed on its way into the interpreter; no file is written.
"""

from __future__ import annotations

import argparse
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from pipeline.kernels.cache import choose_cache_folder
from tests.mutants.rooms import EQUIVALENT, MODULES, tests_of
from tests.source import ROOT

OPERATORS = (
    "AddNot", "NumberReplacer", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceFalseWithTrue",
    "ReplaceTrueWithFalse", "ReplaceUnaryOperator_Delete_Not", "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak", "ZeroIterationForLoop",
    *(f"ReplaceComparisonOperator_{pair}" for pair in (
        "Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Is_IsNot", "IsNot_Is",
    )),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "Mod_Add")),
)  # fmt: skip
LIBRARIES = (
    "fontTools.ttLib", "networkx", "numba", "numpy", "pikepdf", "PIL.Image",
    "pydantic", "pysat.solvers", "reportlab.pdfgen.canvas", "rich.progress", "typer",
)  # fmt: skip


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a changed source, as a plugin of pytest."""

    def __init__(self, path: Path, source: str) -> None:
        self.path, self.source = path, source
        self.name = ".".join(path.relative_to(ROOT).with_suffix("").parts)

    def pytest_configure(self) -> None:
        sys.meta_path.insert(0, self)  # before pytest's own, which reads the file

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)


def changes(source: str) -> Iterator[tuple[str, int, str]]:
    """Yield the operator, the line and the source of each change."""
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        place = 0
        while (changed := mutate_code(source, operator, place)) is not None:
            place += 1
            lines = zip(source.splitlines(), changed.splitlines(), strict=False)
            line = next((n for n, (old, new) in enumerate(lines, 1) if old != new), 0)
            yield name, line, changed


def is_met(path: Path, source: str, tests: list[str], most_seconds: float) -> tuple[bool, float]:
    """Return whether the tests fail with the changed source, or do not end; and the seconds."""
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.setpgrp()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        sys.dont_write_bytecode = True
        words = ["-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            code = int(pytest.main(words, [_Changed(path, source)]))
        except BaseException:
            code = 1
        os._exit(code)
    while time.monotonic() - start < most_seconds:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status != 0, time.monotonic() - start
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True, time.monotonic() - start


def main() -> int:
    """Try the changes of each module, name those that nothing meets, and return 1 if there are."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--only", default="", help="modules whose path has this in it")
    parser.add_argument("--most", type=int, default=None, help="so many of each module, by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600)
    given = parser.parse_args()
    choose_cache_folder()  # numba asks for it once, as it is imported
    for name in LIBRARIES:
        importlib.import_module(name)
    end = time.monotonic() + 60 * given.minutes
    total = survivors = 0
    for name in (name for name in MODULES if given.only in name):
        path = ROOT / name
        assert _Changed(path, "").name not in sys.modules, "no change would be met"
        source, tests = path.read_text(encoding="utf-8"), tests_of(name)
        is_wrong, seconds = is_met(path, source, tests, 600)
        if is_wrong:
            print(f"{name}: its tests fail as it is, or take ten minutes: {tests}", flush=True)
            continue
        found = list(changes(source))
        if given.most is not None and len(found) > given.most:
            found = random.Random(f"{given.seed} {name}").sample(found, given.most)
        left, tried = [], 0
        for operator, line, changed in found:
            if time.monotonic() > end:
                break
            tried += 1
            if is_met(path, changed, tests, 20 + 5 * seconds)[0]:
                continue
            text = next(
                (new for old, new in zip(source.splitlines(), changed.splitlines(), strict=False)
                 if old != new), "",
            )  # fmt: skip
            if not any(text.strip() == one for one in EQUIVALENT.get(name, ())):
                left.append(f"{name}:{line}: {operator}: {text.strip()}")
        total, survivors = total + tried, survivors + len(left)
        print(
            f"{name}: {tried - len(left)} of {tried} met ({seconds:.0f} s for its tests)",
            flush=True,
        )
        print(*(f"  {one}" for one in left), sep="\n", flush=True)
    print(f"{total - survivors} of {total} changes met")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
