"""Reading with clear errors, and writing whole or not at all."""

import contextlib
import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from pipeline.model import PuzzleFormatError, StoreError
from pipeline.store import files
from pipeline.store.files import (
    clear_leftovers,
    drop_stdout,
    make_folder,
    open_atomic,
    read_lines,
    read_text,
    write_atomic,
)
from tests.refusals import refused

FULL = (
    "disk full: {} was not written, and nothing is left half-written; "
    "free some space or write to another disk, then run the same command again"
)
EMPTY = "expected text, found an empty file; check that the step before wrote something"


def standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def refusing(number: int) -> Callable[..., object]:
    def refuse(*_: object, **__: object) -> object:
        raise OSError(number, os.strerror(number))

    return refuse


# Reading


def test_text_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffé\r\nb\rc\n".encode())
    assert read_text(path) == "é\nb\nc\n"
    assert list(read_lines(path)) == [(1, "é"), (2, "b\rc")]


def test_text_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, b"\xef\xbb\xbfa\n\n b \n")
    assert read_text("-") == "a\n\n b \n"
    standard_input(monkeypatch, b"\xef\xbb\xbfa\n\n b \n")
    assert list(read_lines("-")) == [(1, "a"), (3, "b")]


BAD_BYTES = {
    b"": f"in.txt: {EMPTY}",
    b" \n\t\n": f"in.txt: {EMPTY}",
    b"\xef\xbb\xbf": f"in.txt: {EMPTY}",
    b"\0ab": "in.txt:1: expected text, found a binary file (a NUL byte at offset 0); "
    "name a text file",
    b"\n\0": "in.txt:2: expected text, found a binary file (a NUL byte at offset 1); "
    "name a text file",
    b"\n\xe9": "in.txt:2: expected UTF-8 text, found the byte 0xE9 at offset 1; "
    "save the file as UTF-8",
    b"ab\nc\0d": "in.txt:2: expected text, found a binary file (a NUL byte at offset 4); "
    "name a text file",
    b"ab\nc\xe9d\n": "in.txt:2: expected UTF-8 text, found the byte 0xE9 at offset 4; "
    "save the file as UTF-8",
    b"\xef\xbb\xbfab\nc\xe9d\n": "in.txt:2: expected UTF-8 text, found the byte 0xE9 at offset 7; "
    "save the file as UTF-8",
    "ab\n".encode("utf-16"): "in.txt: expected UTF-8 text, found UTF-16; save the file as UTF-8",
}


@pytest.mark.parametrize("data", BAD_BYTES)
def test_what_is_no_text_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_bytes(data)
    with pytest.raises(PuzzleFormatError) as caught:
        read_text("in.txt")
    assert str(caught.value) == BAD_BYTES[data]


@pytest.mark.parametrize("data", [data for data in BAD_BYTES if "empty" not in BAD_BYTES[data]])
def test_lines_are_refused_in_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_bytes(data)
    with pytest.raises(PuzzleFormatError) as caught:
        list(read_lines("in.txt"))
    assert str(caught.value) == BAD_BYTES[data]


def test_standard_input_is_named_in_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, b"")
    with pytest.raises(PuzzleFormatError) as caught:
        read_text("-")
    assert str(caught.value) == f"standard input: {EMPTY}"


@pytest.mark.parametrize("read", [read_text, lambda name: list(read_lines(name))])
def test_files_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[str], object]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("a\n")

    def refusal(name: str) -> str:
        with pytest.raises(StoreError) as caught:
            read(name)
        return str(caught.value)

    assert refusal("no.txt") == (
        "no.txt: expected a file, found nothing of that name; check the path"
    )
    assert refusal(".") == ".: expected a file, found a folder; name a file in it"
    assert refusal("a.txt/b") == (
        "a.txt/b: expected a folder on the way, found a file; check the path"
    )
    monkeypatch.setattr(Path, "open", refusing(errno.EACCES))
    assert refusal("a.txt") == (
        "a.txt: no permission to read it; change its permissions or choose another file"
    )
    monkeypatch.setattr(Path, "open", refusing(errno.EIO))
    assert refusal("a.txt") == (
        "a.txt: it could not be read (Input/output error); check the disk and the path"
    )


