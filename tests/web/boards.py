"""Boards for the player's tests, made without the generators: solved, nearly right and random."""

from random import Random
from typing import Any

Puzzle = dict[str, Any]
Paths = list[list[int]]
Bridges = list[list[int]]

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def beside(rows: int, cols: int, cell: int) -> list[int]:
    """Return the cells that share a side with one."""
    row, col = divmod(cell, cols)
    places = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [r * cols + c for r, c in places if 0 <= r < rows and 0 <= c < cols]


def lay_lines(rng: Random, rows: int, cols: int, rule: str) -> tuple[Puzzle, Paths]:
    """Return a Numberlink board with lines that fill it under a rule; the rest is blocked."""
    free = set(range(rows * cols))
    paths: Paths = []
    for start in rng.sample(range(rows * cols), rows * cols):
        if start not in free:
            continue
        path = [start]
        free.discard(start)
        while len(path) < 12:
            ways = [c for c in beside(rows, cols, path[-1]) if c in free]
            ways = [c for c in ways if _may_follow(path, c, rows, cols, rule)]
            if not ways:
                break
            path.append(rng.choice(ways))
            free.discard(path[-1])
        if len(path) > 1:
            paths.append(path if path[0] < path[-1] else path[::-1])
        else:
            free.add(start)
    paths.sort()
    numbers = [0] * (rows * cols)
    for number, path in enumerate(paths, start=1):
        numbers[path[0]] = numbers[path[-1]] = number
    grid = [numbers[row * cols : (row + 1) * cols] for row in range(rows)]
    puzzle: Puzzle = {"rows": rows, "cols": cols, "rule": rule, "clues": grid}
    return puzzle | ({"blocked": sorted(free)} if free else {}), paths


def _may_follow(path: list[int], cell: int, rows: int, cols: int, rule: str) -> bool:
    own = {*path, cell}
    if rule == "no-touch":
        return len(own & set(beside(rows, cols, cell))) == 1
    corners = (c for c in (cell, cell - 1, cell - cols, cell - cols - 1) if (c + 1) % cols)
    return rule != "no-uturn" or not any({c, c + 1, c + cols, c + cols + 1} <= own for c in corners)


def spoil_lines(rng: Random, puzzle: Puzzle, paths: Paths) -> Paths:
    """Return lines with a few cells moved, left out, doubled or led elsewhere."""
    spoilt = [list(path) for path in paths]
    size = puzzle["rows"] * puzzle["cols"]
    for _ in range(rng.randrange(3)):
        path = rng.choice(spoilt)
        at = rng.randrange(len(path))
        match rng.randrange(5):
            case 0:
                path[at] = rng.randrange(size)
            case 1 if len(path) > 1:
                del path[at]
            case 2:
                path.insert(at, rng.choice(beside(puzzle["rows"], puzzle["cols"], path[at])))
            case 3:
                path.extend(rng.choice(spoilt)[:2])
            case _:
                path.reverse()
    return spoilt


def build_bridges(
    rng: Random, rows: int, cols: int, rule: tuple[int, bool, bool]
) -> tuple[Puzzle, Bridges]:
    """Return a Hashi board with bridges that cross nothing; connected or without loops by luck."""
    most, connected, loops = rule
    islands = sorted(rng.sample(range(rows * cols), rng.randrange(3, 10)))
    over: set[int] = set()
    bridges: Bridges = []
    for one in islands:
        for step, room in ((1, cols - 1 - one % cols), (cols, rows - 1 - one // cols)):
            way = [one + step * k for k in range(1, room + 1)]
            other = next((cell for cell in way if cell in islands), None)
            between = way[: way.index(other)] if other is not None else []
            if other is None or over & set(between) or rng.random() < 0.2:
                continue
            over |= set(between)
            bridges.append([one, other, rng.randint(1, most)])
    numbers = [0] * (rows * cols)
    for one, other, count in bridges:
        numbers[one] += count
        numbers[other] += count
    for cell in islands:
        if not numbers[cell] or rng.random() < 0.1:
            numbers[cell] = -1
    grid = [numbers[row * cols : (row + 1) * cols] for row in range(rows)]
    head = {"rows": rows, "cols": cols, "max_bridges": most, "connected": connected, "loops": loops}
    return head | {"clues": grid}, bridges


def spoil_bridges(rng: Random, puzzle: Puzzle, bridges: Bridges) -> Bridges:
    """Return bridges with a few of them moved, left out, doubled or added."""
    spoilt = {(one, other): count for one, other, count in bridges}
    cells = range(puzzle["rows"] * puzzle["cols"])
    for _ in range(rng.randrange(4)):
        pair = rng.choice(sorted(spoilt)) if spoilt else (0, 1)
        match rng.randrange(4):
            case 0:
                spoilt.pop(pair, None)
            case 1:
                spoilt[pair] = rng.randint(1, 5)
            case 2:
                one, other = sorted(rng.sample(cells, 2))
                spoilt[one, other] = rng.randint(1, 2)
            case _:
                row = rng.randrange(puzzle["rows"]) * puzzle["cols"]
                spoilt[row, row + puzzle["cols"] - 1] = 1
    return [[one, other, count] for (one, other), count in sorted(spoilt.items())]


def scramble_tiles(rng: Random) -> tuple[Puzzle, str]:
    """Return a sliding puzzle and the moves of the blank that solve it."""
    rows, cols = rng.randint(2, 4), rng.randint(2, 4)
    goal = [*range(1, rows * cols), 0]
    tiles, moves = list(goal), ""
    for _ in range(rng.randint(1, 40)):
        blank = tiles.index(0)
        letter = rng.choice([m for m in STEPS if shift(rows, cols, blank, m) >= 0])
        other = shift(rows, cols, blank, letter)
        tiles[blank], tiles[other] = tiles[other], 0
        moves = {"U": "D", "D": "U", "L": "R", "R": "L"}[letter] + moves
    grid = [[tiles[r * cols : (r + 1) * cols] for r in range(rows)]]
    wanted = [goal[r * cols : (r + 1) * cols] for r in range(rows)]
    return {
        "kind": "npuzzle",
        "puzzle": {"rows": rows, "cols": cols, "start": grid[0], "goal": wanted},
    }, moves


def shift(rows: int, cols: int, cell: int, letter: str) -> int:
    """Return the cell one step away, -1 outside the board."""
    row, col = cell // cols + STEPS[letter][0], cell % cols + STEPS[letter][1]
    return row * cols + col if 0 <= row < rows and 0 <= col < cols else -1
