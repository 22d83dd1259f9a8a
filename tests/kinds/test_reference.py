"""docs/kinds.md: its reference is current, and the kind that it builds works."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.kinds.kit.answer import Answer
from tests.commands.test_kinds import program
from tests.kinds.reference import CLASSES_PAGE, PAGE, classes, reference
from tests.source import ROOT

FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def test_the_reference_is_current() -> None:
    assert PAGE.read_text("utf-8").endswith(reference()), "run: python -m tests.kinds.reference"
    assert CLASSES_PAGE.read_text("utf-8") == classes(), "run: python -m tests.kinds.reference"


def test_each_check_of_an_answer_and_field_of_boards_has_a_meaning() -> None:
    rows = [line.split(" | ") for line in classes().splitlines() if line.startswith("| `")]
    assert len(rows) > 100
    assert [name for name, meaning in rows if len(meaning.strip("| ")) < 9] == []
    assert {name for name in vars(Answer) if name.startswith("require_")} <= {
        name.partition("(")[0].strip("| `") for name, _ in rows
    }


def write_kind(folder: Path) -> Path:
    """Write the kind that the page builds into a folder, and return its own."""
    files: dict[str, str] = {}
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        files[name] = f"{files[name]}\n\n{text}" if name in files else text
    (folder / "blocks").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "blocks"


@pytest.mark.dear
def test_the_kind_of_the_tutorial_passes_all_checks(tmp_path: Path) -> None:
    kind = write_kind(tmp_path) / "kind.py"
    assert len([*tmp_path.glob("**/*.*")]) == 5
    assert len(kind.read_text("utf-8").splitlines()) <= 90
    done = program(tmp_path, "check-kind", "blocks")
    assert done.stdout.count(": no problems\n") == 9, done.stdout + done.stderr
    words = ("blocks", "--size", "6x6", "--seed", "1", "--set", "band=easy", "--kinds", "blocks")
    assert program(tmp_path, "generate", *words).returncode == 0


def test_the_kit_is_imported_by_its_public_name_and_lists_what_it_has() -> None:
    text = """
import puzzlepress.kit.sites.words
from puzzlepress.kit import making
from puzzlepress import kit
import pipeline.kinds.kit.sites.words as words
assert puzzlepress.kit is kit and kit.making is making
assert puzzlepress.kit.sites.words is words and words.__spec__.name == words.__name__
assert {*kit.__all__} <= {*dir(kit)} and all(hasattr(kit, name) for name in kit.__all__)
"""
    done = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
