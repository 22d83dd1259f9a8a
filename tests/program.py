"""The program as a user runs it, without the second that each new process spends on imports."""

import gc
import io
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from pipeline.commands import app


def run_program(
    *words: str, stdin: str | bytes | None = None, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command line in this process and return what it did.

    Signals, kills, pipes and limits want a process of their own: see `program` in tests/cli.
    """
    data = stdin.encode() if isinstance(stdin, str) else stdin or b""
    streams = [
        io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") for content in (data, b"", b"")
    ]
    threshold = gc.get_threshold()
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "argv", ["puzzlepress", *words])
        for variable, value in {"COLUMNS": "100", **environment}.items():
            patch.setenv(variable, value)
        if cwd is not None:
            patch.chdir(cwd)
        patch.setattr(app, "app", _command())
        patch.setattr(gc, "freeze", lambda: None)  # this process goes on
        code = _exit_code()
        for stream in streams[1:]:
            stream.flush()
    gc.set_threshold(*threshold)
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    return subprocess.CompletedProcess(words, code, out, err)


def call(*words: str, **options: Any) -> str:
    """Return the output of a command that succeeds."""
    done = run_program(*words, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def message_of(*words: str, **options: Any) -> str:
    """Return the message of a command that is refused as bad input."""
    done = run_program(*words, **options)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("puzzlepress: error: ")
    return done.stderr


@cache
def _command() -> Any:
    """Return the command line as Typer builds it for each call, in a hundredth of a second."""
    return typer.main.get_command(app.app)


def _exit_code() -> int:
    """Return what Python would end with, having printed what it would print."""
    try:
        app.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0
