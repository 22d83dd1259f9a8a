"""The append-only log from which a killed stage goes on."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Generic, TypeVar

from pipeline.store.files import decode, write_error

T = TypeVar("T")


class AppendLog(Generic[T]):
    """An append-only file of one JSON text a line, from which a killed stage goes on.

    Opening it cuts off the torn last line that a kill may have left (no line end, or no JSON) and
    reads the rest. Every `append` is one write that reaches the system at once; one that fails is
    taken back.

    Parameters
    ----------
    path : str or path
        The file; created if missing.
    parse : function (text, source, line) to entry
        Reads one line; raises `PuzzleFormatError` for a line that is whole but wrong.
    dump : function entry to str
        The line for an entry, without its end.
    keeps_entries : bool
        Whether ``entries`` is filled; where it is not, only ``count`` is known.

    Attributes
    ----------
    entries : list
        What the file held when it was opened, followed by what has been appended.
    count : int
        How many entries the file holds.

    Raises
    ------
    StoreError
        If the file cannot be opened or written, or the disk is full.
    PuzzleFormatError
        If a line other than the last is no JSON.
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
        self.count = 0
        try:
            self._file = Path(path).open("a+b", buffering=0)  # noqa: SIM115 (closed by close)
        except OSError as error:
            raise write_error(error, self._name) from error
        try:
            self.entries: list[T] = []
            self._end = self._load(parse)
            self._cut()
        except BaseException:
            self._file.close()
            raise

    def _load(self, parse: Callable[[str, str, int], T]) -> int:
        """Read the whole lines; return where the last of them ends."""
        self._file.seek(0)
        data = self._file.readall() or b""
        lines = list(io.BytesIO(data))
        end = 0
        for line, raw in enumerate(lines, start=1):
            if line == len(lines) and not _is_whole(raw):
                break
            text = decode(raw, self._name, line=line, offset=end).strip()
            if text:
                self._note(parse(text, self._name, line))
            end += len(raw)
        return end

    def append(self, entry: T) -> None:
        """Add an entry at the end; it survives the death of this process."""
        data = memoryview(f"{self._dump(entry)}\n".encode())
        try:
            while data:
                data = data[self._file.write(data) or 0 :]
        except OSError as error:
            with contextlib.suppress(OSError):
                self._cut()
            raise write_error(error, self._name) from error
        self._end = self._file.tell()
        self._note(entry)

    def _note(self, entry: T) -> None:
        self.count += 1
        if self._keeps_entries:
            self.entries.append(entry)

    def _cut(self) -> None:
        self._file.truncate(self._end)
        self._file.seek(self._end)

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        self._file.close()

    def __enter__(self) -> AppendLog[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _is_whole(raw: bytes) -> bool:
    """Return whether the last line of a log was written to its end."""
    if not raw.endswith(b"\n"):
        return False
    try:
        json.loads(raw)
    except ValueError:
        return not raw.strip()
    return True
