"""Fonts that ask for more work than ends: tables are read as far as there are codes, no further."""

from typing import Any

import pikepdf
import pytest

from pipeline.pdf.content import Interpreter
from pipeline.pdf.fonts import read_any_font, read_cmap, steps_of
from pipeline.pdf.values import Steps

RANGES = 300_000


def test_ranges_without_end_are_read_as_far_as_there_are_codes() -> None:
    """It took two hours: 300,000 ranges of 65,536 codes each."""
    found = read_cmap(b"1 beginbfrange " + b"<0000><ffff><0041>" * RANGES + b" endbfrange")
    assert found[0] == "A"
    assert len(found) <= 65_536


@pytest.mark.parametrize("word", [b"beginbfrange ", b"<", b"<<", b"< ", b"<00><00>[", b"<0"])
def test_tables_that_never_close_are_read_once(word: bytes) -> None:
    assert read_cmap(b"beginbfrange " + word * RANGES) == {}
    assert read_cmap(b"beginbfrange " + word * RANGES + b" endbfrange") == {}


def test_tables_say_what_they_said_before() -> None:
    table = (
        b"2 beginbfchar <0041> <0061> <42> <00 62> endbfchar\n"
        b"2 beginbfrange <20> <22> <0041>\n <30> <32> [<0061> <0062>] endbfrange"
    )
    assert read_cmap(table) == {
        0x41: "a", 0x42: "b", 0x20: "A", 0x21: "B", 0x22: "C", 0x30: "a", 0x31: "b", 0x32: "\ufffd",
    }  # fmt: skip


def _composite(widths: list[Any]) -> pikepdf.Dictionary:
    name = pikepdf.Name
    own = pikepdf.Dictionary(Type=name.Font, W=pikepdf.Array(widths))
    return pikepdf.Dictionary(
        Type=name.Font, Subtype=name.Type0, BaseFont=name.A, DescendantFonts=pikepdf.Array([own])
    )


def test_widths_without_end_are_read_as_far_as_there_are_codes() -> None:
    font = read_any_font(_composite([0, 65_535, 500] * 20_000))
    assert len(font.widths) == 65_536
    font = read_any_font(_composite([0, 2, 500, 7, pikepdf.Array([250, 750])]))
    assert font.widths == {0: 0.5, 1: 0.5, 2: 0.5, 7: 0.25, 8: 0.75}


def test_many_fonts_are_steps_of_their_page() -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(100, 100))
    fonts = [pdf.make_indirect(_composite([0, 2, 500])) for _ in range(30)]
    steps = Steps(page=10 * steps_of(fonts[0]))
    reader = Interpreter(page, {}, steps=steps)
    names = [reader.font(font).name for font in fonts]
    assert 1 <= names.count("A") <= 10
    assert set(names) == {"A", "a broken font"}
