"""Books set in faces of the publisher's own."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from pipeline.book import PageRole, lay_out, write_book
from pipeline.config.book_options import Fonts
from pipeline.model import ConfigError, PuzzleFormatError, StoreError
from pipeline.render.fonts import font_path
from pipeline.scene import Face, Label
from tests.book.sample import make_options, make_section

SECTION = make_section("One", [(6, 6)])


def fonts(tmp_path: Path, text: str = "Copyright 2020 A. Designer.\n\nAll may use it.") -> Fonts:
    licence = tmp_path / "licence.txt"
    licence.write_text(text, encoding="utf-8")
    sans = tmp_path / "mine.ttf"
    sans.write_bytes(font_path(Face.DISPLAY).read_bytes())
    return Fonts(text=sans, licence=licence)


def test_the_book_is_set_in_the_file_and_prints_its_licence(tmp_path: Path) -> None:
    book = lay_out(make_options(fonts=fonts(tmp_path)), [SECTION])
    text = " ".join(
        mark.text
        for page in book.pages
        if page.role is PageRole.CREDITS
        for mark in page.scene.marks
        if isinstance(mark, Label)
    )
    assert "The book is set in Source Sans 3." in text
    assert "Licence of Source Sans 3, which begins: Copyright 2020 A. Designer." in text
    assert "All may use it" not in text
    stream = io.BytesIO()
    write_book(book, stream)
    with pikepdf.open(stream) as document:
        names = {
            str(font["/BaseFont"])
            for page in document.pages
            for font in page.resources.get("/Font", {}).values()
        }
    assert not any("SourceSerif4-Regular" in name for name in names)


def test_a_font_without_a_licence_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"expected fonts.licence with your own fonts"):
        make_options(fonts=Fonts(text=tmp_path / "mine.ttf")).check()


def test_missing_files_are_named(tmp_path: Path) -> None:
    licence = fonts(tmp_path).licence
    lost = Fonts(display=tmp_path / "lost.ttf", licence=licence)
    with pytest.raises(ConfigError, match=r"lost.ttf: expected a TrueType font for"):
        lay_out(make_options(fonts=lost), [SECTION])
    lost = Fonts(text=fonts(tmp_path).text, licence=tmp_path / "lost.txt")
    with pytest.raises(StoreError, match=r"lost.txt: expected a file, found nothing"):
        lay_out(make_options(fonts=lost), [SECTION])
    with pytest.raises(PuzzleFormatError, match="found an empty file"):
        lay_out(make_options(fonts=fonts(tmp_path, " ")), [SECTION])
