"""The program in this process, and the path of the installed one."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import run_program

collect_ignore = [] if os.name == "posix" else ["test_machine_faults.py"]

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def puzzlepress() -> Run:
    """Return a function that runs the command line in this process and returns what it did."""
    return run_program


@pytest.fixture(scope="session")
def program() -> str:
    """Return the path of the installed program."""
    path = Path(sys.executable).with_name("puzzlepress")
    if not path.exists():
        pytest.fail("puzzlepress is not installed beside this Python: pip install -e '.[test]'")
    return str(path)
