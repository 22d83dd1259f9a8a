"""Addresses of puzz.link and pzprv3 files: the golden strings of pzprjs, and every mistake."""

from collections.abc import Collection, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds import get_kind
from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.sites.cells import CellWords
from pipeline.kinds.kit.sites.pzpr import (
    EMPTY,
    LARGEST,
    UNKNOWN,
    Address,
    PzprSheet,
    address_form,
    decode_numbers,
    encode_numbers,
    file_form,
    is_address,
    is_file,
    read_links,
    read_rows,
    write_address,
    write_file,
)
from pipeline.model import PuzzleFormatError

QUICK = settings(max_examples=150, deadline=None, derandomize=True, database=None)
NAMES = ("isles", "bridges")
WORDS = CellWords({".": 0, "-": -1}, range(1, 9), "a figure, a dot or a dash", "look again")
UNUSED: Any = str  # in place of what writes


def read_addresses(text: str, names: Collection[str], most: int) -> Iterator[Any]:
    form: TextFormat[Address, None] = address_form(
        "", names, most, lambda one, _: Parsed(one.line, one), UNUSED, UNUSED
    )
    for one in form.read_each(text, None):
        yield one if isinstance(one, PuzzleFormatError) else one.clues


def read_file(
    text: str, names: Collection[str], most: int, has_one_side: bool = False
) -> Iterator[Any]:
    form: TextFormat[PzprSheet, None] = file_form(
        "", names, most, lambda one, _: Parsed(one.line, one), UNUSED, UNUSED, has_one_side
    )
    for one in form.read_each(text, None):
        yield one if isinstance(one, PuzzleFormatError) else one.clues


@QUICK
@given(
    st.lists(
        st.just(EMPTY) | st.just(UNKNOWN) | st.integers(0, 20) | st.integers(0, LARGEST),
        min_size=1,
        max_size=80,
    )
)
def test_numbers_survive(numbers: list[int]) -> None:
    assert decode_numbers(encode_numbers(numbers), len(numbers), 1) == numbers


def test_the_golden_bodies_of_pzprjs() -> None:
    """Source: test/script/numlin.js and hashikake.js of pzprjs (MIT)."""
    rows = ["1....", "2..3.", ".....", ".1..2", "....3"]
    numbers = [EMPTY if cell == "." else int(cell) for cell in "".join(rows)]
    assert encode_numbers(numbers) == "1j2h3m1h2j3"
    assert decode_numbers("1j2h3m1h2j3", 25, 1) == numbers


