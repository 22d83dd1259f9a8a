"""docs/kinds.md: its reference is current, and the kind that it builds works."""

import re
from pathlib import Path

import pytest

from tests.commands.test_kinds import program
from tests.kinds.reference import PAGE, reference

FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def test_the_reference_is_current() -> None:
    assert PAGE.read_text("utf-8").endswith(reference()), "run: python -m tests.kinds.reference"


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
