"""Imposed booklets are unfolded: judged page by page, in the order in which they are read."""

from pathlib import Path

import pikepdf
import pytest

from pipeline.book import lay_out, write_book
from pipeline.book.press.geometry import saddle_stitch
from pipeline.config.book_options import Parts
from pipeline.model import StoreError
from pipeline.pdf.document import LockedPdfError, is_booklet, open_pdf
from pipeline.pdf.measure import logical_pages
from pipeline.preflight.check_book import Expected
from pipeline.preflight.preflight import Criteria, preflight
from tests.book.sample import make_options, make_section
from tests.pages import pages_of
from tests.preflight import pdfs
from tests.refusals import refused

TITLE = "Pocket Paths"


@pytest.fixture(scope="module")
def booklet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = make_options(title=TITLE, style="booklet", trim="a5", parts=Parts(half_title=True))
    path = tmp_path_factory.mktemp("booklet") / "booklet.pdf"
    with path.open("wb") as stream:
        write_book(lay_out(options, [make_section("All", [(6, 6)] * 9)]), stream)
    return path


def test_a_booklet_is_unfolded_and_passes(booklet: Path) -> None:
    report = preflight(booklet, Criteria(expected=Expected(TITLE, None, None)))
    with pikepdf.open(booklet) as pdf:
        assert report.pages == 2 * len(pdf.pages)
    assert set(report.printers) == {"desk"}
    assert {finding.outcome for finding in report.findings} == {"passed"}
    (spreads,) = [finding for finding in report.findings if finding.rule == "spreads"]
    assert f"unfolded to {report.pages} pages" in spreads.measured
    assert {f.measured for f in report.findings if f.rule == "size"} == {"148.0 x 210.0 mm"}


def test_what_crosses_the_fold_is_found_on_both_pages(booklet: Path, tmp_path: Path) -> None:
    path = tmp_path / "spoilt.pdf"
    with pikepdf.open(booklet) as pdf:
        page = pdf.pages[1]  # the back of the first sheet: pages 2 and the last but two
        page.contents_add(pdf.make_stream(b"1 w 380 300 m 460 300 l S"), prepend=False)
        last = 2 * len(pdf.pages)
        pdf.save(path)
    report = preflight(path)
    wrong = {(f.rule, f.page) for f in report.findings if f.outcome == "failed"}
    assert wrong == {("safe", 2), ("safe", last - 2 + 1)}


def test_a_print_service_that_is_named_takes_no_spreads(booklet: Path) -> None:
    report = preflight(booklet, Criteria(printers=("kdp",), trim_mm=(148.0, 210.0)))
    failed = {f.rule for f in report.findings if f.outcome == "failed"}
    assert "size" in failed
    (spreads,) = [finding for finding in report.findings if finding.printer == "book"]
    assert (spreads.rule, spreads.outcome) == ("spreads", "warned")


def test_pages_in_order_are_no_booklet(tmp_path: Path) -> None:
    for size in ((11 * 72, 8.5 * 72), (6 * 72, 9 * 72)):
        with open_pdf(pdfs.make_pdf(tmp_path / f"{size[0]}.pdf", size=size)) as file:
            assert not is_booklet(file, saddle_stitch)


def test_a_locked_file_and_an_unreadable_one_have_different_errors(tmp_path: Path) -> None:
    path = pdfs.make_pdf(tmp_path / "open.pdf")
    with pikepdf.open(path) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(owner="a", user="b"))
    with pytest.raises(LockedPdfError, match="found a locked one"):
        pages_of(tmp_path / "locked.pdf")
    with refused(StoreError):
        pages_of(tmp_path / "none.pdf")


def test_halves_are_pages_with_boxes_of_their_own(booklet: Path) -> None:
    with pikepdf.open(booklet) as pdf:
        found = list(logical_pages(pdf, saddle_stitch))
        assert [logical.number for logical in found] == list(range(1, 2 * len(pdf.pages) + 1))
        width = float(pdf.pages[0].mediabox[2]) / 2
    assert all(
        float(logical.page.mediabox[2]) - float(logical.page.mediabox[0]) == pytest.approx(width)
        for logical in found
    )
    texts = [
        " ".join(piece.text for piece in page.pieces) for page in pages_of(booklet, saddle_stitch)
    ]
    assert texts[0] == TITLE
