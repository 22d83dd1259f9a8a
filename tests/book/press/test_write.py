import io
from dataclasses import replace
from typing import Literal

import pikepdf
import pytest

from pipeline.book import Book, lay_out, write_book
from pipeline.model import Band, ConfigError
from pipeline.pdf.document import open_pdf, read_document
from pipeline.scene import Polyline, Role
from tests.book.pdf_text import page_texts
from tests.book.sample import make_options, make_section
from tests.known import the
from tests.refusals import refused


@pytest.fixture(scope="module")
def book() -> Book:
    return lay_out(
        make_options(),
        [
            make_section("First Steps", [(6, 6)] * 7, Band.EASY),
            make_section("Winding Ways", [(8, 8), (9, 7), (12, 12)], Band.MEDIUM, seed=2),
        ],
    )


def written(book: Book, profile: Literal["print", "screen"] = "print") -> bytes:
    stream = io.BytesIO()
    write_book(replace(book, options=replace(book.options, profile=profile)), stream)
    return stream.getvalue()


@pytest.fixture(scope="module")
def printed(book: Book) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(written(book)))


def test_pages_are_all_there_and_have_the_trim(book: Book, printed: pikepdf.Pdf) -> None:
    assert len(printed.pages) == len(book.pages)
    for page in printed.pages:
        assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 612, 792], abs=0.01)


def test_every_font_is_embedded(printed: pikepdf.Pdf) -> None:
    descriptors = [
        font["/FontDescriptor"]
        for page in printed.pages
        for font in page.resources.get("/Font", {}).values()
    ]
    assert descriptors
    assert all("/FontFile2" in descriptor for descriptor in descriptors)


def test_print_profile_has_nothing_that_printers_refuse(printed: pikepdf.Pdf) -> None:
    assert "/Outlines" not in printed.Root
    assert "/Metadata" not in printed.Root
    assert all("/Annots" not in page for page in printed.pages)


def test_each_puzzle_names_the_page_of_its_answer_and_back(
    book: Book, printed: pikepdf.Pdf
) -> None:
    texts = page_texts(printed)
    for place in book.placements:
        assert place.answer_page is not None
        on_puzzle_page = texts[place.puzzle_page - 1]
        at = [k for k, text in enumerate(on_puzzle_page) if text == str(place.number)]
        assert any(f"Answer on page {place.answer_page}" in on_puzzle_page[k : k + 5] for k in at)
        on_answer_page = texts[place.answer_page - 1]
        at = [k for k, text in enumerate(on_answer_page) if text == str(place.number)]
        assert any(on_answer_page[k + 1 : k + 2] == [f"page {place.puzzle_page}"] for k in at)


def test_screen_profile_links_both_ways(book: Book) -> None:
    screen = pikepdf.open(io.BytesIO(written(book, "screen")))
    assert "/Outlines" in screen.Root
    place = book.placements[0]
    assert place.answer_page is not None
    for page in (place.puzzle_page, place.answer_page):
        assert len(screen.pages[page - 1].Annots) >= 1
    assert str(screen.docinfo["/Title"]) == book.options.title


def test_equal_books_are_equal_bytes(book: Book) -> None:
    assert written(book) == written(book)


def test_the_finish_of_presses_is_only_for_print() -> None:
    book = lay_out(make_options(pdfx=True), [make_section("One", [(6, 6)])])
    with pikepdf.open(io.BytesIO(written(book))) as document:
        assert str(document.docinfo["/GTS_PDFXConformance"]) == "PDF/X-1a:2001"
        assert str(document.docinfo["/Title"]) == book.options.title
    with refused(ConfigError):
        make_options(pdfx=True, profile="screen").check()


def test_a_section_has_a_theme_of_its_own() -> None:
    plain, own = make_section("Plain", [(6, 6)] * 2), make_section("Own", [(6, 6)] * 2, seed=2)
    book = lay_out(make_options(printers=("kdp",)), [plain, replace(own, theme="cells")])
    answers = {place.answer_page for place in book.placements}
    assert len(answers) == 1  # of both sections on one page
    pdf = io.BytesIO(written(book))
    with open_pdf(pdf) as file:
        pages = read_document(file).pages
        coloured = {
            page.number for page in pages if "rgb" in {found.value for found, _ in page.spaces}
        }
        marks = book.pages[the(answers.pop()) - 1].scene.marks
    lines = [
        mark.ink.theme
        for mark in marks
        if isinstance(mark, Polyline) and mark.ink.role is Role.PATH
    ]
    assert lines.count("") == lines.count("cells") == len(lines) / 2
    assert coloured == {book.placements[0].answer_page}, "where lines are drawn"


@pytest.mark.parametrize(("printers", "space"), [(("kdp", "lulu"), "rgb"), (("ingram",), "cmyk")])
def test_colours_are_written_as_the_printers_take_them(
    printers: tuple[str, ...], space: str
) -> None:
    section = make_section("All", [(6, 6)] * 2)
    book = lay_out(make_options(theme="cells", printers=printers), [section])
    with open_pdf(io.BytesIO(written(book))) as file:
        pages = read_document(file).pages
    spaces = {found.value for page in pages for found, _ in page.spaces}
    assert spaces == {"gray", space}
    assert 1.0 < max(page.most_coverage for page in pages) <= 2.4 or space == "rgb"
