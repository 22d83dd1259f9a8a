import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pikepdf
import pytest
from PIL import Image

from pipeline.book import lay_out, write_book
from pipeline.book.press.cover import portrait_room
from pipeline.config.book_options import LEAST_CONTRAST, CoverOptions, contrast_with_white
from pipeline.config.paths import paths_outside
from pipeline.config.table import keys_of
from pipeline.kinds import get_kind, load_examples, working_kinds
from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError, StoreError
from pipeline.pdf.content import Interpreter
from pipeline.pdf.marks import ColourFamily, PaintedPath, PaintedText
from pipeline.preflight.preflight import preflight
from pipeline.run.execution import Workers
from pipeline.run.run_config import run_config
from pipeline.stages.books.book import load_book_config, make_criteria
from pipeline.stages.books.cover import FRONT_PX, draw_on_front, make_cover
from tests.book.sample import example_section, make_options, make_section
from tests.known import the
from tests.pages import pages_of
from tests.preflight.pdfs import TITLE, make_pdf
from tests.refusals import refused
from tests.slices import cases

DESIGNS = get_args(keys_of(CoverOptions)["design"].hint)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pdf(tmp_path_factory.mktemp("cover") / "book.pdf", pages=240)


def test_a_cover_has_the_size_of_its_wrap_and_grey_ink_only(book: Path, tmp_path: Path) -> None:
    cover = make_cover(book, printer="kdp", paper="white", author="A. Author")
    out = tmp_path / "cover.pdf"
    cover.write(str(out), has_guides=False)
    with pikepdf.open(out) as pdf:
        (page,) = pdf.pages
        width, height = (float(v) / 72 for v in page.mediabox[2:])
        assert width == pytest.approx(12 + 240 * 0.002252 + 0.25, abs=0.002)
        assert height == pytest.approx(9.25, abs=0.002)
        interpreter = Interpreter(page, {})
        texts = [mark for mark in interpreter.marks() if isinstance(mark, PaintedText)]
        assert {text.colour.space for text in texts} == {ColourFamily.GRAY}
        assert all(font.is_embedded for font in interpreter.flags.fonts.values())
    spine = [text for text in texts if abs(text.end[0] - text.origin[0]) < 0.01]
    assert {text.text for text in spine} == {TITLE, "A. Author"}
    # downwards, so that it reads with the front cover on top
    assert all(text.end[1] < text.origin[1] for text in spine)


def test_a_puzzle_of_the_book_is_the_art_and_its_answer_is_at_the_back(tmp_path: Path) -> None:
    section = make_section("All", [(7, 7)] * 4)
    path = tmp_path / "book.pdf"
    with path.open("wb") as stream:
        write_book(lay_out(make_options(), [section]), stream)
    out = tmp_path / "cover.pdf"
    make_cover(path, printer="kdp", paper="white").write(str(out), has_guides=False)
    (page,) = pages_of(out)
    kind = get_kind("numberlink")
    back, front = sorted(the(kind.read_board)(page.upright, "free"), key=lambda board: board.box[0])
    assert front.solution is None
    assert kind.encode(front.clues) == kind.encode(back.clues)
    assert kind.check(back.clues, back.solution) == ()


def test_the_template_says_its_measures(book: Path, tmp_path: Path) -> None:
    cover = make_cover(book, printer="lulu", paper="white", author="A. Author")
    out = tmp_path / "template.pdf"
    cover.write(str(out), has_guides=True)
    (page,) = pages_of(out)
    said = " ".join(piece.text for piece in page.pieces)
    assert "spine" in said
    assert "barcode: keep clear" in said
    assert any("240 pages" in note for note in cover.notes)


