"""What `run` says before it works for long."""

from pathlib import Path

import pytest

from pipeline.commands.books import MANY, run

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
