"""Cells of the player's boards: steps, ways between them and what a pointer crosses."""

from functools import cache, partial
from itertools import pairwise
from math import ceil, floor, hypot
from random import Random
from typing import Any

import pytest
import quickjs

from tests.web.engine import Engine

SIZES = [(1, 1), (1, 4), (3, 1), (2, 3), (4, 5)]
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
NAMES = (
    "stepFrom", "letterBetween", "neighboursOf", "walk", "lettersOf", "straightWay", "cellsUnder",
    "nearestCell", "spotsBetween", "readGrid", "readWhole", "isCentral", "sideOf",
)  # fmt: skip


@cache
def engine() -> Engine:
    made = Engine("kinds/cells.js")
    for name in NAMES:
        made.define(name, name)
    made.define("rectangle", "(...ends) => [...rectangle(...ends)]")
    return made


def ask(name: str, *rest: Any) -> Any:
    return engine().call(name, *rest)


def size_of(rows: int, cols: int) -> dict[str, int]:
    return {"rows": rows, "cols": cols}


def step(rows: int, cols: int, cell: int, letter: str) -> int:
    row, col = cell // cols + STEPS[letter][0], cell % cols + STEPS[letter][1]
    return row * cols + col if row in range(rows) and col in range(cols) else -1


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_steps_stay_on_the_board_and_have_letters(rows: int, cols: int) -> None:
    size, cells = size_of(rows, cols), range(rows * cols)
    for cell in cells:
        steps = {letter: step(rows, cols, cell, letter) for letter in STEPS}
        assert {letter: ask("stepFrom", size, cell, letter) for letter in STEPS} == steps
        near = {other: letter for letter, other in steps.items() if other >= 0}
        assert sorted(ask("neighboursOf", size, cell)) == sorted(near)
        for other in cells:
            assert ask("letterBetween", size, cell, other) == near.get(other, "")


def test_walks_are_the_cells_of_their_letters() -> None:
    random = Random("walks")
    for _ in range(60):
        rows, cols = random.choice(SIZES)
        size, cells = size_of(rows, cols), [random.randrange(rows * cols)]
        letters = "".join(random.choice("UDLR") for _ in range(random.randrange(5)))
        for letter in letters:
            cells.append(step(rows, cols, cells[-1], letter) if cells[-1] >= 0 else -1)
        walked = ask("walk", size, cells[0], letters)
        assert walked == (None if -1 in cells else cells)
        if walked:
            assert ask("lettersOf", size, walked) == letters


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_straight_ways_and_rectangles_lie_between_two_cells(rows: int, cols: int) -> None:
    size, cells = size_of(rows, cols), range(rows * cols)
    for one in cells:
        for other in cells:
            (y0, x0), (y1, x1) = divmod(one, cols), divmod(other, cols)
            inside = [
                cell for cell in cells
                if min(y0, y1) <= cell // cols <= max(y0, y1)
                and min(x0, x1) <= cell % cols <= max(x0, x1)
            ]  # fmt: skip
            assert sorted(ask("rectangle", size, one, other)) == inside
            way = inside if one <= other else inside[::-1]
            assert ask("straightWay", size, one, other) == (way if y0 == y1 or x0 == x1 else [])


def test_a_pointer_crosses_all_cells_on_its_way() -> None:
    """Compared with many places on the way; cells that it only grazes may be among them."""
    random, most = Random("pointer"), 0
    for _ in range(200):
        rows, cols = random.choice(SIZES)
        start, stop = (
            {"x": random.uniform(-1, cols + 1), "y": random.uniform(-1, rows + 1)} for _ in range(2)
        )
        if random.random() < 0.2:
            axis = random.choice("xy")
            stop[axis] = start[axis]
        inside = [
            (min(max(spot["x"], 0), cols - 1e-6), min(max(spot["y"], 0), rows - 1e-6))
            for spot in (start, stop)
        ]
        (x0, y0), (x1, y1) = inside
        places = (k / 2000 for k in range(2001))
        crossed = [floor(y0 + (y1 - y0) * t) * cols + floor(x0 + (x1 - x0) * t) for t in places]
        found = ask("cellsUnder", size_of(rows, cols), start, stop)
        assert (found[0], found[-1]) == (crossed[0], crossed[-1])
        assert {*crossed} <= {*found}
        assert len(found) == len({*found}) <= len({*crossed}) + 1
        for one, other in pairwise(found):
            assert abs(one // cols - other // cols) + abs(one % cols - other % cols) == 1
        most = max(most, len(found))
    assert most > 5


def distance(cols: int, spot: dict[str, float], cell: int) -> float:
    """Return how far a spot is from a cell, across and down in sum."""
    across, down = abs(cell % cols + 0.5 - spot["x"]), abs(cell // cols + 0.5 - spot["y"])
    return max(across - 0.5, 0) + max(down - 0.5, 0)


def test_the_nearest_cell_and_the_nearest_side_of_it() -> None:
    random = Random("near")
    for _ in range(100):
        rows, cols = random.choice(SIZES)
        spot = {"x": random.uniform(-1, cols + 1), "y": random.uniform(-1, rows + 1)}
        near = min(range(rows * cols), key=partial(distance, cols, spot))
        assert ask("nearestCell", size_of(rows, cols), spot) == near
        spot = {"x": near % cols + random.random(), "y": near // cols + random.random()}
        x, y = spot["x"] - near % cols, spot["y"] - near // cols
        ways = {"L": x, "R": 1 - x, "U": y, "D": 1 - y}
        assert ask("sideOf", size_of(rows, cols), near, spot) == min(ways, key=ways.__getitem__)
        assert ask("isCentral", spot) == (hypot(x - 0.5, y - 0.5) < 0.16)


def test_spots_on_a_way_are_evenly_a_quarter_of_a_cell_apart() -> None:
    random = Random("spots")
    for _ in range(40):
        start, stop = ({"x": random.uniform(0, 4), "y": random.uniform(0, 4)} for _ in range(2))
        stop = random.choice((stop, start))
        spots = ask("spotsBetween", start, stop)
        length = hypot(stop["x"] - start["x"], stop["y"] - start["y"])
        assert len(spots) == max(1, ceil(4 * length)) + 1
        for k, spot in enumerate(spots):
            for axis in "xy":
                part = start[axis] + (stop[axis] - start[axis]) * k / (len(spots) - 1)
                assert spot[axis] == pytest.approx(part)


def test_only_grids_of_whole_numbers_and_numbers_in_bounds_are_read() -> None:
    assert ask("readGrid", [[1, 2, 3], [4, 5, 6]], 2, 3, "clues") == [1, 2, 3, 4, 5, 6]
    wrong = [
        5,
        [[1, 2]],
        [[1], [2]],
        [[1, 2], [3]],
        [[1, 2], 3],
        [[1, 2], [3, 4.5]],
        [[1, 2], [3, "4"]],
    ]
    for grid in wrong:
        with pytest.raises(quickjs.JSException, match="clues to be 2 rows of 2 numbers"):
            ask("readGrid", grid, 2, 2, "clues")
    assert [ask("readWhole", k, "rows", 5) for k in (1, 5)] == [1, 5]
    for value in (0, 6, -1, 2.5, "3", None):
        with pytest.raises(quickjs.JSException, match="rows to be a whole number from 1 to 5"):
            ask("readWhole", value, "rows", 5)
