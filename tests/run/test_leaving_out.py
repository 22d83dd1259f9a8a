"""Puzzles that a publisher leaves out of a book."""

import csv
from pathlib import Path

import pytest

from tests.program import call

BOOK = """\
seed = 7
[book]
title = "Small"
author = "A. Setter"
year = 2026
trim = "a5"
[[section]]
title = "One"
kind = "akari"
size = "5x5"
count = 3
[[section]]
title = "Two"
kind = "hashi"
size = "5x5"
count = 2
"""


def ids(folder: Path) -> list[str]:
    rows = csv.DictReader((folder / "puzzles.csv").read_text().splitlines())
    return [row["id"] for row in rows]


@pytest.mark.dear
def test_another_puzzle_takes_the_place_of_one_that_is_left_out(tmp_path: Path) -> None:
    path, out = tmp_path / "book.toml", tmp_path / "out"
    path.write_text(BOOK)
    call("run", str(path), "--out", str(out), "--jobs", "1")
    first = ids(out)
    path.write_text(f'leave_out = ["{first[1]}", "{first[3]}"]\n{BOOK}')
    call("run", str(path), "--out", str(out), "--jobs", "1")
    second = ids(out)
    assert {first[1], first[3]}.isdisjoint(second)
    assert {first[0], first[2], first[4]} <= {*second}
    assert len({*second}) == 5
    call("run", str(path), "--out", str(tmp_path / "again"), "--jobs", "2")
    assert (out / "book.pdf").read_bytes() == (tmp_path / "again" / "book.pdf").read_bytes()
