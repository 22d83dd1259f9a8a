"""The barcode of a book: an ISBN as EAN-13, with the five-digit add-on for the price.

Source: GS1 General Specifications, sections 5.2 (EAN/UPC) and 5.2.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pipeline.config.book_options import check_isbn
from pipeline.edition.flow.style import PT
from pipeline.scene import Align, Face, Ink, Label, Mark, Rect, Role, Scene

MODULE_MM: Final = 0.33  # The narrowest bar at full size
LEAST_SCALE: Final = 0.8  # Least scale of a code
_LEFT: Final = ("0001101", "0011001", "0010011", "0111101", "0100011",
                "0110001", "0101111", "0111011", "0110111", "0001011")  # fmt: skip
_FIRST: Final = ("LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG",
                 "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL")  # fmt: skip
_PRICE: Final = ("GGLLL", "GLGLL", "GLLGL", "GLLLG", "LGGLL",
                 "LLGGL", "LLLGG", "LGLGL", "LGLLG", "LLGLG")  # fmt: skip
_QUIET: Final = 11  # Quiet zone in modules: on the left, and around the add-on
_BARS_MM: Final = 22.85
_TALLER: Final = 5  # Modules by which guard bars are longer


def ean13(isbn: str) -> str:
    """Return the 95 modules of an ISBN, 1 for black; `ConfigError` if it is not an ISBN."""
    digits = [int(digit) for digit in check_isbn(isbn)]
    left = "".join(map(_module, digits[1:7], _FIRST[digits[0]]))
    right = "".join(_inverted(_LEFT[digit]) for digit in digits[7:])
    return f"101{left}01010{right}101"


def ean5(price: str) -> str:
    """Return the 47 modules of an add-on of five digits."""
    digits = [int(digit) for digit in price]
    check = (3 * sum(digits[::2]) + 9 * sum(digits[1::2])) % 10
    return "1011" + "01".join(map(_module, digits, _PRICE[check]))


def _module(digit: int, parity: str) -> str:
    code = _LEFT[digit]
    return code if parity == "L" else _inverted(code)[::-1]


def _inverted(code: str) -> str:
    return code.translate(str.maketrans("01", "10"))


def barcode_scene(isbn: str, price: str, width: float, height: float) -> Scene | None:
    """Return an ISBN as bars with its digits, as large as a field allows; None if it is too small.

    The code is at most full size, and at least four fifths of it. The ``price``
    is five digits, or empty.
    """
    main, extra = ean13(isbn), ean5(price) if price else ""
    modules = _QUIET + len(main) + (12 + len(extra) + 5 if extra else 7)
    scale = min(1.0, width / (modules * MODULE_MM), height / (_BARS_MM + 5.5))
    if scale < LEAST_SCALE:
        return None
    module, size = scale * MODULE_MM, 8.5 * scale
    ink = Ink(Role.TEXT)
    top, bars = 3.2 * scale, scale * (_BARS_MM - 3)
    marks: list[Mark] = []

    def say(text: str, at: float, y: float, align: Align = Align.CENTRE) -> None:
        x = at * module
        marks.append(Label(text, (x, y), size * PT, ink, Face.DISPLAY, align))

    guards = {0, 2, 46, 48, 92, 94}
    for offset, wide in _runs(main):
        reach = _TALLER * module if offset in guards else 0.0
        corner = ((_QUIET + offset) * module, top)
        marks.append(Rect(corner, wide * module, bars + reach, ink))
    digits, below = check_isbn(isbn), top + bars + 0.62 * size * PT
    say(f"ISBN {isbn}", _QUIET + 47.5, 0.5 * top)
    say(digits[0], 4, below)
    for k, digit in enumerate(digits[1:]):
        say(digit, _QUIET + (6.5 if k < 6 else 11.5) + 7 * k, below)
    if extra:
        start = _QUIET + len(main) + 12
        for offset, wide in _runs(extra):
            corner = ((start + offset) * module, top + size * PT)
            marks.append(Rect(corner, wide * module, bars - size * PT + 5 * module, ink))
        for k, digit in enumerate(price):
            say(digit, start + 7.5 + 9 * k, top + 0.4 * size * PT)
    return Scene(modules * module, height, tuple(marks))


def _runs(code: str) -> Iterator[tuple[int, int]]:
    for found in re.finditer("1+", code):
        yield found.start(), len(found[0])