def test_equal_books_have_equal_covers(book: Path, tmp_path: Path) -> None:
    files = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for file in files:
        cover = make_cover(book, "kdp", "cream", title="Another", author="N. N.")
        cover.write(str(file), has_guides=True)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_limits_and_missing_authors_are_reported(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "thin.pdf", pages=20)
    cover = make_cover(path, printer="kdp", paper="white")
    assert len(cover.warnings) == 2
    assert "this book has 20" in cover.warnings[0]


def test_bad_orders_are_refused(book: Path, tmp_path: Path) -> None:
    with refused(ConfigError):
        make_cover(book, printer="kdp", paper="newsprint")
    with refused(ConfigError):
        make_cover(book, printer="all", paper="white")
    with refused(StoreError):
        make_cover(tmp_path / "missing.pdf", printer="kdp", paper="white")


def test_an_assumed_thickness_is_reported(book: Path) -> None:
    for printer, is_assumed in (("ingram", True), ("kdp", False), ("lulu", False)):
        cover = make_cover(book, printer=printer, paper="white", author="A. Author")
        assert any("thickness" in text for text in cover.warnings) is is_assumed


def test_a_booklet_has_no_cover_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "booklet.pdf"
    options = make_options(style="booklet", trim="a5")
    with path.open("wb") as stream:
        write_book(lay_out(options, [make_section("All", [(6, 6)] * 4)]), stream)
    with refused(ConfigError):
        make_cover(path, printer="kdp", paper="white")


CONFIG = """\
seed = 1
[book]
title = "Lines That Meet"
author = "A. Author"
year = 2026
[cover]
blurb = "Sixty puzzles."
accent = "#0057A8"
picture = "pic.png"
[[section]]
title = "All"
kind = "numberlink"
size = "6x6"
count = 60
"""


