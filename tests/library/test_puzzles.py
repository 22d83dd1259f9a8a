"""Puzzles are added once, whatever the number of tries, and shown with all that is known."""

import json
import re

import pytest

from pipeline.commands.options import parse_scores
from pipeline.library import (
    Placement,
    Query,
    Rights,
    Volume,
    add,
    board_key,
    find,
    list_stock,
    open_library,
    place,
    show,
)
from pipeline.model import ConfigError, Credit, Status, Verdict
from pipeline.store.jsonl import dump_record, parse_record
from tests.library.boards import make_record, make_records, mirrored
from tests.refusals import refused


@pytest.fixture
def db(tmp_path):
    with open_library(tmp_path / "library.db", is_new=True) as db:
        yield db


def one(db, sql):
    return tuple(db.execute(sql).fetchone())


def test_puzzles_are_added_once_and_come_back_whole(db) -> None:
    records = make_records(5)
    assert add(db, records) == (5, 0)
    assert add(db, [*records, *make_records(7)]) == (2, 10)
    for record in records:
        shown = show(db, record.id)
        text = one(db, f"SELECT record FROM puzzle WHERE id = '{record.id}'")[0]
        assert parse_record(text, "", 1) == record
        assert shown["key"] == board_key(record)
        assert (shown["placements"], shown["reserved"], shown["rights"]) == ([], [], None)
    assert one(db, "SELECT count(*) FROM credit") == (1,)


def test_the_rule_of_an_unproved_record_is_that_of_its_puzzle(db) -> None:
    add(db, [make_record((3, 20), "cover", verdict=Verdict())])
    assert one(db, "SELECT rule FROM puzzle") == ("cover",)


def test_a_key_ignores_rule_and_mirror(db) -> None:
    record = make_record((3, 20))
    assert board_key(record) == board_key(mirrored(record, "cover"))
    assert board_key(record) != board_key(make_record((3, 21)))
    assert re.fullmatch("[0-9a-f]{32}", board_key(record))


def test_a_proved_record_replaces_one_read_from_a_page(db) -> None:
    record = make_record((3, 20))
    bare = record.with_(verdict=Verdict(), grade=None, credit=None)
    for given, status, band in (
        (bare, Status.UNCHECKED, ""),
        (record, Status.UNIQUE, "easy"),
        (bare, Status.UNIQUE, "easy"),
    ):
        add(db, [given])
        assert one(db, "SELECT status, band, count(*) FROM puzzle") == (status, band, 1)


def test_a_record_no_better_than_the_known_one_changes_nothing(db) -> None:
    record = make_record((3, 20))
    add(db, [record])
    other = record.with_(extra={"note": "later"})
    assert add(db, [other]) == (0, 1)
    assert show(db, record.id)["record"] == json.loads(dump_record(record))
    assert add(db, [other.with_(grade=None)]) == (0, 1)
    assert show(db, record.id)["record"] == json.loads(dump_record(record))


def test_two_puzzles_of_one_id_are_refused(db) -> None:
    record = make_record((3, 20))
    add(db, [record])
    with refused(ConfigError):
        add(db, [make_record((3, 21)).with_(id=record.id)])


def test_a_twin_of_a_placed_board_counts_as_used(db) -> None:
    record = make_record((3, 20))
    place(db, Volume("S", 1), [Placement(record, 1, "Warm up", 12)])
    twin = mirrored(record, "cover")
    add(db, [twin])
    assert one(db, "SELECT count(*), min(uses) FROM puzzle") == (2, 1)
    assert one(db, "SELECT count(*) FROM unused") == (0,)
    shown = show(db, twin.id)["placements"]
    assert [(p["series"], p["volume"], p["section"], p["page"]) for p in shown] == [
        ("S", 1, "Warm up", 12)
    ]


def test_rights_are_kept_and_can_be_given_later(db) -> None:
    records = make_records(2)
    add(db, records)
    rights = Rights("Ada", "one book", "S", "2027-12-31", 1)
    assert add(db, records[:1], rights) == (0, 1)
    assert show(db, records[0].id)["rights"] == {
        "holder": "Ada",
        "licence": "one book",
        "exclusive": "S",
        "valid_until": "2027-12-31",
        "most_uses": 1,
    }
    assert show(db, records[1].id)["rights"] is None
    add(db, records[:1])
    assert show(db, records[0].id)["rights"]["holder"] == "Ada"
    assert [tuple(row) for row in db.execute("SELECT * FROM expiring")] == [
        ("2027-12-31", "Ada", "one book", 1)
    ]


def test_an_unknown_id_is_named(db) -> None:
    with refused(ConfigError):
        show(db, "abc")


def test_known_boards_get_the_credit_that_was_missing_and_disagreement_is_reported(db) -> None:
    record = make_record((3, 20)).with_(credit=None)
    add(db, [record])
    messages: list[str] = []
    assert add(db, [record.with_(credit=Credit(author="A."))], None, messages.append) == (0, 1)
    assert show(db, record.id)["record"]["credit"]["author"] == "A."
    add(db, [record.with_(credit=Credit(author="B.", licence="CC0"))], None, messages.append)
    credit = show(db, record.id)["record"]["credit"]
    assert (credit["author"], credit["licence"]) == ("A.", "CC0")
    assert messages == [f"{record.id}: the author is 'A.' here and 'B.' there; kept as it is"]
    found = find(db, Query(text="A."), 5)
    assert [one.author for one in found] == ["A."]
    add(db, [record.with_(credit=Credit(url="http://example.org/a"))])
    for query, count in ((Query(source="example.org"), 1), (Query(source="example.net"), 0)):
        assert len(find(db, query, 5)) == count
    for limits, count in ((":99", 1), ("99:", 0)):
        assert len(find(db, Query(grades=parse_scores(limits)), 5)) == count


def test_what_is_shown_as_free_is_what_can_be_reserved(db) -> None:
    record = make_record((3, 20))
    add(db, [record, mirrored(record, "cover"), *make_records(3)])
    add(db, make_records(1), Rights("Ada", exclusive="S"))
    free = {tuple(row[:5]): row[6] for row in list_stock(db)}
    for (kind, rows, cols, rule, band), count in free.items():
        query = Query(kind=kind, size=(rows, cols), rule=rule, band=band)
        assert len(find(db, query, 100)) == count
