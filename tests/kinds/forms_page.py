"""The examples of every text form, for ``docs/forms.md``.

Write them again with: python -m tests.kinds.forms_page, and try examples that changed in the
programs of `PROGRAMS` before you keep their versions.
"""

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any, Final, NamedTuple

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import AnyKind, rule_of
from pipeline.model import PipelineError, PuzzleFormatError, Record, record_id
from pipeline.stages.check_kind.boards import example_boards, generated
from pipeline.stages.collection.export import PENPA, TABLE, export_text
from tests.source import ROOT

PAGE: Final = ROOT / "docs" / "forms.md"
ADDRESSES: Final = ROOT / "tests" / "kinds" / "penpa.txt"
"""The kind and the text of each address of penpa-edit; the page has one of them."""
SHOWN: Final = "sudoku"
HEAD: Final = "## Examples\n"

PROGRAMS: Final = {
    "puzz.link": "pzprjs 0.12.0",
    "pzprv3": "pzprjs 0.12.0",
    "tatham": "Simon Tatham's puzzles, 2020-09",
    "penpa": "penpa-edit 3.2.3",
    "sudoku/line": "QQWing 1.3.4",
    "janko": "texts of janko.at",
    "grid-stream": "README of thomasahle/numberlink",
    "flow": "packs of Flow collections",
    "has": "instances of arXiv 1905.00973",
    "map": "assignment 1 of COMP3411",
    "solved-map": "assignment 1 of COMP3411",
}
"""The program or source of each form; the others are our own."""

_KIND: Final = re.compile(r"^### ([a-z]+)\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
_FORM: Final = re.compile(
    r"^- `([a-z0-9.-]+)`: `([^\n]+)`$|^`([a-z0-9.-]+)`:\n\n```\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Example(NamedTuple):
    """An example of the page: kind, name of the form, and a puzzle in this form."""

    kind: str
    form: str
    text: str


def make_examples() -> Iterator[Example]:
    """Yield the shortest example of each form of each kind, solved where the form has answers."""
    for kind in map(get_kind, kind_ids()):
        names = [form.name for form in kind.formats]
        for name in [*names, PENPA] if TABLE in names else names:
            texts = sorted(_texts(kind, name), key=lambda text: (len(text), text))
            yield Example(kind.id, name, texts[0])


def _texts(kind: AnyKind, name: str) -> Iterator[str]:
    """Yield the solved boards of a kind in a form, if it can express them."""
    # QQWing takes 81 signs only.
    is_line = (kind.id, name) == ("sudoku", "line")
    for board in [generated(kind, "usual")] if is_line else example_boards(kind):
        try:
            yield write(kind, name, board.clues, board.solution)
        except PipelineError:
            continue


def write(kind: AnyKind, name: str, clues: Any, solution: Any) -> str:
    """Return a puzzle in a form; `PuzzleFormatError` if the form cannot express it."""
    if name == PENPA:
        puzzle = kind.encode(clues)
        return export_text([Record(record_id(kind.id, puzzle), kind.id, puzzle)], name)
    (form,) = [form for form in kind.formats if form.name == name]
    text = form.write([(clues, solution)])
    if next(form.read(text, rule_of(kind, clues))).clues != clues:
        raise PuzzleFormatError("the form expresses another rule")
    return text


def section(examples: Iterable[Example]) -> str:
    """Return the last section of the page: by kind, first the forms of one line."""
    named: dict[str, list[str]] = {}
    for form, program in PROGRAMS.items():
        named.setdefault(program, []).append(f"`{form}`")
    sources = "; ".join(f"{', '.join(forms)}: {program}" for program, forms in named.items())
    parts = [f"{HEAD}\n{fill(f'Programs and sources: {sources}. Other forms are our own.', 110)}\n"]
    shown = [one for one in examples if one.form != PENPA or one.kind == SHOWN]
    for kind, group in groupby(shown, key=lambda one: one.kind):
        forms = sorted(group, key=_is_long)
        parts.append(f"\n### {kind}\n\n{''.join(map(_example, forms))}")
    return "".join(parts)


def _is_long(one: Example) -> bool:
    return one.text.count("\n") > 1 or len(one.text) > 100


def _example(one: Example) -> str:
    if _is_long(one):
        return f"\n`{one.form}`:\n\n```\n{one.text}```\n"
    return f"- `{one.form}`: `{one.text.rstrip()}`\n"


def addresses(examples: Iterable[Example]) -> str:
    """Return the text of `ADDRESSES`: of each address the kind and, after a tab, a literal."""
    found = [one for one in examples if one.form == PENPA]
    return "".join(f"{one.kind}\t{one.text.rstrip()!r}\n" for one in found)


def read_examples(page: Path = PAGE) -> list[Example]:
    """Return the examples of the page, and the addresses that it does not show."""
    lines = [line.split("\t") for line in ADDRESSES.read_text(encoding="utf-8").splitlines()]
    hidden = [
        Example(kind, PENPA, f"{literal_eval(text)}\n") for kind, text in lines if kind != SHOWN
    ]
    return hidden + [
        Example(kind, short or long, f"{line}\n" if short else lines)
        for kind, text in _KIND.findall(page.read_text(encoding="utf-8").partition(HEAD)[2])
        for short, line, long, lines in _FORM.findall(text)
    ]


if __name__ == "__main__":
    kept, _, _ = PAGE.read_text(encoding="utf-8").partition(HEAD)
    made = list(make_examples())
    PAGE.write_text(kept + section(made), encoding="utf-8", newline="\n")
    ADDRESSES.write_text(addresses(made), encoding="utf-8", newline="\n")
