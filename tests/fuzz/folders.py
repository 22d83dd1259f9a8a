"""Folders of runs: damaged, and killed in the middle of a write; the same command must go on."""

from __future__ import annotations

import errno
import io
import json
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.store import append_log
from tests.fuzz.corpus import RUN, Corpus, write_files
from tests.fuzz.mutate import spoil
from tests.fuzz.oracle import Sandbox, try_words
from tests.program import run_program

WORDS = ("run", "run.toml", "--out", RUN, "--jobs", "1")
_WRITES = 62
"""About as many writes as a run makes."""


def damage(box: Sandbox, corpus: Corpus, chance: random.Random) -> list[str]:
    """Spoil a file of a finished run, run again, and return what is wrong."""
    files = dict(corpus.run)
    name = chance.choice([name for name in sorted(files) if name != "run.toml"])
    if chance.random() < 0.2:
        del files[name]
    else:
        files[name] = spoil(files[name], chance, list(corpus.run.values()))
    write_files(box.work, files)
    return _goes_on(box, corpus, name)


def kill(box: Sandbox, corpus: Corpus, chance: random.Random) -> list[str]:
    """Kill a run in the middle of a write, or fill its disk, run again; return what is wrong."""
    write_files(box.work, {"run.toml": corpus.run["run.toml"]})
    at, is_full = chance.randrange(1, _WRITES), chance.random() < 0.3
    part = chance.random()
    if is_full:
        with faulty_writes(at, part, is_full=True):
            done = run_program(*WORDS, cwd=box.work)
        if "Traceback" in done.stderr or done.returncode not in (0, 2):
            return [f"a full disk at write {at}: exit code {done.returncode}", done.stderr]
    else:
        child = os.fork()
        if child == 0:
            with faulty_writes(at, part, is_full=False):
                run_program(*WORDS, cwd=box.work)
            os._exit(0)
        os.waitpid(child, 0)
    return _goes_on(box, corpus, f"{RUN}/killed at write {at}")


def _goes_on(box: Sandbox, corpus: Corpus, name: str) -> list[str]:
    """Run the command, and return how the folder differs from that of a run left alone."""
    box_before = {path: path.read_bytes() for path in box.outside.iterdir()}
    done = run_program(*WORDS, cwd=box.work)
    if "Traceback" in done.stderr:
        return [f"{name}: a traceback", done.stderr]
    if done.returncode == 2:  # refused: whose folder this is cannot be told, in words
        return [] if "--fresh" in done.stderr else [f"{name}: refused", done.stderr]
    faults = [] if done.returncode == 0 else [f"{name}: exit code {done.returncode}"]
    if box_before != {path: path.read_bytes() for path in box.outside.iterdir()}:
        faults.append(f"{name}: something outside was changed")
    for path, data in corpus.run.items():
        found = box.work / path
        if not found.is_file():
            faults.append(f"{name}: {path} is missing")
        elif _timeless(path, found.read_bytes()) != _timeless(path, data):
            faults.append(f"{name}: {path} differs")
    strange = [str(path) for path in box.work.rglob("*.part")]
    return faults + [f"{name}: left {path}" for path in strange]


def _timeless(name: str, data: bytes) -> bytes:
    """Return the bytes of a file; of a manifest, without its times."""
    if not name.endswith("manifest.json"):
        return data
    try:
        manifest = json.loads(data)
        manifest.pop("times", None)
    except (ValueError, AttributeError):
        return data
    return json.dumps(manifest, sort_keys=True).encode()


class _Faulty(io.FileIO):
    """A file whose writes are counted by `faulty_writes`."""

    strike = staticmethod(len)

    def write(self, data: object) -> int:  # type: ignore[override]
        cut = _Faulty.strike(data)
        written = super().write(memoryview(data)[:cut])  # type: ignore[arg-type]
        if cut < len(data):  # type: ignore[arg-type]
            _Faulty.die()
        return written

    die = staticmethod(lambda: os._exit(137))


@contextmanager
def faulty_writes(at: int, part: float, *, is_full: bool) -> Iterator[None]:
    """End this process, or fill the disk, when ``part`` of the ``at``-th write is done.

    Writes are those to a run's logs, and the replacing of whole files.
    """
    left = at

    def count() -> bool:
        nonlocal left
        left -= 1
        return left <= 0 if is_full else left == 0

    def die() -> None:
        if is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os._exit(137)

    def open_own(path: str | os.PathLike[str]) -> io.FileIO:
        with real_open(path):
            pass
        return _Faulty(os.open(path, os.O_RDWR | os.O_APPEND), "r+b")

    def replace(self: Path, target: Path) -> Path:
        if count():
            die()
        return real_replace(self, target)

    real_open, real_replace = append_log.open_own, Path.replace
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(append_log, "open_own", open_own)
        patch.setattr(Path, "replace", replace)
        patch.setattr(
            _Faulty, "strike",
            staticmethod(lambda data: int(part * len(data)) if count() else len(data)),
        )  # fmt: skip
        patch.setattr(_Faulty, "die", staticmethod(die))
        yield


def try_folder(box: Sandbox, corpus: Corpus, chance: random.Random, sort: str) -> list[str]:
    """Return what is wrong with a damaged or killed run."""
    box.fresh()
    return {"damage": damage, "kill": kill}[sort](box, corpus, chance)


__all__ = ["faulty_writes", "try_folder", "try_words"]
