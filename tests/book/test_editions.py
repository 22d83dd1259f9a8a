"""Whole books of every trim and edition: safe, complete and legible."""

import dataclasses
import io
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from pipeline.book import Book, BookSection, PageRole, lay_out, write_book
from pipeline.book.parts.boards import smallest_type_pt
from pipeline.config.book_options import DEVICES, Fonts, Parts
from pipeline.edition.flow.style import PT
from pipeline.model import Band, ConfigError, Credit, PuzzleFormatError, StoreError
from pipeline.render.fonts import font_path, using_fonts
from pipeline.render.theme import get_theme
from pipeline.scene import Face, Label, Rect
from tests.book.bounds import mark_box, safe_area
from tests.book.sample import (
    example_section,
    make_options,
    make_record,
    make_section,
    text_of,
    words,
)
from tests.refusals import refused
from tests.slices import cases

SECTIONS = (
    make_section("First Steps", [(6, 6)] * 7 + [(8, 8)] * 2, Band.EASY),
    make_section("Winding Ways", [(8, 8), (9, 7), (12, 12)], Band.MEDIUM, seed=2),
    make_section("Labyrinths", [(15, 15)] * 2, Band.EXPERT, seed=3),
)
SMALL = (make_section("First Steps", [(6, 6)] * 4 + [(8, 8)] * 2, Band.EASY),)
TRIMS = ["8.5x11", "8x10", "7x10", "6x9", "a4", "a5", "7.5x9.25in", "190 x 235 mm", "half-letter"]


def assert_safe(book: Book) -> None:
    """Every mark is in the safe area, but for tabs, which run off the fore-edge."""
    for page in book.pages:
        left, top, right, bottom = safe_area(book.geometry, page.number)
        for mark in page.scene.marks:
            with using_fonts(book.options.faces):
                box = mark_box(mark)
            if book.geometry.bleed and isinstance(mark, Rect):
                assert box[0] <= 0 or box[2] >= page.width_mm
                continue
            assert box[0] >= left - 0.01, (page.number, mark)
            assert box[1] >= top - 0.01, (page.number, mark)
            assert box[2] <= right + 0.01, (page.number, mark)
            assert box[3] <= bottom + 0.01, (page.number, mark)


def written(book: Book) -> bytes:
    stream = io.BytesIO()
    write_book(book, stream)
    return stream.getvalue()


@pytest.mark.part(3)
@pytest.mark.parametrize(("trim", "answers"), cases(TRIMS, ["end", "flipped"]))
def test_every_trim_is_laid_out_well(trim: str, answers: str) -> None:
    book = lay_out(make_options(trim=trim, answers=answers), SECTIONS)
    assert_safe(book)
    assert len(book.pages) % 2 == 0
    assert len(book.placements) == 14
    assert all((smallest_type_pt(page.scene.marks) or 7) >= 6.999 for page in book.pages)
    assert all(place.cell_mm >= 5.0 for place in book.placements)
    runs = "".join("b" if page.role is PageRole.BLANK else "." for page in book.pages)
    assert "bbb" not in runs
    assert len(written(book)) < 5 * 1024 * len(book.placements) + 150_000  # the type itself


@pytest.mark.parametrize("trim", ["8.5x11", "a4", "8x10", "6x9", "a5"])
def test_large_print_is_large_everywhere(trim: str) -> None:
    book = lay_out(make_options(trim=trim, style="large-print"), SMALL)
    assert_safe(book)
    pages = [page for page in book.pages if page.role is PageRole.PUZZLES]
    assert 2 * len(pages) >= len(book.placements)
    for page in book.pages:
        least = 11.0 if page.role is PageRole.ANSWERS else 16.0
        size = smallest_type_pt(page.scene.marks)
        assert size is None or size >= least - 1e-3, (page.number, page.role, size)


