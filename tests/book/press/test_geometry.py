import io

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.book import PageRole, lay_out, write_book
from pipeline.book.press.geometry import make_geometry, saddle_stitch
from pipeline.book.press.printing import load_printing
from pipeline.config.book_options import Margins
from pipeline.edition.flow.style import style_for
from pipeline.model import ConfigError
from tests.book.bounds import safe_area
from tests.book.pdf_text import page_texts
from tests.book.sample import make_options, make_section
from tests.refusals import refused

PRINTING = load_printing(["all"])
STYLE = style_for("standard", 215.9)


def test_text_is_a_whole_number_of_baselines_inside_the_margins() -> None:
    page = make_geometry(make_options(), PRINTING, STYLE, 100)
    assert page.text_height == pytest.approx(page.steps * STYLE.leading_mm)
    assert page.text_top + page.text_height <= page.height - page.bottom
    assert page.text_width == pytest.approx(215.9 - 19.05 - 12.7)


def test_margins_are_mirrored() -> None:
    page = make_geometry(make_options(), PRINTING, STYLE, 100)
    assert page.left(1) == page.inside == pytest.approx(19.05)
    assert page.left(2) == page.outside == pytest.approx(12.7)
    assert safe_area(page, 2)[2] == pytest.approx(215.9 - 19.05)


def test_margins_under_the_printers_limit_are_refused() -> None:
    options = make_options(margins=Margins(top=8.0))
    with refused(ConfigError):
        make_geometry(options, PRINTING, STYLE, 100)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"margins": Margins(outside=150.0)}, "room for text of at least 70 x 90 mm"),
        ({"trim": "60x60mm"}, "on a page of 60 x 60 mm"),
        ({"trim": "2000x3000mm"}, "expected a page of at most 900 mm"),
    ],
)
def test_absurd_pages_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_geometry(make_options(**changes), PRINTING, STYLE, 100)


@given(st.integers(1, 40))
def test_folded_sheets_read_in_order(sheets: int) -> None:
    """Fold by hand: each sheet gives its right front and left back before those inside it."""
    sides = saddle_stitch(4 * sheets)
    fronts, backs = sides[::2], sides[1::2]
    first_half = [page for f, b in zip(fronts, backs, strict=True) for page in (f.right, b.left)]
    second_half = [
        page
        for f, b in zip(reversed(fronts), reversed(backs), strict=True)
        for page in (b.right, f.left)
    ]
    assert first_half + second_half == list(range(1, 4 * sheets + 1))


def test_a_booklet_fills_its_sheets_and_puts_two_pages_on_each_side() -> None:
    options = make_options(style="booklet", trim="a5")
    book = lay_out(options, [make_section("All", [(6, 6)] * 9)])
    assert len(book.pages) % 4 == 0
    assert book.pages[-1].role is PageRole.BLANK
    stream = io.BytesIO()
    write_book(book, stream)
    with pikepdf.open(stream) as document:
        assert len(document.pages) == len(book.pages) // 2
        box = [float(side) for side in document.pages[0].mediabox]
        assert box == pytest.approx([0, 0, 2 * 148 / 25.4 * 72, 210 / 25.4 * 72], abs=0.02)
        texts = page_texts(document)
    for side, text in zip(saddle_stitch(len(book.pages)), texts, strict=True):
        folios = {page for page in side if book.pages[page - 1].role is PageRole.ANSWERS}
        assert {str(page) for page in folios} <= set(text)


def test_a_booklet_for_the_screen_is_in_reading_order() -> None:
    book = lay_out(
        make_options(style="booklet", trim="a5", profile="screen"), [make_section("All", [(6, 6)])]
    )
    stream = io.BytesIO()
    write_book(book, stream)
    with pikepdf.open(stream) as document:
        assert len(document.pages) == len(book.pages)
        assert "/Outlines" in document.Root


def test_a_booklet_does_not_ask_printers_and_has_no_bleed() -> None:
    book = lay_out(
        make_options(style="booklet", trim="half-letter"), [make_section("All", [(6, 6)])]
    )
    assert book.warnings == ()
    with refused(ConfigError):
        make_options(style="booklet", bleed=True).check()


def test_sheets_too_large_for_a_desk_are_a_warning() -> None:
    book = lay_out(make_options(style="booklet", trim="6x9"), [make_section("All", [(6, 6)])])
    assert book.warnings == (
        "the booklet's sheets of 305 x 229 mm are larger than the letter or a4 paper of a desk "
        'printer; its trim "half-letter" or "a5" fits',
    )
