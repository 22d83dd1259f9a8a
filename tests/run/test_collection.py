"""A collection in a folder: every stage, its messages, and going on where it was stopped."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.config.models import CollectionTable
from pipeline.model import ConfigError, Record
from pipeline.run.collection import GRADED, PROVED, CollectionResult, run_collection
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.report.html import listing_page
from pipeline.stages.report.tables import enter_record

TEXT = (
    "# Author: A. Setter\n3 3\n1..\n.2.\n21.\n\n2 1\nab\n\n3 2\na.a\nb.b\n\n"
    "3 2\na.a\n...\n\n2 2\nab\nba\n\n4 1\naabb\n"
)


@pytest.fixture
def config(tmp_path: Path) -> CollectionTable:
    source = tmp_path / "all.txt"
    source.write_text(TEXT)
    return CollectionTable(sources=(str(source),), profile=True)


def run(
    config: CollectionTable, folder: Path, mapper: Mapper = serial, reports: list[str] | None = None
) -> Any:
    said = [] if reports is None else reports
    return run_collection(config, folder, mapper, said.append, lambda records, *_: records)


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    }


def test_the_summary_has_what_there_is() -> None:
    assert [*CollectionResult(imported=2).summary()] == ["collection: 2 puzzles"]
    whole = CollectionResult(3, 1, Counter(unique=2, multiple=1), 1, [Path("report.pdf")])
    assert [*whole.summary()] == [
        "collection: 3 puzzles; 1 multiple, 2 unique",
        "collection: 1 could not be read; they are in 10-rejected.jsonl",
        "collection: 1 have no grade; their records have the reason",
        "report: report.pdf",
    ]


def test_every_stage_leaves_its_file_and_says_how_it_came_out(
    config: CollectionTable, tmp_path: Path
) -> None:
    reports: list[str] = []
    result = run(config, tmp_path / "out", reports=reports)
    assert (result.imported, result.rejected, result.ungraded) == (5, 1, 0)
    assert result.verdicts == {"unique": 3, "multiple": 1, "unsolvable": 1}
    assert reports == [f"{tmp_path}/all.txt:8: {reports[0].split(': ', 1)[1]}"]
    lines = (tmp_path / "out" / GRADED).read_text().splitlines()
    first = json.loads(lines[0])
    assert first["credit"]["author"] == "A. Setter"
    assert first["grade"]["band"] == "easy"
    assert first["verdict"]["rule_profile"]["strongest"]
    assert json.loads(lines[3])["grade_note"] == "no solution under free"
    assert (tmp_path / "out" / "report" / "index.html").stat().st_size > 1000
    assert next(iter(result.summary())) == (
        "collection: 5 puzzles; 1 multiple, 3 unique, 1 unsolvable"
    )


REPORTING = (enter_record, listing_page)


class Killed(BaseException):
    """What stops a run in the middle, as a signal would."""


def stopping(after: int) -> Mapper:
    """Return a mapper that dies at one of its records."""
    left = [after]

    def mapper(function: Callable[[Any], Any], items: Iterable[Any], /) -> Iterator[Any]:
        for item in items:
            if left[0] == 0 and function not in REPORTING:
                raise Killed
            left[0] -= 1
            yield function(item)

    return mapper


def test_a_run_that_is_stopped_anywhere_leaves_the_same_bytes(
    config: CollectionTable, tmp_path: Path
) -> None:
    run(config, tmp_path / "whole")
    folder = tmp_path / "stopped"
    for after in (0, 3, 2, 4):
        with pytest.raises(Killed):
            run(config, folder, stopping(after))
        for name in (PROVED, GRADED):  # what a kill in the middle of a line leaves
            if (folder / name).exists():
                with (folder / name).open("ab") as file:
                    file.write(b'{"schema":1,"ki')
    run(config, folder)
    assert digests(folder) == digests(tmp_path / "whole")


def test_what_is_done_is_not_done_again(config: CollectionTable, tmp_path: Path) -> None:
    run(config, tmp_path / "out")
    run(config, tmp_path / "out", stopping(0))


def test_a_report_lists_what_was_refused_if_nothing_was_read(tmp_path: Path) -> None:
    source = tmp_path / "all.txt"
    source.write_text("2 1\nab\n")
    result = run(CollectionTable(sources=(str(source),)), tmp_path / "out")
    assert (result.imported, result.rejected) == (0, 1)
    page = (tmp_path / "out" / "report" / "index.html").read_text(encoding="utf-8")
    assert "expected each label exactly twice" in page


def test_records_are_passed_to_whoever_watches(config: CollectionTable, tmp_path: Path) -> None:
    seen: list[str] = []

    counts: dict[str, int] = {}
    most = 8

    def watch(records: Iterable[Record], stage: str, count: int) -> Iterator[Record]:
        counts[stage] = count
        for record in records:
            if len(seen) == most:
                raise KeyboardInterrupt
            seen.append(stage)
            yield record

    with pytest.raises(KeyboardInterrupt):
        run_collection(config, tmp_path / "out", serial, print, watch)
    assert counts == {"import": 0, "filter": 5}
    most = 100
    run_collection(config, tmp_path / "out", serial, print, watch)
    assert [seen.count(stage) for stage in ("import", "filter", "grade")] == [10, 5, 5]
    assert counts == {"import": 0, "filter": 2, "grade": 5}


def count_work(config: CollectionTable, folder: Path) -> tuple[Any, int]:
    """Return how a collection came out, and how many records were proved or graded for it."""
    worked = [0]

    def mapper(function: Callable[[Any], Any], items: Iterable[Any], /) -> Iterator[Any]:
        for item in items:
            worked[0] += function not in REPORTING
            yield function(item)

    return run(config, folder, mapper), worked[0]


def test_changed_and_new_sources_are_seen_and_only_new_boards_are_worked_on(
    config: CollectionTable, tmp_path: Path
) -> None:
    source, more = tmp_path / "all.txt", tmp_path / "more.txt"
    config = replace(config, profile=False)
    result, worked = count_work(config, tmp_path / "out")
    assert (result.imported, worked) == (5, 10)  # proved and graded
    source.write_text(source.read_text().replace("4 1\naabb\n", "4 1\nabba\n"))
    more.write_text("3 3\n..1\n..2\n1.2\n\n1 3\na\n.\na\n")
    config = replace(config, sources=(*config.sources, str(more)))
    with pytest.raises(Killed):  # a change is not lost by a kill on the way
        run(config, tmp_path / "out", stopping(1))
    result, worked = count_work(config, tmp_path / "out")
    assert result.imported == 7
    assert worked == 5  # three new boards, of which the killed run proved one
    run(config, tmp_path / "fresh")
    assert digests(tmp_path / "out") == digests(tmp_path / "fresh")
    assert not list((tmp_path / "out").rglob("*.part*"))


EQUAL = (
    "3 2\na.a\nb.b\n",
    "3 3\n1..\n.2.\n21.\n",
    "3 2\na.a\nb.b\n",
    "3 2\na.a\nb.b\n",
    "2 3\nab\n..\nab\n",
)
"""A board three times and once turned, and another."""


def test_equal_boards_of_a_stopped_run_are_worked_on_once(tmp_path: Path) -> None:
    source, folder = tmp_path / "all.txt", tmp_path / "out"
    source.write_text("\n".join(EQUAL))
    config = CollectionTable(sources=(str(source),))
    with pytest.raises(Killed):
        run(config, folder, stopping(1))
    result, worked = count_work(config, folder)
    assert (result.imported, result.rejected) == (5, 0)
    assert worked == 4  # one more board is proved, and three are graded: one of them is turned
    assert result.verdicts == {"unique": 5}
    listed = (folder / "report" / "index.html").read_text(encoding="utf-8")
    assert "5 puzzles" in listed


def test_what_a_stopped_run_proved_is_kept_when_the_sources_change(tmp_path: Path) -> None:
    source, folder = tmp_path / "all.txt", tmp_path / "out"
    source.write_text("\n".join(EQUAL[:2]))
    config = CollectionTable(sources=(str(source),), author="Ada")
    with pytest.raises(Killed):
        run(config, folder, stopping(1))
    with (folder / PROVED).open("ab") as file:
        file.write(b'{"schema":1,"ki')
    source.write_text("\n".join((EQUAL[0], "2 2\nab\nab\n")))
    result, worked = count_work(config, folder)
    assert (result.imported, worked) == (2, 3)
    first = json.loads((folder / GRADED).read_text().splitlines()[0])
    assert first["credit"]["author"] == "Ada"


def test_another_run_in_the_folder_is_reported_without_a_missing_option(
    config: CollectionTable, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".run.json").write_text("{}")
    with pytest.raises(ConfigError) as reports:
        run(config, tmp_path / "out")
    assert "choose another folder" in str(reports.value)
    assert "--fresh" not in str(reports.value)


def test_profiles_asked_for_later_are_proved(config: CollectionTable, tmp_path: Path) -> None:
    run(replace(config, profile=False), tmp_path / "out")
    run(config, tmp_path / "out")
    run(config, tmp_path / "fresh")
    assert digests(tmp_path / "out") == digests(tmp_path / "fresh")
