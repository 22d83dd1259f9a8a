"""The folder of a run: its logs, locking and resuming."""

from __future__ import annotations

import json
import os
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice, repeat
from pathlib import Path
from typing import Any, Final, TypeAlias

from pipeline.model import ConfigError, Json, PuzzleFormatError, Record, StoreError, canonical_json
from pipeline.store.append_log import AppendLog, is_as_written, sums_path
from pipeline.store.candidate import Candidate, Key, order_key, record_key
from pipeline.store.files import (
    clear_leftovers,
    expecting,
    make_folder,
    read_lines,
    read_text,
    refuse_link,
    write_atomic,
    write_error,
)
from pipeline.store.jsonl import (
    StoredRecord,
    dump_record,
    parse_record,
    read_records,
    record_from_json,
)
from pipeline.store.locks import locked
from pipeline.store.manifest import digest_of

LIBRARY: Final = "00-library.jsonl"
CHOSEN: Final = "00-chosen.jsonl"  # Printed records that the choices of a publisher name
FAILED: Final = "10-failed.jsonl"
GENERATED: Final = "10-generated.jsonl"
ACCEPTED: Final = "20-accepted.jsonl"
REJECTED: Final = "20-rejected.jsonl"
GRADED: Final = "30-graded.jsonl"
IMAGES: Final = "images"
BOOK: Final = "book.pdf"
MANIFEST: Final = "manifest.json"
LISTS: Final = ("puzzles.csv", "puzzles.json")  # Tables of the printed puzzles
PICTURE: Final = (  # Regular expression of the names of pictures
    r"(?:[0-9]{3,}-(?:[a-z]+-)?[0-9]+x[0-9]+|[0-9a-f]{16})"
    r"(?:-solution|_[0-9]+x[0-9]+_[a-z]+)?\.(?:png|svg|gif)"
)
STATE: Final = ".run.json"  # File with the fingerprint of the configuration of the folder
KINDS: Final = ".kinds.json"  # File with the digests of kinds outside of this package
DRAWN: Final = ".pictures.jsonl"  # File with the names and digests of the pictures

OTHER_OUT: Final = "choose another folder with --out"
_OUT_OR_FRESH: Final = (
    f"{OTHER_OUT}, or start again with --fresh, which keeps the old run beside the new one"
)

_LOGS: Final = (FAILED, GENERATED, ACCEPTED, REJECTED, GRADED)


def is_own_log(source: str) -> bool:
    """Return whether a file is an unchanged log of a run or a collection."""
    path = Path(source)
    return (path.parent / STATE).is_file() and path.name[:2].isdigit() and is_as_written(path)


def read_run_records(folder: Path) -> Iterator[Record]:
    """Yield the graded records of a run, those from a library, and those of choices."""
    yield from read_records(folder / GRADED, may_be_empty=(folder / LIBRARY).is_file())
    if (folder / LIBRARY).is_file():
        for line, text in islice(read_lines(folder / LIBRARY), 1, None):
            what = "a puzzle of the library; start again with --fresh"
            with expecting(what, folder / LIBRARY, line):
                record = record_from_json(json.loads(text)["record"])
            yield record
    yield from read_chosen(folder)


def read_chosen(folder: Path) -> Iterator[Record]:
    """Yield the printed records of a run that the choices of a publisher name."""
    if (folder / CHOSEN).is_file():
        yield from read_records(folder / CHOSEN)


def write_chosen(folder: Path, records: Sequence[Record]) -> None:
    """Write the records that the choices of a publisher brought into a book, if there are any."""
    if records:
        write_atomic(
            folder / CHOSEN, "".join(f"{dump_record(one)}\n" for one in records), follow=False
        )
    else:
        (folder / CHOSEN).unlink(missing_ok=True)


Failure: TypeAlias = dict[str, Any]  # An order, an index, and whether workers were killed