def test_accent_picture_and_badge_come_from_the_configuration(book: Path, tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(CONFIG, encoding="utf-8")
    Image.new("RGB", (40, 30), (10, 200, 10)).save(tmp_path / "pic.png")
    out, front = tmp_path / "cover.pdf", tmp_path / "front.png"
    cover = make_cover(book, "kdp", config=tmp_path / "book.toml")
    cover.write(str(out), has_guides=False)
    cover.write_front(str(front))
    (page,) = pages_of(out)
    assert {"60", "puzzles", "Sixty puzzles."} <= {piece.text for piece in page.pieces}
    with pikepdf.open(out) as pdf:
        image = pdf.pages[0].resources.XObject["/Photograph"]
        assert (int(image.Width), int(image.Height)) == (40, 30)
    with Image.open(front) as shown:
        assert shown.height == FRONT_PX
        colours = {colour for _, colour in shown.getcolors(1 << 24) or []}
    assert {(0, 87, 168), (10, 200, 10)} <= colours


@pytest.mark.parametrize(
    ("accent", "said"),
    [
        ("#FFCC00", r"dark enough for white text, 4.5:1 in contrast, found '#FFCC00' with 1.5:1"),
        ("#777777", r"found '#777777' with 4.5:1; use a darker colour"),
        ("blue", r"as six digits"),
    ],
)
def test_words_on_an_accent_must_be_legible(accent: str, said: str, tmp_path: Path) -> None:
    text = CONFIG.replace("#0057A8", accent).replace('picture = "pic.png"\n', "")
    (tmp_path / "book.toml").write_text(text)
    with pytest.raises(ConfigError, match=rf"book.toml:8: cover.accent: .*{said}"):
        load_book_config(tmp_path / "book.toml")
    assert contrast_with_white("#767676") >= LEAST_CONTRAST  # the lightest grey that is taken


@pytest.mark.parametrize("design", DESIGNS)
def test_the_author_is_beside_the_barcode_on_the_back_of_every_design(
    design: str, book: Path, tmp_path: Path
) -> None:
    text = CONFIG.replace('picture = "pic.png"', f'portrait = "me.png"\ndesign = "{design}"')
    (tmp_path / "book.toml").write_text(text, encoding="utf-8")
    Image.new("RGB", (30, 40), (10, 200, 10)).save(tmp_path / "me.png")
    out = tmp_path / "cover.pdf"
    cover = make_cover(book, "kdp", config=tmp_path / "book.toml")
    cover.write(str(out), has_guides=False)
    area, code, back = portrait_room(cover.wrap), cover.wrap.barcode, cover.wrap.back
    assert back.left + cover.wrap.safe <= area.left < area.left + area.width <= code.left
    assert area.top + area.height == pytest.approx(code.top + code.height)
    with pikepdf.open(out) as pdf:
        content = pdf.pages[0].Contents
        parts = list(content) if isinstance(content, pikepdf.Array) else [content]
        drawn = b"".join(part.read_bytes() for part in parts)
        assert drawn.count(b"/Portrait Do Q") == 1
        assert drawn.index(b"/Portrait Do Q") > drawn.rindex(b" f"), "over the ground of the back"
        image = pdf.pages[0].resources.XObject["/Portrait"]
        assert (int(image.Width), int(image.Height)) == (30, 30), "cut to its area"


def test_a_killer_on_a_front_is_solved_and_a_sudoku_is_not() -> None:
    """Totals in corners are too small for a shop's picture."""
    for kind_id, has_answer in (("killer", True), ("sudoku", False)):
        kind = get_kind(kind_id)
        example = load_examples(kind)["solved"][1]
        clues = kind.decode(example["puzzle"])
        solution = kind.decode_solution(clues, example["solution"])
        drawn = kind.draw(clues, solution if has_answer else None, 9.0)
        assert draw_on_front(kind, clues, solution, 9.0) == drawn


@pytest.mark.parametrize("data", [None, b"no picture"])
@pytest.mark.parametrize("key", ["picture", "portrait"])
def test_a_picture_that_cannot_be_read_is_refused_before_anything_is_made(
    key: str, data: bytes | None, tmp_path: Path
) -> None:
    (tmp_path / "book.toml").write_text(CONFIG.replace("picture =", f"{key} ="))
    if data is not None:
        (tmp_path / "pic.png").write_bytes(data)
    with pytest.raises(ConfigError, match=rf"book.toml:9: cover.{key}: .*pic.png: expected"):
        load_book_config(tmp_path / "book.toml")


@pytest.mark.dear
@pytest.mark.parametrize("key", ["picture", "portrait"])
def test_a_run_remembers_the_pictures_of_its_cover(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = CONFIG.replace("count = 60", "count = 2").replace("6x6", "4x4")
    text = text.replace("picture =", f"{key} =")
    (tmp_path / "book.toml").write_text(text.replace("[cover]", 'trim = "6x9"\n[cover]'))
    Image.new("RGB", (40, 30), (10, 200, 10)).save(tmp_path / "pic.png")
    out = tmp_path / "out" / "first"
    with Workers(1) as workers:
        run_config(load_book_config(tmp_path / "book.toml"), out, workers)
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["config"]["cover"][key] == "../../pic.png"
    with refused(ConfigError):
        make_cover(out / "book.pdf", printer="kdp", paper="white")
    with paths_outside(True):
        make_cover(out / "book.pdf", printer="kdp", paper="white")
    monkeypatch.chdir(tmp_path)
    cover = make_cover(out / "book.pdf", printer="kdp", paper="white")
    shown = cover.photograph if key == "picture" else cover.portrait
    assert shown is not None
    assert shown.size == ((40, 30) if key == "picture" else (30, 30))
    assert (cover.words.author, cover.words.badge) == ("A. Author", "2 puzzles")
    assert cover.options.colour == "#0057A8"


def test_a_press_without_rgb_gets_process_inks(book: Path, tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(CONFIG.replace('picture = "pic.png"\n', ""))
    out = tmp_path / "cover.pdf"
    cover = make_cover(book, "ingram", config=tmp_path / "book.toml")
    cover.write(str(out), has_guides=False)
    with pikepdf.open(out) as pdf:
        marks = [
            mark for mark in Interpreter(pdf.pages[0], {}).marks() if isinstance(mark, PaintedPath)
        ]
    fills = {mark.fill.space for mark in marks if mark.fill}
    assert ColourFamily.CMYK in fills
    assert ColourFamily.RGB not in fills


def test_the_manifest_beside_a_book_says_whose_it_is(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "book.pdf", pages=120)
    book = {"title": "Ours", "subtitle": "", "author": "N. Obody", "language": "en"}
    own = {"book": book, "cover": {"series": "S"}}
    manifest: dict[str, Any] = {"config": own, "counts": {"printed": 44}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    words = make_cover(path, printer="kdp", paper="white").words
    assert (words.title, words.author, words.series, words.badge) == (
        "Ours", "N. Obody", "S", "44 puzzles",
    )  # fmt: skip
    del manifest["config"]["cover"]  # of a version that knew nothing of covers
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    older = make_cover(path, printer="kdp", paper="white")
    assert (older.words.author, older.warnings) == ("N. Obody", ())


DESIGNED = """\
seed = 7
[book]
title = "Lines That Meet"
subtitle = "Sixty puzzles"
author = "A. Author"
year = 2026
trim = "6x9"
isbn = "978-3-16-148410-0"
pdfx = {pdfx}
[cover]
design = "{design}"
series = "Quiet Evenings"
volume = 2
accent = ["#101010", "#0B5563"]
blurb = "A blurb."
about = "About somebody."
barcode = true
price = "51299"
[[section]]
title = "All"
kind = "numberlink"
size = "7x7"
count = 4
"""


@pytest.mark.part(3)
@pytest.mark.parametrize(("design", "pdfx"), cases(DESIGNS, [False, True]))
def test_a_design_says_everything_within_the_safe_area(
    design: str, pdfx: bool, book: Path, tmp_path: Path
) -> None:
    config = tmp_path / "book.toml"
    text = DESIGNED.format(design=design, pdfx=str(pdfx).lower())
    config.write_text(text.replace('price = "51299"', "") if pdfx else text)  # a smaller field
    printer = "ingram" if pdfx else "kdp"
    cover = make_cover(book, printer=printer, paper="white", config=config)
    out, template = tmp_path / "cover.pdf", tmp_path / "template.pdf"
    cover.write(str(out), has_guides=False)
    cover.write(str(template), has_guides=True)
    with pikepdf.open(out) as pdf:
        (page,) = pdf.pages
        bleed = 0.125 * 72
        whole = [float(side) for side in page.mediabox]
        assert [float(side) for side in page.trimbox] == pytest.approx(
            [bleed, bleed, whole[2] - bleed, whole[3] - bleed], abs=0.02
        )
        marks = [*Interpreter(page, {}).marks()]
        assert ("/OutputIntents" in pdf.Root) is pdfx
        assert "2" in [mark.text for mark in marks if isinstance(mark, PaintedText)], "on the spine"
        spaces = {mark.colour.space for mark in marks if isinstance(mark, PaintedText)}
        spaces |= {mark.fill.space for mark in marks if isinstance(mark, PaintedPath) and mark.fill}
        assert spaces <= {ColourFamily.GRAY, ColourFamily.CMYK if pdfx else ColourFamily.RGB}
        assert len(spaces) == 2, "the accent is there"
    (shown,) = pages_of(out)
    said = [piece.text for piece in shown.pieces]
    for words in ("Lines", "Sixty", "A. Author", "A blurb.", "About somebody.", "ISBN"):
        assert any(words in piece for piece in said), words
    assert any("evenings" in piece.lower() for piece in said)


def test_a_barcode_needs_an_isbn(book: Path, tmp_path: Path) -> None:
    config = tmp_path / "book.toml"
    text = DESIGNED.format(design="band", pdfx="false")
    config.write_text(text.replace('isbn = "978-3-16-148410-0"', ""))
    with refused(ConfigError):
        make_cover(book, printer="kdp", paper="white", config=config)


def test_a_book_with_written_answers_has_a_cover(tmp_path: Path) -> None:
    sections = [example_section("npuzzle"), make_section("Lines", [(8, 8)] * 2)]
    with (tmp_path / "book.pdf").open("wb") as out:
        write_book(lay_out(make_options(), sections), out)
    cover = make_cover(tmp_path / "book.pdf", printer="kdp", paper="white")
    assert [kind.id for kind, _, _ in cover.art] == ["numberlink"] * 2


def test_boards_are_looked_for_as_those_of_the_kinds_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sections = [example_section("npuzzle"), make_section("Lines", [(8, 8)] * 2)]
    with (tmp_path / "book.pdf").open("wb") as out:
        write_book(lay_out(make_options(), sections), out)
    asked: list[str] = []

    def loaded() -> Iterator[AnyKind]:
        for kind in working_kinds():
            if kind.read_board is not None:
                read = partial(_noted, asked, kind)
                yield replace(kind, read_board=read)

    monkeypatch.setattr("pipeline.stages.books.cover.working_kinds", loaded)
    named = {"title": "Ours", "subtitle": "", "author": "N. Obody", "language": "en"}
    manifest = {
        "config": {"book": named},
        "counts": {"printed": 2},
        "versions": {"kinds": {"numberlink": 1, "hashi": 1}},
    }
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert [kind.id for kind, _, _ in make_cover(tmp_path / "book.pdf", "kdp").art]
    assert {*asked} == {"numberlink", "hashi"}


def _noted(asked: list[str], kind: AnyKind, page: Any, rule: str) -> Any:
    asked.append(kind.id)
    assert kind.read_board is not None
    return kind.read_board(page, rule)


@pytest.mark.parametrize(("code", "badge"), [("en", "7 puzzles"), ("de", "7 Rätsel")])
def test_the_badge_parts_number_and_word(tmp_path: Path, code: str, badge: str) -> None:
    path = make_pdf(tmp_path / "book.pdf", pages=120)
    book = {"title": "Ours", "subtitle": "", "author": "N. Obody", "language": code}
    manifest = {"config": {"book": book, "cover": {}}, "counts": {"printed": 7}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert make_cover(path, printer="kdp", paper="white").words.badge == badge


VOLUMES = """\
seed = 5
volumes = 1
pictures = "none"
[cover]
design = "{design}"
blurb = "Blurb {{volume}}"
about = "About {{volume}}"
[book]
title = "Title {{volume}}"
subtitle = "Subtitle {{volume}}"
author = "A. Setter"
year = 2026
trim = "a5"
margins = {{ inside = 15 }}
[[section]]
title = "Section {{volume}}"
kind = "sudoku"
size = "4x4"
count = 2
"""


@pytest.mark.dear
def test_the_number_of_a_volume_is_filled_in_on_covers_of_every_design(tmp_path: Path) -> None:
    config = tmp_path / "book.toml"
    config.write_text(VOLUMES.format(design="band"))
    with Workers(1) as workers:
        run_config(load_book_config(config), tmp_path / "out", workers)
    book = next((tmp_path / "out").rglob("book.pdf"))
    for design in get_args(get_type_hints(CoverOptions)["design"]):
        config.write_text(VOLUMES.format(design=design))
        out = tmp_path / f"{design}.pdf"
        make_cover(book, "kdp", config=config).write(str(out), has_guides=False)
        (page,) = pages_of(out)
        said = " ".join(piece.text for piece in page.pieces)
        assert all(f"{text} 1" in said for text in ("Title", "Subtitle", "Blurb", "About")), said
        assert "{" not in said
    report = preflight(book, make_criteria(book, config))
    assert report.worst("book", "placeholder") == report.worst("book", "title") == "passed"
