"""docs/kit.md is current, and the kinds that docs/kinds.md builds work as their commands say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.kinds.kit.answer import Answer
from pipeline.stages.check_kind import CHECKS
from tests.commands.test_kinds import program
from tests.kinds.reference import PAGE, reference
from tests.source import ROOT

TUTORIAL = ROOT / "docs" / "kinds.md"
FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def test_the_reference_is_current() -> None:
    assert PAGE.read_text("utf-8") == reference(), "run: python -m tests.kinds.reference"


def test_each_check_of_an_answer_and_field_of_boards_has_a_meaning() -> None:
    rows = [
        line.split(" | ")
        for line in reference().partition("## Words for rules")[0].splitlines()
        if line.startswith("| `")
    ]
    assert len(rows) > 100
    assert [name for name, meaning in rows if len(meaning.strip("| ")) < 9] == []
    assert {name for name in vars(Answer) if name.startswith("require_")} <= {
        name.partition("(")[0].strip("| `") for name, _ in rows
    }


def write_kind(folder: Path, kind: str) -> Path:
    """Write a kind that the page builds over the folder of a new one, and return its own."""
    assert program(folder, "new", "kind", kind).returncode == 0
    files: dict[str, str] = {}
    for name, text in FILE.findall(TUTORIAL.read_text("utf-8")):
        files[name] = f"{files[name]}\n\n{text}" if name in files else text
    for name, text in files.items():
        if name.startswith(kind):
            (folder / name).write_text(text, encoding="utf-8")
    assert {name.partition("/")[2] for name in files if name.startswith(f"{kind}/")} == {
        path.name for path in (folder / kind).glob("*.*")
    }
    return folder / kind


@pytest.mark.dear
def test_the_kind_of_the_tutorial_passes_all_checks(tmp_path: Path) -> None:
    kind = write_kind(tmp_path, "blocks") / "kind.py"
    assert len(kind.read_text("utf-8").splitlines()) <= 90
    done = program(tmp_path, "check-kind", "blocks")
    assert done.stdout.count(": no problems\n") == len(CHECKS), done.stdout + done.stderr
    words = ("blocks", "--size", "6x6", "--seed", "1", "--set", "band=easy", "--kinds", "blocks")
    assert program(tmp_path, "generate", *words).returncode == 0


@pytest.mark.dear
def test_the_kind_with_shapes_works_with_the_commands_as_they_are_printed(tmp_path: Path) -> None:
    write_kind(tmp_path, "statues")
    part = TUTORIAL.read_text("utf-8").partition("\n## A kind with shapes\n")[2]
    lines = [line.split() for line in part.partition("\n## ")[0].splitlines()]
    commands = [line[1:] for line in lines if line[:1] == ["puzzlepress"]]
    assert [words[0] for words in commands] == ["new", "check-kind", "generate"]
    made, checked, generated = (program(tmp_path, *words) for words in commands)
    assert (made.returncode, "by hand" in made.stderr) == (0, False), made.stderr
    assert checked.stdout.count(": no problems\n") == len(CHECKS), checked.stdout + checked.stderr
    assert len(generated.stdout.splitlines()) == 3, generated.stderr


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
