"""Who gets a puzzle: no look-alikes as long as there are others, and the best of several."""

from itertools import pairwise
from typing import Any

from pipeline.kinds import get_kind
from pipeline.kinds.numberlink.model import pose_layout
from pipeline.model import Band, Grade, Record, Status, Verdict, record_id
from pipeline.stages.books.selection import Demand, Selection, offer_of
from pipeline.stages.puzzle import read_puzzle
from tests.book.sample import winding_path
from tests.known import the

KIND = get_kind("numberlink")


def record(seed: int, pairs: int = 3, shift: int = 0) -> Record:
    """Return a board of one long way cut into lines, at places that a shift moves."""
    way = winding_path(6, 6, seed)
    cuts = [0, *(36 * k // pairs + shift for k in range(1, pairs)), 36]
    paths = [way[first:last] for first, last in pairwise(cuts)]
    clues, solution = pose_layout(6, 6, "free", paths)
    puzzle = KIND.encode(clues)
    return Record(
        id=record_id("numberlink", puzzle),
        kind="numberlink",
        puzzle=puzzle,
        solution=KIND.encode_solution(solution),
        verdict=Verdict(status=Status.UNIQUE, rule="free"),
        grade=Grade("1", (1,), 0, Band.EASY, 50, "m", 1),
    )


def offer(demand: Demand, *records: Record) -> list[bool]:
    selection = Selection([demand])
    return [selection.offer(offer_of(read_puzzle(one)), [demand]) for one in records]


def test_a_board_that_shares_nearly_all_edges_is_refused_as_often_as_puzzles_are_wanted() -> None:
    """Cut a cell later, two boards share 31 of 35 edges."""
    boards = [record(1), record(1, shift=1), record(1, shift=-1), record(2), record(1, shift=2)]
    assert offer(Demand(0, None, 2), *boards) == [True, False, False, True, False]
    assert offer(Demand(0, None, 1), *boards[:1]) == [True]
    assert offer(Demand(0, None, 4), *boards[:4]) == [True, False, False, True]


def test_the_best_of_several_are_kept_in_their_order() -> None:
    boards = [record(seed) for seed in range(1, 7)]
    demand = Demand(0, None, 2, best_of=3)
    selection = Selection([demand])
    assert all(selection.offer(offer_of(read_puzzle(one)), [demand]) for one in boards)
    selection.keep_best()
    rank = {one.id: the(KIND.quality).rank(*_read(one)) for one in boards}
    best = sorted(boards, key=lambda one: -rank[one.id])[:2]
    assert [one.record for one in demand.taken] == [one for one in boards if one in best]
    assert not selection.shortfalls()


def test_enough_without_a_choice_is_no_shortfall() -> None:
    demand = Demand(0, None, 2, best_of=3)
    selection = Selection([demand])
    for seed in (1, 2, 3):
        selection.offer(offer_of(read_puzzle(record(seed))), [demand])
    assert demand.missing == 3
    assert not selection.shortfalls()


def _read(one: Record) -> tuple[Any, Any]:
    clues = KIND.decode(one.puzzle)
    return clues, KIND.decode_solution(clues, the(one.solution))
