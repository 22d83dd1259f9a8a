"""A volume is recorded once and whole; repeats and breaches are counted right."""

import json
from pathlib import Path

import pytest

import pipeline.library
from pipeline.library import (
    Placement,
    Query,
    Rights,
    Volume,
    add,
    board_key,
    excluded_keys,
    find_faults,
    find_standing,
    list_volumes,
    open_library,
    place,
    placed_records,
    read_day,
    reserve,
    reserved_records,
    sharing_volumes,
)
from pipeline.library.volumes import MOST_VOLUMES
from pipeline.model import ConfigError, Status, Verdict
from pipeline.store.jsonl import dump_record
from tests.library.boards import make_records, mirrored
from tests.refusals import refused


@pytest.fixture
def db(tmp_path):
    with open_library(tmp_path / "library.db", is_new=True) as db:
        yield db


def fill(db, series: str, number: int, records, **options) -> int:
    volume = Volume(series, number, **options.pop("volume", {}))
    placements = [Placement(record, n) for n, record in enumerate(records, start=1)]
    return place(db, volume, placements, **options)


def test_a_volume_is_recorded_once(db) -> None:
    records = make_records(4)
    assert fill(db, "S", 1, records[:3]) == 3
    assert fill(db, "S", 1, records[:3]) == 0
    for other in (records[:2], records, records[1:]):
        with refused(ConfigError):
            fill(db, "S", 1, other)
    assert placed_records(db, "S", 1) == list(map(dump_record, records[:3]))
    assert list(list_volumes(db)) == [("S", 1, "", "book", None, 3)]


def test_a_site_grows_and_changes_nothing_recorded(db) -> None:
    records = make_records(4)
    site = {"volume": {"medium": "site", "title": "Daily"}}
    assert fill(db, "Web", 1, records[:2], **site) == 2
    assert fill(db, "Web", 1, records, **site) == 2
    with refused(ConfigError):
        fill(db, "Web", 1, records[::-1], **site)
    assert list(list_volumes(db)) == [("Web", 1, "Daily", "site", None, 4)]


def test_a_repeat_is_refused_whole_mirrored_and_under_another_rule(db) -> None:
    records = make_records(6)
    fill(db, "S", 1, records[:3])
    again = [*records[3:5], mirrored(records[1], "cover")]
    with refused(ConfigError):
        fill(db, "S", 2, again)
    assert len(list(list_volumes(db))) == 1
    assert db.execute("SELECT count(*) FROM puzzle").fetchone()[0] == 3
    with refused(ConfigError):
        fill(db, "S", 2, [records[3], mirrored(records[3], "cover")])
    assert fill(db, "T", 1, again) == 3, "another series may have it"
    fill(db, "S", 2, [records[5]])
    assert fill(db, "S", 3, again, no_repeat=1) == 3
    assert list(find_faults(db, no_repeat=1)) == []
    (fault,) = find_faults(db)
    assert fault == f"S 3, puzzle 3 ({again[2].id}): is in volume 1 as puzzle 2"
    assert list(find_faults(db, series="T")) == []


def test_the_distance_counts_the_volumes_on_both_sides(db) -> None:
    records = make_records(9)
    fill(db, "S", 10, records[:1])
    for distance in (1, 2, 3):
        for number in (10 - distance, 10 + distance):
            with refused(ConfigError):
                fill(db, "S", number, records[:1], no_repeat=distance)
            fill(db, "S", number, records[:1], no_repeat=distance - 1)
            faults = [f for f in find_faults(db, no_repeat=distance) if f"S {number}," in f]
            assert len(faults) + (number < 10) >= 1
            assert db.execute("DELETE FROM placement WHERE volume <> 1").rowcount == 1
            db.execute("DELETE FROM volume WHERE id <> 1")


def test_what_is_printed_is_recorded_whatever_it_repeats(db) -> None:
    records = make_records(3)
    fill(db, "S", 5, records)
    assert fill(db, "S", 4, records[:1], is_printed=True) == 1
    assert len(list(find_faults(db))) == 1


def test_excluded_keys_are_those_of_the_volumes_near(db) -> None:
    records = make_records(5)
    for number, record in enumerate(records, start=1):
        fill(db, "S", number, [record])
    fill(db, "T", 1, make_records(6)[5:])
    keys = [board_key(record) for record in records]
    assert excluded_keys(db, "S", 6) == sorted(keys)
    assert excluded_keys(db, "S", 3) == sorted(keys[:2] + keys[3:])
    assert excluded_keys(db, "S", 6, 2) == sorted(keys[3:])
    assert excluded_keys(db, "S", 6, 0) == []
    assert excluded_keys(db, "new", 1) == []