def test_larger_numbers_that_others_write_are_read() -> None:
    assert decode_numbers("=000%001@002", 3, 1) == [4096, 8193, 8194]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("1!", "found '!'"),
        ("-1", "found '-1'"),
        ("+12", "found '+12'"),
        ("-+1", "found '-+1'"),
        ("A", "found 'A'"),
        ("1234", "expected 3 cells, found more"),
        ("1g", "expected 3 cells, found 2"),
        ("i1", "expected 3 cells, found more"),
    ],
)
def test_wrong_bodies_are_refused(body: str, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        decode_numbers(body, 3, 9)
    assert message in str(caught.value)
    assert caught.value.line == 9


@pytest.mark.parametrize(
    "line",
    [
        "https://puzz.link/p?isles/3/2/1",
        "http://pzv.jp/p.html?isles/3/2/1",
        "isles/3/2/1",
        "https://puzz.link/p?isles_edit/3/2/1",
        "https://swaroopg92.github.io/penpa-edit/?m=solve&p=https://puzz.link/p?isles/3/2/1",
        "https://puzz.link/p?isles//3/2/1/",
        "https://puzz.link/p?isles/3/2/1&x=1",
    ],
)
def test_addresses_come_in_many_dresses(line: str) -> None:
    text = f"# a comment\n\n{line}\n"
    assert is_address(text, NAMES)
    (address,) = read_addresses(text, NAMES, 9)
    assert (*address[:6], address.label.strip()) == (3, "isles", "", 3, 2, "1", "")


def test_flags_are_kept() -> None:
    (address,) = read_addresses("p?isles/ex/3/2/1g/", NAMES, 9)
    assert (address.flags, address.cols, address.rows, address.body) == ("ex", 3, 2, "1g")


def test_an_address_ends_with_a_letter_a_digit_or_a_slash() -> None:
    assert write_address("isles", 2, 1, "1.") == "https://puzz.link/p?isles/2/1/1./\n"
    assert write_address("isles", 1, 2, "1g") == "https://puzz.link/p?isles/1/2/1g\n"


ADDRESSES = {
    "https://puzz.link/p?other/2/2/1": "line 1: expected an address such as "
    "https://puzz.link/p?isles/COLUMNS/ROWS/CELLS, found 'https://puzz.link/p?other/2/2/1'; "
    "check that it is one of isles, bridges",
    "isles/2/2/1\nhello": "line 2: expected an address such as "
    "https://puzz.link/p?isles/COLUMNS/ROWS/CELLS, found 'hello'; "
    "check that it is one of isles, bridges",
    "isles/2": "line 1: expected columns and rows after the name, found '2'; "
    "copy the whole address",
    "isles/": "line 1: expected columns and rows after the name, found ''; copy the whole address",
    "isles/x/2/y/1": "line 1: expected columns and rows after the name, found '2/y/1'; "
    "copy the whole address",
    "isles/10/2/1": "line 1: expected sides from 1 to 9 and at least two cells, found 10x2; "
    "check the size",
}


@pytest.mark.parametrize("text", ADDRESSES)
def test_wrong_addresses_are_refused(text: str) -> None:
    found = [one for one in read_addresses(text, NAMES, 9) if isinstance(one, PuzzleFormatError)]
    assert [str(error) for error in found] == [ADDRESSES[text]]


def test_other_texts_are_no_addresses() -> None:
    for text in ("", "# isles/2/2/1\n", "isles\n", "a b\n", "https://puzz.link/p?other/1/1/1"):
        assert not is_address(text, NAMES)


# Files


def test_slashes_end_lines_as_line_ends_do() -> None:
    flat = "pzprv3/isles/2/3/1 . 1 /. - . /1 1 /0 -1 /0 2 0 /"
    for text in (flat, flat.replace("/", "\n"), f"\n{flat}\n\n"):
        assert is_file(text, NAMES)
        (sheet,) = read_file(text, NAMES, 9)
        assert (sheet.name, sheet.rows, sheet.cols) == ("isles", 2, 3)
        assert [row.values for row in read_rows(sheet, WORDS)] == [[1, 0, 1], [0, -1, 0]]
        assert read_links(sheet, 2) == {(0, 1): 1, (1, 2): 1, (1, 4): 2}


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (3, 1), (2, 2)])
def test_narrow_boards_have_empty_lines(rows: int, cols: int) -> None:
    words = [" ".join(["1"] * cols)] * rows
    across = {(k, k + 1): 1 for k in range(rows * cols) if (k + 1) % cols}
    links = across | {(k, k + cols): 2 for k in range(rows * cols - cols)}
    text = write_file("isles", cols, words, links)
    for version in (text, text.replace("\n", " /")):
        (sheet,) = read_file(version, NAMES, 9)
        assert [row.values for row in read_rows(sheet, WORDS)] == [[1] * cols] * rows
        assert read_links(sheet, 2) == links


def test_boards_follow_each_other_and_notes_are_left() -> None:
    text = (
        "pzprv3\nisles\n1\n2\n1 1\n1\ninfo:{\n 'a/b': 1\n}\npzprv3.1\nbridges\n1\n2\nhead\n2 2\n"
        "history:{}\n"
    )
    first, second = read_file(text, NAMES, 9)
    assert (first.line, first.name) == (1, "isles")
    assert read_links(first, 2) == {(0, 1): 1}
    assert (second.line, second.name) == (10, "bridges")
    assert read_rows(second, WORDS, 1) == [(15, [2, 2])]
    assert read_links(second, 2, 1) == {}


FILES = {
    "x\npzprv3/isles/1/2/1 1": "line 1: expected pzprv3 at the start of a file, found 'x'; "
    "check the format",
    "pzprv3\nother\n1\n2": "line 2: expected pzprv3, a name (isles, bridges), rows and columns, "
    "found 'other 1 2' below pzprv3; check the file",
    "pzprv3": "line 1: expected pzprv3, a name (isles, bridges), rows and columns, found '' below "
    "pzprv3; check the file",
    "pzprv3\nisles\n1\n10\n": "line 4: expected sides from 1 to 9 and at least two cells, found "
    "10x1; check the size",
    "pzprv3\nisles\n2\n2\n1 1\n": "line 6: expected 2 values, as in the size, found 0; "
    "correct the row or the size",
    "pzprv3\nisles\n2\n2\n1 1": "line 5: expected 2 rows, as the file states, found 1; "
    "add the missing rows or correct the size",
    "pzprv3\nisles\n1\n2\n1 1 1\n": "line 5: expected 2 values, as in the size, found 3; "
    "correct the row or the size",
    "pzprv3\nisles\n1\n2\n1 x\n": "line 5: expected a figure, a dot or a dash, found 'x'; "
    "look again",
    "pzprv3\nisles\n1\n2\n1 1\n3\n": "line 6: expected 0 to 2, or -1 for a cross, found '3'; "
    "check what is drawn",
    "pzprv3\nisles\n2\n2\n1 1\n. .\n1\n": "line 8: expected 3 lines of what is drawn below the "
    "cells, found 2; add the missing ones, or leave out all",
    "pzprv3\nisles\n2\n2\n1 1\n. .\n1": "line 7: expected 3 lines of what is drawn below the "
    "cells, found 1; add the missing ones, or leave out all",
}


