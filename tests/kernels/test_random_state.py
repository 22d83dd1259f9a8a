import os
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.random_state import (
    new_state,
    random_below,
    random_bits,
    shuffle,
)

REFERENCE = [6457827717110365317, 3203168211198807973, 9817491932198370423]
"""First values of SplitMix64 from seed 1234567, as published test vectors have them."""


def test_the_stream_is_splitmix64() -> None:
    state = new_state(1234567)
    assert [int(random_bits(state)) for _ in REFERENCE] == REFERENCE


@given(st.integers(-(2**70), 2**70), st.integers(1, 2**31))
def test_bounded_numbers_stay_below_their_bound(seed: int, bound: int) -> None:
    state = new_state(seed)
    assert all(0 <= random_below(state, bound) < bound for _ in range(20))


def test_bounded_numbers_are_even() -> None:
    state = new_state(3)
    counts = np.bincount([random_below(state, 6) for _ in range(60_000)], minlength=6)
    # six standard deviations of a fair die
    assert all(abs(count - 10_000) < 6 * 92 for count in counts)


@given(st.integers(0, 2**64 - 1), st.integers(0, 40))
def test_a_shuffle_keeps_the_values(seed: int, size: int) -> None:
    values = np.arange(size, dtype=np.int64)
    shuffle(new_state(seed), values)
    assert sorted(values.tolist()) == list(range(size))


def test_without_jit_the_numbers_are_the_same() -> None:
    code = (
        "import numpy as np\n"
        "from pipeline.kernels.random_state import *\n"
        "s = new_state(7); v = np.arange(9); shuffle(s, v)\n"
        "print(v.tolist(), int(random_below(s, 1000)), int(random_bits(s)))\n"
    )
    shown = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert shown[0] == shown[1] != ""
