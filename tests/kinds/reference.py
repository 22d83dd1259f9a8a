"""The reference of the words of the kit, written from its docstrings: the end of ``docs/kinds.md``.

Write it again with: python -m tests.kinds.reference
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from pipeline.kinds.kit import declared, making, sites
from pipeline.kinds.kit.words.model import Model
from tests.source import ROOT

PAGE: Final = ROOT / "docs" / "kinds.md"
HEAD: Final = "## Words for rules\n"


def reference() -> str:
    """Return the last section of the page."""
    head = "| {} | meaning | as in |\n| --- | --- | --- |\n"
    return (
        f"{HEAD}\nMethods of `Model` in `pipeline/kinds/kit/words/model.py`, each with its "
        "shortest use by a kind of the package:\n\n"
        f"{head.format('word')}{''.join(_methods())}\n"
        "Functions of `kit.making`:\n\n"
        f"{head.format('making')}{''.join(_functions('making', making, making.__all__))}\n"
        "Forms and parts of `kit.sites`:\n\n"
        f"{head.format('form')}{''.join(_forms())}\n"
        "Further fields of `Declared` in `pipeline/kinds/kit/declared.py`:\n\n"
        f"| field | meaning |\n| --- | --- |\n{''.join(_fields())}"
    )


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
    """Write the section into the page."""
    text, _, _ = page.read_text(encoding="utf-8").partition(HEAD)
    page.write_text(text + reference(), encoding="utf-8")


if __name__ == "__main__":
    write()
