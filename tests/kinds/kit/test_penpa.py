"""Addresses of penpa-edit: what is packed in them, and what they may not do."""

from __future__ import annotations

import base64
import zlib

import pytest

from pipeline.kinds.kit import penpa
from pipeline.kinds.kit.penpa import read_penpa
from pipeline.model import PuzzleFormatError

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
        ("#m=edit&p=AAAA", "a whole address"),
        ("#m=edit&p=%%%", "a whole address"),
    ],
)
def test_what_is_no_board_of_numbers_is_refused(text: str, words: str) -> None:
    with pytest.raises(PuzzleFormatError, match=words):
        read_penpa(text)


def test_an_address_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(penpa, "LONGEST", 100)
    with pytest.raises(PuzzleFormatError, match="at most 100 characters"):
        read_penpa(address("x" * 1000))
