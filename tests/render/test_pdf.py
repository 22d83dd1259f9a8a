import io
import os
import re
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest

from pipeline.kinds.numberlink.draw import draw
from pipeline.model import RenderError
from pipeline.render.metadata import Metadata
from pipeline.render.pdf import Page, write_pdf
from pipeline.render.theme import THEMES, get_theme
from pipeline.scene import Align, Face, Ink, Label, Line, Link, Role, Scene
from tests.book.pdf_text import operations, page_texts
from tests.refusals import refused
from tests.scenes import every_mark, small_board

COLOURED = {"rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "gs", "Do"}


def _written(*pages: Page | Scene, **options: Any) -> tuple[bytes, pikepdf.Pdf]:
    stream = io.BytesIO()
    write_pdf(pages, stream, **options)
    return stream.getvalue(), pikepdf.open(io.BytesIO(stream.getvalue()))


def _fonts(document: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    for item in document.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font":
            yield item


def _operators(document: pikepdf.Pdf) -> set[str]:
    return {operator for page in document.pages for _, operator in operations(page)}


@pytest.mark.parametrize("name", THEMES)
def test_every_font_is_embedded_with_a_table_of_its_characters(name: str) -> None:
    _, document = _written(every_mark(), Scene(50, 50), theme=get_theme(name))
    fonts = list(_fonts(document))
    assert len({str(font["/BaseFont"]).split("+")[1] for font in fonts}) == len(Face)
    for font in fonts:
        assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]
        assert "/ToUnicode" in font


def test_a_page_without_type_names_no_helvetica() -> None:
    data, _ = _written(Scene(50, 50, (Line((0, 0), (9, 9), 1.0, Ink(Role.FRAME)),)))
    assert b"Helvetica" not in data


def test_mono_uses_grey_operators_only() -> None:
    _, document = _written(every_mark())
    operators = _operators(document)
    assert {"g", "G"} <= operators
    assert not operators & COLOURED


def test_colour_uses_rgb() -> None:
    _, document = _written(every_mark(), theme=get_theme("colour"))
    assert "RG" in _operators(document)


def test_no_line_is_thinner_than_printers_hold() -> None:
    hair = Line((0, 0), (9, 9), 0.05, Ink(Role.RULE))
    _, document = _written(Scene(50, 50, (hair,)), every_mark())
    widths = [
        float(operands[0])
        for page in document.pages
        for operands, operator in operations(page)
        if operator == "w"
    ]
    assert min(widths) == 0.75


def test_text_can_be_read_back_with_its_characters() -> None:
    words = "Größe, “Wort” – naïve fünf 17"
    label = Label(words, (5, 20), 4.0, Ink(Role.TEXT), Face.TEXT, Align.LEFT)
    _, document = _written(Scene(90, 50, (label,)))
    assert "".join(page_texts(document)[0]) == words


def test_numbers_of_a_board_can_be_read_back() -> None:
    clues, _ = small_board()
    _, document = _written(draw(clues, None, 10.0))
    assert page_texts(document)[0] == ["1", "2", "2", "1", "3", "3"]


def test_text_in_more_characters_than_one_subset_holds() -> None:
    words = "".join(
        chr(code) for code in [*range(0x21, 0x7F), *range(0xC0, 0x12C), *range(0x139, 0x166)]
    )
    label = Label(words, (5, 20), 4.0, Ink(Role.TEXT), Face.TEXT, Align.LEFT)
    _, document = _written(Scene(900, 50, (label,)))
    assert "".join(page_texts(document)[0]) == words


def test_a_page_has_the_size_of_its_scene_and_a_trim_box() -> None:
    _, document = _written(
        Scene(152.4, 228.6), Page(Scene(158.75, 234.95), trim=(0, 3.175, 155.575, 228.6))
    )
    first, second = document.pages
    assert [float(v) for v in first.MediaBox] == [0, 0, 432, 648]
    assert [float(v) for v in first.TrimBox] == [0, 0, 432, 648]
    assert [float(v) for v in second.MediaBox] == [0, 0, 450, 666]
    assert [float(v) for v in second.TrimBox] == [0, 9, 441, 657]


def test_the_document_names_title_and_author() -> None:
    about = Metadata(title="Größte Rätsel", author="Zoë Müller")
    _, document = _written(Scene(50, 50), metadata=about, language="de")
    assert str(document.docinfo["/Title"]) == "Größte Rätsel"
    assert str(document.docinfo["/Author"]) == "Zoë Müller"
    assert str(document.Root.Lang) == "de"
    assert b"ReportLab" not in document.docinfo.unparse()


def _linked() -> list[Page]:
    clues, solution = small_board()
    there, back = (Link(10, 10, 20, 5, target) for target in (2, 1))
    puzzle, answer = draw(clues, None, 10.0), draw(clues, solution, 10.0)
    return [
        Page(puzzle, outline="Puzzles", label="i", links=(there,)),
        Page(answer, outline="Answer", label="1", links=(back,)),
    ]


def test_print_has_no_outline_links_or_labels() -> None:
    _, document = _written(*_linked())
    for key in ("/Outlines", "/PageLabels", "/Dests", "/Names", "/Metadata"):
        assert key not in document.Root, key
    assert all("/Annots" not in page for page in document.pages)
    assert "/Encrypt" not in document.trailer


def test_screen_has_outline_links_and_labels() -> None:
    _, document = _written(*_linked(), is_for_screen=True)
    with document.open_outline() as outline:
        assert [entry.title for entry in outline.root] == ["Puzzles", "Answer"]
    assert [str(page.label) for page in document.pages] == ["i", "1"]
    (link,) = document.pages[0].Annots
    assert str(link.Subtype) == "/Link"
    height = float(document.pages[0].MediaBox[3])
    left, low, right, high = (float(v) for v in link.Rect)
    assert left == pytest.approx(28.35, abs=0.02)
    assert right - left == pytest.approx(56.69, abs=0.02)
    assert height - high == pytest.approx(28.35, abs=0.02)
    assert high - low == pytest.approx(14.17, abs=0.02)


def test_a_link_to_nowhere_is_refused() -> None:
    page = Page(Scene(50, 50), links=(Link(0, 0, 9, 9, 2),))
    with refused(RenderError):
        _written(page, is_for_screen=True)


def test_a_book_without_pages_is_refused() -> None:
    with refused(RenderError):
        _written()


def test_a_missing_character_is_refused_and_nothing_is_written() -> None:
    stream = io.BytesIO()
    bad = Scene(50, 50, (Label("א", (9, 9), 4.0, Ink(Role.TEXT)),))
    with refused(RenderError):
        write_pdf([Scene(50, 50), bad], stream)
    assert stream.getvalue() == b""


@pytest.mark.parametrize("is_for_screen", [False, True])
def test_bytes_repeat(is_for_screen: bool) -> None:
    pages: list[Page | Scene] = [*_linked(), every_mark()]
    first, second = (_written(*pages, is_for_screen=is_for_screen)[0] for _ in range(2))
    assert first == second


def test_a_date_in_the_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal settings give equal bytes on every machine, whatever its build tools set."""
    written = []
    for seconds in ("", "1700000000", "no number"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
        data, document = _written(every_mark())
        assert os.environ["SOURCE_DATE_EPOCH"] == seconds, "it is others' to read"
        written.append((data, str(document.docinfo["/CreationDate"])[2:10]))
    assert written == [(written[0][0], "20000101")] * 3


def test_pages_are_taken_as_they_come() -> None:
    taken: list[int] = []

    def pages() -> Iterator[Scene]:
        for number in range(3):
            taken.append(number)
            yield Scene(50, 50)

    assert write_pdf(pages(), io.BytesIO()) == 3
    assert taken == [0, 1, 2]


def test_a_board_takes_little_room() -> None:
    clues, solution = small_board()
    pages = [draw(clues, solution if k % 2 else None, 10.0) for k in range(40)]
    one, many = (len(_written(*pages[:count])[0]) for count in (1, 40))
    assert (many - one) / 39 < 2000


def test_upside_down_text_is_turned() -> None:
    label = Label("17", (20, 10), 4.0, Ink(Role.TEXT), turned=True)
    _, document = _written(Scene(40, 20, (label,)))
    matrices = [
        [float(v) for v in operands]
        for operands, operator in operations(document.pages[0])
        if operator == "Tm"
    ]
    assert matrices[-1][:4] == [-1, 0, 0, -1]


def test_each_subset_of_a_font_has_a_tag_of_its_own() -> None:
    scene = Scene(
        100,
        50,
        tuple(
            Label("One", (10, 10 * k), 4, Ink(Role.TEXT), face) for k, face in enumerate(Face, 1)
        ),
    )
    stream = io.BytesIO()
    write_pdf([scene], stream)
    with pikepdf.open(stream) as document:
        fonts = [one.BaseFont for one in document.pages[0].Resources.Font.values()]
    tags = [str(name)[1:].partition("+")[0] for name in fonts]
    assert len(set(tags)) == len(tags) == len(Face)
    assert all(re.fullmatch("[A-Z]{6}", tag) for tag in tags)
