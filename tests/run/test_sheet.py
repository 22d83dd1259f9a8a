"""Sheets for a magazine: an issue each, no puzzle twice, resumed without another byte."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pipeline.book.parts.sheet import SheetPage, lay_sheet
from pipeline.model import ConfigError
from pipeline.pdf.document import open_pdf, read_document
from pipeline.run.execution import Workers
from pipeline.run.sheet import describe_sheet, make_sheets, plan_sheet, render_page
from pipeline.scene import Label
from pipeline.stages.books.book import load_book_config
from pipeline.store.run_folder import GRADED
from tests.pages import pages_of
from tests.refusals import refused
from tests.run.runs import digests

CONFIG = """\
seed = 5
[sheet]
size = "a5"
issues = 2
[book]
title = "Corner"
author = "A. Setter"
year = 2026
[[section]]
title = "All"
kind = "numberlink"
size = "5x5"
count = 2
"""


def test_each_issue_has_puzzles_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "mag.toml").write_text(CONFIG)
    config = load_book_config(tmp_path / "mag.toml")
    with Workers(1) as workers:
        result, files = make_sheets(config, tmp_path / "out", workers)
        before = digests(tmp_path / "out")
        part = tmp_path / "out" / ".sheet-01.pdf.99999999.part"
        part.write_text("left by a kill")
        _, again = make_sheets(config, tmp_path / "out", workers)
    assert not part.exists()
    assert [path.name for path in files] == [
        "sheet-01.pdf", "sheet-01.svg", "sheet-02.pdf", "sheet-02.svg",
    ]  # fmt: skip
    assert again == files
    assert digests(tmp_path / "out") == before  # the first manifest names its sheets, too
    assert not (tmp_path / "out" / "images").exists()
    assert not (tmp_path / "out" / "book.pdf").exists()
    rows = list(csv.DictReader((tmp_path / "out" / "puzzles.csv").read_text().splitlines()))
    assert [(row["issue"], row["number"]) for row in rows] == [
        ("1", "1"), ("1", "2"), ("2", "1"), ("2", "2"),
    ]  # fmt: skip
    ids = {puzzle.record.id for demand in result.selection.demands for puzzle in demand.taken}
    assert len(ids) == 4
    for path in files[::2]:
        (page,) = pages_of(path)
        said = " ".join(piece.text for piece in page.pieces)
        assert "Corner" in said
        assert "© 2026 A. Setter" in said
        assert sum(piece.is_turned for piece in page.pieces) >= 2


@pytest.mark.parametrize("count", [1, 3])
def test_each_issue_has_as_many_puzzles_of_a_section_with_several_bands(
    count: int, tmp_path: Path
) -> None:
    (tmp_path / "mag.toml").write_text(
        CONFIG.replace('"numberlink"', '"hashi"')
        .replace('"5x5"', '"7x7"')
        .replace("= 2\n", f"= {count}\n")
        .replace(f"issues = {count}", "issues = 2")
    )
    with Workers(1) as workers:
        make_sheets(load_book_config(tmp_path / "mag.toml"), tmp_path / "out", workers)
    rows = list(csv.DictReader((tmp_path / "out" / "puzzles.csv").read_text().splitlines()))
    assert [row["issue"] for row in rows] == ["1"] * count + ["2"] * count
    assert len({row["band"] for row in rows}) == 2


def test_letters_of_an_svg_may_be_outlines(tmp_path: Path) -> None:
    (tmp_path / "mag.toml").write_text(CONFIG)
    (tmp_path / "drawn.toml").write_text(CONFIG.replace("issues = 2", 'text = "outlines"'))
    with Workers(1) as workers:
        for name, has_text in (("mag", True), ("drawn", False)):
            config = load_book_config(tmp_path / f"{name}.toml")
            _, files = make_sheets(config, tmp_path / name, workers)
            assert ("<text" in files[1].read_text()) is has_text


def test_too_few_puzzles_make_no_sheet(tmp_path: Path) -> None:
    config = CONFIG.replace('"numberlink"', '"npuzzle"').replace('"5x5"', '"2x2"')
    config = config.replace("count = 2", 'count = 2\nscore = "90:99"')
    (tmp_path / "mag.toml").write_text(config)
    with Workers(1) as workers:
        result, files = make_sheets(
            load_book_config(tmp_path / "mag.toml"), tmp_path / "out", workers
        )
    assert result.shortfalls
    assert files == []


def test_sheets_of_a_numbered_volume_have_its_number(tmp_path: Path) -> None:
    top = 'library = "l.sqlite"\nseries = "Corner"\nvolume = 7\n'
    path = tmp_path / "mag.toml"
    path.write_text(top + CONFIG.replace('"Corner"', '"Corner {volume}"'))
    planned = plan_sheet(load_book_config(path)).scene.marks
    assert "Corner 7" in {mark.text for mark in planned if isinstance(mark, Label)}
    with Workers(1) as workers:
        _, files = make_sheets(load_book_config(path), tmp_path / "out", workers)
        (page,) = pages_of(files[0])
        assert "Corner 7" in " ".join(piece.text for piece in page.pieces)
        path.write_text("volumes = 2\n" + CONFIG)
        with refused(ConfigError):
            make_sheets(load_book_config(path), tmp_path / "no", workers)
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({'"a5"': '"a5"\ncaption = "' + "{kind} {size} " * 9 + '"'},
         r"mag.toml:4: sheet.caption: 'Numberlink 5.* too long for puzzle 1 \(5x5\).*; shorten it"),
        ({'"a5"': '"a5"\ncaption = "{section}"', '"All"': '"' + "All of them " * 15 + '"'},
         r"mag.toml:4: sheet.caption: 'All of them .* too long for puzzle 1"),
        ({"count = 2": 'count = 2\nlabels = { easy = "' + "No guessing " * 15 + '" }'},
         r"mag.toml:14: section 1, labels: 'Numberlink · No guessing .* too long for puzzle 1"),
        ({"count = 2": "count = 90"}, r"mag.toml:3: sheet.size: .*(leave no room|too large)"),
        ({"count = 2": "count = 2\n[[section]]\ntitle = \"B\"\nkind = \"sudoku\"\n"
          "size = \"16x16\"\ncount = 9"}, r"mag.toml:3: sheet.size: .*(leave no room|too large)"),
    ],
    ids=["caption", "title in a caption", "label", "many", "large"],
)  # fmt: skip
def test_what_does_not_fit_is_refused_before_a_puzzle_is_made(
    changes: dict[str, str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.run.sheet.run_config", None)
    text = CONFIG
    for old, new in changes.items():
        text = text.replace(old, new)
    (tmp_path / "mag.toml").write_text(text)
    with Workers(1) as workers, pytest.raises(ConfigError, match=message):
        make_sheets(load_book_config(tmp_path / "mag.toml"), tmp_path / "out", workers)
    assert not (tmp_path / "out").exists()


@pytest.mark.part(3)
@pytest.mark.parametrize("kind", ["sudoku", "numberlink", "kakuro"])
@pytest.mark.parametrize("band", ["", 'band = "medium"', 'score = "1:30"'])
def test_no_puzzle_has_a_longer_caption_than_its_stand_in(
    kind: str, band: str, tmp_path: Path
) -> None:
    """So that a caption that was planned is never refused after its puzzle was made."""
    size = "9x9" if kind == "sudoku" else "6x6"
    text = CONFIG.replace('"5x5"', f'"{size}"\n{band}').replace('"numberlink"', f'"{kind}"')
    caption = '"a5"\ncaption = "{kind} {size} {band}, {minutes} min"'
    (tmp_path / "mag.toml").write_text(text.replace('"a5"', caption))
    config = load_book_config(tmp_path / "mag.toml")
    planned = plan_sheet(config)
    with Workers(1) as workers:
        _, files = make_sheets(config, tmp_path / "out", workers)
    captions = [m.text for m in planned.scene.marks if isinstance(m, Label) and " × " in m.text]
    longest = max(map(len, captions))
    if "score" in band:  # each of its puzzles may have the level with the longest name
        assert len({len(text.partition(",")[0]) for text in captions}) == 1
    for path in files[1::2]:
        found = re.findall(r"<text[^>]*>([^<]* × [^<]*)<", path.read_text().replace("\u00a0", " "))
        assert found
        assert max(map(len, found)) <= longest


def test_a_planned_page_is_described_by_its_size_and_sections(tmp_path: Path) -> None:
    (tmp_path / "mag.toml").write_text(CONFIG)
    config = load_book_config(tmp_path / "mag.toml")
    first, second = describe_sheet(config, plan_sheet(config))
    assert first == "2 pages of 148 x 210 mm, 2 puzzles on each"
    assert re.fullmatch(r"section 1: numberlink 5x5: 2 puzzles, cells of [\d.]+ mm", second)
    more = '[[section]]\ntitle = "B"\nkind = "hashi"\nsize = "5x5"\ncount = 1\n'
    text = CONFIG.replace('"5x5"', '["5x5", "9x9"]').replace("issues = 2\n", "")
    (tmp_path / "mag.toml").write_text(text + more)
    config = load_book_config(tmp_path / "mag.toml")
    first, second, third = describe_sheet(config, plan_sheet(config))
    assert first == "1 page of 148 x 210 mm, 3 puzzles on each"
    size = r"cells of [\d.]+ to [\d.]+ mm"
    assert re.fullmatch(f"section 1: numberlink 5x5, 9x9: 2 puzzles, {size}", second)
    assert re.fullmatch(r"section 2: hashi 5x5: 1 puzzle, cells of [\d.]+ mm", third)


@pytest.mark.parametrize(("printer", "space"), [("kdp", "rgb"), ("ingram", "cmyk")])
def test_a_page_has_the_colours_of_its_theme_as_the_printer_takes_them(
    printer: str, space: str, tmp_path: Path
) -> None:
    own = f'theme = "cells"\nprinters = ["{printer}"]\ntitle'
    (tmp_path / "mag.toml").write_text(CONFIG.replace("title", own, 1))
    config = load_book_config(tmp_path / "mag.toml")
    page = plan_sheet(config)
    with open_pdf(io.BytesIO(render_page(config, page, "pdf"))) as file:
        (read,) = read_document(file).pages
    assert space in {found.value for found, _ in read.spaces} <= {"gray", space}
    with Image.open(io.BytesIO(render_page(config, page, "png"))) as picture:
        assert picture.format == "PNG"
        assert picture.size == (6 * 148, 6 * 210)


def test_a_planned_page_is_the_page_that_is_made(tmp_path: Path) -> None:
    (tmp_path / "mag.toml").write_text(CONFIG)
    config = load_book_config(tmp_path / "mag.toml")
    (tmp_path / "plan.pdf").write_bytes(render_page(config, plan_sheet(config), "pdf"))
    with Workers(1) as workers:
        _, files = make_sheets(config, tmp_path / "out", workers)
    planned, *made = (
        [
            (piece.text, piece.box, piece.size)
            for piece in page.pieces
            if not piece.text.replace(" ", "").isdigit()  # the numbers in boards
        ]
        for path in (tmp_path / "plan.pdf", *files[::2])
        for page in pages_of(path)
    )
    assert len(planned) > 5
    assert made == [planned] * 2


@pytest.mark.parametrize(
    ("days", "second"), [("", "8 January 2027"), ("days = 1", "2 January 2027")]
)
def test_numbers_and_days_count_on_from_page_to_page(
    days: str, second: str, tmp_path: Path
) -> None:
    own = f"issues = 2\nissue = 9\ndate = 2027-01-01\n{days}"
    (tmp_path / "mag.toml").write_text(CONFIG.replace("issues = 2", own))
    config = load_book_config(tmp_path / "mag.toml")
    words = [mark.text for mark in plan_sheet(config).scene.marks if isinstance(mark, Label)]
    assert f"No. 10 · {second}" in " ".join(words), "the page with the longest words is planned"
    with Workers(1) as workers:
        _, files = make_sheets(config, tmp_path / "out", workers)
    said = [
        " ".join(piece.text for page in pages_of(path) for piece in page.pieces)
        for path in files[::2]
    ]
    assert "No. 9 · 1 January 2027" in said[0]
    assert f"No. 10 · {second}" in said[1]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("date = 9999-12-30", "mag.toml:5: sheet.date: expected days until 9999"),
        ('date = "soon"', "mag.toml:5: sheet.date: expected a day"),
        ("issue = 0", "mag.toml:5: sheet.issue: expected"),
        ("days = 0", "mag.toml:5: sheet.days: expected"),
    ],
)
def test_days_and_numbers_that_no_page_can_have_are_refused(
    keys: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "mag.toml").write_text(CONFIG.replace("issues = 2", f"issues = 2\n{keys}"))
    with pytest.raises(ConfigError, match=message):
        load_book_config(tmp_path / "mag.toml")


PREVIOUS = CONFIG.replace("issues = 2", 'issues = 2\nanswers = "previous"')


@pytest.mark.parametrize("issues", [1, 2, 3])
def test_the_answers_of_a_page_are_those_of_the_page_before(
    issues: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within a run, and from the last page of the run in another folder to the next one."""
    pages: list[tuple[list[str], list[str] | None]] = []

    def laid(*args: Any) -> SheetPage:
        *_, sections, _, _, previous = args
        found = [
            some and [record.id for section in some for record in section.records]
            for some in (sections, previous)
        ]
        pages.append((found[0], found[1]))
        return lay_sheet(*args)

    text = PREVIOUS.replace("issues = 2", f"issues = {issues}")
    (tmp_path / "one.toml").write_text(text)
    next_one = text.replace("seed = 5", "seed = 6").replace("[book]", 'previous = "out/1"\n[book]')
    (tmp_path / "two.toml").write_text(next_one)
    monkeypatch.setattr("pipeline.run.sheet.lay_sheet", laid)
    made = []
    with Workers(1) as workers:
        for number, name in enumerate(("one", "two"), 1):
            pages.clear()
            config = load_book_config(tmp_path / f"{name}.toml")
            make_sheets(config, tmp_path / "out" / str(number), workers)
            made += pages[-issues:]
    assert len({number for own, _ in made for number in own}) == 4 * issues
    assert [previous for _, previous in made] == [(), *(own for own, _ in made[:-1])]


