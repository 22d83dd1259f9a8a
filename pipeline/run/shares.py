"""Shares of a run: what other machines have made of it, in files that any run may read from.

A share says what became of some indices. A run that comes to one of these takes it from there and
makes the others itself, so that a share too few or too many changes no byte of what it writes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pipeline import __version__
from pipeline.model import ConfigError, JsonObject, canonical_json
from pipeline.run.plan import Plan
from pipeline.run.progress import Reporter
from pipeline.run.rounds import make_rounds
from pipeline.store.append_log import AppendLog
from pipeline.store.candidate import Candidate, Key, dump_candidate, parse_candidate
from pipeline.store.files import expecting, open_binary, own_folder, write_own
from pipeline.store.limits import raw_lines
from pipeline.store.manifest import dependency_versions
from pipeline.store.run_folder import SHARES

if TYPE_CHECKING:
    from pipeline.run.execution import Machines

_Entry: TypeAlias = JsonObject | tuple[Key, Candidate]
_ENGINES: Final = ("numba", "numpy", "python-sat")
_TAIL = b',"records":['


@dataclass(frozen=True, slots=True)
class Share:
    """Which part of a run: ``number`` of ``count``, from 0."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Share:
        """Return the share that a text such as "0/3" names.

        `ConfigError` if it names none.

        Examples
        --------
        >>> Share.parse("2/3")
        Share(number=2, count=3)
        """
        number, slash, count = text.partition("/")
        if slash and number.isdecimal() and count.isdecimal() and int(number) < int(count):
            return cls(int(number), int(count))
        raise ConfigError(
            f"expected --shard i/n with i from 0 to n-1, such as 0/3, 1/3 and 2/3, found {text!r}"
        )


def make_share(
    plan: Plan,
    fingerprint: str,
    share: Share,
    path: Path,
    machines: Machines,
    reporter: Reporter,
    asks_confirmed: bool = False,
) -> tuple[int, int]:
    """Return how many indices a file holds in the end, and how many of them were made now.

    The share takes every ``count``-th index and goes on until its part of every demand is met, by
    the rounds of `pipeline.run.plan`. A file that was begun is gone on with. `ConfigError` if the
    file is a share of something else. `StoreError` or `PuzzleFormatError` if it cannot be read or
    written.
    """
    head = {**_versions(fingerprint), "shard": [share.number, share.count]}
    for pool in plan.pools:
        for want in pool.demands:
            want.count = -(-want.count // share.count)
    with AppendLog[_Entry](path, _parse, _dump) as log:
        if not log.entries:
            log.append(head)
        _require(log.entries[0], head, path)
        before = log.count
        make_rounds(
            plan, ShareFile(log), machines, reporter, asks_confirmed=asks_confirmed, titles=None,
            number=lambda place: share.number + share.count * place,
        )  # fmt: skip
        return log.count - 1, log.count - before


class ShareFile:
    """A share's open file as `make_rounds` takes it."""

    def __init__(self, log: AppendLog[_Entry]) -> None:
        self._log = log
        self._known = dict(entry for entry in log.entries[1:] if isinstance(entry, tuple))
        self.find = self._known.get

    def add(self, key: Key, candidate: Candidate) -> None:
        """Write a candidate to file."""
        self._known[key] = candidate
        self._log.append((key, candidate))


def adopt_share(source: str, folder: Path, fingerprint: str) -> int:
    """Return how many indices a share adds to a run's folder, after every line of it was checked.

    `ConfigError` if it is a share of another run, or was made with other versions. `StoreError` or
    `PuzzleFormatError` if it cannot be read, or kept.
    """
    digest = hashlib.sha256()
    number = held = 0
    with open_binary(source) as file:
        for number, line in raw_lines(file, source):
            digest.update(line)
            if number == 1:
                _require(_head(line, source), _versions(fingerprint), source)
            elif line.endswith(b"\n"):  # a kill may have torn the last line
                parse_candidate(line.decode(errors="replace"), source, number)
                held += 1
    if not number:
        _head(b"", source)
    shares = own_folder(folder, SHARES)
    with open_binary(source) as file:
        write_own(shares, f"{digest.hexdigest()[:16]}.jsonl", partial(shutil.copyfileobj, file))
    return held


class Shares:
    """The shares in a run's folder: candidates by key, read when they are asked for."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self._places: dict[Key, tuple[Path, int, int]] = {}
        for path in sorted((folder / SHARES).glob("*.jsonl")):
            at = 0
            with path.open("rb") as file:
                for number, line in enumerate(file, start=1):
                    if number == 1:
                        _require(_head(line, path), _versions(fingerprint), path)
                    elif line.endswith(b"\n"):
                        self._places[_key(line, path, number)] = (path, at, number)
                    at += len(line)

    def __contains__(self, key: Key) -> bool:
        return key in self._places

    def read(self, key: Key) -> Candidate:
        """Return the candidate of a key that is there."""
        path, at, number = self._places[key]
        with path.open("rb") as file:
            file.seek(at)
            text = file.readline().decode()
        return parse_candidate(text, str(path), number)[1]


def _key(line: bytes, path: Path, number: int) -> Key:
    """Return the key of a candidate's line, of which no more is read."""
    what = "a candidate as puzzlepress work writes it; remove the file, and adopt the share again"
    with expecting(what, path, number):
        head = json.loads(line[: line.index(_TAIL)] + b"}")
        order, index = head["order"], head["index"]
        if type(order) is str and type(index) is int:
            return order, index
        raise TypeError


def _versions(fingerprint: str) -> dict[str, Any]:
    """Return what a share and a run must have in common."""
    return {"fingerprint": fingerprint, "versions": engine_versions()}


def engine_versions() -> dict[str, str]:
    """Return the versions that machines must share to make equal records: ours and the engines'."""
    versions = dependency_versions()
    return {"puzzlepress": __version__, **{name: versions[name] for name in _ENGINES}}


def _head(data: bytes, source: str | Path) -> _Entry:
    return _parse(data.partition(b"\n")[0].decode(errors="replace"), str(source), 1)


def _require(head: _Entry, expected: JsonObject, source: str | Path) -> None:
    """Raise if the head of a share lacks something that is expected."""
    for name, value in expected.items():
        found = head.get(name) if isinstance(head, dict) else None
        if found != value:
            raise ConfigError(
                f"{source}: expected a share of this run with the {name} {value}, found {found}; "
                "make it with this configuration and these versions"
            )


def _parse(text: str, source: str, line: int) -> _Entry:
    if line > 1:
        return parse_candidate(text, source, line)
    with expecting("the head of a share as puzzlepress work writes it", source, line):
        head: JsonObject = json.loads(text)
        if isinstance(head, dict) and "fingerprint" in head:
            return head
        raise TypeError


def _dump(entry: _Entry) -> str:
    return dump_candidate(*entry) if isinstance(entry, tuple) else canonical_json(entry)
