"""The reference of the kit, from its docstrings: ``docs/kit.md``.

Write it again with: python -m tests.kinds.reference
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Final

from pipeline.kinds.kit import declared, making, sites
from pipeline.kinds.kit.answer import Answer
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.looks.look import Looks, Sign
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.kit.words.model import Model
from tests.source import ROOT

PAGE: Final = ROOT / "docs" / "kit.md"
FIELDS_ALONE: Final = ("kit.Looks", "kit.Sign", "making.Remove", "making.Clearing", "making.Mend")
"""Classes whose methods only the kit calls."""
CLASSES: Final[dict[str, type]] = {
    "kit.Boards": Boards,
    "kit.Board": Board,
    "kit.Clue": Clue,
    "kit.Grid": Grid,
    "kit.Answer": Answer,
    "kit.Looks": Looks,
    "kit.Sign": Sign,
    "making.Remove": making.Remove,
    "making.Clearing": making.Clearing,
    "making.Mend": making.Mend,
    "sites.words.Words": Words,
}
"""The classes of which a page of a kind makes values, or gets some."""


def reference() -> str:
    """Return the page."""
    return f"{_classes()}\n{_tables()}"


def _tables() -> str:
    """Return the section of functions and of rare fields."""
    head = "| {} | meaning | as in |\n| --- | --- | --- |\n"
    return (
        "## Words for rules\n\n"
        "Methods of `Model` in `pipeline/kinds/kit/words/model.py`, each with its shortest use by "
        "a kind of the package:\n\n"
        f"{head.format('word')}{''.join(_methods())}\n"
        "Functions of `kit.making`:\n\n"
        f"{head.format('making')}{''.join(_functions('making', making, making.__all__))}\n"
        "Forms and parts of `kit.sites`:\n\n"
        f"{head.format('form')}{''.join(_forms())}\n"
        "Further fields of `Declared` in `pipeline/kinds/kit/declared.py`:\n\n"
        f"| field | meaning |\n| --- | --- |\n{''.join(_fields())}"
    )


def _classes() -> str:
    """Return the beginning of the page, with the classes."""
    parts = [
        "# The kit\n\n"
        "What the `kind.py` of [a kind of your own](kinds.md) uses, from its docstrings: first the "
        "classes, then [words\nfor rules](#words-for-rules), ways of making, and text forms.\n"
    ]
    for name, one in CLASSES.items():
        rows = "".join(_members(one, name not in FIELDS_ALONE))
        text = "\n\n".join(textwrap.fill(part, 118) for part in _paragraphs(one))
        parts.append(f"## {name}\n\n{text}\n\n| name | meaning |\n| --- | --- |\n{rows}")
    return "\n".join(parts)


def _paragraphs(one: type) -> list[str]:
    text, _, _ = (inspect.getdoc(one) or "").partition("\n\n>>>")
    return [" ".join(part.split()).replace("``", "`") for part in text.split("\n\n")]


def _members(one: type, has_methods: bool) -> Iterator[str]:
    """Yield a row for each field, and for each method but private ones."""
    source = textwrap.dedent(inspect.getsource(one))
    (record,) = ast.parse(source).body
    assert isinstance(record, ast.ClassDef)
    lines = source.splitlines()
    sentences = re.split(r"(?<=[.;]) ", " ".join(_paragraphs(one)))
    for member, after in zip_longest(record.body, record.body[1:]):
        if isinstance(member, ast.AnnAssign):
            name = ast.unparse(member.target)
            meaning = lines[(member.end_lineno or 0) - 1].partition("  # ")[2]
            if isinstance(after, ast.Expr):
                meaning = ast.literal_eval(after.value)
            meaning = meaning or " ".join(one for one in sentences if f"`{name}`" in one)
            yield _entry(f"{name}: {ast.unparse(member.annotation)}", meaning)
        elif (
            has_methods and isinstance(member, ast.FunctionDef) and not member.name.startswith("_")
        ):
            shown = member.name
            if not any(ast.unparse(mark) == "property" for mark in member.decorator_list):
                member.args.args = member.args.args[1:]
                for argument in (*member.args.args, *member.args.kwonlyargs):
                    argument.annotation = None
                shown += f"({ast.unparse(member.args)})"
            yield _entry(shown, (ast.get_docstring(member) or "").split("\n\n")[0])


def _entry(shown: str, meaning: str) -> str:
    text = " ".join(meaning.split()).replace("``", "`").rstrip(";")
    text = f"{text[:1].upper()}{text[1:]}" + "." * (text[-1:] not in ("", "."))
    return "| `{}` | {} |\n".format(*(one.replace("|", "\\|") for one in (shown, text)))


def _methods() -> list[str]:
    found = {name: one for name, one in vars(Model).items() if inspect.isfunction(one)}
    return [
        _row(f"{name}({', '.join([*inspect.signature(one).parameters][1:])})", one, "model", name)
        for name, one in found.items()
        if not name.startswith("_")
    ]


def _functions(owner: str, module: object, names: Iterable[str]) -> Iterator[str]:
    """Yield a row for each function or class of a module that kinds use."""
    for name in names:
        if (owner, name) in _uses():
            yield _row(name, getattr(module, name), owner, name)


def _forms() -> Iterator[str]:
    for site in sites.__all__:
        module = getattr(sites, site)
        names = sorted(name for owner, name in _uses() if owner == site and hasattr(module, name))
        for name in names:
            yield _row(f"{site}.{name}", getattr(module, name), site, name)


def _row(shown: str, one: object, owner: str, name: str) -> str:
    use, kind = _uses().get((owner, name), ("", ""))
    example = f"`{use}` ({kind})" if use else ""
    return f"| `{shown}` | {_first(one)} | {example} |\n".replace("||", "\\|\\|")


@cache
def _uses() -> dict[tuple[str, str], tuple[str, str]]:
    """Return by owner and name the shortest call in a page of a kind, and the kind."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for path in sorted(ROOT.glob("pipeline/kinds/*/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if isinstance(owner := node.func.value, ast.Name):
                key, use = (owner.id, node.func.attr), ast.unparse(node)
                if key not in found or len(use) < len(found[key][0]):
                    found[key] = use, path.parent.name
    return found


def _first(one: object) -> str:
    return " ".join((inspect.getdoc(one) or "").split("\n\n")[0].split()).replace("``", "`")


def _fields() -> list[str]:
    """Return a row for each field with a docstring, which follows it in the source."""
    (record,) = ast.parse(inspect.getsource(declared.Declared)).body
    assert isinstance(record, ast.ClassDef)
    rows = []
    for field, text in zip(record.body, record.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            words = " ".join(ast.literal_eval(text.value).split()).replace("``", "`")
            rows.append(
                f"| `{ast.unparse(field.target)}` | {words.replace('|', chr(92) + '|')} |\n"
            )
    return rows


def write(page: Path = PAGE) -> None:
    """Write the page."""
    page.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    write()