def test_a_folder_without_the_answers_of_the_page_before_is_refused(tmp_path: Path) -> None:
    made, path = tmp_path / "made", tmp_path / "mag.toml"
    path.write_text(CONFIG)
    with Workers(1) as workers:
        make_sheets(load_book_config(path), made, workers)
    for name, file, text in (
        ("empty", "note.txt", ""), ("no-list", GRADED, (made / GRADED).read_text()),
        ("no-records", "puzzles.json", (made / "puzzles.json").read_text()),
    ):  # fmt: skip
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(text)
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "puzzles.json").write_text((made / "puzzles.json").read_text())
    (first, *_) = (made / GRADED).read_text().splitlines()
    (tmp_path / "half" / GRADED).write_text(first + "\n")
    ids = {one["id"] for one in json.loads((made / "puzzles.json").read_text())[2:]}
    missing = min(ids - {json.loads(first)["id"]})
    for folder, message in (
        ("none", "expected the folder of a page"), ("empty", "expected the folder of a page"),
        ("no-list", "expected the folder of a page"),
        ("half", f"expected record {missing} .*found none"),
        ("no-records", "expected the folder of a page"), ("..", "expected"),
    ):  # fmt: skip
        path.write_text(PREVIOUS.replace("[book]", f'previous = "{folder}"\n[book]'))
        match = f"mag.toml:6: sheet.previous: .*{message}"
        with Workers(1) as workers, pytest.raises(ConfigError, match=match):
            make_sheets(load_book_config(path), tmp_path / "out", workers)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[book]", '[book]\nanswers = "none"', r"mag.toml:5: sheet.answers: expected answers"),
        ('answers = "previous"', 'previous = "made"', r"mag.toml:5: sheet.previous: expected"),
    ],
)
def test_answers_of_the_page_before_need_answers(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "mag.toml").write_text(PREVIOUS.replace(old, new))
    with pytest.raises(ConfigError, match=message):
        plan_sheet(load_book_config(tmp_path / "mag.toml"))


