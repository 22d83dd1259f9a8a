"""Proofs in windows: that clauses have no model, settled a few variables at a time.

A large problem is often beyond one call of a solver, but not beyond many small ones. A *window* is
a set of variables that are all true in the one assignment that is known. Where the clauses near a
window have no model in which one of them is false, they are facts, and help with the windows that
follow. When every window is settled, the clause that asks for one false variable is refuted.

What comes out is a proof in DRUP that any checker accepts. Each window gets a new variable by
*definition*: it is true just where some variable of the window is false (an extension in the sense
of Tseitin, 1968, which takes away no model). The steps that refute the window hold with the
negative of that variable added, and end in it alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pipeline.solvers.proof_text import read_steps
from pipeline.solvers.refute import PROOF_SOLVER
from pipeline.solvers.rup import Clause, ClauseStep, trim_proof
from pipeline.solvers.sat import SatSolver


class Effort(NamedTuple):
    """How hard a window is tried.

    Clauses are taken so many steps from variable to variable away (None: all of them), and the
    solver may spend so many conflicts.
    """

    reach: int | None
    conflicts: int


EFFORTS: Final = (
    Effort(8, 100),
    Effort(12, 500),
    Effort(20, 2_000),
    Effort(None, 5_000),
    Effort(None, 50_000),
)
"""Tried in turn where nothing was settled; after each success the first is tried again."""


@dataclass(frozen=True, slots=True)
class WindowProof:
    """What came of it: definitions, steps, and the numbers of the clauses that they rest on.

    ``steps`` is None where the budget was spent first, and ``has_model`` says whether the clauses
    turned out to have a model.
    """

    definitions: tuple[tuple[int, ...], ...]
    steps: tuple[ClauseStep, ...] | None
    core: frozenset[int]
    conflicts: int
    has_model: bool = False


def prove_by_windows(
    clauses: Sequence[Clause],
    variables: int,
    windows: Iterable[Sequence[int]],
    conflicts: int,
    efforts: Sequence[Effort] = EFFORTS,
) -> WindowProof:
    """Return a proof that no model of some clauses has a false variable in any window.

    Together with a clause that asks for one false variable the clauses then have no model.

    ``variables`` are the most in the clauses; definitions begin with the next. A window is of
    variables; they come in the order in which they are best tried, and a variable may be in
    several. ``conflicts`` are the most over all windows, but for the last.

    Examples
    --------
    >>> proof = prove_by_windows([[1, 2], [1, -2], [-1, 2]], 2, [[1], [2]], 100)
    >>> proof.definitions
    ((3, 1), (-3, -1))
    >>> [step.literals for step in proof.steps]
    [(-3,), ()]
    """
    known = _Known(clauses)
    definitions: list[tuple[int, ...]] = []
    steps: list[ClauseStep] = []
    waiting = [tuple(window) for window in windows]
    spent = level = 0
    while waiting:
        still: list[tuple[int, ...]] = []
        for number, window in enumerate(waiting):
            here = [variable for variable in window if variable not in known.true]
            if not here:
                continue
            if spent >= conflicts:
                still.extend(waiting[number:])
                break
            settled = _settle(known, here, efforts[level])
            spent += settled.conflicts
            if settled.has_model:
                return WindowProof((), None, frozenset(), spent, has_model=True)
            if settled.steps is None:
                still.append(window)
                continue
            variables += 1
            definitions += [(variables, one) for one in here]
            definitions.append((-variables, *(-one for one in here)))
            steps.extend(_under(settled.steps, variables))
            known.learn(here)
        if spent >= conflicts and still:
            return WindowProof((), None, frozenset(), spent)
        level = 0 if len(still) < len(waiting) else level + 1
        if level == len(efforts):
            return WindowProof((), None, frozenset(), spent)
        waiting = still
    return WindowProof(tuple(definitions), (*steps, ClauseStep(())), frozenset(known.used), spent)


def _under(steps: Iterable[ClauseStep], variable: int) -> Iterator[ClauseStep]:
    """Yield steps that refute a window as steps that hold without it, and what they come to.

    Clauses that speak of the window are taken out afterwards; they would only slow a checker.
    """
    added: dict[tuple[int, ...], None] = {}
    for step in steps:
        literals = (-variable, *step.literals)
        if step.literals:
            yield ClauseStep(literals, step.is_deletion)
        if step.is_deletion:
            added.pop(literals, None)
        elif step.literals:
            added[literals] = None
    yield ClauseStep((-variable,))
    for literals in added:
        yield ClauseStep(literals, is_deletion=True)


def has_definitions_only(clauses: Iterable[Clause], variables: int) -> bool:
    """Return whether clauses do no more than define variables beyond some number.

    Each new variable must be defined once, by variables up to that number: it is true just where
    one of them is false.

    Examples
    --------
    >>> has_definitions_only([(3, 1), (3, 2), (-3, -1, -2)], 2), has_definitions_only([(3, 1)], 2)
    (True, False)
    """
    meant: dict[int, list[set[int]]] = {}
    for clause in clauses:
        new, *rest = sorted(clause, key=abs, reverse=True)
        if abs(new) <= variables or any(abs(one) > variables for one in rest) or not rest:
            return False
        sides = meant.setdefault(abs(new), [set(), set()])
        if new < 0:
            if sides[1] or any(one > 0 for one in rest):
                return False
            sides[1] = {-one for one in rest}
        elif len(rest) == 1 and rest[0] > 0:
            sides[0].add(rest[0])
        else:
            return False
    return all(some == every for some, every in meant.values())


class _Settled(NamedTuple):
    steps: tuple[ClauseStep, ...] | None
    conflicts: int
    has_model: bool = False


def _settle(known: _Known, window: Sequence[int], effort: Effort) -> _Settled:
    """Return a refutation of a false variable in a window, from the clauses near it."""
    numbers = known.near(window, effort.reach)
    local = [known.rest(number) for number in numbers]
    local.append([-variable for variable in window])
    with SatSolver(PROOF_SOLVER, local, with_proof=True) as solver:
        answer = solver.solve(conflicts=effort.conflicts)
        spent = solver.conflicts
        if answer is not False:
            return _Settled(None, spent, has_model=bool(answer) and effort.reach is None)
        lines = solver.proof()
    trimmed = trim_proof(local, read_steps(enumerate(lines, start=1)))
    known.used.update(numbers[place] for place in trimmed.core if place < len(numbers))
    return _Settled(trimmed.steps, spent)


class _Known:
    """Clauses, and the literals that are known to be true, with all that follows from them.

    ``used`` are the numbers of the clauses that were needed so far.
    """

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.clauses = clauses
        self.true: set[int] = set()
        self.used: set[int] = set()
        self.holding: dict[int, list[int]] = {}
        """By literal, the clauses that it stands in."""
        for number, clause in enumerate(clauses):
            for literal in clause:
                self.holding.setdefault(literal, []).append(number)
        self._draw(number for number, clause in enumerate(clauses) if len(clause) == 1)

    def learn(self, literals: Iterable[int]) -> None:
        """Add literals that are true, and what follows by unit propagation."""
        new = [literal for literal in literals if literal not in self.true]
        self.true.update(new)
        self._draw(number for literal in new for number in self.holding.get(-literal, ()))

    def _draw(self, numbers: Iterable[int]) -> None:
        waiting = deque(numbers)
        while waiting:
            number = waiting.popleft()
            clause = self.clauses[number]
            if not self.true.isdisjoint(clause):
                continue
            left = [literal for literal in clause if -literal not in self.true]
            if len(left) == 1:
                self.used.add(number)
                self.true.add(left[0])
                waiting.extend(self.holding.get(-left[0], ()))

    def rest(self, number: int) -> list[int]:
        """Return the literals of a clause that are not known to be false."""
        return [literal for literal in self.clauses[number] if -literal not in self.true]

    def near(self, window: Sequence[int], reach: int | None) -> list[int]:
        """Return the clauses about variables within reach that are not known to hold, in order."""
        if reach is None:
            open_ = (n for n, clause in enumerate(self.clauses) if self.true.isdisjoint(clause))
            return list(open_)
        seen = set(window)
        edge = list(window)
        about: dict[int, None] = {}
        for _ in range(reach):
            fresh: dict[int, None] = {}
            for variable in edge:
                for number in (*self.holding.get(variable, ()), *self.holding.get(-variable, ())):
                    if number not in about and self.true.isdisjoint(self.clauses[number]):
                        about[number] = None
                        fresh.update(dict.fromkeys(map(abs, self.rest(number))))
            edge = [variable for variable in fresh if variable not in seen]
            seen.update(edge)
        return sorted(about)
