"""An EPUB is the printed book: its numbers, sections, words and cover; epubcheck agrees."""

import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from pipeline.config.book_options import BookOptions
from pipeline.edition.board_words import clue_rows
from pipeline.kinds import get_kind, kind_ids
from pipeline.model import Band, ConfigError, Credit, RenderError
from pipeline.preflight.checkers import find_faults
from pipeline.run.execution import Workers
from pipeline.run.run_config import run_config
from pipeline.stages.books.book import load_book_config
from pipeline.stages.books.cover import FRONT_PX
from pipeline.stages.books.epub import make_epub, plain_epub, write_epub
from pipeline.store.jsonl import read_records
from tests.book.sample import example_section, make_options, make_section, sliding_section
from tests.known import the
from tests.refusals import refused

XHTML = "{http://www.w3.org/1999/xhtml}"
DC = "{http://purl.org/dc/elements/1.1/}"
LINES = replace(
    make_section("Lignes & <nœuds>", [(6, 7)] * 3), introduction="Au début.", symbols="icons"
)
SECTIONS = [LINES, example_section("hashi"), replace(sliding_section(), at_most=True)]
ISBN = "978-3-16-148410-0"


def french(**options: object) -> BookOptions:
    return make_options(language="fr", title="Nœuds & <lignes>", isbn=ISBN, **options)


@pytest.fixture(scope="module")
def book() -> bytes:
    return write_epub(french(dedication="À Zoé"), SECTIONS, cover=b"\x89PNG", blurb="Des lignes.")


def page(data: bytes, name: str) -> ElementTree.Element:
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        return ElementTree.fromstring(parts.read(f"EPUB/{name}"))


def text_of(tree: ElementTree.Element) -> str:
    return " ".join("".join(tree.itertext()).split())


def test_every_picture_has_words_and_every_link_leads_somewhere(book: bytes) -> None:
    count = sum(len(section.records) for section in SECTIONS)
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        names = parts.namelist()
        assert names[0] == "mimetype"
        assert parts.getinfo("mimetype").compress_type == zipfile.ZIP_STORED
        pages = [name for name in names if name.endswith(".xhtml")]
        # contents, front matter, rules, key, sections, puzzles, answers under a head, credits
        assert len(pages) == 1 + 4 + 3 + 1 + 3 + count + 1 + count + 1
        for name in pages:
            tree = ElementTree.fromstring(parts.read(name))
            assert tree.attrib["lang"] == "fr"
            targets = [one.attrib["href"] for one in tree.iter(f"{XHTML}a")]
            pictures = list(tree.iter(f"{XHTML}img"))
            level = "h2" if re.search(r"/(puzzle|answer)-", name) else "h1"
            has_head = tree.find(f".//{XHTML}{level}") is not None
            assert has_head or name.split("/")[1] in ("cover.xhtml", "dedication.xhtml")
            assert all(one.attrib["alt"].strip() for one in pictures)
            for target in (*targets, *(one.attrib["src"] for one in pictures)):
                assert f"EPUB/{target}" in names


def test_it_has_what_the_printed_book_has(book: bytes) -> None:
    package = page(book, "package.opf")
    about = {one.tag.removeprefix(DC): one.text for one in package.iter() if one.tag.startswith(DC)}
    assert the(about["title"]).startswith("Nœuds & <lignes>")
    assert (about["publisher"], about["description"]) == ("Small Press", "Des lignes.")
    found = [one.text for one in package.iter(f"{DC}identifier")]
    assert "urn:isbn:9783161484100" in found
    cover = [one.attrib for one in package.iter() if one.attrib.get("properties") == "cover-image"]
    assert [one["href"] for one in cover] == ["cover.png"]
    assert ISBN in text_of(page(book, "copyright.xhtml"))
    assert "À Zoé" in text_of(page(book, "dedication.xhtml"))
    rules = page(book, "rules-1.xhtml")
    assert "image" in text_of(rules), "ends of lines have pictures, and the rules say so"
    assert len(list(rules.iter(f"{XHTML}img"))) == 3
    assert len(list(rules.iter(f"{XHTML}li"))) == 4
    assert "Au début." in text_of(page(book, "section-1.xhtml"))
    assert "Small Press" in text_of(page(book, "credits.xhtml"))
    contents = page(book, "nav.xhtml").find(f".//{XHTML}ol")
    assert contents is not None
    titles = [one.find(f"{XHTML}a").text for one in contents]  # type: ignore[union-attr]
    sections = [section.title for section in SECTIONS]
    assert [title for title in titles if title in sections] == sections
    inner = contents[titles.index(sections[0])].find(f"{XHTML}ol")
    assert [one.find(f"{XHTML}a").attrib["href"] for one in inner] == [  # type: ignore[union-attr]
        f"puzzle-{number}.xhtml" for number in (1, 2, 3)
    ]


