from pathlib import Path

import pytest

from pipeline.book.press.printing import load_printing, read_sizes, trim_size
from pipeline.model import ConfigError, StoreError
from tests.refusals import refused

EXTRA = """
[trims]
"square" = [200, 200, "mm"]

[printers.local]
title = "Shop round the corner"
checked = "2026-11"
source = "their leaflet"
edge = 0.6
gutter = [[100, 0.9]]
pages = [4, 100]
trim_pages = { "square" = 60 }
line_pt = 1.0
type_pt = 8.0

[printers.kdp]
edge = 0.3
"""


@pytest.mark.parametrize(
    ("pages", "inch"), [(24, 0.375), (150, 0.375), (151, 0.5), (500, 0.625), (701, 0.875)]
)
def test_gutter_of_kdp_follows_the_pages(pages: int, inch: float) -> None:
    assert load_printing(["kdp"]).gutter_mm(pages) == pytest.approx(inch * 25.4)


def test_several_printers_are_satisfied_at_once() -> None:
    printing = load_printing(["all"])
    assert [printer.id for printer in printing.printers] == ["kdp", "ingram", "lulu"]
    assert printing.least_margin_mm(False) == pytest.approx(12.7)
    assert printing.gutter_mm(100) == pytest.approx(19.05)
    assert printing.gutter_mm(800) == pytest.approx(0.875 * 25.4)
    assert (printing.type_pt, printing.line_pt) == (7.0, 0.75)


def test_a_file_adds_printers_and_overrides_figures(tmp_path: Path) -> None:
    file = tmp_path / "more.toml"
    file.write_text(EXTRA, encoding="utf-8")
    printing = load_printing(["local", "kdp"], file)
    assert printing.least_margin_mm(False) == pytest.approx(0.6 * 25.4)
    assert printing.printers[1].edge_mm == pytest.approx(0.3 * 25.4)
    assert trim_size("square", printing) == (200, 200)
    assert printing.warnings((200.0, 200.0), 62) == (
        "Shop round the corner takes at most 60 pages, this book has 62",
    )


@pytest.mark.parametrize(
    "text", ["[printers", '[printers.local]\ntitle = "x"', '[trims]\n"a" = [1, 2, "ell"]']
)
def test_a_spoilt_file_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with refused(ConfigError):
        load_printing(["kdp", "local"] if "local" in text else ["kdp"], file)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with refused(StoreError):
        load_printing(["kdp"], tmp_path / "none.toml")


@pytest.mark.parametrize("names", [["blurb"], ["nobody else"]])
def test_unknown_printers_are_refused(names: list[str]) -> None:
    with refused(ConfigError):
        load_printing(names)


@pytest.mark.parametrize(
    ("trim", "size"),
    [("A5", (148, 210)), ("6x9", (152.4, 228.6)), ("6 x 9 in", (152.4, 228.6)),
     ("200×180mm", (200, 180))],
)  # fmt: skip
def test_trims_go_by_name_or_size(trim: str, size: tuple[float, float]) -> None:
    assert trim_size(trim, load_printing(["kdp"])) == pytest.approx(size)


@pytest.mark.parametrize("trim", ["", "tabloid", "6x9cm", "-6x9in"])
def test_unknown_trims_are_refused(trim: str) -> None:
    with refused(ConfigError):
        trim_size(trim, load_printing(["kdp"]))


def test_limits_of_a_trim_hold_under_any_of_its_names() -> None:
    printing = load_printing(["kdp"])
    for trim in ("letter", "8.5x11", "8.5x11in"):
        assert printing.warnings(trim_size(trim, printing), 600) == (
            "Amazon KDP, paperback takes at most 590 pages, this book has 600",
        )
    assert printing.warnings(trim_size("6x9", printing), 600) == ()


def test_booklets_are_judged_by_what_a_desk_printer_takes() -> None:
    printing = load_printing(["kdp", "lulu"], is_booklet=True)
    assert [printer.id for printer in printing.printers] == ["desk"]
    assert printing.warnings((148.0, 210.0), 84) == (
        "A desk printer takes at most 80 pages, this book has 84",
    )


def test_margins_of_files_with_bleed_are_wider() -> None:
    printing = load_printing(["kdp"])
    assert printing.least_margin_mm(False) == pytest.approx(0.25 * 25.4)
    assert printing.least_margin_mm(True) == pytest.approx(0.375 * 25.4)
    assert printing.bleed_mm == pytest.approx(0.125 * 25.4)


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


@pytest.mark.parametrize(
    ("trim", "cure"),
    [
        ("6x9 inches", "6x9"),
        ("6.5 x 9", "6.5x9in"),
        ("210 by 280 mm", "210x280mm"),
        ("260x380", "260x380mm"),
    ],
)
def test_a_trim_in_other_words_is_named_with_its_cure(trim: str, cure: str) -> None:
    with pytest.raises(ConfigError, match=f"; write '{cure}'"):
        trim_size(trim, load_printing(["kdp"]))