@pytest.mark.part(3)
@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize(
    "settings",
    [
        {"trim": "a5"},
        {"trim": "a4", "answers": "flipped"},
        {"trim": "a5", "style": "large-print"},
        {"trim": "a5", "style": "booklet", "answers": "none"},
    ],
    ids=lambda settings: "-".join(settings.values()),
)
def test_other_languages_fit_and_speak_no_english(language: str, settings: dict[str, str]) -> None:
    options = make_options(
        language=language, title="X", subtitle="", edition="", publisher="", **settings
    )
    book = lay_out(options, SMALL)
    assert_safe(book)
    spoken = {
        word
        for text in words(book)
        for word in text.replace("\u00a0", " ").lower().split()
        if word not in {"first", "steps"}
    }
    english = {"the", "and", "of", "puzzle", "puzzles", "answer", "answers", "easy", "key"}
    in_notices = {"the", "and", "of"}  # notices of licences stay in the words of their authors
    credits = {w for text in words(book, PageRole.CREDITS) for w in text.lower().split()}
    assert spoken & english <= (in_notices & credits)


def test_bleed_adds_to_three_edges_and_tabs_run_off_the_fore_edge() -> None:
    book = lay_out(make_options(trim="6x9", bleed=True), SECTIONS)
    assert_safe(book)
    eighth = 3.175
    assert book.geometry.bleed == pytest.approx(eighth)
    tabs: dict[int, set[float]] = {}
    for page in book.pages:
        assert page.width_mm == pytest.approx(152.4 + eighth)
        assert page.height_mm == pytest.approx(228.6 + 2 * eighth)
        for mark in page.scene.marks:
            if isinstance(mark, Rect):
                side = mark.corner[0] + mark.width if page.number % 2 else mark.corner[0]
                assert side == pytest.approx(page.width_mm if page.number % 2 else 0.0)
                place = next(p for p in book.placements if p.puzzle_page >= page.number)
                tabs.setdefault(place.section, set()).add(round(mark.corner[1], 3))
    assert [len(tabs[section]) for section in (0, 1, 2)] == [1, 1, 1]
    assert len(set.union(*tabs.values())) == 3
    with pikepdf.open(io.BytesIO(written(book))) as document:
        for number, leaf in enumerate(document.pages, 1):
            trim = [float(side) / 72 for side in leaf.trimbox]
            left = 0.0 if number % 2 else 0.125
            assert trim == pytest.approx([left, 0.125, left + 6, 9.125], abs=0.001)
            assert [float(v) for v in leaf.BleedBox] == pytest.approx(
                [float(v) for v in leaf.mediabox], abs=0.01
            )


def test_answers_upside_down_are_under_their_puzzles() -> None:
    book = lay_out(make_options(answers="flipped"), SECTIONS)
    for place in book.placements:
        assert place.answer_page == place.puzzle_page
        page = book.pages[place.puzzle_page - 1]
        labels = [mark for mark in page.scene.marks if isinstance(mark, Label)]
        [caption] = [mark for mark in labels if mark.text == f"Answer {place.number}"]
        assert caption.turned
        [head] = [
            mark
            for mark in labels
            if mark.text == str(place.number) and mark.face is Face.DISPLAY_BOLD
        ]
        assert head.position[1] < caption.position[1]
    assert not [page for page in book.pages if page.role is PageRole.ANSWERS]
    assert "Answers" not in words(book, PageRole.CONTENTS)
    text = text_of(book, PageRole.COPYRIGHT)
    assert "The answer to each puzzle is upside down below or beside it." in text


def test_long_credits_keep_to_their_slots() -> None:
    wording = "To be printed under each puzzle with a clear reference to its author. " * 4
    credit = Credit(author="A. Setter", text=wording)
    records = tuple(make_record(6, 6, seed, credit=credit) for seed in range(6))
    section = BookSection(title="All", kind="numberlink", rule="free", records=records, per_page=6)
    for answers in ("end", "flipped"):
        book = lay_out(make_options(answers=answers, comfortable_cell_mm=3.0), [section])
        assert_safe(book)
        assert all(place.cell_mm >= 3.5 for place in book.placements)


