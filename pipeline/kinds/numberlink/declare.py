"""Numberlink as variables and constraints: what the player's hints deduce from."""

from __future__ import annotations

from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.numberlink.model import Clues


def declare(clues: Clues) -> Model:
    """Return the model of a board: a line joins two neighbouring cells or not.

    Of the rules against turning back only what one square shows is declared, which is sound.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> model = declare(make_clues(1, 3, "free", ["a", 0, "a"]))
    >>> [bin(count.sums) for count in model.counts]
    ['0b10', '0b101', '0b10']
    """
    grid = Grid(clues.rows, clues.cols, clues.blocked)
    model = Model(grid)
    edges = model.edges()
    sums = (0, 2) if clues.rule == "free" else (2,)
    for cell in grid.cells:
        here = [edges[min(cell, other), max(cell, other)] for other in grid.neighbours(cell)]
        is_end = clues.numbers[cell] > 0
        reason = "end" if is_end else "through" if clues.rule == "free" else "covered"
        model.count(here, (1,) if is_end else sums, reason, about=(cell,))
    if clues.rule in ("no-uturn", "no-touch"):
        for cell in grid.cells:
            right, down, across = (grid.look(cell, *step) for step in ((0, 1), (1, 0), (1, 1)))
            if right is None or down is None or across is None:
                continue
            sides = [
                edges[p] for p in ((cell, right), (cell, down), (right, across), (down, across))
            ]
            model.count(sides, (0, 1, 2), "square", about=(cell, right, down, across))
    labels = {cell: number for cell, number in enumerate(clues.numbers) if number}
    model.paths(edges, labels, "different", in_order=False)
    return model