class StageLog(AppendLog[str]):
    """Records of one stage, as lines written at once; only their places are kept, by key."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._starts = array("Q")  # The offset of each line
        self._numbers: dict[str, array[int]] = defaultdict(partial(array, "L"))
        """By order, the number of the line of each index; 0 if it is missing."""
        super().__init__(path, self._learn, str, keeps_entries=False)

    def _learn(self, text: str, source: str, line: int) -> str:
        try:
            value = json.loads(text)
            origin = value["provenance"]
            key = order_key(value["kind"], origin["params"]), int(origin["index"])
        except (ValueError, KeyError, TypeError, RecursionError):
            key = record_key(parse_record(text, source, line))
        self._keep(key, self._end)
        return text

    def _keep(self, key: Key, start: int) -> None:
        order, index = key
        self._starts.append(start)
        if index >= 0:
            numbers = self._numbers[order]
            numbers.extend(repeat(0, index + 1 - len(numbers)))
            numbers[index] = len(self._starts)

    def get(self, key: Key) -> StoredRecord | None:
        """Return the record of a key, None if it is missing."""
        order, index = key
        numbers = self._numbers.get(order, ())
        number = numbers[index] if index < len(numbers) else 0
        return StoredRecord(self.path, self._starts[number - 1], number) if number else None

    def add(self, key: Key, line: str) -> None:
        """Append the line of a record, unless it is present."""
        if self.get(key) is None:
            start = self._end
            self.append(line)
            self._keep(key, start)

    def objects(self) -> Iterator[Json]:
        """Yield the records as JSON objects, in the order of the file."""
        return (json.loads(text) for _, text in read_lines(self.path))

    def __iter__(self) -> Iterator[StoredRecord]:
        """Yield the records in the order of the file."""
        for number, start in enumerate(self._starts, 1):
            yield StoredRecord(self.path, start, number)


class RunFolder:
    """The open folder of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with ExitStack() as opened:  # close those already open if a later one fails
            self.failed: AppendLog[Failure] = opened.enter_context(
                AppendLog(folder / FAILED, _parse_failure, canonical_json)
            )
            self.generated, self.accepted, self.rejected, self.graded = (
                opened.enter_context(StageLog(folder / name))
                for name in (GENERATED, ACCEPTED, REJECTED, GRADED)
            )
            self._drawn: AppendLog[dict[str, str]] = opened.enter_context(
                AppendLog(folder / DRAWN, _parse_drawn, canonical_json)
            )
            self._opened = opened.pop_all()
        self._logs = (self.failed, self.generated, self.accepted, self.rejected, self.graded)
        self._failed = {(entry["order"], entry["index"]): entry for entry in self.failed.entries}

    def find(self, key: Key) -> Candidate[StoredRecord] | None:
        """Return a finished candidate, None if it is missing."""
        if key in self._failed:
            return Candidate(is_lost=self._failed[key]["lost"])
        generated, rejected = self.generated.get(key), self.rejected.get(key)
        accepted, graded = self.accepted.get(key), self.graded.get(key)
        if generated is None or (rejected is None and (accepted is None or graded is None)):
            return None  # a log was cut short: the missing record is made again
        return Candidate(generated, rejected or accepted, graded)

    def add(self, key: Key, candidate: Candidate[str]) -> None:
        """Write the missing lines of a candidate."""
        if candidate.generated is None or candidate.proved is None:
            entry = {"order": key[0], "index": key[1], "lost": candidate.is_lost}
            self.failed.append(entry)
            self._failed[key] = entry
            return
        self.generated.add(key, candidate.generated)
        if candidate.graded is None:
            self.rejected.add(key, candidate.proved)
        else:
            self.accepted.add(key, candidate.proved)
            self.graded.add(key, candidate.graded)

    def note_pictures(self, drawn: Iterable[tuple[str, str]]) -> None:
        """Store the digests of new pictures."""
        for name, digest in drawn:
            self._drawn.append({"name": name, "sha256": digest})

    def settle_pictures(self) -> None:
        """Store one digest for each existing picture, sorted by name, so that bytes are equal."""
        known = {entry["name"]: entry for entry in self._drawn.entries}
        names = {path.name for path in (self.folder / IMAGES).glob("*")}
        settled = [known[name] for name in sorted(known) if name in names]
        if settled != self._drawn.entries:
            self._drawn.rewrite(settled)

    def foreign_pictures(self) -> list[Path]:
        """Return the files among the pictures that this run did not write."""
        known = {entry["name"]: entry["sha256"] for entry in self._drawn.entries}
        pictures = re.compile(PICTURE)
        return [
            path
            for path in sorted((self.folder / IMAGES).iterdir())
            if pictures.fullmatch(path.name) and path.is_file() and not path.is_symlink()
            and digest_of(path) != known.get(path.name)
        ]  # fmt: skip

    def damages(self) -> list[str]:
        """Return a message for each damaged log."""
        return [log.damage for log in self._logs if log.damage]

    def close(self) -> None:
        """Close every file."""
        self._opened.close()


