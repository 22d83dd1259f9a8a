"""The first minutes: a demonstration of everything, what is installed, and the container."""

import csv
import re
import shlex
from pathlib import Path

import pytest

from pipeline.kinds import kind_ids
from tests.program import run_program
from tests.slices import share
from tests.source import ROOT


@pytest.mark.dear
@pytest.mark.sliced
def test_a_demonstration_has_a_puzzle_of_each_kind_in_print_on_a_site_and_in_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = kind_ids()[: share(len(kind_ids()), 6)]
    monkeypatch.setattr("pipeline.kinds.kind_ids", lambda: shown)
    done = run_program("demo", "look", "--jobs", "2", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "look"
    assert f"book: {len(shown)} puzzles" in done.stderr
    first = f"www/packs/kinds/{1:0{len(str(len(shown)))}}.html"
    for name in ("book/book.pdf", "report/index.html", "www/index.html", first):
        assert (folder / name).stat().st_size
        assert name in done.stderr or name.startswith("www")
    rows = csv.DictReader((folder / "report" / "report.csv").read_text().splitlines())
    assert {row["kind"] for row in rows} == {*shown}
    again = run_program("demo", "look", "--jobs", "2", cwd=tmp_path)
    assert again.returncode == 0, again.stderr


def test_a_demonstration_leaves_other_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    done = run_program("demo", "mine", cwd=tmp_path)
    assert done.returncode == 2
    assert "expected a new folder, found mine; name another" in done.stderr
    assert not [*(tmp_path / "mine").iterdir()]


def test_the_doctor_names_the_cache_the_kinds_and_other_programs(tmp_path: Path) -> None:
    done = run_program("doctor", cwd=tmp_path, PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert f"kinds: {len(kind_ids())};" in done.stdout
    assert re.search(r"^kernels: (\d+ to compile|compiled); \d+ MB in .", done.stdout, re.MULTILINE)
    for name in ("epubcheck", "verapdf"):
        assert f"{name}: not found; checks" in done.stdout


def test_what_the_container_runs_can_be_run() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    (script,) = re.findall(r"^RUN (.*)$", text, re.MULTILINE)
    commands = [shlex.split(line) for line in script.split("&&")]
    assert [words[0] for words in commands] == [
        "python", "pip", "pip", "find", "puzzlepress", "puzzlepress", "rm", "chown", "chmod",
    ]  # fmt: skip
    done = run_program(*commands[4][1:])
    assert done.returncode == 0, done.stderr
    assert commands[5][1] == "demo"  # which has a test of its own
    (folder,) = {*re.findall(r"PUZZLEPRESS_CACHE=(\S+)", text)}
    assert commands[7][1:] == ["-R", "10001:0", folder]
    assert commands[8][1:] == ["-R", "u=rwX,g=rwX,o=rX", folder]
    (home,) = {*re.findall(r"PATH=(\S+)/bin:", text)}
    assert home == commands[0][-1] == commands[3][1]
    assert Path(folder).parent == Path(home).parent == Path("/opt")  # what the image copies
    assert text.rstrip().endswith('ENTRYPOINT ["puzzlepress"]')


def test_the_doctor_compiles_the_kernels_of_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(
        "pipeline.run.compiling.compile_kernels", lambda kinds, *_, **__: compiled.extend(kinds)
    )
    assert run_program("doctor", "--compile", "--jobs", "1").returncode == 0
    assert compiled == list(kind_ids())


@pytest.mark.parametrize("module", ["pipeline", "puzzlepress"])
def test_the_program_starts_as_a_module(module: str, tmp_path: Path) -> None:
    import subprocess
    import sys

    words = [sys.executable, "-m", module, "--version"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.startswith("puzzlepress "), done.stderr


def test_the_doctor_finds_a_cache_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run_program("doctor", NUMBA_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.returncode == 3
    assert "set PUZZLEPRESS_CACHE to a folder of yours" in done.stdout
