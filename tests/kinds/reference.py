"""The reference of the words of the kit, written from its docstrings: the end of ``docs/kinds.md``.

Write it again with: python -m tests.kinds.reference
"""

import ast
import inspect
from pathlib import Path
from typing import Final

from pipeline.kinds.kit import declared
from pipeline.kinds.kit.words.model import Model
from tests.source import ROOT

PAGE: Final = ROOT / "docs" / "kinds.md"
HEAD: Final = "## Words for rules\n"


def reference() -> str:
    """Return the last section of the page."""
    return (
        f"{HEAD}\nMethods of `Model` in `pipeline/kinds/kit/words/model.py`:\n\n"
        f"| word | meaning |\n| --- | --- |\n{''.join(_methods())}\n"
        "Further fields of `Declared` in `pipeline/kinds/kit/declared.py`:\n\n"
        f"| field | meaning |\n| --- | --- |\n{''.join(_fields())}"
    )


def _methods() -> list[str]:
    found = {name: one for name, one in vars(Model).items() if inspect.isfunction(one)}
    return [
        f"| `{name}({', '.join([*inspect.signature(one).parameters][1:])})` | {_first(one)} |\n"
        for name, one in found.items()
        if not name.startswith("_")
    ]


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
