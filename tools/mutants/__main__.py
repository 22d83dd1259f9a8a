"""``make mutants``: one operator changed at a time, and whether the tests of its room meet it.

The changes are Cosmic Ray's; what runs the tests is ours: a process that has collected them forks
for each change, puts the changed code into the existing functions, and runs the tests that
reach its line. What none meets that way is tried once more in a fork that imports all of them
again, since a constant may have been copied or a result kept. No file is written. Of the
player, what runs in QuickJS is changed by `tools.mutants.scripts`.
"""

import argparse
import ast
import contextlib
import importlib
import importlib.abc
import importlib.util
import operator
import pickle
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.machinery import ModuleSpec
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.main import pytest_runtestloop
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from pipeline.kernels.cache import choose_cache_folder
from tests.source import ROOT
from tools.mutants import scripts
from tools.mutants.forks import in_fork
from tools.mutants.reached import Reached, lines_about
from tools.mutants.rooms import MODULES, PLAYED, equal_changes, tests_of

_WORDS = ("-x", "-q", "-p", "no:cacheprovider")
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


class _Grafts:
    """Runs the collected tests that reach each change, in forks, as a plugin of pytest.

    The first source is the module as it is, with which all of them run.
    """

    def __init__(
        self,
        path: Path,
        graft: Callable[[str], None],
        sources: list[tuple[int, str]],
        sink: Connection,
    ) -> None:
        self.path, self.graft, self.sources, self.sink = path, graft, sources, sink

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        everything = session.items
        reached = self._reached(session)
        for line, source in self.sources[1:]:
            lines = lines_about(self.sources[0][1], line)
            session.items = reached.choose(everything, lines) if lines else everything
            limit = 4 + int(3 * sum(reached.seconds.get(one.nodeid, 1) for one in session.items))

            def run(source: str = source) -> int:
                try:
                    self.graft(source)
                except Exception:
                    return 0  # the fork that imports it judges
                with contextlib.suppress(session.Failed):
                    pytest_runtestloop(session)
                return session.testsfailed

            is_met = bool(session.items) and in_fork(run, limit, 30 + limit)[0]
            self.sink.send(is_met)
        return True

    def _reached(self, session: pytest.Session) -> Reached:
        """Return what each test reaches, from a fork that runs all of them."""
        reached = Reached(self.path)
        with tempfile.TemporaryFile() as file:

            def run() -> int:
                session.config.pluginmanager.register(reached)
                with contextlib.suppress(session.Failed):
                    pytest_runtestloop(session)
                pickle.dump((reached.of_files, reached.of_tests, reached.seconds), file)
                file.flush()
                return session.testsfailed

            is_failing, seconds = in_fork(run, 600)
            file.seek(0)
            if not is_failing:
                reached.of_files, reached.of_tests, reached.seconds = pickle.load(file)
        self.sink.send((is_failing, seconds))
        return reached


def _graft_source(name: str, source: str) -> None:
    own = {"__name__": name, "__file__": sys.modules[name].__file__}
    exec(compile(source, name, "exec"), own)
    _graft(vars(sys.modules[name]), own)


