"""Random pieces, and regions that grow around them cell by cell, for `strategies.Grow`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.words.pieces.rule import Piece, Shape, pieces_in

Cells = tuple[int, ...]


class Growth:
    """The regions of a board that is being made: ``seeds``, and cells that have joined them.

    ``free`` are the cells in no region. ``before`` is a growth from other seeds, from which cells
    of regions that are still there come first.
    """

    def __init__(
        self, board: Board, seeds: Sequence[Cells], state: RandomState, before: Growth | None = None
    ) -> None:
        self.seeds = seeds
        self._board, self._state = board, state
        self._regions = [
            *board.grid.cells
        ]  # By the first cell of the seed; free cells by their own
        for seed in seeds:
            for cell in seed:
                self._regions[cell] = seed[0]
        self.free = {*board.grid.cells} - {cell for seed in seeds for cell in seed}
        self._refused = set[tuple[int, int]]()  # Cells and the regions that they cannot join
        self._former = dict[int, int]()
        if before is not None:
            left = {*seeds} & {*before.seeds}
            firsts = {seed[0] for seed in left}
            own = {cell: before._regions[cell] for cell in self.free - before.free}
            self._former = {cell: region for cell, region in own.items() if region in firsts}

    def board_with(self, joining: Mapping[int, int]) -> Board:
        """Return the board if some more cells join regions."""
        regions = [joining.get(cell, own) for cell, own in enumerate(self._regions)]
        return replace(self._board, regions=tuple(regions))

    def finish(self) -> tuple[Board, Solution]:
        """Return the board, and the cells of all seeds as its answer."""
        board = replace(self._board, regions=renumbered(self._regions))
        shaded = sorted(cell for seed in self.seeds for cell in seed)
        return board, Solution("cells", tuple((cell,) for cell in shaded))

    def propose(self) -> dict[int, int]:
        """Return a region for each free cell that can still join one, the smallest beside it.

        At first cells join the regions that they were in before.
        """
        if self._former:
            proposals, self._former = self._former, {}
            return proposals
        near, size = self._board.grid.neighbours, Counter(self._regions)
        proposals = {}
        for cell in shuffled(self._state, sorted(self.free)):
            regions = {self._regions[one] for one in near(cell) if one not in self.free}
            open_ = sorted(one for one in regions if (cell, one) not in self._refused)
            if open_:
                least = min(size[one] for one in open_)
                proposals[cell] = pick(self._state, [one for one in open_ if size[one] == least])
        return proposals

    def keep(self, joining: Mapping[int, int], kept: Collection[int]) -> None:
        """Let some of the joining cells stay in their regions, if they are connected to a seed.

        The others are refused for good: larger regions only leave more ways.
        """
        self._refused |= {(cell, region) for cell, region in joining.items() if cell not in kept}
        waiting = [cell for cell in self._board.grid.cells if cell not in self.free]
        for cell in waiting:
            for one in self._board.grid.neighbours(cell):
                if one in self.free and one in kept and joining[one] == self._regions[cell]:
                    self._regions[one] = joining[one]
                    self.free.discard(one)
                    waiting.append(one)

    def seeds_to_keep(self) -> list[Cells]:
        """Return the seeds without one or two of the regions beside a random free cell."""
        cell = pick(self._state, sorted(self.free))
        beside = {self._regions[one] for one in self._board.grid.neighbours(cell)}
        order = [*shuffled(self._state, sorted(beside - self.free))]
        removed = order[: 1 + int(random_below(self._state, 2))]
        return [seed for seed in self.seeds if seed[0] not in removed]


def random_pieces(
    shapes: Sequence[Shape], board: Board, state: RandomState, kept: Sequence[Cells] = ()
) -> list[Cells] | None:
    """Return connected pieces, as many as fit: ``kept`` ones, then random ones; None if stuck.

    Each is one of some shapes, turned or mirrored. Equal ones share no side, and all together fill
    no block of two by two cells.
    """
    grid, kinds = board.grid, tuple(shapes)
    blocks = [[block for block in board.blocks(2, 2) if cell in block] for cell in grid.cells]
    places = pieces_in(tuple(grid.cells), board.cols, kinds)
    left = [places[k] for k in shuffled(state, range(len(places)))]
    rims = {cells: {near for one in cells for near in grid.neighbours(one)} for _, cells in left}
    chosen = [one for one in places if one.cells in kept]
    shaded = {cell for cells in kept for cell in cells}

    def fits(piece: Piece) -> bool:
        rim, whole = rims[piece.cells], shaded.union(piece.cells)
        return not any(
            piece.shape == other.shape and not rim.isdisjoint(other.cells) for other in chosen
        ) and not any(whole.issuperset(block) for cell in piece.cells for block in blocks[cell])

    while True:
        # What does not fit will never fit.
        left = [one for one in left if shaded.isdisjoint(one.cells) and fits(one)]
        near = (one for one in left if not chosen or not rims[one.cells].isdisjoint(shaded))
        piece = next(near, None)
        if piece is None:
            break
        chosen.append(piece)
        shaded.update(piece.cells)
    return [one.cells for one in chosen] if grid.is_connected(tuple(sorted(shaded))) else None
