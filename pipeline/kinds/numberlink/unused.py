"""Shorten the lines of a layout, so that some cells stay empty in the only solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipeline.kernels.random_state import RandomState, pick, random_below
from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.numberlink.layouts.shape import blocked_cells
from pipeline.kinds.numberlink.model import Params, Path, pose_layout
from pipeline.kinds.numberlink.solve import solve

BUDGET: Final = Budget(nodes=20_000, conflicts=10_000)
"""Budget of each proof that a shorter line leaves a single solution."""


def leave_unused(
    params: Params, layout: Sequence[Path], state: RandomState
) -> tuple[Path, ...] | None:
    """Return a layout with ``params.unused`` percent of unused cells; None if that fails.

    The layout is that of a puzzle unique under ``free``, and so is the one returned. Ends move
    inwards along their lines, one cell at a time in random order, while the solution stays unique.
    """
    assert params.unused is not None
    cells = params.rows * params.cols - len(blocked_cells(params))
    least, most = -(-cells * params.unused[0] // 100), cells * params.unused[1] // 100
    wanted = least + random_below(state, most - least + 1)
    paths, left = list(layout), cells - sum(map(len, layout))
    movable = [(number, is_first) for number in range(len(paths)) for is_first in (False, True)]
    while left < wanted and movable:
        number, is_first = pick(state, movable)
        shorter = paths[number][1:] if is_first else paths[number][:-1]
        changed = [*paths[:number], shorter, *paths[number + 1 :]]
        if _may_end(params, changed, shorter[0 if is_first else -1]) and _is_unique(
            params, changed
        ):
            paths, left = changed, left + 1
        else:
            movable.remove((number, is_first))
    return tuple(paths) if left >= least else None


def _may_end(params: Params, paths: Sequence[Path], cell: int) -> bool:
    """Return whether a cell may be an end: the line stays long enough, and no end is adjacent."""
    if min(map(len, paths)) < params.shortest:
        return False
    ends = {end for path in paths for end in (path[0], path[-1])}
    return params.adjacent or ends.isdisjoint(Grid(params.rows, params.cols).neighbours(cell))


def _is_unique(params: Params, paths: Sequence[Path]) -> bool:
    clues, _ = pose_layout(params.rows, params.cols, params.rule, paths, blocked_cells(params))
    found = solve(clues, 2, BUDGET)
    return found.is_complete and len(found.solutions) == 1
