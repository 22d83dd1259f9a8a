"""Read and write files and standard streams, with clear errors and atomic writes."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from pipeline.model import PuzzleFormatError, StoreError, shortage
from pipeline.store.limits import MOST_BYTES, raw_lines, read_whole

DASH: Final = "-"  # The name of standard input or standard output
PathOrDash: TypeAlias = str | os.PathLike[str]  # A path, or "-" for standard input or output

Content: TypeAlias = str | bytes | Callable[[BinaryIO], object]
"""Content to write: a text (as UTF-8), bytes, or a function of the open file."""

_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_BINARY: Final = {  # First bytes of files that are taken for text
    b"%PDF-": "a PDF",
    **dict.fromkeys((b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), "a picture"),
    **dict.fromkeys((b"PK\3\4", b"\xd0\xcf\x11\xe0"), "an office document or a broken archive"),
}
_PART: Final = ".part"

PARTIAL: Final = ".partial"  # Suffix of an unfinished file


def read_text(source: PathOrDash, most: int = MOST_BYTES) -> str:
    r"""Return the text of a file, or of standard input for "-", with ``\n`` ending every line.

    A byte order mark is dropped. `StoreError` if the file is missing, is a folder or may not be
    read. `PuzzleFormatError` if it is empty, binary, not UTF-8, or larger than ``most`` bytes.
    """
    name = os.fspath(source)
    with open_binary(name) as file:
        return to_text(read_whole(file, name, most), name)


def to_text(data: bytes, name: str) -> str:
    """Return the bytes of a file; errors are those of `read_text`."""
    body = data.removeprefix(_BOM)
    text = decode(body, name, line=1, offset=len(data) - len(body))
    if not text.strip():
        raise PuzzleFormatError(
            "expected text, found an empty file; check that the step before wrote something",
            source=name,
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextlib.contextmanager
def expecting(what: str, source: str | os.PathLike[str], line: int | None = None) -> Iterator[None]:
    """Turn errors on unexpected JSON in a block into a `PuzzleFormatError`.

    ``what`` is what was expected and, after a semicolon, what to do.
    """
    try:
        yield
    except PuzzleFormatError as error:
        raise error.located(os.fspath(source), line) from error
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        expected, _, advice = what.partition("; ")
        raise PuzzleFormatError(
            f"expected {expected}, found something else" + f"; {advice}" * bool(advice),
            source=os.fspath(source),
            line=line,
        ) from None


def read_lines(source: PathOrDash) -> Iterator[tuple[int, str]]:
    """Yield the 1-based number and the text of each line that is not blank, as it arrives.

    Errors are those of `read_text`, except that each line has a size limit instead of the file; an
    empty file yields nothing.
    """
    name = os.fspath(source)
    with open_binary(name) as file:
        yield from lines_of(file, name)


def lines_of(file: BinaryIO, name: str, first: bytes = b"") -> Iterator[tuple[int, str]]:
    """Yield the lines of an open file like `read_lines`; ``first`` is a part already read."""
    offset = 0
    for line, data in raw_lines(file, name, first):
        body = data.removeprefix(_BOM) if line == 1 else data
        text = decode(body, name, line=line, offset=offset + len(data) - len(body)).strip()
        offset += len(data)
        if text:
            yield line, text


def decode(data: bytes, name: str, *, line: int, offset: int) -> str:
    """Return the text of some bytes, which start at ``line`` and ``offset`` of the file."""
    if line == 1 and data[:2] in _UTF16:
        raise PuzzleFormatError(
            "expected UTF-8 text, found UTF-16; save the file as UTF-8", source=name
        )
    what = next((what for head, what in _BINARY.items() if line == 1 and data.startswith(head)), "")
    if what:
        raise PuzzleFormatError(
            f"expected text, found {what}; copy the puzzles from it into a file of text",
            source=name,
        )
    nul = data.find(b"\0")
    if nul >= 0:
        raise PuzzleFormatError(
            f"expected text, found a binary file (a NUL byte at offset {offset + nul}); "
            "name a text file",
            source=name,
            line=line + data.count(b"\n", 0, nul),
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PuzzleFormatError(
            f"expected UTF-8 text, found the byte 0x{data[error.start]:02X} at offset "
            f"{offset + error.start}; save the file as UTF-8",
            source=name,
            line=line + data.count(b"\n", 0, error.start),
        ) from None


@contextlib.contextmanager
def open_binary(source: PathOrDash) -> Iterator[BinaryIO]:
    """Yield a file, or standard input for "-", open for reading; `StoreError` on failure."""
    name = os.fspath(source)
    try:
        if name == DASH:
            yield sys.stdin.buffer
        else:
            with Path(name).open("rb") as file:
                yield file
    except OSError as error:
        raise read_error(error, name) from error


def read_error(error: OSError, name: str) -> StoreError:
    """Return the error for a file that could not be read.

    Raise the given one if the machine has too little memory or too many open files.
    """
    if shortage(error):
        raise error
    shown = "standard input" if name == DASH else name
    is_folder = error.errno == errno.EACCES and Path(name).is_dir()  # as on Windows
    reason = {
        errno.ENOENT: "expected a file, found nothing of that name; check the path",
        errno.EISDIR: "expected a file, found a folder; name a file in it",
        errno.ENOTDIR: "expected a folder on the way, found a file; check the path",
        errno.EACCES: "no permission to read it; change its permissions or choose another file",
        errno.EPERM: "no permission to read it; change its permissions or choose another file",
    }.get(
        errno.EISDIR if is_folder else error.errno or 0,
        f"it could not be read ({_system(error)}); check the disk and the path",
    )
    return StoreError(f"{shown}: {reason}")


def write_error(error: OSError, name: str, kept: str = "") -> StoreError:
    """Return the error for a file or folder that could not be written.

    ``kept`` is the name of the part that is kept. Raise the given error if the machine has too
    little memory or too many open files, also in what was to be written.
    """
    if shortage(error):
        raise error
    shown = "standard output" if name == DASH else name
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(
            f"disk full: {shown} was not written, and "
            f"{f'what there was of it is in {kept}' if kept else 'nothing is left half-written'}; "
            "free some space or write to another disk, then run the same command again"
        )
    folder = os.fspath(Path(name).parent)
    reason = {
        errno.ENOENT: f"the folder {folder} does not exist; create it or choose another",
        errno.EISDIR: "expected the name of a file, found a folder; name a file in it",
        errno.EEXIST: "expected a folder, found a file; choose another name",
        errno.ENOTDIR: "expected a folder on the way, found a file; check the path",
        errno.EACCES: f"no permission to write to {folder}; choose another folder",
        errno.EPERM: f"no permission to write to {folder}; choose another folder",
        errno.EROFS: f"{folder} is read-only; choose another folder",
        errno.ENAMETOOLONG: "the name is too long; choose a shorter one",
        errno.EFBIG: "the file is larger than this machine allows; raise the limit (ulimit -f), or "
        "write to another disk",
    }.get(error.errno or 0, f"{_system(error)}; check the disk and the path")
    return StoreError(f"{shown}: cannot be written: {reason}")


def _system(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


def make_folder(path: str | os.PathLike[str], *, follow: bool = True) -> Path:
    """Return a writable folder, created with its parents if missing.

    With ``follow`` it may be a symbolic link, as the user may have typed its name. `StoreError` if
    it cannot be created, is a file, is a link that is not followed, or is not writable.
    """
    folder = Path(path)
    if not follow:
        refuse_link(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # os.access proves nothing on network disks and in containers; creating a file does.
        probe = folder / f".probe.{os.getpid()}{_PART}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        if isinstance(error, PermissionError):
            raise StoreError(
                f"{folder}: no permission to write to this folder; choose another"
            ) from error
        raise write_error(error, os.fspath(folder)) from error
    return folder


def refuse_link(path: Path) -> None:
    """Raise `StoreError` if a path that the program chose is a symbolic link."""
    if path.is_symlink():
        raise StoreError(
            f"{path}: expected a file or folder of this run, found a symbolic link; "
            "remove it, or choose another folder"
        )


def clear_leftovers(folder: Path, names: str, is_at_rest: bool = False) -> None:
    """Remove the hidden temporary files of killed processes for files with certain names.

    Other files and subfolders are kept. ``names`` is a regular expression of the names of the
    finished files. A missing folder and a link are left alone. Temporary files of running processes
    are kept, unless the folder ``is_at_rest``.
    """
    part = re.compile(rf"\.(?:{names}|probe)\.([0-9]+){re.escape(_PART)}")
    if folder.is_symlink() or not folder.is_dir():
        return
    for entry in folder.iterdir():
        found = part.fullmatch(entry.name)
        if not found or entry.is_dir():
            continue
        if is_at_rest or not _is_alive(int(found[found.re.groups])):
            with contextlib.suppress(OSError):
                entry.unlink()


def _is_alive(pid: int) -> bool:
    """Return whether another process with this number is running, as far as can be found out."""
    if os.name != "posix" or pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    return True


def open_own(path: str | os.PathLike[str]) -> io.FileIO:
    """Return a file of a run, open for reading from its start and appending.

    It is created if missing. `StoreError` if it cannot be opened, or is a symbolic link.
    """
    refuse_link(Path(path))
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o666)
        return io.FileIO(descriptor, "r+b", closefd=True)
    except OSError as error:
        raise write_error(error, os.fspath(path)) from error


@contextlib.contextmanager
def open_atomic(
    target: PathOrDash, *, durable: bool = True, follow: bool = True, keeps_part: bool = False
) -> Iterator[BinaryIO]:
    """Yield a binary file that replaces the target at the end, or is removed on any failure.

    It is written beside the target under a hidden name; standard output ("-") and devices directly.
    With ``durable`` it is flushed to disk, for power cuts. With ``follow`` a symbolic link is
    followed, for names that the user typed; otherwise the link is replaced. With ``keeps_part`` an
    unfinished file is kept with the suffix `PARTIAL`. `StoreError` if it cannot be written, or the
    disk is full. `BrokenPipeError` if the reader of standard output has gone: see `drop_stdout`.
    """
    name = os.fspath(target)
    if name == DASH:
        with _direct(name) as out:
            yield out
        return
    # If a link is followed, its target is replaced and not the link.
    path = Path(os.path.realpath(name)) if follow else Path(name)
    if follow and _is_device(path):
        with _direct(name) as out:
            yield out
        return
    part = path.with_name(f".{path.name}.{os.getpid()}{_PART}")
    kept = path.with_name(f"{path.name}{PARTIAL}")
    if follow:  # names that the program chose: its folder is cleared at once
        clear_leftovers(path.parent, re.escape(path.name))
    try:
        # Replacing a folder would fail only at the end.
        if path.is_dir() and (follow or not path.is_symlink()):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        part.unlink(missing_ok=True)
        with part.open("xb") as out:
            yield out
            out.flush()
            if durable:
                os.fsync(out.fileno())
        part.replace(path)
        if keeps_part:
            kept.unlink(missing_ok=True)
    except OSError as error:
        has_part = keeps_part and part.is_file() and part.stat().st_size > 0
        raise write_error(error, name, str(kept) if has_part else "") from error
    finally:
        with contextlib.suppress(OSError):
            if keeps_part and part.stat().st_size:
                part.replace(kept)
            part.unlink(missing_ok=True)


def _is_device(path: Path) -> bool:
    """Return whether the target is written directly: a device or a pipe."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextlib.contextmanager
