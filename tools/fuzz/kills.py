"""Commands that are killed in the middle of a write, or meet a full disk there, and are run again.

The same command must then leave what one leaves that nothing disturbed.
"""

import contextlib
import errno
import functools
import io
import itertools
import json
import os
import random
import re
import resource
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.store import files
from tests.program import run_program
from tools.fuzz.corpus import BOOK, COLLECTION, RUN, SITE, Corpus, lines_of, write_files
from tools.fuzz.oracle import Sandbox

ALONE = ("--jobs", "1")
COMMANDS: dict[str, tuple[str, ...]] = {
    "run": ("run", "run.toml", "--out", RUN, *ALONE),
    "site": ("site", "site.toml", "--out", "www", "--work", "made", "--trust", *ALONE),
    "sheet": ("sheet", "run.toml", "--out", "sheets", *ALONE),
    "collection": ("collection", "collection.toml", "--out", "all", *ALONE),
    "library": ("library", "add", "in.jsonl", "--holder", "A. Setter"),
    "dossier": ("dossier", BOOK, "--config", "book.toml", "--out", "papers"),
}
KILL, STARVE = "kill-", "starve-"
"""Prefixes of the name of a command where it is a sort of input."""

LIBRARY = "library.db"
_STEPS = 40
"""Of SQLite's virtual machine, between two places where a command that writes there may end."""


def kill(box: Sandbox, corpus: Corpus, chance: random.Random, name: str) -> list[str]:
    """Kill a command within a write, or fill its disk, run again; return what is wrong."""
    places_in_all, code, _ = _undisturbed(box, corpus, name)
    at, part = chance.randrange(places_in_all), chance.random()
    is_full = name != "library" and chance.random() < 0.3
    _begin(box, corpus, name)
    left = itertools.count(at, -1)
    said = f"{name}, {'a full disk' if is_full else 'killed'} at place {at} of {places_in_all}"
    if is_full:
        with striking(lambda: next(left) <= 0, part, _fill):
            done = run_program(*COMMANDS[name], cwd=box.work)
        if "Traceback" in done.stderr or done.returncode not in (code, 2):
            return [f"{said}: exit code {done.returncode}", done.stderr]
    elif (child := os.fork()) == 0:
        with striking(lambda: next(left) == 0, part, _die):
            run_program(*COMMANDS[name], cwd=box.work)
        os._exit(0)
    elif os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != _KILLED:
        return [f"{said}: it was not"]
    return _run_again(box, corpus, name, said)


def starve(box: Sandbox, corpus: Corpus, chance: random.Random, name: str) -> list[str]:
    """Let a command have little memory, few files or short ones, run again; return what is wrong.

    Linux alone states how much memory a process has.
    """
    _, code, _ = _undisturbed(box, corpus, name)
    kinds = ["files", "length", *["memory"] * STATM.is_file()]
    kind, share = chance.choice(kinds), chance.random()
    said = f"{name}, little of {kind} ({share:.3f})"
    _begin(box, corpus, name)
    ours, theirs = os.pipe()
    if (child := os.fork()) == 0:
        os.close(ours)
        _limit(kind, share)
        done = run_program(*COMMANDS[name], cwd=box.work)
        os.write(theirs, f"{done.returncode}\n{done.stderr[-2000:]}".encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as stream:
        found, _, message = stream.read().decode().partition("\n")
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended or "Traceback" in message or int(found) not in (code, 1, 2):
        return [f"{said}: ended with {ended}, exit code {found}", message]
    return _run_again(box, corpus, name, said)


_BLOCK = 64_000
_held: list[bytearray] = []
STATM = Path("/proc/self/statm")


def _limit(kind: str, share: float) -> None:
    """Set a limit of this process: little more than it has, or as much as suffices."""
    if kind == "memory":
        used = int(STATM.read_text().split()[0]) * resource.getpagesize()
        limit, amount = resource.RLIMIT_AS, used + int(50e6)
    elif kind == "files":
        least = os.dup(0)  # the lowest that is free
        os.close(least)
        limit, amount = resource.RLIMIT_NOFILE, least + int(12 * share)
    else:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limit, amount = resource.RLIMIT_FSIZE, int(10 ** (1 + 4 * share))
    resource.setrlimit(limit, (amount, resource.getrlimit(limit)[1]))
    with contextlib.suppress(MemoryError):
        while kind == "memory":
            _held.append(bytearray(_BLOCK))
    del _held[len(_held) - int(40 * share) :]


def _undisturbed(box: Sandbox, corpus: Corpus, name: str) -> tuple[int, int, dict[str, bytes]]:
    """Return where a command may be killed, its exit code and what it leaves."""
    if name not in corpus.wholes:
        _begin(box, corpus, name)
        places = itertools.count()
        with striking(lambda: next(places) < 0, 0.0, lambda: None):
            done = run_program(*COMMANDS[name], cwd=box.work)
        assert done.returncode in (0, 3, 4), done.stderr  # the book is too short for a printer
        corpus.wholes[name] = next(places), done.returncode, contents(box.work)
    return corpus.wholes[name]


def _run_again(box: Sandbox, corpus: Corpus, name: str, said: str) -> list[str]:
    """Run a command to its end; return what differs from one that nothing disturbed."""
    _, code, whole = _undisturbed(box, corpus, name)
    done = run_program(*COMMANDS[name], cwd=box.work)
    if "Traceback" in done.stderr or done.returncode != code:
        return [f"{said}: exit code {done.returncode} when run again", done.stderr]
    found = contents(box.work)
    names = sorted(whole.keys() | found.keys())
    return [f"{said}: {one} differs" for one in names if whole.get(one) != found.get(one)]


def _begin(box: Sandbox, corpus: Corpus, name: str) -> None:
    box.fresh()
    some = [records[0] for records in corpus.records.values()]
    files = {"in.jsonl": lines_of(some), "site.toml": SITE, "collection.toml": COLLECTION}
    files["run.toml"] = corpus.run["run.toml"]
    write_files(box.work, corpus.book if name == "dossier" else files)


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder by name, the times of manifests and of libraries left out."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): (
            _rows(path) if path.name == LIBRARY else timeless(path.name, path.read_bytes())
        )
        for path in paths
    }


