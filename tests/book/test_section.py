from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pipeline.book.section import STRIDE, in_print_order
from pipeline.model import Grade, Record
from tests.book.sample import make_record

SMALL, LARGE = make_record(4, 4, 1), make_record(6, 6, 1)


def graded(record: Record, score: float, name: str) -> Record:
    assert isinstance(record.grade, Grade)
    return record.with_(id=name, grade=replace(record.grade, score=f"{score:.2f}"))


def test_sizes_rise_before_difficulty_does() -> None:
    records = [graded(LARGE, 1, "a"), graded(SMALL, 10, "b"), graded(SMALL, 9, "c")]
    assert [record.id for record in in_print_order(records)] == ["c", "b", "a"]


@given(st.permutations(range(30)), st.randoms(use_true_random=False))
def test_no_puzzle_is_far_from_its_rank_and_the_ends_are_exact(names: list[int], chance) -> None:
    records = [graded(SMALL, rank, f"{name:02}") for rank, name in enumerate(names)]
    ordered = in_print_order(chance.sample(records, len(records)))
    ranks = [records.index(record) for record in ordered]
    assert sorted(ranks) == list(range(30))
    assert all(abs(place - rank) < STRIDE for place, rank in enumerate(ranks))
    assert (ranks[0], ranks[-1]) == (0, 29)


def test_neighbours_in_difficulty_change_places() -> None:
    records = [graded(SMALL, rank, f"{29 - rank:02}") for rank in range(30)]
    assert in_print_order(records) != records
