"""Boards that are mended, and remember the other answers that came up."""

from dataclasses import replace
from typing import Any

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine import search
from pipeline.kinds.kit.making import grow_regions, strategies
from pipeline.kinds.kit.making.clearing import Job
from pipeline.kinds.kit.making.strategies import Mend


def test_no_other_answer_comes_up_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = get_kind("norinori")
    making = kind.declared.making
    assert isinstance(making, Mend)
    params = replace(kind.presets["tiny"], rows=6, cols=6)
    empty, declare = Board(6, 6, (0,) * 36), kind.declared.declare
    job = Job(kind.declared.boards, declare, params, empty, (), ("trial",), lambda _: "easy")
    found: list[Solution] = []

    def noted(*asked: Any) -> tuple[Solution | None, bool]:
        other, is_complete = search.find_other(*asked)
        found.extend([other] if other is not None else [])
        return other, is_complete

    monkeypatch.setattr(strategies, "find_other", noted)
    made = 0
    for seed in range(60):
        found.clear()
        board = making.make(job, new_state(seed))
        assert len(found) == len({one.items for one in found})
        made += board is not None
    assert made > 5


def test_no_region_grows_from_a_closed_cell() -> None:
    found = grow_regions(Grid(1, 5), [[0], [2]], new_state(1), closed={2})
    assert found == [0, 0, 1, -1, -1]
