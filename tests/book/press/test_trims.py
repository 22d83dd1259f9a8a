from __future__ import annotations

import pytest

from pipeline.book.press.printing import load_printing, read_sizes

INCH = 25.4


@pytest.mark.parametrize(
    ("printer", "trim", "is_taken"),
    [
        ("kdp", (8.0, 10.0), True),
        ("kdp", (3.9, 6.0), False),
        ("ingram", (8.25, 11.0), True),
        ("ingram", (8.4, 11.0), False),
        ("ingram", (8.5, 11.0), True),
        ("ingram", (210 / INCH, 297 / INCH), True),
        ("lulu", (6.0, 9.0), True),
        ("lulu", (148 / INCH, 210 / INCH), True),
        ("lulu", (8.0, 10.0), False),
    ],
)
def test_printers_take_their_trims(printer: str, trim: tuple[float, float], is_taken: bool) -> None:
    printing = load_printing([printer])
    size = (trim[0] * INCH, trim[1] * INCH)
    assert printing.printers[0].sizes.takes(size) is is_taken
    warnings = printing.warnings(size, 100)
    assert (not warnings) is is_taken
    assert all("makes no books of" in text for text in warnings)


def test_a_printer_without_sizes_takes_any() -> None:
    assert read_sizes({}).takes((10.0, 900.0))
    assert read_sizes({}).words() == "of any size"


def test_many_sizes_are_named_by_the_nearest() -> None:
    sizes = load_printing(["lulu"]).printers[0].sizes
    assert sizes.words((203.2, 254.0)).startswith("of 189 x 246")
    assert sizes.words((203.2, 254.0)).endswith(" mm and others")
