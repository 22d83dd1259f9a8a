"""Clocks, limits, locales and bombs: a message and the same bytes, never a traceback."""

import io
import json
import os
import resource
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest

from pipeline.store import sources
from tests.program import run_program
from tests.slices import cases, share
from tests.web.site_sample import make_records
from tools.fuzz.corpus import SITE
from tools.fuzz.kills import contents

COMMANDS = {
    "report": ("report", "in.jsonl", "--out", "made"),
    "epub": ("export", "in.jsonl", "--to", "epub", "-o", "made"),
    "pdf": ("render", "in.jsonl", "--format", "pdf", "--out", "made"),
    "library": ("library", "add", "in.jsonl", "--holder", "A"),
    "collection": ("collection", "all.toml", "--out", "made", "--jobs", "1"),
    "site": ("site", "site.toml", "--out", "made", "--work", "plan", "--trust", "--jobs", "1"),
    "filter": ("filter", "in.jsonl", "-o", "made"),
}
FULL = (0, 1_000, 4_000, 20_000)
YEAR = 31_556_952


def prepare(folder: Path) -> Path:
    from pipeline.store.jsonl import write_records

    folder.mkdir()
    write_records(make_records(2, 5), folder / "in.jsonl")
    (folder / "site.toml").write_bytes(SITE)
    (folder / "all.toml").write_text('sources = ["in.jsonl"]\n')
    return folder


def made_by(name: str, folder: Path, **environment: str) -> dict[str, bytes]:
    done = run_program(*COMMANDS[name], cwd=prepare(folder), **environment)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    return contents(folder)


