"""What is found is free, fits, is no repeat, and may be printed."""

from functools import partial

import pytest

from pipeline.library import (
    Placement,
    Query,
    Rights,
    Volume,
    add,
    find,
    list_stock,
    next_volume,
    open_library,
    place,
    release,
    reserve,
    reserved_records,
)
from pipeline.library.puzzles import is_board_free
from pipeline.model import Band, ConfigError, Credit, Grade, GradeRange, Status, Verdict
from tests.library.boards import make_record, make_records, mirrored
from tests.refusals import refused


@pytest.fixture
def db(tmp_path):
    with open_library(tmp_path / "library.db", is_new=True) as db:
        yield db


def ids(found):
    return [one.id for one in found]


def test_each_filter_narrows(db) -> None:
    hard = Grade("9.00", (3,), 0, Band.HARD, 50, "none", 1)
    records = [
        make_record((0, 1)),
        make_record((0, 1), side=7),
        make_record((0, 1), rule="cover", side=8),
        make_record((0, 2), grade=hard, credit=Credit(author='Bo "B" Böhm')),
        make_record((0, 3), grade=None, verdict=Verdict(Status.MULTIPLE, "free"), credit=None),
    ]
    add(db, records)
    names = dict(zip(ids(records), "abcde", strict=True))
    for query, expected in (
        (Query(), "abcde"),
        (Query(kind="hashi"), ""),
        (Query(size=(7, 7)), "b"),
        (Query(rule="cover"), "c"),
        (Query(band="hard"), "d"),
        (Query(is_ready=True, size=(9, 9)), "ad"),
        (Query(grades=GradeRange(score=(8.5, 9.0))), "d"),
        (Query(grades=GradeRange(percentile=(50, 60), score=(0.0, 9.0))), "abcd"),
        (Query(grades=GradeRange(percentile=(51, 60), score=(8.5, 9.0))), ""),
        (Query(text="ada"), "abc"),
        (Query(text="lines EVEN"), "abc"),
        (Query(text='"b" bohm'), "d"),
        (Query(text="ada", size=(8, 8)), "c"),
        (Query(text="OR"), ""),
        (Query(text="ada", size=(8, 7)), ""),
        (Query(text="ada", size=(7, 8)), ""),
    ):
        found = {names[one.id] for one in find(db, query, 20)}
        assert found == set(expected), query
    with refused(ConfigError):
        find(db, Query(text="  "), 20)


def test_no_board_is_found_twice_and_no_more_than_asked(db) -> None:
    records = make_records(5)
    add(db, [*records, *(mirrored(record, "cover") for record in records)])
    assert len(find(db, Query(), 20)) == 5
    assert len(find(db, Query(), 3)) == 3
    assert find(db, Query(), 3) == find(db, Query(), 20)[:3]


def test_used_and_reserved_boards_are_not_free_under_any_rule(db) -> None:
    records = make_records(4)
    add(db, [*records, *(mirrored(record, "cover") for record in records)])
    place(db, Volume("S", 1), [Placement(records[0], 1)])
    reserve(db, Query(rule="free"), 1, "customer")
    free = {records[2].id, records[3].id}
    assert set(ids(find(db, Query(rule="free"), 20))) == free
    assert len(find(db, Query(rule="cover"), 20)) == 2
    assert len(find(db, Query(rule="cover", is_any=True), 20)) == 4


def test_words_find_unused_boards_of_any_size_first(db) -> None:
    small, large = make_record((0, 1), side=7), make_record((0, 1))
    add(db, [small, large])
    assert ids(find(db, Query(text="ada", is_any=True), 9)) == ids([small, large])
    place(db, Volume("S", 1), [Placement(small, 1)])
    assert ids(find(db, Query(text="ada", is_any=True), 9)) == ids([large, small])
    assert ids(find(db, Query(is_any=True), 9)) == ids([small, large])


def test_the_own_of_a_series_are_first_only_where_free_ones_are_wanted(db) -> None:
    first, second = make_records(2)
    add(db, [second])
    reserve(db, Query(), 1, "S")
    add(db, [first])
    assert ids(find(db, Query(series="S"), 9)) == ids([second, first])
    assert ids(find(db, Query(series="S", is_any=True), 9)) == ids([first, second])


