"""What must be true of any input: a documented exit code, a message, no misplaced file."""

import hashlib
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.program import run_program

CODES = (0, 1, 2, 3, 4)
"""The exit codes of docs/getting-started.md."""

SECONDS = 20
"""Processor time after which an input stalls the program, unless it may ask for much work."""


@dataclass(slots=True)
class Sandbox:
    """A folder to run commands in, and one beside it that none may touch."""

    root: Path
    work: Path = field(init=False)
    outside: Path = field(init=False)

    def __post_init__(self) -> None:
        self.work, self.outside = self.root / "work", self.root / "outside"
        self.outside.mkdir()
        (self.outside / "book.pdf").write_bytes(b"precious")

    def fresh(self) -> None:
        """Empty the folder."""
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()


@contextmanager
def open_sandbox() -> Iterator[Sandbox]:
    """Yield a sandbox, in memory where the system has room there."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Sandbox(Path(folder))


class StalledError(BaseException):
    """A command took too long."""


@contextmanager
def _timed(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise StalledError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def try_words(
    box: Sandbox, words: tuple[str, ...], output: str | None = None, may_be_long: bool = False
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run a command and return what it did, and what is wrong with that.

    Parameters
    ----------
    box : Sandbox
        Where; the inputs lie in ``box.work``.
    words : tuple of str
        The command line.
    output : str or None
        The file that the command was to write, which a refusal must not leave.
    may_be_long : bool
        Whether the input may ask for any amount of work.
    """
    before = _digests(box.root)
    with _timed(2 if may_be_long else SECONDS):
        done = run_program(*words, cwd=box.work)
    faults = []
    if "StalledError" in done.stderr:
        return done, [] if may_be_long else [f"took more than {SECONDS} seconds"]
    if "Traceback" in done.stderr:
        faults.append("a traceback")
    if done.returncode not in CODES:
        faults.append(f"exit code {done.returncode}")
    if done.returncode == 2 and not done.stderr.strip():
        faults.append("refused without a word")
    if len(done.stderr) > 100_000:
        faults.append("more words than anybody reads")
    after = _digests(box.root)
    touched = [name for name, digest in before.items() if after.get(name) != digest]
    faults += [f"changed {name}" for name in touched if name != f"work/{output}"]
    strange = [name for name in after if name not in before and not name.startswith("work/")]
    strange += [name for name in after if name.endswith(".part") or "/.probe" in name]
    faults += [f"left {name}" for name in strange]
    if done.returncode == 2 and output is not None and f"work/{output}" in after.keys() - before:
        faults.append(f"refused, but wrote {output}")
    return done, faults


def _digests(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file()
    }
