"""Every rule on a file that keeps it and on one that breaks it, and it alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from pipeline.model import ConfigError, StoreError
from pipeline.pdf.values import LONGEST_STREAM
from pipeline.preflight.check_book import Expected
from pipeline.preflight.preflight import Criteria, preflight
from pipeline.preflight.specs import load_services
from tests.known import as_a
from tests.preflight import pdfs
from tests.preflight.pdfs import HEIGHT, PAGES, TITLE, WIDTH, broken, judge, make_pdf, spoil
from tests.refusals import refused

Spoiler = Callable[[Path], Path]


def painting(*extra: pdfs.Painter, page: int = 5) -> Spoiler:
    """Return a book with something extra on one page."""

    def only(canvas: Any, number: int) -> None:
        for one in extra if number == page else ():
            one(canvas, number)

    return lambda path: make_pdf(path, only)


def changing(change: Callable[[pikepdf.Pdf], Any], **saving: Any) -> Spoiler:
    """Return the plain book with a change of its objects."""
    return lambda path: spoil(make_pdf(path), change, **saving)


def _image(canvas: Any, _: int) -> None:
    canvas.drawImage(ImageReader(Image.new("L", (100, 100), 90)), 100, 100, 144, 144)


def _soft_image(canvas: Any, _: int) -> None:
    picture = Image.new("RGBA", (300, 300), (0, 0, 0, 128))
    canvas.drawImage(ImageReader(picture.convert("LA")), 100, 100, 72, 72, mask="auto")


def _faint(canvas: Any, _: int) -> None:
    canvas.setFillAlpha(0.5)
    canvas.rect(100, 100, 50, 50, stroke=0, fill=1)


def _hidden(canvas: Any, _: int) -> None:
    words = canvas.beginText(100, 100)
    words.setTextRenderMode(3)
    words.textOut("nobody sees this")
    canvas.drawText(words)
    words = canvas.beginText(0, 0)
    words.setTextRenderMode(0)
    canvas.drawText(words)


def _link(canvas: Any, _: int) -> None:
    canvas.linkURL("https://example.org", (100, 100, 200, 120))


def _blank_from(first: int, last: int) -> Spoiler:
    def page(canvas: Any, number: int) -> None:
        if not first <= number <= last:
            pdfs.plain_page(canvas, number)

    return lambda path: make_pdf(path, page=page)


def _numbered(words: Callable[[int], str]) -> Spoiler:
    def page(canvas: Any, number: int) -> None:
        pdfs.text(canvas, 90, 500, TITLE if number == 1 else "Words", 14)
        pdfs.folio(canvas, number, words(number))

    return lambda path: make_pdf(path, page=page)


def _resize(pdf: pikepdf.Pdf) -> None:
    pdf.pages[6].MediaBox = [0, 0, WIDTH, HEIGHT + 20]
    pdf.pages[6].TrimBox = [0, 0, WIDTH, HEIGHT + 20]


def _no_trim(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        del page.obj["/TrimBox"]


def _crop(pdf: pikepdf.Pdf) -> None:
    pdf.pages[3].TrimBox = [-10, 0, WIDTH, HEIGHT]


def _layer(pdf: pikepdf.Pdf) -> None:
    layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="notes"))
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]), D=pikepdf.Dictionary())


def _script(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")


def _outline(pdf: pikepdf.Pdf) -> None:
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Chapter", 0))


def _turn(pdf: pikepdf.Pdf) -> None:
    pdf.pages[4].Rotate = 90


def _endless(pdf: pikepdf.Pdf) -> None:
    pdf.pages[6].contents_add(b"q " * (LONGEST_STREAM // 2))


LOCKED = pikepdf.Encryption(owner="owner", user="")

BAD: dict[str, tuple[str, Spoiler, set[str]]] = {
    # name: (printer, the book, every rule that it breaks)
    "few pages": ("kdp", lambda p: make_pdf(p, pages=22), {"pages"}),
    "odd pages": ("kdp", lambda p: make_pdf(p, pages=33), {"even"}),
    "blanks": ("kdp", _blank_from(10, 13), {"blank"}),
    "too narrow": ("kdp", lambda p: make_pdf(p, size=(3.5 * 72, 9 * 72)), {"size", "safe"}),
    "endless drawing": ("kdp", changing(_endless), {"content"}),
    "one size differs": ("kdp", changing(_resize), {"size", "alike"}),
    "turned page": ("kdp", changing(_turn), {"size", "alike"}),
    "no trim box": ("ingram", changing(_no_trim), {"boxes"}),
    "trim box outside": ("ingram", changing(_crop), {"boxes"}),
    "text in the gutter": (
        "kdp", painting(lambda c, n: pdfs.text(c, 20, 200, "Inside", 10)), {"safe"}
    ),
    "text at the fore-edge": (
        "kdp", painting(lambda c, n: pdfs.text(c, WIDTH - 40, 200, "Wide", 10)), {"safe"}
    ),
    "line at the head": (
        "kdp", painting(lambda c, n: c.line(100, HEIGHT - 10, 200, HEIGHT - 10)), {"safe"}
    ),
    "art to the edge": (
        "kdp", painting(lambda c, n: c.rect(100, 0, 50, 60, stroke=0, fill=1)), {"safe", "bleed"}
    ),
    "standard font": (
        "kdp",
        painting(lambda c, n: (c.setFont("Helvetica", 11), c.drawString(100, 200, "Not here"))),
        {"fonts"},
    ),
    "small type": ("kdp", painting(lambda c, n: pdfs.text(c, 100, 200, "tiny", 6.5)), {"type"}),
    "small by matrix": (
        "kdp",
        painting(lambda c, n: c.scale(0.5, 0.5), lambda c, n: pdfs.text(c, 200, 400, "tiny", 12)),
        {"type"},
    ),
    "thin line": (
        "kdp",
        painting(lambda c, n: (c.setLineWidth(0.5), c.line(100, 200, 200, 200))),
        {"line"},
    ),
    "thin bar": (
        "kdp", painting(lambda c, n: c.rect(100, 200, 90, 0.4, stroke=0, fill=1)), {"line"}
    ),
    "hairline": (
        "ingram", painting(lambda c, n: (c.setLineWidth(0), c.line(100, 200, 200, 200))), {"line"}
    ),
    "red ink": (
        "ingram",
        painting(lambda c, n: (c.setFillColorRGB(1, 0, 0), c.rect(99, 99, 40, 40, 0, 1))),
        {"colour"},
    ),
    "four inks": (
        "lulu",
        painting(lambda c, n: (c.setFillColorCMYK(0, 1, 1, 0), c.rect(99, 99, 40, 40, 0, 1))),
        {"colour"},
    ),
    "pale grey": (
        "kdp",
        painting(lambda c, n: (c.setFillGray(0.95), c.rect(99, 99, 40, 40, 0, 1))),
        {"tint"},
    ),
    "coarse image": ("kdp", painting(_image), {"image"}),
    "soft mask": ("ingram", painting(_soft_image), {"transparency"}),
    "opacity": ("ingram", painting(_faint), {"transparency"}),
    "layers": ("kdp", changing(_layer), {"layers"}),
    "hidden text": ("kdp", painting(_hidden), {"hidden"}),
    "white text": (
        "kdp",
        painting(lambda c, n: c.setFillGray(1), lambda c, n: pdfs.text(c, 90, 200, "unseen", 11)),
        {"covered"},
    ),
    "line under a box": (
        "kdp",
        painting(
            lambda c, n: (
                c.line(100, 200, 200, 200), c.setFillGray(1), c.rect(90, 190, 120, 20, 0, 1)
            )
        ),
        {"covered"},
    ),
    "encrypted": ("kdp", changing(lambda pdf: None, encryption=LOCKED), {"encryption"}),
    "link": ("kdp", painting(_link), {"annotations"}),
    "bookmarks": ("kdp", changing(_outline), {"outline"}),
    "metadata": (
        "kdp", changing(lambda pdf: pdf.docinfo.update({"/Title": TITLE})), {"metadata"}
    ),
    "script": ("kdp", changing(_script), {"active"}),
    "unnumbered": ("kdp", _numbered(lambda n: "—"), {"numbering"}),
    "number repeated": (
        "kdp", _numbered(lambda n: str(n if n != 9 else 8)), {"numbering"}
    ),
    "odd on the left": ("kdp", _numbered(lambda n: str(n + 1)), {"numbering"}),
    "other title": (
        "kdp", painting(lambda c, n: pdfs.text(c, 90, 500, "Lines That Met", 20)), {"title"}
    ),
    "wrong check digit": (
        "kdp",
        painting(lambda c, n: pdfs.text(c, 90, 200, "ISBN 978-3-16-148410-1", 11)),
        {"isbn"},
    ),
    "leftover": (
        "kdp", painting(lambda c, n: pdfs.text(c, 90, 200, "Lorem ipsum dolor", 11)),
        {"placeholder"},
    ),
    "page that is not there": (
        "kdp", painting(lambda c, n: pdfs.text(c, 90, 200, "More on page 99.", 11)),
        {"references"},
    ),
}  # fmt: skip


def test_a_plain_book_passes_for_everyone(tmp_path: Path) -> None:
    report = judge(make_pdf(tmp_path / "good.pdf"), title=TITLE, isbn=pdfs.ISBN)
    assert broken(report) == set()
    assert report.pages == PAGES
    by_page = {f.rule for f in report.findings if f.page == 7}
    assert {"size", "safe", "fonts", "type", "line", "colour", "image"} <= by_page


@pytest.mark.part(5)
@pytest.mark.parametrize("name", BAD)
def test_a_breach_is_found_and_nothing_else(name: str, tmp_path: Path) -> None:
    printer, make, rules = BAD[name]
    assert broken(judge(make(tmp_path / "bad.pdf"), printer)) == rules


def test_every_rule_has_a_bad_book() -> None:
    judged = {rule for _, _, rules in BAD.values() for rule in rules}
    known = set(load_services(["kdp"])[0].rules)
    # trim marks, size in MB, ink and bleed have tests below, content in test_dossier.py
    assert known - judged <= {"marks", "file", "ink", "mass_produced", "same_content"}


def test_pdfx_fails_the_rule_on_metadata_with_the_reason(tmp_path: Path) -> None:
    def mark(pdf: pikepdf.Pdf) -> None:
        pdf.docinfo["/Title"] = TITLE
        pdf.Root.OutputIntents = [pikepdf.Dictionary(S=pikepdf.Name.GTS_PDFX)]

    report = judge(changing(mark)(tmp_path / "pdfx.pdf"))
    wrong = [(f.printer, f.rule) for f in report.findings if f.outcome != "passed"]
    assert wrong == [("kdp", "metadata")]
    (finding,) = [f for f in report.findings if f.outcome != "passed"]
    assert "PDF/X-1a asks for a title" in finding.measured


def test_a_file_over_the_limit_is_found(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "heavy.pdf")
    with path.open("r+b") as file:  # a sparse file: comments after the end, 651 MB of them
        file.seek(651_000_000)
        file.write(path.read_bytes()[-40:])
    report = judge(path, "kdp")
    assert broken(report) == {"file"}
    (finding,) = [one for one in report.findings if one.rule == "file"]
    assert finding.measured == "651.0 MB"


def test_trim_marks_are_found(tmp_path: Path) -> None:
    def page(canvas: Any, number: int) -> None:
        canvas.translate(20, 20)
        pdfs.plain_page(canvas, number)
        canvas.translate(-20, -20)
        canvas.line(20, 2, 20, 14)
        canvas.setTrimBox((20, 20, 20 + WIDTH, 20 + HEIGHT))

    size = (WIDTH + 40, HEIGHT + 40)
    path = make_pdf(tmp_path / "marks.pdf", page=page, size=size)
    assert broken(judge(path, "kdp")) == {"marks", "size"}


def _bleeding(trim: bool, reach: float) -> Spoiler:
    """Return a book whose pages bleed by an eighth, with art that runs so far beyond the trim."""
    bleed = 0.125 * 72

    def page(canvas: Any, number: int) -> None:
        x = 0 if number % 2 else bleed
        canvas.translate(x, bleed)
        pdfs.plain_page(canvas, number)
        edge = WIDTH + reach if number % 2 else -reach
        canvas.rect(min(edge, WIDTH / 2), 200, abs(edge - WIDTH / 2), 90, stroke=0, fill=1)
        if trim:
            canvas.setTrimBox((x, bleed, x + WIDTH, bleed + HEIGHT))

    size = (WIDTH + bleed, HEIGHT + 2 * bleed)
    return lambda path: make_pdf(path, page=page, size=size, trim=trim)


@pytest.mark.parametrize("trim", [True, False])
def test_art_that_runs_off_the_page_passes(tmp_path: Path, trim: bool) -> None:
    path = _bleeding(trim, 0.125 * 72)(tmp_path / "bleed.pdf")
    assert broken(judge(path, "kdp")) == (set() if trim else {"boxes"})


def test_art_that_stops_short_of_the_bleed_does_not(tmp_path: Path) -> None:
    path = _bleeding(True, 0.02 * 72)(tmp_path / "short.pdf")
    assert broken(judge(path, "kdp")) == {"bleed"}


def test_a_locked_file_is_judged_by_that_alone(tmp_path: Path) -> None:
    locked = pikepdf.Encryption(owner="owner", user="user")
    report = judge(changing(lambda pdf: None, encryption=locked)(tmp_path / "locked.pdf"))
    assert {finding.rule for finding in report.findings} == {"encryption"}
    assert {finding.measured for finding in report.findings} == {"locked"}


@pytest.mark.parametrize("data", [b"", b"no PDF at all", b"%PDF-1.4\n%%EOF\n"])
def test_what_is_no_pdf_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(data)
    with refused(StoreError):
        judge(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with refused(StoreError):
        judge(tmp_path / "missing.pdf")


def test_unknown_printers_and_papers_are_refused(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "good.pdf", pages=2)
    with refused(ConfigError):
        judge(path, "nobody")
    with refused(ConfigError):
        preflight(path, Criteria(printers=("kdp",), paper="newsprint"))


def test_figures_can_be_overridden_and_printers_added(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "good.pdf")
    own = tmp_path / "own.toml"
    own.write_text(
        "[printers.kdp]\ntype_pt = 10.0\n"
        '[printers.kdp.rules.type]\nlevel = "warn"\nsource = "a letter of theirs"\n'
        '[printers.corner]\ntitle = "The shop at the corner"\nchecked = "2026-11"\n'
        'source = "asked"\nedge = 1.0\nedge_with_bleed = 1.0\nbleed = 0.125\n'
        "gutter = [[400, 1.0]]\npages = [4, 400]\ntrim_pages = {}\nline_pt = 0.25\ntype_pt = 6.0\n"
    )
    report = preflight(path, Criteria(printers=("kdp", "corner"), printers_file=own))
    wrong = {(f.printer, f.rule, f.outcome, f.source) for f in report.findings
             if f.outcome != "passed"}  # fmt: skip
    assert wrong == {
        ("kdp", "type", "warned", "a letter of theirs"),
        ("corner", "safe", "failed", "asked"),
    }


def test_the_configuration_is_compared(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "good.pdf")
    report = judge(path, "kdp", title="Another Book", author="Nobody", isbn="979-8-88645-174-0")
    assert broken(report) == {"title", "author", "isbn"}
    order = Criteria(printers=("kdp",), trim_mm=(203.2, 254.0))
    assert "size" in broken(preflight(path, order))


def test_a_report_is_words_and_json(tmp_path: Path) -> None:
    def small(canvas: Any, number: int) -> None:
        if number in (4, 5, 9):
            pdfs.text(canvas, 100, 200, "tiny", 6)

    report = judge(make_pdf(tmp_path / "bad.pdf", small), "kdp")
    (line,) = [line for line in report.lines() if "failed  type" in line]
    assert "pages 4-5, 9: 6.00 pt" in line
    assert "expected 7 pt or more" in line
    assert "G202145450" in line
    full = [line for line in report.lines(is_full=True) if "  type  " in line]
    assert len(full) == PAGES
    assert all("G202145450" in line for line in full)
    found = [f for f in as_a(list, report.as_json()["findings"]) if f["outcome"] == "failed"]
    assert [f["page"] for f in found] == [4, 5, 9]
    assert {f["limit"] for f in found} == {"7 pt or more"}


def test_spreads_are_reported_and_their_text_is_not_judged(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "spread.pdf", size=(2 * WIDTH, HEIGHT))
    report = judge(path, "kdp")
    assert {finding.rule for finding in report.findings if finding.printer == "book"} == {"spreads"}
    assert {"size", "spreads"} <= broken(report)


def test_a_title_with_braces_is_no_leftover_where_it_is_meant(tmp_path: Path) -> None:
    title = "The {secret} Path"

    def paint(canvas: Any, number: int) -> None:
        canvas.setFont(pdfs.FONT, 20)
        canvas.drawString(150, 400, title)

    path = pdfs.make_pdf(tmp_path / "braces.pdf", paint)
    for expected, outcome in (
        (Expected(title=title), "passed"),
        (Expected(titles=("Another", title)), "passed"),
        (Expected(title="The {open} Path"), "failed"),
        (Expected(), "failed"),
    ):
        report = preflight(path, Criteria(expected=expected))
        assert report.worst("book", "placeholder") == outcome


@pytest.mark.parametrize(
    "words", ["Volume {volume}", "Volume {Volume 1}", "{ volume }", "{a|of two lines}"]
)
def test_a_field_that_was_not_filled_in_is_found(words: str, tmp_path: Path) -> None:
    """Also in the file's own title, with capitals or blanks, and broken over two lines."""

    def paint(canvas: Any, number: int) -> None:
        canvas.setTitle(words)
        canvas.setFont(pdfs.FONT, 20)
        for line, text in enumerate(words.split("|")):
            canvas.drawString(150, 400 - 22 * line, text)

    path = pdfs.make_pdf(tmp_path / "field.pdf", paint, pages=1)
    report = preflight(path, Criteria(expected=Expected(title="Volume 1")))
    assert report.worst("book", "placeholder") == "failed"


@pytest.mark.parametrize(
    ("inks", "outcome"), [((1, 1, 0.2, 0), "passed"), ((1, 1, 1, 0.5), "warned")]
)
def test_too_much_ink_on_a_spot_is_found(
    inks: tuple[float, ...], outcome: str, tmp_path: Path
) -> None:
    def paint(canvas: Any, number: int) -> None:
        canvas.setFillColorCMYK(*inks)
        canvas.rect(150, 300, 80, 80, stroke=0, fill=1)

    report = judge(pdfs.make_pdf(tmp_path / "inks.pdf", paint))
    assert report.worst("kdp", "ink") == outcome


@pytest.mark.parametrize("name", ["Your Name", "Ihr Name", "Votre nom", "Your Press"])
def test_a_name_that_a_template_left_to_fill_in_is_found_though_it_is_the_author(
    name: str, tmp_path: Path
) -> None:
    def paint(canvas: Any, number: int) -> None:
        canvas.setFont(pdfs.FONT, 20)
        canvas.drawString(150, 400, f"by {name}")

    path = pdfs.make_pdf(tmp_path / "named.pdf", paint, pages=1)
    report = preflight(path, Criteria(expected=Expected(title="Lines", author=name)))
    assert report.worst("book", "placeholder") == "failed"