# Writing whole or not at all


def test_bytes_and_writers_are_written(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a", b"one")
    write_atomic(tmp_path / "b", lambda out: out.write(b"two"))
    write_atomic(tmp_path / "c", "drei\n")
    write_atomic(tmp_path / "a", b"new", durable=False)
    assert [(tmp_path / name).read_bytes() for name in "abc"] == [b"new", b"two", b"drei\n"]
    assert names(tmp_path) == ["a", "b", "c"]


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with open_atomic(path) as out:
        out.write(b"new")
        out.flush()
        assert path.read_bytes() == b"old"
        assert all(name == "a" or name.startswith(".") for name in names(tmp_path))
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failing_writer_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    def write(out: BinaryIO) -> None:
        out.write(b"half")
        raise error

    (tmp_path / "old").write_bytes(b"old")
    for name in ("new", "old"):
        with pytest.raises(error):
            write_atomic(tmp_path / name, write)
    assert names(tmp_path) == ["old"]
    assert (tmp_path / "old").read_bytes() == b"old"


@pytest.mark.parametrize("call", ["fsync", "write"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old").write_bytes(b"old")

    def write(out: BinaryIO) -> None:
        out.write(b"half")
        if call == "write":
            refusing(number)()

    if call == "fsync":
        monkeypatch.setattr(os, "fsync", refusing(number))
    for name in ("new", "old"):
        with pytest.raises(StoreError) as caught:
            write_atomic(name, write)
        assert str(caught.value) == FULL.format(name)
    assert names(tmp_path) == ["old"]
    assert Path("old").read_bytes() == b"old"


def device(folder: Path, name: str) -> Path:
    """Return a copy of a device, which a fault may replace; the system's own where none is made."""
    path, system = folder / name, Path("/dev") / name
    with contextlib.suppress(OSError):
        os.mknod(path, system.stat().st_mode, system.stat().st_rdev)
        path.open("wb").close()
        return path
    return system


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_reported_and_not_replaced(tmp_path: Path) -> None:
    full = device(tmp_path, "full")
    with pytest.raises(StoreError) as caught:
        write_atomic(full, b"x")
    assert str(caught.value) == FULL.format(full)
    assert full.is_char_device()


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs /dev/null")
def test_a_device_is_written_and_not_replaced(tmp_path: Path) -> None:
    null = device(tmp_path, "null")
    write_atomic(null, b"x")
    assert null.is_char_device()


def test_files_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("a")

    def refusal(name: str) -> str:
        with pytest.raises(StoreError) as caught:
            write_atomic(name, b"x")
        return str(caught.value)

    assert refusal("no/a") == (
        "no/a: cannot be written: the folder no does not exist; create it or choose another"
    )
    assert refusal(".") == (
        ".: cannot be written: expected the name of a file, found a folder; name a file in it"
    )
    assert refusal("file/a") == (
        "file/a: cannot be written: expected a folder on the way, found a file; check the path"
    )
    assert refusal("n" * 300) == (
        f"{'n' * 300}: cannot be written: the name is too long; choose a shorter one"
    )
    for number, words in {
        errno.EACCES: "no permission to write to sub; choose another folder",
        errno.EROFS: "sub is read-only; choose another folder",
        errno.EIO: "Input/output error; check the disk and the path",
    }.items():
        monkeypatch.setattr(Path, "open", refusing(number))
        assert refusal("sub/a") == f"sub/a: cannot be written: {words}"
    assert names(tmp_path) == ["file"]


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_folders_are_made_with_their_parents(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert make_folder(folder) == folder
    assert make_folder(folder) == folder
    assert names(folder) == []


def test_folders_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("a")
    with pytest.raises(StoreError) as caught:
        make_folder("file")
    assert str(caught.value) == (
        "file: cannot be written: expected a folder, found a file; choose another name"
    )
    with pytest.raises(StoreError) as caught:
        make_folder("file/sub")
    assert str(caught.value) == (
        "file/sub: cannot be written: expected a folder on the way, found a file; check the path"
    )
    monkeypatch.setattr(Path, "touch", refusing(errno.EACCES))
    with pytest.raises(StoreError) as caught:
        make_folder("new")
    assert str(caught.value) == "new: no permission to write to this folder; choose another"


def test_only_parts_of_the_names_asked_for_are_cleared(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    mine = [".a.pdf.99999912.part", ".probe.99999907.part"]
    living = f".a.pdf.{os.getppid()}.part"  # another process is at work
    others = [
        living,
        ".b.part",
        ".a.pdf.part",
        ".a.pdf.x.part",
        "a.pdf",
        ".film.mkv.99999912.part",
        ".hidden",
    ]
    for name in (*mine, *others, "sub/.a.pdf.99999903.part"):
        (tmp_path / name).touch()
    clear_leftovers(tmp_path, r"a\.pdf")
    assert names(tmp_path) == sorted([*others, "sub"])
    assert names(tmp_path / "sub") == [".a.pdf.99999903.part"]
    clear_leftovers(tmp_path, r"a\.pdf", is_at_rest=True)
    assert names(tmp_path) == sorted([*others, "sub"][1:])


def test_what_a_killed_command_left_goes_when_its_file_is_written(tmp_path: Path) -> None:
    for name in (".a.jsonl.99999912.part", ".b.jsonl.99999912.part"):
        (tmp_path / name).touch()
    with open_atomic(tmp_path / "a.jsonl") as out:
        out.write(b"whole")
    assert names(tmp_path) == [".b.jsonl.99999912.part", "a.jsonl"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a second process is forked")
def test_of_two_commands_that_write_one_file_each_ends_well(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with open_atomic(path) as out:
        out.write(b"first")
        if (child := os.fork()) == 0:
            with open_atomic(path) as own:
                own.write(b"second")
            os._exit(0 if path.read_bytes() == b"second" else 1)
        assert os.waitpid(child, 0)[1] == 0
    assert path.read_bytes() == b"first"
    assert names(tmp_path) == ["a.jsonl"]


def test_a_name_that_the_program_chose_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    link = tmp_path / "book.pdf"
    link.symlink_to(precious)
    write_atomic(link, b"book", follow=False)
    assert precious.read_text() == "mine"
    assert link.read_bytes() == b"book"
    assert not link.is_symlink()
    folder = tmp_path / "images"
    folder.symlink_to(tmp_path)
    with refused(StoreError):
        make_folder(folder, follow=False)
    write_atomic(folder, b"x", follow=False)
    assert folder.read_bytes() == b"x"


# Standard output


def test_standard_output_is_written(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    write_atomic("-", "é\n")
    with open_atomic("-") as out:
        out.write(b"x")
    assert capsysbinary.readouterr().out == "é\nx".encode()


SCRIPT = """
import sys
from pipeline.model import StoreError
from pipeline.store.files import drop_stdout, write_atomic
try:
    for _ in range(100):
        write_atomic("-", "x" * 10_000)
except BrokenPipeError:
    drop_stdout()
    sys.exit(7)
except StoreError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""
ROOT = Path(files.__file__).parents[2]


def test_a_reader_that_goes_away_ends_the_program_quietly() -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.read(5) == b"xxxxx"
    program.stdout.close()
    with program.stderr:
        assert program.stderr.read() == b""
    assert program.wait() == 7


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_standard_output_gives_one_message() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (2, FULL.format("standard output") + "\n")


def test_dropping_a_captured_standard_output_does_no_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    drop_stdout()
    print("still works")
