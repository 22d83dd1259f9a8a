"""How often a measure agrees with the marks that people left: areas under ROC curves."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1000


class Case(Protocol):
    """One puzzle: its size, and whether its solver left a mark of effort."""

    @property
    def size(self) -> tuple[int, int]:
        """Its shorter and its longer side."""

    @property
    def is_marked(self) -> bool:
        """Whether there is a mark."""


C = TypeVar("C", bound=Case)


def wins(cases: Sequence[C], value: Callable[[C], float]) -> tuple[float, int]:
    """Return how often a marked puzzle has the greater value than an unmarked one, and of how many.

    Ties are half a win.
    """
    marked = np.array([value(case) for case in cases if case.is_marked])
    others = np.array([value(case) for case in cases if not case.is_marked])
    above = (marked[:, None] > others[None, :]).sum()
    equal = (marked[:, None] == others[None, :]).sum()
    return float(above + equal / 2), marked.size * others.size


def auc(cases: Sequence[C], value: Callable[[C], float]) -> float:
    """Return the area under the ROC curve over all sizes at once."""
    won, pairs = wins(cases, value)
    return won / pairs if pairs else float("nan")


def auc_within(cases: Sequence[C], value: Callable[[C], float]) -> float:
    """Return the area under the ROC curve from pairs of puzzles of equal size only."""
    by_size = defaultdict(list)
    for case in cases:
        by_size[case.size].append(case)
    results = [wins(group, value) for group in by_size.values()]
    pairs = sum(count for _, count in results)
    return sum(won for won, _ in results) / pairs if pairs else float("nan")


def with_interval(
    cases: Sequence[C],
    value: Callable[[C], float],
    measure: Callable[[Sequence[C], Callable[[C], float]], float],
) -> str:
    """Return a measure with its 90 % bootstrap interval over puzzles."""
    stream = np.random.default_rng(1)
    draws = [
        measure([cases[k] for k in stream.integers(0, len(cases), len(cases))], value)
        for _ in range(RESAMPLES)
    ]
    low, high = np.nanquantile(draws, [0.05, 0.95])
    return f"{measure(cases, value):.2f} ({low:.2f}-{high:.2f})"


def ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Return average ranks."""
    _, inverse, counts = np.unique(np.array(values), return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    average: NDArray[np.float64] = (ends - (counts - 1) / 2)[inverse]
    return average
