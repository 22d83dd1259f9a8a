"""Sections without a band go from easy to medium, and nobody need guess unless a band needs it."""

import json
from pathlib import Path

import pikepdf
import pytest

from pipeline.config.models import SectionConfig
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.grades.grading import guessing_bands
from pipeline.model import Band
from pipeline.store.jsonl import read_records
from tests.book.pdf_text import page_texts
from tests.program import run_program

BOOK = """\
seed = 4
pictures = "none"
[book]
title = "Small Book"
author = "A. Setter"
year = 2026
[[section]]
title = "First"
kind = "{kind}"
size = "{size}"
count = 5
{keys}
"""
ANY_TRIAL, NO_GUESSING = "Trial and error.", "No guessing: every puzzle"


@pytest.mark.parametrize("kind_id", kind_ids())
def test_a_section_without_a_band_begins_easy_and_ends_medium_at_most(kind_id: str) -> None:
    kind, seen = get_kind(kind_id), list[Band | None]()
    for preset in kind.presets.values():
        size = preset.rows, preset.cols
        section = SectionConfig(title="T", kind=kind_id, sizes=(size,), counts=(7,))
        shares = section.share_bands(size[0] * size[1], 7)
        assert sum(count for _, count in shares) == 7
        bands = [band for band, _ in shares]
        assert bands in ([Band.EASY, Band.MEDIUM], [Band.EASY], [Band.MEDIUM], [None])
        assert not {*bands} & {*guessing_bands(kind.package)}
        seen += bands
    assert Band.EASY in seen


def make(tmp_path: Path, kind: str, size: str, keys: str) -> tuple[list[dict[str, str]], str]:
    """Return the list of a run of five puzzles, with their hardest levels, and the book's text."""
    (tmp_path / "book.toml").write_text(BOOK.format(kind=kind, size=size, keys=keys))
    done = run_program("run", "book.toml", "--out", "out", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with pikepdf.open(tmp_path / "out" / "book.pdf") as book:
        text = " ".join(" ".join(texts) for texts in page_texts(book))
    records = {one.id: one for one in read_records(tmp_path / "out" / "30-graded.jsonl")}
    printed = json.loads((tmp_path / "out" / "puzzles.json").read_text())
    for one in printed:
        grade = records[one["id"]].grade
        assert grade is not None
        one["hardest"] = grade.extra.get("hardest")
    return printed, text


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("kind", "size", "keys", "bands"),
    [
        ("slitherlink", "7x7", "", {"easy", "medium"}),
        ("numberlink", "7x7", "", {"easy"}),
        ("hashi", "7x7", "", {"easy", "medium"}),
        ("sudoku", "9x9", 'band = "expert"', {"expert"}),
        ("starbattle", "8x8", 'band = "hard"', {"hard"}),
    ],
)
def test_books_are_without_guessing_and_say_so(
    kind: str, size: str, keys: str, bands: set[str], tmp_path: Path
) -> None:
    printed, text = make(tmp_path, kind, size, keys)
    assert {one["band"] for one in printed} == bands
    deductions = get_kind(kind).deductions
    assert deductions is not None
    assert {one["hardest"] for one in printed} <= {*deductions.levels}
    assert NO_GUESSING in text
    assert ANY_TRIAL not in text


@pytest.mark.part(2)
@pytest.mark.parametrize(
    ("kind", "size", "keys"),
    [
        ("hashi", "7x7", 'band = "hard"'),
        ("sudoku", "9x9", 'band = "expert"\ntrials = true'),
    ],
)
def test_the_key_names_trial_and_error_where_a_band_needs_it_or_it_is_allowed(
    kind: str, size: str, keys: str, tmp_path: Path
) -> None:
    printed, text = make(tmp_path, kind, size, keys)
    deductions = get_kind(kind).deductions
    assert deductions is not None
    assert {one["hardest"] for one in printed} - {*deductions.levels}
    assert ANY_TRIAL in text
    assert NO_GUESSING not in text
