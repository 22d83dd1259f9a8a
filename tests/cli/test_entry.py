"""The shape of the checkout that its users asked for."""

import subprocess
import sys

from tests.program import run_program
from tests.source import ROOT


def test_cli_py_is_the_command_line() -> None:
    for words in (["--version"], ["kinds"], ["new", "nothing"]):
        done = subprocess.run(
            [sys.executable, "cli.py", *words], cwd=ROOT, capture_output=True, text=True
        )
        known = run_program(*words)
        assert (done.returncode, done.stdout, done.stderr) == (
            known.returncode, known.stdout, known.stderr,
        )  # fmt: skip


def test_the_folder_of_runs_is_in_a_fresh_clone_and_empty() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "output"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert listed.stdout.split() == ["output/.gitignore"]
