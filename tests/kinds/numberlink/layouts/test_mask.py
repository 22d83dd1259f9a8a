"""Masks are read strictly, and outlines that no lines cover are refused with the place."""

from __future__ import annotations

import pytest

from pipeline.kinds.numberlink.layouts.mask import parse_mask, require_coverable
from pipeline.model import ConfigError


def test_both_sets_of_signs_and_blank_lines():
    assert parse_mask("\n 1".replace(" ", "") + "10\n011  \n\n", 2, 3) == ("##.", ".##")
    assert parse_mask("##.\r\n.##\r\n", 2, 3) == ("##.", ".##")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("###\n###\n###", "expected 2 rows for a board of 3x2, found 3"),
        ("###\n##", "expected 3 signs in each row for a board of 3x2, found 2 in row 2"),
        ("###\n#x#", "found 'x' in row 2"),
        ("###\n# #", "found ' ' in row 2"),
        ("...\n...", "expected cells of the board, found none"),
        ("...\n###", "top row without a cell"),
        ("##.\n##.", "right column without a cell"),
        ("", "found 0"),
    ],
)
def test_what_is_no_mask_is_refused(text: str, words: str):
    with pytest.raises(ConfigError, match=words):
        parse_mask(text, 2, 3)


@pytest.mark.parametrize(
    ("mask", "pairs", "words"),
    [
        (("###.", "###.", "...#"), None, "found one of 1 at row 3, column 4"),
        (("###.###", "###.###"), (1, 1), "found 2 pieces and pairs=1"),
        ((".#.#.", "#####", ".#.#."), None, "found 5 cells with too few neighbours"),
    ],
)
def test_outlines_that_lines_cannot_cover_are_refused(
    mask: tuple[str, ...], pairs: tuple[int, int] | None, words: str
):
    with pytest.raises(ConfigError, match=words):
        require_coverable(mask, 3, pairs)
