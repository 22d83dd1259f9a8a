"""Runs as volumes of a series: nothing repeats, and a folder once begun needs no library."""

import json
import shutil
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.config.series import SeriesConfig
from pipeline.kinds import get_kind
from pipeline.library import (
    Placement,
    Query,
    Volume,
    add,
    board_key,
    find,
    find_faults,
    list_volumes,
    open_library,
    place,
    placed_records,
    reserved_records,
    withdraw,
)
from pipeline.model import ConfigError, PuzzleFormatError, Record, child_seed
from pipeline.run import run_config as run
from pipeline.run import series as series_room
from pipeline.run.execution import Workers
from pipeline.run.plan import CandidatePool, Production
from pipeline.run.run_config import RunResult
from pipeline.run.series import FrozenVolume
from pipeline.run.volumes import plan_volumes
from pipeline.stages.books.book import load_book_config, load_volume_config, sections_from_records
from pipeline.stages.books.selection import Demand, offer_of
from pipeline.stages.generate import GeneratorOrder
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.jsonl import read_records
from pipeline.store.run_folder import GRADED, LIBRARY
from tests.book.pdf_text import page_texts
from tests.book.sample import make_record
from tests.known import the
from tests.refusals import refused
from tests.run.runs import digests, make, write_config

SERIES = 'library = "lines.db"\nseries = "Lines"\n'


def volumes(library: Path) -> list[tuple[str, int, int]]:
    with open_library(library) as db:
        return [(series, number, count) for series, number, _, _, _, count in list_volumes(db)]


@pytest.mark.parametrize(
    ("count", "first", "last"), [(9, "volume-1", "volume-9"), (10, "volume-01", "volume-10")]
)
def test_numbers_in_names_of_folders_have_as_many_digits_as_the_last(
    count: int, first: str, last: str, tmp_path: Path
) -> None:
    config = load_book_config(write_config(tmp_path / "small.toml", f"volumes = {count}\n"))
    folders = [plan.folder.name for plan in plan_volumes(config, tmp_path)]
    assert (len(folders), folders[0], folders[-1]) == (count, first, last)


def test_a_second_run_is_the_next_volume_and_repeats_nothing(tmp_path: Path) -> None:
    config = write_config(tmp_path / "small.toml", SERIES, has_pdf=True)
    (first,) = make(config, tmp_path / "one")
    assert the(first.book).puzzles == 8
    (second,) = make(config, tmp_path / "two")
    assert not set(first.keys) & set(second.keys)
    assert volumes(tmp_path / "lines.db") == [("Lines", 1, 8), ("Lines", 2, 8)]
    assert "8 new placements in volume 2 of Lines" in "\n".join(second.summary())
    manifest = json.loads((tmp_path / "two" / "manifest.json").read_text())
    assert manifest["counts"]["repeats"] > 0, "equal seeds: the first volume's boards came again"
    assert manifest["config"]["book"]["title"] == "Volume 2"
    with open_library(tmp_path / "lines.db") as db:
        assert list(find_faults(db)) == []
        rows = db.execute("SELECT number, section, page FROM placement WHERE volume = 1").fetchall()
    assert [row["number"] for row in rows] == list(range(1, 9))
    assert {row["section"] for row in rows} == {"Small", "Easy"}
    assert all(row["page"] > 1 for row in rows)
    (again,) = make(config, tmp_path / "two")
    assert "0 new placements" in "\n".join(again.summary())
    assert volumes(tmp_path / "lines.db") == [("Lines", 1, 8), ("Lines", 2, 8)]


def test_a_folder_is_made_again_without_its_library(tmp_path: Path) -> None:
    config = write_config(tmp_path / "small.toml", SERIES)
    make(config, tmp_path / "one")
    make(config, tmp_path / "two")
    before = digests(tmp_path / "two")
    (tmp_path / "lines.db").unlink()
    (tmp_path / "again").mkdir()
    shutil.copy(tmp_path / "two" / "00-library.jsonl", tmp_path / "again")
    (result,) = make(config, tmp_path / "again")
    assert digests(tmp_path / "again") == before
    assert "nothing was recorded" in "\n".join(result.summary())
    make(config, tmp_path / "two")
    assert digests(tmp_path / "two") == before
    assert not (tmp_path / "lines.db").exists()


