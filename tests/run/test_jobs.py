"""How many processes a run has where nobody says."""

import os
from pathlib import Path

import pytest

from pipeline.run.execution import default_jobs
from pipeline.run.jobs import fitting_jobs
from pipeline.stages.books.book import load_book_config

CONFIG = """\
seed = 1
[book]
title = "T"
author = "A"
year = 2027
[[section]]
title = "One"
kind = "numberlink"
"""


@pytest.fixture(autouse=True)
def _four_processors_and_compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(4), raising=False)
    monkeypatch.setattr("pipeline.run.jobs.missing_parts", lambda _: [])


def jobs_of(folder: Path, *lines: str) -> int:
    path = folder / "book.toml"
    path.write_text("\n".join([CONFIG, *lines]))
    return fitting_jobs(load_book_config(path).sections)


@pytest.mark.parametrize(
    ("lines", "jobs"),
    [
        (['size = "7x7"', "count = 20"], 1),
        (['size = "7x7"', "count = 200"], 4),  # 6 s for pages and pictures
        (['size = "50x50"', "count = 10"], 4),  # large boards take long
        (['size = "7x7"', "count = 2", 'percentile = "10:20"'], 4),  # who knows how many it takes
        (['size = "16x16"', "count = 10"], 1),
        (['size = "16x16"', "count = 10", 'quality = "best of 20"'], 4),
    ],
)
def test_less_work_than_workers_need_to_start_is_done_in_one_process(
    tmp_path: Path, lines: list[str], jobs: int
) -> None:
    assert jobs_of(tmp_path, *lines) == jobs


def test_kernels_are_compiled_on_all_processors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.run.jobs.missing_parts", lambda kinds: [*kinds])
    assert jobs_of(tmp_path, 'size = "7x7"', "count = 2") == default_jobs() == 4
