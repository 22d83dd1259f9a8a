"""A section's own words and dots for its bands stand over its puzzles, and in no key."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.book import Book
from pipeline.model import ConfigError
from pipeline.run.page_plan import plan_book
from pipeline.scene import Disc, Label
from pipeline.stages.books.book import load_book_config

CONFIG = """\
seed = 5
[book]
title = "Labels"
author = "A. Setter"
year = 2026
trim = "6x9"
[[section]]
title = "First"
kind = "hashi"
size = "7x7"
count = 1
band = "hard"
per_page = 1
"""


def planned(tmp_path: Path, more: str) -> Book:
    (tmp_path / "labels.toml").write_text(CONFIG + more)
    config = load_book_config(tmp_path / "labels.toml")
    return plan_book(config)


def words(book: Book) -> list[str]:
    marks = [mark for page in book.pages for mark in page.scene.marks]
    return [mark.text for mark in marks if isinstance(mark, Label)]


def dots(book: Book) -> list[bool]:
    """Return which of the dots over the only puzzle are filled."""
    page = book.pages[book.placements[0].puzzle_page - 1]
    discs = [mark for mark in page.scene.marks if isinstance(mark, Disc)]
    return [mark.fill is not None for mark in discs[:4]]


def test_labels_and_dots_replace_those_of_the_band(tmp_path: Path) -> None:
    plain = planned(tmp_path, "")
    own = planned(tmp_path, 'labels = { hard = "No guessing" }\ndots = 1\n')
    assert words(plain).count("Hard") == 2  # over the puzzle and in the key
    assert "No guessing" not in words(plain)
    assert "Hard" not in words(own)
    assert words(own).count("No guessing") == 1
    assert dots(plain) == [True, True, True, False]
    assert dots(own) == [True, False, False, False]


def test_labels_of_other_bands_change_nothing(tmp_path: Path) -> None:
    other = planned(tmp_path, 'labels = { easy = "No guessing" }\ndots = { easy = 4 }\n')
    assert words(other).count("Hard") == 2
    assert dots(other) == [True, True, True, False]


def test_a_label_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"section 1, labels: .* too long for puzzle 1"):
        planned(tmp_path, f'labels = {{ hard = "{"No guessing " * 8}" }}\n')


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("dots = 5", "dots: expected a whole number from 1 to 4"),
        ("dots = { hard = 0 }", "dots: expected a whole number from 1 to 4"),
        ("dots = true", "dots"),
        ("dots = { tricky = 1 }", "dots: expected a table of bands"),
        ('labels = { tricky = "x" }', "labels: expected a table of bands"),
        ('labels = { hard = " " }', "labels"),
        ('labels = "icons"', 'ends of lines are named by ends = "icons"'),
        ('ends = "icons"', "ends: Hashi .hashi. has no lines between two equal ends"),
        ('ends = "stars"', 'ends: expected one of "numbers", "letters", "dots", "icons"'),
    ],
)
def test_wrong_labels_are_refused(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        planned(tmp_path, more)
