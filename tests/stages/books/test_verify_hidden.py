"""What a printed book hides is not read: white figures, boxes and stamps over a page."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pipeline.model import Record
from pipeline.scene import Ink, Label, Mark, Role
from pipeline.scene.symbols import Symbols
from tests.stages.books.printed_books import (
    COUNT,
    Spoiler,
    make_book,
    pages_of,
    paint_over,
    problems,
    proved_records,
)  # fmt: skip

MASK = "#####\n#####\n##.##\n#####\n#####\n"


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return proved_records(COUNT, "free", {})


@pytest.mark.parametrize("theme", ["cells", "mono"])
def test_answers_with_a_hole_are_seen(tmp_path: Path, theme: str) -> None:
    masked = proved_records(2, "cover", {"mask": MASK})
    path = make_book(tmp_path / "book.pdf", masked, rule="cover", theme=theme)
    assert problems(path, masked) == []


@pytest.fixture(scope="module")
def written(
    records: list[Record], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, Symbols], tuple[bytes, dict[str, int]]]:
    """Return what makes a book once for all tests: its bytes, and where puzzles and answers are."""

    @cache
    def write(theme: str, symbols: Symbols) -> tuple[bytes, dict[str, int]]:
        path = tmp_path_factory.mktemp("written") / "book.pdf"
        make_book(path, records, theme=theme, section={"symbols": symbols})
        return path.read_bytes(), pages_of(path)

    return write


@pytest.mark.dear
@pytest.mark.part(3)
@pytest.mark.parametrize("at", ["puzzles", "answers"])
@pytest.mark.parametrize(
    "operators",
    ["q 1 g 0 0 900 900 re f Q", "q 0 g 0 0 900 900 re f Q", "q 1 G 900 w 0 400 m 900 400 l S Q"],
    ids=["white", "black", "pen"],
)
@pytest.mark.parametrize(
    ("theme", "symbols"),
    [
        ("mono", "numbers"),
        pytest.param("cells", "numbers", marks=pytest.mark.slow),
        ("mono", "icons"),
    ],
)
def test_what_is_painted_over_is_not_read(
    tmp_path: Path, records: list[Record], written: Callable[[str, Symbols], Any],
    theme: str, symbols: Symbols, at: str, operators: str,
) -> None:  # fmt: skip
    data, pages = written(theme, symbols)
    (path := tmp_path / "book.pdf").write_bytes(data)
    assert problems(paint_over(path, pages[at], operators), records)


def test_a_stamp_over_an_answer_is_found(tmp_path: Path, records: list[Record]) -> None:
    path = make_book(tmp_path / "book.pdf", records)
    page = pages_of(path)["answers"]
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        stamp = pikepdf.Dictionary(Subtype=pikepdf.Name.Square, Rect=[0, 0, 900, 900])
        pdf.pages[page].Annots = pdf.make_indirect(pikepdf.Array([stamp]))
        pdf.save(path)
    assert problems(path, records)


def _whiten(role: Role) -> Spoiler:
    """Return what prints the figures of a page in white."""

    def spoil(marks: list[Mark]) -> list[Mark]:
        return [replace(mark, ink=Ink(Role.PAPER)) if isinstance(mark, Label)
                and mark.ink.role is role else mark for mark in marks]  # fmt: skip

    return spoil


@pytest.mark.parametrize("at", ["puzzles", "answers"])
def test_white_figures_are_not_read(tmp_path: Path, records: list[Record], at: str) -> None:
    path = make_book(tmp_path / "book.pdf", records, _whiten(Role.CLUE), at)
    assert problems(path, records)
