import io

import pikepdf

from pipeline.model import RenderError
from pipeline.render.pdf import write_pdf
from pipeline.render.pdf_finish import CONDITION, finish_pdfx
from pipeline.render.theme import get_theme
from pipeline.scene import Ink, Label, Line, Role, Scene
from tests.refusals import refused

PAGE = Scene(
    100,
    80,
    (Label("Paths", (50, 20), 5, Ink(Role.TEXT)), Line((10, 40), (90, 40), 1, Ink(Role.PATH, 1))),
)


def finished(theme: str = "mono") -> bytes:
    draft, target = io.BytesIO(), io.BytesIO()
    write_pdf([PAGE, PAGE], draft, get_theme(theme))
    finish_pdfx(draft, target, "Paths")
    return target.getvalue()


def test_the_file_says_what_presses_look_for() -> None:
    data = finished()
    assert data.startswith(b"%PDF-1.3")
    with pikepdf.open(io.BytesIO(data)) as document:
        info = document.docinfo
        assert str(info["/GTS_PDFXVersion"]) == "PDF/X-1:2001"
        assert str(info["/GTS_PDFXConformance"]) == "PDF/X-1a:2001"
        assert str(info["/Title"]) == "Paths"
        assert info["/Trapped"] == pikepdf.Name("/False")
        assert {"/CreationDate", "/ModDate"} <= set(info.keys())
        [intent] = document.Root.OutputIntents
        assert pikepdf.Name("/GTS_PDFX") == intent.S
        assert str(intent.OutputConditionIdentifier) == CONDITION
        assert "/ID" in document.trailer
        assert "/Encrypt" not in document.trailer
        assert "/Metadata" not in document.Root
        for page in document.pages:
            assert "/TrimBox" in page
            assert "/Trans" not in page
            assert "/Annots" not in page


def test_equal_books_are_finished_equally() -> None:
    assert finished() == finished()


def test_colour_is_refused() -> None:
    with refused(RenderError):
        finished("colour")


def test_a_page_without_a_trim_box_is_refused() -> None:
    draft = io.BytesIO()
    with pikepdf.new() as document:
        document.add_blank_page()
        document.save(draft)
    with refused(RenderError):
        finish_pdfx(draft, io.BytesIO(), "Paths")
