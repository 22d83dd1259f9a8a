"""Solving steps for people: at every point the lowest level of deduction that decides something.

After single constraints come pairs of overlapping constraints, then the refutation of an assumption
by the shortest chain. Such a step points at a minimal set of constraints, found by deleting one
after the other (compare the minimal unsatisfiable sets of Demystify: Espasa, Gent, Hoffmann,
Jefferson, Lynch, arXiv 2104.15040).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.engines.arrays import compile_model, new_state
from pipeline.kinds.kit.constraints.engines.reduce_clues import DEDUCTIONS, LEVELS, RULES_OF
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.search import run_trials
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.deduction import Decision, Step
from pipeline.kinds.kit.kind_texts import read_reasons

OVERLAP, ASSUME, REFUTED, SEARCH = "overlap", "assume", "refuted", "search"
"""Reasons besides those of constraints; ``texts.<language>.toml`` here has their sentences."""


def explain_steps(model: Model, values: NDArray[np.bool_] | None = None) -> Iterator[Step]:
    """Yield the steps by which a person would solve a board, easiest first at every point.

    Parameters
    ----------
    model : Model
        The board with its clues.
    values : ndarray[bool], indexed by variable, or None
        The solution, for a last step with what single assumptions do not decide; without it the
        steps end there.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> cells = model.cells()
    >>> model.count(cells.values(), (1,), "one", about=(0, 1))
    >>> model.clause([cells[1]], "given", about=(1,))
    >>> [(step.level, step.decisions[0].reason) for step in explain_steps(model)]
    [('single', 'given'), ('single', 'one')]
    """
    person = _Person(model)
    while len(person.known) < len(model.marks):
        step = person.deduce() or person.refute()
        if step is None:
            if values is not None:
                yield person.rest(values)
            return
        yield step


def find_first_step(model: Model, plain: Container[str], given: Container[int] = ()) -> Step | None:
    """Return the first step that draws something, if a beginner sees it; else None.

    Every step up to it must need a single constraint only, or overlapping ones if `OVERLAP` is in
    ``plain``, and its own reason must be in ``plain``. Decisions on ``given`` cells repeat a clue
    and draw nothing.
    """
    for step in explain_steps(model):
        if step.level not in LEVELS[: 3 if OVERLAP in plain else 2]:
            return None
        placed = [one for one in step.decisions if one.least and one.cells[0] not in given]
        if placed:
            # A reason that points at no cells may be that of several unrelated decisions.
            kept = tuple(placed if placed[0].about else placed[:1])
            return replace(step, decisions=kept) if kept[0].reason in plain else None
    return None


@cache
def reasons_of(package: str, language: str) -> Mapping[str, str]:
    """Return the sentences of a kind's reasons, including those of all declared kinds."""
    return {**read_reasons(__package__, language), **read_reasons(package, language)}


