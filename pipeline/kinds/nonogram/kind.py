"""Nonogram: numbers beside each line are the lengths of its runs of filled cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.extra import LEFT, TOP, Clue, Extra
from pipeline.kinds.kit.constraints.globals.automaton import Layers, unroll
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import runs_id
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.janko_forms import runs_form
from pipeline.kinds.kit.options import require_sides
from pipeline.kinds.nonogram.kernels import mend_picture, smooth

EMPTY: Final = 0
NAMES: Final = ("nonogram", "nonogramm", "griddler", "hanjie")
NOISE_PERCENT: Final = 48
"""Share of filled cells in the noise from which a picture is made."""
MOST_TURNED: Final = 150
"""Cells that are turned before a picture is given up."""

BOARDS: Final = Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: (EMPTY,),
    expected="no clues in cells, 0 everywhere",
    extra=Extra(sides=(LEFT, TOP), is_run=True),
)


@cache
def runs_automaton(length: int, runs: tuple[int, ...]) -> Layers:
    """Return the automaton of a line; its state is the number of cells of runs and gaps passed."""
    pattern = [bit for run in runs for bit in (1,) * run + (0,)]

    def step(state: int, _: int, is_filled: int) -> int | None:
        if not is_filled and (state == 0 or pattern[state - 1] == 0):
            return state  # a gap may be longer
        return state + 1 if state < len(pattern) and pattern[state] == is_filled else None

    return unroll([2] * length, 0, step, lambda state: state >= len(pattern) - 1)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell."""
    model = Model(clues.grid)
    filled = model.cells()
    runs = {(clue.sort, clue.place[0]): clue.numbers for clue in clues.extra}
    for k, line in enumerate(clues.grid.lines()):
        is_row = k < clues.rows
        own = runs.get((LEFT, k) if is_row else (TOP, k - clues.rows), ())
        options = [(-filled[cell], filled[cell]) for cell in line]
        model.accepted(options, runs_automaton(len(line), own), "row" if is_row else "column", line)
    return model


def runs_of(line: Sequence[bool]) -> tuple[int, ...]:
    """Return the lengths of the runs of a line.

    Examples
    --------
    >>> runs_of([True, True, False, True])
    (2, 1)
    """
    return tuple(len([*run]) for is_filled, run in groupby(line) if is_filled)


RULE_CODES: Final = (*("wrong-row", "wrong-column"),)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    filled = {cell for (cell,) in solution.items}
    runs = {(clue.sort, clue.place[0]): clue.numbers for clue in clues.extra}
    for k, line in enumerate(clues.grid.lines()):
        side, at = (LEFT, k) if k < clues.rows else (TOP, k - clues.rows)
        found = runs_of([cell in filled for cell in line])
        if found != runs.get((side, at), ()):
            name = f"{'row' if side == LEFT else 'column'}"
            seen = " ".join(map(str, found)) or "none"
            yield Violation(f"wrong-{name}", tuple(line), f"the runs of {name} {at + 1} are {seen}")


def board_of(picture: NDArray[np.int8]) -> tuple[Clues, Solution]:
    """Return the board whose solution is a picture, ndarray[int8] of 0 and 1."""
    rows, cols = picture.shape
    found = []
    for side, lines in ((LEFT, picture), (TOP, picture.T)):
        runs = (runs_of(line.astype(bool).tolist()) for line in lines)
        found += [Clue(side, (k,), own) for k, own in enumerate(runs) if own]
    clues = BOARDS.make_clues(rows, cols, [EMPTY] * picture.size, extra=found)
    return clues, Solution("cells", tuple((int(cell),) for cell in np.flatnonzero(picture)))


def draft(board: Clues, state: NDArray[np.uint64], params: Params) -> Drafted | None:
    """Return a random picture, mended until single lines solve it unless trials are wanted."""
    rows, cols = board.rows, board.cols
    noise = [random_below(state, 100) < NOISE_PERCENT for _ in range(rows * cols)]
    picture = np.zeros((rows, cols), dtype=np.int8)
    smooth(np.array(noise, dtype=np.int8).reshape(rows, cols), picture, state)
    is_simple = params.band in (None, "easy", "medium")
    if is_simple:
        room = max(rows, cols) + 3
        runs, tables = np.zeros(room, dtype=np.int64), np.zeros((2, room, room), dtype=np.bool_)
        if mend_picture(picture, np.zeros_like(picture), runs, tables, state, MOST_TURNED) < 0:
            return None
    return Drafted(*board_of(picture), is_simple)


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: NDArray[np.uint64]
) -> tuple[Clues, Solution]:
    """Turn one of the open cells."""
    picture = np.zeros((clues.rows, clues.cols), dtype=np.int8)
    picture.ravel()[[cell for (cell,) in solution.items]] = 1
    picture.ravel()[cells[int(random_below(state, len(cells)))]] ^= 1
    return board_of(picture)


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Nonogram",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=lambda clues, solution: tuple(check(clues, solution)),
        draft=draft,
        mend=mend,
        looks=Looks(fives=True),
        formats=(
            runs_id(Forms(BOARDS)),
            runs_form(Forms(BOARDS), ("nonogram", "nonogramm", "paint by numbers"), runs_of),
        ),
        presets={"tiny": Params(5, 5), "small": Params(8, 10), "usual": Params(15, 15)},
        ceilings={
            None: ("global",),
            "easy": ("global",),
            "medium": ("global",),
            "hard": ("trial",),
            "expert": ("trial", None),
        },
        plain=("row", "column"),
        sizes=partial(require_sides, least=3, most=50),
    )
)
