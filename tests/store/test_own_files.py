"""Files under names that the program chose, parts that are kept, and errors without a number."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest

from pipeline.model import StoreError
from pipeline.store import files
from pipeline.store.files import (
    open_atomic,
    own_folder,
    read_error,
    write_atomic,
    write_error,
    write_own,
)
from tests.store.test_files import FULL, device, names

LEFT = ".x.jsonl.99999912.part"
"""What a killed process left."""


def test_a_file_of_ours_has_its_folders_made_and_follows_no_link(tmp_path: Path) -> None:
    assert write_own(tmp_path, "a/b/c.txt", b"x").read_bytes() == b"x"
    assert write_own(tmp_path, "a/b/c.txt", b"y") == tmp_path / "a" / "b" / "c.txt"
    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"y"
    (tmp_path / "away").symlink_to(tmp_path / "a")
    with pytest.raises(StoreError, match="found a symbolic link"):
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


def write_part(path: Path, data: bytes, *, fails: bool, keeps_part: bool) -> None:
    with open_atomic(path, keeps_part=keeps_part) as out:
        out.write(data)
        if fails:
            raise ValueError("spoilt")


def test_a_part_is_kept_until_the_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for data in (b"one", b""):  # nothing does not take the place of something
        with pytest.raises(ValueError, match="spoilt"):
            write_part(path, data, fails=True, keeps_part=True)
        assert names(tmp_path) == ["a.jsonl.partial"]
        assert (tmp_path / "a.jsonl.partial").read_bytes() == b"one"
    with pytest.raises(ValueError, match="spoilt"):
        write_part(path, b"two", fails=True, keeps_part=False)
    write_part(path, b"two", fails=False, keeps_part=False)
    assert names(tmp_path) == ["a.jsonl", "a.jsonl.partial"]
    write_part(path, b"three", fails=False, keeps_part=True)
    assert names(tmp_path) == ["a.jsonl"]


def test_an_error_without_a_number_is_told_in_its_words() -> None:
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
