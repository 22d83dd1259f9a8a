"""Drawing borders in the player: drags along corners, rectangles, areas, the inside of loops."""

from itertools import pairwise
from random import Random
from typing import Any

from tests.web.engine import games_with
from tests.web.test_hints import records

Border = tuple[int, int]
CALLS = {
    "stroke": """(game, values, spots) => {
      const cellAt = ({ x, y }) => nearestCell(game, { x, y });
      const hold = game.grab(values, cellAt(spots[0]));
      hold.from = spots[0];
      for (const spot of spots) {
        const changes = game.drag(values, hold, cellAt(spot), spot);
        for (const [slot, value] of changes) values[slot] = value;
      }
      const { changes } = game.drop(values, hold, spots.at(-1));
      for (const [slot, value] of changes) values[slot] = value;
      return values;
    }""",
    "tap": "(game, values, cell, spot, isKey) => game.tap(values, null, cell, spot, isKey)",
    "erase": "(game, values, cell) => game.erase(values, cell)",
    "area": "(game, values, cell) => [...game.areaOf(values, cell)].sort((a, b) => a - b)",
    "sides": "(game, values) => [...game.sidesOf(values)]",
}

engine = games_with(CALLS)


class Grid:
    """A board of a kind with borders, and the slots of these by their corners."""

    def __init__(self, kind: str) -> None:
        self.record = records(kind)[0][0]
        self.rows, self.cols = (self.record["puzzle"][name] for name in ("rows", "cols"))
        places = self.record["model"]["variables"][0][1]
        self.borders = [(a, b) for a, b in zip(places[::2], places[1::2], strict=True)]
        self.slot = {border: k for k, border in enumerate(self.borders)}

    def beside(self, cell: int) -> dict[Border, int]:
        """Return the borders of a cell with the cell beyond each, -1 outside of the board."""
        row, col = divmod(cell, self.cols)
        corner = row * (self.cols + 1) + col
        below = corner + self.cols + 1
        return {
            (corner, corner + 1): cell - self.cols if row else -1,
            (below, below + 1): cell + self.cols if row + 1 < self.rows else -1,
            (corner, below): cell - 1 if col else -1,
            (corner + 1, below + 1): cell + 1 if col + 1 < self.cols else -1,
        }

    def call(self, name: str, *rest: Any) -> Any:
        return engine().call(name, self.record, *rest)

    def random(self, random: Random, values: tuple[int, ...] = (0, 0, 1, 2)) -> list[int]:
        return [random.choice(values) for _ in self.borders]


