"""Barcodes are read back by the table of the standard, not by the code that draws them."""

import pytest

from pipeline.book.press.barcode import MODULE_MM, barcode_scene, ean5, ean13
from pipeline.model import ConfigError
from pipeline.scene import Rect

# Widths of space, bar, space, bar of the odd parity set (GS1 General Specifications, table 5.2.1).
WIDTHS = ("3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112")


def widths(bits: str) -> str:
    runs: list[int] = []
    for k, bit in enumerate(bits):
        if k and bits[k - 1] == bit:
            runs[-1] += 1
        else:
            runs.append(1)
    return "".join(map(str, runs))


def read(bits: str) -> tuple[int, bool]:
    found = widths(bits)
    if found in WIDTHS:
        return WIDTHS.index(found), True
    return WIDTHS.index(found[::-1]), False


@pytest.mark.parametrize("isbn", ["978-3-16-148410-0", "979-10-90636-07-1"])
def test_an_isbn_is_read_back_from_its_modules(isbn: str) -> None:
    code, digits = ean13(isbn), isbn.replace("-", "")
    assert (code[:3], code[45:50], code[-3:]) == ("101", "01010", "101")
    left = [read(code[3 + 7 * k : 10 + 7 * k]) for k in range(6)]
    right = [read(code[50 + 7 * k : 57 + 7 * k]) for k in range(6)]
    assert [digit for digit, _ in left + right] == [int(digit) for digit in digits[1:]]
    # Only the parities encode the first digit; 9 is odd, even, even, odd, even, odd.
    assert [is_odd for _, is_odd in left] == [True, False, False, True, False, True]
    assert code[50] == "1", "the right half begins with bars"


def test_a_price_is_read_back_from_its_add_on() -> None:
    code = ean5("51299")
    assert code.startswith("1011")
    parts = [read(code[4 + 9 * k : 11 + 9 * k]) for k in range(5)]
    assert [digit for digit, _ in parts] == [5, 1, 2, 9, 9]
    # 3 * (5 + 2 + 9) + 9 * (1 + 9) = 138: the parities of 8, odd, even, odd, odd, even
    assert [is_odd for _, is_odd in parts] == [True, False, True, True, False]


def test_bars_keep_four_fifths_of_their_size_at_least() -> None:
    scene = barcode_scene("978-3-16-148410-0", "51299", 48.0, 28.0)
    assert scene is not None
    bars = [mark for mark in scene.marks if isinstance(mark, Rect)]
    assert len(bars) == 30 + 16
    thinnest = min(bar.width for bar in bars)
    assert 0.8 * MODULE_MM <= thinnest <= MODULE_MM
    assert max(bar.corner[0] + bar.width for bar in bars) < scene.width_mm <= 48.0
    assert barcode_scene("978-3-16-148410-0", "51299", 40.0, 28.0) is None
    with pytest.raises(ConfigError):
        ean13("978-3-16-148410-1")