def test_a_rule_is_that_of_the_verdict_or_of_the_board(db) -> None:
    unproved = make_record((0, 1), rule="cover", verdict=Verdict())
    other = make_record((0, 2), verdict=Verdict(Status.UNIQUE, "cover"))
    add(db, [unproved, other, make_record((0, 3))])
    assert {*ids(find(db, Query(rule="cover"), 9))} == {*ids([unproved, other])}


def test_a_board_is_free_until_it_or_its_mirror_is_placed_or_reserved(db) -> None:
    placed, reserved, free, unknown = make_records(4)
    add(db, [placed, reserved, free])
    assert all(map(partial(is_board_free, db), (placed, reserved, free, unknown)))
    place(db, Volume("S", 1), [Placement(placed, 1)])
    assert ids(reserve(db, Query(), 1, "x")) == ids([reserved])
    for record in (placed, reserved):
        assert not is_board_free(db, record)
        assert not is_board_free(db, mirrored(record, "cover"))
    assert is_board_free(db, free)
    assert is_board_free(db, unknown)


def test_reservations_are_all_or_none_and_can_be_given_back(db) -> None:
    records = make_records(4)
    add(db, records)
    assert reserve(db, Query(), 5, "x") == []
    assert len(find(db, Query(), 9)) == 4
    kept = reserve(db, Query(), 3, "x")
    assert [one.record for one in kept] == reserved_records(db, "x")
    assert len(find(db, Query(), 9)) == 1
    assert release(db, "x", [kept[0].id, "unknown"]) == 1
    assert release(db, "y") == 0
    assert release(db, "x") == 2
    assert len(find(db, Query(), 9)) == 4


def test_a_series_gets_its_own_first_and_nothing_near_again(db) -> None:
    records = make_records(6)
    add(db, records)
    for volume in range(3):
        place(db, Volume("S", volume + 1), [Placement(records[volume], 1)])
    place(db, Volume("T", 1), [Placement(records[3], 1)])
    assert next_volume(db, "S") == 4
    reserve(db, Query(), 1, "S")
    reserve(db, Query(), 1, "T")
    own, other = records[4].id, records[5].id
    every = Query(series="S")
    assert ids(find(db, every, 9)) == [own, records[3].id]
    assert ids(find(db, Query(series="S", no_repeat=1), 9)) == [
        own, records[0].id, records[1].id, records[3].id,
    ]  # fmt: skip
    assert ids(find(db, Query(series="S", volume=1), 9)) == [own, records[0].id, records[3].id]
    assert ids(find(db, Query(series="T"), 9))[0] == other
    assert next_volume(db, "new") == 1


def test_rights_that_are_spent_or_over_keep_a_puzzle_back(db) -> None:
    for record, rights in zip(
        make_records(4),
        (None, Rights("A", exclusive="S"), Rights("B", valid_until="2027-03-01"),
         Rights("C", most_uses=1)),
        strict=True,
    ):  # fmt: skip
        add(db, [record], rights)
    first, exclusive, ending, once = ids(make_records(4))
    with refused(ConfigError):
        find(db, Query(), 9)
    assert len(find(db, Query(is_any=True), 9)) == 4
    assert ids(find(db, Query(as_of="2027-03-01"), 9)) == [first, ending, once]
    assert ids(find(db, Query(as_of="2027-03-02"), 9)) == [first, once]
    place(db, Volume("T", 1), [Placement(make_records(4)[3], 1)])
    found = find(db, Query(as_of="2027-03-02", series="S"), 9)
    assert ids(found) == [first, exclusive]


def test_the_stock_is_counted_by_lot(db) -> None:
    records = make_records(3)
    add(db, [*records, make_record((0, 1), side=7)])
    place(db, Volume("S", 1), [Placement(records[0], 1)])
    assert list(list_stock(db)) == [
        ("numberlink", 7, 7, "free", "easy", 1, 1),
        ("numberlink", 9, 9, "free", "easy", 3, 2),
    ]
