"""Ways that are led from cell to cell in the player: drags, taps and arrow keys."""

from random import Random
from typing import Any

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.words.core import Model
from tests.web import boards
from tests.web.engine import games_with
from tests.web.extra_samples import record

CALLS = {
    "drag": """(game, values, cells) => {
      const hold = game.grab(values, cells[0]);
      return cells.map((cell) => {
        const changes = game.drag(values, hold, cell, {});
        for (const [slot, value] of changes ?? []) values[slot] = value;
        return [changes !== null, hold.cell, [...values]];
      });
    }""",
    "most": "(game) => [...game.clues.keys()].map((cell) => game.mostAt(cell))",
    "tap": "(game, values, hold, cell, ...isKey) => game.tap(values, hold, cell, {}, ...isKey)",
    "nudge": "(game, values, hold, letter) => game.nudge(values, hold, letter)",
}
Edge = tuple[int, int]
ROWS, COLS = 4, 5

engine = games_with(CALLS)


class Lines:
    """A random board with ends of ways, cells that none may enter and walls; and lines on it."""

    def __init__(self, random: Random) -> None:
        cells = range(ROWS * COLS)
        self.most = [random.choice((0, 1, 1, 2, 2, 2, 2, 2, 2)) for _ in cells]
        model = Model(Grid(ROWS, COLS))
        self.edges: list[Edge] = [one for one in model.grid.edges() if random.random() < 0.9]
        lines = model.edges(self.edges)
        for cell in cells:
            own = [lines[edge] for edge in self.edges if cell in edge]
            if len(own) < self.most[cell]:
                self.most[cell] = 0
            if own:
                sums = (0, 2) if self.most[cell] == 2 else (self.most[cell],)
                model.count(own, sums, "way", (cell,))
        for one, other in self.edges:  # which both of two cells that have no other edge are about
            if sum(one in edge or other in edge for edge in self.edges) == 1:
                self.most[one] = self.most[other] = min(self.most[one], self.most[other])
        model.paths(lines, {c: 1 for c in cells if self.most[c] == 1}, "way", False)
        self.record = record("x", model, Looks(), 0, {})
        self.drawn: set[Edge] = set()
        for edge in random.sample(self.edges, random.randint(0, len(self.edges) // 2)):
            if all(self.lines(cell) < self.most[cell] for cell in edge):
                self.drawn.add(edge)

    def lines(self, cell: int) -> int:
        return sum(cell in edge for edge in self.drawn)

    def edge(self, one: int, other: int) -> Edge | None:
        found = min(one, other), max(one, other)
        return found if found in self.edges else None

    def values(self) -> list[int]:
        return [int(edge in self.drawn) for edge in self.edges]

    def lead(self, before: int, at: int, cell: int) -> bool:
        """Lead a way on, and return whether it goes there."""
        edge = self.edge(at, cell)
        if edge is None:
            return False
        if edge in self.drawn:
            if self.lines(at) == 1 < self.most[at]:  # it goes back from its loose end
                self.drawn.remove(edge)
            return True
        rest = {one for one in self.drawn if at in one} - {self.edge(before, at)}
        is_full = self.lines(at) == self.most[at]
        if self.lines(cell) == self.most[cell] or (is_full and (before < 0 or not rest)):
            return False
        if is_full:
            self.drawn -= rest
        self.drawn.add(edge)
        return True

    def run(self, at: int, cells: list[int], before: int = -1) -> tuple[int, int]:
        """Lead a way through cells as far as it goes, and return its end and the cell before."""
        for cell in cells:
            if not self.lead(before, at, cell):
                break
            before, at = at, cell
        return at, before

    def ends_towards(self, cell: int) -> list[int]:
        found = []
        for letter in boards.STEPS:
            before, at = cell, boards.shift(ROWS, COLS, cell, letter)
            while at >= 0 and self.edge(before, at) and not self.lines(at):
                before, at = at, boards.shift(ROWS, COLS, at, letter)
            if at >= 0 and self.edge(before, at) and self.lines(at) < self.most[at]:
                found.append(at)
        return found

    def after(self, answer: dict[str, Any]) -> set[Edge]:
        values = self.values()
        for slot, value in answer["changes"]:
            values[slot] = value
        return {edge for edge, value in zip(self.edges, values, strict=True) if value}

    def ask(self, name: str, *rest: Any) -> Any:
        return engine().call(name, self.record, *rest)


def straight(one: int, other: int) -> list[int]:
    """Return the cells after one on the straight way to another, none if there is no such way."""
    for letter in boards.STEPS:
        cells, at = [], one
        while (at := boards.shift(ROWS, COLS, at, letter)) >= 0:
            cells.append(at)
            if at == other:
                return cells
    return []


def test_a_drag_leads_a_way_and_never_fills_a_cell_beyond_what_it_may_hold() -> None:
    random = Random("drags")
    for _ in range(150):
        own = Lines(random)
        most = own.ask("most")
        assert all(most[cell] == own.most[cell] for edge in own.edges for cell in edge)
        cells = [random.randrange(ROWS * COLS)]
        while len(cells) < 12:
            near = boards.beside(ROWS, COLS, cells[-1])
            cells.append(random.choice([*near, *cells[-2:-1], cells[-1]]))
        found = own.ask("drag", own.values(), cells)
        at, before = cells[0], -1
        for cell, (has_gone, now, values) in zip(cells, found, strict=True):
            goes = cell == at or own.lead(before, at, cell)
            if goes and cell != at:
                before, at = at, cell
            assert (has_gone, now) == (goes, at)
            assert values == own.values()
            assert all(own.lines(one) <= own.most[one] for one in range(ROWS * COLS))


def test_a_tap_leads_the_way_that_is_held_or_the_only_end_in_line() -> None:
    random, led = Random("taps"), 0
    for _ in range(80):
        own = Lines(random)
        for cell in [*range(ROWS * COLS), *[0, 1] * 5]:  # with the first line, whose slot is 0
            held = random.choice((None, None, cell, random.randrange(20)))
            is_key = random.random() < 0.2
            hold = None if held is None else {"cell": held}
            drawn = {*own.drawn}
            answer = own.ask("tap", own.values(), hold, cell, *([True] * is_key))
            if held == cell:
                assert answer == {"changes": [], "hold": None}
                continue
            ends = [] if is_key or own.lines(cell) else own.ends_towards(cell)
            if held is not None:
                ends = [held]
            start = ends[0] if len(ends) == 1 else cell
            now = own.after(answer)
            end, before = own.run(start, straight(start, cell))
            assert now == own.drawn
            if answer["changes"]:
                led += 1
                assert answer["hold"] == {"cell": end, "before": before}
            else:
                assert answer["hold"] == {"cell": cell}
                assert own.drawn == drawn
            own.drawn = drawn
    assert led > 50


def test_arrow_keys_lead_the_way_that_is_held() -> None:
    random = Random("keys")
    for _ in range(80):
        own = Lines(random)
        for letter in boards.STEPS:
            cell, drawn = random.randrange(ROWS * COLS), {*own.drawn}
            before = random.choice((-1, *boards.beside(ROWS, COLS, cell)))
            assert own.ask("nudge", own.values(), None, letter) is None
            hold = {"cell": cell} | ({"before": before} if before >= 0 else {})
            answer = own.ask("nudge", own.values(), hold, letter)
            other = boards.shift(ROWS, COLS, cell, letter)
            if other < 0 or own.edge(cell, other) is None:
                assert answer is None
                continue
            now = own.after(answer)
            end, last = own.run(cell, [other], before)
            assert now == own.drawn
            assert answer["cell"] == end
            assert answer["hold"] == {"cell": end} | ({"before": last} if last >= 0 else {})
            own.drawn = drawn
