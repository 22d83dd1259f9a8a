"""The interpreter on streams written by hand: what is painted, where, how large and in what ink."""

from typing import Any

import pikepdf
import pytest

from pipeline.pdf.content import Interpreter
from pipeline.pdf.marks import ColourFamily, Mark, PaintedImage, PaintedPath, PaintedText
from tests.known import the

HELVETICA = pikepdf.Dictionary(
    Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica,
    Encoding=pikepdf.Name.WinAnsiEncoding, FirstChar=32, LastChar=126,
    Widths=pikepdf.Array([500] * 95),
)  # fmt: skip


def interpret(content: str, **resources: Any) -> tuple[list[Mark], Interpreter]:
    """Return what a page of 200 x 100 points with this content paints."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(200, 100))
    fonts = pikepdf.Dictionary(F1=HELVETICA)
    page.Resources = pikepdf.Dictionary(
        Font=fonts, **{key: _made(pdf, value) for key, value in resources.items()}
    )
    page.Contents = pdf.make_stream(content.encode("latin-1"))
    interpreter = Interpreter(page, {})
    return list(interpreter.marks()), interpreter


def _made(pdf: pikepdf.Pdf, value: Any) -> Any:
    return value(pdf) if callable(value) else value


def path_of(content: str, **resources: Any) -> PaintedPath:
    """Return the only mark of a page, a path."""
    ((mark,), _) = interpret(content, **resources)
    assert isinstance(mark, PaintedPath)
    return mark


def text_of(content: str, **resources: Any) -> PaintedText:
    """Return the only mark of a page, a text."""
    ((mark,), _) = interpret(content, **resources)
    assert isinstance(mark, PaintedText)
    return mark


def test_a_pen_is_scaled_with_the_page() -> None:
    line = path_of("q 2 0 0 3 10 20 cm 4 w 0 0 m 10 0 l S Q")
    assert line.width == pytest.approx(8)
    assert line.subpaths[0].points == ((10, 20), (30, 20))
    assert line.box == pytest.approx((10, 16, 30, 24))


def test_saved_states_come_back() -> None:
    marks, _ = interpret("1 w q 5 w 1 0 0 RG Q 0 0 m 9 9 l S Q Q 0 0 m 9 9 l S")
    assert [(m.width, the(m.stroke).space) for m in marks if isinstance(m, PaintedPath)] == [
        (1, ColourFamily.GRAY), (1, ColourFamily.GRAY),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("operators", "space", "ink"),
    [
        ("0.25 g", ColourFamily.GRAY, 0.75),
        ("0 0 0 rg", ColourFamily.RGB, 1.0),
        ("0 0 0 0.5 k", ColourFamily.CMYK, 0.5),
        ("/DeviceRGB cs 1 1 1 sc", ColourFamily.RGB, 0.0),
        ("/Own cs 0.3 scn", ColourFamily.SPOT, 0.3),
    ],
)
def test_colours_are_distinguished(operators: str, space: ColourFamily, ink: float) -> None:
    spot = pikepdf.Array([
        pikepdf.Name.Separation, pikepdf.Name("/Gold"), pikepdf.Name.DeviceCMYK,
        pikepdf.Dictionary(FunctionType=2, N=1),
    ])  # fmt: skip
    fill = path_of(f"{operators} 0 0 9 9 re f", ColorSpace=pikepdf.Dictionary(Own=spot)).fill
    assert fill is not None
    assert fill.space == space
    assert fill.ink == pytest.approx(ink)


def test_a_profile_is_noticed() -> None:
    def spaces(pdf: pikepdf.Pdf) -> pikepdf.Object:
        profile = pdf.make_stream(b"", N=3)
        return pikepdf.Dictionary(P=pikepdf.Array([pikepdf.Name.ICCBased, profile]))

    fill = path_of("/P cs 1 0 0 sc 0 0 9 9 re f", ColorSpace=spaces).fill
    assert fill is not None
    assert (fill.space, fill.has_profile) == (ColourFamily.RGB, True)


def test_what_is_clipped_away_leaves_no_mark() -> None:
    marks, _ = interpret("0 0 50 50 re W n 60 60 20 20 re f 40 40 20 20 re f")
    assert [mark.box for mark in marks] == [(40, 40, 50, 50)]


def test_text_is_as_large_as_it_looks_and_as_wide_as_its_glyphs() -> None:
    text = text_of("BT /F1 10 Tf 2 0 0 2 30 40 Tm (abc) Tj ET")
    assert text.text == "abc"
    assert text.size == pytest.approx(20)
    assert text.origin == (30, 40)
    assert text.end == pytest.approx((60, 40))
    assert text.box[0] == 30


def test_kerning_moves_and_wide_gaps_are_spaces() -> None:
    text = text_of("BT /F1 10 Tf [(ab) 20 (c) -400 (d)] TJ ET")
    assert text.text == "abc d"
    assert text.end[0] == pytest.approx(4 * 5 - 0.2 + 4)


def test_spacing_stretch_rise_and_lines() -> None:
    marks, _ = interpret(
        "BT /F1 10 Tf 1 Tc 2 Tw 50 Tz 12 TL 3 Ts 10 60 Td (a b) Tj T* (x) Tj (y) ' ET"
    )
    first, second, third = (mark for mark in marks if isinstance(mark, PaintedText))
    assert first.end[0] - first.origin[0] == pytest.approx((3 * 5 + 3 * 1 + 2) / 2)
    assert first.origin == (10, 63)
    assert second.origin == (10, 51)
    assert third.origin == (10, 39)


def test_invisible_text_is_marked() -> None:
    assert text_of("BT /F1 10 Tf 3 Tr (hidden) Tj ET").is_hidden


def _form(content: bytes, **entries: Any) -> Any:
    def make(pdf: pikepdf.Pdf) -> pikepdf.Object:
        form = pdf.make_stream(content, Subtype=pikepdf.Name.Form, **entries)
        return pikepdf.Dictionary(X=form)

    return make


def test_forms_are_painted_where_their_matrix_says() -> None:
    form = _form(b"0 0 10 10 re f 90 90 5 5 re f", BBox=[0, 0, 20, 20], Matrix=[2, 0, 0, 2, 5, 5])
    marks, _ = interpret("q 1 0 0 1 10 0 cm /X Do Q", XObject=form)
    assert [mark.box for mark in marks] == [(15, 5, 35, 25)]


def test_a_form_that_paints_itself_ends() -> None:
    def make(pdf: pikepdf.Pdf) -> pikepdf.Object:
        form = pdf.make_stream(b"0 0 1 1 re f /X Do", Subtype=pikepdf.Name.Form, BBox=[0, 0, 9, 9])
        form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form))
        return pikepdf.Dictionary(X=form)

    marks, _ = interpret("/X Do", XObject=make)
    assert 1 < len(marks) < 50


def test_images_know_their_dots() -> None:
    def make(pdf: pikepdf.Pdf) -> pikepdf.Object:
        image = pdf.make_stream(
            bytes(300 * 150), Subtype=pikepdf.Name.Image, Width=300, Height=150,
            BitsPerComponent=8, ColorSpace=pikepdf.Name.DeviceGray,
        )  # fmt: skip
        return pikepdf.Dictionary(I=image)

    ((image,), _) = interpret("q 72 0 0 72 0 0 cm /I Do Q", XObject=make)
    assert isinstance(image, PaintedImage)
    assert image.dpi == pytest.approx((300, 150))
    assert image.colour.space is ColourFamily.GRAY


def test_inline_images_are_seen() -> None:
    marks, _ = interpret("q 10 0 0 10 5 5 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q")
    assert [mark.box for mark in marks] == [(5, 5, 15, 15)]


@pytest.mark.parametrize(
    "content", ["1 0 0 cm", "q (x) w Q", "/None Do", "/None gs", "BT (x) Tj ET", "9 9 9 l S", "Q Q"]
)
def test_what_a_stream_gets_wrong_is_skipped(content: str) -> None:
    marks, _ = interpret(f"{content}\n10 10 5 5 re f")
    assert marks[-1].box[2:] == (15, 15)


def test_composite_fonts_are_read_by_their_own_table() -> None:
    def fonts(pdf: pikepdf.Pdf) -> pikepdf.Object:
        table = pdf.make_stream(b"1 beginbfrange <0003> <0005> <0061> endbfrange")
        below = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.CIDFontType2,
            BaseFont=pikepdf.Name("/ABCDEF+Own"), DW=1000, W=[3, [400, 600]],
            FontDescriptor=pikepdf.Dictionary(FontFile2=pdf.make_stream(b"")),
        )  # fmt: skip
        return pikepdf.Dictionary(
            F2=pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type0,
                ToUnicode=table,
                BaseFont=pikepdf.Name("/ABCDEF+Own"),
                Encoding=pikepdf.Name("/Identity-H"),
                DescendantFonts=pikepdf.Array([pdf.make_indirect(below)]),
            )
        )

    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(200, 100))
    page.Resources = pikepdf.Dictionary(Font=fonts(pdf))
    page.Contents = pdf.make_stream(b"BT /F2 10 Tf <000300040005> Tj ET")
    interpreter = Interpreter(page, {})
    (text,) = interpreter.marks()
    assert isinstance(text, PaintedText)
    assert text.text == "abc"
    assert text.end[0] == pytest.approx(20)
    (font,) = interpreter.flags.fonts.values()
    assert (font.name, font.is_embedded, font.is_subset) == ("Own", True, True)
