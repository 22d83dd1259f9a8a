"""Boards of Kakuro that are made look like printed ones."""

from pipeline.kinds import get_kind
from pipeline.kinds.kakuro.drafts import BLACK, is_spread, turned
from pipeline.kinds.kit.board.grid import Grid

KAKURO = get_kind("kakuro")


def test_black_cells_are_alike_under_a_half_turn_and_fill_no_block() -> None:
    for seed in range(6):
        clues = KAKURO.generate(KAKURO.parse_params(8, 8, None, {}), seed).clues
        if clues is None:
            continue
        black = {cell for cell, value in enumerate(clues.values) if value == BLACK}
        inner = {cell for cell in black if cell >= 8 and cell % 8}
        assert {turned(clues.grid, cell) for cell in inner} == inner
        assert is_spread(clues.grid, set(clues.grid.cells) - black)


def test_a_black_block_of_two_by_three_is_refused() -> None:
    white = {cell for cell in Grid(8, 8).cells if cell >= 8 and cell % 8}
    assert is_spread(Grid(8, 8), white)
    assert is_spread(Grid(8, 8), white - {27, 28, 35, 36})
    assert not is_spread(Grid(8, 8), white - {27, 28, 29, 35, 36, 37})
    assert not is_spread(Grid(8, 8), white - {27, 28, 35, 36, 43, 44})


def test_white_cells_in_two_parts_are_refused() -> None:
    """A black diagonal parts them, and no block or line is all black."""
    grid = Grid(9, 9)
    white = {cell for cell in grid.cells if cell >= 9 and cell % 9}
    corner = {9 * row + 6 - row for row in range(1, 6)}
    assert not is_spread(grid, white - corner)
    for cell in corner:
        assert is_spread(grid, white - corner | {cell}), "one way through is enough"