def test_a_table_holds_the_clues() -> None:
    plain = write_epub(french(), [replace(LINES, symbols="numbers")])
    tree = page(plain, "puzzle-1.xhtml")
    rows = [
        [cell.text or "" for cell in row.iter(f"{XHTML}td")]
        for row in the(tree.find(f".//{XHTML}tbody"))
    ]
    clues = LINES.records[0].puzzle["clues"]
    assert rows == [[str(value or "vide") for value in row] for row in clues]
    head = tree.find(f".//{XHTML}h2")
    assert head is not None
    assert head.text == "Grille 1, Numberlink, facile, 7 sur 6"


def test_clues_outside_of_cells_are_a_list_and_a_first_step_is_stated() -> None:
    data = write_epub(make_options(), [example_section("killer")])
    items = [one.text or "" for one in page(data, "puzzle-1.xhtml").iter(f"{XHTML}li")]
    assert items[0] == "Heavy lines bound boxes of 2 by 2 cells."
    assert items[1].startswith("Cage ")
    said = [one.attrib["alt"] for one in page(data, "rules-1.xhtml").iter(f"{XHTML}img")]
    assert said[0].startswith("Killer Sudoku, 4 by 4. ")
    assert ": " in said[1]
    assert said[1] in text_of(page(data, "rules-1.xhtml"))


@pytest.mark.parametrize("answers", ["end", "flipped", "none"])
def test_a_book_without_answers_has_none(answers: str) -> None:
    data = write_epub(french(answers=answers), SECTIONS)
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        names = [name for name in parts.namelist() if "answer" in name]
    assert bool(names) == (answers != "none")


def test_equal_books_give_equal_bytes_and_what_is_not_ready_is_refused(book: bytes) -> None:
    again = write_epub(french(dedication="À Zoé"), SECTIONS, cover=b"\x89PNG", blurb="Des lignes.")
    assert again == book
    with refused(ConfigError):
        write_epub(make_options(), [])
    bare = replace(LINES, records=(LINES.records[0].with_(solution=None),))
    with refused(ConfigError):
        write_epub(make_options(), [bare])


def test_what_xml_cannot_hold_is_refused_and_the_rest_is_escaped() -> None:
    spoilt = LINES.records[0].with_(credit=Credit(author="A\x01B"))
    with refused(RenderError):
        write_epub(make_options(), [replace(LINES, records=(spoilt,))])
    labelled = replace(LINES, labels={Band.EASY: "A & B"})
    assert "A & B" in text_of(page(write_epub(make_options(), [labelled]), "puzzle-1.xhtml"))


CONFIG = """\
seed = 3
pictures = "none"
[book]
title = "Loops and Lamps"
author = "A. Setter"
year = 2026
isbn = "978-3-16-148410-0"
[[page]]
title = "Foreword"
place = "front"
text = "A *word* first.\\n\\n1. one\\n2. two"
[[page]]
title = "Half-way"
text = "Rest."
after = "Lamps"
[[section]]
title = "Lamps"
kind = "akari"
size = "5x5"
count = 2
[[section]]
title = "Loops"
kind = "slitherlink"
size = ["6x6", "5x5"]
count = 5
"""


