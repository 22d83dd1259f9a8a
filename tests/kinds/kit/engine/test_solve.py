"""What `Rules` answers for a kind that is declared: who is asked, and under what name."""

from typing import Any

import pytest

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.engine import solve as engine
from pipeline.kinds.kit.engine.solve import SOLVERS
from pipeline.kinds.kit.proving.engines import solve_in_turn
from pipeline.model import ConfigError, Status
from pipeline.stages.check_kind.boards import Board, example_boards
from tests.kinds.boards import kind_of
from tests.known import the
from tests.refusals import refused

AMPLE = Budget(10**6, 10**6)


def example(kind_id: str) -> Board:
    return next(iter(example_boards(kind_of(kind_id))))


def test_each_solver_is_asked_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    kind, board = kind_of("akari"), example("akari")
    methods = {}
    for solver in SOLVERS:
        found = kind.solve(board.clues, 2, AMPLE, solver)
        assert found.solutions == (board.solution,)
        assert found.is_complete
        methods[solver] = found.method
    assert methods == {"auto": "search", "search": "search"} | {
        name: f"sat:{name}" for name in SOLVERS[2:]
    }
    assert kind.solve(board.clues, 2, AMPLE, "auto").method == "search"
    times = iter((5.0, 7.0))
    monkeypatch.setattr(engine, "perf_counter", lambda: next(times))
    assert kind.solve(board.clues, 2, AMPLE, "auto").seconds == 2
    asked: list[int] = []
    monkeypatch.setattr(engine, "perf_counter", lambda: 0.0)

    def ask(*words: Any) -> Solved[Any]:
        asked.append(words[1])
        return solve_in_turn(*words)

    with monkeypatch.context() as patch:
        patch.setattr(engine, "solve_in_turn", ask)
        kind.solve(board.clues, 2, AMPLE, "auto")
    assert asked == [2]
    with refused(ConfigError):
        kind.solve(board.clues, 9, AMPLE, "chess")


@pytest.mark.parametrize(("kind_id", "rule"), [("sudoku", "boxes"), ("masyu", None)])
def test_a_verdict_names_the_rule_where_there_are_several(kind_id: str, rule: str | None) -> None:
    kind, board = kind_of(kind_id), example(kind_id)
    verdict = the(kind.uniqueness).prove(board.clues, board.solution, AMPLE)
    assert (verdict.status, verdict.rule) == (Status.UNIQUE, rule)
    head = next(line for line in the(kind.refutation).dimacs(board.clues) if kind.title in line)
    assert ("rule" in head) == bool(rule)
