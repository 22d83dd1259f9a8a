"""Small declared puzzles with clues outside of single cells, as published records with answers."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from pipeline.kinds import kit
from pipeline.kinds.kit.board.clues import BETWEEN, CAGE, Clue
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.player import to_json
from pipeline.kinds.kit.looks.primitives import draw_clues
from pipeline.kinds.kit.telling.kind_texts import read_texts
from pipeline.kinds.kit.words.accepted.rule import Layers, unroll
from pipeline.kinds.kit.words.core import Model

Sample = tuple[dict[str, Any], list[int]]
"""A record and its answer: the number of each cell, or 1 where it is shaded."""

SENTENCES = read_texts("pipeline.kinds.kit.telling", "en")["reasons"]


def runs(length: int, numbers: Sequence[int]) -> Layers:
    """Return the automaton of a line with these runs."""

    def step(state: tuple[int, int], place: int, is_shaded: int) -> tuple[int, int] | None:
        run, done = state
        if not is_shaded:
            return None if 0 < done < numbers[run] else (run + (done > 0), 0)
        if run == len(numbers) or done == numbers[run]:
            return None
        return run, done + 1

    def is_end(state: tuple[int, int]) -> bool:
        run, done = state
        return run == len(numbers) or (run == len(numbers) - 1 and done == numbers[run])

    return unroll([2] * length, (0, 0), step, is_end)


def nonogram(size: int, rows: Sequence[str]) -> Sample:
    picture = [[cell == "#" for cell in row] for row in rows]
    lines = [*picture, *([row[k] for row in picture] for k in range(size))]
    numbers = [[len(run) for run in "".join(".#"[c] for c in line).split(".") if run]
               for line in lines]  # fmt: skip
    model = Model(Grid(size, size))
    shaded = model.cells()
    for line, own in zip(model.grid.lines(), numbers, strict=True):
        options = [(-shaded[cell], shaded[cell]) for cell in line]
        model.accepted(options, runs(size, own), "runs", line)
    puzzle = {"left": numbers[:size], "top": numbers[size:]}
    return record("nonogram", model, Looks(fives=True), 0, puzzle), [
        int(cell) for row in picture for cell in row
    ]


def killer() -> Sample:
    numbers = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    cages = [(0, 1), (2, 3, 7), (4, 8), (5, 6), (9, 10, 14), (11, 15), (12, 13)]
    model = Model(Grid(4, 4))
    holds = model.numbers(range(1, 5), "cell")
    boxes = [[k, k + 1, k + 4, k + 5] for k in (0, 2, 8, 10)]
    for cells in (*model.grid.lines(), *boxes):
        model.all_different(holds, cells, range(1, 5), "group")
    clues = []
    for cells in cages:
        total = sum(numbers[cell] for cell in cells)
        model.total(holds, cells, range(1, 5), total, "cage")
        clues.append(Clue(CAGE, cells, (total,)))
    puzzle = {**kit.Cages().encode(4, 4, clues)}
    puzzle["regions"] = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
    return record("killer", model, Looks(), 0, puzzle), numbers


def binairo() -> Sample:
    answer = [0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0]
    given, signs = {0: 0, 6: 0}, [(2, 3, "x"), (4, 8, "x"), (5, 9, "=")]
    model = Model(Grid(4, 4))
    ones = model.cells()
    for line in model.grid.lines():
        model.count([ones[cell] for cell in line], (2,), "half", line)
        for k in range(2):
            three = [ones[cell] for cell in line[k : k + 3]]
            model.count(three, (1, 2), "three", line[k : k + 3])
    for lines in (model.grid.lines()[:4], model.grid.lines()[4:]):
        model.distinct_lines([[ones[cell] for cell in line] for line in lines], "alike")
    for cell, value in given.items():
        model.clause([ones[cell] if value else -ones[cell]], "given", (cell,))
    for a, b, sign in signs:
        sums = (1,) if sign == "x" else (0, 2)
        model.count([ones[a], ones[b]], sums, "sign", (a, b))
    clues = [Clue(BETWEEN, (a, b), (), sign) for a, b, sign in signs]
    puzzle = {**kit.Between(("=", "x")).encode(4, 4, clues)}
    grid = [given.get(cell, -1) for cell in range(16)]
    puzzle["clues"] = [grid[k : k + 4] for k in range(0, 16, 4)]
    return record("binairo", model, Looks(symbols=("0", "1")), -1, puzzle), answer


def stars() -> Sample:
    answer = {1, 8, 10, 17, 24}
    regions = [0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 2, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 4, 4, 4]
    model = Model(Grid(5, 5))
    cells = model.cells()
    groups = [*model.grid.lines()]
    groups += [tuple(c for c in range(25) if regions[c] == k) for k in range(5)]
    for group in groups:
        model.count([cells[cell] for cell in group], (1,), "one", group)
    for cell in range(25):
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
            other = model.grid.look(cell, down, right)
            if other is not None:
                model.count([cells[cell], cells[other]], (0, 1), "touch", (cell, other))
    puzzle = {"regions": [regions[k : k + 5] for k in range(0, 25, 5)]}
    found = record("starbattle", model, Looks(shaded="star"), 0, puzzle)
    return found, [int(cell in answer) for cell in range(25)]


def views() -> Sample:
    numbers = {2: 5, 15: 7, 16: 5, 21: 3, 23: 3}
    model = Model(Grid(5, 5))
    painted = model.cells()
    white = {cell: -variable for cell, variable in painted.items()}
    for one, other in model.grid.edges():
        model.clause([white[one], white[other]], "touch", (one, other))
    model.connected(white, "connected")
    for cell, number in numbers.items():
        model.sees(white, cell, number, "sees", clue=cell)
    grid = [numbers.get(cell, 0) for cell in range(25)]
    found = record(
        "kurodoko", model, Looks(), 0, {"clues": [grid[k : k + 5] for k in range(0, 25, 5)]}
    )
    found["model"]["texts"] |= {"sees": "{number} seen", "sees-3-off": "only {number} of {places}"}
    return found, [int(cell in {0, 3, 11, 13, 19, 22}) for cell in range(25)]


def record(kind: str, model: Model, looks: Looks, empty: int, puzzle: Any) -> dict[str, Any]:
    """Return the published record of a puzzle; its reasons are their keys."""
    grid = model.grid
    whole = {"rows": grid.rows, "cols": grid.cols, "clues": [[empty] * grid.cols] * grid.rows}
    sorts = kit.Cages(), kit.Between(("=", "x")), kit.Outside(numbers=lambda length: range(9))
    boards = kit.Boards(
        family="cells", empty=empty, allowed=lambda rows, cols: range(-1, 9), clue_sorts=sorts
    )
    whole |= puzzle
    drawing = draw_clues(looks, boards, boards.decode(whole))
    return {
        "id": kind, "kind": kind, "title": kind, "puzzle": whole,
        "model": {**to_json(model, looks, empty, SENTENCES), "drawing": drawing},
    }  # fmt: skip


@cache
def samples() -> dict[str, Sample]:
    """Return each sample by the name of its kind."""
    heart = ["##.##", "#####", "#####", ".###.", "..#.."]
    return {
        "nonogram": nonogram(5, heart), "killer": killer(), "binairo": binairo(), "stars": stars(),
        "views": views(),
    }  # fmt: skip
