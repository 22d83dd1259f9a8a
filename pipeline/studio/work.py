"""Long work of the studio: commands in processes of their own, one at a time."""

from __future__ import annotations

import datetime
import io
import signal
import subprocess
import sys
import threading
import zipfile
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pipeline.model import ConfigError, Json, JsonObject, PipelineError
from pipeline.store.files import make_folder, write_atomic
from pipeline.store.run_folder import GRADED
from pipeline.studio.texts import file_of

if TYPE_CHECKING:
    from pipeline.studio.app import Asked, Studio

NOTE: Final = ".studio-work"  # File with what is made, which a studio that is killed leaves
_LINES: Final = 12  # Of what a command printed


class Saved(NamedTuple):
    """The words of a command whose output is a file of the folder, too."""

    words: Sequence[str]
    name: str


Command: TypeAlias = Sequence[str] | Saved | Callable[[], None]
"""The words of a command, or what is done here between two."""


class Work:
    """The commands that are at work, or were last, for one book of the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._note = folder / NOTE
        self.name, self.state = "", "idle"
        self._lines: deque[str] = deque(maxlen=_LINES)
        with suppress(OSError, UnicodeDecodeError):  # usually there is none
            self.name, self.state = self._note.read_text(encoding="utf-8"), "stopped"
            self._lines.append("The studio ended while this was made.")
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False

    def start(self, name: str, commands: Sequence[Command]) -> JsonObject:
        """Begin some commands, one after the other; `ConfigError` if others are at work."""
        if self.state == "working":
            raise ConfigError(f"{self.name} is being made; wait for it, or stop it first")
        self.name, self.state, self._is_stopped = name, "working", False
        self._lines.clear()
        write_atomic(self._note, name)
        threading.Thread(target=self._finish, args=(commands,), daemon=True).start()
        return self.said()

    def _finish(self, commands: Sequence[Command]) -> None:
        try:
            state = self._run(commands)
        except (OSError, PipelineError) as error:
            self._lines.append(str(error))
            state = "failed"
        self._note.unlink(missing_ok=True)
        self.state = state

    def _run(self, commands: Sequence[Command]) -> str:
        for words in commands:
            if callable(words):
                words()
                continue
            name, printed = "", list[str]()
            if isinstance(words, Saved):
                words, name = words  # noqa: PLW2901
            whole = [sys.executable, "-m", "pipeline", *words]
            with subprocess.Popen(
                whole,
                cwd=self._folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
            ) as process:
                self._process = process
                assert process.stdout is not None
                for line in process.stdout:
                    printed.append(line)
                    if not line.startswith("  passed"):  # a check of preflight
                        self._lines.append(line.rstrip())
            if name:
                write_atomic(self._folder / name, "".join(printed))
            if process.returncode or self._is_stopped:
                return "stopped" if self._is_stopped else "failed"
        return "done"

    def stop(self) -> None:
        """Stop the command at work, as Ctrl+C does: what is made is kept."""
        if self._process is not None and self._process.poll() is None:
            self._is_stopped = True
            self._process.send_signal(signal.SIGINT)

    def said(self) -> JsonObject:
        """Return the state: idle, working, done, stopped or failed, and the last lines."""
        return {"name": self.name, "state": self.state, "lines": [*self._lines]}


def _existing(studio: Studio, asked: Asked) -> Path:
    path = studio.path(str(asked.get("name")), (".toml",))
    if not path.is_file():
        raise ConfigError(f"expected a book of the folder, found {path.name!r}")
    return path


def _make(studio: Studio, asked: Asked) -> Json:
    """Begin or go on with the run of a book; its files are in a folder of its name."""
    path = _existing(studio, asked)
    return studio.long_work.start(path.name, [["run", path.name, "--out", path.stem]])


def _hand_over(studio: Studio, asked: Asked) -> Json:
    """Make what a printer and shops want: inside, cover and dossier in a dated folder, an e-book.

    Only a book that passes preflight gets that folder.
    """
    path = _existing(studio, asked)
    book = f"{path.stem}/book.pdf"
    if not (studio.folder / book).is_file():
        raise ConfigError(f"expected a book in {path.stem}, found none; make it first")
    printer = str(asked.get("printer", PRINTERS[0]))
    if printer not in PRINTERS:
        raise ConfigError(f"expected a printer of {', '.join(PRINTERS)}, found {printer!r}")
    where = ["--config", path.name]
    dated = f"{path.stem}-printer-{datetime.date.today()}"
    return studio.long_work.start(
        path.name,
        [
            ["cover", book, *where, "--printer", printer, "--front", f"{path.stem}/front.png",
             "--finished", f"{path.stem}/cover.pdf", "-o", f"{path.stem}/cover-template.pdf"],
            ["export", f"{path.stem}/30-graded.jsonl", "--to", "epub", *where,
             "-o", f"{path.stem}/book.epub"],
            Saved(["preflight", book, *where, "--printer", printer], f"{path.stem}/preflight.txt"),
            partial(_copy, studio.folder / book, studio.folder / dated / "inside.pdf"),
            *(
                partial(_copy, studio.folder / path.stem / name, studio.folder / dated / name)
                for name in ("cover.pdf", "preflight.txt")
            ),
            ["dossier", path.stem, *where, "--printer", printer, "--out", dated],
        ],
    )  # fmt: skip


def _make_sheet(studio: Studio, asked: Asked) -> Json:
    """Make the pages for a magazine, in a folder of their own."""
    path = _existing(studio, asked)
    return studio.long_work.start(path.name, [["sheet", path.name, "--out", f"{path.stem}-sheet"]])


def _pack(studio: Studio, asked: Asked) -> Json:
    """Put the pictures of a book that is made, and the lists of its puzzles, into one file."""
    folder = _existing(studio, asked).with_suffix("")
    files = sorted((*folder.glob("images/*"), *folder.glob("puzzles.*")))
    if not files:
        raise ConfigError(f"expected a book in {folder.name}, found none; make it first")
    return studio.long_work.start(f"{folder.name}.toml", [partial(_zip, folder, files)])


def _zip(folder: Path, files: Sequence[Path]) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in files:
            archive.write(one, one.relative_to(folder))
    write_atomic(folder / "pictures.zip", data.getvalue())


def _copy(path: Path, other: Path) -> None:
    make_folder(other.parent)
    write_atomic(other, path.read_bytes())


def _state(studio: Studio, asked: Asked) -> Json:
    """Return the running work, the files of a book, and the number of graded puzzles."""
    folder = file_of(studio, asked).with_suffix("")
    dated = sorted(studio.folder.glob(f"{folder.name}-printer-????-??-??"))[-1:]
    volumes = sorted(folder.glob("volume-*"))
    places = (folder, *volumes, folder.with_name(f"{folder.name}-sheet"), *dated)
    found = (one for place in places for one in sorted(place.glob("[a-z]*")))
    files = [one.relative_to(studio.folder).as_posix() for one in found if one.suffix in DOWNLOADS]
    logs = [one / GRADED for one in (folder, *volumes) if (one / GRADED).is_file()]
    graded = sum(one.read_bytes().count(b"\n") for one in logs)
    return {**studio.long_work.said(), "files": [*files], "graded": graded}


def _stop(studio: Studio, asked: Asked) -> Json:
    """Stop the running work."""
    studio.long_work.stop()
    return studio.long_work.said()


DOWNLOADS: Final = {
    ".pdf": "application/pdf", ".epub": "application/epub+zip", ".png": "image/png",
    ".zip": "application/zip", ".txt": "text/plain", ".svg": "image/svg+xml",
    ".csv": "text/csv", ".json": "application/json", ".jsonl": "application/jsonl",
}  # fmt: skip
PRINTERS: Final = ("kdp", "ingram", "lulu")
WORK: Final = {
    "make": _make, "hand-over": _hand_over, "make-sheet": _make_sheet, "pack": _pack,
    "state": _state, "stop": _stop,
}  # fmt: skip
