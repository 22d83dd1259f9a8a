"""The race of a Sudoku by sets of candidates, without counts that are kept up to date."""

from __future__ import annotations

from itertools import product

from pipeline.kernels.random_state import new_state, random_below

UNIT = 1 << 16
ROWS = [[(r, c) for c in range(9)] for r in range(9)]
COLS = [[(r, c) for r in range(9)] for c in range(9)]
BOXES = [
    [(r + i, c + j) for i, j in product(range(3), range(3))]
    for r, c in product((0, 3, 6), repeat=2)
]
CELLS = [cell for row in ROWS for cell in row]

Cell = tuple[int, int]
Board = tuple[dict[Cell, int], dict[Cell, set[int]]]
"""The numbers of filled cells and the candidates of empty ones."""


def put(board: Board, cell: Cell, number: int) -> None:
    """Fill a cell."""
    filled, left = board
    filled[cell] = number
    left.pop(cell)
    for group in (*ROWS, *COLS, *BOXES):
        if cell in group:
            for other in group:
                left.get(other, set()).discard(number)


def weights(board: Board) -> dict[tuple[Cell, int], int]:
    """Return the weight of every number that is seen, row by row."""
    _, left = board

    def is_only(groups: list[list[Cell]], cell: Cell, number: int) -> bool:
        (group,) = (group for group in groups if cell in group)
        return [other for other in group if number in left.get(other, ())] == [cell]

    found = {}
    for cell in CELLS:
        for number in sorted(left.get(cell, ())):
            is_last = any(
                [other for other in group if other in left] == [cell]
                for group in (*ROWS, *COLS, *BOXES)
            )
            is_in_line = is_only(ROWS, cell, number) or is_only(COLS, cell, number)
            weight = 10 * is_only(BOXES, cell, number) + 4 * is_last + 4 * is_in_line
            weight += len(left[cell]) == 1
            if weight:
                found[cell, number] = weight
    return found


def locked(board: Board) -> list[tuple[list[Cell], int]]:
    """Return the cells that each pair of locked candidates empties of a number."""
    _, left = board
    found = []
    for box, line, number in product(BOXES, (*ROWS, *COLS), range(9)):
        shared = {cell for cell in box if cell in line and number in left.get(cell, ())}
        for one, other in ((box, line), (line, box)):
            places, rest = (
                {cell for cell in group if number in left.get(cell, ())} for group in (one, other)
            )
            if shared and places == shared and rest > shared:
                found.append((sorted(rest - shared), number))
    return found


def rounds_to_refute(board: Board, cell: Cell, number: int) -> int:
    """Return after how many rounds of all numbers that are seen an assumption breaks; 0 if not."""
    filled, left = dict(board[0]), {one: set(rest) for one, rest in board[1].items()}
    tried = (filled, left)
    put(tried, cell, number)
    rounds = 0
    while True:
        rounds += 1
        homeless = any(
            all(filled.get(one) != wanted and wanted not in left.get(one, ()) for one in group)
            for group, wanted in product((*ROWS, *COLS, *BOXES), range(9))
        )
        if homeless or not all(left.values()):
            return rounds
        seen = list(weights(tried))
        if not seen:
            return 0
        if len({one for one, _ in seen}) < len(seen):
            return rounds
        for one, wanted in seen:
            if wanted not in left[one]:
                return rounds
            put(tried, one, wanted)


def race_once(numbers: list[list[int]], seed: int) -> int:
    """Return the cost of one random order on a board with 0 for empty cells."""
    random = new_state(seed)
    board: Board = ({}, {cell: set(range(9)) for cell in CELLS})
    for row, col in CELLS:
        if numbers[row][col]:
            put(board, (row, col), numbers[row][col] - 1)
    cost = 0
    while board[1]:
        empty, seen = len(board[1]), weights(board)
        if seen:
            cost += empty * UNIT // sum(seen.values())
            drawn = int(random_below(random, sum(seen.values())))
            for (cell, number), weight in seen.items():
                drawn -= weight
                if drawn < 0:
                    put(board, cell, number)
                    break
            continue
        pairs = locked(board)
        if pairs:
            chosen = pairs[0]
            for count, pair in enumerate(pairs, 1):
                chosen = pair if random_below(random, count) == 0 else chosen
            for cell in chosen[0]:
                board[1][cell].discard(chosen[1])
            cost += empty * UNIT // 10
            continue
        fewest, count, refuted = 81, 0, None
        for cell in CELLS:
            for number in sorted(board[1].get(cell, ())):
                rounds = rounds_to_refute(board, cell, number)
                if not 0 < rounds <= fewest:
                    continue
                count = 1 if rounds < fewest else count + 1
                fewest = rounds
                if random_below(random, count) == 0:
                    refuted = (cell, number)
        if refuted is None:
            return cost + empty * empty * UNIT // 2
        board[1][refuted[0]].discard(refuted[1])
        cost += empty * UNIT // 2
    return cost
