"""Pages of the publisher's own stand where they are asked for, and the contents lead to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.book import Book, PageRole, lay_out
from pipeline.book.parts.own_pages import qr_marks
from pipeline.config.own_pages import OwnPage
from pipeline.model import PipelineError
from pipeline.render.qr import qr_modules
from pipeline.scene import Label, Rect
from pipeline.stages.books.book import load_book_config
from tests.book.sample import make_options, make_section

ADDRESS = "https://example.org/more?volume=4"
PAGES = (
    OwnPage(title="Foreword", text="Begin *anywhere*.\n\n## Then\n\n- go on", place="front"),
    OwnPage(title="More Volumes", qr=ADDRESS),
)


def words(book: Book, number: int) -> list[str]:
    return [m.text for m in book.pages[number - 1].scene.marks if isinstance(m, Label)]


def test_they_stand_in_their_places_and_in_the_contents() -> None:
    book = lay_out(make_options(), [make_section("Easy", [(7, 7)] * 3)], PAGES)
    numbers = [page.number for page in book.pages if page.role is PageRole.OWN]
    first = next(page.number for page in book.pages if page.role is PageRole.HOWTO)
    assert numbers[0] < first < numbers[1]
    assert {"Foreword", "Then"} <= set(words(book, numbers[0]))
    assert ADDRESS in words(book, numbers[1])
    contents = next(page.number for page in book.pages if page.role is PageRole.CONTENTS)
    said = words(book, contents)
    assert str(numbers[0]) in said[said.index("Foreword") :][:3]
    assert str(numbers[1]) in said[said.index("More Volumes") :][:3]
    plain = lay_out(make_options(), [make_section("Easy", [(7, 7)] * 3)])
    assert PageRole.OWN not in [page.role for page in plain.pages]


def test_a_qr_code_is_painted_as_it_is_encoded() -> None:
    rows = qr_modules(ADDRESS)
    side = 4.0 * (len(rows) + 8)
    bars = [mark for mark in qr_marks(ADDRESS, side) if isinstance(mark, Rect)]
    dark = {
        (round(bar.corner[1] / 4) - 4, round(bar.corner[0] / 4) - 4 + k)
        for bar in bars
        for k in range(round(bar.width / 4))
    }
    assert dark == {
        (y, x) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark
    }
    ring = [rows[0][k] for k in range(8)]
    assert ring == [True] * 7 + [False], "a finder in the corner, and its white rim"


CONFIG = """\
seed = 1
[book]
title = "All"
author = "A. Setter"
year = 2026
[[page]]
title = "Foreword"
{more}
[[section]]
title = "All"
kind = "numberlink"
size = "5x5"
count = 1
"""


def test_a_page_comes_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "words.md").write_text("From a *file*.")
    (tmp_path / "book.toml").write_text(CONFIG.format(more='file = "words.md"'))
    (page,) = load_book_config(tmp_path / "book.toml").pages
    assert page.text == "From a *file*."


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("", "expected a text, a file or a QR code"),
        ('file = "none.md"', "none.md"),
        ('text = "x"\nfile = "a.md"', "found both"),
        ('place = "middle"\ntext = "x"', "front"),
    ],
)
def test_what_is_no_page_is_refused(tmp_path: Path, more: str, message: str) -> None:
    (tmp_path / "book.toml").write_text(CONFIG.format(more=more))
    with pytest.raises(PipelineError, match=message):
        load_book_config(tmp_path / "book.toml")


def test_a_character_without_a_glyph_is_named() -> None:
    page = OwnPage(title="Foreword", text="\u05d0")
    with pytest.raises(PipelineError, match="page 'Foreword'"):
        lay_out(make_options(), [make_section("Easy", [(7, 7)])], (page,))
