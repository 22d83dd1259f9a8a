"""The exhaustive search as Python sees it: clues in, solutions one at a time out."""

from __future__ import annotations

from pipeline.kinds.hashi.engines.links import make_board, make_state
from pipeline.kinds.hashi.kernels import board as arrays
from pipeline.kinds.hashi.kernels import search as kernel
from pipeline.kinds.hashi.kernels.deduce import COUNTING
from pipeline.kinds.hashi.model import Clues, Solution, make_solution
from pipeline.kinds.kit.engines import ResumableSearch


class Search(ResumableSearch[Solution]):
    """An exhaustive search that can be stopped and taken up again.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> search = Search(make_clues(1, 5, [2, 0, 3, 0, 1]))
    >>> search.next_solution(1000), search.next_solution(1000), search.is_complete
    (Solution(bridges=((0, 2, 2), (2, 4, 1))), None, True)
    """

    def __init__(self, clues: Clues) -> None:
        self._cells, self._board = make_board(clues)
        self._state = make_state(self._board, clues.max_bridges)

    @property
    def nodes(self) -> int:
        """Assumptions made so far."""
        return int(self._state.counter[arrays.NODES])

    def go_on(self, nodes: int) -> int:
        """Search on to the next solution."""
        return int(kernel.advance(self._board, self._state, nodes, COUNTING))

    def read(self) -> Solution:
        """Return the solution that was just found."""
        bridges = zip(self._board.ends.tolist(), self._state.low.tolist(), strict=True)
        return make_solution(
            (self._cells[one], self._cells[other], count)
            for (one, other), count in bridges
            if count
        )
