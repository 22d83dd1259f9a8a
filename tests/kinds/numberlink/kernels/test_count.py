"""The pieces of the counting kernel, and the same counts without compilation."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np

from pipeline.kinds.numberlink.kernels import count as kernel


def _limbs(value: int, number: int) -> np.ndarray:
    return np.array(
        [value >> kernel.WORD_BITS * k & (kernel.LIMB - 1) for k in range(number)], dtype=np.int64
    )


def test_limbs_carry() -> None:
    for one, other in ((0, 0), (kernel.LIMB - 1, 1), (kernel.LIMB**2 - 1, kernel.LIMB**2 - 1)):
        total = _limbs(one, 3)
        kernel.add_limbs(total, _limbs(other, 2))
        assert total.tolist() == _limbs(one + other, 3).tolist()


def test_brackets_find_their_mates() -> None:
    plugs = np.array([1, 0, 1, 2, 5, 1, 2, 2], dtype=np.int64)
    mates = {0: 7, 2: 3, 5: 6}
    for left, right in mates.items():
        assert kernel.find_mate(plugs, left, kernel.OPEN) == right
        assert kernel.find_mate(plugs, right, kernel.CLOSE) == left


def test_digests_are_spread_and_in_range() -> None:
    keys = [np.array([k, k >> 3], dtype=np.int64) for k in range(20_000)]
    digests = [kernel.digest(key) for key in keys]
    assert all(0 <= digest <= kernel.LOW for digest in digests)
    used = len({digest & 0xFFFF for digest in digests})
    assert used > 0.9 * 65536 * (1 - np.exp(-20_000 / 65536))
    assert 0 <= kernel.digest(np.full(3, kernel.LIMB - 1, dtype=np.int64)) <= kernel.LOW


def test_counts_do_not_depend_on_compilation() -> None:
    command = [sys.executable, "-W", "error", "-c", TELL]
    texts = set()
    for is_off in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": is_off}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        texts.add(done.stdout)
    assert len(texts) == 1
    assert texts.pop().startswith("FrontierCount(count=38, ")


TELL = """
from pipeline.kinds.numberlink.counting.frontier_count import count_over_frontier
from tests.naive.numberlink_boards import FOUR_BY_FOUR, put_ends, read_grid
for rule in ("free", "cover"):
    print(count_over_frontier(put_ends(4, 3, rule, [0, 11]), 1000))
    print(count_over_frontier(put_ends(5, 4, rule, [0, 8, 1, 14], [10]), 1000))
    print(count_over_frontier(read_grid(FOUR_BY_FOUR, rule), 1000))
"""
