"""Nonogram: numbers beside each line are the lengths of its runs of filled cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, pick, random_below
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.by_definition import rows_and_columns
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
from pipeline.kinds.kit.options import Setting, require_sides
from pipeline.kinds.nonogram.kernels import mend_picture, smooth
from pipeline.model import ConfigError, JsonObject

EMPTY: Final = 0
NOISE_PERCENT: Final = 48
"""Share of filled cells in the noise from which a picture is made."""
MOST_TURNED: Final = 150
"""Cells that are turned before a picture is given up."""

MENDS: Final = 20
"""Times that the user's picture is mended, to change as few cells as possible."""

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

    >>> runs_of([True, True, False, True])
    (2, 1)
    """
    return tuple(len([*run]) for is_filled, run in groupby(line) if is_filled)


RULE_CODES: Final = ("wrong-row", "wrong-column")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    filled = {cell for (cell,) in solution.items}
    runs = {(clue.sort, clue.place[0]): clue.numbers for clue in clues.extra}
    for k, (name, line) in enumerate(rows_and_columns(clues)):
        side, at = (LEFT, k) if name == "row" else (TOP, k - clues.rows)
        found = runs_of([cell in filled for cell in line])
        if found != runs.get((side, at), ()):
            seen = " ".join(map(str, found)) or "none"
            yield Violation(f"wrong-{name}", line, f"the runs of {name} {at + 1} are {seen}")


def board_of(picture: NDArray[np.int8]) -> tuple[Clues, Solution]:
    """Return the board whose solution is a picture, ndarray[int8] of 0 and 1."""
    rows, cols = picture.shape
    found = []
    for side, lines in ((LEFT, picture), (TOP, picture.T)):
        runs = (runs_of(line.astype(bool).tolist()) for line in lines)
        found += [Clue(side, (k,), own) for k, own in enumerate(runs) if own]
    clues = BOARDS.make_clues(rows, cols, [EMPTY] * picture.size, extra=found)
    return clues, Solution("cells", tuple((int(cell),) for cell in np.flatnonzero(picture)))


def draft(board: Clues, state: RandomState, params: Params) -> Drafted | None:
    """Return a random picture or the user's.

    Unless trials are wanted, it is mended until single lines solve it.
    """
    rows, cols = board.rows, board.cols
    wanted = picture_of(params)
    if wanted is None:
        noise = [random_below(state, 100) < NOISE_PERCENT for _ in range(rows * cols)]
        picture = np.zeros((rows, cols), dtype=np.int8)
        smooth(np.array(noise, dtype=np.int8).reshape(rows, cols), picture, state)
    else:
        picture = wanted
    if params.band not in (None, "easy", "medium"):
        return Drafted(*board_of(picture))
    room = max(rows, cols) + 3
    runs, tables = np.zeros(room, dtype=np.int64), np.zeros((2, room, room), dtype=np.bool_)
    found = []
    for _ in range(1 if wanted is None else MENDS):
        mended = picture.copy()
        if mend_picture(mended, np.zeros_like(picture), runs, tables, state, MOST_TURNED) >= 0:
            found.append(mended)
    if not found:
        return None
    nearest = min(found, key=lambda mended: np.count_nonzero(mended != picture))
    return Drafted(*board_of(nearest), True)


def read_picture(key: str, text: str) -> tuple[str, ...]:
    """Return the rows of a picture; `ConfigError` for other signs than "#" and "."."""
    lines = tuple(text.split())
    for number, line in enumerate(lines, 1):
        if strange := line.strip("#."):
            raise ConfigError(
                f"{key}: expected # for a filled cell and . for another, found {strange[0]!r} in "
                f"row {number}"
            )
    if "#" not in text:
        raise ConfigError(f"{key}: expected a picture with filled cells (#), found none; draw some")
    return lines


def require_fitting(params: Params) -> None:
    """Raise `ConfigError` for a picture that has not the size of the board."""
    lines = dict(params.own).get("picture", ())
    widths = [len(line) for line in lines]
    if lines and widths != [params.cols] * params.rows:
        raise ConfigError(
            f"picture: expected {params.rows} rows of {params.cols} signs for a board of "
            f"{params.cols}x{params.rows}, found {len(lines)} rows of {min(widths)} to "
            f"{max(widths)}; give it the size of the board"
        )


def picture_of(params: Params) -> NDArray[np.int8] | None:
    """Return the user's picture, ndarray[int8] of 0 and 1."""
    lines = dict(params.own).get("picture")
    if lines is None:
        return None
    return np.array([[sign == "#" for sign in line] for line in lines], dtype=np.int8)


def notes(params: Params, solution: Solution) -> JsonObject:
    """Return how many cells differ from the user's picture."""
    wanted = picture_of(params)
    if wanted is None:
        return {}
    filled = {cell for (cell,) in solution.items}
    return {"changed_cells": len(filled ^ {*np.flatnonzero(wanted).tolist()})}


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution]:
    """Turn one of the open cells."""
    picture = np.zeros((clues.rows, clues.cols), dtype=np.int8)
    picture.ravel()[[cell for (cell,) in solution.items]] = 1
    picture.ravel()[pick(state, cells)] ^= 1
    return board_of(picture)


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Nonogram",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
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
        settings={
            "picture": Setting(
                "picture to be drawn; cells are changed until it is unique without guessing",
                "a file, text rows of # and . or a black-and-white PNG",
                "a random picture",
                "logo.png",
                read_picture,
                is_file=True,
            )
        },
        require_own=require_fitting,
        notes=notes,
        sizes=partial(require_sides, least=3, most=50),
    )
)
