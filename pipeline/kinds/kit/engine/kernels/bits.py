"""Sets of small numbers as bits."""

from __future__ import annotations

from pipeline.kernels.compiled import inlined


@inlined
def count_bits(bits: int) -> int:
    """Return the number of set bits of a non-negative number."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