def _graft(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Put code and constants of a changed module or class into the existing ones."""
    for key, changed in new.items():
        was, value = old.get(key), changed
        for part in ("__wrapped__", "fget", "__func__"):
            while hasattr(was, part) and hasattr(value, part):
                was, value = getattr(was, part), getattr(value, part)
        if isinstance(was, FunctionType) and isinstance(value, FunctionType):
            with contextlib.suppress(ValueError):  # another closure
                was.__code__, was.__defaults__ = value.__code__, value.__defaults__
                was.__kwdefaults__ = value.__kwdefaults__
        elif isinstance(was, type) and isinstance(value, type) and was is not value:
            _graft(vars(was), vars(value))
        elif isinstance(value, bool | int | float | str | tuple) and value != was:
            for name, module in [*sys.modules.items()]:
                if name.startswith(("pipeline", "tests")) and vars(module).get(key) is was:
                    setattr(module, key, value)


def changes(path: Path, source: str) -> Iterator[tuple[str, int, str]]:
    """Yield the operator, the line and the source of each change.

    What only mypy reads stays, and what saves memory or guards attributes that nothing sets. So do
    the budgets and the version of a proof: they decide when a way gives up and how a verdict is
    called. Of a kind on one page the rules by definition are changed.
    """
    judged = _lines_of_rules(source) if path.name == "kind.py" else range(1, source.count("\n") + 2)
    tuned = {
        line
        for part in ast.parse(source).body
        if isinstance(part, ast.AnnAssign) and path.name in ("prove.py", "proof.py")
        for line in range(part.lineno, (part.end_lineno or part.lineno) + 1)
    }
    for name in OPERATORS:
        rule = get_operator(f"core/{name}")()
        place = 0
        while (changed := mutate_code(source, rule, place)) is not None:
            place += 1
            lines = zip(source.splitlines(), changed.splitlines(), strict=False)
            line, old = next(
                ((n, old) for n, (old, new) in enumerate(lines, 1) if old != new), (0, "")
            )
            is_left = (
                any(name in old for name in ("TYPE_CHECKING", "@dataclass(", "lru_cache("))
                or line not in judged
                or (name == "NumberReplacer" and line in tuned)
            )
            if not is_left and "os.kill(" not in old:  # another signal ends who tries the change
                yield name, line, changed


def _lines_of_rules(source: str) -> set[int]:
    """Return the lines of ``check`` and of the functions that it calls."""
    nodes = ast.parse(source).body
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    met = ["check"]
    for name in met:
        used = {node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name)}
        met += sorted((used & functions.keys()) - {*met})
    spans = ((functions[name].lineno, functions[name].end_lineno or 0) for name in met)
    return {line for first, last in spans for line in range(first, last + 1)}


def _try(path: Path, sources: list[tuple[int, str]], end: float) -> Iterator[bool]:
    """Yield whether the tests meet each source, the first of which is the unchanged one."""
    name, tests = _Changed(path, "").name, tests_of(path.relative_to(ROOT).as_posix())
    plugin = partial(_Grafts, path, partial(_graft_source, name), sources)

    def run(source: str) -> int:
        return int(pytest.main([*_WORDS, *tests], [_Changed(path, source)]))

    results = _results(plugin, tests, end)
    is_failing, seconds = next(results, (True, 0))
    yield is_failing
    for (_, source), is_met in zip(sources[1:], results, strict=False):
        yield is_met or in_fork(partial(run, source), 10 + 4 * seconds)[0]


def _results(plugin: Callable[[Connection], object], tests: list[str], end: float) -> Iterator[Any]:
    """Yield what a plugin of pytest sends from its process, until it ends or time is up."""
    results, sink = Pipe(duplex=False)

    def run() -> int:
        results.close()  # so that it ends where nobody listens any more
        return int(pytest.main([*_WORDS, *tests], [plugin(sink)]))

    host = threading.Thread(target=in_fork, args=(run, 36_000, 36_000), daemon=True)
    host.start()
    while True:
        while not results.poll(0.2):
            if time.monotonic() > end or not (host.is_alive() or results.poll()):
                results.close()
                return
        yield results.recv()


def _try_scripts(sources: list[tuple[str, int, str]], longest: float, end: float) -> Iterator[bool]:
    """Yield whether tests meet each changed module of the player, first the unchanged ones."""

    def plugin(sink: Connection) -> object:  # which imports modules that others change
        return importlib.import_module("tools.mutants.trials").Trials(sources, longest, sink)

    yield from (is_met for is_met, _ in _results(plugin, [*PLAYED], end))


def _choose(name: str, given: argparse.Namespace) -> list[tuple[str, int, str]]:
    """Return the changes of a module to try, and print those that change nothing."""
    source = _read(name)
    chosen = [*(scripts.changes(source) if name.endswith(".js") else changes(ROOT / name, source))]
    if len(chosen) > (given.most or len(chosen)):
        chosen = random.Random(f"{given.seed} {name}").sample(chosen, given.most)
    for kind, line, changed in chosen:
        if reason := _reason_of(name, changed):
            print(f"  {name}:{line}: {kind}: equal: {reason}", flush=True)
    return [change for change in chosen if not _reason_of(name, change[2])]


def _reason_of(name: str, changed: str) -> str:
    """Return why no test can meet a change, empty if one should."""
    return equal_changes().get((name, _changed_line(name, changed)), "")


def _changed_line(name: str, changed: str) -> str:
    pairs = zip(_read(name).splitlines(), changed.splitlines(), strict=False)
    return next((new.strip() for old, new in pairs if old != new), "")


@cache
def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def main() -> int:
    """Try the changes of each module, print those that no test meets; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--only", default="", help="modules whose path has this in it")
    parser.add_argument("--most", type=int, default=None, help="so many of each module, by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=60, help="seconds of a test of the player")
    parser.add_argument("--minutes", type=float, default=600)
    given = parser.parse_args()
    choose_cache_folder()  # numba asks for it once, as it is imported
    for name in LIBRARIES:
        importlib.import_module(name)
    end = time.monotonic() + 60 * given.minutes
    by_module = {name: _choose(name, given) for name in MODULES if given.only in name}
    is_script = operator.methodcaller("endswith", ".js")
    scripts_found = [
        (name, *change) for name in filter(is_script, by_module) for change in by_module[name]
    ]
    played = [(name, line, source) for name, _, line, source in scripts_found]
    script_trials = _try_scripts(played, given.longest, end)
    is_failing = bool(played) and next(script_trials, True)
    total = survivors = 0
    for name, chosen in by_module.items():
        trials = script_trials
        if not is_script(name):
            assert _Changed(ROOT / name, "").name not in sys.modules, "no change would be met"
            trials = _try(ROOT / name, [(0, _read(name)), *(one[1:] for one in chosen)], end)
            is_failing = next(trials, True)
        if is_failing:
            print(f"{name}: its tests fail as it is, or time is up: {tests_of(name)}", flush=True)
            continue
        left = tried = 0
        for (kind, line, changed), is_met in zip(chosen, trials, strict=False):
            tried += 1
            if not is_met:
                left += 1
                print(f"  {name}:{line}: {kind}: {_changed_line(name, changed)}", flush=True)
        total, survivors = total + tried, survivors + left
        print(f"{name}: {tried - left} of {tried} met, {len(chosen) - tried} not tried", flush=True)
    print(f"{total - survivors} of {total} changes met")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
