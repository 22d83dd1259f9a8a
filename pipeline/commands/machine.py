"""What the machine can fail in, in words; and standard streams that were closed at the start."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Final

from pipeline.commands.options import BAD_INPUT, FAILURE

_STREAMS: Final = (
    ("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_RDWR),
)  # fmt: skip
"""How each stream that is closed is opened, so that data given to it is refused, not lost."""


def mend_streams() -> None:
    """Open what stands for each closed standard stream, and let every name of a file be printed.

    Else the next file that is opened would get its number, and words for people its contents.
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
            stream.reconfigure(errors="backslashreplace")


def code_of(error: BaseException) -> int | None:
    """Return the exit code for what the machine or the user caused, None for a mistake of ours."""
    if isinstance(error, ImportError):
        return FAILURE if isinstance(error.__context__, OSError) or error.path else None
    if isinstance(error, UnicodeError):
        is_name = isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason
        return BAD_INPUT if is_name else None
    return BAD_INPUT if isinstance(error, OSError) else FAILURE


def words_of(error: BaseException) -> str:
    """Return what happened, and what to do."""
    if isinstance(error, MemoryError):
        return "out of memory; ask for fewer or smaller puzzles, or for fewer --jobs"
    if isinstance(error, RecursionError):
        return "the input is nested too deeply; check that it is the right file"
    if isinstance(error, UnicodeError):
        return "a name is not UTF-8; rename the file or the folder, and run the same command again"
    if isinstance(error, ImportError):
        return f"a part of the program cannot be loaded ({error}); install it again"
    code = getattr(error, "errno", None)
    if code in (errno.EMFILE, errno.ENFILE):
        return "too many open files for this machine; allow more (ulimit -n 1024), and run again"
    name = getattr(error, "filename", None)
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    where = f"{os.fsdecode(name)}: " if isinstance(name, str | bytes) else ""
    return f"{where}{reason}; check the disk, the path and the connection, then run again"
