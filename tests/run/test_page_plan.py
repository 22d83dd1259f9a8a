"""Pages planned before anything is made are those of the finished book."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.model import ConfigError
from pipeline.run.execution import Workers
from pipeline.run.page_plan import describe_pages, describe_work, plan_book
from pipeline.run.run_config import make_plan, run_config
from pipeline.stages.book import load_book_config

CONFIG = """\
seed = 5
pictures = "none"
[book]
title = "Small Book"
author = "A. Setter"
year = 2026
trim = "6x9"
style = "large-print"
[[section]]
title = "First"
kind = "numberlink"
size = ["5x5", "7x7"]
count = 5
[[section]]
title = "Second"
kind = "hashi"
size = "7x7"
count = 2
"""


def test_the_plan_is_the_finished_book(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG)
    config = load_book_config(tmp_path / "small.toml")
    book = plan_book(config, make_plan(config))
    lines = list(describe_pages(book))
    with Workers(1) as workers:
        (result,) = run_config(config, tmp_path / "out", workers)
    assert result.book is not None
    assert lines[0] == f"{result.book.pages} pages"
    assert sum(int(line.split()[1]) for line in lines[1:] if line[:1] == " ") == result.book.pages
    assert any("section 1: 5 puzzles" in line for line in lines)
    assert any(line.startswith("spine, Amazon KDP") for line in lines)
    assert any("the last page is left to the printer's marks" in line for line in lines)


def test_a_book_longer_than_it_may_be_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(CONFIG.replace("year", "pages = 12\nyear"))
    config = load_book_config(tmp_path / "small.toml")
    with (
        Workers(1) as workers,
        pytest.raises(ConfigError, match=r"small.toml:6: book.pages: .*7 puzzles make .* fit"),
    ):
        run_config(config, tmp_path / "out", workers)
    assert not (tmp_path / "out" / "10-generated.jsonl").read_text()


STRICT = ("numberlink", "7x7", 'rule = "no-touch"\nband = "hard"')
"""No rule but the first has measures, and of its boards none of this size is hard."""


@pytest.mark.parametrize(
    ("sections", "begins"),
    [
        ([STRICT], "how long the puzzles take is not measured. A"),
        ([("numberlink", "7x7", "")], "about 1 second of one processor"),
        ([("hashi", "7x7", ""), STRICT], "about 1 second of one processor"),
    ],
)
def test_a_time_is_told_where_it_was_measured(
    tmp_path: Path, sections: list[tuple[str, str, str]], begins: str
) -> None:
    text = CONFIG.split("[[section]]")[0] + "".join(
        f'[[section]]\ntitle = "{kind}"\nkind = "{kind}"\nsize = "{size}"\ncount = 9\n{more}\n'
        for kind, size, more in sections
    )
    (tmp_path / "small.toml").write_text(text)
    first, *costs = describe_work(make_plan(load_book_config(tmp_path / "small.toml")))
    assert first.startswith(begins)
    assert ("and what is not measured" in first) == (len(sections) > 1)
    assert len(costs) == len(sections)


def test_a_kind_without_rates_is_said_to_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.run.page_plan.band_costs", lambda *_: {})
    (tmp_path / "small.toml").write_text(CONFIG)
    first, *costs = describe_work(make_plan(load_book_config(tmp_path / "small.toml")))
    assert first == "how long the puzzles take is not measured. A puzzle costs:"
    assert costs[-1] == "hashi 7x7: not measured"