def _rows(path: Path) -> bytes:
    with contextlib.closing(sqlite3.connect(path)) as db:
        dump = "\n".join(db.iterdump())
    return re.sub(r"'\d{4}-\d\d-\d\d[T ][^']*'", "''", dump).encode()


def timeless(name: str, data: bytes) -> bytes:
    """Return the bytes of a file; of a manifest, without its times."""
    if not name.endswith("manifest.json"):
        return data
    try:
        manifest = json.loads(data)
        manifest.pop("times", None)
    except (ValueError, AttributeError):
        return data
    return json.dumps(manifest, sort_keys=True).encode()


_KILLED = 137


def _die() -> None:
    os._exit(_KILLED)


def _fill() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


_EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_watch: Callable[[str, tuple[Any, ...]], None] | None = None


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if _watch is not None and event in _EVENTS:
        _watch(event, args)


sys.addaudithook(_audit)


class _Faulty(io.FileIO):
    """A log that may take a part of what is written only, and then end as it is asked to."""

    is_due: Callable[[], bool]
    end: Callable[[], None]
    part: float

    def write(self, data: Any, /) -> int:
        view = memoryview(data)
        if not self.is_due():
            return super().write(view)
        written = super().write(view[: int(self.part * len(view))])
        self.end()
        return written


@contextlib.contextmanager
def striking(is_due: Callable[[], bool], part: float, end: Callable[[], None]) -> Iterator[None]:
    """Ask at each place where a command may be disturbed, and ``end`` it there if it is due.

    Places are writes to logs, of which ``part`` is done then, every opening of a file to write,
    creating, renaming and removing below the current folder, and every few steps of SQLite.
    """

    def open_own(path: str | os.PathLike[str]) -> io.FileIO:
        with real_open(path):
            pass
        file = _Faulty(os.open(path, os.O_RDWR | os.O_APPEND), "r+b")
        file.is_due, file.end, file.part = is_due, end, part
        return file

    def end_if_due() -> None:
        if is_due():
            end()

    def connect(*args: object, **named: object) -> sqlite3.Connection:
        db: sqlite3.Connection = real_connect(*args, **named)
        db.set_progress_handler(end_if_due, _STEPS)
        return db

    def watch(event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and not (args[2] or 0) & _WRITING:
            return
        is_path = isinstance(args[0], str | os.PathLike)
        if is_path and Path(args[0]).absolute().is_relative_to(Path.cwd()) and is_due():
            end()

    real_open = files.open_own
    real_connect = functools.partial(sqlite3.connect)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pipeline.store.append_log.open_own", open_own)
        patch.setattr(sys.modules[__name__], "_watch", watch)
        patch.setattr(sqlite3, "connect", connect)
        yield
