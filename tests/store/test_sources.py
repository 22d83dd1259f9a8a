"""Files of a collection: by name, folder, pattern and archive, one at a time."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from pipeline.model import PuzzleFormatError, StoreError
from pipeline.store.sources import read_credit, read_sources


def names(*asked: object) -> list[str]:
    return [source.name for source in read_sources(map(str, asked))]


def test_a_folder_is_all_its_files_but_hidden_and_toml(tmp_path: Path) -> None:
    for name in ("b.txt", "a/c.txt", ".hid", "a/.deep/x.txt", "b.toml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert names(tmp_path) == [str(tmp_path / "a/c.txt"), str(tmp_path / "b.txt")]
    assert names(tmp_path / "*.txt", tmp_path / "b.txt") == [str(tmp_path / "b.txt")] * 2


def test_an_archive_is_its_files_and_a_broken_one_says_so(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x/a.txt", "\ufeffone\r\ntwo")
        archive.writestr("b.bin", b"\xff\xfe\x00")
        archive.writestr("b.toml", "")
    (tmp_path / "all.toml").write_text('author = "A."\n')
    good, bad = read_sources([str(path)])
    assert (good.name, good.text, good.credit) == (f"{path}/x/a.txt", "one\ntwo", {"author": "A."})
    assert (bad.text, bool(bad.fault)) == ("", True)


def test_files_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    sources = read_sources([str(tmp_path / "a.txt"), str(tmp_path / "missing.txt")])
    assert next(sources).text == "a"
    with pytest.raises(StoreError, match=r"missing\.txt: expected a file"):
        next(sources)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("author = ", "expected TOML"),
        ("writer = 'A.'", "'writer'"),
        ("author = 7", "'author'"),
    ],
)
def test_a_wrong_sidecar_is_an_error(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(PuzzleFormatError, match=words):
        read_credit(tmp_path / "a.txt")
    assert read_credit(tmp_path / "b.txt") == {}
    (tmp_path / "a.toml").write_text('sources = ["a.txt"]\nauthor = 7\n')
    assert read_credit(tmp_path / "a.txt") == {}  # the settings of a collection
