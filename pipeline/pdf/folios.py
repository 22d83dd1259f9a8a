"""Find printed page numbers, wherever pages have them.

A folio is a number alone near the head or foot of its page. Which numbers are folios is settled
by agreement: the distance between printed number and place in the file that most pages share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.pdf.boxes import Box
from pipeline.pdf.words import Piece

_BAND: Final = 0.12
"""Share of the page's height at head and foot that can have a folio."""
_ROMAN: Final = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_VALUES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_FEWEST: Final = 3
"""Agreeing pages that make a rule."""


@dataclass(frozen=True, slots=True)
class Folios:
    """Printed numbers by page of the file, and pages whose number is another than expected.

    ``wrong`` has the text in the place of the folio, and the expected one.
    """

    of_page: Mapping[int, str]
    page_of: Mapping[str, int]
    wrong: Mapping[int, tuple[str, str]]
    offset: int | None


def find_folios(pages: Sequence[Sequence[Piece]], boxes: Sequence[Box]) -> Folios:
    """Return the folios of a book whose pages hold these pieces on sheets of these boxes."""
    found = [_candidates(pieces, box) for pieces, box in zip(pages, boxes, strict=True)]
    votes: Counter[tuple[bool, int]] = Counter()
    for number, candidates in enumerate(found, 1):
        votes.update({(is_roman, value - number) for is_roman, value, _, _ in candidates})
    agreed = [key for key, count in votes.most_common() if count >= _FEWEST]
    arabic = next((offset for is_roman, offset in agreed if not is_roman), None)
    roman = next((offset for is_roman, offset in agreed if is_roman), None)
    of_page: dict[int, str] = {}
    slots: Counter[tuple[int, int]] = Counter()
    for number, candidates in enumerate(found, 1):
        for is_roman, value, text, slot in candidates:
            if value - number == (roman if is_roman else arabic):
                of_page[number] = text
                slots[slot] += 1
    wrong: dict[int, tuple[str, str]] = {}
    for number, candidates in enumerate(found, 1):
        if number in of_page or arabic is None:
            continue
        for is_roman, _, text, slot in candidates:
            if not is_roman and slots[slot] >= _FEWEST:
                wrong[number] = (text, str(number + arabic))
    page_of = {text: number for number, text in reversed(of_page.items())}
    return Folios(of_page, page_of, wrong, arabic)


def _candidates(pieces: Sequence[Piece], box: Box) -> list[tuple[bool, int, str, tuple[int, int]]]:
    """Return numbers alone at head or foot: if roman, value, text, and place (baseline, size)."""
    height = box[3] - box[1]
    low, high = box[1] + _BAND * height, box[3] - _BAND * height
    found = []
    for piece in pieces:
        if piece.is_turned or low < piece.baseline < high:
            continue
        text = piece.text.strip("-–—·•[]() ")
        slot = (round(piece.baseline - box[1]), round(2 * piece.size))
        if re.fullmatch(r"[0-9]{1,4}", text):
            found.append((False, int(text), text, slot))
        elif (value := read_roman(text)) is not None:
            found.append((True, value, text, slot))
    return found


def read_roman(text: str) -> int | None:
    """Return the value of a small roman number, None where the text is none.

    Examples
    --------
    >>> read_roman("xiv"), read_roman("mix"), read_roman("six")
    (14, 1009, None)
    """
    small = text.lower()
    if not small or not _ROMAN.fullmatch(small):
        return None
    values = [_VALUES[letter] for letter in small]
    return sum(
        -value if later > value else value
        for value, later in zip(values, [*values[1:], 0], strict=True)
    )
