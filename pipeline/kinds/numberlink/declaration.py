"""Numberlink as constraints, from which the player's hints deduce."""

from __future__ import annotations

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.numberlink import grade
from pipeline.kinds.numberlink.model import Clues, Solution


def declare(clues: Clues, solution: Solution | None = None) -> Model:
    """Return the model of a board: a line joins two neighbouring cells or not.

    Of the rules against turning back, only what a single square shows is declared, which is sound.
    With the solution given, the model also contains what people assume about it: whether it fills
    the board, and under ``free`` that no line could be cut short.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> model = declare(make_clues(1, 3, "free", ["a", 0, "a"]))
    >>> [bin(count.sums) for count in model.counts]
    ['0b10', '0b101', '0b10']
    """
    grid = Grid(clues.rows, clues.cols, clues.blocked)
    model = Model(grid)
    edges = model.edges()
    is_free = clues.rule == "free"
    assumed = None if solution is None else grade.find_assumptions(clues, solution)
    sums, reason = ((0, 2), "through") if is_free else ((2,), "covered")
    if is_free and assumed is not None and assumed.is_covering:
        sums, reason = (2,), "answer-fills"
    for cell in grid.cells:
        here = [edges[min(cell, other), max(cell, other)] for other in grid.neighbours(cell)]
        if clues.numbers[cell]:
            model.count(here, (1,), "end", about=(cell,))
        else:
            model.count(here, sums, reason, about=(cell,))
    square = {"free": "square-one-answer", "cover": "answer-square"}.get(clues.rule, "square")
    if square == "square" or (assumed is not None and assumed.has_no_three_sides):
        for cell in grid.cells:
            right, down, across = (grid.look(cell, *step) for step in ((0, 1), (1, 0), (1, 1)))
            if right is None or down is None or across is None:
                continue
            sides = [
                edges[p] for p in ((cell, right), (cell, down), (right, across), (down, across))
            ]
            model.count(sides, (0, 1, 2), square, about=(cell, right, down, across))
    labels = {cell: number for cell, number in enumerate(clues.numbers) if number}
    model.paths(edges, labels, "different", in_order=False)
    return model
