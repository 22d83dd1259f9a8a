"""Addresses of penpa-edit: what is packed in them, and what they may not do."""

import base64
import zlib

import pytest

from pipeline.kinds.kit.sites import penpa
from pipeline.kinds.kit.sites.penpa import DOTS, read_penpa, write_penpa
from pipeline.model import PuzzleFormatError
from tests.refusals import refused

HEAD = "square,2,1,38,0,1,1,0,0,Title: T%2C U,Author: ,https://example.org/p?a%2Cb,OFF"
SHOWN = '{zR:{z_:[]},zN:{"14":[1,1,"1"],"15":["12",1,"1"]},zY:{},z6:zO}'


def address(*lines: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return f"https://example.org/#m=edit&p={base64.b64encode(packed).decode()}"


def test_a_board_and_its_credit_are_unpacked() -> None:
    board = read_penpa(address(HEAD, "[0,0,0,0]", "{}", SHOWN, "{}", "[14,1]"))
    assert board.rows == (("1", "12"),)
    assert board.credit == {"title": "T, U", "url": "https://example.org/p?a,b"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (address("hex,2,1"), "square grid"),
        (address(HEAD, "", "", "{zN:", "", "[14,1]"), "the data of penpa-edit"),
        (address(HEAD, "", "", SHOWN, "", "[14]"), "a number or letter in a cell"),
        (address(HEAD, "", "", SHOWN, "", "[14,1,5]"), "a whole rectangle"),
        (address(HEAD, "", "", "{}", "", "[14,1]"), "found none"),
        (address(HEAD, "", "", '{zN:{"14":[1,1,"1"]},zE:{"a,b":2}}', "", "[14,1]"), "the data of"),
        (address(HEAD, "", "", SHOWN, "", '["a",1]'), "the data of"),
        (address(HEAD, "", "", SHOWN, "", "[14,1]", *[""] * 11, "7"), "the data of"),
        (address(HEAD, "", "", "[" * 99_999, "", "[14,1]"), "the data of"),
        ("#m=edit&p=AAAA", "a whole address"),
        ("#m=edit&p=%%%", "a whole address"),
    ],
)
def test_what_is_no_board_of_numbers_is_refused(text: str, words: str) -> None:
    with pytest.raises(PuzzleFormatError, match=words):
        read_penpa(text)


def test_an_address_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(penpa, "LONGEST", 100)
    with refused(PuzzleFormatError):
        read_penpa(address("x" * 1000))


WIDE = "square,3,1,38,0,1,1,0,0,,"
CELLS = "[16,1,1]"


def shown(parts: str, kind: str = "square", tags: str = "") -> str:
    lines = [WIDE.replace("square", kind), "", "{}", parts, "{}", CELLS, *[""] * 11, tags]
    return address(*lines)


@pytest.mark.parametrize(
    ("parts", "row"),
    [
        ('{zN:{"16":["?",1,"1"],"17":[" ",1,"1"],"18":["2",1,"1"]}}', "? - 2"),
        ('{zN:{"16":[" ",6,"1"],"18":["2",6,"1"]}}', "? - 2"),
        ('{zN:{"16":[" ",7,"1"],"18":["2",7,"1"]},zS:{"16":4,"18":1}}', "x - 2"),
        ('{zY:{"16":[1,"circle_L",1],"18":[2,"circle_M",2]}}', "w - b"),
        ('{zN:{"16":["12",1,"5"]},zE:{"38,39":98}}', "12 - -"),
    ],
)
def test_clues_of_all_sorts_are_words(parts: str, row: str) -> None:
    assert read_penpa(shown(parts)).rows == (tuple(row.split()),)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ("{zT:[[16,17]],zN:{}}", "found thermometers"),
        ('{z6:[[16,17]],z1:{"205":["3",1]}}', "found small numbers that are no totals"),
        ('{z6:[[16,17]],z1:{"204":["3",1],"208":["4",1]}}', "as totals of a cage"),
        ("{z6:[[16,99]]}", "the data of penpa-edit"),
        ("{z6:[]}", "expected numbers in cells, found none"),
        ("{z3:[[16,17]]}", "found arrows"),
        ('{z1:{"64":["1",1]}}', "found small numbers"),
        ('{zW:{"16,17":1}}', "found walls between cells"),
        ('{zL:{"16,17":1}}', "found lines"),
        ('{zS:{"16":5}}', "found coloured cells that are not black"),
        ('{zY:{"16":[3,"circle_L",1]}}', "found the symbol 'circle_L'"),
        ('{zY:{"16":[1,"star",1]}}', "found the symbol 'star'"),
        ('{zN:{"16":["2_4",1,"2"]}}', "found decorated numbers"),
        ('{zN:{"16":["2",1,"1"],"30":["2",1,"1"]}}', "outside the board"),
        ('{zN:{"16":["2",1,"1"]},zE:{"44,51":2}}', "found borders between cells"),
    ],
)
def test_what_is_not_read_is_refused_by_its_name(parts: str, words: str) -> None:
    with pytest.raises(PuzzleFormatError, match=words):
        read_penpa(shown(parts))


def test_genres_and_looks_of_the_grid_are_tags() -> None:
    numbers = '{zN:{"16":["2",1,"1"]}}'
    assert read_penpa(shown(numbers, tags='["akari"]')).tags == ("akari",)
    assert read_penpa(shown(numbers, "sudoku")).tags == ("sudoku",)
    assert read_penpa(shown(numbers)).tags == ()
    dotted = write_penpa([["2", "-"]], {}, (DOTS,))
    assert read_penpa(dotted).tags == (DOTS,)


def test_numbers_with_arrows_come_back() -> None:
    board = read_penpa(write_penpa([["2n", "-", "0w"], ["x", "1e", "12s"]], {}, ("yajilin",)))
    assert board.rows == (("2n", "-", "0w"), ("x", "1e", "12s"))
    assert read_penpa(shown('{zN:{"16":["2_3",1,"2"]}}')).rows[0][0] == "2s"


def test_borders_are_regions_and_come_back() -> None:
    rows = [["1", "-", "-", "4"], ["-"] * 4, ["-"] * 4, ["-", "2", "-", "-"]]
    regions = (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    board = read_penpa(write_penpa(rows, {"title": "Pizza zS"}, ("classic",), 1, regions))
    assert (board.rows, board.regions, board.tags) == (
        tuple(map(tuple, rows)),
        regions,
        ("classic",),
    )
    assert board.credit == {"title": "Pizza zS"}
    assert board.text.splitlines()[6:] == [
        "areas",
        "0 0 1 1",
        "0 0 1 1",
        "2 2 3 3",
        "2 2 3 3",
        "end",
    ]


def test_words_beside_an_address_are_its_label() -> None:
    board = shown('{zS:{"16":4}}')
    assert read_penpa(f"My first: {board} (easy)").label.split() == ["My", "first:", "(easy)"]
