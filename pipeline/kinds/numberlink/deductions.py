"""The steps of a person, each at the lowest level of deduction that decides something.

Levels and rounds are those of ``kernels/grade_search.py``; here each round keeps its reasons.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.telling.deduction import Decision, Step, first_placed
from pipeline.kinds.numberlink.grade import DEDUCTIONS, Assumptions, find_assumptions, make_arrays
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search as rounds
from pipeline.kinds.numberlink.kernels.grade import Board, State
from pipeline.kinds.numberlink.model import RULES, Clues, Solution


def explain_steps(clues: Clues, solution: Solution) -> Iterator[Step]:
    """Yield the steps by which a person would solve a puzzle.

    The solution, which is not checked, decides what may be assumed; where single assumptions decide
    nothing, a last step shows its rest. Deductions from the answer, not the rule, have their own
    reasons.
    """
    yield from _steps(clues, solution, find_assumptions(clues, solution))


def find_rounds(clues: Clues, solution: Solution) -> Iterator[Step]:
    """Yield the steps that come before something must be assumed."""
    board, state = make_arrays(clues, find_assumptions(clues, solution))
    while (step := _deduce(board, state)) is not None:
        yield step


def find_first_step(clues: Clues, solution: Solution) -> Step | None:
    """Return the first line that a beginner draws, by the rule alone.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 2, "free", [1, 1, 2, 2])
    >>> find_first_step(clues, Solution(((0, 1), (2, 3)))).decisions[0].cells
    (0, 1)
    """
    strictness = RULES.index(clues.rule)
    by_rule = Assumptions(strictness > 0, strictness > 1, strictness > 2)
    return first_placed(_steps(clues, solution, by_rule), ("only-way",))


def _steps(clues: Clues, solution: Solution, assumptions: Assumptions) -> Iterator[Step]:
    board, state = make_arrays(clues, assumptions)
    strictness = RULES.index(clues.rule)
    is_more = len(assumptions.names()) > strictness
    while rounds.count_unknown(board, state):
        step = _deduce(board, state) or _refute(board, state)
        if step is None:
            yield _rest(board, state, solution)
            return
        step = _with_grounds(step, strictness, is_more)
        groups: dict[tuple[str, tuple[int, ...]], list[Decision]] = {}
        for one in step.decisions:
            groups.setdefault((one.reason, one.about), []).append(one)
        yield from (replace(step, decisions=tuple(group)) for group in groups.values())


_GROUNDS = {
    ("only-way-through", 0): "answer-fills",
    ("square", 0): "square-one-answer", ("square", 1): "answer-square",
    ("beside", 0): "beside-one-answer", ("beside", 1): "answer-beside",
    ("beside", 2): "answer-beside",
}  # fmt: skip
"""The reason shown where the rule, by its index in `RULES`, gives none: under ``free`` a line that
uses two adjacent cells without joining them could be cut short, which gives a second answer."""


def _with_grounds(step: Step, strictness: int, is_more: bool) -> Step:
    """Return a step whose reasons refer to the answer where the rule alone is not enough."""
    decisions = []
    for decision in step.decisions:
        reason = _GROUNDS.get((decision.reason, strictness), decision.reason)
        reason = "only-way" if reason == "only-way-through" else reason
        if step.assumed is not None and is_more:
            reason = f"answer-{reason}"
        decisions.append(replace(decision, reason=reason))
    assumed = step.assumed
    if assumed is not None:
        grounds = _GROUNDS.get((assumed.reason, strictness), assumed.reason)
        assumed = replace(assumed, reason=grounds)
    return replace(step, decisions=tuple(decisions), assumed=assumed)


def _deduce(board: Board, state: State) -> Step | None:
    """Change ``state`` in place by the lowest level that decides an edge; None if none does."""
    for level in range(kernel.LEVELS):
        progress = 1
        while progress > 0:
            before = state._replace(values=state.values.copy())
            kernel.look_at_all(board, state)
            progress = rounds.do_round(board, state, level)
            state.counts[kernel.TRAIL] = 0
            assert progress >= 0, "expected a right solution"
            decided = _decided(board, before, state)
            if decided:
                kernel.forget_next(state)
                return Step(
                    DEDUCTIONS[level],
                    tuple(_decision(board, before, edge, value) for edge, value in decided),
                )
        kernel.forget_next(state)
    return None


def _refute(board: Board, state: State) -> Step | None:
    """Change ``state`` in place by the refutation with the shortest chain, if there is one."""
    unknown = np.flatnonzero(_edges(board, state) == kernel.UNKNOWN).tolist()
    limit, is_cut_off = 1, True
    while is_cut_off:
        is_cut_off = False
        for edge in unknown:
            for value in (kernel.ON, kernel.OFF):
                found = rounds.rounds_to_refute(board, state, edge, value, limit)
                is_cut_off = is_cut_off or found < 0
                if found > 0:
                    return _refutation(board, state, edge, value)
        limit += 1
    return None


def _refutation(board: Board, state: State, edge: int, value: int) -> Step:
    is_on = value == kernel.ON
    cells = _cells(board, edge)
    reason, about, round_number = _follow(board, state, edge, value)
    kernel.decide(board, state, edge, kernel.ON + kernel.OFF - value)
    kernel.forget_next(state)
    state.counts[kernel.TRAIL] = 0
    return Step(
        "trial",
        (Decision(cells, int(not is_on), int(not is_on), f"refuted-{'off' if is_on else 'on'}"),),
        Decision(cells, int(is_on), int(is_on), reason, about),
        round_number,
    )


def _follow(board: Board, state: State, edge: int, value: int) -> tuple[str, tuple[int, ...], int]:
    """Return the rule that an assumption breaks, the cells where it does, and the round."""
    trial = State._make(part.copy() for part in state)
    kernel.decide(board, trial, edge, value)
    round_number = 1
    while not trial.counts[kernel.BROKEN] and rounds.do_round(board, trial, kernel.CANDIDATES) > 0:
        round_number += 1
    place = int(trial.counts[kernel.BROKEN])
    if place < 0:
        cells = _cells(board, -1 - place)
        if trial.values[kernel.EDGE, -1 - place] == kernel.UNKNOWN:
            return _reason_off(board, trial, -1 - place)[0], cells, round_number
        is_ring = trial.values[kernel.FAR, cells[0]] == cells[1]
        return "closed" if is_ring else "square", cells, round_number
    lines, unknown, needed = _count(board, trial, place - 1)
    reason = "stuck" if lines + unknown < needed else "unreached"
    return "full" if lines > needed else reason, (place - 1,), round_number


def _rest(board: Board, state: State, solution: Solution) -> Step:
    joined = {frozenset(pair) for path in solution.paths for pair in itertools.pairwise(path)}
    open_edges = np.flatnonzero(_edges(board, state) == kernel.UNKNOWN).tolist()
    places = [_cells(board, edge) for edge in open_edges]
    decisions = (
        Decision(place, int(frozenset(place) in joined), int(frozenset(place) in joined), "search")
        for place in places
    )
    return Step("search", tuple(decisions))


def _edges(board: Board, state: State) -> NDArray[np.int64]:
    return state.values[kernel.EDGE, : len(board.edges)]


def _cells(board: Board, edge: int) -> tuple[int, int]:
    return int(board.edges[edge, 0]), int(board.edges[edge, 1])


def _decided(board: Board, before: State, state: State) -> list[tuple[int, int]]:
    now = _edges(board, state)
    return [(int(edge), int(now[edge])) for edge in np.flatnonzero(now != _edges(board, before))]


def _decision(board: Board, before: State, edge: int, value: int) -> Decision:
    cells = _cells(board, edge)
    is_on = int(value == kernel.ON)
    reason, about = _reason_on(board, before, cells) if is_on else _reason_off(board, before, edge)
    return Decision(cells, is_on, is_on, reason, about)


def _reason_on(board: Board, before: State, cells: tuple[int, int]) -> tuple[str, tuple[int, ...]]:
    for cell in cells:
        lines, unknown, needed = _count(board, before, cell)
        if lines + unknown == needed:
            # an end, or a cell that a line has reached, needs a way on under any rule
            return "only-way" if lines or needed == 1 else "only-way-through", (cell,)
    return "beside", cells


def _reason_off(board: Board, before: State, edge: int) -> tuple[str, tuple[int, ...]]:
    cells = first, second = _cells(board, edge)
    for cell in cells:
        lines, unknown, needed = _count(board, before, cell)
        if lines == needed:
            return "full", (cell,)
        if lines == 0 and unknown < needed:
            return "empty", (cell,)
    if before.values[kernel.FAR, first] == second and _count(board, before, first)[0]:
        return "closed", cells
    if all(kernel.has_one_pair(board, before, cell) for cell in cells):
        return "different", cells
    for side in range(2):
        square = board.edges[edge, kernel.TO_SQUARE + side]
        if square >= 0 and before.values[kernel.SIDES, square] == 2:
            return "square", cells
    return "candidates", cells


def _count(board: Board, state: State, cell: int) -> tuple[int, int, int]:
    """Return the lines of a cell, its unknown edges, and the lines that it needs."""
    lines, unknown = state.values[kernel.LINES, cell], state.values[kernel.OPEN, cell]
    return int(lines), int(unknown), int(board.cells[cell, kernel.NEEDED])