def test_several_volumes_in_one_run(tmp_path: Path) -> None:
    config = write_config(tmp_path / "small.toml", "volumes = 3\n")
    results = make(config, tmp_path / "out")
    keys = [key for result in results for key in result.keys]
    assert len(keys) == len(set(keys)) == 24
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "volume-1", "volume-2", "volume-3",
    ]  # fmt: skip
    titles = [json.loads((result.folder / "manifest.json").read_text())["config"]["book"]["title"]
              for result in results]  # fmt: skip
    assert titles == ["Volume 1", "Volume 2", "Volume 3"]
    made = [list(read_records(result.folder / GRADED)) for result in results]
    seeds = [{one.provenance and one.provenance.seed for one in some} for some in made]
    assert seeds == [{child_seed(5, "volume", number)} for number in (1, 2, 3)]
    before = digests(tmp_path / "out")
    shutil.rmtree(tmp_path / "out" / "volume-2")
    make(config, tmp_path / "out")
    assert digests(tmp_path / "out") == before


def test_several_volumes_follow_those_of_the_library(tmp_path: Path) -> None:
    one = write_config(tmp_path / "one.toml", SERIES)
    make(one, tmp_path / "one")
    two = write_config(tmp_path / "two.toml", SERIES + "volumes = 2\n")
    make(two, tmp_path / "two")
    assert volumes(tmp_path / "lines.db") == [("Lines", n, 8) for n in (1, 2, 3)]
    with open_library(tmp_path / "lines.db") as db:
        assert list(find_faults(db)) == []


def make_stock(folder: Path) -> list[Record]:
    """Return puzzles of a run with another seed."""
    config = write_config(folder / "stock.toml")
    config.write_text(config.read_text().replace("seed = 5", "seed = 6"))
    make(config, folder / "stock")
    return list(read_records(folder / "stock" / GRADED))


def test_puzzles_come_from_the_library_first(tmp_path: Path) -> None:
    stock = make_stock(tmp_path)
    with open_library(tmp_path / "lines.db", is_new=True) as db:
        add(db, stock)
        used = stock[0]
        place(db, Volume("Lines", 1), [Placement(used, 1)])
    top = SERIES + 'source = "library"\n'
    config = write_config(tmp_path / "small.toml", top)
    (result,) = make(config, tmp_path / "out")
    with open_library(tmp_path / "lines.db") as db:
        ids = {json.loads(line)["id"] for line in placed_records(db, "Lines", 2)}
    assert len(ids) == len(result.keys) == 8
    held = {record.id for record in stock}
    assert used.id not in ids
    assert len(ids & held) >= 6
    lines = (tmp_path / "out" / "00-library.jsonl").read_text().splitlines()
    assert len(lines) == 1 + len([one for one in lines if '"record"' in one]) > 6
    with open_library(tmp_path / "lines.db") as db:
        assert reserved_records(db, "Lines 2") == [], "what was held is placed"
        assert len(placed_records(db, "Lines", 2)) == 8
        free = {one.id for one in find(db, Query(), 999)}
        rows = db.execute("SELECT number, page FROM placement WHERE volume = 2").fetchall()
    assert not free & ids
    assert sorted(map(tuple, rows)) == [(number, None) for number in range(1, 9)]
    (tmp_path / "lines.db").unlink()
    (tmp_path / "again").mkdir()
    shutil.copy(tmp_path / "out" / LIBRARY, tmp_path / "again")
    make(config, tmp_path / "again")
    assert digests(tmp_path / "again") == digests(tmp_path / "out")


