"""The manifest of a run's folder."""

import hashlib
import json
import math
import re
import tomllib
from pathlib import Path

import pytest

import pipeline
from pipeline.model import StoreError
from pipeline.store.manifest import (
    DEPENDENCIES,
    dependency_versions,
    list_files,
    write_manifest,
)
from tests.refusals import refused

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "images").mkdir()
    (tmp_path / "book.pdf").write_bytes(b"pdf")
    (tmp_path / "images" / "b.png").write_bytes(b"")
    (tmp_path / "images" / "a.png").write_bytes(b"x" * 3_000_000)
    (tmp_path / ".run.json").write_bytes(b"hidden")
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache" / "c").write_bytes(b"hidden")
    return tmp_path


def write(folder: Path) -> dict[str, object]:
    path = folder / "manifest.json"
    write_manifest(
        path,
        config={"seed": 7, "title": "é"},
        kinds={"numberlink": 3},
        counts={"asked": 2},
        times={"generate": 1.23456},
    )
    value: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return value


def test_files_are_listed_with_size_and_digest(folder: Path) -> None:
    files = list_files(folder, ["book.pdf"])
    assert list(files) == ["images/a.png", "images/b.png"]
    assert files["images/a.png"] == {
        "bytes": 3_000_000,
        "sha256": hashlib.sha256(b"x" * 3_000_000).hexdigest(),
    }


def test_the_manifest_is_whole(folder: Path) -> None:
    manifest = write(folder)
    assert sorted(manifest) == ["config", "counts", "files", "schema", "times", "versions"]
    assert manifest["schema"] == 1
    assert manifest["config"] == {"seed": 7, "title": "é"}
    assert manifest["counts"] == {"asked": 2}
    assert manifest["files"] == list_files(folder, ["manifest.json"])
    versions = manifest["versions"]
    assert isinstance(versions, dict)
    assert versions["puzzlepress"] == pipeline.__version__
    assert versions["kinds"] == {"numberlink": 3}
    assert versions["dependencies"] == dependency_versions()
    times = manifest["times"]
    assert isinstance(times, dict)
    assert times["seconds"] == {"generate": 1.235}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", times["written"])


def test_a_manifest_is_for_people_to_read_and_compare(folder: Path) -> None:
    write(folder)
    lines = (folder / "manifest.json").read_text(encoding="utf-8").splitlines()
    assert lines[:5] == ["{", ' "config": {', '  "seed": 7,', '  "title": "é"', " },"]
    heads = [line for line in lines if line.startswith(' "')]
    assert heads == sorted(heads)
    with pytest.raises(ValueError, match="JSON compliant"):
        write_manifest(folder / "m", config={"seed": math.nan}, kinds={}, counts={}, times={})


def test_a_manifest_is_written_through_no_link(folder: Path) -> None:
    (folder / "manifest.json").symlink_to("book.pdf")
    write(folder)
    assert not (folder / "manifest.json").is_symlink()
    assert (folder / "book.pdf").read_bytes() == b"pdf"


def test_written_again_it_differs_in_its_times_alone(folder: Path) -> None:
    first, second = write(folder), write(folder)
    del first["times"], second["times"]
    assert first == second


STUDIO = {"starlette", "tomlkit", "uvicorn"}  # They make no byte of a run


def test_the_dependencies_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    everywhere = [named for named in project["dependencies"] if ";" not in named]
    names = {named.partition("==")[0] for named in everywhere}
    assert sorted(names - STUDIO) == list(DEPENDENCIES)
    assert "none" not in dependency_versions().values()


def test_a_file_that_cannot_be_read_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    with refused(StoreError), monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        list_files(folder)
