"""preflight, cover and verify --book as commands: exit codes, JSON, and words for bad input."""

import json
from pathlib import Path

from tests.preflight.pdfs import make_pdf, text


def test_preflight_of_a_good_book(puzzlepress, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "book.pdf")
    done = puzzlepress("preflight", str(path))
    assert done.returncode == 0, done.stdout
    assert "0 failed" in done.stdout


def test_preflight_of_a_bad_book(puzzlepress, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "book.pdf", lambda canvas, n: text(canvas, 99, 99, "tiny", 5))
    done = puzzlepress("preflight", str(path), "--printer", "kdp", "--json")
    assert done.returncode == 3
    report = json.loads(done.stdout)
    assert report["outcomes"]["failed"] == 32
    assert {f["rule"] for f in report["findings"] if f["outcome"] == "failed"} == {"type"}


def test_preflight_refuses_what_it_cannot_use(puzzlepress, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "book.pdf", pages=2)
    for arguments in (
        [str(tmp_path / "missing.pdf")],
        [str(path), "--printer", "nobody"],
        [str(path), "--config", str(tmp_path / "missing.toml")],
        [str(path), "--printers", str(tmp_path / "missing.toml")],
        [str(path), "--printer", "kdp", "--paper", "newsprint"],
    ):
        done = puzzlepress("preflight", *arguments)
        assert done.returncode == 2, arguments
        assert "Traceback" not in done.stderr
        assert "puzzlepress: error: " in done.stderr


def test_cover_writes_template_and_cover(puzzlepress, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "book.pdf", pages=120)
    template, cover = tmp_path / "template.pdf", tmp_path / "cover.pdf"
    done = puzzlepress(
        "cover", str(path), "--printer", "kdp", "--paper", "white", "-o", str(template),
        "--finished", str(cover), "--author", "A. Author",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert template.read_bytes()[:5] == cover.read_bytes()[:5] == b"%PDF-"
    assert "spine 6.86 mm" in done.stderr


def test_verify_needs_a_run_beside_the_book(puzzlepress, tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "book.pdf", pages=2)
    done = puzzlepress("verify", "--book", str(path))
    assert done.returncode == 2
    assert "30-graded.jsonl" in done.stderr