def _direct(name: str) -> Iterator[BinaryIO]:
    try:
        if name == DASH:
            sys.stdout.flush()
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with Path(name).open("wb") as out:
                yield out
    except BrokenPipeError:
        raise
    except OSError as error:
        if name == DASH:
            drop_stdout()
        raise write_error(error, name) from error


def write_atomic(
    target: PathOrDash, content: Content, *, durable: bool = True, follow: bool = True
) -> None:
    """Write a file completely or not at all, or to standard output for "-".

    Parameters and errors are those of `open_atomic`.
    """
    with open_atomic(target, durable=durable, follow=follow) as out:
        if callable(content):
            content(out)
        else:
            out.write(content.encode() if isinstance(content, str) else content)


def own_folder(root: Path, *names: str) -> Path:
    """Return a subfolder of a folder that the user named, created if missing; links are refused.

    Temporary files of killed processes are removed from it.
    """
    folder = root
    for name in names:
        folder = make_folder(folder / name, follow=False)
    if names:
        clear_leftovers(folder, ".+")
    return folder


def write_own(root: Path, name: str, content: Content, *, durable: bool = True) -> Path:
    """Write a file under a name that the program chose, below a folder that the user named.

    A symbolic link in its place is replaced, one in place of a parent folder is refused, and their
    targets are left alone. Returns the path; the name may have slashes. Errors are those of
    `open_atomic`.
    """
    path = root / name
    if ("/" in name and not path.parent.is_dir()) or path.parent.is_symlink():
        own_folder(root, *name.split("/")[:-1])
    write_atomic(path, content, durable=durable, follow=False)
    return path


def drop_stdout() -> None:
    """Redirect standard output to nothing, so that the interpreter's last flush cannot fail.

    For a `BrokenPipeError`: ``puzzlepress ... | head`` ends quietly.
    """
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nothing, sys.stdout.fileno())
        finally:
            os.close(nothing)
