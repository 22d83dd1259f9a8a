"""Moves by which `Mend` changes a board: cells between regions or cages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.making.growth import move_cell
from pipeline.kinds.kit.making.strategies import Move, Tidy
from pipeline.kinds.kit.making.totals import with_cages


def move_between_regions(
    board: Board, answer: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Board, Solution] | None:
    """Move an open cell that is not shaded, or if none can any such cell, to the next region."""
    shaded = {item[0] for item in answer.of("cells")}
    moved = move_cell(board.grid, board.regions, {*cells} - shaded, state)
    if moved is None:
        moved = move_cell(board.grid, board.regions, {*board.grid.cells} - shaded, state)
    return None if moved is None else (replace(board, regions=renumbered(moved)), answer)


def move_between_cages(largest: int, alone: int) -> Move:
    """Return the move of an open cell to a neighbouring cage of different numbers.

    A cage has at most ``largest`` cells. One in ``alone`` times, or if no cell can be moved, one
    becomes a cage of its own.
    """

    def move(
        board: Board, answer: Solution, cells: Sequence[int], state: RandomState, _: Params
    ) -> tuple[Board, Solution]:
        numbers = [number for _, number in answer.items]

        def may_move(cell: int, cage: int) -> bool:
            inside = board.other_clues[cage].place
            return len(inside) < largest and all(numbers[one] != numbers[cell] for one in inside)

        moved = move_cell(board.grid, board.cage_of, cells, state, may_move)
        if moved is None or not random_below(state, alone):
            moved = board.cage_of
            moved[pick(state, cells)] = len(board.values)
        return with_cages(board, moved, numbers), answer

    return move


def join_single_cages(largest: int) -> Tidy:
    """Return what joins single cells to a neighbouring cage, where the board stays solvable.

    A cage has at most ``largest`` cells, of different numbers.
    """

    def tidy(
        board: Board, answer: Solution, is_solvable: Callable[[Board], bool], state: RandomState
    ) -> Board:
        numbers = [number for _, number in answer.items]
        for cell in shuffled(state, [cage.place[0] for cage in board.cages if _is_single(cage)]):
            cages, cage_of = board.cages, board.cage_of
            near = {cage_of[one] for one in board.grid.neighbours(cell)}
            for cage in sorted(near, key=lambda k: (len(cages[k].place), k)):
                inside = cages[cage].place
                is_free = all(numbers[one] != numbers[cell] for one in inside)
                if _is_single(cages[cage_of[cell]]) and len(inside) < largest and is_free:
                    joined = [cage if at == cell else own for at, own in enumerate(cage_of)]
                    changed = with_cages(board, joined, numbers)
                    if is_solvable(changed):
                        board = changed
                        break
        return board

    return tidy


def _is_single(cage: Clue) -> bool:
    return len(cage.place) == 1