def test_numbers_are_those_of_the_printed_book(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(CONFIG)
    config = load_book_config(tmp_path / "book.toml")
    with Workers(1) as workers:
        run_config(config, tmp_path / "out", workers)
    records = list(read_records(tmp_path / "out" / "30-graded.jsonl"))
    data = make_epub(reversed(records), config, tmp_path / "out")
    known = {record.id: record for record in records}
    rows = json.loads((tmp_path / "out" / "puzzles.json").read_text())
    assert len(rows) == 7
    for row in rows:
        tree = page(data, f"puzzle-{row['number']}.xhtml")
        kind = get_kind(row["kind"])
        clues = kind.decode(known[row["id"]].puzzle)
        cells = [one.text for one in tree.iter(f"{XHTML}td")][1:]
        assert cells == [clue or "empty" for line in clue_rows(kind, clues) for clue in line]
        head = f"Puzzle {row['number']}, {kind.title}, {row['band']}, {clues.cols} by {clues.rows}"
        assert text_of(tree).startswith(f"{head}{head}")  # its title, and its heading
    assert "A word first." in text_of(page(data, "page-1.xhtml"))
    assert page(data, "page-1.xhtml").find(f".//{XHTML}em").text == "word"  # type: ignore[union-attr]
    assert [one.attrib["href"] for one in page(data, "nav.xhtml").iter(f"{XHTML}a")].index(
        "page-2.xhtml"
    ) == 3 + 3, "after the first section, its rules and its two puzzles"
    assert is_sound(data, tmp_path)
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        picture = Image.open(io.BytesIO(parts.read("EPUB/cover.png")))
    assert picture.height == FRONT_PX
    # without the list of a run the sections choose, as they do for a printed book
    other = make_epub(records, config, tmp_path)
    assert page(other, "section-2.xhtml") is not None
    with refused(ConfigError):
        make_epub(records[:2], config, tmp_path)


def is_sound(data: bytes, folder: Path) -> bool:
    path = folder / "book.epub"
    path.write_bytes(data)
    faults = find_faults("epubcheck", path)
    if faults is None:
        pytest.skip("epubcheck is not there")
    return faults == []


def test_epubcheck_has_nothing_to_say_of_any_kind(tmp_path: Path) -> None:
    sections = [replace(example_section(kind), at_most=True) for kind in kind_ids()]
    assert is_sound(write_epub(make_options(), sections), tmp_path)


@pytest.mark.parametrize(
    ("place", "licence", "is_under"),
    [
        ("licence", "CC-BY-4.0", False),
        ("licence", "Please print my name under each puzzle.", True),
        ("puzzle", "CC-BY-4.0", True),
        ("end", "Please print my name under each puzzle.", False),
    ],
)
def test_a_credit_is_under_its_puzzle_as_in_print(place: str, licence: str, is_under: bool) -> None:
    record = LINES.records[0].with_(credit=Credit(author="A. Setter", licence=licence))
    data = write_epub(make_options(credits=place), [replace(LINES, records=(record,))])
    assert ("A. Setter" in text_of(page(data, "puzzle-1.xhtml"))) is is_under
    assert "A. Setter" in text_of(page(data, "credits.xhtml"))


def test_records_alone_are_numbered_in_their_order() -> None:
    records = [*example_section("hashi").records, *LINES.records]
    data = plain_epub(records)
    assert text_of(page(data, "puzzle-1.xhtml")).startswith("Puzzle 1, Hashi, 6 by 6")
    assert "Puzzle 2, Numberlink, easy" in text_of(page(data, "puzzle-2.xhtml"))


def test_rules_where_needed_come_before_their_sections() -> None:
    contents = page(write_epub(french(rules="where needed"), SECTIONS), "nav.xhtml")
    order = [one.attrib["href"].partition(".")[0] for one in contents.iter(f"{XHTML}a")]
    marked = [name for name in order if name.startswith(("rules-", "section-"))]
    assert marked == [f"{part}-{number}" for number in (1, 2, 3) for part in ("rules", "section")]