def test_what_is_reserved_for_others_is_refused_and_for_the_volume_released(db) -> None:
    records = make_records(4)
    add(db, records)
    reserve(db, Query(), 1, "customer")
    reserve(db, Query(), 1, "S")
    reserve(db, Query(), 1, "S 1")
    with refused(ConfigError):
        fill(db, "S", 1, [*records[1:], mirrored(records[0], "cover")])
    assert fill(db, "S", 1, records[1:]) == 3
    assert [len(reserved_records(db, name)) for name in ("customer", "S", "S 1")] == [1, 0, 0]


def test_rights_are_judged_by_the_day_of_the_volume(db) -> None:
    records = make_records(4)
    add(db, records[:1], Rights("Ada", valid_until="2027-03-01"))
    add(db, records[1:2], Rights("Bo", exclusive="T"))
    add(db, records[2:3], Rights("Cy", most_uses=1))
    late, early = {"volume": {"date": "2027-03-02"}}, {"volume": {"date": "2027-03-01"}}
    with refused(ConfigError):
        fill(db, "S", 1, records[:1], **late)
    with refused(ConfigError):
        fill(db, "S", 1, records[:1])
    with refused(ConfigError):
        fill(db, "S", 1, records[1:2], **early)
    assert fill(db, "T", 1, records[:3], **early) == 3
    with refused(ConfigError):
        fill(db, "S", 1, records[2:3], **early)
    assert list(find_faults(db)) == []
    fill(db, "S", 1, records[:1], is_printed=True)
    assert len(list(find_faults(db))) == 1
    assert list(find_faults(db, as_of="2027-03-01")) == []
    assert len(list(find_faults(db, as_of="2028-01-01"))) == 1


def test_candidates_are_compared_with_recorded_boards(db) -> None:
    records = make_records(4)
    for number, record in enumerate(records[:3], start=1):
        fill(db, "S", number, [record])
    turned = [mirrored(record, "cover") for record in records]
    assert len(find_standing(db, turned, "S", None)) == 3
    assert find_standing(db, turned, "S", 1) == [f"{turned[2].id}: is in S 3 as puzzle 1"]
    assert len(find_standing(db, turned, None, None)) == 3
    assert find_standing(db, turned, "T", None) == []


def test_days_and_missing_volumes_are_named(db) -> None:
    with refused(ConfigError):
        read_day("1.3.2027", "--date")
    with refused(ConfigError):
        placed_records(db, "S", 3)


def test_numbers_of_volumes_have_bounds(db) -> None:
    first, last, *others = make_records(4)
    for number, record in zip((0, MOST_VOLUMES + 1), others, strict=True):
        with pytest.raises(ConfigError, match=f"from 1 to 1000000, found {number}"):
            fill(db, "S", number, [record])
    assert fill(db, "S", 1, [first]) == fill(db, "S", MOST_VOLUMES, [last]) == 1
    assert placed_records(db, "S", None) == [dump_record(first), dump_record(last)]


@pytest.mark.parametrize("status", [Status.MULTIPLE, Status.UNSOLVABLE, Status.UNDECIDED])
def test_a_puzzle_without_one_solution_is_recorded_only_if_it_is_printed(db, status) -> None:
    good, bad = make_records(2)
    bad = bad.with_(verdict=Verdict(status, "free"))
    with pytest.raises(ConfigError, match=f"puzzle {bad.id} has the verdict {status}"):
        fill(db, "S", 1, [good, bad])
    assert list(list_volumes(db)) == []
    assert fill(db, "S", 1, [good, bad], is_printed=True) == 2


def test_a_refused_volume_names_three_repeats_and_counts_the_others(db) -> None:
    records = make_records(5)
    fill(db, "S", 1, records)
    for count in (3, 4, 5):
        with pytest.raises(ConfigError) as refused:
            fill(db, "S", 2, records[:count])
        assert str(refused.value).count("is in volume 1") == 3
        assert (f", and {count - 3} more." in str(refused.value)) == (count > 3)


def test_books_that_share_boards_are_named_by_title_or_series(db) -> None:
    records = make_records(4)
    fill(db, "S", 1, records)
    fill(db, "T", 2, [mirrored(records[0], "cover")], volume={"title": "Evenings"})
    fill(db, "U", 3, records[:3])
    fill(db, "Web", 1, records, volume={"medium": "site"})
    assert sharing_volumes(db, "S", 1) == ["Evenings, T 2 (1 boards)", "U, U 3 (3 boards)"]


def test_the_canned_queries_for_datasette_run(db) -> None:
    fill(db, "S", 1, make_records(3))
    path = Path(pipeline.library.__file__).with_name("datasette.json")
    queries = json.loads(path.read_text())["databases"]["library"]["queries"]
    assert len(queries) >= 6
    values = {"series": "S", "volume": 1, "words": "ada", "key": "", "as_of": "2027-01-01"}
    found = {name: db.execute(query["sql"], values).fetchall() for name, query in queries.items()}
    assert {name for name, rows in found.items() if rows} >= {"volumes", "volume", "by_credit"}
