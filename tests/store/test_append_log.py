"""The log of a killed stage: it goes on where it was, whatever was left of its last line."""

import errno
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.model import PuzzleFormatError, StoreError
from pipeline.store.append_log import AppendLog, is_as_written, sums_path
from tests.refusals import refused
from tests.store.test_files import FULL, refusing


def parse(text: str, source: str, line: int) -> object:
    try:
        return json.loads(text)
    except ValueError:
        raise PuzzleFormatError("expected JSON", source=source, line=line) from None


def log_of(path: Path) -> AppendLog[object]:
    return AppendLog(path, parse, lambda entry: json.dumps(entry, ensure_ascii=False))


def test_a_log_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with log_of(path) as log:
        assert log.entries == []
        log.append({"é": 1})
        assert path.read_text(encoding="utf-8") == '{"é": 1}\n'
        log.append(2)
    with log_of(path) as log:
        assert log.entries == [{"é": 1}, 2]
        log.append(3)
        assert log.entries == [{"é": 1}, 2, 3]
    assert path.read_text(encoding="utf-8") == '{"é": 1}\n2\n3\n'


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data(), entries=st.lists(st.text(max_size=6), max_size=5))
def test_a_log_cut_off_anywhere_is_completed_to_the_same_bytes(
    tmp_path: Path, data: st.DataObject, entries: list[str]
) -> None:
    path = tmp_path / "log"
    path.unlink(missing_ok=True)
    with log_of(path) as log:
        for entry in entries:
            log.append(entry)
    whole = path.read_bytes()
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with log_of(path) as log:
        assert log.entries == entries[: len(log.entries)]
        assert path.read_bytes() == whole[: path.stat().st_size]
        for entry in entries[len(log.entries) :]:
            log.append(entry)
    assert path.read_bytes() == whole


def written(path: Path, *entries: object) -> bytes:
    """Write a log and return its bytes."""
    with log_of(path) as log:
        for entry in entries:
            log.append(entry)
    return path.read_bytes()


@pytest.mark.parametrize(
    "tail", [b'{"a":', b'{"a":\n', b"\0\0\0", b"3", b'"\xc3', b"\xff\n", b"3\n"]
)
def test_a_torn_last_line_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "log"
    whole = written(path, 1, 2)
    path.write_bytes(whole + tail)
    with log_of(path) as log:
        assert log.entries == [1, 2]
        assert log.damage == ""
    assert path.read_bytes() == whole


@pytest.mark.parametrize("place", range(6))
def test_a_line_that_is_not_what_was_written_is_named_and_made_again(
    tmp_path: Path, place: int
) -> None:
    """Whatever byte changes, and to whatever: the line is another number, or none."""
    path = tmp_path / "log"
    whole = written(path, 17, 18, 19)
    for wrong in (b"5", b"x", b"\n", b"\0"):
        if whole[place : place + 1] == wrong:
            continue
        path.write_bytes(whole[:place] + wrong + whole[place + 1 :])
        with log_of(path) as log:
            good = place // 3
            assert log.entries == [17, 18, 19][:good]
            assert log.damage.startswith(f"{path}:{good + 1}: not what was written here")
            for entry in (17, 18, 19)[good:]:
                log.append(entry)
        assert path.read_bytes() == whole
        with log_of(path) as log:
            assert (log.entries, log.damage) == ([17, 18, 19], "")


def test_what_is_appended_after_damage_is_there_at_the_next_opening(tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path, *range(9))
    sums = tmp_path / ".log.sums"
    assert sums.stat().st_size == 9 * 17
    path.write_bytes(path.read_bytes().replace(b"4", b"5"))
    with log_of(path) as log:
        assert log.entries == [0, 1, 2, 3]
        assert sums.stat().st_size == 4 * 17
        log.append("new")
    with log_of(path) as log:
        assert (log.entries, log.damage) == ([0, 1, 2, 3, "new"], "")


def test_other_entries_take_the_place_of_all(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with log_of(path) as log:
        log.append("a long line that goes")
        log.append("and another")
        log.rewrite(iter(["new", 5]))
        assert (log.entries, log.count) == (["new", 5], 2)
        log.append(6)
    assert path.read_bytes() == b'"new"\n5\n6\n'
    with log_of(path) as log:
        assert (log.entries, log.damage) == (["new", 5, 6], "")


def test_a_line_that_cannot_be_read_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with AppendLog[object](path, parse, str) as log:
        log.append(1)
        log.append("no JSON")
    with refused(PuzzleFormatError):
        log_of(path)


def test_without_checksums_a_log_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path, 1, 2)
    (tmp_path / ".log.sums").unlink()
    with log_of(path) as log:
        assert log.entries == []
        assert log.damage


def test_a_link_is_no_log(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("precious\n")
    for name in ("log", ".log.sums"):
        (tmp_path / name).symlink_to(other)
        with refused(StoreError):
            log_of(tmp_path / "log")
        (tmp_path / name).unlink()
        (tmp_path / "log").unlink(missing_ok=True)
    assert other.read_text() == "precious\n"


def test_an_append_that_fails_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with log_of(Path("log")) as log:
        log.append("first")
        file = log.file

        class HalfDone:
            """A file whose disk is full after three bytes."""

            left = 3

            def write(self, data: memoryview) -> int:
                if not self.left:
                    refusing(errno.ENOSPC)()
                written = file.write(data[: self.left])
                self.left = 0
                return written

            truncate, seek, tell, close = file.truncate, file.seek, file.tell, file.close

        monkeypatch.setattr(log, "file", HalfDone())
        with pytest.raises(StoreError) as caught:
            log.append("second")
        assert str(caught.value) == FULL.format("log")
        assert log.entries == ["first"]
        assert Path("log").read_bytes() == b'"first"\n'
        monkeypatch.setattr(log, "file", file)
        log.append("third")
    assert Path("log").read_bytes() == b'"first"\n"third"\n'


def test_a_log_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        log_of(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: cannot be written: expected the name of a file, found a folder; "
        "name a file in it"
    )


def test_only_a_log_with_the_checksum_of_each_line_is_as_written(tmp_path: Path) -> None:
    """A run trusts the verdicts of such a log, so no line may come in from outside."""
    path = tmp_path / "log"
    with log_of(path) as log:
        log.append(1)
        log.append(2)
    written, sums = path.read_bytes(), sums_path(path)
    assert is_as_written(path)
    for other in (written + b"3\n", written[:2], b"1\n3\n", b""):
        path.write_bytes(other)
        assert not is_as_written(path), other
    path.write_bytes(written)
    sums.unlink()
    assert not is_as_written(path)
