"""Each bad input gives one clear message, exit code 2, no traceback, and no half-written file."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

GOOD: dict[str, Any] = {
    "schema": 1,
    "kind": "numberlink",
    "puzzle": {"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [2, 0, 2]]},
}
CONFIG = """\
seed = 1
[book]
title = "T"
author = "A"
year = 2026
[[section]]
title = "S"
kind = "numberlink"
size = "4x4"
count = 1
"""


def line(**changes: object) -> str:
    return json.dumps({**GOOD, **changes}) + "\n"


def puzzle(**changes: object) -> str:
    return line(puzzle={**GOOD["puzzle"], **changes})


def refuse(done, *words: str) -> None:
    """Assert that a command ended with exit code 2 and one message that has all the words."""
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    message = " ".join(done.stderr.split())
    for word in words:
        assert word in message, message
    errors = [text for text in done.stderr.splitlines() if "error" in text.lower()]
    assert len(errors) == 1, done.stderr


RECORDS = {
    "empty": ("", "expected at least one record, found an empty file"),
    "cut in half": (line()[: len(line()) // 2], "records.jsonl:1", "cut"),
    "second line bad": (line() + "nonsense\n", "records.jsonl:2", "JSON"),
    "other schema": (line(schema=2), "records.jsonl:1", "schema"),
    "unknown kind": (line(kind="chess"), "records.jsonl:1", "chess", "numberlink"),
    "ragged": (puzzle(clues=[[1, 0, 1], [2, 2]]), "records.jsonl:1", "3 numbers"),
    "label once": (puzzle(clues=[[1, 0, 1], [2, 0, 0]]), "exactly twice", "once"),
    "label thrice": (puzzle(clues=[[1, 0, 1], [2, 2, 1]]), "exactly twice", "3 times"),
    "no labels": (puzzle(clues=[[0, 0, 0], [0, 0, 0]]), "at least one pair"),
    "size 0": (puzzle(rows=0, clues=[]), "puzzle.rows"),
    "1x1": (puzzle(rows=1, cols=1, clues=[[0]]), "at least two cells"),
    "huge": (puzzle(rows=100000, cols=100000), "from 1 to 1000"),
    "unknown rule": (puzzle(rule="fast"), "free, cover, no-uturn, no-touch"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_records(puzzlepress, tmp_path: Path, name: str) -> None:
    text, *words = RECORDS[name]
    (tmp_path / "records.jsonl").write_text(text)
    done = puzzlepress("filter", "records.jsonl", "-o", "out.jsonl", cwd=tmp_path)
    refuse(done, *words)
    # what was proved before the bad line is kept beside, under a name of its own
    kept = ["out.jsonl.partial"] if name == "second line bad" else []
    assert sorted(path.name for path in tmp_path.iterdir()) == [*kept, "records.jsonl"]


GRIDS: dict[str, Any] = {
    "empty": ("", "empty file"),
    "binary": (b"\x00\x01\x02", "binary file"),
    "not UTF-8": (b"3 3\n1..\n.\xff.\n1..\n", "UTF-8", "0xFF"),
    "ragged": ("3 3\n1..\n..\n1..\n", ":3:", "3"),
    "label once": ("3 1\n1.2\n2 1\n33\n", "once"),
    "label thrice": ("3 1\n111\n", "3 times"),
    "no labels": ("2 2\n..\n..\n", "empty grid"),
    "size 0": ("0 3\n", "found"),
    "1x1": ("1 1\n1\n", "at least two cells"),
    "huge": ("100000 100000\n1..1\n", "100000"),
    "words": ("This is a letter to my aunt, with no puzzle in it.\n", "in a form"),
}


@pytest.mark.parametrize("name", GRIDS)
def test_collections(puzzlepress, tmp_path: Path, name: str) -> None:
    content, *words = GRIDS[name]
    data = content if isinstance(content, bytes) else content.encode()
    (tmp_path / "grid.txt").write_bytes(data)
    done = puzzlepress("import", "grid.txt", "-o", "out.jsonl", cwd=tmp_path)
    has_some = name == "label once"  # its second puzzle is right
    assert done.returncode == (4 if has_some else 2), (done.returncode, done.stderr)
    assert "Traceback" not in done.stderr
    first, last = done.stderr.splitlines()
    assert first.startswith("grid.txt:")
    assert all(word in first for word in words), first
    assert last.endswith("; 1 rejected")
    assert (tmp_path / "out.jsonl").exists() == has_some


COMMANDS: dict[str, Any] = {
    "missing file": (["filter", "nowhere.jsonl"], "nowhere.jsonl", "found nothing of that name"),
    "a folder": (["filter", "."], "found a folder"),
    "count 0": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--count", "0"],
        "expected a whole number from 1, found '0'",
    ),
    "chosen": (["select", "good.jsonl", "--count", "-3"], "from 1, found '-3'"),
    "of each author": (["select", "good.jsonl", "--count", "3", "--per-author", "0"], "from 1"),
    "reserved": (["library", "reserve", "--for", "A", "--count", "0"], "from 1, found '0'"),
    "count word": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--count", "few"],
        "expected a whole number, found 'few'",
    ),
    "size word": (["generate", "numberlink", "--size", "big", "--seed", "1"], "10x10", "'big'"),
    "size 1x1": (["generate", "numberlink", "--size", "1x1", "--seed", "1"], "1x1"),
    "size huge": (["generate", "numberlink", "--size", "100000x100000", "--seed", "1"], "100000"),
    "seed word": (["generate", "numberlink", "--size", "5x5", "--seed", "lucky"], "found 'lucky'"),
    "rule": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--rule", "fast"],
        "'fast'",
        "free, cover, no-uturn, no-touch",
    ),
    "kind": (["generate", "chess", "--size", "5x5", "--seed", "1"], "'chess'"),
    "option": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--set", "colour=red"],
        "colour",
    ),
    "option value": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--set", "pairs=many"],
        "pairs",
        "many",
    ),
    "jobs": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--jobs", "0"],
        "expected --jobs to be at least 1, found 0",
    ),
    "missing config": (["run", "nowhere.toml"], "nowhere.toml"),
    "format": (["import", "good.jsonl", "--from", "morse"], "'morse'", "jsonl"),
    "export": (["export", "good.jsonl", "--to", "morse"], "'morse'", "jsonl"),
    "picture": (["render", "good.jsonl", "--format", "bmp"], "'bmp'", "png, svg, webp"),
    "theme": (["render", "good.jsonl", "--theme", "neon"], "'neon'", "mono"),
    "solver": (["solve", "good.jsonl", "--solver", "magic"], "'magic'", "auto"),
    "form": (["solve", "good.jsonl", "--to", "braille"], "'braille'", "labels"),
    "count of solutions": (["solve", "good.jsonl", "--count", "lots"], "'lots'"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_command_lines(puzzlepress, tmp_path: Path, name: str) -> None:
    words, *expected = COMMANDS[name]
    (tmp_path / "good.jsonl").write_text(line())
    refuse(puzzlepress(*words, cwd=tmp_path), *expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.jsonl"]


CONFIGS = {
    "no TOML": ("title = \n", "book.toml:1", "TOML"),
    "unknown key": (CONFIG.replace("count = 1", "cuont = 1"), "book.toml:10", "cuont", "count"),
    "unknown table": (CONFIG + "[extras]\n", "extras"),
    "band": (CONFIG + 'band = "brutal"\n', "band", "brutal", "expert"),
    "trim": (CONFIG.replace("year", 'trim = "postcard"\nyear'), "trim", "postcard"),
    "rule": (CONFIG + 'rule = "fast"\n', "rule", "fast", "cover"),
    "kind": (CONFIG.replace("numberlink", "chess"), "kind", "chess"),
    "size": (CONFIG.replace("4x4", "four"), "size", "four"),
    "count": (CONFIG.replace("count = 1", "count = 0"), "count"),
    "seed": (CONFIG.replace("seed = 1", 'seed = "x"'), "book.toml:1", "seed"),
    "no section": (CONFIG[: CONFIG.index("[[")], "section"),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_configurations(puzzlepress, tmp_path: Path, name: str) -> None:
    text, *words = CONFIGS[name]
    (tmp_path / "book.toml").write_text(text)
    refuse(puzzlepress("run", "book.toml", "--out", "out", cwd=tmp_path), "book.toml", *words)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.toml"]


def test_a_folder_that_cannot_be_written(puzzlepress, tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text(CONFIG)
    (tmp_path / "taken").write_text("a file, not a folder")
    (tmp_path / "good.jsonl").write_text(line())
    refuse(puzzlepress("run", "book.toml", "--out", "taken", cwd=tmp_path), "taken", "found a file")
    refuse(puzzlepress("render", "good.jsonl", "--out", "taken/x", cwd=tmp_path), "taken")
    refuse(
        puzzlepress("filter", "good.jsonl", "-o", "no/such/folder.jsonl", cwd=tmp_path), "no/such"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words", [["filter", "good.jsonl"], ["export", "good.jsonl", "--to", "grid-stream"]]
)
def test_a_full_disk(puzzlepress, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "good.jsonl").write_text(line())
    done = puzzlepress(*words, "-o", "/dev/full", cwd=tmp_path)
    assert done.returncode == 2
    assert "disk full" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs resource limits")
def test_a_disk_that_fills_up_in_the_middle_of_a_file(program, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: writes fail after some have worked."""
    import subprocess

    many = "".join(line() for _ in range(2000))
    (tmp_path / "good.jsonl").write_text(many)
    script = (
        "import resource, signal, os, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        "os.execv(sys.argv[1], sys.argv[1:])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, program, "export", "good.jsonl", "-o", "out.jsonl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.jsonl"]


def test_a_puzzle_too_large_for_its_page_names_the_size_that_fits(puzzlepress, tmp_path) -> None:
    config = (
        CONFIG.replace('size = "4x4"', 'size = "9x9"')
        .replace("count = 1", "count = 4\nper_page = 12")
        .replace("year", 'style = "large-print"\nyear')
    )
    (tmp_path / "book.toml").write_text(config)
    done = puzzlepress("run", "book.toml", "--out", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "fits" in done.stderr
    assert not (tmp_path / "out" / "book.pdf").exists()
