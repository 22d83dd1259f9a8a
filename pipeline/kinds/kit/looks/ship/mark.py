"""A cell of a ship in an answer: an end, what is between, or a ship of one cell."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.fleet.clue import FLEET
from pipeline.kinds.kit.looks.look import CellLook, look_of
from pipeline.kinds.kit.looks.seen import Seen

_PARTS: Final = ("ship-left", "ship-top", "ship-right", "ship-bottom", "ship-middle")


class Ship(CellLook):
    """A cell of a ship, smaller than a part that is given."""

    def within(self, board: Board, shaded: Set[int], cell: int) -> CellLook:
        """See `CellLook`; a shaded square while ships are missing, since any may go on."""
        fleets = (clue.numbers for clue in board.clues_of(FLEET))
        if len(shaded) < sum(k * number for ships in fleets for k, number in enumerate(ships, 1)):
            return look_of("shaded")
        steps = ((0, 1, "left"), (1, 0, "top"), (0, -1, "right"), (-1, 0, "bottom"))
        near = [name for *step, name in steps if board.grid.look(cell, *step) in shaded]
        name = "middle" if len(near) > 1 else (*near, "one")[0]
        return look_of(f"ship-{name}").written

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        parts = (look_of(name).written.cells(seen) for name in _PARTS)
        return seen.squares.union(seen.discs & seen.small, *parts)

    def circles(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.discs & seen.small


LOOKS: Final = {"ship": Ship("ship", "#", is_dark=True)}