def test_the_profile_of_the_book_decides_what_is_written() -> None:
    for profile in ("print", "screen"):
        book = lay_out(make_options(profile=profile), SMALL)
        with pikepdf.open(io.BytesIO(written(book))) as document:
            assert ("/Outlines" in document.Root) is (profile == "screen")
            for page in document.pages:
                assert "/TrimBox" in page


def test_large_print_takes_more_on_a_page_if_asked_and_says_so() -> None:
    options = make_options(style="large-print")
    section = make_section("All", [(5, 5)] * 8)
    usual = lay_out(options, [section])
    assert len({place.puzzle_page for place in usual.placements}) == 4
    assert not any("per_page" in text for text in usual.warnings)
    asked = lay_out(options, [dataclasses.replace(section, per_page=4)])
    assert len({place.puzzle_page for place in asked.placements}) == 2
    assert any("per_page = 4" in text for text in asked.warnings)
    for page in asked.pages:
        if page.role is PageRole.PUZZLES:
            assert (smallest_type_pt(page.scene.marks) or 99) >= 16


def test_flipped_answers_use_the_page() -> None:
    """Two 7x7 are one above the other, with answers at their sides, not over an empty half page."""
    options = make_options(trim="6x9", answers="flipped")
    book = lay_out(options, [make_section("All", [(7, 7)] * 4)])
    assert len({place.puzzle_page for place in book.placements}) == 2
    page = book.pages[book.placements[0].puzzle_page - 1]
    turned = [mark for mark in page.scene.marks if isinstance(mark, Label) and mark.turned]
    captions = [mark.position for mark in turned if mark.text.startswith("Answer")]
    assert len(captions) == 2
    assert captions[1][1] - captions[0][1] > 60
    sizes = {round(mark.size_mm / book.placements[0].cell_mm, 2) for mark in turned}
    assert min(x for x, _ in captions) > 0.6 * book.geometry.width
    assert max(sizes) > 0.25, "larger than needed, where there is room"
    kinds = [example_section(kind) for kind in ("nonogram", "npuzzle", "skyscrapers")]
    assert_safe(lay_out(make_options(trim="a5", answers="flipped"), kinds))


@pytest.mark.parametrize("profile", ["tablet", "kindle-scribe", "remarkable"])
def test_a_device_has_links_for_fingers_and_a_bookmark_for_each_puzzle(profile: str) -> None:
    section = make_section("Easy", [(7, 7)] * 5)
    book = lay_out(make_options(profile=profile), [section])
    stream = io.BytesIO()
    write_book(book, stream)
    with pikepdf.open(stream) as pdf:
        for page in pdf.pages:
            width, height = (float(side) * PT for side in page.mediabox[2:])
            assert (width, height) == pytest.approx(DEVICES[profile], abs=0.02)
            boxes = [[float(v) * PT for v in link.Rect] for link in page.get("/Annots", [])]
            for left, foot, right, top in boxes:
                assert top - foot >= 9 - 0.01
                assert foot >= 10 - 0.01
                assert top <= height - 10 + 0.01
                assert left >= 8 - 0.01
                assert right <= width - 8 + 0.01
            for k, one in enumerate(boxes):
                for other in boxes[:k]:
                    overlap = min(one[2], other[2]) - max(one[0], other[0])
                    assert overlap <= 0 or min(one[3], other[3]) - max(one[1], other[1]) <= 0.5
        with pdf.open_outline() as outline:
            titles = [kid.title for entry in outline.root for kid in entry.children]
        assert titles == [f"Numberlink {k}" for k in range(1, 6)]
    assert all(page.role is not PageRole.BLANK for page in book.pages)


def test_greys_are_sixteen_steps_apart_on_e_ink() -> None:
    styles = [style for styles in get_theme("mono").styles.values() for style in styles]
    greys = sorted(
        {colour[0] for style in styles for colour in (style.colour, style.core) if colour}
    )
    assert all(grey % 17 == 0 for grey in greys), "sixteen even steps, as e-ink shows them"
    assert all(b - a >= 3 * 17 for a, b in pairwise(greys))


