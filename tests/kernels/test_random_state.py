import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
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


def test_plain_python_draws_the_same_numbers() -> None:
    def draw() -> tuple[list[int], int, int]:
        state, values = new_state(7), np.arange(9)
        shuffle(state, values)
        return values.tolist(), int(random_below(state, 1000)), int(random_bits(state))

    expected = draw()
    with plain_python():
        assert draw() == expected
