"""Files under names that the program chose, parts that are kept, and errors without a number."""

import errno
import io
import os
import sys
from pathlib import Path

import pytest

from pipeline.model import PuzzleFormatError, StoreError
from pipeline.store import files
from pipeline.store.files import (
    clear_leftovers,
    expecting,
    make_folder,
    open_atomic,
    open_own,
    own_folder,
    read_error,
    write_atomic,
    write_error,
    write_own,
)
from tests.refusals import refused
from tests.store.test_files import FULL, device, names

LEFT = ".x.jsonl.99999912.part"
"""What a killed process left."""


def test_a_file_of_ours_has_its_folders_made_and_follows_no_link(tmp_path: Path) -> None:
    assert write_own(tmp_path, "a/b/c.txt", b"x").read_bytes() == b"x"
    assert write_own(tmp_path, "a/b/c.txt", b"y") == tmp_path / "a" / "b" / "c.txt"
    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"y"
    (tmp_path / "link").symlink_to(tmp_path / "a" / "b" / "c.txt")
    write_own(tmp_path, "link", b"z")
    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"y"
    assert (tmp_path / "link").read_bytes() == b"z"
    (tmp_path / "away").symlink_to(tmp_path / "a")
    assert make_folder(tmp_path / "away") == tmp_path / "away"  # the user may have typed it
    with refused(StoreError):
        write_own(tmp_path, "away/c.txt", b"x")
    assert names(tmp_path / "a") == ["b"]


def test_a_folder_of_ours_is_cleared_and_the_users_own_is_not(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for folder in (tmp_path, tmp_path / "sub"):
        (folder / LEFT).touch()
    assert own_folder(tmp_path) == tmp_path
    assert own_folder(tmp_path, "sub") == tmp_path / "sub"
    assert names(tmp_path) == [LEFT, "sub"]
    assert names(tmp_path / "sub") == []


def test_a_log_of_ours_is_read_and_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with open_own(path) as file:
        assert file.readall() == b""
        file.write(b"one")
        number = file.fileno()
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(number)
    (tmp_path / "plain").touch()
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode
    with open_own(path) as file:
        file.write(b"two")
        file.seek(0)
        assert file.readall() == b"onetwo"


def test_a_part_under_our_own_number_was_left_by_another(tmp_path: Path) -> None:
    (tmp_path / f".x.jsonl.{os.getpid()}.part").touch()
    clear_leftovers(tmp_path, ".+")
    assert names(tmp_path) == []


@pytest.mark.parametrize("durable", [True, False])
def test_the_disk_has_what_is_durable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, durable: bool
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    quick = {} if durable else {"durable": False}
    write_atomic(tmp_path / "a", b"x", **quick)
    write_own(tmp_path, "b", b"x", **quick)
    with open_atomic(tmp_path / "c", **quick) as out:
        out.write(b"x")
    assert len(synced) == 3 * durable


def test_json_of_another_form_is_an_error_that_says_what_to_do() -> None:
    for what, said in (
        ("a list", "in.json:3: expected a list, found something else"),
        ("a list; make it anew", "in.json:3: expected a list, found something else; make it anew"),
    ):
        with pytest.raises(PuzzleFormatError) as caught, expecting(what, "in.json", 3):
            raise KeyError("rows")
        assert str(caught.value) == said


def write_part(path: Path, data: bytes, error: Exception | None, *, keeps_part: bool) -> None:
    with open_atomic(path, keeps_part=keeps_part) as out:
        out.write(data)
        out.flush()
        if error is not None:
            raise error


@pytest.mark.parametrize("data", [b"", b"1"])
def test_a_full_disk_names_the_part_that_is_kept(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.jsonl"
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with pytest.raises(StoreError) as caught:
        write_part(path, data, full, keeps_part=True)
    assert (f"is in {path}.partial" in str(caught.value)) == bool(data)
    assert names(tmp_path) == ["a.jsonl.partial"] * bool(data)


def test_a_part_is_kept_until_the_file_is_whole(tmp_path: Path) -> None:
    write_part(tmp_path / "first", b"", None, keeps_part=True)
    (tmp_path / "first").unlink()
    path = tmp_path / "a.jsonl"
    for data in (b"one", b""):  # nothing does not take the place of something
        with pytest.raises(ValueError, match="spoilt"):
            write_part(path, data, ValueError("spoilt"), keeps_part=True)
        assert names(tmp_path) == ["a.jsonl.partial"]
        assert (tmp_path / "a.jsonl.partial").read_bytes() == b"one"
    with pytest.raises(ValueError, match="spoilt"):
        write_part(path, b"two", ValueError("spoilt"), keeps_part=False)
    write_part(path, b"two", None, keeps_part=False)
    assert names(tmp_path) == ["a.jsonl", "a.jsonl.partial"]
    write_part(path, b"three", None, keeps_part=True)
    assert names(tmp_path) == ["a.jsonl"]


def test_an_error_without_a_number_keeps_its_message() -> None:
    assert str(read_error(OSError("odd"), "a")) == (
        "a: it could not be read (odd); check the disk and the path"
    )
    assert str(write_error(OSError("odd"), "a")) == (
        "a: cannot be written: odd; check the disk and the path"
    )
    assert str(write_error(OSError(), "-")) == (
        "standard output: cannot be written: OSError; check the disk and the path"
    )


def test_only_standard_output_that_fails_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped: list[str] = []
    monkeypatch.setattr(files, "drop_stdout", lambda: dropped.append("-"))
    with pytest.raises(StoreError):
        write_atomic(device(tmp_path, "full"), b"x")
    assert dropped == []

    class Full(io.BytesIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", type("Out", (), {"buffer": Full(), "flush": lambda _: None})())
        with pytest.raises(StoreError) as caught:
            write_atomic("-", b"x")
    assert str(caught.value) == FULL.format("standard output")
    assert dropped == ["-"]