def test_a_kill_between_freezing_and_the_book_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock = make_stock(tmp_path)
    with open_library(tmp_path / "lines.db", is_new=True) as db:
        add(db, stock)
    shutil.copy(tmp_path / "lines.db", tmp_path / "copy.db")
    top = SERIES + 'source = "library"\n'
    make(write_config(tmp_path / "whole.toml", top.replace("lines", "copy")), tmp_path / "whole")
    config = write_config(tmp_path / "small.toml", top)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    for room, name in (
        (series_room, "_write"),
        (series_room, "give_taken"),
        (run, "record_volume"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(room, name, die)
            with pytest.raises(KeyboardInterrupt):
                make(config, tmp_path / "out")
    with open_library(tmp_path / "lines.db") as db:
        assert len(reserved_records(db, "Lines 1")) == 8
    make(config, tmp_path / "out")
    assert digests(tmp_path / "out") == digests(tmp_path / "whole")
    assert volumes(tmp_path / "lines.db") == [("Lines", 1, 8)]


def test_a_volume_can_be_taken_back_and_made_again(tmp_path: Path) -> None:
    config = write_config(tmp_path / "small.toml", SERIES + "volume = 4\n")
    make(config, tmp_path / "one")
    config.write_text(config.read_text().replace("seed = 5", "seed = 6"))
    with refused(ConfigError):
        make(config, tmp_path / "two")
    with open_library(tmp_path / "lines.db") as db:
        assert withdraw(db, "Lines", 4) == 8
    make(config, tmp_path / "two")
    assert volumes(tmp_path / "lines.db") == [("Lines", 4, 8)]


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ('source = "library"', "source: expected a library"),
        ('series = "S"', "series: expected a library"),
        ("date = 2027-03-01", "date: expected a library"),
        ("no_repeat = 2", "no_repeat: expected a library or volumes"),
        ('library = "a.db"', "library: expected the name of a series"),
        ("volumes = 0", "volumes: expected a whole number"),
        ('library = "a.db"\nseries = "S"\ndate = "soon"', "date: expected a day"),
    ],
)
def test_keys_that_do_not_go_together_are_named(tmp_path: Path, top: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load_book_config(write_config(tmp_path / "small.toml", top + "\n"))


def test_a_volume_that_is_recorded_with_other_puzzles_is_refused_first(tmp_path: Path) -> None:
    top = SERIES + "volume = 1\n"
    config = write_config(tmp_path / "small.toml", top)
    make(write_config(tmp_path / "plain.toml"), tmp_path / "plain")
    with open_library(tmp_path / "lines.db", is_new=True) as db:
        known = [*read_records(tmp_path / "plain" / GRADED)][::2]
        add(db, (one.with_(provenance=None) for one in known))  # boards that others found, too
    make(config, tmp_path / "one")
    (again,) = make(config, tmp_path / "two")
    assert "0 new placements" in "\n".join(again.summary()), "the same puzzles may be made again"
    text = config.read_text()
    for other in (text.replace("seed = 5", "seed = 6"), text.replace("count = 6", "count = 4")):
        config.write_text(other)
        with refused(ConfigError):
            make(config, tmp_path / "three", machines=_no_machines)  # type: ignore[arg-type]
        assert not (tmp_path / "three").exists()


def _no_machines(*_: object, **__: object) -> object:
    raise AssertionError("nothing may be made")


def test_folders_of_volumes_are_named_by_their_numbers(tmp_path: Path) -> None:
    make(write_config(tmp_path / "one.toml", SERIES), tmp_path / "one")
    config = write_config(tmp_path / "more.toml", SERIES + "volumes = 2\n")
    results = make(config, tmp_path / "more")
    assert [result.folder.name for result in results] == ["volume-2", "volume-3"]
    again = make(config, tmp_path / "more")
    assert [result.folder.name for result in again] == ["volume-2", "volume-3"]
    assert volumes(tmp_path / "lines.db") == [("Lines", number, 8) for number in (1, 2, 3)]
    manifest = json.loads((tmp_path / "more" / "volume-3" / "manifest.json").read_text())
    assert manifest["config"]["cover"]["volume"] == 3
    assert manifest["config"]["cover"]["series"] == "Lines"


def test_one_isbn_for_several_volumes_is_refused(tmp_path: Path) -> None:
    config = write_config(tmp_path / "small.toml", "volumes = 3\n")
    config.write_text(config.read_text().replace("[book]", '[book]\nisbn = "978-3-16-148410-0"'))
    with refused(ConfigError):
        load_book_config(config)


ISBNS = ["978-3-16-148410-0", "978-0-306-40615-7", "978-1-86197-271-2"]


def printed_words(folder: Path) -> str:
    with pikepdf.open(folder / "book.pdf") as book:
        return " ".join(" ".join(texts) for texts in page_texts(book))


def test_each_volume_has_its_isbn_and_a_later_one_is_added_later(tmp_path: Path) -> None:
    path = write_config(tmp_path / "small.toml", SERIES + "volume = 1\nvolumes = 2\n", has_pdf=True)
    before = path.read_text()

    def isbn(numbers: list[str]) -> list[RunResult]:
        path.write_text(before.replace("[book]", f"[book]\nisbn = {numbers}"))
        return make(path, tmp_path / "out")

    first, second = isbn(ISBNS[:1])
    assert ISBNS[0] in printed_words(first.folder)
    assert "ISBN" not in printed_words(second.folder)
    old = (first.folder / "book.pdf").read_bytes()
    results = isbn(ISBNS[:2])
    assert [r.folder.name for r in results] == ["volume-1", "volume-2"]
    assert (first.folder / "book.pdf").read_bytes() == old, "an unchanged reprint has equal bytes"
    assert not any("may have changed" in line for r in results for line in r.summary())
    assert ISBNS[1] in printed_words(second.folder)
    assert ISBNS[0] not in printed_words(second.folder)
    settings = load_volume_config(path, second.folder)
    assert settings.book.own_isbn == ISBNS[1], "as the cover, the dossier and the EPUB have it"
    with refused(ConfigError):
        isbn(ISBNS)
    with refused(ConfigError):
        isbn(ISBNS[:1] * 2)


def test_author_and_imprint_of_a_placed_volume_can_be_corrected(tmp_path: Path) -> None:
    path = write_config(tmp_path / "small.toml", SERIES + "volume = 1\n", has_pdf=True)
    (before,) = make(path, tmp_path / "out")
    path.write_text(
        path.read_text().replace("A. Setter", "Ada Setter").replace("year", 'publisher = "P"\nyear')
    )
    (after,) = make(path, tmp_path / "out")
    assert after.keys == before.keys
    words = printed_words(after.folder)
    assert "Ada Setter" in words
    assert "A. Setter" not in words
    records = read_records(after.folder / GRADED)
    (section, *_) = sections_from_records(
        records, load_volume_config(path, after.folder), after.folder
    )
    assert {one.credit and one.credit.author for one in section.records} == {"Ada Setter"}
    assert volumes(tmp_path / "lines.db") == [("Lines", 1, 8)]


@pytest.mark.parametrize("has_library", [False, True])
@settings(max_examples=12, deadline=None)
@given(volumes=st.integers(1, 6), no_repeat=st.integers(0, 7) | st.none())
def test_no_board_occurs_twice_within_the_distance(
    tmp_path_factory: pytest.TempPathFactory, has_library: bool, volumes: int, no_repeat: int | None
) -> None:
    """Each volume takes the first two of the boards that it may have."""
    folder = tmp_path_factory.mktemp("series")
    library = folder / "lines.db" if has_library else None
    name = "Lines" if has_library else ""
    stock = [make_record(4, 4, seed) for seed in range(2 * volumes)]
    made: list[list[str]] = []
    for index in range(volumes):
        first = None if has_library else 1 + index
        series = SeriesConfig(name, library, "generate", no_repeat, first, volumes, None)
        place_of = folder / str(index)
        place_of.mkdir()
        frozen = series_room.freeze(series, Production([]), place_of, made)
        free = [one for one in stock if board_key(one) not in frozen.excluded][:2]
        made.append([board_key(one) for one in free])
        placements = [Placement(one, k, "All", None) for k, one in enumerate(free, 1)]
        series_room.record_placements(series, frozen.number, "Lines", placements)
    for index, keys in enumerate(made):
        near = made[:index] if no_repeat is None else made[max(0, index - no_repeat) : index]
        assert not set(keys) & {key for other in near for key in other}
        if no_repeat is not None and index > no_repeat:
            assert set(keys) & set(made[index - no_repeat - 1]), "and no more is left out"


@pytest.mark.parametrize("top", ["", "volume = 1\n"])
def test_isbns_are_those_of_the_volumes_in_turn(tmp_path: Path, top: str) -> None:
    path = write_config(tmp_path / "small.toml", SERIES + "volumes = 2\n" + top)
    path.write_text(path.read_text().replace("[book]", f"[book]\nisbn = {ISBNS[:2]}"))
    config = load_book_config(path)
    own = [series_room.name_volume(series_room.volume_config(config, k), k + 1) for k in (0, 1)]
    assert [one.book.isbn for one in own] == ISBNS[:2]


def pool(count: int) -> CandidatePool:
    params = get_kind("numberlink").parse_params(5, 5, "free", {})
    return CandidatePool(GeneratorOrder("numberlink", params, 1), [Demand(0, None, count)])


def test_only_puzzles_that_may_be_printed_come_from_the_library(tmp_path: Path) -> None:
    records = [make_record(5, 5, seed) for seed in range(8)]
    with open_library(tmp_path / "lines.db", is_new=True) as db:
        add(db, [one.with_(grade=None) if k % 2 else one for k, one in enumerate(records)])
    series = SeriesConfig("Lines", tmp_path / "lines.db", "library", None, None, None, None)
    frozen = series_room.freeze(series, Production([pool(8)]), tmp_path)
    assert {record.id for _, _, record in frozen.taken} == {one.id for one in records[::2]}


def settled(series: SeriesConfig, count: int, folder: Path) -> FrozenVolume:
    """Return the volume of a folder that was frozen before and is to have so many puzzles."""
    production = Production([pool(count)])
    frozen = series_room.settle_volume(series, production, folder, is_extended=True)
    assert production.pools[0].missing == 0
    return frozen


def test_a_volume_that_grows_takes_what_it_lacks_from_the_library_and_keeps_the_rest(
    tmp_path: Path,
) -> None:
    records = [make_record(5, 5, seed) for seed in range(8)]
    with open_library(tmp_path / "lines.db", is_new=True) as db:
        add(db, records)
    series = SeriesConfig("Lines", tmp_path / "lines.db", "library", None, None, None, None)
    frozen = series_room.freeze(series, Production([pool(2)]), tmp_path)
    assert settled(series, 2, tmp_path) == frozen
    longer = settled(series, 5, tmp_path)
    assert longer.taken[:2] == frozen.taken
    assert len({record.id for _, _, record in longer.taken}) == 5
    assert series_room.freeze(series, Production([pool(5)]), tmp_path) == longer, "it is stored"
    made = pool(6)
    production = Production([made])
    series_room.give_taken(production, longer)
    production.selection.give(offer_of(read_puzzle(make_record(5, 5, 99))), made.demands[0])
    series_room.freeze_production(longer, production, tmp_path)
    whole = series_room.freeze(series, Production([pool(6)]), tmp_path)
    taken = [puzzle.record for puzzle in made.demands[0].taken]
    assert [record.id for _, _, record in whole.taken] == [one.id for one in taken]


def test_a_run_that_grows_before_it_is_recorded_takes_more_from_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_library(tmp_path / "lines.db", is_new=True) as db:
        add(db, make_stock(tmp_path))
    config = write_config(tmp_path / "small.toml", f'{SERIES}source = "library"\n')
    longer = config.read_text()

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    def taken() -> list[str]:
        return (tmp_path / "out" / LIBRARY).read_text().splitlines()[1:]

    config.write_text(longer.replace("count = 6", "count = 2"))
    with monkeypatch.context() as patch:
        patch.setattr(run, "record_volume", die)
        with pytest.raises(KeyboardInterrupt):
            make(config, tmp_path / "out")
    before = taken()
    config.write_text(longer)
    (result,) = make(config, tmp_path / "out")
    assert [note for note in result.notes if "extended from 4 to 8 puzzles" in note]
    assert taken()[: len(before)] == before
    assert len(taken()) - len(before) == 4


def test_taken_puzzles_go_to_the_sections_that_still_want_them() -> None:
    """Such as where one asks for fewer, or for another size, by now."""
    wanted = pool(1)
    one, other, third = (make_record(5, 5, seed) for seed in range(3))
    key = wanted.order.key()
    taken = (0, "another order", other), (0, key, one), (0, key, third), (1, key, other)
    series_room.give_taken(Production([wanted]), FrozenVolume(1, (), taken))
    assert [puzzle.record for puzzle in wanted.demands[0].taken] == [one]


@pytest.mark.parametrize(("text", "line"), [("", 1), ("{}\n", 1), ("{head}\n{}\n", 2)])
def test_damaged_answers_of_the_library_are_named_by_file_and_line(
    tmp_path: Path, text: str, line: int
) -> None:
    series = SeriesConfig("", None, "generate", None, 1, 1, None)
    series_room.freeze(series, Production([]), tmp_path)
    head = (tmp_path / LIBRARY).read_text().strip()
    (tmp_path / LIBRARY).write_text(text.replace("{head}", head))
    with pytest.raises(PuzzleFormatError, match=rf"{LIBRARY}:{line}: .*start again in another"):
        series_room.freeze(series, Production([]), tmp_path)


def raise_count(config: Path) -> None:
    config.write_text(config.read_text().replace("count = 6", "count = 8"))


@pytest.mark.parametrize("top", [f"volumes = 2\n{SERIES}", SERIES, f"volume = 1\n{SERIES}"])
def test_a_recorded_volume_is_never_replaced(tmp_path: Path, top: str) -> None:
    config = write_config(tmp_path / "small.toml", top, has_pdf=True)
    made = make(config, tmp_path / "out")
    before, recorded = digests(tmp_path), volumes(tmp_path / "lines.db")
    raise_count(config)
    for is_fresh, found in ((False, "another configuration"), (True, "--fresh")):
        reason = f"found {found} for volume 1 of 'Lines', which the library records with 8"
        with Workers(1) as workers, pytest.raises(ConfigError, match=reason):
            run.run_config(load_book_config(config), tmp_path / "out", workers, is_fresh=is_fresh)
    config.write_text(config.read_text().replace("count = 8", "count = 6"))
    assert digests(tmp_path) == before
    assert volumes(tmp_path / "lines.db") == recorded
    again = make(config, tmp_path / "out")
    assert [one.keys for one in again] == [one.keys for one in made]


def test_fresh_starts_unrecorded_volumes_again_under_their_numbers(tmp_path: Path) -> None:
    config = write_config(tmp_path / "small.toml", f"volumes = 2\n{SERIES}", has_pdf=True)
    make(config, tmp_path / "out")
    with open_library(tmp_path / "lines.db") as db:
        withdraw(db, "Lines", 2)
    kept = digests(tmp_path / "out" / "volume-1")
    with Workers(1) as workers:
        run.run_config(load_book_config(config), tmp_path / "out", workers, is_fresh=True)
    assert digests(tmp_path / "out" / "volume-1") == kept
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["volume-1", "volume-2", "volume-2.old-1"]
    assert volumes(tmp_path / "lines.db") == [("Lines", 1, 8), ("Lines", 2, 8)]
    with open_library(tmp_path / "lines.db") as db:
        withdraw(db, "Lines", 1)
    with Workers(1) as workers:
        run.run_config(load_book_config(config), tmp_path / "out", workers, is_fresh=True)
    assert volumes(tmp_path / "lines.db") == [("Lines", 1, 8), ("Lines", 2, 8)]
    with open_library(tmp_path / "lines.db") as db:
        for number in (1, 2):
            withdraw(db, "Lines", number)
    raise_count(config)
    with Workers(1) as workers:
        run.run_config(load_book_config(config), tmp_path / "out", workers, is_fresh=True)
    assert volumes(tmp_path / "lines.db") == [("Lines", 1, 10), ("Lines", 2, 10)]
