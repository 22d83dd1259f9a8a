"""An EPUB is a sound zip of linked pages with words for every picture; epubcheck agrees."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pipeline.book.parts.board_words import describe_board
from pipeline.kinds import get_kind, load_examples
from pipeline.model import ConfigError, Credit
from pipeline.preflight.checkers import find_faults
from pipeline.stages.collection.epub import write_epub
from tests.book.sample import example_section, make_options, make_record, sliding_section

XHTML = "{http://www.w3.org/1999/xhtml}"


def records() -> list:
    others = [*example_section("hashi").records, *sliding_section().records]
    return [*(make_record(6, 7, seed) for seed in range(3)), *others]


@pytest.fixture(scope="module")
def book() -> bytes:
    return write_epub(records(), make_options(language="fr", title="Nœuds & <lignes>"))


def test_every_picture_has_words_and_every_link_leads_somewhere(book: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        names = parts.namelist()
        assert names[0] == "mimetype"
        assert parts.getinfo("mimetype").compress_type == zipfile.ZIP_STORED
        pages = [name for name in names if name.endswith(".xhtml")]
        assert len(pages) == 1 + 3 + 2 * len(records()), "contents, three rules, puzzles, answers"
        for name in pages:
            tree = ElementTree.fromstring(parts.read(name))
            assert tree.attrib["lang"] == "fr"
            assert tree.find(f".//{XHTML}h1") is not None
            targets = [one.attrib["href"] for one in tree.iter(f"{XHTML}a")]
            pictures = list(tree.iter(f"{XHTML}img"))
            assert all(one.attrib["alt"].strip() for one in pictures)
            for target in (*targets, *(one.attrib["src"] for one in pictures)):
                assert f"EPUB/{target}" in names


def test_a_table_holds_the_clues(book: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        tree = ElementTree.fromstring(parts.read("EPUB/puzzle-1.xhtml"))
    rows = [
        [cell.text or "" for cell in row.iter(f"{XHTML}td")]
        for row in tree.find(f".//{XHTML}tbody")
    ]
    clues = records()[0].puzzle["clues"]
    assert rows == [[str(value or "") for value in row] for row in clues]
    (picture,) = tree.iter(f"{XHTML}img")
    assert re.match(r"Numberlink 7x6; ligne par ligne", picture.attrib["alt"])


@pytest.mark.parametrize(
    ("kind_id", "said"),
    [
        ("slitherlink", "cell: . 3 2 2 2 . 3; . 1 . 3 . . 2; . . 0 . . 1 .;"),
        ("akari", "cell, # for a blocked cell: . 0 # . . . .; . . . . 2 . .;"),
        ("masyu", "cell, o for a white circle, x for a black circle: . o . . . x; . o o . . .;"),
        ("npuzzle", "cell: 6 4 2; 7 1 3; . 5 8"),
        ("sudoku", "cell: . . . .; 4 2 3 .;"),
    ],
)
def test_clues_are_told_as_they_look(kind_id: str, said: str) -> None:
    kind = get_kind(kind_id)
    boards = [kind.decode(one["puzzle"]) for one in load_examples(kind)["solved"]]
    assert any(said in describe_board(kind, board) for board in boards)


def test_equal_records_give_equal_bytes_and_none_are_refused(book: bytes) -> None:
    assert write_epub(records(), make_options(language="fr", title="Nœuds & <lignes>")) == book
    with pytest.raises(ConfigError, match="expected puzzles"):
        write_epub([], make_options())
    with pytest.raises(ConfigError, match="expected a solution"):
        write_epub([records()[0].with_(solution=None)], make_options())


def test_what_xml_cannot_hold_is_replaced() -> None:
    credit = Credit(author="A\x01B\ufffeC")
    data = write_epub([one.with_(credit=credit) for one in records()], make_options())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        pages = [archive.read(name) for name in archive.namelist() if name.endswith(".xhtml")]
    assert any("A\ufffdB\ufffdC".encode() in page for page in pages)
    for page in pages:
        ElementTree.fromstring(page)


def test_epubcheck_has_nothing_to_say(book: bytes, tmp_path: Path) -> None:
    path = tmp_path / "book.epub"
    path.write_bytes(book)
    faults = find_faults("epubcheck", path)
    if faults is None:
        pytest.skip("epubcheck is not there")
    assert faults == []
