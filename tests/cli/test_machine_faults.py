"""Machine faults: endless input and little memory."""

import contextlib
import io
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.store import limits
from tests.cli.test_proofs import BOOK
from tests.program import run_program
from tests.web.site_sample import make_records
from tools.fuzz.corpus import SITE

FOREIGN = os.fsdecode(b"n\xff\xfe")
"""A name that is not UTF-8."""


def start(
    *words: str, cwd: Path, closed: str = "", files: int | None = None, bound: str = ""
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a process of its own, with some streams closed or few files allowed.

    ``bound`` is a command that runs it with fewer rights.
    """

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    command = " ".join(f"'{word}'" for word in (sys.executable, "-m", "pipeline", *words))
    return subprocess.run(
        ["sh", "-c", f"exec {bound} {command} {closed}"], cwd=cwd, capture_output=True,
        preexec_fn=limit, timeout=300, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from pipeline.store.jsonl import write_records

    folder = tmp_path_factory.mktemp("faults")
    write_records(make_records(1, 5), folder / "in.jsonl")
    (folder / "book.toml").write_text(BOOK.format(more="has_pdf = false"))
    (folder / "site.toml").write_bytes(SITE)
    (folder / "collection.toml").write_text('[collection]\nsources = ["in.jsonl"]\n')
    (folder / "words.txt").write_text("\n".join(["no puzzle"] * 3))
    (folder / "bytes.bin").write_bytes(bytes(range(256)))
    (folder / "folder").mkdir()
    (folder / FOREIGN).write_bytes((folder / "in.jsonl").read_bytes())
    return folder


COMMANDS = (
    ("filter", "{}"), ("grade", "{}"), ("verify", "{}"), ("export", "{}"), ("import", "{}"),
    ("solve", "{}"), ("report", "{}", "--out", "made"), ("render", "{}", "--out", "made"),
    ("book", "{}", "--config", "book.toml", "-o", "made.pdf"),
    ("book", "in.jsonl", "--config", "{}", "-o", "made.pdf"), ("preflight", "{}"),
    ("run", "{}", "--out", "made"), ("sheet", "{}", "--out", "made"),
    ("site", "{}", "--out", "made"), ("collection", "{}", "--out", "made"),
    ("library", "add", "{}"), ("library", "find", "--library", "{}"),
    ("library", "show", "--library", "{}"), ("verify", "in.jsonl", "--book", "{}"),
    ("verify", "in.jsonl", "--proof", "{}"), ("cover", "--config", "{}", "-o", "made.pdf"),
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_each_command_ends_with_a_message_whatever_a_name_is(
    words: tuple[str, ...], folder: Path
) -> None:
    for name in ("none", "folder", "words.txt", "bytes.bin", "in.jsonl/below", "x" * 300, ""):
        done = run_program(*(word.replace("{}", name) for word in words), cwd=folder)
        assert "Traceback" not in done.stderr, (name, done.stderr)
        assert done.returncode in (0, 1, 2, 3, 4), (name, done.stderr)


@pytest.mark.parametrize("command", ["filter", "import", "export", "verify"])
def test_names_that_are_not_utf_8_are_read_and_said(command: str, folder: Path) -> None:
    for words in ((FOREIGN,), (FOREIGN + "none",), ("in.jsonl", "-o", f"{FOREIGN}/out")):
        if command == "verify" and "-o" in words:
            continue
        done = run_program(command, *words, cwd=folder)
        assert "Traceback" not in done.stderr, (words, done.stderr)
        assert done.returncode in (0, 2, 3)


@pytest.mark.part(4)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_were_closed_before_the_start(closed: str, folder: Path) -> None:
    done = start("export", "in.jsonl", cwd=folder, closed=closed)
    assert b"Traceback" not in done.stderr, done.stderr
    is_lost = ">&-" in closed.replace("2>&-", "")
    assert done.returncode == (2 if is_lost else 0), done.stderr
    if not is_lost:
        assert done.stdout == (folder / "in.jsonl").read_bytes()
    into = start("export", "in.jsonl", "-o", "copy.jsonl", cwd=folder, closed=closed)
    assert into.returncode == 0
    assert (folder / "copy.jsonl").read_bytes() == (folder / "in.jsonl").read_bytes()


@pytest.mark.dear
def test_a_machine_with_few_open_files_says_so(folder: Path) -> None:
    for words in (("run", "book.toml", "--out", "few", "--jobs", "1"), ("export", "in.jsonl")):
        for files in (6, 20):
            done = start(*words, cwd=folder, files=files)
            if b"__main__" in done.stderr or b"Fatal" in done.stderr:
                continue  # Python itself does not come up
            assert b"Traceback" not in done.stderr, (files, done.stderr.decode()[-800:])
            assert done.returncode in (0, 1, 2)


def _zip(*files: tuple[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return stream.getvalue()


def test_spoilt_archives_are_named(folder: Path) -> None:
    whole = _zip(("a.jsonl", (folder / "in.jsonl").read_bytes()), ("b.txt", b"x" * 500))
    spoilt = [whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
              for at in range(0, len(whole), 20)]  # fmt: skip
    for data in (*spoilt, whole[: len(whole) // 2], whole[-40:]):
        (folder / "some.zip").write_bytes(data)
        done = run_program("import", "some.zip", "-o", "out.jsonl", cwd=folder)
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode in (0, 2, 4)


def test_grades_that_no_grade_is_are_refused_or_reported(folder: Path, tmp_path: Path) -> None:
    import json

    record = json.loads((folder / "in.jsonl").read_text())
    changes: list[dict[str, object]] = [
        {"nodes": []}, {"score": "9" * 400}, {"score": "1." + "1" * 400}, {"nodes": [10**400]},
        {"score": "-5"},
    ]  # fmt: skip
    for change in changes:
        changed = {**record, "grade": {**record["grade"], **change}}
        (tmp_path / "in.jsonl").write_text(json.dumps(changed) + "\n")
        for words in (("report", "in.jsonl", "--out", "made"), ("library", "add", "in.jsonl")):
            done = run_program(*words, cwd=tmp_path)
            assert "Traceback" not in done.stderr, (change, words, done.stderr)
            assert done.returncode in (0, 2)


def test_a_site_with_a_foreign_day_names_it(folder: Path) -> None:
    for data in (b"\xff\xfe", b"", b"[]", b'{"id":"0000000000000000"}'):
        day = folder / "www" / "daily" / "2026-11-16.json"
        day.parent.mkdir(parents=True, exist_ok=True)
        day.write_bytes(data)
        words = ("site", "site.toml", "--out", "www", "--trust", "--jobs", "1")
        done = run_program(*words, cwd=folder)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert "2026-11-16.json" in done.stderr


def test_a_library_that_is_not_utf_8_is_named(folder: Path, tmp_path: Path) -> None:
    run_program("library", "add", str(folder / "in.jsonl"), cwd=tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "library.db", isolation_level=None)) as db:
        db.execute("UPDATE puzzle SET kind = CAST(x'61ff' AS TEXT)")
    for command in ("find", "show", "export"):
        done = run_program("library", command, cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert "library.db: Could not decode to UTF-8" in done.stderr
    done = run_program("library", "check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "library: 1 faults\n")
    assert done.stdout.startswith("puzzle 1: expected kind in UTF-8, found other bytes")
    done = run_program("library", "check", str(folder / "in.jsonl"), cwd=tmp_path)
    assert done.returncode == 3


def test_a_library_can_be_read_where_nothing_can_be_written(folder: Path, tmp_path: Path) -> None:
    assert run_program(
        "library", "add", str(folder / "in.jsonl"), cwd=tmp_path
    ).returncode == 0  # fmt: skip
    bound = "setpriv --bounding-set=-dac_override" if os.getuid() == 0 else ""
    if bound and shutil.which("setpriv") is None:
        pytest.skip("root may write anywhere, and setpriv is not there")
    tmp_path.chmod(0o555)
    try:
        assert subprocess.run([*bound.split(), "touch", "x"], cwd=tmp_path, check=False).returncode
        done = start("library", "find", cwd=tmp_path, bound=bound)
        assert (done.returncode, done.stderr) == (0, b"")
        assert len(done.stdout.splitlines()) == len((folder / "in.jsonl").read_text().splitlines())
    finally:
        tmp_path.chmod(0o755)


MOST_MB = 400
PIPE = """
import json, os, subprocess, sys
program, count, target = sys.argv[1:]
stages = {
    "generate": "numberlink --size 4x4 --rule no-touch --seed 1 --count".split() + [count],
    "filter": [],
    "grade": [],
}
processes, source = {}, subprocess.DEVNULL
for stage, words in stages.items():
    out = open(target, "wb") if stage == "grade" else subprocess.PIPE
    process = subprocess.Popen(
        [program, stage, *words], stdin=source, stdout=out, stderr=subprocess.DEVNULL
    )
    source, processes[stage] = process.stdout, process
used = {}
for stage, process in processes.items():
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, stage
    used[stage] = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
print(json.dumps(used))
"""
"""A process of its own starts the stages: a child counts the memory of its parent as its own."""


@pytest.mark.dear
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs POSIX")
@pytest.mark.parametrize("count", [200, pytest.param(100_000, marks=pytest.mark.slow)])
def test_many_puzzles_pass_in_constant_memory(program: str, count: int, tmp_path: Path) -> None:
    target = tmp_path / "graded.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", PIPE, program, str(count), str(target)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    used = json.loads(done.stdout)
    print({stage: round(megabytes) for stage, megabytes in used.items()})
    assert max(used.values()) < MOST_MB, used
    with target.open("rb") as graded:
        assert sum(1 for _ in graded) > count // 2


Run = Callable[..., tuple[int, str]]
GOOD = {
    "kind": "numberlink",
    "puzzle": {"rows": 2, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [2, 0, 2]]},
    "schema": 1,
}


@pytest.fixture
def run(puzzlepress, tmp_path: Path) -> Run:
    """Return a function that runs a command beside the huge file: exit code and what it said."""

    def go(*words: str) -> tuple[int, str]:
        done = puzzlepress(*words, cwd=tmp_path)
        return done.returncode, done.stderr

    return go


@pytest.fixture
def huge(tmp_path: Path) -> str:
    """Return the name of a file of four gigabytes that takes no room."""
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2**32)
    return "huge"


READERS = {
    "filter": (["filter", "{}"], "huge:1: expected lines of at most"),
    "grade": (["grade", "{}"], "huge:1: expected lines of at most"),
    "import": (["import", "{}"], "huge: expected a file of at most"),
    "solve": (["solve", "{}"], "huge: expected a file of at most"),
    "run": (["run", "{}"], "huge: expected a file of at most"),
    "mask": (
        ["generate", "numberlink", "--size", "5x5", "--seed", "1", "--set", "mask={}"],
        "mask: huge: expected a file of at most",
    ),
    "preflight": (["preflight", "{}"], "huge: expected a PDF file"),
}


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("name", "source"),
    [*((name, "/dev/zero") for name in READERS), ("filter", "huge"), ("import", "huge")],
)
def test_a_reader_refuses(run: Run, huge: str, tmp_path: Path, name: str, source: str) -> None:
    if source == "/dev/zero" and not Path(source).exists():
        pytest.skip(f"needs {source}")
    words, expected = READERS[name]
    code, said = run(*(word.format(source) for word in words))
    assert code == 2, said
    assert expected.replace("huge", source) in said
    assert "Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == [huge]


def test_a_pdf_of_gigabytes_is_refused(run: Run, huge: str, tmp_path: Path) -> None:
    with (tmp_path / huge).open("r+b") as file:
        file.write(b"%PDF-1.4\n")
    code, said = run("preflight", huge)
    assert (code, "expected at most 1000 MB, found 4295" in said) == (2, True), said


def test_records_are_limited_by_line_and_not_in_number(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit for whole files that a few records go beyond stands for the real one."""
    line = json.dumps(GOOD) + "\n"
    monkeypatch.setattr(limits.read_whole, "__defaults__", (len(line), b""))
    (tmp_path / "many.jsonl").write_text(line * 50)
    code, said = run("import", "many.jsonl", "-o", "out.jsonl")
    assert code == 0, said
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 50
    (tmp_path / "grids.txt").write_text("3 2\n1.1\n2.2\n" * 50)
    code, said = run("import", "grids.txt")
    assert (code, "found a larger one" in said) == (2, True), said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_with_a_name_is_read_as_it_arrives(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = json.dumps(GOOD) + "\n"
    with ThreadPoolExecutor(1) as pool:
        pool.submit(pipe.write_text, text * 3 + "\xff\n")
        code, said = run("import", "pipe", "-o", "out.jsonl")
    assert (code, "pipe:4:" in said) == (4, True), said
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 3
    with ThreadPoolExecutor(1) as pool:
        pool.submit(pipe.write_bytes, b"%PDF-1.4")
        code, said = run("preflight", "pipe")
    assert (code, "found a pipe" in said) == (2, True), said
