import datetime
import os
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from unittest.mock import Mock

import pytest

from pipeline.config.site_settings import load_site_config
from pipeline.library import list_volumes, open_library
from pipeline.model import ConfigError, Credit, Status, StoreError
from pipeline.model.kind_folders import KindFolder
from pipeline.run import kind_changes, series
from pipeline.run import site as room
from pipeline.run.execution import Workers
from pipeline.run.progress import Reporter
from pipeline.run.site import SiteResult, make_site
from pipeline.store.jsonl import read_records, write_records
from pipeline.store.run_folder import KINDS
from tests.refusals import refused
from tests.web.site_sample import START, make_records, make_sample, write_config

GENERATED = """\
seed = "5e1d0c9b8a7f6e5d4c3b2a1908f7e6d5"
[site]
title = "Made"
base_url = "https://puzzles.example/"
author = "A. Author"
start = 2026-11-16
days = {days}
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
kind = "hashi"
size = "5x5"
"""


def build(config: Path, out: Path, as_of: datetime.date | None = None, jobs: int = 1) -> SiteResult:
    with Workers(jobs) as workers:
        work = config.parent / "work"
        return make_site(load_site_config(config), out, work, workers, as_of=as_of)


def contents(folder: Path) -> Mapping[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_site_has_its_pages_pictures_and_prints(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=3)
    result = build(config, tmp_path / "www", START + datetime.timedelta(days=1))
    written = contents(tmp_path / "www")
    assert result.puzzles == 5
    assert sum(path.startswith("pictures/") for path in written) == 10
    assert sum(path.endswith(".pdf") for path in written) == 5
    answers = [path for path in written if path.startswith("answers/")]
    assert sorted(path.rsplit(".")[-1] for path in answers) == ["html", "svg"]
    for path, data in written.items():
        if path.endswith(".pdf"):
            assert data.startswith(b"%PDF-")
    hidden = [path.name for path in (tmp_path / "www").rglob(".*")]
    assert hidden == [".htaccess"]


def test_the_next_day_changes_nothing_that_was_published(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=4)
    build(config, tmp_path / "www", START)
    before = contents(tmp_path / "www")
    build(config, tmp_path / "www", START + datetime.timedelta(days=2))
    after = contents(tmp_path / "www")
    assert set(before) <= set(after)
    kept = [path for path in before if not path.endswith((".html", ".xml", "feed.json"))]
    assert {path for path in kept if after[path] != before[path]} == {"today.json"}


def test_a_puzzle_that_is_left_out_changes_no_earlier_day(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=4)
    build(config, tmp_path / "www")
    before = [r.id for r in read_records(tmp_path / "days.jsonl")]
    write_config(tmp_path, days=3).write_text(f'leave_out = ["{before[1]}"]\n{config.read_text()}')
    write_records(make_records(4, 100), tmp_path / "days.jsonl")
    site = room.read_schedule(load_site_config(config), tmp_path / "work")
    assert [day.record.id for day in site.days] == [before[0], *before[2:]]
    with refused(ConfigError):
        build(config, tmp_path / "www")


def test_a_schedule_is_not_read_before_it_is_made(tmp_path: Path) -> None:
    config = tmp_path / "site.toml"
    config.write_text(GENERATED.format(days=2))
    for _ in range(2):
        with refused(ConfigError):
            room.read_schedule(load_site_config(config), tmp_path / "work")
    build(config, tmp_path / "www")
    site = room.read_schedule(load_site_config(config), tmp_path / "work")
    assert [day.record.id for day in site.days] == [
        record.id for record in read_records(*(tmp_path / "work").glob("daily*/30-graded.jsonl"))
    ]
    config.write_text(GENERATED.format(days=40))
    with refused(ConfigError):
        room.read_schedule(load_site_config(config), tmp_path / "work")


def test_pictures_that_exist_are_kept(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=1)
    build(config, tmp_path / "www")
    kept = sorted((tmp_path / "www").glob("p*/*.[ps]*"))
    assert {path.suffix for path in kept} == {".pdf", ".png", ".svg"}
    for path in kept:
        path.write_bytes(b"mine")
    build(config, tmp_path / "www")
    assert all(path.read_bytes() == b"mine" for path in kept)


def test_a_site_without_paper_has_pictures_for_links_and_nothing_to_print(tmp_path: Path) -> None:
    build(write_config(tmp_path, days=1, more='paper = "none"'), tmp_path / "www")
    endings = [path.rpartition("-")[2] for path in contents(tmp_path / "www")]
    assert endings.count("link.png") == 4
    assert not [ending for ending in endings if ending.endswith(".pdf")]


class Counts(Reporter):
    def __init__(self) -> None:
        self.expected, self.done = Counter[str](), Counter[str]()

    def expect(self, stage: str, more: int) -> None:
        self.expected[stage] += more

    def advance(self, stage: str) -> None:
        self.done[stage] += 1


def test_each_stage_has_as_many_items_as_it_announces(tmp_path: Path) -> None:
    config, counts = load_site_config(write_config(tmp_path, days=3)), Counts()
    as_of = START + datetime.timedelta(days=2)
    with Workers(1) as workers:
        make_site(
            config, tmp_path / "www", tmp_path / "work", workers, as_of=as_of, reporter=counts
        )
    assert counts.done == counts.expected == {"render": 6 + 2, "print": 2 * 6}
    assert set(counts.done) < {*room.STAGES}


def test_files_of_the_owner_are_left_alone(tmp_path: Path) -> None:
    """In ``own/`` whatever they are called; beside the pages where no page is called so."""
    config = write_config(tmp_path, days=1)
    build(config, tmp_path / "www")
    own = {"own/index.html": b"mine", "own/daily/site.css": b"mine", "own/.part": b"mine",
           "ads.txt": b"mine", "daily/notes.txt": b"mine"}  # fmt: skip
    for path, data in own.items():
        (tmp_path / "www" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "www" / path).write_bytes(data)
    write_config(tmp_path, days=2, title="Another")
    build(config, tmp_path / "www")
    after = contents(tmp_path / "www")
    assert b"Another" in after["index.html"], "it was made again"
    assert {path: after.get(path) for path in own} == own


def test_what_a_killed_site_left_goes_at_the_next(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    build(config, tmp_path / "www")
    whole = contents(tmp_path / "www")
    for name in whole:
        path = tmp_path / "www" / name
        path.with_name(f".{path.name}.99999912.part").touch()
    build(config, tmp_path / "www")
    assert contents(tmp_path / "www") == whole


def test_days_to_come_are_never_left_lying_about(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=3)
    build(config, tmp_path / "www")
    with refused(ConfigError):
        build(config, tmp_path / "www", START)


def test_a_published_day_keeps_its_puzzle(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=2)
    build(config, tmp_path / "www", START)
    write_records(make_records(2, 777), tmp_path / "days.jsonl")
    with refused(ConfigError):
        build(config, tmp_path / "www", START)


def test_a_skipped_day_gets_no_puzzle_and_the_others_keep_theirs(tmp_path: Path) -> None:
    whole = make_sample(tmp_path, days=4).days
    day = START + datetime.timedelta(days=1)
    some = make_sample(tmp_path, days=4, more=f"skip = [{day}]").days
    assert [(entry.date, entry.record.id) for entry in some] == [
        (entry.date, entry.record.id) for entry in whole if entry.date != day
    ]


def test_a_day_that_has_appeared_cannot_be_skipped(tmp_path: Path) -> None:
    build(write_config(tmp_path, days=2), tmp_path / "www", START)
    config = write_config(tmp_path, days=2, more=f"skip = [{START}]")
    with refused(ConfigError):
        build(config, tmp_path / "www", START)


def test_solutions_may_not_lie_in_what_is_served(tmp_path: Path) -> None:
    config = load_site_config(write_config(tmp_path, days=1))
    (tmp_path / "link").symlink_to(tmp_path)
    for work in ("www/work", "www", "other/../www/work", "link/www/work"):
        with (
            Workers(1) as workers,
            refused(ConfigError),
        ):
            make_site(config, tmp_path / "www", tmp_path / work, workers)
    with Workers(1) as workers, refused(ConfigError):
        make_site(config, tmp_path / "other" / ".." / "www", tmp_path / "www" / "work", workers)
    assert not (tmp_path / "www").exists()


def test_puzzles_that_are_not_proved_are_refused(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=1)
    record = make_records(1, 5)[0]
    unsure = record.with_(verdict=type(record.verdict)(status=Status.UNDECIDED))
    write_records([unsure], tmp_path / "days.jsonl")
    with refused(ConfigError):
        build(config, tmp_path / "www")


def test_a_commercial_site_refuses_what_may_not_be_sold(tmp_path: Path) -> None:
    credit = Credit(author="B. Setter", licence="CC-BY-NC-4.0")
    config = write_config(tmp_path, days=1, more="commercial = true", credit=credit)
    with refused(ConfigError):
        build(config, tmp_path / "www")
    assert not (tmp_path / "www").exists()


def test_too_few_records_make_no_site(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=3)
    write_records(make_records(2, 100), tmp_path / "days.jsonl")
    result = build(config, tmp_path / "www")
    assert (result.puzzles, result.files) == (0, 0)
    assert result.shortfalls == {"records days.jsonl": 1}
    assert "too few puzzles" in result.summary()[0]
    assert not (tmp_path / "www").exists()


@pytest.mark.dear
def test_made_puzzles_are_resumed_and_the_same_for_more_days_and_workers(tmp_path: Path) -> None:
    def make(name: str, days: int, jobs: int = 1) -> Mapping[str, bytes]:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        config = folder / "site.toml"
        config.write_text(GENERATED.format(days=days), encoding="utf-8")
        build(config, folder / "www", jobs=jobs)
        return contents(folder / "www")

    short = make("a", 2)
    longer = make("a", 4)
    fresh = make("b", 4, jobs=2)
    assert longer == fresh
    days = [path for path in short if path.startswith("daily/") and path.endswith(".json")]
    assert len(days) == 2
    assert all(longer[path] == short[path] for path in days)
    assert len([*(tmp_path / "a" / "work").iterdir()]) == 1, "nothing was set aside"
    work = b"".join(contents(tmp_path / "a" / "work").values())
    assert b'"seed"' in work
    assert b'"seed"' not in b"".join(longer.values())


def test_work_of_another_licence_is_refused_with_what_the_command_can_do(tmp_path: Path) -> None:
    config = tmp_path / "site.toml"
    made = GENERATED.format(days=1)
    config.write_text(made.replace("days = 1", 'days = 1\nlicence = "CC BY 4.0"'))
    build(config, tmp_path / "www")
    (log,) = (tmp_path / "work").rglob("*graded.jsonl")
    (record,) = read_records(log)
    assert record.credit == Credit("A. Author", licence="CC BY 4.0")
    config.write_text(made)
    with refused(ConfigError) as caught:
        build(config, tmp_path / "www")
    assert "--fresh" not in str(caught.value)
    assert "--out" not in str(caught.value)


def test_records_with_another_answer_are_refused(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=1)
    (record,), (other,) = make_records(1, 100), make_records(1, 101)
    write_records([record.with_(solution=other.solution)], tmp_path / "days.jsonl")
    with refused(ConfigError):
        build(config, tmp_path / "www")
    assert not (tmp_path / "www").exists()


LIBRARY = 'library = "library.db"\nseries = "Sites"\n'


def all_placements(folder: Path) -> list[tuple[str, int, str]]:
    with open_library(folder / "library.db") as db:
        rows = db.execute(
            "SELECT date, placement.number, key FROM placement "
            "JOIN puzzle ON puzzle.number = puzzle "
            "ORDER BY volume, placement.number"
        )
        return [tuple(row) for row in rows]


def make_volume(folder: Path, name: str, days: int, top: str = LIBRARY) -> Mapping[str, bytes]:
    config, work = folder / f"{name}.toml", folder / f"{name}-work"
    config.write_text(top + GENERATED.format(days=days), encoding="utf-8")
    with Workers(1) as workers:
        result = make_site(load_site_config(config), folder / name, work, workers)
    assert result.puzzles == days
    return contents(folder / name)


def test_a_site_is_a_volume_that_grows_and_repeats_no_other(tmp_path: Path) -> None:
    make_volume(tmp_path, "first", 2)
    make_volume(tmp_path, "second", 2)  # of the same seed: without the library, the same puzzles
    placed = all_placements(tmp_path)
    assert [row[:2] for row in placed] == [("2026-11-16", 1), ("2026-11-17", 2)] * 2
    assert len({key for _, _, key in placed}) == 4
    grown = make_volume(tmp_path, "first", 4)
    assert [row[1] for row in all_placements(tmp_path)] == [1, 2, 3, 4, 1, 2]
    with open_library(tmp_path / "library.db") as db:
        assert [row[:4] for row in list_volumes(db)] == [
            ("Sites", 1, "Made", "site"),
            ("Sites", 2, "Made", "site"),
        ]
    (tmp_path / "library.db").unlink()
    assert make_volume(tmp_path, "first", 4) == grown


def test_a_site_takes_puzzles_from_the_library_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_volume(tmp_path, "first", 2, LIBRARY.replace("Sites", "Others"))
    stock = all_placements(tmp_path)
    opened = Mock(wraps=open_library)
    monkeypatch.setattr(series, "open_library", opened)
    two = make_volume(tmp_path, "second", 3, LIBRARY + 'source = "library"\n')
    assert opened.call_count == 2  # asked once, reported once
    placed = all_placements(tmp_path)[2:]
    assert sorted(key for *_, key in placed[:2]) == sorted(key for *_, key in stock)
    assert placed[2][2] not in {key for *_, key in stock}
    more = make_volume(tmp_path, "second", 4, LIBRARY + 'source = "library"\n')
    days = [path for path in two if path.startswith("daily/") and path.endswith(".json")]
    assert len(days) == 3
    assert all(two[path] == more[path] for path in days)


def test_the_summary_has_the_policy_that_own_html_needs(tmp_path: Path) -> None:
    plain = build(write_config(tmp_path, days=1), tmp_path / "plain")
    assert plain.summary() == [
        f"site: 4 puzzles, {plain.files} pages and records in {plain.folder}"
    ]
    (tmp_path / "foot.html").write_text('<script src="https://count.example/x.js"></script>')
    config = write_config(tmp_path, days=1, more='theme.footer = "foot.html"')
    policy = "note: own HTML needs this Content-Security-Policy: default-src 'self'"
    assert build(config, tmp_path / "www").summary()[1].startswith(policy)
    config.write_text(LIBRARY + config.read_text())
    placed, note = build(config, tmp_path / "www").summary()[1].splitlines()
    assert "4 new placements in volume 1 of Sites" in placed
    assert note.startswith(policy)


def test_files_that_stay_the_same_are_not_written_again(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=1)
    build(config, tmp_path / "www")
    written = [path for path in (tmp_path / "www").rglob("*") if path.is_file()]
    for path in written:
        os.utime(path, (1, 1))
    build(config, tmp_path / "www")
    assert {path.stat().st_mtime for path in written} == {1.0}


def test_a_stream_keeps_its_folder_and_number_from_release_to_release(tmp_path: Path) -> None:
    config = tmp_path / "site.toml"
    config.write_text(GENERATED.format(days=1) + 'band = "medium"\n')
    loaded = load_site_config(config)
    ((stream, count),) = loaded.streams.values()
    assert room._folder_name(stream.name) == "daily-hashi-5x5-connected-2-medium-dacfb8ba"
    assert room._pool(loaded, stream, count).demands[0].section == 0xDACFB8BA
    assert len(room._folder_name(f"{stream.name} {100 * 'x'}")) == 69, "file systems have limits"


def test_numbers_in_the_library_leave_room_for_more_days_and_packs(tmp_path: Path) -> None:
    config = write_config(tmp_path, days=2)
    every = "days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']"
    write_records(make_records(2, 500), tmp_path / "more.jsonl")
    write_records(make_records(1, 600), tmp_path / "other.jsonl")
    config.write_text(
        f"{LIBRARY}{config.read_text()}"
        f"[[daily]]\n{every}\ngame = 'more'\ntitle = 'More'\nrecords = 'more.jsonl'\n"
        "[[pack]]\ntitle = 'Other'\nslug = 'other'\nrecords = 'other.jsonl'\ncount = 1\n"
    )
    build(config, tmp_path / "www")
    assert [number for _, number, _ in all_placements(tmp_path)] == [
        *(1, 2), *(100_000, 100_001, 100_002), 200_000, *(10_000_001, 10_000_002),
    ]  # fmt: skip


def test_a_site_warns_of_puzzles_from_before_a_change_of_their_kind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind = tmp_path / "hashi"
    kind.mkdir()
    (kind / "kind.py").write_text("A = 1\n")
    foreign = {"hashi": KindFolder("hashi", kind, str(kind))}
    monkeypatch.setattr(kind_changes, "kind_folders", lambda: foreign)
    (tmp_path / "site.toml").write_text(GENERATED.format(days=1), encoding="utf-8")
    assert "warning" not in "".join(build(tmp_path / "site.toml", tmp_path / "www").summary())
    (kind / "texts.en.toml").write_text("")
    assert "warning" not in "".join(build(tmp_path / "site.toml", tmp_path / "www").summary())
    (kind / "kind.py").write_text("A = 2\n")
    for _ in range(2):
        (_, warning) = build(tmp_path / "site.toml", tmp_path / "www").summary()
        assert warning.startswith("warning: the kind hashi has changed since puzzles in ")
        assert warning.endswith("choose another folder with --work, or delete this one")
    (note,) = tmp_path.rglob(KINDS)
    for damaged in ("[1]", "{"):
        note.write_text(damaged)
        with refused(StoreError):
            build(tmp_path / "site.toml", tmp_path / "www")
    shutil.rmtree(tmp_path / "work")
    assert "warning" not in "".join(build(tmp_path / "site.toml", tmp_path / "www").summary())
