"""A run without a book: records and pictures, and pages are never tried."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pipeline.config.run import RunConfig
from pipeline.kinds import get_kind
from pipeline.model import PipelineError, Record
from pipeline.run import page_plan, plan, run_config, volumes
from pipeline.run.execution import Workers
from pipeline.stages.books.book import load_book_config
from pipeline.stages.books.selection import Selection
from pipeline.store.jsonl import read_records
from pipeline.store.run_folder import BOOK, GRADED, IMAGES
from tests.known import the
from tests.refusals import refused

CONFIG = """\
seed = 5

[book]
title = "Pictures"
author = "A. Setter"
year = 2026
has_pdf = false

[[section]]
title = "Übung"
kind = "numberlink"
size = "5x5"
rule = "no-touch"
count = 2
"""


def test_without_a_book_there_are_records_and_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plan_book(*_: object) -> None:
        raise AssertionError("no page is laid out, so none can be too small for a board")

    monkeypatch.setattr(run_config, "plan_book", plan_book)
    path = tmp_path / "site.toml"
    path.write_text(CONFIG)
    folder = tmp_path / "out"
    with Workers(1) as workers:
        (result,) = run_config.run_config(load_book_config(path), folder, workers)
    assert result.book is None
    assert not result.shortfalls
    assert [line for line in result.summary() if "everything is in" in line]
    ids = {record.id for record in read_records(folder / GRADED)}
    names = {path.name for path in (folder / IMAGES).iterdir()}
    text = (folder / "puzzles.json").read_text(encoding="utf-8")
    listed = json.loads(text)
    assert len(listed) == 2
    assert text.startswith('[\n {\n  "number": 1,\n')
    rows = list(csv.DictReader((folder / "puzzles.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["files"].split() for row in rows] == [one["files"] for one in listed]
    scores = {one.id: one.grade and one.grade.score for one in read_records(folder / GRADED)}
    assert [one["score"] for one in listed] == [scores[one["id"]] for one in listed]
    assert text.count('"Übung"') == 2
    assert {puzzle["id"] for puzzle in listed} <= ids
    assert {file for puzzle in listed for file in puzzle["files"]} == {
        f"{IMAGES}/{name}" for name in names
    }
    assert all(puzzle["page"] is None for puzzle in listed)
    assert (folder / "puzzles.csv").read_text().splitlines()[1].startswith("1,Übung,,,")
    assert names == {
        f"{number:03}-{puzzle['band']}-5x5{part}.{form}"
        for number, puzzle in enumerate(listed, 1)
        for part in ("", "-solution")
        for form in ("png", "svg")
    }
    assert not (folder / BOOK).exists()


def test_a_section_prints_only_grades_of_its_range(tmp_path: Path) -> None:
    path = tmp_path / "ranked.toml"
    asked = CONFIG.replace("count = 2", 'count = 3\nscore = "0.14:0.15"\npercentile = "60:80"')
    path.write_text(asked)
    with Workers(1) as workers:
        (result,) = run_config.run_config(load_book_config(path), tmp_path / "out", workers)
    taken = (puzzle for demand in result.selection.demands for puzzle in demand.taken)
    grades = [puzzle.record.grade for puzzle in taken]
    assert len(grades) == 3
    assert all(one and 0.14 <= float(one.score) <= 0.15 for one in grades)
    assert all(one and one.percentile and 60 <= one.percentile <= 80 for one in grades)
    assert result.counts["surplus"]


def test_a_book_that_is_made_is_typeset_again_without_a_plan_or_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[str] = []

    def watched(name: str, real: Callable[..., Any], *args: Any) -> Any:
        planned.append(name)
        return real(*args)

    for name in ("plan_book", "compile_kernels"):
        real = getattr(run_config, name)
        monkeypatch.setattr(run_config, name, partial(watched, name, real))
    path, folder = tmp_path / "book.toml", tmp_path / "out"
    text = CONFIG.replace("has_pdf = false", 'trim = "6x9"')
    with Workers(1) as workers:
        path.write_text(text)
        (first,) = run_config.run_config(load_book_config(path), folder, workers)
        assert planned == ["compile_kernels", "plan_book"]
        path.write_text(re.sub("title = .*", 'title = "Another"', text, count=1))
        (tmp_path / "mine.pdf").write_text("mine")
        (folder / BOOK).unlink()
        (folder / BOOK).symlink_to(tmp_path / "mine.pdf")
        (second,) = run_config.run_config(load_book_config(path), folder, workers)
        assert len(planned) == 2
        assert (tmp_path / "mine.pdf").read_text() == "mine", "no link is followed"
        assert first.book is not None
        assert second.book is not None
        assert second.book.pages == first.book.pages
        # what cannot be printed is refused all the same
        path.write_text(text.replace('"6x9"', '"51x52mm"'))
        with pytest.raises(PipelineError):
            run_config.run_config(load_book_config(path), folder, workers)
        (folder / "10-generated.jsonl").unlink()
        path.write_text(text)
        run_config.run_config(load_book_config(path), folder, workers)
        assert len(planned) == 4


@pytest.mark.parametrize("choice", ["printed", "all", "none"])
def test_pictures_are_those_that_are_asked_for(choice: str, tmp_path: Path) -> None:
    path, folder = tmp_path / "book.toml", tmp_path / "out"
    asked = CONFIG.replace("count = 2", 'count = 1\nscore = "0.14:9"')
    path.write_text(f'pictures = "{choice}"\n{asked}')
    with Workers(1) as workers:
        run_config.run_config(load_book_config(path), folder, workers)
    graded = [record.id for record in read_records(folder / GRADED)]
    assert len(graded) > 1  # one is printed
    drawn = {"printed": ["001-"], "all": graded, "none": []}[choice]
    names = [one.name for one in folder.glob(f"{IMAGES}/*.png")]
    assert len(names) == 2 * len(drawn)
    assert all(name.startswith(tuple(drawn)) for name in names)
    (listed,) = json.loads((folder / "puzzles.json").read_text())
    assert len(listed["files"]) == (0 if choice == "none" else 4)
    assert all((folder / name).is_file() for name in listed["files"])


def test_a_run_that_is_asked_for_more_keeps_what_it_has(tmp_path: Path) -> None:
    path, folder = tmp_path / "site.toml", tmp_path / "out"

    def run(text: str, to: Path) -> run_config.RunResult:
        path.write_text(text)
        with Workers(1) as workers:
            return run_config.run_config(load_book_config(path), to, workers)[0]

    assert run(CONFIG.replace("count = 2", "count = 1"), folder).notes == []
    before = (folder / GRADED).read_bytes()
    more = CONFIG.replace("count = 2", "count = 5")
    result = run(more, folder)
    assert (folder / GRADED).read_bytes().startswith(before)
    assert "the run was extended from 1 to 5 puzzles" in "".join(result.notes)
    fresh = run(more, tmp_path / "fresh")
    assert (result.keys, fresh.notes) == (fresh.keys, [])
    pictures = [sorted(one.read_bytes() for one in (to / IMAGES).iterdir())
                for to in (folder, tmp_path / "fresh")]  # fmt: skip
    assert pictures[0] == pictures[1]
    for other in (CONFIG, more.replace("seed = 5", "seed = 6")):
        with refused(PipelineError):
            run(other, folder)
    (folder / ".run.json").write_text("{}")  # as of another version
    with refused(PipelineError):
        run(more, folder)


def test_a_run_with_too_few_puzzles_says_so_and_makes_no_book_and_no_further_volume(
    tmp_path: Path,
) -> None:
    path, folder = tmp_path / "book.toml", tmp_path / "out"
    rare = CONFIG.replace("has_pdf = false", 'trim = "6x9"').replace("5x5", "2x2")
    rare = rare.replace("numberlink", "npuzzle").replace('rule = "no-touch"\n', "")
    path.write_text(f'volumes = 2\n{rare}score = "90:99"\n')
    with Workers(1) as workers:
        (result,) = run_config.run_config(load_book_config(path), folder, workers)
    (message,) = result.summary()
    assert message.startswith("too few puzzles: section 'Übung' lacks 2. No book was made")
    assert [one.name for one in folder.iterdir()] == ["volume-1"]
    assert not (folder / "volume-1" / BOOK).exists()
    assert json.loads((folder / "volume-1" / "puzzles.json").read_text()) == []
    assert (folder / "volume-1" / "puzzles.csv").read_text().split() == ["number"]


def test_what_is_written_beside_the_puzzles_is_written_before_the_manifest(tmp_path: Path) -> None:
    path, folder = tmp_path / "book.toml", tmp_path / "out"
    path.write_text(CONFIG)
    found: list[tuple[str, int, bool]] = []

    def finish(config: RunConfig, selection: Selection) -> None:
        count = len(selection.of_section(0))
        found.append((config.book.title, count, (folder / "manifest.json").exists()))

    with Workers(1) as workers:
        run_config.run_config(load_book_config(path), folder, workers, finish=finish)
    assert found == [("Pictures", 2, False)]


def test_pictures_of_no_puzzle_are_removed_from_the_folder(tmp_path: Path) -> None:
    path, folder = tmp_path / "book.toml", tmp_path / "out"
    path.write_text(CONFIG)
    with Workers(1) as workers:
        run_config.run_config(load_book_config(path), folder, workers)
        before = sorted(one.name for one in (folder / IMAGES).iterdir())
        (folder / IMAGES / "003-easy-5x5.png").write_bytes(b"of an earlier version")
        run_config.run_config(load_book_config(path), folder, workers)
        assert sorted(one.name for one in (folder / IMAGES).iterdir()) == before
        (folder / IMAGES).rename(tmp_path / "elsewhere")
        (folder / IMAGES).symlink_to(tmp_path / "elsewhere")
        with refused(PipelineError):  # a link is not followed
            run_config.run_config(load_book_config(path), folder, workers)


def test_the_time_of_a_stage_is_without_that_of_stages_within_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter([0.0, 1.0, 3.12345, 10.0, 20.0, 21.1111])
    monkeypatch.setattr(run_config, "perf_counter", lambda: next(times))
    clock = run_config._Clock()
    with clock.timing("puzzles"), clock.timing("compile"):
        pass
    with clock.timing("compile"):
        pass
    assert clock.seconds == {"compile": 3.234, "puzzles": 7.877}


def test_a_plan_that_is_refused_leaves_no_folder_and_names_the_line(tmp_path: Path) -> None:
    path, folder = tmp_path / "book.toml", tmp_path / "out"
    text = CONFIG.replace("has_pdf = false", 'trim = "a5"').replace('"5x5"', '"50x50"')
    path.write_text(text.replace('rule = "no-touch"', 'rule = "free"'))
    with Workers(1) as workers, pytest.raises(PipelineError) as messages:
        run_config.run_config(load_book_config(path), folder, workers)
    assert re.search(r"book\.toml:12: section 1 size|book\.toml:12: .*size", str(messages.value))
    assert "puzzle 1 (50x50)" in str(messages.value)
    assert not folder.exists()


def test_a_run_prints_the_best_of_as_many_as_a_section_asks_for(tmp_path: Path) -> None:
    path, folder = tmp_path / "best.toml", tmp_path / "out"
    path.write_text(CONFIG + 'quality = "best of 3"\n')
    with Workers(1) as workers:
        run_config.run_config(load_book_config(path), folder, workers)
    made = [*read_records(folder / GRADED)]
    listed = [puzzle["id"] for puzzle in json.loads((folder / "puzzles.json").read_text())]
    kind = get_kind("numberlink")

    def rank(record: Record) -> int:
        clues = kind.decode(record.puzzle)
        return the(kind.quality).rank(clues, kind.decode_solution(clues, the(record.solution)))

    ranks = {record.id: rank(record) for record in made}
    assert len(listed) == 2
    assert len(made) >= 6
    left = [one for name, one in ranks.items() if name not in listed]
    assert min(ranks[name] for name in listed) >= max(left)


def test_what_a_book_asks_for_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new volume of a series too, and one that is made longer."""
    calls: Counter[str] = Counter()
    rooms = {"read_wants": (volumes, page_plan), "start_production": (run_config,)}
    for name, users in rooms.items():
        real = getattr(plan, name)

        def counted(*args: Any, name: str = name, real: Any = real, **named: Any) -> Any:
            calls[name] += 1
            return real(*args, **named)

        for room in users:
            monkeypatch.setattr(room, name, counted)
    path, text = tmp_path / "book.toml", CONFIG.replace("has_pdf = false", 'trim = "6x9"')
    with Workers(1) as workers:
        for count in (2, 3):
            series = f'library = "lines.db"\nseries = "Lines"\n{text}'
            path.write_text(series.replace("count = 2", f"count = {count}"))
            (result,) = run_config.run_config(
                load_book_config(path), tmp_path / f"out-{count}", workers
            )
            assert len(result.keys) == count
            assert calls == {"read_wants": 1, "start_production": 1}
            calls.clear()


@pytest.mark.parametrize("more", ["", "trials = true\n", 'hardest = "global"\n'])
def test_a_section_without_puzzles_names_the_level_that_its_band_implies(
    more: str, tmp_path: Path
) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f"""seed = 5
[book]
title = "A"
author = "B"
year = 2026
[[section]]
title = "Hard"
kind = "sudoku"
size = "9x9"
band = "hard"
count = 1
{more}""")
    config = load_book_config(path)
    hints = [*run_config._implied_levels(config, {"Hard"})]
    missing = run_config.RunResult(tmp_path, None, {"Hard": 1}, {}, [], Selection([]), hints=hints)
    assert missing.summary()[1:] == hints
    assert bool(hints) == (not more)
    assert not hints or hints == [
        "section 'Hard': its band implies hardest = 'set', puzzles that need no trial, of which "
        "there may be hardly any in the band hard; allow others with trials = true in the section"
    ]