class _Person:
    """A solver that records what is known and finds the next step."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.arrays = compile_model(model)
        self.state = new_state(self.arrays)
        self.known: list[int] = []
        """Codes of literals, in the order in which they were decided."""
        self._found = np.zeros(len(self.state.value), dtype=np.int32)
        self._chains = np.zeros(len(self.state.value), dtype=np.int64)

    def deduce(self) -> Step | None:
        """Apply and return what the first constraint decides at the lowest possible level."""
        for level in DEDUCTIONS:
            if not self._follow([], RULES_OF[level]):
                return None
            size = len(self.known)
            codes = self.state.lists[board.TRAIL, size : self.state.counter[board.SIZE]].tolist()
            if codes:
                why = self._why(codes[0])
                # Later decisions of this constraint may depend on others between them.
                last = next((k for k, x in enumerate(codes) if self._why(x) != why), len(codes))
                codes = codes[:last]
                reason, about = self._reason(why, codes[0], RULES_OF[level])
                self.known += codes
                return Step(level, tuple(self._decide(code, reason, about) for code in codes))
        return None

    def refute(self) -> Step | None:
        """Negate the assumption that the shortest chain refutes; None if there is none."""
        if not self._follow([], RULES_OF["set"]):
            return None
        self._chains[1] = 0
        self._follow([], board.GLOBALS, trials=1)
        if not self._chains[1]:
            return None
        code = int(self._found[0])
        self._follow([code], board.GLOBALS)
        rounds = int(self.state.counter[board.ROUNDS])
        about = self._cells(self._needed(code, board.GLOBALS))
        self.known.append(code ^ 1)
        return Step(
            "trial",
            (self._decide(code ^ 1, REFUTED, about),),
            self._decide(code, ASSUME, about),
            rounds,
        )

    def rest(self, values: NDArray[np.bool_]) -> Step:
        """Return the undecided rest of the solution as one step."""
        done = {code >> 1 for code in self.known}
        codes = [2 * v + (not values[v]) for v in range(1, len(values)) if v not in done]
        return Step("search", tuple(self._decide(code, SEARCH, ()) for code in codes))

    def _follow(self, assumed: list[int], rules: int, trials: int = 0) -> bool:
        """Propagate what is known and some assumed codes; False on a contradiction."""
        known = np.array([*self.known, *assumed], dtype=np.int32)
        arrays, found, chains = self.arrays, self._found, self._chains
        return run_trials(arrays, self.state, known, rules, trials, found, chains) > 0

    def _why(self, code: int) -> int:
        return int(self.state.lists[board.WHY, code >> 1])

    def _reason(self, why: int, code: int, rules: int) -> tuple[str, tuple[int, ...]]:
        """Return the reason of a constraint's decision and the cells that it points at."""
        counts, globals_ = self.model.counts, self.model.globals
        if why < len(counts):
            return counts[why].reason, counts[why].about
        if why < len(counts) + len(globals_):
            one = globals_[why - len(counts)]
            return one.reason, getattr(one, "about", ())
        self._follow([code ^ 1], rules)
        return OVERLAP, self._cells(self._needed(code ^ 1, rules))

    def _cells(self, counts: list[int]) -> tuple[int, ...]:
        return tuple(sorted({cell for count in counts for cell in self.model.counts[count].about}))

    def _needed(self, code: int, rules: int) -> list[int]:
        """Return a minimal set of counts that refutes the assumption that was just refuted.

        Start from the counts that led to the contradiction and delete one after the other. They may
        not suffice if the rooms of parts were narrowed on the way; then add their neighbours first.
        """
        needed = self._chain()
        while not self._refutes(needed, code, rules):
            near = {variable for count in needed for variable in self._scope(count)}
            more = [k for k in range(len(self.model.counts)) if near & self._scope(k)]
            needed = more if len(more) > len(needed) else list(range(len(self.model.counts)))
        for count in sorted(needed, reverse=True):
            fewer = [other for other in needed if other != count]
            if self._refutes(fewer, code, rules):
                needed = fewer
        return needed

    def _refutes(self, counts: list[int], code: int, rules: int) -> bool:
        """Return whether some counts and all global constraints refute an assumption."""
        sums = self.state.counts[:, board.SUMS]
        sums[:] = -1
        sums[counts] = self.arrays.sums[counts]
        is_refuted = not self._follow([code], rules)
        sums[:] = self.arrays.sums
        return is_refuted

    def _chain(self) -> list[int]:
        size = len(self.known)
        waiting, met = [int(self.state.counter[board.BLAMED])], set()
        while waiting:
            constraint = waiting.pop()
            if constraint < 0 or constraint in met:
                continue
            met.add(constraint)
            for variable in self._scope(constraint):
                is_new = (
                    self.state.value[2 * variable]
                    and self.state.lists[board.PLACE, variable] >= size
                )
                if is_new:
                    waiting.append(int(self.state.lists[board.WHY, variable]))
        return sorted({count for one in met for count in self._counts_of(one)})

    def _counts_of(self, constraint: int) -> list[int]:
        """Return the counts of a constraint: a count itself, of a link the owners of its parts."""
        arrays, counts = self.arrays, len(self.model.counts)
        link = constraint - counts - len(self.model.globals)
        if link < 0:
            return [constraint] if constraint < counts else []
        parts = [one for one in arrays.links[link, 1:3] if one >= 0]
        owners = [arrays.owners[arrays.owners[one] : arrays.owners[one + 1]] for one in parts]
        return [*set(np.concatenate(owners).tolist())]

    def _scope(self, constraint: int) -> set[int]:
        arrays, counts = self.arrays, self.model.counts
        graph = constraint - len(counts)
        if 0 <= graph < len(self.model.globals):
            nodes = arrays.nodes[arrays.nodes[:, 2] == graph, 0]
            edges = arrays.edges[arrays.edges[:, 3] == graph, 0]
            return {code >> 1 for code in (*nodes.tolist(), *edges.tolist()) if code > 1}
        return {abs(x) for count in self._counts_of(constraint) for x in counts[count].literals}

    def _decide(self, code: int, reason: str, about: tuple[int, ...]) -> Decision:
        mark = self.model.marks[(code >> 1) - 1]
        is_on = 1 - (code & 1)
        if mark.family == "edges":
            return Decision(mark.place, *self._bounds(code), reason, about)
        is_border = mark.family == "borders"
        one, other = (*mark.place, 0)[:2]
        cells = self.model.grid.cells_beside((one, other)) if is_border else mark.place
        place = mark.place if is_border else ()
        return Decision(cells, is_on, is_on, reason, about, mark.family, place, mark.value)

    def _bounds(self, code: int) -> tuple[int, int]:
        """Return the least and most lines on an edge after one more literal."""
        place = self.model.marks[(code >> 1) - 1].place
        least = 0
        most = max(mark.value for mark in self.model.marks if mark.place == place)
        for one in (*self.known, code):
            mark = self.model.marks[(one >> 1) - 1]
            if mark.place == place and one & 1:
                most = min(most, mark.value - 1)
            elif mark.place == place:
                least = max(least, mark.value)
        return least, most
