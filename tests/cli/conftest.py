import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def puzzlepress() -> Run:
    """Return a function that runs the installed program and returns what it did."""
    program = Path(sys.executable).with_name("puzzlepress")
    if not program.exists():
        pytest.fail("puzzlepress is not installed beside this Python: pip install -e '.[test]'")

    def run(*words: str, stdin: str | bytes | None = None, cwd: Path | None = None, **environment):
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [str(program), *words],
            input=data,
            stdin=subprocess.DEVNULL if data is None else None,
            capture_output=True,
            cwd=cwd,
            env={**os.environ, "COLUMNS": "100", **environment},
            timeout=300,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run
