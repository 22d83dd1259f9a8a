"""Every regular expression of the package takes a time in proportion to its text."""

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import pipeline
from tests.growth import fault
from tests.slices import cases

ROOT = Path(pipeline.__file__).parent
METHODS = ("match", "fullmatch", "search", "findall", "finditer", "sub", "split")
OWN = ("web/bundle.py", "web/embedding.py", "commands/setup.py", "store/serving.py")
"""Modules whose expressions read what the package itself has written."""
UNITS = ("a", "A", "1", " ", ".", "-", "a ", "1 ", "\n")


class Use(NamedTuple):
    """A constant pattern, where it is, and how it is applied."""

    place: str
    pattern: re.Pattern[str]
    method: str

    def apply(self, text: str) -> object:
        """Apply it to a whole text."""
        found = getattr(self.pattern, self.method)(*[""] * (self.method == "sub"), text)
        return list(found) if self.method == "finditer" else found


def uses() -> list[Use]:
    """Return the uses of all expressions that are constants of a module, or texts in a call."""
    found: list[Use] = []
    trees = {
        path.relative_to(ROOT.parent).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(ROOT.rglob("*.py"))
        if "template" not in path.parts and path.relative_to(ROOT).as_posix() not in OWN
    }
    for place, tree in trees.items():
        module = importlib.import_module(
            place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
                continue
            pattern = getattr(module, node.value.id, None)
            if node.attr in METHODS and isinstance(pattern, re.Pattern):
                found.append(Use(f"{place}:{node.value.id}", _text(pattern), node.attr))
        found += (Use(place, *called) for node in ast.walk(tree) if (called := _called(node)))
    return list(dict.fromkeys(found))


def _text(pattern: re.Pattern[str] | re.Pattern[bytes]) -> re.Pattern[str]:
    if isinstance(pattern.pattern, str):
        return re.compile(pattern.pattern, pattern.flags)
    return re.compile(pattern.pattern.decode("latin-1"), pattern.flags | re.ASCII)


def _called(node: ast.AST) -> tuple[re.Pattern[str], str] | None:
    """Return the pattern of a call of `re` and its function, None for another call."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return None
    owner, pattern = node.func.value, node.args[0]
    if not (isinstance(owner, ast.Name) and owner.id == "re" and node.func.attr in METHODS):
        return None
    if not (isinstance(pattern, ast.Constant) and isinstance(pattern.value, str | bytes)):
        return None
    named = [one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)]
    flags = re.RegexFlag(0)
    for name in named:
        flags |= getattr(re.RegexFlag, name, re.RegexFlag(0))
    source = pattern.value if isinstance(pattern.value, str) else pattern.value.decode("latin-1")
    return re.compile(source, flags), node.func.attr


def hostile(pattern: str) -> Iterator[Callable[[int], str]]:
    """Yield texts by length: what a pattern asks for or part of it, repeated after another part."""
    plain = re.sub(r"\\[a-zA-Z]", " ", pattern)
    words = dict.fromkeys(re.findall(r"[\w<>/#:=&\"'!@-]{2,}", plain))
    signs = dict.fromkeys(re.sub(r"[\\\s]", "", plain))
    for unit in dict.fromkeys([*UNITS, *signs, *words, *(f"{word} " for word in words)]):
        for head in dict.fromkeys(("", *words, *signs)):
            for end in ("", "\0"):
                yield lambda size, head=head, unit=unit, end=end: (  # type: ignore[misc]
                    head + unit * (size // len(unit)) + end
                )


USES = uses()


def test_expressions_are_found() -> None:
    places = " ".join(use.place for use in USES)
    assert len(USES) > 120
    assert all(name in places for name in ("pzpr.py:_ADDRESS", "credits.py:_COMMENT", "markdown"))


@pytest.mark.dear
@pytest.mark.parametrize("part", cases(range(30), part=15))
def test_every_expression_is_linear(part: int) -> None:
    for use in USES:
        for text_of in [*hostile(use.pattern.pattern)][part::30]:
            wrong = fault(use.apply, text_of)
            assert not wrong, f"{use.place} {use.method}, {text_of(40)!r}: {wrong}"
