"""Checkers of others are asked where they are found: stand-ins say here what those say."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.commands.options import CHECK_FAILED
from pipeline.preflight.checkers import find_faults
from pipeline.preflight.findings import Outcome
from pipeline.preflight.preflight import preflight
from pipeline.store.jsonl import write_records
from tests.book.sample import make_record
from tests.book.test_tagged import make
from tests.program import run_program

SaySo = Callable[[str, str, int], Path]

EPUB_FAULT = "ERROR(RSC-005): book.epub/EPUB/nav.xhtml(4,2): Error while parsing file: no title"
UA_FAULT = "FAIL book.pdf ua1"


@pytest.fixture
def say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SaySo:
    """Return a function that puts a stand-in on PATH, and returns where it notes its options."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def put(name: str, words: str, code: int) -> Path:
        asked = tmp_path / "asked"
        path = folder / name
        path.write_text(f"#!/bin/sh\necho \"$@\" >> '{asked}'\necho '{words}'\nexit {code}\n")
        path.chmod(0o755)
        return asked

    return put


@pytest.fixture
def epub(tmp_path: Path) -> list[str]:
    """Return the command that writes an EPUB."""
    records = tmp_path / "records.jsonl"
    write_records([make_record(6, 6, 1)], str(records))
    return ["export", str(records), "--to", "epub", "-o", str(tmp_path / "book.epub")]


def test_an_epub_is_shown_to_epubcheck(say_so: SaySo, epub: list[str]) -> None:
    asked = say_so("epubcheck", "No errors or warnings detected.", 0)
    done = run_program(*epub)
    assert (done.returncode, done.stderr) == (0, "")
    assert asked.read_text().split() == ["--failonwarnings", epub[-1]]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (EPUB_FAULT, 1, EPUB_FAULT),
        ("WARNING(OPF-085): book.epub", 1, "WARNING(OPF-085): book.epub"),
        ("no memory", 9, "epubcheck ended with 9: no memory"),
    ],
)
def test_findings_of_epubcheck_are_reported(
    say_so: SaySo, epub: list[str], words: str, code: int, message: str
) -> None:
    say_so("epubcheck", words, code)
    done = run_program(*epub)
    assert done.returncode == CHECK_FAILED
    assert done.stderr == f"export: {message}\n"


def test_a_checker_that_does_not_end_is_stopped(
    say_so: SaySo, epub: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_so("epubcheck", "", 0)
    (tmp_path / "bin" / "epubcheck").write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    monkeypatch.setattr("pipeline.preflight.checkers.MOST_SECONDS", 0.2)
    done = run_program(*epub)
    assert done.returncode == CHECK_FAILED
    assert done.stderr == "export: epubcheck did not end in 0.2 s and was stopped; run it by hand\n"


def test_an_archive_is_run_by_java(say_so: SaySo, epub: list[str], tmp_path: Path) -> None:
    archive = tmp_path / "bin" / "epubcheck"
    archive.write_bytes(b"PK\3\4")
    archive.chmod(0o755)
    message = "epubcheck is installed and did not start: No such file or directory (java)"
    assert find_faults("epubcheck", epub[-1]) == [message]
    asked = say_so("java", EPUB_FAULT, 1)
    assert find_faults("epubcheck", epub[-1]) == [EPUB_FAULT]
    assert asked.read_text().split()[:2] == ["-jar", str(archive)]


def test_without_a_checker_nothing_is_reported(say_so: SaySo, epub: list[str]) -> None:
    assert find_faults("epubcheck", epub[-1]) is None
    done = run_program(*epub)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("words", "code", "outcome"),
    [("PASS book.pdf ua1", 0, Outcome.PASSED), (UA_FAULT, 1, Outcome.FAILED),
     (UA_FAULT, 0, Outcome.FAILED)],
)  # fmt: skip
def test_a_tagged_book_is_shown_to_verapdf(
    say_so: SaySo, tmp_path: Path, words: str, code: int, outcome: Outcome
) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(make())
    assert preflight(path).worst("book", "accessible") is None, "it is not there"
    asked = say_so("verapdf", words, code)
    assert preflight(path).worst("book", "accessible") is outcome
    assert asked.read_text().split()[-1] == str(path)


def test_a_book_that_is_not_tagged_is_not_shown(say_so: SaySo, tmp_path: Path) -> None:
    asked = say_so("verapdf", UA_FAULT, 1)
    path = tmp_path / "book.pdf"
    path.write_bytes(make(tagged=False))
    assert preflight(path).worst("book", "accessible") is None
    assert not asked.exists()
