"""Reads the project's own Python files as syntax trees, for tests of the house rules."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def product_files() -> tuple[Path, ...]:
    """Return puzzlepress.py and every Python file under pipeline, in order."""
    return (ROOT / "puzzlepress.py", *sorted((ROOT / "pipeline").rglob("*.py")))


def name_of(path: Path) -> str:
    """Return a file's path inside the project, with forward slashes."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of everything that a file imports; members are names too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"


def attributes_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of every attribute of a name, as ``np.random``."""
    for node in ast.walk(tree_of(path)):
        parts, owner = [], node
        while isinstance(owner, ast.Attribute):
            parts.append(owner.attr)
            owner = owner.value
        if parts and isinstance(owner, ast.Name):
            yield owner.lineno, ".".join([owner.id, *reversed(parts)])


def prose_of(path: Path) -> set[ast.Constant]:
    """Return the strings that stand for themselves: docstrings, and those under attributes."""
    return {
        node.value
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function of a file, methods and inner functions too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def is_within(name: str, package: str) -> bool:
    """Return whether a dotted name is a package or lies in it."""
    return name == package or name.startswith(package + ".")


def new_files() -> set[str]:
    """Return the files of the checkout that git neither tracks nor ignores; none outside of git."""
    words = ("git", "ls-files", "--others", "--exclude-standard")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return set(done.stdout.splitlines())
