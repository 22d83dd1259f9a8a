"""A board that is laid out like those that are made, for the plan of pages: nothing is searched."""

from __future__ import annotations

from itertools import groupby

from pipeline.kinds.numberlink.generate import default_pairs
from pipeline.kinds.numberlink.layouts.shape import blocked_cells
from pipeline.kinds.numberlink.model import Clues, Params, Solution, make_clues, make_solution


def stand_in(params: Params) -> tuple[Clues, Solution]:
    """Return a board with as many pairs as are aimed at, all joined within their rows.

    Examples
    --------
    >>> clues, solution = stand_in(Params(6, 6, pairs=(4, 9)))
    >>> clues.pairs, len(solution.paths)
    (9, 9)
    """
    least, most = params.pairs or default_pairs(params)
    wanted = least if params.pairs is None else most
    blocked = frozenset(blocked_cells(params))
    free = [cell for cell in range(params.rows * params.cols) if cell not in blocked]
    runs = [
        [cell for _, cell in run]
        for _, run in groupby(enumerate(free), lambda one: (one[1] - one[0], one[1] // params.cols))
    ]
    length = max(2, len(free) // wanted)
    pieces = [run[at : at + length] for run in runs for at in range(0, len(run) - 1, length)]
    paths = [piece for piece in pieces if len(piece) > 1][:wanted]
    numbers = [0] * (params.rows * params.cols)
    for number, path in enumerate(paths, start=1):
        numbers[path[0]] = numbers[path[-1]] = number
    return make_clues(params.rows, params.cols, params.rule, numbers, blocked), make_solution(paths)
