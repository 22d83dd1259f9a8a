"""Tables are kept, and never trusted when they are damaged."""

from pathlib import Path

import numpy as np
import pytest

from pipeline.model import StoreError
from pipeline.store.tables import read_or_build
from tests.refusals import refused

TABLE = np.arange(200, dtype=np.uint8)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PUZZLEPRESS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def build() -> np.ndarray:
    return TABLE.copy()


def refuse() -> np.ndarray:
    raise AssertionError("built although it was kept")


def test_a_table_is_kept_and_read_back(folder: Path) -> None:
    assert np.array_equal(read_or_build("example", 1, build), TABLE)
    assert [path.name for path in folder.iterdir()] == ["example.table"]
    assert np.array_equal(read_or_build("example", 1, refuse), TABLE)


def test_another_version_is_rebuilt(folder: Path) -> None:
    read_or_build("example", 1, build)
    assert read_or_build("example", 2, TABLE[:3].copy).tolist() == [0, 1, 2]
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "noise"])
def test_a_damaged_table_is_rebuilt(folder: Path, damage: str) -> None:
    read_or_build("example", 1, build)
    path = folder / "example.table"
    content = path.read_bytes()
    spoilt = {
        "flip": content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
        "cut": content[:-1],
        "empty": b"",
        "noise": b"\xff" * 50,
    }[damage]
    path.write_bytes(spoilt)
    assert np.array_equal(read_or_build("example", 1, build), TABLE)
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_refused_with_a_message(folder: Path) -> None:
    folder.write_text("a file")
    with refused(StoreError):
        read_or_build("example", 1, refuse)
