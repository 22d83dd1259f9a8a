"""Compiled kernels: same results, no references kept, no arrays of their own."""

import gc
import os
import sys
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.dispatcher import KNOWN_VERSIONS
from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.engines.search import FrontierSearch
from tests.naive.numberlink_boards import put_ends

PIPELINE = Path(__file__).parents[2] / "pipeline"
IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT") != "1"


@compiled
def add_up(values: NDArray[np.int64]) -> int:
    total = 0
    for value in values[1:]:
        total += value
    return total


@compiled
def make_one(size: int) -> int:
    return int(np.zeros(size, dtype=np.int64).sum())


class Room(NamedTuple):
    one: NDArray[np.int64]
    other: NDArray[np.int64]


@inlined
def fold(room: Room, start: int) -> int:
    """Long enough that numba would call it unless it is inlined."""
    total = start
    for first in range(len(room.one)):
        for second in range(len(room.other)):
            if room.one[first] % 7 > room.other[second] % 5:
                total += room.one[first] * room.other[second] // (1 + second)
            elif room.one[first] > total:
                room.one[first] -= total % 3
            else:
                room.other[second] += first
    return total


@compiled
def fold_thrice(room: Room) -> int:
    return fold(room, 1) + fold(room, 2) * 3 + fold(room, 5)


def test_a_kernel_neither_keeps_nor_loses_its_arrays() -> None:
    values = np.arange(10)
    before = sys.getrefcount(values)
    for _ in range(100):
        assert add_up(values) == 45
    assert sys.getrefcount(values) == before
    assert values.tolist() == list(range(10))


@pytest.mark.skipif(not IS_COMPILED, reason="plain Python calls")
def test_an_inlined_kernel_is_not_called() -> None:
    room = Room(np.arange(9), np.arange(5))
    again = Room(np.arange(9), np.arange(5))
    plain = fold.py_func  # type: ignore[attr-defined]
    assert fold_thrice(room) == plain(again, 1) + plain(again, 2) * 3 + plain(again, 5)
    assert [array.tolist() for array in room] == [array.tolist() for array in again]
    fold_thrice.recompile()  # type: ignore[attr-defined]  # what was kept on disk shows no code
    (code,) = fold_thrice.inspect_llvm().values()  # type: ignore[attr-defined]
    calls = [line for line in code.splitlines() if " call " in line]
    assert not any("fold" in line and "thrice" not in line for line in calls)


@pytest.mark.skipif(not IS_COMPILED, reason="numba compiles nothing")
def test_an_unknown_version_of_numba_compiles_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("pipeline.kernels.dispatcher.KNOWN_VERSIONS", ())
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))  # where no other files are read
    part = inlined(fold.__wrapped__)  # type: ignore[attr-defined]

    @compiled
    def fold_twice(room: Room) -> int:
        return int(part(room, 1) + part(room, 2) * 3)

    room, again = Room(np.arange(9), np.arange(5)), Room(np.arange(9), np.arange(5))
    assert fold_twice(room) == fold(again, 1) + fold(again, 2) * 3
    assert [array.tolist() for array in room] == [array.tolist() for array in again]


def test_the_pinned_version_of_numba_is_known() -> None:
    """A new version needs a look at what `_make_dispatcher` uses of it, and a measurement."""
    assert numba.__version__.rpartition(".")[0] in KNOWN_VERSIONS


@pytest.mark.skipif(not IS_COMPILED, reason="plain Python may make arrays")
def test_a_kernel_that_makes_an_array_is_refused() -> None:
    with pytest.raises(NumbaError, match="array"):
        make_one(3)


def test_arrays_of_a_search_live_as_long_as_it_does_and_no_longer() -> None:
    clues = put_ends(5, 5, "free", [0, 24])
    search = FrontierSearch(clues)
    arrays = list(search._state)
    counts = [sys.getrefcount(array) for array in arrays]
    while search.next_solution(Budget(nodes=1000, conflicts=1).nodes) is not None:
        gc.collect(0)
    assert [sys.getrefcount(array) for array in arrays] == counts


@pytest.mark.parametrize("name", ["diagonals", "frontier", "normal_form"])
def test_the_searches_are_compiled_so(name: str) -> None:
    """One kernel that counts references would make those that it calls no slower, but itself."""
    root = PIPELINE / "kinds/numberlink/kernels"
    text = (root / f"{name}.py").read_text(encoding="utf-8")
    assert "@compiled" in text
    assert "njit" not in text