@pytest.mark.parametrize("look", ["classic", "modern", "children", "seniors"])
def test_a_look_keeps_the_limits_of_type_lines_and_margins(look: str) -> None:
    sections = [make_section("Easy", [(7, 7)] * 3), example_section("hashi")]
    book = lay_out(make_options(look=look), sections)
    plain = lay_out(make_options(), sections)
    for page in book.pages:
        left, top, right, bottom = safe_area(book.geometry, page.number)
        for mark in page.scene.marks:
            with using_fonts(book.options.faces):
                a, b, c, d = mark_box(mark)
            assert left - 0.5 <= a <= c <= right + 0.5
            assert top - 0.5 <= b <= d <= bottom + 0.5
            if isinstance(mark, Label):
                assert mark.size_mm / PT >= 7 - 0.01
    assert book.pages[0].scene != plain.pages[0].scene or look == "seniors"


def test_large_print_keeps_the_rules_of_its_readers_associations() -> None:
    section = make_section("Easy", [(7, 7)] * 4)
    options = make_options(style="large-print", trim="8x10")
    book = lay_out(options, [section])
    for page in book.pages:
        for mark in page.scene.marks:
            if isinstance(mark, Label):
                assert mark.size_mm / PT >= 16 - 0.01, (page.role, mark.text)
                assert "\u00ad" not in mark.text
                assert not (mark.text.endswith("-") and len(mark.text) > 1)
    assert {path.name for path in options.faces.values()} == {
        "SourceSans3-Regular.ttf", "SourceSans3-Bold.ttf",
    }  # fmt: skip


def test_an_own_credit_line_is_under_each_puzzle_and_the_software_is_not_named() -> None:
    section = make_section("Easy", [(7, 7)] * 3)
    book = lay_out(
        make_options(credit_line="More at example.org", parts=Parts(made=False)), [section]
    )
    assert words(book).count("More at example.org") == 3
    assert "puzzlepress" not in text_of(book)


SECTION = make_section("One", [(6, 6)])


def fonts(tmp_path: Path, text: str = "Copyright 2020 A. Designer.\n\nAll may use it.") -> Fonts:
    licence = tmp_path / "licence.txt"
    licence.write_text(text, encoding="utf-8")
    sans = tmp_path / "mine.ttf"
    sans.write_bytes(font_path(Face.DISPLAY).read_bytes())
    return Fonts(text=sans, licence=licence)


def test_the_book_is_set_in_the_file_and_prints_its_licence(tmp_path: Path) -> None:
    book = lay_out(make_options(fonts=fonts(tmp_path)), [SECTION])
    text = text_of(book, PageRole.CREDITS)
    assert "The book is set in Source Sans 3." in text
    assert "Licence of Source Sans 3, which begins: Copyright 2020 A. Designer." in text
    assert "All may use it" not in text
    stream = io.BytesIO()
    write_book(book, stream)
    with pikepdf.open(stream) as document:
        names = {
            str(font["/BaseFont"])
            for page in document.pages
            for font in page.resources.get("/Font", {}).values()
        }
    assert not any("SourceSerif4-Regular" in name for name in names)


def test_a_font_without_a_licence_is_refused(tmp_path: Path) -> None:
    with refused(ConfigError):
        make_options(fonts=Fonts(text=tmp_path / "mine.ttf")).check()


def test_missing_files_are_named(tmp_path: Path) -> None:
    licence = fonts(tmp_path).licence
    lost = Fonts(display=tmp_path / "lost.ttf", licence=licence)
    with refused(ConfigError):
        lay_out(make_options(fonts=lost), [SECTION])
    lost = Fonts(text=fonts(tmp_path).text, licence=tmp_path / "lost.txt")
    with refused(StoreError):
        lay_out(make_options(fonts=lost), [SECTION])
    with refused(PuzzleFormatError):
        lay_out(make_options(fonts=fonts(tmp_path, " ")), [SECTION])
