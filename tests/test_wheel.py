"""What is installed from the wheel: all files that the package reads."""

from __future__ import annotations

import fnmatch
import subprocess
import tomllib
from pathlib import Path

import pytest

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
