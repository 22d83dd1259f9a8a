"""The wheel: all files that the package reads are in it, and a book is made from it alone."""

import fnmatch
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

from pipeline.commands.setup import FOLDERS
from tests.source import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]


def test_every_file_of_the_package_has_a_pattern_that_takes_it_into_the_wheel() -> None:
    patterns = SETTINGS["setuptools"]["package-data"]["*"]
    listed = subprocess.run(
        ["git", "ls-files", "pipeline"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    if not listed:
        pytest.skip("needs the list of files that git keeps")
    left = [
        name
        for name in listed
        if not name.endswith(".py")
        and not any(fnmatch.fnmatch(Path(name).name, pattern) for pattern in patterns)
    ]
    assert left == []


BOOK = """\
seed = 1
pictures = "none"
[book]
title = "Small"
author = "A. Setter"
year = 2026
trim = "6x9"
printers = []
[[section]]
title = "Six"
kind = "akari"
size = "4x4"
count = 2
"""


def test_a_book_is_made_outside_the_checkout_by_what_the_wheel_installs(tmp_path: Path) -> None:
    source, home, work = (tmp_path / name for name in ("source", "home", "work"))
    for name in ("pipeline", "configs", "samples"):
        shutil.copytree(
            ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "output")
        )
    for name in ("puzzlepress.py", "pyproject.toml", "README.md", "LICENSE", "THIRD_PARTY.md"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "-q", "--no-cache-dir", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index"]
    subprocess.run(
        [*pip, "wheel", *offline, "--no-build-isolation", "-w", tmp_path, source], check=True
    )
    (wheel,) = tmp_path.glob("puzzlepress-*.whl")
    venv.create(home, with_pip=False)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run([*pip, "--python", python, "install", *offline, wheel], check=True)
    # What the package needs is the tests' own; a folder that is added this way brings no .pth,
    # so the package under test is the wheel's and not the checkout.
    ours = sysconfig.get_path("purelib")
    theirs = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    (Path(theirs) / "needed.pth").write_text(f"{ours}\n")
    work.mkdir()
    (work / "book.toml").write_text(BOOK)
    # Compiling kernels for another folder takes minutes; these boards are tiny.
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}

    def run(*words: str) -> str:
        command = [str(python), "-m", "puzzlepress", *words]
        done = subprocess.run(command, cwd=work, env=settings, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stderr

    where = subprocess.run(
        [python, "-c", "import pipeline; print(pipeline.__file__)"],
        cwd=work, env=settings, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert where.startswith(theirs)
    run("run", "book.toml", "--out", "made")
    assert "2 puzzles right, 0 not" in run("verify", "made", "--book", "made/book.pdf")
    for name, place in FOLDERS.items():
        run("new", name, "-o", name)
        assert {path.name for path in (work / name).iterdir()} == {
            path.name for path in (ROOT / place).iterdir()
        }