@pytest.mark.parametrize("name", cases(["report", "epub", "pdf", "collection", "library"], part=5))
def test_clocks_change_no_bytes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An XLSX, and an EPUB, are zip archives, which have no years before 1980 or after 2107."""
    whole = made_by(name, tmp_path / "whole")
    for year in (1969, 1975, 2200):
        now = time.localtime((year - 1970) * YEAR)
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda year=year: float((year - 1970) * YEAR))
            patch.setattr(time, "localtime", lambda *_, now=now: now)
            assert made_by(name, tmp_path / str(year)) == whole


@pytest.mark.parametrize("epoch", cases(["no number", "0", "-1", "99999999999999"], part=2))
def test_a_date_in_the_environment_changes_no_pdf(epoch: str, tmp_path: Path) -> None:
    whole = made_by("pdf", tmp_path / "whole")
    assert made_by("pdf", tmp_path / "dated", SOURCE_DATE_EPOCH=epoch) == whole


def within(limit: int, what: int, act: Callable[[], subprocess.CompletedProcess[str]]) -> str:
    """Return the exit code and messages of a command in a child process with a limit."""
    inlet, outlet = os.pipe()
    if (child := os.fork()) == 0:
        resource.setrlimit(what, (limit, limit))
        done = act()
        os.write(outlet, f"{done.returncode} {done.stderr}".encode()[:4000])
        os._exit(0)
    os.close(outlet)
    os.waitpid(child, 0)
    with os.fdopen(inlet) as said:
        return said.read()


@pytest.mark.sliced
@pytest.mark.parametrize("name", cases(COMMANDS, part=6))
def test_a_file_that_may_not_grow_is_named_and_made_again(name: str, tmp_path: Path) -> None:
    whole = made_by(name, tmp_path / "whole")
    for limit in FULL[-share(len(FULL)) :]:
        folder = prepare(tmp_path / str(limit))
        said = within(
            limit, resource.RLIMIT_FSIZE, partial(run_program, *COMMANDS[name], cwd=folder)
        )
        assert "Traceback" not in said, said
        assert said.startswith("0 ") or (said.startswith("2 ") and "error: " in said), said
        assert "check the disk and the path" not in said
        assert not list(folder.rglob("*.part"))
        done = run_program(*COMMANDS[name], cwd=folder)
        assert done.returncode == 0, done.stderr
        assert contents(folder) == whole


def test_a_loop_of_links_is_named(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "loop")
    (folder / "made").symlink_to("other")
    (folder / "other").symlink_to("made")
    for name, words in COMMANDS.items():
        for given in (words, tuple(word.replace("in.jsonl", "made") for word in words)):
            done = run_program(*given, cwd=folder)
            assert "Traceback" not in done.stderr, (name, done.stderr)
            assert done.returncode in (0, 2)


def test_settings_that_would_take_all_memory_are_refused(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "bomb")
    for bomb in (".".join("a" * 50_000) + " = 1", "[" + ".".join("a" * 50_000) + "]",
                 "a = " + "[" * 50_000, "a = " + "{a=" * 50_000):  # fmt: skip
        (folder / "bomb.toml").write_text(bomb)
        (folder / "in.toml").write_text(bomb)
        for words in (("run", "bomb.toml", "--out", "made"), ("import", "in.jsonl", "-o", "out"),
                      ("preflight", "in.jsonl", "--printers", "bomb.toml")):  # fmt: skip
            start = time.process_time()
            done = run_program(*words, cwd=folder)
            assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
            assert time.process_time() - start < 3


def test_an_archive_that_unpacks_to_too_much_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MOST_UNPACKED", 10_000)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(50):
            archive.writestr(f"{number}.txt", b"0" * 3_000)
    (tmp_path / "bomb.zip").write_bytes(data.getvalue())
    done = run_program("import", "bomb.zip", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("bomb.zip/") == 4
    assert "bomb.zip: expected at most 10,000 bytes in a zip archive, found more" in done.stderr


HOSTILE = (
    "=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-1", "\tx", "\x1b[31mred\x1b]0;title\x07", "\x9b31m",
    "\u202eevil", "a\nb\rc", "</title><script>alert(1)</script>&]]>", "\x00\x01\ufffe",
    "x" * 40_000,
)  # fmt: skip


@pytest.mark.parametrize("text", cases(HOSTILE, part=5))
def test_hostile_names_stay_text(text: str, tmp_path: Path) -> None:
    folder = prepare(tmp_path / "names")
    lines = []
    for line in (folder / "in.jsonl").read_text().splitlines():
        credit = dict.fromkeys(("author", "title", "text", "licence"), text)
        lines.append(json.dumps({**json.loads(line), "credit": credit}))
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n")
    views: list[tuple[str, ...]] = [
        ("library", "find"), ("library", "show"), ("verify", "in.jsonl"), ("grade", "in.jsonl"),
    ]  # fmt: skip
    (folder / "made").mkdir()
    for words in (*COMMANDS.values(), *views):
        given = tuple(word.replace("made", f"made/{words[0]}") for word in words)
        done = run_program(*given, cwd=folder)
        assert "Traceback" not in done.stderr, (given, done.stderr[-2000:])
        assert done.returncode in (0, 2, 3, 4), (given, done.stderr)
        if "jsonl" not in given[1]:
            shown = done.stdout + done.stderr
            assert not set(shown) & {chr(code) for code in (0, 1, 7, 27, 0x9B, 0x202E)}, given
    for path in folder.rglob("*.xlsx"):
        with zipfile.ZipFile(path) as archive:
            sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
        assert not [one for one in sheet.iter() if one.tag.endswith("}f")]
        texts = [one.text or "" for one in sheet.iter() if one.tag.endswith("}t")]
        assert not [one for one in texts if one[:1] in tuple("=+@\t") or len(one) > 32_767]
    if (folder / "made" / "export").is_file():
        with zipfile.ZipFile(folder / "made" / "export") as archive:
            for name in archive.namelist():
                if name.endswith((".xhtml", ".opf", ".ncx", ".svg")):
                    tree = ElementTree.fromstring(archive.read(name))
                    assert not [one for one in tree.iter() if one.tag.endswith("}script")]
    for path in folder.rglob("*.pdf"):
        with pikepdf.open(path) as pdf, pdf.open_metadata() as data:
            str(data)


@pytest.mark.parametrize("locale", ["C", pytest.param("POSIX", marks=pytest.mark.slow)])
def test_locales_change_no_bytes(locale: str, tmp_path: Path) -> None:
    whole = made_by("report", tmp_path / "whole")
    folder = prepare(tmp_path / "other")
    variables = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", *COMMANDS["report"]], cwd=folder, check=False,
        capture_output=True, env={**os.environ, **variables},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert contents(folder) == whole
