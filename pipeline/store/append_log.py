"""An append-only log with checksums, from which a killed stage resumes."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Generic, Self, TypeVar

from pipeline.store.files import open_own, write_error

T = TypeVar("T")

_SUM_SIZE: Final = 17  # Bytes of a checksum on file: 16 hex digits and a line end


class AppendLog(Generic[T]):
    """An append-only file of one JSON text a line, from which a killed stage resumes.

    A hidden file beside the log (``.NAME.sums``) has the checksum of each line. Opening the log
    cuts it off at the first line that is torn or differs from what was written. Every `append` is
    one unbuffered write; one that fails is undone. The file is created if missing; a symbolic link
    is refused. ``parse`` raises `PuzzleFormatError` for a complete but invalid line; ``dump``
    returns the line for an entry. Without ``keeps_entries`` only ``count`` is known. `StoreError`
    if the file cannot be opened or written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        parse: Callable[[str, str, int], T],
        dump: Callable[[T], str],
        *,
        keeps_entries: bool = True,
    ) -> None:
        self._name = os.fspath(path)
        self._dump = dump
        self._keeps_entries = keeps_entries
        self.entries: list[T] = []
        """The entries of the file, with those appended since it was opened."""
        self.count = 0  # Number of entries in the file
        self.damage = ""  # Message on lines cut off that no kill can explain; "" if there were none
        self._end = 0
        with contextlib.ExitStack() as opened:
            self.file = opened.enter_context(open_own(path))
            self._sums = opened.enter_context(open_own(sums_path(path)))
            self._load(parse)
            self._cut()
            opened.pop_all()

    def _load(self, parse: Callable[[str, str, int], T]) -> None:
        """Read the lines up to the first that differs from what was written."""
        known = (self._sums.readall() or b"").split(b"\n")[:-1]
        lines = io.BufferedReader(self.file)
        rest: list[bytes] = []
        for raw in lines:
            if rest or self.count == len(known) or _sum(raw) != known[self.count]:
                rest.append(raw)
                if len(rest) > 1:
                    break
                continue
            self._note(parse(raw.decode(), self._name, self.count + 1))
            self._end += len(raw)
        lines.detach()  # else it would close the file
        good = self.count
        # A kill leaves at most one line too many: half of it, or a whole one without its checksum.
        if len(rest) > 1 or (good < len(known) and rest and rest[0].endswith(b"\n")):
            self.damage = (
                f"{self._name}:{good + 1}: not what was written here; "
                "this line and the rest are made again"
            )

    def append(self, entry: T) -> None:
        """Append an entry; it survives the death of this process."""
        line = f"{self._dump(entry)}\n".encode()
        try:
            for file, whole in ((self.file, line), (self._sums, _sum(line) + b"\n")):
                data = memoryview(whole)
                while data:
                    data = data[file.write(data) or 0 :]
        except OSError as error:
            with contextlib.suppress(OSError):
                self._cut()
            raise write_error(error, self._name) from error
        self._end += len(line)
        self._note(entry)

    def rewrite(self, entries: Iterable[T]) -> None:
        """Replace all entries."""
        self.entries, self.count, self._end = [], 0, 0
        self._cut()
        for entry in entries:
            self.append(entry)

    def _note(self, entry: T) -> None:
        self.count += 1
        if self._keeps_entries:
            self.entries.append(entry)

    def _cut(self) -> None:
        self.file.truncate(self._end)
        self._sums.truncate(self.count * _SUM_SIZE)

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        self.file.close()
        self._sums.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def sums_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of the checksums of a log."""
    return Path(path).with_name(f".{Path(path).name}.sums")


def is_as_written(path: Path) -> bool:
    """Return whether each line of a log has the checksum that was written with it."""
    try:
        sums = sums_path(path).read_bytes().split(b"\n")[:-1]
        with path.open("rb") as lines:
            return all(_sum(line) == known for line, known in zip(lines, sums, strict=True))
    except (OSError, ValueError):
        return False


def _sum(line: bytes) -> bytes:
    return hashlib.sha256(line).hexdigest()[: _SUM_SIZE - 1].encode()
