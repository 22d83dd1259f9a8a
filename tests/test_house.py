"""The house rules that a machine can hold, beyond what ruff, mypy and import-linter hold.

ruff lifts a file's ban on every fenced package at once (``per-file-ignores``), so the exact
fences are here.
"""

import ast
import re
from pathlib import Path

from tests.source import (
    ROOT,
    attributes_of,
    functions_of,
    imports_of,
    is_within,
    name_of,
    product_files,
    tree_of,
)

FILES = product_files()
MOST_LINES = 600
MOST_PARAMETERS = 9

FENCES = {
    "typer": ("pipeline/commands/",),
    "click": ("pipeline/commands/",),
    "rich": ("pipeline/run/",),
    "PIL": ("pipeline/render/",),
    "reportlab": ("pipeline/render/",),
    "jinja2": ("pipeline/render/",),
    "markupsafe": ("pipeline/render/",),
    "pikepdf": ("pipeline/render/", "pipeline/pdf/"),
    "pysat": ("pipeline/solvers/",),
    "sqlite3": ("pipeline/library/",),
    "dask": ("pipeline/run/",),
    "distributed": ("pipeline/run/",),
    "pydantic": ("pipeline/config/", "pipeline/store/"),
    "starlette": ("pipeline/studio/",),
    "uvicorn": ("pipeline/studio/",),
    "tomlkit": ("pipeline/studio/",),
}
"""Each package, and where it may be imported. numba has a test of its own."""

FORBIDDEN = ("random", "secrets", "uuid", "numpy.random", "time.time", "time.time_ns")
"""Sources of chance or of the time of day: nobody imports them anywhere."""

FORBIDDEN_CALLS = (*FORBIDDEN, "np.random", "os.urandom", "os.getrandom")

CLOCKS = ("datetime.now", "datetime.utcnow", "datetime.today", "date.today")
CLOCK_READERS = (  # docs/adr/0028
    "pipeline/store/manifest.py", "pipeline/commands/books.py", "pipeline/studio/site.py",
    "pipeline/studio/work.py",
)  # fmt: skip
SEED_DRAWERS = ("pipeline/stages/books/templates.py", "pipeline/studio/app.py")
"""The manifest says when a run was made; it is the one file that need not be equal (ADR 0004)."""


def _is_kernel(path: Path) -> bool:
    names = {"kernel.py", "kernels.py"}
    return path.name in names or "kernels" in path.relative_to(ROOT).parent.parts


def test_the_files_are_found() -> None:
    names = {name_of(path) for path in FILES}
    assert {"puzzlepress.py", "pipeline/kinds/interface.py", "pipeline/solvers/sat.py"} <= names


def test_files_are_short_enough_to_be_read() -> None:
    lines = {name_of(path): path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}, "split them"


def test_files_and_public_functions_say_what_they_are_for() -> None:
    silent = [
        name_of(path)
        for path in FILES
        if not _first_line(tree_of(path)) and path.name != "__init__.py"
    ]
    silent += [
        f"{name_of(path)}:{node.lineno}: {node.name}"
        for path in FILES
        for node in _public_functions(tree_of(path).body)
        if not _first_line(node).endswith(".")
    ]
    assert silent == []


def test_packages_stay_behind_their_fences() -> None:
    strays = [
        f"{name_of(path)}:{line}: {name}"
        for path in FILES
        for line, name in imports_of(path)
        for package, homes in FENCES.items()
        if is_within(name, package) and not name_of(path).startswith(homes)
    ]
    assert strays == []


def test_private_names_of_packages_are_not_imported() -> None:
    strays = [
        f"{name_of(path)}:{line}: {name}"
        for path in FILES
        for line, name in imports_of(path)
        if not is_within(name, "pipeline") and re.search(r"(?:^|\.)_[a-z]", name)
    ]
    assert strays == []


def test_numba_is_imported_by_kernels_only() -> None:
    strays = [
        f"{name_of(path)}:{line}"
        for path in FILES
        if not _is_kernel(path)
        for line, name in imports_of(path)
        if is_within(name, "numba")
    ]
    assert strays == []


def test_nothing_depends_on_chance_or_on_the_clock() -> None:
    strays = [
        f"{name_of(path)}:{line}: {name}"
        for path in FILES
        if name_of(path) not in SEED_DRAWERS
        for line, name in [*imports_of(path), *attributes_of(path)]
        if _ends_with(name, FORBIDDEN_CALLS) or any(is_within(name, banned) for banned in FORBIDDEN)
    ]
    assert strays == []


