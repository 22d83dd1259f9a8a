"""The steps of a person, each at the lowest level of deduction that decides something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import compress

from pipeline.kinds.hashi.engines import Links, find_links, make_board, make_state
from pipeline.kinds.hashi.grade import DEDUCTIONS, LEVELS
from pipeline.kinds.hashi.kernels import grade as kernel
from pipeline.kinds.hashi.kernels.board import (
    CHANGES,
    LinkBoard,
    State,
    clear_queue,
    lower_high,
    raise_low,
)
from pipeline.kinds.hashi.kernels.search import (
    ISOLATION,
    REST,
    forbid_loops,
    keep_together,
    look_at,
)
from pipeline.kinds.hashi.model import UNKNOWN
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.proving.groups import groups_of
from pipeline.kinds.kit.telling.deduction import Decision, Step, first_placed


def explain_steps(clues: Board, solution: Solution) -> Iterator[Step]:
    """Yield the steps by which a person would solve a puzzle.

    Where single trials decide nothing, a last step shows the rest of the solution, which is not
    checked.

    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> clues = make_clues(1, 5, [2, 0, 3, 0, 1])
    >>> [step.level for step in explain_steps(clues, make_solution([(0, 2, 2), (2, 4, 1)]))]
    ['full', 'full', 'full']
    """
    links = find_links(clues)
    _, board = make_board(clues)
    state = make_state(board, clues.rule)
    while kernel.is_open(state):
        step = _deduce(links, board, state) or _refute(links, board, state)
        if step is None:
            yield _rest(links, state, solution)
            return
        groups: dict[tuple[tuple[int, ...], bool], list[Decision]] = {}
        for one in step.decisions:
            groups.setdefault((one.about, one.least > 0), []).append(_numbered(clues, one))
        yield from (replace(step, decisions=tuple(group)) for group in groups.values())


def _numbered(clues: Board, one: Decision) -> Decision:
    clue = clues.values[one.about[0]] if len(one.about) == 1 else UNKNOWN
    return one if clue == UNKNOWN else replace(one, number=clue)


def find_first_step(clues: Board, solution: Solution) -> Step | None:
    """Return the first bridges that a beginner draws.

    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> clues = make_clues(1, 5, [2, 0, 3, 0, 1])
    >>> find_first_step(clues, make_solution([(0, 2, 2), (2, 4, 1)])).decisions[0].least
    2
    """
    return first_placed(explain_steps(clues, solution), ("full", "rest"))


def _deduce(links: Links, board: LinkBoard, state: State) -> Step | None:
    """Return a deduction from one island or all groups, at the lowest level that changes ``state``.

    None if no level does.
    """
    for level in LEVELS:
        for island, cell in enumerate(links.cells):
            mark = state.counter[CHANGES]
            look_at(board, state, island, min(level, REST))
            decisions = _changes(links, state, mark, DEDUCTIONS[min(level, REST)], (cell,))
            if decisions:
                return Step(DEDUCTIONS[level], decisions)
        mark = state.counter[CHANGES]
        if level >= REST and not board.rule[1]:
            forbid_loops(board, state)
        decisions = _of_groups(links, state, _changes(links, state, mark, "loop"))
        if not decisions and level == ISOLATION and board.rule[0]:
            keep_together(board, state, level)
            decisions = _of_groups(links, state, _changes(links, state, mark, "isolation"))
        if decisions:
            return Step(DEDUCTIONS[level], decisions)
    return None


def _refute(links: Links, board: LinkBoard, state: State) -> Step | None:
    """Change ``state`` in place by the first trial that is refuted; None if none is."""
    for link in range(len(links.ends)):
        low, high = int(state.low[link]), int(state.high[link])
        for side in range(2 if low < high else 0):
            if not kernel.is_refuted(board, state, link, side, ISOLATION):
                continue
            pair, mark = links.pairs[link], state.counter[CHANGES]
            bounds = (low + 1, high) if side == 0 else (low, high - 1)
            reason, about, rounds = _follow(links, board, state, link, bounds)
            if side == 0:
                lower_high(board, state, link, low)
            else:
                raise_low(board, state, link, high)
            changes = _changes(links, state, mark, "refuted")
            return Step("trial", changes, Decision(pair, *bounds, reason, about), rounds)
    return None


def _follow(
    links: Links, board: LinkBoard, state: State, link: int, bounds: tuple[int, int]
) -> tuple[str, tuple[int, ...], int]:
    """Return the rule that an assumption about a link breaks, where, and after how many steps."""
    trial = State._make(part.copy() for part in state)
    raise_low(board, trial, link, bounds[0])
    lower_high(board, trial, link, bounds[1])
    rounds = 1
    while True:
        mark = trial.counter[CHANGES]
        for island, cell in enumerate(links.cells):
            before = trial.counter[CHANGES]
            if not look_at(board, trial, island, REST):
                return "full", (cell,), rounds
            rounds += trial.counter[CHANGES] > before
        if trial.counter[CHANGES] > mark:
            continue
        if not board.rule[1] and not forbid_loops(board, trial):
            return "loop", (), rounds
        if board.rule[0] and not keep_together(board, trial, ISOLATION):
            return "isolation", (), rounds
        assert trial.counter[CHANGES] > mark, "expected an assumption that is refuted"
        rounds += 1


def _of_groups(links: Links, state: State, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Return the decisions, about all islands of the groups that their bridges would join."""
    joined = (pair for pair, low in zip(links.pairs, state.low, strict=True) if low)
    group = groups_of(joined, links.cells)

    def about(one: Decision) -> tuple[int, ...]:
        own = {group[cell] for cell in one.cells}
        return tuple(cell for cell in links.cells if group[cell] in own)

    return tuple(replace(one, about=about(one)) for one in decisions)


def _rest(links: Links, state: State, solution: Solution) -> Step:
    bridges = {(one, other): count for one, other, count in solution.items}
    is_open = (state.low < state.high).tolist()
    counts = [(pair, bridges.get(pair, 0)) for pair in compress(links.pairs, is_open)]
    return Step("search", tuple(Decision(pair, count, count, "search") for pair, count in counts))


def _changes(
    links: Links, state: State, mark: int, reason: str, about: tuple[int, ...] = ()
) -> tuple[Decision, ...]:
    """Return what changed since a mark of the trail, and empty the queue of islands.

    They are in the order of deduction, since forced bridges follow from those ruled out.
    """
    clear_queue(state)
    before: dict[int, int] = {}
    for link, low, _ in state.trail[mark : state.counter[CHANGES]].tolist():
        before.setdefault(link, low)
    decisions = []
    for link, low in before.items():
        is_crossed = about and about[0] not in links.pairs[link]
        bounds = int(state.low[link]), int(state.high[link])
        one = Decision(links.pairs[link], *bounds, "cross" if is_crossed else reason, about)
        # Ruling out further bridges beside existing ones has the reason of ruling out.
        is_off = bounds[0] == low > 0
        decisions.append(replace(one, names=(f"{one.reason}-off",)) if is_off else one)
    return tuple(decisions)
