"""Braces in titles are words like any others, in every command that sets or judges a title."""

from pathlib import Path

import pytest

from tests.pages import pages_of
from tests.program import call, run_program

TITLE, SECTION = "Knots {and} Lines }{", "All {of} {0}"
CONFIG = f"""\
seed = 7
pictures = "none"
[sheet]
size = "a5"
[book]
title = "{TITLE}"
subtitle = "%s {{one}}"
author = "A. {{Setter}}"
year = 2026
trim = "6x9"
printers = ["lulu"]
[[section]]
title = "{SECTION}"
kind = "numberlink"
rule = "no-touch"
size = "4x4"
count = 2
"""


def words_of(path: str) -> str:
    return " ".join(piece.text for page in pages_of(Path(path)) for piece in page.pieces)


def test_braces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text(CONFIG)
    call("run", "book.toml", "--out", "out", "--jobs", "1")
    said = words_of("out/book.pdf")
    assert TITLE in said
    assert SECTION in said
    assert "A. {Setter}" in said
    report = run_program("preflight", "out/book.pdf", "--config", "book.toml").stdout
    assert "placeholder" not in report.replace("passed  placeholder", "")
    call("book", "out/30-graded.jsonl", "--config", "book.toml", "-o", "again.pdf")
    assert words_of("again.pdf") == said
    call("cover", "out/book.pdf", "--printer", "lulu", "-o", "cover.pdf")
    cover = words_of("cover.pdf")
    assert all(word in cover for word in ("Knots", "{and}", "}{", "%s {one}", "A. {Setter}"))
    call("cover", "out/book.pdf", "--printer", "lulu", "--title", "{x} y", "-o", "named.pdf")
    assert "{x} y" in words_of("named.pdf")
    call("sheet", "book.toml", "--out", "sheets", "--jobs", "1")
    assert TITLE in words_of("sheets/sheet-01.pdf")
    assert TITLE in Path("sheets/sheet-01.svg").read_text()