@pytest.mark.parametrize("text", FILES)
def test_wrong_files_are_refused(text: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        _read_whole(text)
    assert str(caught.value) == FILES[text]


def _read_whole(text: str) -> None:
    for sheet in read_file(text, NAMES, 9):
        if isinstance(sheet, PuzzleFormatError):
            raise sheet
        read_rows(sheet, WORDS)
        read_links(sheet, 2)


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("12. The Snake: https://puzz.link/p?isles/3/2/1", "12. The Snake:"),
        ("[The Snake](https://puzz.link/p?isles/3/2/1)", "[The Snake]( )"),
        ("https://puzz.link/p?isles/3/2/1 by A. Setter", "by A. Setter"),
    ],
)
def test_words_beside_an_address_are_kept(line: str, label: str) -> None:
    (found,) = read_addresses(line, NAMES, 9)
    assert not isinstance(found, PuzzleFormatError)
    assert (found.body, found.label.strip()) == ("1", label)


def test_variants_of_a_file_are_refused() -> None:
    text = "pzprv3.1/slither/2/3/f/. . . /. 2 . /"
    form = next(form for form in get_kind("slitherlink").formats if form.name == "pzprv3")
    (found,) = form.read_each(text, None)
    assert isinstance(found, PuzzleFormatError)
    assert "found the variant 'f' of slither, which no kind reads" in found.message
    assert found.is_foreign


def test_variants_of_an_address_are_refused() -> None:
    (found,) = read_addresses("https://puzz.link/p?isles/v:knapp/3/2/1\n", NAMES, 9)
    assert isinstance(found, PuzzleFormatError)
    assert found.is_foreign
    assert "found the variant 'knapp'" in found.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('info:{\n "metadata": {\n  "author": "A/B",\n  "hard": "2"\n }\n}', ("A/B", "2")),
        ('info:{"metadata":{"author":"A"}}/', ("A", None)),
        (
            'info:{"metadata": {"author": "A"}, "history": {"a": {"b": 1}}}\n\nTrialData',
            ("A", None),
        ),
        ('history:{"author": "A"}', (None, None)),
    ],
)
def test_metadata_of_a_file_are_read(text: str, expected: tuple[str | None, ...]) -> None:
    for head in ("pzprv3\nisles\n1\n2\n1 .\n", "pzprv3/isles/1/2/1 ./"):
        (sheet,) = read_file(head + text, NAMES, 9)
        assert not isinstance(sheet, PuzzleFormatError)
        assert sheet.body == [(sheet.body[0][0], "1 .")]
        assert tuple(sheet.metadata.get(key) for key in ("author", "difficulty")) == expected


def test_metadata_that_are_no_json_are_kept_as_they_are() -> None:
    (sheet,) = read_file("pzprv3\nisles\n1\n2\n1 .\ninfo:{oh", NAMES, 9)
    assert not isinstance(sheet, PuzzleFormatError)
    assert sheet.metadata == {"info": "{oh"}


def test_files_of_square_boards_have_one_line_of_size() -> None:
    for size in ("2\n", "2\n2\n"):
        at = 3 + len(size) // 2
        (sheet,) = read_file(f"pzprv3\nisles\n{size}1 .\n. 1\n", NAMES, 9, has_one_side=True)
        assert not isinstance(sheet, PuzzleFormatError)
        assert (sheet.rows, sheet.cols, sheet.body[:2]) == (2, 2, [(at, "1 ."), (at + 1, ". 1")])


def test_lines_beside_files_are_listed_and_the_files_are_read() -> None:
    text = "My files\nand more\npzprv3\nisles\n1\n2\n1 .\n\npzprv3\nisles\n1\n2\n. 1\n"
    odd, *sheets = read_file(text, NAMES, 9)
    assert isinstance(odd, PuzzleFormatError)
    assert odd.line == 1
    assert [sheet.line for sheet in sheets] == [3, 9]
