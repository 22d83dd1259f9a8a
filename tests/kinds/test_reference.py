"""docs/kinds.md: its reference is current, and the kind that it builds works."""

import re
from pathlib import Path

from tests.commands.test_kinds import program
from tests.kinds.reference import PAGE, reference

FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def test_the_reference_is_current() -> None:
    assert PAGE.read_text("utf-8").endswith(reference()), "run: python -m tests.kinds.reference"


def test_the_kind_of_the_tutorial_passes_all_checks(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        files[name] = f"{files[name]}\n\n{text}" if name in files else text
    assert len(files) == 5
    assert len(files["blocks/kind.py"].splitlines()) <= 90
    (tmp_path / "blocks").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = program(tmp_path, "check-kind", "blocks")
    assert done.stdout.count(": no problems\n") == 8, done.stdout + done.stderr
    words = ("blocks", "--size", "6x6", "--seed", "1", "--set", "band=easy", "--kinds", "blocks")
    assert program(tmp_path, "generate", *words).returncode == 0
