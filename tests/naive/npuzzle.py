"""The sliding puzzle by visiting every board: slow and obvious, on boards as tuples.

Shares nothing with the engines: no labels, no numbers of boards, no estimates.
"""

from itertools import permutations

Board = tuple[int, ...]

WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def neighbours(rows: int, cols: int, board: Board) -> dict[str, Board]:
    """Return the board after each legal move."""
    row, col = divmod(board.index(0), cols)
    after = {}
    for letter, (down, right) in WAYS.items():
        if 0 <= row + down < rows and 0 <= col + right < cols:
            other = (row + down) * cols + col + right
            moved = list(board)
            moved[row * cols + col], moved[other] = moved[other], 0
            after[letter] = tuple(moved)
    return after


def distances(rows: int, cols: int, goal: Board) -> dict[Board, int]:
    """Return how many moves each board needs that can reach the goal."""
    found = {goal: 0}
    frontier = [goal]
    while frontier:
        ahead = []
        for board in frontier:
            for after in neighbours(rows, cols, board).values():
                if after not in found:
                    found[after] = found[board] + 1
                    ahead.append(after)
        frontier = ahead
    return found


def shortest_ways(rows: int, cols: int, start: Board, far: dict[Board, int]) -> set[str]:
    """Return every shortest way from a board to the goal that ``far`` was made from."""
    if far[start] == 0:
        return {""}
    return {
        letter + way
        for letter, after in neighbours(rows, cols, start).items()
        if far[after] == far[start] - 1
        for way in shortest_ways(rows, cols, after, far)
    }


def all_boards(cells: int) -> list[Board]:
    """Return every arrangement of the tiles."""
    return list(permutations(range(cells)))


def pattern_distances(rows: int, cols: int, goal: Board, tiles: set[int]) -> dict[Board, int]:
    """Return, by cells of some tiles in rising order, the fewest moves of these tiles to the goal.

    Other tiles are alike (-1), and moving them costs nothing; the least over all places of the
    blank.
    """
    start = tuple(tile if tile in tiles or tile == 0 else -1 for tile in goal)
    found = {start: 0}
    frontier = [start]
    while frontier:
        board = frontier.pop(0)
        for after in neighbours(rows, cols, board).values():
            cost = found[board] + (after[board.index(0)] in tiles)
            if cost < found.get(after, 1 << 30):
                found[after] = cost
                frontier.append(after)
    least: dict[Board, int] = {}
    for board, cost in found.items():
        cells = tuple(board.index(tile) for tile in sorted(tiles))
        least[cells] = min(cost, least.get(cells, 1 << 30))
    return least
