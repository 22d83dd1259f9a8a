"""The examples of every text form, for ``docs/forms.md``.

Write them again with: python -m tests.kinds.forms_page, and try examples that changed in the
programs of `PROGRAMS` before you keep their versions.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import AnyKind, rule_of
from pipeline.model import PipelineError, PuzzleFormatError, Record, record_id
from pipeline.stages.check_kind import example_boards
from pipeline.stages.collection.export import PENPA, TABLE, export_text
from tests.kinds.boards import generated
from tests.source import ROOT

PAGE: Final = ROOT / "docs" / "forms.md"
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

OWN: Final = "puzzlepress"

_ROW: Final = re.compile(r"^\| ([a-z]+) \| `([a-z0-9.-]+)` \| ([^|]+) \| (.+) \|$", re.MULTILINE)


class Example(NamedTuple):
    """A row of the page: kind, name of the form, its program, and a puzzle in this form."""

    kind: str
    form: str
    program: str
    text: str


def make_examples() -> Iterator[Example]:
    """Yield the shortest example of each form of each kind, solved where the form has answers."""
    for kind in map(get_kind, kind_ids()):
        names = [form.name for form in kind.formats]
        for name in [*names, PENPA] if TABLE in names else names:
            program = PROGRAMS.get(f"{kind.id}/{name}", PROGRAMS.get(name, OWN))
            texts = sorted(_texts(kind, name), key=lambda text: (len(text), text))
            yield Example(kind.id, name, program, texts[0])


def _texts(kind: AnyKind, name: str) -> Iterator[str]:
    """Yield the solved boards of a kind in a form, if it can express them."""
    # QQWing takes 81 signs only.
    is_line = (kind.id, name) == ("sudoku", "line")
    for board in [generated(kind.id, "usual")] if is_line else example_boards(kind):
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


def table(examples: Iterator[Example]) -> str:
    """Return the last section of the page; line ends of examples are ``<br>``."""
    rows = "".join(
        f"| {one.kind} | `{one.form}` | {one.program} | {_cell(one.text)} |\n" for one in examples
    )
    return f"{HEAD}\n| kind | form | program | example |\n| --- | --- | --- | --- |\n{rows}"


def _cell(text: str) -> str:
    lines = [line.replace("|", "\\|") for line in text.rstrip("\n").split("\n")]
    return "<br>".join(f"`{line}`" if line else "" for line in lines)


def read_examples(page: Path = PAGE) -> list[Example]:
    """Return the examples of the page."""
    found = _ROW.findall(page.read_text(encoding="utf-8").partition(HEAD)[2])
    return [Example(kind, form, program, _text(cell)) for kind, form, program, cell in found]


def _text(cell: str) -> str:
    return "".join(f"{line[1:-1]}\n" for line in cell.replace("\\|", "|").split("<br>"))


if __name__ == "__main__":
    kept, _, _ = PAGE.read_text(encoding="utf-8").partition(HEAD)
    PAGE.write_text(kept + table(make_examples()), encoding="utf-8")
