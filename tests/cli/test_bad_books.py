"""Books that cannot be made, through the program: what is wrong, the exit code, and no file."""

from pathlib import Path

import pytest

from pipeline.store.jsonl import write_records
from tests.book.sample import make_record

CONFIG = """\
seed = 1
[book]
title = "Paths"
author = "A. Author"
year = 2026
trim = "a5"
[[section]]
title = "Easy"
kind = "numberlink"
size = "6x6"
count = 3
"""

BAD = {
    # name: (words of the file, what replaces them, exit code, message)
    "absurd trim": ('"a5"', "[20, 5000]", 2, ["book.toml:6", "book.trim", "from 50 to 1000"]),
    "margins larger than the page": (
        '"a5"', '"a5"\nmargins = { inside = 80, outside = 80 }', 2, ["book.toml:7", "book.margins"]
    ),
    "a title of 5000 characters": (
        '"Paths"', '"' + 1000 * "word " + '"', 2, ["5000 characters", "shorten title"]
    ),
    "right to left": ('"Easy"', '"סיר"', 2, ["HEBREW LETTER SAMEKH", "right to left"]),
    "no glyph": ('"Paths"', '"Paths \\U0001F389"', 2, ["U+1F389, PARTY POPPER", "book.title"]),
    "missing font": (
        '"a5"', '"a5"\nfonts = { text = "lost.ttf", licence = "lost.txt" }', 2, ["lost.ttf"]
    ),
    "zero puzzles": ("count = 3", "count = 0", 2, ["book.toml:11", "count", "found 0"]),
    "fewer than asked": ("count = 3", "count = 9", 4, ["section 'Easy' lacks 6"]),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_books_are_refused(puzzlepress, tmp_path: Path, name: str) -> None:
    words, instead, code, said = BAD[name]
    assert words in CONFIG
    (tmp_path / "book.toml").write_text(CONFIG.replace(words, instead), encoding="utf-8")
    write_records([make_record(6, 6, seed) for seed in range(3)], str(tmp_path / "in.jsonl"))
    done = puzzlepress("book", "in.jsonl", "--config", "book.toml", "-o", "out.pdf", cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert all(text in done.stderr for text in said), done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.toml", "in.jsonl"]
