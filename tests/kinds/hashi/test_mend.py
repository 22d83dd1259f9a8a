"""Mending: ambiguous layouts become unique, a little at a time and not from the start."""

from __future__ import annotations

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.hashi.grow import Grower
from pipeline.kinds.hashi.kernels.deduce import REST
from pipeline.kinds.hashi.layout import Layout
from pipeline.kinds.hashi.mend import Aim, look_at, mend
from pipeline.kinds.hashi.model import Params
from pipeline.kinds.hashi.prove import prove
from pipeline.kinds.interface import Budget
from pipeline.model import Status

BUDGET = Budget(nodes=100_000, conflicts=100_000)


def grown(seed: int, rule: str, side: int = 12) -> Layout:
    """Return a layout as it grows, before anything is mended."""
    layout = Grower(Params(side, side, rule), new_state(seed)).grow(side * side // 5)
    assert layout is not None
    return layout


@pytest.mark.parametrize("rule", ["connected-2", "free-3", "tree-2"])
def test_what_is_mended_was_ambiguous_and_is_unique(rule: str) -> None:
    mended_from_ambiguous = 0
    for seed in range(8):
        layout = grown(seed, rule)
        clues, solution = layout.puzzle(rule)
        before = prove(clues, solution, BUDGET).status
        found = mend(layout, Aim(rule, None, len(layout.islands) + 5), 200, new_state(seed))
        assert layout.puzzle(rule) == (clues, solution)
        if found is None:
            continue
        assert prove(*found.puzzle(rule), BUDGET).status is Status.UNIQUE
        mended_from_ambiguous += before is Status.MULTIPLE
        shared = set(layout.islands) & set(found.islands)
        assert len(shared) == len(layout.islands)
    assert mended_from_ambiguous >= 3


def test_a_rival_is_told_by_the_pairs_where_it_differs() -> None:
    layout = Layout(3, 3)
    for cell in (0, 2, 6, 8):
        layout.add_island(cell)
    for pair in ((0, 2), (6, 8)):
        layout.join(*pair, 2)
    layout.join(0, 6, 1)
    look = look_at(layout, Aim("connected-2", None, 9))
    assert not look.is_done
    assert set(look.open_pairs) >= set(look.rival or {})
    clues, solution = layout.puzzle("connected-2")
    assert prove(clues, solution, BUDGET).status is Status.MULTIPLE


def test_a_rung_is_reached_where_one_is_aimed_at() -> None:
    for seed in range(4):
        layout = grown(seed, "connected-2", 9)
        aim = Aim("connected-2", REST, len(layout.islands) + 5)
        found = mend(layout, aim, 300, new_state(seed))
        if found is not None:
            assert look_at(found, aim).open_pairs == []