def test_a_drag_along_corners_draws_or_erases_and_goes_back() -> None:
    grid, random = Grid("slitherlink"), Random("corners")
    wide = grid.cols + 1
    for _ in range(60):
        values = grid.random(random)
        corners = [random.randrange(wide * (grid.rows + 1))]
        while len(corners) < 8:
            at, last = corners[-1], corners[-2] if len(corners) > 1 else -1
            ways = [next(iter({*border} - {at})) for border in grid.borders if at in border]
            corners.append(last if last >= 0 and random.random() < 0.3 else random.choice(ways))
        expected, paint, trail = [*values], None, list[int]()
        for one, other in pairwise(corners):
            slot = grid.slot[min(one, other), max(one, other)]
            if paint is None:
                paint = 0 if values[slot] == 1 else 1
            is_back = paint == 1 and trail[-1:] == [slot]
            if is_back:
                trail.pop()
            else:
                trail.append(slot)
            expected[slot] = 0 if is_back else paint
        spots = [{"x": corner % wide, "y": corner // wide} for corner in corners]
        assert grid.call("stroke", values, spots) == expected, corners


def test_a_rectangle_leaves_no_loose_ends_inside_the_board() -> None:
    grid, random = Grid("shikaku"), Random("rectangles")
    for _ in range(60):
        values = grid.random(random, (0, 0, 0, 1, 1, 2))
        one, other = (random.randrange(grid.rows * grid.cols) for _ in range(2))
        rows, cols = (
            sorted((f(one), f(other))) for f in (lambda k: k // grid.cols, lambda k: k % grid.cols)
        )
        area = {
            row * grid.cols + col
            for row in range(rows[0], rows[1] + 1) for col in range(cols[0], cols[1] + 1)
        }  # fmt: skip
        expected, own = dict(enumerate(values)), set()
        for cell in area:
            for border, beyond in grid.beside(cell).items():
                slot = grid.slot.get(border)
                if slot is None:
                    continue
                if beyond not in area:
                    own.add(slot)
                    expected[slot] = 1
                elif expected[slot] == 1:
                    expected[slot] = 0
        while True:
            drawn = [grid.borders[slot] for slot, value in expected.items() if value == 1]
            ends = [corner for border in drawn for corner in border]
            loose = [
                grid.slot[border] for border in drawn
                if grid.slot[border] not in own and any(
                    ends.count(corner) == 1
                    and 0 < corner % (grid.cols + 1) < grid.cols
                    and 0 < corner // (grid.cols + 1) < grid.rows
                    for corner in border
                )
            ]  # fmt: skip
            if not loose:
                break
            expected |= dict.fromkeys(loose, 0)
        spots = [{"x": k % grid.cols + 0.5, "y": k // grid.cols + 0.5} for k in (one, other)]
        assert grid.call("stroke", values, spots) == [*expected.values()], (one, other)


def test_a_tap_takes_a_rectangle_away_and_leaves_those_beside_it() -> None:
    grid = Grid("shikaku")
    _, solution = records("shikaku")[0]
    borders = {tuple(border) for border in solution["borders"]}
    whole = [int(border in borders) for border in grid.borders]
    areas = {frozenset(grid.call("area", whole, c)) for c in range(grid.rows * grid.cols)}
    for area in areas:
        cell = min(area)
        alone = [0] * len(grid.borders)
        for at in area:
            for border, beyond in grid.beside(at).items():
                if border in grid.slot and beyond not in area:
                    alone[grid.slot[border]] = 1
        drawn = [[slot, 0] for slot, value in enumerate(alone) if value]
        spot = {"x": cell % grid.cols + 0.3, "y": cell // grid.cols + 0.6}
        answer = grid.call("tap", alone, cell, spot, False)
        assert sorted(answer["changes"]) == drawn
        assert answer["hold"] is None
        assert sorted(grid.call("erase", alone, cell)) == drawn
        assert grid.call("tap", alone, cell, {"x": 0.5, "y": 0.5}, True)["changes"] == []
        near = {"x": cell % grid.cols + 0.5, "y": cell // grid.cols + 0.1}
        assert len(grid.call("tap", whole, cell, near, False)["changes"]) <= 1
    # Two that touch: what both need stays.
    one, other = next(
        (a, b) for a in areas for b in areas
        if a != b and any(beyond in b for at in a for beyond in grid.beside(at).values())
    )  # fmt: skip
    both = {
        grid.slot[border] for area in (one, other) for at in area
        for border, beyond in grid.beside(at).items()
        if border in grid.slot and beyond not in area
    }  # fmt: skip
    values = [int(slot in both) for slot in range(len(grid.borders))]
    cell = min(one)
    spot = {"x": cell % grid.cols + 0.5, "y": cell // grid.cols + 0.5}
    for slot, value in grid.call("tap", values, cell, spot, False)["changes"]:
        values[slot] = value
    assert frozenset(grid.call("area", values, min(other))) == other
    assert frozenset(grid.call("area", values, cell)) > one


def test_a_drag_that_stays_at_a_corner_is_a_tap_on_the_nearest_border() -> None:
    grid = Grid("slitherlink")
    for at, (one, other) in enumerate(grid.borders):
        wide = grid.cols + 1
        x, y = (one % wide + other % wide) / 2, (one // wide + other // wide) / 2
        spots = [{"x": x + 0.05, "y": y + 0.05}, {"x": x - 0.05, "y": y - 0.05}]
        values = grid.call("stroke", [0] * len(grid.borders), spots[:1])
        assert [slot for slot, value in enumerate(values) if value] == [at]
        assert values[at] == 1


def test_an_area_is_all_that_no_border_parts() -> None:
    grid, random = Grid("shikaku"), Random("areas")
    for _ in range(40):
        values = grid.random(random)
        start = random.randrange(grid.rows * grid.cols)
        area, waiting = {start}, [start]
        for cell in waiting:
            for border, beyond in grid.beside(cell).items():
                if beyond >= 0 and beyond not in area and values[grid.slot[border]] != 1:
                    area.add(beyond)
                    waiting.append(beyond)
        assert grid.call("area", values, start) == sorted(area)


def test_the_inside_of_a_loop_follows_from_the_edge_of_the_board() -> None:
    grid, random = Grid("slitherlink"), Random("inside")
    for _ in range(40):
        inside = {cell for cell in range(grid.rows * grid.cols) if random.random() < 0.5}
        share, values = random.random(), [0] * len(grid.borders)
        for cell in range(grid.rows * grid.cols):
            for border, beyond in grid.beside(cell).items():
                if random.random() < share:
                    values[grid.slot[border]] = 1 if (cell in inside) != (beyond in inside) else 2
        known, waiting = {-1}, [-1]
        for one in waiting:
            for cell in range(grid.rows * grid.cols):
                for border, beyond in grid.beside(cell).items():
                    if not values[grid.slot[border]] or one not in (cell, beyond):
                        continue
                    for other in {cell, beyond} - known:
                        known.add(other)
                        waiting.append(other)
        found = dict(grid.call("sides", values))
        assert found == {cell: cell in inside for cell in known - {-1}}
