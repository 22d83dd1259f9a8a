"""A run without a book: records and pictures, and pages are never tried."""

import json
import re
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import PipelineError, Record
from pipeline.run import run_config
from pipeline.run.execution import Workers
from pipeline.stages.books.book import load_book_config
from pipeline.store.jsonl import read_records
from pipeline.store.run_folder import BOOK, GRADED, IMAGES

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
    grades = [record.grade for demand in result.selection.demands for record in demand.taken]
    assert len(grades) == 3
    assert all(one and 0.14 <= float(one.score) <= 0.15 for one in grades)
    assert all(one and one.percentile and 60 <= one.percentile <= 80 for one in grades)
    assert result.counts["surplus"]


def test_a_book_that_is_made_is_typeset_again_without_a_plan_or_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[str] = []
    for name in ("plan_book", "compile_kernels"):
        real = getattr(run_config, name)
        monkeypatch.setattr(
            run_config,
            name,
            lambda *args, name=name, real=real: (planned.append(name), real(*args)),
        )
    path, folder = tmp_path / "book.toml", tmp_path / "out"
    text = CONFIG.replace("has_pdf = false", 'trim = "6x9"')
    with Workers(1) as workers:
        path.write_text(text)
        (first,) = run_config.run_config(load_book_config(path), folder, workers)
        assert planned == ["compile_kernels", "plan_book"]
        path.write_text(re.sub("title = .*", 'title = "Another"', text, count=1))
        (second,) = run_config.run_config(load_book_config(path), folder, workers)
        assert len(planned) == 2
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

    run(CONFIG, folder)
    before = (folder / GRADED).read_bytes()
    more = CONFIG.replace("count = 2", "count = 5")
    result = run(more, folder)
    assert (folder / GRADED).read_bytes().startswith(before)
    assert "2 puzzles of the earlier order are kept, and 3 are new" in "".join(result.notes)
    fresh = run(more, tmp_path / "fresh")
    assert result.keys == fresh.keys
    pictures = [sorted(one.read_bytes() for one in (to / IMAGES).iterdir())
                for to in (folder, tmp_path / "fresh")]  # fmt: skip
    assert pictures[0] == pictures[1]
    for other in (CONFIG, more.replace("seed = 5", "seed = 6")):
        with pytest.raises(PipelineError, match="another configuration"):
            run(other, folder)


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
        return kind.quality.rank(clues, kind.decode_solution(clues, record.solution))

    ranks = {record.id: rank(record) for record in made}
    assert len(listed) == 2
    assert len(made) >= 6
    left = [one for name, one in ranks.items() if name not in listed]
    assert min(ranks[name] for name in listed) >= max(left)
