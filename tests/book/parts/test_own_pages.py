"""The publisher's own pages are in their places, and the contents lead to them."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from pipeline.book import Book, PageRole, lay_out, write_book
from pipeline.book.parts.own_pages import qr_marks
from pipeline.config.own_pages import OwnPage
from pipeline.model import ConfigError, PipelineError
from pipeline.preflight.findings import Outcome
from pipeline.preflight.preflight import preflight
from pipeline.render.fonts import font_path, using_fonts
from pipeline.render.overlay import printed_photograph
from pipeline.render.qr import qr_modules
from pipeline.scene import Face, Rect
from pipeline.stages.books.book import criteria_of, load_book_config
from tests.book.sample import make_options, make_section, text_of, words
from tests.known import as_a
from tests.refusals import refused

ADDRESS = "https://example.org/more?volume=4"
PAGES = (
    OwnPage(title="Foreword", text="Begin *anywhere*.\n\n## Then\n\n- go on", place="front"),
    OwnPage(title="More Volumes", qr=ADDRESS),
)


def test_they_are_in_their_places_and_in_the_contents() -> None:
    book = lay_out(make_options(), [make_section("Easy", [(7, 7)] * 3)], PAGES)
    numbers = [page.number for page in book.pages if page.role is PageRole.OWN]
    first = next(page.number for page in book.pages if page.role is PageRole.HOWTO)
    assert numbers[0] < first < numbers[1]
    assert {"Foreword", "Then"} <= set(words(book, numbers[0]))
    assert ADDRESS in words(book, numbers[1])
    contents = next(page.number for page in book.pages if page.role is PageRole.CONTENTS)
    said = words(book, contents)
    assert str(numbers[0]) in said[said.index("Foreword") :][:3]
    assert str(numbers[1]) in said[said.index("More Volumes") :][:3]
    plain = lay_out(make_options(), [make_section("Easy", [(7, 7)] * 3)])
    assert PageRole.OWN not in [page.role for page in plain.pages]


def test_a_qr_code_is_painted_as_it_is_encoded() -> None:
    rows = qr_modules(ADDRESS)
    side = 4.0 * (len(rows) + 8)
    bars = [mark for mark in qr_marks(ADDRESS, side) if isinstance(mark, Rect)]
    dark = {
        (round(bar.corner[1] / 4) - 4, round(bar.corner[0] / 4) - 4 + k)
        for bar in bars
        for k in range(round(bar.width / 4))
    }
    assert dark == {
        (y, x) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark
    }
    ring = [rows[0][k] for k in range(8)]
    assert ring == [True] * 7 + [False], "a finder in the corner, and its white rim"


CONFIG = """\
seed = 1
[book]
title = "All"
author = "A. Setter"
year = 2026
[[page]]
title = "Foreword"
{more}
[[section]]
title = "All"
kind = "numberlink"
size = "5x5"
count = 1
"""


def test_a_page_comes_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "words.md").write_text("From a *file*.")
    (tmp_path / "book.toml").write_text(CONFIG.format(more='file = "words.md"'))
    (page,) = load_book_config(tmp_path / "book.toml").pages
    assert page.text == "From a *file*."


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("", "expected a text, a file or a QR code"),
        ('file = "none.md"', "none.md"),
        ('text = "x"\nfile = "a.md"', "found both"),
        ('place = "middle"\ntext = "x"', "front"),
    ],
)
def test_what_is_no_page_is_refused(tmp_path: Path, more: str, message: str) -> None:
    (tmp_path / "book.toml").write_text(CONFIG.format(more=more))
    with pytest.raises(PipelineError, match=message):
        load_book_config(tmp_path / "book.toml")


def test_a_character_without_a_glyph_is_named() -> None:
    page = OwnPage(title="Foreword", text="\u05d0")
    with refused(PipelineError):
        lay_out(make_options(), [make_section("Easy", [(7, 7)])], (page,))


def _picture(path: Path, size: tuple[int, int] = (600, 300)) -> Path:
    Image.linear_gradient("L").resize(size).convert("RGB").save(path)
    return path


def _frames(book: Book) -> list[Rect]:
    return [
        mark
        for page in book.pages
        if page.role is PageRole.OWN
        for mark in page.scene.marks
        if isinstance(mark, Rect) and mark.picture
    ]


def _book_of(tmp_path: Path, text: str, **options: object) -> Book:
    (tmp_path / "words.md").write_text(text, newline="")
    (tmp_path / "book.toml").write_text(CONFIG.format(more='file = "words.md"'))
    pages = load_book_config(tmp_path / "book.toml").pages
    return lay_out(make_options(**options), [make_section("Easy", [(7, 7)])], pages)


def test_a_picture_is_as_dense_as_print_asks_and_never_wider_than_the_text(tmp_path: Path) -> None:
    _picture(tmp_path / "small.png")
    _picture(tmp_path / "a wide one.jpg", (9000, 300))
    _picture(tmp_path / "high.png", (300, 9000))
    names = ["small.png", "<a wide one.jpg>", "high.png"]
    text = "Before.\r\n" + "\r\n".join(f"![A slope]({name})" for name in names)
    book = _book_of(tmp_path, f"{text}\r\n![](small.png){{width=80mm}}\r\nAfter.")
    small, wide, high, asked = _frames(book)
    assert (small.width, small.height) == (50.8, 25.4)
    assert wide.width == book.geometry.text_width
    assert high.height < book.geometry.text_height
    assert high.height == pytest.approx(30 * high.width)
    assert (asked.width, asked.height) == (80, 40)
    for mark in (small, wide, high, asked):
        assert 0 <= mark.corner[1] <= book.geometry.height - mark.height


def test_the_path_of_a_picture_needs_no_glyphs_but_its_description_does(tmp_path: Path) -> None:
    folder = tmp_path / "\u65e5\u672c"
    folder.mkdir()
    _picture(folder / "small.png")
    assert len(_frames(_book_of(folder, "![a cat](small.png)"))) == 1
    with refused(PipelineError):
        _book_of(folder, "![\u732b](small.png)")


def test_a_picture_that_opens_a_page_stays_under_its_heading(tmp_path: Path) -> None:
    _picture(tmp_path / "high.png", (300, 9000))
    book = _book_of(tmp_path, "![High](high.png)")
    (page,) = [page for page in book.pages if page.role is PageRole.OWN]
    assert "Foreword" in words(book, page.number)
    assert _frames(book)


@pytest.mark.parametrize(
    ("options", "colours"), [({}, "/DeviceGray"), ({"theme": "colour"}, "/DeviceCMYK")]
)
def test_a_picture_is_printed_in_the_colours_of_the_book(
    tmp_path: Path, options: dict[str, str], colours: str
) -> None:
    _picture(tmp_path / "slope.png")
    book = _book_of(tmp_path, "![A slope](slope.png)", **options)
    out = io.BytesIO()
    write_book(book, out)
    with pikepdf.open(out) as pdf:
        found = [image for page in pdf.pages for image in page.get_images().values()]
        assert [(int(image.Width), str(image.ColorSpace)) for image in found] == [(600, colours)]


def test_words_for_a_picture_are_read_out_and_decoration_is_not(tmp_path: Path) -> None:
    _picture(tmp_path / "slope.png")
    book = _book_of(tmp_path, "![A slope](slope.png)\n![](slope.png)")
    tags = [tag for page in book.pages if page.role is PageRole.OWN for tag in page.painted().tags]
    assert [(tag.role, tag.alt) for tag in tags][:2] == [("Figure", "A slope"), ("", "")]


def test_a_large_photograph_loses_the_pixels_that_no_press_prints(tmp_path: Path) -> None:
    path = str(_picture(tmp_path / "large.png", (3000, 1500)))
    assert printed_photograph(path, (50.8, 25.4), True, False).size == (1200, 600)
    inks = printed_photograph(path, (254, 127), True, True)
    pixels = [as_a(tuple, pixel) for _, pixel in inks.getcolors() or ()]
    assert max(map(sum, pixels)) <= 255, "greys are black ink alone"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("![x](none.png)", "book.toml:8: page 1, file: words.md:3: .*none.png: expected a file"),
        ("![x](words.md)", "words.md:3: .*expected a PNG or JPEG picture"),
        ("![x](torn.png)", "words.md:3: .*expected a PNG or JPEG picture"),
        ("see ![x](a.png)", re.escape("expected a picture on a line of its own, as ![what it")),
    ],
)
def test_what_is_no_picture_is_refused_with_its_line(
    tmp_path: Path, line: str, message: str
) -> None:
    whole = _picture(tmp_path / "whole.png").read_bytes()
    (tmp_path / "torn.png").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PipelineError, match=message):
        _book_of(tmp_path, f"A\n\n{line}")


def test_a_page_follows_its_section_and_is_in_the_contents() -> None:
    page = OwnPage(title="Halfway", text="Well *done*.", after="One")
    sections = [make_section("One", [(6, 6)]), make_section("Two", [(6, 6)])]
    book = lay_out(make_options(), sections, [page])
    (own,) = [one.number for one in book.pages if one.role is PageRole.OWN]
    first, second = book.placements
    assert first.puzzle_page < own < second.puzzle_page
    assert "Halfway" in words(book, PageRole.CONTENTS)
    assert text_of(book, PageRole.CONTENTS).count("Halfway") == 1
    with refused(ConfigError):
        lay_out(make_options(), sections, [replace(page, after="Oen")])


def test_a_picture_fills_its_page_beyond_the_trim(tmp_path: Path) -> None:
    _picture(tmp_path / "art.png", (2400, 2800))
    more = 'text = "![Art](art.png)"\nbleed = true'
    wide = CONFIG.replace("year = 2026", 'year = 2026\ntrim = "6x9"\nbleed = true')
    (tmp_path / "book.toml").write_text(wide.format(more=more))
    config = load_book_config(tmp_path / "book.toml")
    book = lay_out(config.book, [make_section("All", [(5, 5)] * 40)], config.pages)
    (frame,) = _frames(book)
    assert (frame.corner, frame.width) == ((0, 0), book.geometry.width + book.geometry.bleed)
    assert frame.height == book.geometry.height + 2 * book.geometry.bleed
    assert "Foreword" not in text_of(book)
    assert not [text for text in book.warnings if "dots an inch" in text]
    path = tmp_path / "book.pdf"
    with path.open("wb") as stream:
        write_book(book, stream)
    report = preflight(path, criteria_of(config))
    assert {one.rule for one in report.findings if one.outcome is Outcome.FAILED} <= {"pages"}
    assert "bleed" in {one.rule for one in report.findings}
    _picture(tmp_path / "art.png", (1200, 1400))
    coarse = lay_out(config.book, [make_section("All", [(5, 5)] * 40)], config.pages)
    assert any("1200 x 1400 pixels has 151 dots an inch" in text for text in coarse.warnings)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('text = "![](art.png)"\nbleed = true', "9: page 1, bleed: expected bleed = true under"),
        ('text = "Art"\nbleed = true', "expected one picture, .*found 'Art'"),
        ('text = "![](art.png)"\nqr = "x"\nbleed = true', "a picture alone on a page that bleeds"),
    ],
)
def test_only_a_picture_bleeds_and_in_a_book_that_does(
    tmp_path: Path, more: str, message: str
) -> None:
    _picture(tmp_path / "art.png")
    (tmp_path / "book.toml").write_text(CONFIG.format(more=more))
    with pytest.raises(PipelineError, match=message):
        load_book_config(tmp_path / "book.toml")


def test_emphasis_is_italic_in_the_modern_look() -> None:
    with using_fonts(make_options(look="modern").faces):
        assert "Italic" in font_path(Face.TEXT_ITALIC).name
    with using_fonts(make_options(look="modern", style="large-print").faces):
        assert "Italic" not in font_path(Face.TEXT_ITALIC).name
