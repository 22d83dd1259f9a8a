"""PDFs of other programs and damaged ones are judged, or refused without a traceback."""

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from pipeline.model import PipelineError
from pipeline.pdf.document import open_pdf, read_pages
from pipeline.preflight.check_book import largest_words
from pipeline.preflight.preflight import preflight
from tests.pages import pages_of
from tests.preflight import pdfs

Maker = Callable[[Path], object]


def failed(path: Path) -> set[str]:
    return {finding.rule for finding in preflight(path).findings if finding.outcome == "failed"}


def refusal(read: Callable[[Path], object], path: Path) -> str | None:
    """Return the name of the file if reading is refused with it, None if it is read."""
    try:
        read(path)
    except PipelineError as error:
        return path.name if path.name in str(error) else str(error)
    return None


def _plain_canvas(path: Path) -> None:
    canvas: Any = Canvas(str(path))
    for number in range(1, 33):
        canvas.drawString(100, 700, f"Some words of page {number}")
        canvas.showPage()
    canvas.save()


def _form(path: Path) -> None:
    stream = io.BytesIO()
    canvas: Any = Canvas(stream)
    canvas.acroForm.textfield(name="a", x=100, y=100)
    canvas.showPage()
    canvas.save()
    path.write_bytes(stream.getvalue())


def _image(mode: str) -> Maker:
    from PIL import Image

    def make(path: Path) -> None:
        image = Image.new(mode, (300, 400))
        image.save(path, save_all=True, append_images=[image])

    return make


def _plot(path: Path) -> None:
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.figure import Figure

    figure = Figure()
    FigureCanvasPdf(figure)
    axes = figure.add_subplot()
    axes.plot([1, 2, 3], alpha=0.5, label=r"$\alpha_i$")
    axes.bar([0, 1], [1, 2], hatch="//")
    axes.imshow([[1, 2], [3, 4]])
    figure.savefig(path)


def saved(**options: Any) -> Maker:
    """Return a maker of the plain book, written by pikepdf with these options."""

    def make(path: Path) -> None:
        pdfs.make_pdf(path)
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            pdf.save(path, **options)

    return make


FOREIGN: dict[str, tuple[Maker, set[str]]] = {
    # name: (the file, every rule that it fails for some printer)
    "a bare canvas": (_plain_canvas, {"fonts", "boxes"}),
    "form fields": (_form, {"active", "annotations", "boxes", "fonts", "pages"}),
    "a plot": (_plot, {"boxes", "colour", "image", "pages", "safe", "size", "transparency"}),
    "a grey picture": (
        _image("L"), {"bleed", "boxes", "image", "metadata", "pages", "safe", "size", "title"}
    ),
    "a picture with a palette": (
        _image("P"),
        {"bleed", "boxes", "colour", "image", "metadata", "pages", "safe", "size", "title"},
    ),
    "a picture with opacity": (
        _image("RGBA"),
        {"bleed", "boxes", "image", "metadata", "pages", "safe", "size", "title", "transparency"},
    ),
    "object streams": (saved(object_stream_mode=pikepdf.ObjectStreamMode.generate), set()),
    "linearized": (saved(linearize=True), set()),
    "PDF 1.3": (saved(force_version="1.3"), set()),
    "PDF 2.0": (saved(force_version="2.0"), set()),
    "readable": (saved(qdf=True), set()),
    "AES": (saved(encryption=pikepdf.Encryption(owner="a", user="", R=6)), {"encryption"}),
    "RC4": (
        saved(encryption=pikepdf.Encryption(owner="a", user="", R=3, aes=False, metadata=False)),
        {"encryption"},
    ),
}  # fmt: skip


@pytest.mark.part(3)
@pytest.mark.parametrize("name", FOREIGN)
def test_files_of_other_programs_are_judged(name: str, tmp_path: Path) -> None:
    make, rules = FOREIGN[name]
    make(tmp_path / "foreign.pdf")
    assert failed(tmp_path / "foreign.pdf") == rules


def _page(change: Callable[[Any], object]) -> Callable[[pikepdf.Pdf], object]:
    return lambda pdf: change(pdf.pages[0].obj)


def _fonts(page: Any) -> None:
    for font in dict(page.Resources.Font).values():
        font["/Widths"] = pikepdf.Name.A
        font["/Encoding"] = 3
        font["/FontDescriptor"] = 5


