"""Books of 250 puzzles, really generated, proved and graded, for every trim: printers take them."""

from pathlib import Path

import pytest

from pipeline.book.press.printing import load_printing
from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.preflight.preflight import preflight
from pipeline.stages.books.book import book_from_records, load_book_config, make_criteria
from pipeline.stages.filter import filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records

COUNTS = (
    ("numberlink", 6, 60), ("numberlink", 7, 50), ("numberlink", 8, 50), ("hashi", 7, 30),
    ("numberlink", 10, 38), ("hashi", 10, 20), ("numberlink", 15, 2),
)  # fmt: skip
TRIMS = ['"8.5x11"', '"8x10"', '"7x10"', '"6x9"', '"a4"', '"a5"', "[165, 235]"]
MOST_BYTES_A_PUZZLE = 5000
BOOK = """seed = 1
[book]
title = "Two Hundred and Fifty"
author = "A. Author"
year = 2026
trim = {trim}
"""
SECTION = """[[section]]
title = "{kind} {size}"
kind = "{kind}"
size = "{size}x{size}"
count = {count}
"""


@pytest.fixture(scope="module")
def stock() -> list[Record]:
    found: list[Record] = []
    for name, size, count in COUNTS:
        kind = get_kind(name)
        order = GeneratorOrder(name, kind.parse_params(size, size, kind.rules[0], {}), 1)
        made = generate_records((order, index) for index in range(count + 10))
        found += grade_records(filter_records(record for record in made if record is not None))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("trim", TRIMS)
def test_every_printer_whose_limits_allow_it_takes_it(
    stock: list[Record], trim: str, tmp_path: Path
) -> None:
    config = tmp_path / "book.toml"
    sections = [SECTION.format(kind=k, size=s, count=n) for k, s, n in COUNTS]
    config.write_text(BOOK.format(trim=trim) + "".join(sections), encoding="utf-8")
    outputs = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for output in outputs:
        result = book_from_records(stock, load_book_config(config), str(output))
        assert result.puzzles == 250, result.shortfalls
    data = outputs[0].read_bytes()
    assert data == outputs[1].read_bytes()
    assert len(data) < MOST_BYTES_A_PUZZLE * 250

    report = preflight(outputs[0], make_criteria(outputs[0], config))
    sizes = {finding.measured for finding in report.findings if finding.rule == "size"}
    (size,) = sizes
    width, height = (float(side) for side in size.removesuffix(" mm").split(" x "))
    for printer in load_printing(["all"]).printers:
        wrong = {
            finding.rule
            for finding in report.findings
            if finding.printer in (printer.id, "book") and finding.outcome != "passed"
        }
        assert wrong == (set() if printer.sizes.takes((width, height)) else {"size"})
