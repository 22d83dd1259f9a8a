"""What `run` says before it works for long."""

import re
from pathlib import Path

import pytest

from pipeline.commands.books import MANY, run
from tests.program import message_of, run_program

CONFIG = """
seed = 1
[book]
title = "T"
author = "A"
year = 2026
[[section]]
title = "S"
kind = "hashi"
size = "7x7"
count = {count}
"""


@pytest.mark.parametrize("count", [MANY, 100_000])
def test_a_dry_run_of_many_puzzles_says_at_once_that_it_takes_a_while(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 100,000 it was silent for minutes."""
    said: list[tuple[str, str]] = []
    config = tmp_path / "many.toml"
    config.write_text(CONFIG.format(count=count))

    def plan_book(*_: object) -> None:
        said.append(capsys.readouterr())

    monkeypatch.setattr("pipeline.run.page_plan.plan_book", plan_book)
    monkeypatch.setattr("pipeline.run.page_plan.describe_pages", lambda _: ())
    run(config, dry_run=True)
    out, err = said[0]
    assert out.startswith("kernels: ")
    assert "of one processor for the puzzles" in out
    assert ("laying out 100,000 puzzles" in err) == (count > MANY)


SHEET = """\
seed = 1
[sheet]
size = "260x380mm"
issues = 3
[book]
title = "B"
author = "A"
year = 2027
[[section]]
title = "S"
kind = "hashi"
size = ["7x7", "9x9"]
count = 4
[[section]]
title = "T"
kind = "sudoku"
size = "6x6"
count = 1
"""


@pytest.mark.part(4)
@pytest.mark.parametrize("ending", [None, "png", "svg", "pdf"])
def test_a_dry_run_of_a_sheet_makes_nothing_but_the_picture_that_is_asked_for(
    ending: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.run.sheet.run_config", None)
    (tmp_path / "mag.toml").write_text(SHEET)
    words = [] if ending is None else ["--picture", f"page.{ending}"]
    done = run_program("sheet", "mag.toml", "--dry-run", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "of one processor for the puzzles" in done.stdout
    assert "3 pages of 260 x 380 mm, 5 puzzles on each" in done.stdout
    assert re.search(r"section 1: hashi 7x7, 9x9: 4 puzzles, cells of [\d. to]+ mm", done.stdout)
    assert re.search(r"section 2: sudoku 6x6: 1 puzzle, cells of [\d. to]+ mm", done.stdout)
    assert ("with samples" in done.stderr) is (ending is not None)
    names = ["mag.toml"] if ending is None else ["mag.toml", f"page.{ending}"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    begins = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", None: b""}[ending]
    assert begins in (tmp_path / names[-1]).read_bytes()[:200]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--picture", "page.png"], "--picture is for --dry-run"),
        (["--dry-run", "--picture", "page.jpeg"], r"expected a file that ends in .* 'page.jpeg'"),
        (["--dry-run", "--picture", "page"], r"expected a file that ends in .* found 'page'"),
        (["--dry-run", "--picture", "no/page.png"], "no/page.png"),
    ],
)
def test_a_picture_that_cannot_be_written_is_refused(
    words: list[str], message: str, tmp_path: Path
) -> None:
    (tmp_path / "mag.toml").write_text(SHEET)
    assert re.search(message, message_of("sheet", "mag.toml", *words, cwd=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mag.toml"]