def _loop(pdf: pikepdf.Pdf) -> None:
    entry = pdf.make_indirect(pikepdf.Dictionary(Title="again"))
    entry["/Next"] = entry
    pdf.Root["/Outlines"] = pikepdf.Dictionary(First=entry)


def _strange_root(pdf: pikepdf.Pdf) -> None:
    pdf.Root["/Names"] = 3
    pdf.Root["/AcroForm"] = pikepdf.Array([])
    pdf.Root["/OCProperties"] = pikepdf.Name.A
    pdf.Root["/OutputIntents"] = 4
    pdf.Root["/Outlines"] = pikepdf.Array([])
    pdf.trailer["/Info"] = pdf.make_indirect(pikepdf.Array([1]))


def _garbage(pdf: pikepdf.Pdf) -> None:
    content = b"q q Q Q Q BT (x) Tj ET <</A >> foo [ 1 ( BT /F1 1e400 Tf 1 0 0 1 nan 0 cm /X Do"
    pdf.pages[0].obj["/Contents"] = pdf.make_stream(content)


def _zero_boxes(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        page.obj["/MediaBox"] = pikepdf.Array([0, 0, 0, 0])


SPOILT: dict[str, Callable[[pikepdf.Pdf], object]] = {
    "no contents": _page(lambda page: page.__delitem__("/Contents")),
    "no resources": _page(lambda page: page.__delitem__("/Resources")),
    "box of two": _page(lambda page: page.__setitem__("/MediaBox", pikepdf.Array([0, 0]))),
    "box the wrong way": _page(
        lambda page: page.__setitem__("/MediaBox", pikepdf.Array([432, 648, 0, 0]))
    ),
    "trim box of a word": _page(lambda page: page.__setitem__("/TrimBox", pikepdf.Name.Large)),
    "empty boxes": _zero_boxes,
    "turned by a word": _page(lambda page: page.__setitem__("/Rotate", pikepdf.Name.Left)),
    "unit of a word": _page(lambda page: page.__setitem__("/UserUnit", pikepdf.Name.Inch)),
    "annotations of numbers": _page(
        lambda page: page.__setitem__("/Annots", pikepdf.Array([1, pikepdf.Name.X]))
    ),
    "a number for annotations": _page(lambda page: page.__setitem__("/Annots", 7)),
    "a number for a group": _page(lambda page: page.__setitem__("/Group", 5)),
    "broken fonts": _page(_fonts),
    "a number for a font": _page(
        lambda page: page.Resources.__setitem__("/Font", pikepdf.Dictionary(F1=7))
    ),
    "garbage": _garbage,
    "outline in a circle": _loop,
    "strange root": _strange_root,
}


@pytest.mark.parametrize("name", SPOILT)
def test_damaged_files_are_judged_or_refused(name: str, tmp_path: Path) -> None:
    path = pdfs.make_pdf(tmp_path / "spoilt.pdf", pages=4)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        SPOILT[name](pdf)
        pdf.save(path)
    for read in (preflight, pages_of):
        assert refusal(read, path) in (None, "spoilt.pdf")


def test_flipped_bytes_end_in_no_trace(tmp_path: Path) -> None:
    source = tmp_path / "good.pdf"
    pdfs.make_pdf(source, pages=3)
    with pikepdf.open(source, allow_overwriting_input=True) as pdf:
        pdf.save(source, qdf=True)
    good = source.read_bytes()
    head = good.index(b"stream")  # the fonts that follow are long and seldom looked at
    choose = random.Random(2026)
    path = tmp_path / "flipped.pdf"
    judged = 0
    for _ in range(40):
        data = bytearray(good)
        for _ in range(8):
            end = choose.choice((head, len(data)))
            data[choose.randrange(end)] = choose.choice(b"0159 <>[]()/RXa\xff")
        path.write_bytes(bytes(data))
        said = refusal(preflight, path)
        assert said in (None, "flipped.pdf")
        judged += said is None
    assert judged


@pytest.mark.parametrize(("head", "title"), [("Puzzle 1", "Small words"), ("Sudokus", "Sudokus")])
def test_a_numbered_puzzle_is_no_title(tmp_path: Path, head: str, title: str) -> None:
    path = tmp_path / "book.pdf"
    canvas: Any = Canvas(str(path))
    canvas.setFont("Helvetica", 30)
    canvas.drawString(100, 700, head)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(100, 600, "Small words")
    canvas.showPage()
    canvas.save()
    with open_pdf(path) as file:
        assert largest_words([page.pieces for page in read_pages(file)]) == title
