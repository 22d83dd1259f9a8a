"""Boards with cells that stay empty: the share that was set, one solution, places of ends."""

from typing import Any

import pytest

from pipeline.kinds.numberlink.kind import KIND
from pipeline.model import ConfigError, Status
from tests.known import the
from tests.refusals import refused


@pytest.mark.parametrize(
    ("side", "settings"),
    [(5, {}), (6, {"band": "easy"}), (7, {"adjacent": "false"}), (8, {"band": "medium"}),
     (8, {"shortest": "4"})],
)  # fmt: skip
def test_a_share_of_the_cells_stays_empty_in_the_only_solution(side: int, settings: Any) -> None:
    params = KIND.parse_params(side, side, None, {"unused": "5:20%", **settings})
    for seed in range(3):
        made = KIND.generate(params, seed)
        assert made.clues is not None
        assert made.solution is not None
        paths = made.solution.paths
        assert 5 <= 100 * (side**2 - sum(map(len, paths))) / side**2 <= 20
        assert min(map(len, paths)) >= params.shortest
        verdict = the(KIND.uniqueness).prove(made.clues, made.solution, KIND.budget)
        assert verdict.status is Status.UNIQUE
        assert params.band in (None, KIND.grade(made.clues, made.solution).band)
        ends = {divmod(end, side) for path in paths for end in (path[0], path[-1])}
        if not params.adjacent:
            assert not any((row, col + 1) in ends or (row + 1, col) in ends for row, col in ends)


@pytest.mark.parametrize(
    ("side", "rule", "settings"),
    [(8, "cover", {}), (12, "free", {}), (8, "free", {"symmetry": "half-turn"}),
     (8, "free", {"border": "empty"}),
     (8, "free", {"unused": "30:50%"}), (4, "free", {"unused": "1:5%"})],
)  # fmt: skip
def test_what_never_succeeds_is_refused(side: int, rule: str, settings: dict[str, str]) -> None:
    with refused(ConfigError):
        KIND.parse_params(side, side, rule, {"unused": "5:20%", **settings})