def test_answers_of_the_page_before_have_the_symbols_of_their_own_section(tmp_path: Path) -> None:
    """Of several sections of a kind, theirs is the one with their title."""
    section = '[[section]]\ntitle = "{}"\nkind = "sudoku"\nsize = "4x4"\ncount = {}\n{}'
    head = PREVIOUS.split("[[section]]")[0].replace("issues = 2\n", "").replace('"a5"', '"a4"')
    own = section.format("Digits", 2, ""), section.format("Letters", 1, 'symbols = "letters"\n')
    gone = '[[section]]\ntitle = "Gone"\nkind = "hitori"\nsize = "5x5"\ncount = 1\n'
    (tmp_path / "one.toml").write_text(head + "".join((*own, gone)))
    next_head = head.replace("[book]", 'previous = "one"\nissue = 9\n[book]')
    (tmp_path / "two.toml").write_text(next_head + "".join(reversed(own)))
    with Workers(1) as workers:
        make_sheets(load_book_config(tmp_path / "one.toml"), tmp_path / "one", workers)
    page = plan_sheet(load_book_config(tmp_path / "two.toml"))
    labels = [mark for mark in page.scene.marks if isinstance(mark, Label)]
    assert "No. 9" in " ".join(mark.text for mark in labels)
    (heading,) = [mark for mark in labels if mark.text.startswith("Answers")]
    assert "No. 8" in heading.text
    foot = "".join(mark.text for mark in labels if mark.position[1] > heading.position[1])
    assert re.match("1[1-4]{16}2[1-4]{16}3[A-D]{16}4[1-5]{25}Copyright", foot)
