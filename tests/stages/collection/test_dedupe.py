"""Each board is worked on once, and its equals get the result."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from pipeline.model import Provenance, Record, Status, Verdict
from pipeline.stages.collection.dedupe import Once
from pipeline.stages.collection.importer import import_records
from pipeline.stages.filter import filter_records
from pipeline.stages.grade import grade_records
from pipeline.stages.mapping import serial
from pipeline.stages.puzzle import StepLimits, read_puzzle
from tests.known import the

UNIQUE = ["1..\n.2.\n21.\n", "a..\n.b.\nba.\n", "..1\n.2.\n.12\n", "2.1\n12.\n...\n"]
"""One board: as it is, relabelled, mirrored, turned."""
SEVERAL = "a.a\n...\n"


def boards(tmp_path: Any, *texts: str) -> list[Record]:
    found: list[Any] = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.txt"
        rows = text.splitlines()
        path.write_text(f"{len(rows[0])} {len(rows)}\n{text}")
        found += import_records(str(path))
    return found


def counted(stage: Any, seen: list[str]) -> Any:
    def counting(records: Iterable[Record]) -> Iterator[Record]:
        def mapper(function: Any, items: Iterable[Any], /) -> Iterator[Any]:
            for item in items:
                seen.append(item.id)
                yield function(item)

        return stage(records, mapper=mapper)

    return counting


def test_equal_boards_are_proved_and_graded_once_with_one_result(tmp_path: Any) -> None:
    records = boards(tmp_path, *UNIQUE, SEVERAL, SEVERAL)
    seen: list[str] = []
    proved = list(Once(counted(filter_records, seen), proves=True)(records))
    assert seen == [records[0].id, records[4].id]
    alone = list(filter_records(records, mapper=serial))
    assert [one.verdict for one in proved] == [one.verdict for one in alone]
    assert [one.provenance for one in proved] == [one.provenance for one in records]
    assert [one.id for one in proved] == [one.id for one in records]
    for one in proved:
        puzzle = read_puzzle(one)
        assert not puzzle.kind.check(puzzle.clues, puzzle.solution)
    seen.clear()
    graded = list(Once(counted(grade_records, seen))(proved))
    assert seen == [proved[k].id for k in (0, 2, 3, 4)]  # a grade is shared by exactly equal ones
    assert graded == list(grade_records(alone))


def test_a_turned_board_with_several_solutions_has_a_second_one_of_its_own(tmp_path: Any) -> None:
    records = boards(tmp_path, "a.a\n...\n", "...\na.a\n", "a.\n..\na.\n")
    for one in Once(filter_records, proves=True)(records):
        puzzle = read_puzzle(one)
        assert one.verdict.status is Status.MULTIPLE
        other = puzzle.kind.decode_solution(puzzle.clues, the(one.verdict.witness))
        assert other != puzzle.solution
        assert not puzzle.kind.check(puzzle.clues, other)


def test_what_comes_with_its_answer_is_not_left_undecided_for_an_equal_without(
    tmp_path: Any,
) -> None:
    (bare,) = boards(tmp_path, UNIQUE[0])
    (solved,) = filter_records([bare])
    limits = StepLimits(nodes=0, conflicts=0)
    given = replace(bare, solution=solved.solution, provenance=Provenance("hand"))
    seen: list[str] = []

    def stage(records: Iterable[Record]) -> Iterator[Record]:
        for one in records:
            seen.append("with" if one.solution else "without")
            status = Status.UNIQUE if one.solution else Status.UNDECIDED
            yield one.with_(verdict=Verdict(status))

    once = Once(stage, proves=True, limits=limits)
    found = [str(one.verdict.status) for one in once([bare, bare, given, bare])]
    assert seen == ["without", "with"]
    assert found == ["undecided", "undecided", "unique", "unique"]


@pytest.mark.parametrize("stops", range(5))
def test_what_was_found_earlier_is_used_as_if_nothing_had_stopped(
    tmp_path: Any, stops: int
) -> None:
    records = boards(tmp_path, UNIQUE[0], SEVERAL, UNIQUE[2], UNIQUE[1], SEVERAL)
    whole = list(Once(filter_records, proves=True)(records))
    seen: list[str] = []
    once = Once(counted(filter_records, seen), proves=True)
    for record, found in zip(records[:stops], whole, strict=False):
        once.learn(record, found)
    assert [*whole[:stops], *once(records[stops:])] == whole
    assert len(seen) == max(0, 2 - stops)
