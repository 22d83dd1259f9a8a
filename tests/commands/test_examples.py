"""Help pages fit a screen of 40 lines of 80 columns, and their examples run."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from pipeline.commands.app import app
from pipeline.kinds import kind_ids
from pipeline.model import Band
from tests.program import run_program

MOST_LINES, MOST_COLUMNS = 40, 80


def commands() -> Iterator[tuple[str, ...]]:
    """Yield the words of each command, with those of the library."""
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        yield from ((name, one) for one in inner) if inner else [(name,)]


def examples(words: tuple[str, ...]) -> list[str]:
    text = run_program(*words, "--help", COLUMNS=str(MOST_COLUMNS)).stdout
    return re.findall(r"^ *Example: puzzlepress (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("words", [(), ("library",), *commands()], ids=" ".join)
def test_a_help_page_fits_a_screen(words: tuple[str, ...]) -> None:
    lines = run_program(*words, "--help", COLUMNS=str(MOST_COLUMNS)).stdout.splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= MOST_COLUMNS
    if words not in ((), ("library",)):
        found = examples(words)
        assert len(found) >= 2
        assert all(one.split()[: len(words)] == list(words) for one in found)


BOOK = """\
seed = 1
[book]
title = "Small"
author = "A. Setter"
year = 2026
isbn = "978-3-16-148410-0"
licence = "CC-BY-4.0"
[[section]]
title = "Lines"
kind = "numberlink"
size = "6x6"
count = 3
[[section]]
title = "Bridges"
kind = "numberlink"
size = "5x5"
count = 3
"""
SITE = """\
seed = 1
demo = true
[site]
title = "Small"
description = "A puzzle a day."
base_url = "https://example.org/"
author = "A. Setter"
start = 2026-11-16
days = 2
time_zone = "UTC"
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
kind = "hashi"
size = "7x7"
"""


@pytest.mark.slow
def test_every_example_runs(tmp_path: Path) -> None:
    """Examples run in one folder with a small book, a site, a sheet and a collection."""

    failed: list[str] = []

    def run(line: str, codes: tuple[int, ...] = (0,)) -> None:
        done = run_program(*shlex.split(line), cwd=tmp_path)
        if done.returncode not in codes:
            failed.append(f"{line}: {done.stderr}")

    shown = {words: examples(words) for words in commands()}
    for line in shown.pop(("new",)):
        run(line)
    (tmp_path / "book.toml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "site.toml").write_text(SITE, encoding="utf-8")
    sheet = "[sheet]\nsize = '210x280mm'\nissues = 2\n"
    (tmp_path / "magazine.toml").write_text(BOOK.replace("[book]", sheet + "[book]"), "utf-8")
    (tmp_path / "collection.toml").write_text('sources = ["graded.jsonl"]\n', encoding="utf-8")
    for line in shown.pop(("run",)):
        run(line)
    made = tmp_path / "output" / "book"
    names = {"10-generated": "puzzles", "20-accepted": "unique", "30-graded": "graded"}
    for old, new in names.items():
        shutil.copy(made / f"{old}.jsonl", tmp_path / f"{new}.jsonl")
    shutil.copy(tmp_path / "graded.jsonl", tmp_path / "hard.jsonl")
    shutil.copy(made / "book.pdf", tmp_path)
    (line, *_) = (tmp_path / "graded.jsonl").read_text("utf-8").splitlines()
    first = json.loads(line)["id"]
    run("export graded.jsonl --to grid-stream -o puzzles.txt")
    run("library add graded.jsonl")
    order = ["add", "find", "place", "show", "export", "check", "reserve", "release"]
    found = {words[-1]: shown.pop(words) for words in list(shown) if words[0] == "library"}
    shown.pop(("demo",))  # has a test of its own
    for lines in (*shown.values(), *map(found.__getitem__, order)):
        for line in lines:
            run(re.sub(r"\bID\b", first, line), (0, 3, 4) if "library" in line else (0, 3))
    assert "\n".join(failed) == ""


def completed(shell: str, **variables: str) -> str:
    program = Path(sys.executable).with_name("puzzlepress")
    named = {"_PUZZLEPRESS_COMPLETE": f"complete_{shell}", **variables}
    done = subprocess.run([program], env={**os.environ, **named}, capture_output=True, text=True)
    return done.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("generate n", [one for one in kind_ids() if one.startswith("n")]),
        ("library find --band ", [*Band]),
        ("new b", ["book", "booklet"]),
    ],
)
def test_shells_complete_kinds_bands_and_templates(words: str, expected: list[str]) -> None:
    line = f"puzzlepress {words}"
    place = str(len(line.split(" ")) - 1)
    assert completed("bash", COMP_WORDS=line, COMP_CWORD=place).split() == expected


def test_shells_complete_files_themselves() -> None:
    line = "puzzlepress new book --kind n -o "
    assert completed("zsh", _TYPER_COMPLETE_ARGS=line).strip() == "_files"
