"""Files of a collection: by name, folder, pattern and archive, one at a time."""

import io
import zipfile
from functools import partial
from pathlib import Path

import pytest

from pipeline.model import PuzzleFormatError, StoreError
from pipeline.store import limits, sources
from pipeline.store.limits import read_whole
from pipeline.store.sources import read_credit, read_sources
from tests.refusals import refused


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
    with refused(StoreError):
        next(sources)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("author = ", "expected TOML"),
        ("writer = 'A.'", "'writer'"),
        ("author = 7", "'author'"),
        ("author = 7\nwriter = 'A.'", "'author'"),
    ],
)
def test_a_wrong_sidecar_is_an_error(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(PuzzleFormatError, match=words):
        read_credit(tmp_path / "a.txt")
    assert read_credit(tmp_path / "b.txt") == {}
    (tmp_path / "a.toml").write_text('sources = ["a.txt"]\nauthor = 7\n')
    assert read_credit(tmp_path / "a.txt") == {}  # the settings of a collection


def test_standard_input_has_no_credit_and_a_solution_comes_with_its_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "a.sol", "b.txt"):
        Path(name).write_text(name)
    Path("-.toml").write_text('author = "A."')
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"given")))
    given, first, second = read_sources(["-", str(tmp_path)])
    assert (given.text, given.credit) == ("given", {})
    assert (Path(first.name).name, Path(first.output).name) == ("a.txt", "a.sol")
    assert (Path(second.name).name, second.output) == ("b.txt", "")


def test_a_text_that_is_called_an_archive_is_a_text(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("no archive")
    with zipfile.ZipFile(tmp_path / "b.txt", "w") as archive:
        archive.writestr("c.txt", "inside")
    text, packed = read_sources([str(tmp_path / "a.zip"), str(tmp_path / "b.txt")])
    assert (text.text, text.fault) == ("no archive", "")
    assert (packed.name, packed.text) == (str(tmp_path / "b.txt"), "")
    assert "an office document or a broken archive" in packed.fault


@pytest.mark.parametrize("line_end", ["", "\n"])
def test_a_file_longer_than_is_read_is_refused_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line_end: str
) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 8)
    monkeypatch.setattr(sources, "read_whole", partial(read_whole, most=8))
    for count, is_refused in ((8, False), (9, True)):
        text = (line_end + "123456789")[:count]
        (tmp_path / "a.txt").write_text(text)
        with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
            archive.writestr("b.txt", text)
        for source in read_sources([str(tmp_path / name) for name in ("a.txt", "b.zip")]):
            assert bool(source.fault) == is_refused
            assert source.text == ("" if is_refused else text)


def test_a_first_line_is_read_whole_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    for room in (sources, limits):
        monkeypatch.setattr(room, "MOST_BYTES", 8)
    path.write_text("1234567\n12\n")
    for source in read_sources([str(path)], lambda line: line.startswith("1")):
        assert list(source.lines or ()) == [(1, "1234567"), (2, "12")]
    path.write_text("12345678\n12\n")
    for source in read_sources([str(path)], lambda line: line.startswith("1")):
        with refused(PuzzleFormatError):
            list(source.lines or ())


def test_a_spoilt_text_in_an_archive_is_named_by_its_place(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", b"ab\nc\xe9d")
        archive.writestr("b.txt", "ab".encode("utf-16"))
    byte, wide = read_sources([str(tmp_path / "a.zip")])
    assert byte.fault.startswith("expected UTF-8 text, found the byte 0xE9 at offset 4")
    assert wide.fault.startswith("expected UTF-8 text, found UTF-16")
