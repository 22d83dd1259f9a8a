"""The search kernels run the same with the compiler off."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import random
from pipeline.kinds.numberlink.model import RULES, with_rule
from pipeline.kinds.numberlink.engines.search import FrontierSearch
from pipeline.kinds.numberlink.engines.search import DiagonalSearch
from tests.naive.numberlink_boards import FOUR_BY_FOUR, SAMPLES, cover, read_grid

boards = [read_grid(FOUR_BY_FOUR, "free"), read_grid(SAMPLES["5x4"], "free")]
boards += [cover(random.Random(seed), 4, 4, "free")[0] for seed in range(3)]
for board in boards:
    for rule in RULES:
        posed = with_rule(board, rule)
        searches = [FrontierSearch(posed), FrontierSearch(posed, by_rule_alone=True)]
        if DiagonalSearch.suits(posed):
            searches.append(DiagonalSearch(posed))
        for search in searches:
            while (solution := search.next_solution(10**6)) is not None:
                print(solution.paths)
            print(rule, search.nodes, search.is_complete)
"""


def run(**environment: str) -> str:
    root = Path(__file__).parents[4]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_compiled_and_plain_kernels_take_the_same_steps() -> None:
    plain = run(NUMBA_DISABLE_JIT="1")
    assert plain.count("True") == 50
    assert plain == run(NUMBA_DISABLE_JIT="0")
