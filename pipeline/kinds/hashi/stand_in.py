"""A board that is laid out like those that are made, for the plan of pages: nothing is searched."""

from __future__ import annotations

from pipeline.kinds.hashi.model import Clues, Params, Solution, make_clues, make_solution


def stand_in(params: Params) -> tuple[Clues, Solution]:
    """Return a board with an island in every other cell of every other row, joined by bridges.

    Examples
    --------
    >>> clues, solution = stand_in(Params(5, 5))
    >>> len(clues.island_cells()), len(solution.bridges)
    (9, 6)
    """
    islands = [0] * (params.rows * params.cols)
    bridges = []
    for row in range(0, params.rows, 2):
        for col in range(0, params.cols, 2):
            cell = row * params.cols + col
            islands[cell] += 1
            if col:
                bridges.append((cell - 2, cell, 1))
                islands[cell - 2] = 1 + (col > 2)
    return make_clues(params.rows, params.cols, islands, params.rule), make_solution(bridges)