def _parse_failure(text: str, source: str, line: int) -> Failure:
    with expecting("an index that failed; start again in another folder", source, line):
        entry = json.loads(text)
        return {"order": entry["order"], "index": entry["index"], "lost": entry["lost"]}


def holds_run(folder: Path) -> bool:
    """Return whether a run was begun in a folder."""
    return os.path.lexists(folder / STATE)


def read_fingerprint(folder: Path, remedy: str = _OUT_OR_FRESH) -> str:
    """Return the fingerprint of the run in a folder; `ConfigError` if it cannot be read."""
    path = folder / STATE
    refuse_link(path)
    try:
        return read_text(path)
    except (StoreError, PuzzleFormatError) as error:
        raise ConfigError(f"{error}; {path.name} names the run of this folder: {remedy}") from error


def _parse_drawn(text: str, source: str, line: int) -> dict[str, str]:
    with expecting("the name and the digest of a picture; start again with --fresh", source, line):
        entry = json.loads(text)
        return {"name": entry["name"], "sha256": entry["sha256"]}


@contextmanager
def open_run_folder(
    folder: Path,
    fingerprint: str,
    is_fresh: bool = False,
    is_extended: bool = False,
    remedy: str = _OUT_OR_FRESH,
) -> Iterator[RunFolder]:
    """Yield the folder of a run, locked against a second run.

    The fingerprint is what decides the records: configuration and versions. With ``is_fresh`` an
    older run in the folder is set aside first. With ``is_extended`` an older run
    of another fingerprint is extended by this one; its pictures, named by numbers, are removed.
    `StoreError` if the folder cannot be written, or another run is at work in it. `ConfigError` if
    the folder contains a run of another configuration, or files of no run; its message ends with
    ``remedy``.
    """
    with open_folder(folder, fingerprint, _LOGS, is_fresh, is_extended, remedy):
        clear_leftovers(folder / IMAGES, PICTURE)
        workspace = RunFolder(folder)
        try:
            yield workspace
            # Workers of a killed run may have ended since the start.
            clear_leftovers(folder / IMAGES, PICTURE, is_at_rest=True)
        finally:
            workspace.close()


@contextmanager
def open_folder(
    folder: Path,
    fingerprint: str,
    logs: Sequence[str],
    is_fresh: bool = False,
    is_extended: bool = False,
    remedy: str = _OUT_OR_FRESH,
) -> Iterator[None]:
    """Lock the folder of a run against a second one.

    Parameters and errors are those of `open_run_folder`; ``logs`` are the files that only such a
    run writes.
    """
    make_folder(folder)
    with locked(folder):
        if is_fresh:
            _set_aside(folder)
        own = (BOOK, MANIFEST, STATE, LIBRARY, CHOSEN, *LISTS, *logs)
        clear_leftovers(folder, "|".join(map(re.escape, own)), is_at_rest=True)
        state = folder / STATE
        if not (state.exists() or state.is_symlink()):
            _require_empty(folder, logs, remedy)
            write_atomic(state, fingerprint, follow=False)
        elif read_fingerprint(folder, remedy) != fingerprint:
            if not is_extended:
                raise ConfigError(
                    f"{folder} holds a run of another configuration (or of another version of "
                    f"puzzlepress); {remedy}"
                )
            for path in (folder / IMAGES).glob("[0-9]*"):
                if re.fullmatch(PICTURE, path.name):
                    path.unlink()
            write_atomic(state, fingerprint, follow=False)
        yield


def _require_empty(folder: Path, logs: Sequence[str], remedy: str) -> None:
    strangers = [name for name in logs if (folder / name).exists()]
    if strangers:
        raise ConfigError(
            f"{folder} holds {strangers[0]} but no record of the run that made it; {remedy}"
        )


def _set_aside(folder: Path) -> None:
    """Move the files of a run into a new folder beside it, numbered from 1."""
    folder = folder.resolve()  # "." and ".." have no name to number
    logs = (*_LOGS, DRAWN)
    sums = (sums_path(name).name for name in logs)
    known = (*logs, *sums, LIBRARY, CHOSEN, IMAGES, BOOK, MANIFEST, *LISTS, KINDS, STATE)
    names = [name for name in known if os.path.lexists(folder / name)]
    if not names:
        return
    number = 1
    while (aside := folder.with_name(f"{folder.name}.old-{number}")).exists():
        number += 1
    make_folder(aside)
    try:
        for name in names:
            (folder / name).rename(aside / name)
    except OSError as error:
        raise write_error(error, str(aside)) from error