def test_the_manifest_alone_reads_the_calendar() -> None:
    strays = [
        f"{name_of(path)}:{line}: {name}"
        for path in FILES
        if name_of(path) not in CLOCK_READERS
        for line, name in attributes_of(path)
        if _ends_with(name, CLOCKS)
    ]
    assert strays == []


SYSTEMS = ("fcntl", "grp", "msvcrt", "posix", "pwd", "resource", "termios", "winreg")
"""Modules that some system lacks."""

TEXTS = {"read_text": 0, "write_text": 1, "open": 99, "run": 99, "Popen": 99}
"""Functions for text, and the place of the encoding among their arguments, 99 for none."""


def test_texts_name_their_encoding_and_the_end_of_lines() -> None:
    """The defaults differ between systems; equal input must give equal bytes."""
    strays = []
    for path in FILES:
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Call):
                continue
            owner, _, name = ast.unparse(node.func).rpartition(".")
            named = {one.arg: one.value for one in node.keywords}
            modes = [*node.args[:2], *([named["mode"]] if "mode" in named else [])]
            is_bytes = any(isinstance(one, ast.Constant) and "b" in str(one.value) for one in modes)
            is_text = name in TEXTS and not is_bytes
            is_text &= name != "open" or owner in ("", "io") or "path" in owner.lower()
            is_text &= name not in ("run", "Popen") or "text" in named
            is_named = "encoding" in named or len(node.args) > TEXTS.get(name, 99)
            if is_text and not (is_named and ("newline" in named or name != "write_text")):
                strays.append(f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}")
    assert strays == []


def test_modules_of_one_system_are_imported_behind_a_condition() -> None:
    strays = []
    for path in FILES:
        guarded = {
            inner
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.If) and "sys.platform" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        strays += [
            f"{name_of(path)}:{node.lineno}"
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.Import) and node not in guarded
            if any(one.name in SYSTEMS for one in node.names)
        ]
    assert strays == []


def test_nobody_imports_the_command_line() -> None:
    strays = [
        f"{name_of(path)}:{line}"
        for path in FILES
        for line, name in imports_of(path)
        if is_within(name, "pipeline.commands") and "commands" not in path.parts
        if name_of(path) not in ("puzzlepress.py", "pipeline/__main__.py")
    ]
    assert strays == []


def test_kernels_take_few_parameters() -> None:
    wide = [
        f"{name_of(path)}:{node.lineno}: {node.name} takes {_width(node)}"
        for path in FILES
        if _is_kernel(path)
        for node in functions_of(path)
        if _is_compiled(node) and _width(node) > MOST_PARAMETERS
    ]
    assert wide == []


def test_kernels_without_counts_give_python_no_arrays() -> None:
    """Without reference counts numba hands over the whole array where a part of it is returned."""
    numbers = re.compile(r"(tuple\[|int|np.uint64|bool|float|None|\]|, |\.\.\.)+")
    giving = {
        node.name
        for path in FILES
        if _is_kernel(path)
        for node in functions_of(path)
        if {"compiled", "inlined"} & {ast.unparse(one) for one in node.decorator_list}
        if node.returns is not None and not numbers.fullmatch(ast.unparse(node.returns))
    }
    assert giving == {"deduced"}, "called by kernels alone"
    callers = [p for p in FILES if not _is_kernel(p) and "deduced(" in p.read_text("utf-8")]
    assert callers == []


def test_numba_is_asked_in_one_place() -> None:
    """Without ``cache=True``, which the decorators say, each start would compile again."""
    assert [name_of(p) for p in FILES if "jit(" in p.read_text("utf-8")] == [
        "pipeline/kernels/dispatcher.py"
    ]


def _public_functions(body: list[ast.stmt]) -> list[ast.FunctionDef]:
    found = []
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            found += _public_functions(node.body)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            found.append(node)
    return found


def _first_line(node: ast.Module | ast.FunctionDef) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0].strip()


def _ends_with(text: str, names: tuple[str, ...]) -> bool:
    return any(text == name or text.endswith("." + name) for name in names)


def _is_compiled(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = {ast.unparse(decorator) for decorator in node.decorator_list}
    return bool(names & {"compiled", "inlined", "making_arrays"})


def _width(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    arguments = node.args
    return len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs)
