"""The main job on a small configuration: its files, any number of workers, kill and resume."""

import hashlib
import json
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

CONFIG = """\
seed = 5

[book]
title = "Small Book"
author = "A. Setter"
year = 2026
licence = "CC-BY-4.0"

[[section]]
title = "First"
kind = "numberlink"
rule = "cover"
size = ["5x5", "6x5"]
count = 6

[[section]]
title = "Second"
kind = "numberlink"
size = "6x6"
count = 4
band = "easy"
"""


@pytest.fixture(scope="module")
def undisturbed(puzzlepress, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "small.toml").write_text(CONFIG)
    done = puzzlepress("run", "small.toml", "--jobs", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "output" / "small"


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of every file; of the manifest, without its times."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.name == "manifest.json":
                manifest = json.loads(data)
                assert manifest.pop("times")
                data = json.dumps(manifest, sort_keys=True).encode()
            found[str(path.relative_to(folder))] = hashlib.sha256(data).hexdigest()
    return found


def records(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def test_files_of_a_run(undisturbed: Path) -> None:
    names = {path.name for path in undisturbed.iterdir()}
    assert names >= {
        "10-generated.jsonl", "20-accepted.jsonl", "20-rejected.jsonl", "30-graded.jsonl",
        "images", "book.pdf", "manifest.json",
    }  # fmt: skip
    graded = {record["id"] for record in records(undisturbed, "30-graded.jsonl")}
    listed = json.loads((undisturbed / "puzzles.json").read_text())
    assert [puzzle["number"] for puzzle in listed] == list(range(1, 11))
    assert {puzzle["id"] for puzzle in listed} <= graded, "a steered section has no surplus"
    images = {f"images/{path.name}" for path in (undisturbed / "images").iterdir()}
    assert images == {name for puzzle in listed for name in puzzle["files"]}
    assert len(images) == 4 * len(listed), "what is printed is drawn, and nothing else"
    generated = records(undisturbed, "10-generated.jsonl")
    unique = records(undisturbed, "20-accepted.jsonl")
    rejected = records(undisturbed, "20-rejected.jsonl")
    assert len(generated) == len(unique) + len(rejected)
    assert {record["verdict"]["status"] for record in unique} == {"unique"}
    assert all(record["verdict"]["status"] != "unique" for record in rejected)


def test_the_manifest_describes_the_whole_run(undisturbed: Path) -> None:
    manifest = json.loads((undisturbed / "manifest.json").read_text())
    assert manifest["counts"]["asked"] == manifest["counts"]["printed"] == 10
    assert manifest["counts"]["tried"] >= 10
    assert [s["printed"] for s in manifest["counts"]["sections"]] == [6, 4]
    for name, entry in manifest["files"].items():
        data = (undisturbed / name).read_bytes()
        digest = entry["sha256"] if isinstance(entry, dict) else entry
        assert hashlib.sha256(data).hexdigest() == digest
    assert "book.pdf" in manifest["files"]


def test_two_workers_give_the_same_bytes(puzzlepress, undisturbed: Path, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG)
    done = puzzlepress("run", "small.toml", "--jobs", "2", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert digests(tmp_path / "output" / "small") == digests(undisturbed)


@pytest.mark.part(2)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(
    puzzlepress, program, undisturbed: Path, tmp_path: Path, jobs: str
) -> None:
    """Kill at several moments, each later than the one before, then let the run end."""
    (tmp_path / "small.toml").write_text(CONFIG)
    folder = tmp_path / "output" / "small"
    words = [program, "run", "small.toml", "--jobs", jobs]
    moments = [
        lambda: line_count(folder / "10-generated.jsonl") >= 3,
        lambda: line_count(folder / "20-accepted.jsonl") >= 2,
        lambda: line_count(folder / "30-graded.jsonl") >= 2,
        lambda: file_count(folder / "images") >= 5,
    ]
    kills = 0
    for is_time in moments[int(jobs) - 1 :: 2]:
        process = subprocess.Popen(
            words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and not is_time():
            time.sleep(0.002)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills
    done = puzzlepress("run", "small.toml", "--jobs", jobs, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert digests(folder) == digests(undisturbed)


def line_count(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def file_count(path: Path) -> int:
    return len(list(path.iterdir())) if path.exists() else 0


def test_a_torn_line_is_made_again(puzzlepress, undisturbed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "output" / "small"
    shutil.copytree(undisturbed, folder)
    (tmp_path / "small.toml").write_text(CONFIG)
    graded = folder / "30-graded.jsonl"
    graded.write_bytes(graded.read_bytes()[:-40])
    (folder / "book.pdf").unlink()
    assert puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path).returncode == 0
    assert digests(folder) == digests(undisturbed)


def test_a_damaged_line_is_named_and_made_again(
    puzzlepress, undisturbed: Path, tmp_path: Path
) -> None:
    """One clue changed in a checkpoint made a book with a wrong puzzle, exit code 0."""
    folder = tmp_path / "output" / "small"
    shutil.copytree(undisturbed, folder)
    (tmp_path / "small.toml").write_text(CONFIG)
    for name in ("30-graded.jsonl", "10-generated.jsonl"):
        log = folder / name
        lines = log.read_text().splitlines()
        record = json.loads(lines[1])
        record["puzzle"]["clues"][0], record["puzzle"]["clues"][1] = (
            record["puzzle"]["clues"][1],
            record["puzzle"]["clues"][0],
        )
        lines[1] = json.dumps(record, sort_keys=True, separators=(",", ":"))
        log.write_text("".join(f"{line}\n" for line in lines))
        (folder / "book.pdf").unlink()
        done = puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert f"{name}:2: not what was written here" in done.stderr
        assert digests(folder) == digests(undisturbed)


def test_only_files_of_the_run_are_removed_or_written(
    puzzlepress, undisturbed: Path, tmp_path: Path
) -> None:
    """Parts of other programs stay, and links in the place of the run's files are not followed."""
    folder = tmp_path / "output" / "small"
    shutil.copytree(undisturbed, folder)
    (tmp_path / "small.toml").write_text(CONFIG)
    parts = [folder / ".film.mkv.77.part", folder / "mine" / ".book.pdf.77.part"]
    parts[1].parent.mkdir()
    for part in parts:
        part.write_text("half a film")
    leftovers = [folder / ".book.pdf.77.part", folder / ".puzzles.csv.77.part"]
    pictures = sorted((folder / "images").iterdir())
    leftovers += [path.with_name(f".{path.name}.77.part") for path in pictures]
    for leftover in leftovers:
        leftover.write_text("half a file")
    precious = tmp_path / "precious"
    precious.write_text("mine")
    picture = pictures[0]
    for path in (folder / "book.pdf", folder / "manifest.json", picture):
        path.unlink()
        path.symlink_to(precious)
    done = puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert precious.read_text() == "mine"
    assert all(part.read_text() == "half a film" for part in parts)
    assert not any(leftover.exists() for leftover in leftovers)
    for part in parts:
        part.unlink()
    assert picture.read_bytes() == (undisturbed / "images" / picture.name).read_bytes()
    for name in ("images", "20-accepted.jsonl"):
        path = folder / name
        path.rename(folder / "aside")
        path.symlink_to(tmp_path / "elsewhere")
        refused = puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path)
        assert refused.returncode == 2
        assert "found a symbolic link" in refused.stderr
        path.unlink()
        (folder / "aside").rename(path)
    assert not (tmp_path / "elsewhere").exists()


def test_empty_and_altered_pictures_are_drawn_again(
    puzzlepress, undisturbed: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "output" / "small"
    shutil.copytree(undisturbed, folder)
    (tmp_path / "small.toml").write_text(CONFIG)
    empty, altered = sorted((folder / "images").iterdir())[:2]
    empty.write_bytes(b"")
    altered.write_bytes(altered.read_bytes()[:-1] + b"!")
    assert puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path).returncode == 0
    assert digests(folder) == digests(undisturbed)


@pytest.mark.parametrize("state", [b"\xff\xfe\0", None])
def test_a_state_that_cannot_be_read_is_refused_with_a_message(
    puzzlepress, undisturbed: Path, tmp_path: Path, state: bytes | None
) -> None:
    folder = tmp_path / "output" / "small"
    folder.mkdir(parents=True)
    (tmp_path / "small.toml").write_text(CONFIG)
    path = folder / ".run.json"
    path.mkdir() if state is None else path.write_bytes(state)
    done = puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 2
    assert "start again with --fresh" in done.stderr
    assert "Traceback" not in done.stderr


def test_fresh_sets_the_folder_aside_that_a_dot_names(
    puzzlepress, undisturbed: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "work"
    shutil.copytree(undisturbed, folder)
    (folder / "small.toml").write_text(CONFIG)
    (folder / "sub").mkdir()
    for number, (place, out) in enumerate(((folder, "."), (folder / "sub", "..")), start=1):
        config = str(folder / "small.toml")
        done = puzzlepress("run", config, "--out", out, "--fresh", "--jobs", "1", cwd=place)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"work.old-{number}" / "book.pdf").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["work", "work.old-1", "work.old-2"]


def test_a_new_title_needs_no_new_puzzles(puzzlepress, undisturbed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "output" / "small"
    shutil.copytree(undisturbed, folder)
    (tmp_path / "small.toml").write_text(CONFIG.replace("Small Book", "Another Title"))
    assert puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path).returncode == 0
    old, new = digests(undisturbed), digests(folder)
    assert {name for name in old if old[name] != new[name]} == {"book.pdf", "manifest.json"}


def test_another_seed_is_refused_unless_fresh(puzzlepress, undisturbed: Path, tmp_path) -> None:
    folder = tmp_path / "output" / "small"
    shutil.copytree(undisturbed, folder)
    (tmp_path / "small.toml").write_text(CONFIG.replace("seed = 5", "seed = 6"))
    done = puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 2
    assert "--fresh" in done.stderr
    assert digests(folder) == digests(undisturbed)
    assert puzzlepress("run", "small.toml", "--fresh", "--jobs", "1", cwd=tmp_path).returncode == 0
    aside = digests(folder.with_name("small.old-1"))
    assert aside == digests(undisturbed)
    assert digests(folder) != aside


def test_a_band_that_never_comes_ends_with_code_4(puzzlepress, tmp_path: Path) -> None:
    config = CONFIG[: CONFIG.index('[[section]]\ntitle = "Second"')].replace(
        'kind = "numberlink"\nrule = "cover"\nsize = ["5x5", "6x5"]',
        'kind = "npuzzle"\nsize = "2x2"\nscore = "90:99"',
    )
    (tmp_path / "small.toml").write_text(config)
    done = puzzlepress("run", "small.toml", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 4, done.stderr
    assert "section 'First' lacks 6" in done.stderr
    assert not (tmp_path / "output" / "small" / "book.pdf").exists()


def test_book_from_records_is_the_book_of_the_run(puzzlepress, undisturbed, tmp_path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG)
    done = puzzlepress(
        "book", str(undisturbed / "30-graded.jsonl"), "--config", "small.toml", "-o", "again.pdf",
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "again.pdf").read_bytes() == (undisturbed / "book.pdf").read_bytes()
