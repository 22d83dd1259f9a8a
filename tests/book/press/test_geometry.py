from __future__ import annotations

import pytest

from pipeline.book.flow.style import style_for
from pipeline.book.press.geometry import make_geometry
from pipeline.book.press.printing import load_printing
from pipeline.config.book_options import Margins
from pipeline.model import ConfigError
from tests.book.bounds import safe_area
from tests.book.sample import make_options

PRINTING = load_printing(["all"])
STYLE = style_for("standard", 215.9)


def test_text_is_a_whole_number_of_baselines_inside_the_margins() -> None:
    page = make_geometry(make_options(), PRINTING, STYLE, 100)
    assert page.text_height == pytest.approx(page.steps * STYLE.leading_mm)
    assert page.text_top + page.text_height <= page.height - page.bottom
    assert page.text_width == pytest.approx(215.9 - 19.05 - 12.7)


def test_margins_are_mirrored() -> None:
    page = make_geometry(make_options(), PRINTING, STYLE, 100)
    assert page.left(1) == page.inside == pytest.approx(19.05)
    assert page.left(2) == page.outside == pytest.approx(12.7)
    assert safe_area(page, 2)[2] == pytest.approx(215.9 - 19.05)


def test_margins_under_the_printers_limit_are_refused() -> None:
    options = make_options(margins=Margins(top=8.0))
    with pytest.raises(ConfigError, match=r"margins.top of at least 12.7 mm .* found 8 mm"):
        make_geometry(options, PRINTING, STYLE, 100)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"margins": Margins(outside=150.0)}, "room for text of at least 70 x 90 mm"),
        ({"trim": "60x60mm"}, "on a page of 60 x 60 mm"),
        ({"trim": "2000x3000mm"}, "expected a page of at most 900 mm"),
    ],
)
def test_absurd_pages_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_geometry(make_options(**changes), PRINTING, STYLE, 100)
