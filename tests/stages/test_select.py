"""What is chosen is fit to print, no board twice, and spread over what there is."""

from functools import partial
from pathlib import Path

from pipeline.library import Placement, Volume, is_board_free, open_library, place
from pipeline.model import Credit, Record, Status, Verdict
from pipeline.stages.select import Wishes, select_records
from pipeline.store.jsonl import record_reader, records_at, write_records
from tests.library.boards import make_records, mirrored
from tests.stages.mappers import through_pickles


def scored(record: Record, score: int, author: str | None) -> Record:
    grade = record.grade
    assert grade is not None
    grade = type(grade)(f"{score}.00", grade.nodes, 0, grade.band, None, grade.method, 1)
    return record.with_(grade=grade, credit=Credit(author=author))


RECORDS = [scored(one, at, "AB"[at % 2]) for at, one in enumerate(make_records(10))]


def scores(records: list[Record]) -> list[float]:
    return [float(one.grade.score) for one in records if one.grade]


def test_a_choice_lies_evenly_over_the_scores_and_keeps_to_each_author() -> None:
    assert scores(select_records(partial(records_at, RECORDS[::-1]), Wishes(count=4))) == [
        0,
        3,
        6,
        9,
    ]
    few = select_records(partial(records_at, RECORDS), Wishes(count=9, per_author=2))
    assert scores(few) == [0, 1, 8, 9]
    assert select_records(partial(records_at, RECORDS), Wishes(count=1, band="expert")) == []


def test_neither_equal_boards_nor_unproved_ones_are_chosen() -> None:
    twin = mirrored(RECORDS[0], "cover").with_(grade=RECORDS[0].grade, verdict=RECORDS[0].verdict)
    unproved = RECORDS[1].with_(verdict=Verdict(Status.MULTIPLE))
    assert select_records(partial(records_at, [RECORDS[0], twin, unproved]), Wishes(count=5)) == [
        RECORDS[0]
    ]


def test_workers_choose_the_same_from_the_lines_of_a_file(tmp_path: Path) -> None:
    file, wishes = tmp_path / "all.jsonl", Wishes(count=4)
    write_records(RECORDS, file)
    alone = select_records(partial(records_at, RECORDS), wishes)
    found = select_records(record_reader(file), wishes, lambda _: True, through_pickles)
    assert scores(found) == scores(alone) == [0, 3, 6, 9]


def test_what_a_library_has_used_is_left_out(tmp_path: Path) -> None:
    with open_library(tmp_path / "library.db", is_new=True) as db:
        place(db, Volume("S", 1), [Placement(RECORDS[0], 1, "Warm up", 12)])
        chosen = select_records(
            partial(records_at, RECORDS[:2]),
            Wishes(count=5),
            lambda record: is_board_free(db, record),
        )
    assert chosen == RECORDS[1:2]
