"""Messages for operating-system errors, closed standard streams, and signals.

SIGINT and SIGTERM end a command with a message and an exit code of their own. Python runs a signal
handler only between bytecodes, and a call of a solver may take minutes, so a thread also waits for
the signal and interrupts the running solver.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from pipeline.commands.options import BAD_INPUT, FAILURE, say
from pipeline.model import StoppedError, shortage
from pipeline.model.errors import FILES, MEMORY

_STREAMS: Final = (
    ("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_RDWR),
)  # fmt: skip
"""How to reopen each closed stream, so that writing data to it fails instead of losing it."""


def open_streams() -> None:
    """Open each closed standard stream, and allow every file name to be printed.

    Otherwise the next opened file would get its number, and messages would be written into it.
    """
    for number, (name, mode, flags) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, flags)  # takes the lowest free number, which is this one
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if os.name == "nt":  # the same bytes as elsewhere
                stream.reconfigure(encoding="utf-8", newline="\n")
            stream.reconfigure(errors="backslashreplace")


def exit_code(error: BaseException) -> int | None:
    """Return the exit code for an error of the machine or the user, None for a bug."""
    if isinstance(error, RecursionError) or shortage(error) == MEMORY:
        return FAILURE
    if isinstance(error, ImportError):
        return FAILURE if isinstance(error.__context__, OSError) or error.path else None
    if isinstance(error, UnicodeError):
        is_name = isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason
        return BAD_INPUT if is_name else None
    return BAD_INPUT if isinstance(error, OSError) else None


def describe_error(error: BaseException) -> str:
    """Return a message: what happened, and what to do."""
    lacking = shortage(error)
    if lacking == MEMORY:
        return (
            "too little memory; close other programs or raise the limit (ulimit -v), or ask for "
            "fewer or smaller puzzles, or for fewer --jobs"
        )
    if lacking == FILES:
        return "too many open files for this machine; allow more (ulimit -n 1024), and run again"
    if isinstance(error, RecursionError):
        return "the input is nested too deeply; check that it is the right file"
    if isinstance(error, UnicodeError):
        return "a file name is not UTF-8; rename the file or folder, and run the command again"
    if isinstance(error, ImportError):
        return f"a part of the program cannot be loaded ({error}); install it again"
    name = getattr(error, "filename", None)
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    where = f"{os.fsdecode(name)}: " if isinstance(name, str | bytes) else ""
    return f"{where}{reason}; check the disk, the path and the connection, then run again"


SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
RESUMING: Final = ("run", "collection", "sheet", "site")  # Commands that resume


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn the two signals into a message and the exit code 128 + signal number."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    inlet, outlet = os.pipe()
    if hasattr(os, "set_blocking"):  # on Windows from Python 3.12 on
        os.set_blocking(outlet, False)
    threading.Thread(target=_watch, args=(inlet,), daemon=True).start()
    before = [signal.signal(one, _stop) for one in SIGNALS]
    wakeup = signal.set_wakeup_fd(outlet, warn_on_full_buffer=False)
    try:
        yield
    except StoppedError as stopped:
        is_resuming = sys.argv[1:2] != [] and sys.argv[1] in RESUMING
        is_resuming |= sys.argv[1:3] == ["new", "examples"]
        say(
            "puzzlepress: stopped; run the same command again to resume" if is_resuming
            else "puzzlepress: stopped; the same command starts from the beginning"
        )  # fmt: skip
        sys.exit(128 + stopped.number)
    finally:
        signal.set_wakeup_fd(wakeup)
        for one, handler in zip(SIGNALS, before, strict=True):
            signal.signal(one, handler)
        os.close(outlet)


def _stop(number: int, frame: FrameType | None) -> None:
    while frame is not None:
        if frame.f_code.co_name == "__del__":  # Python ignores errors here: signal again
            threading.Timer(0.001, signal.raise_signal, (number,)).start()
            return
        frame = frame.f_back
    for one in SIGNALS:  # a second signal ends the process at once
        signal.signal(one, signal.SIG_DFL)
    raise StoppedError(number)


def _watch(inlet: int) -> None:
    while numbers := os.read(inlet, 64):
        solvers = sys.modules.get("pipeline.solvers.sat")
        if solvers is not None and set(numbers) & set(SIGNALS):
            solvers.interrupt(numbers[0])
    os.close(inlet)
