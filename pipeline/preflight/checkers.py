"""Run external checkers on a file, if they are installed: epubcheck and veraPDF."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

_OPTIONS: Final = {
    "epubcheck": ("--failonwarnings",),
    "verapdf": ("--flavour", "ua1", "--format", "text", "-v"),
}
MOST_SECONDS: Final = 300  # A checker takes seconds; one that hangs is stopped
_FAULT: Final = re.compile(r"\s*(?:FATAL|ERROR|WARNING|FAIL)\b")


def find_faults(checker: str, path: str | Path) -> list[str] | None:
    """Return the faults that a checker finds, in its words; None if it is not installed.

    An error without a named fault counts as a fault, with the last line of the output; so does a
    checker that does not start or does not end.
    """
    program = shutil.which(checker)
    if program is None:
        return None
    # what distributions install as a command may be a bare Java archive
    is_archive = Path(program).read_bytes()[:2] == b"PK"
    command = [*(("java", "-jar") if is_archive else ()), program, *_OPTIONS[checker], str(path)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False,
            encoding="utf-8", errors="replace", timeout=MOST_SECONDS,
        )  # fmt: skip
    except OSError as error:
        return [f"{checker} is installed and did not start: {error.strerror} ({error.filename})"]
    except subprocess.TimeoutExpired:
        return [f"{checker} did not end in {MOST_SECONDS} s and was stopped; run it by hand"]
    said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    faults = [line for line in said if _FAULT.match(line)]
    if done.returncode and not faults:
        faults = [f"{checker} ended with {done.returncode}: {' '.join(said[-1:])}"]
    return faults
