"""Solve declared puzzles and prove uniqueness, by exhaustive search and by SAT with lazy clauses.

The two engines share no code, so each can confirm the other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from time import perf_counter
from typing import Any, Final, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Budget, Solved, Violation
from pipeline.kinds.kit.engine.encode import encode
from pipeline.kinds.kit.engine.lazy import find_lazy_clauses
from pipeline.kinds.kit.engine.refutation import refute_others, write_dimacs
from pipeline.kinds.kit.engine.search import ModelSearch
from pipeline.kinds.kit.proving.engines import (
    ResumableSearch,
    require_request,
    solve_by_search,
    solve_in_turn,
)
from pipeline.kinds.kit.proving.explanation import Known, ShortList, find_known, know_by_backbone
from pipeline.kinds.kit.proving.lazy_clauses import list_solutions
from pipeline.kinds.kit.proving.proof import Judge, prove_by_search_and_sat
from pipeline.kinds.kit.proving.refutation import RefutationTask
from pipeline.kinds.kit.words.core import Model
from pipeline.model import JsonObject, Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

SOLVERS: Final = ("auto", "search", *SAT_SOLVERS)  # "auto": short search, SAT, long search

NODES_BEFORE_SAT: Final = 50  # Then SAT is likelier to answer; measured


class Posed(Hashable, Protocol):
    """The attributes of clues that engines use."""

    @property
    def rows(self) -> int:
        """Number of rows."""

    @property
    def cols(self) -> int:
        """Number of columns."""

    @property
    def rule(self) -> str:
        """The rule of the puzzle, "" if the kind has one set of rules."""


C = TypeVar("C", bound=Posed)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Rules(Generic[C, S]):
    """The rules of a kind, with methods that run the engines on its puzzles.

    ``version`` of verdicts is raised when an equal puzzle and budget may give another one.
    ``declare`` returns the model of a board; ``check`` tests a solution by definition, without
    shared code. The codecs are those of ``record.solution``. ``read`` converts the values of a
    model's variables (ndarray[bool], indexed by variable; missing ones are False) to a solution,
    ``literals`` a correct solution to literals. ``search`` returns the
    kind's own exhaustive search; None searches by propagation.
    """

    title: str
    version: int
    declare: Callable[[C], Model]
    check: Callable[[C, S], tuple[Violation, ...]]
    encode_solution: Callable[[S], JsonObject]
    decode_solution: Callable[[C, JsonObject], S]
    read: Callable[[Model, NDArray[np.bool_]], S]
    literals: Callable[[Model, S], list[int]]
    search: Callable[[C], ResumableSearch[S]] | None = None

    def model_of(self, clues: C) -> Model:
        """Return the cached model of a board; do not change it."""
        model: Model = _model_of(self, clues)
        return model

    def values_of(self, model: Model, solution: S) -> NDArray[np.bool_]:
        """Return a solution as an ndarray[bool] indexed by variable."""
        values = np.zeros(len(model.marks) + 1, dtype=np.bool_)
        for literal in self.literals(model, solution):
            values[abs(literal)] = literal > 0
        return values

    def solve(self, clues: C, limit: int, budget: Budget, solver: str = SOLVERS[0]) -> Solved[S]:
        """Return up to ``limit`` solutions, and whether these are all.

        ``nodes`` limits the exhaustive search, ``conflicts`` SAT. `ConfigError` if the solver is
        unknown or the limit is below 1.
        """
        require_request(solver, SOLVERS, limit)
        start = perf_counter()
        by_sat = partial(self.by_sat, clues, limit, budget.conflicts)
        if solver == "search":
            solved = solve_by_search(self._new_search(clues), limit, budget.nodes)
        elif solver == "auto":
            search, ask_sat = self._new_search(clues), partial(by_sat, SAT_SOLVERS[0])
            solved = solve_in_turn(search, limit, NODES_BEFORE_SAT, budget.nodes, ask_sat)
        else:
            solved = by_sat(solver)
        return replace(solved, seconds=perf_counter() - start)

    def by_sat(
        self, clues: C, limit: int, conflicts: int, name: str, known: tuple[S, ...] = ()
    ) -> Solved[S]:
        """Return up to ``limit`` solutions by SAT, ``known`` ones first; steps are conflicts."""
        model = self.model_of(clues)

        def deny(solution: S) -> list[int]:
            return [-literal for literal in self.literals(model, solution)]

        with SatSolver(name, encode(model).clauses) as solver:
            read = partial(self._read_lazily, model)
            return list_solutions(solver, read, deny, limit, conflicts, known)

    def prove(self, clues: C, hint: S | None, budget: Budget) -> Verdict:
        """Return the verdict on a puzzle under its rule; an incorrect hint is ignored.

        ``nodes`` limits the exhaustive search, ``conflicts`` each SAT solver. The method names the
        engine that decided and the one that confirmed, such as ``search+sat:glucose4``.
        """

        def is_right(solution: S) -> bool:
            return not self.check(clues, solution)

        known = hint if hint is not None and is_right(hint) else None
        judge = Judge(clues.rule or None, self.version, is_right, self.encode_solution)
        ask = partial(self.by_sat, clues, 2, budget.conflicts)
        search = self._new_search(clues)
        return prove_by_search_and_sat(search, ask, (NODES_BEFORE_SAT, budget.nodes), known, judge)

    def know(self, clues: C, budget: Budget, short: ShortList) -> Known[S]:
        """Return solutions that differ wherever solutions can, as far as the budget shows.

        The budget is for the proof of uniqueness; if there are more solutions than ``short`` allows
        to list, its ``conflicts`` limit the search for the backbone.
        """
        known = find_known(clues, budget, self.solve, self.prove, self.decode_solution, short)
        if known.status is not Status.MULTIPLE or known.is_all:
            return known
        model = self.model_of(clues)
        return know_by_backbone(
            known,
            map(abs, self.literals(model, known.solutions[0])),
            encode(model).clauses,
            partial(self._read_lazily, model),
            partial(self.values_of, model),
            budget.conflicts,
        )

    def refutation_task(self, clues: C, solution: S) -> RefutationTask:
        """Return the task of refuting that a puzzle has another solution."""
        model = self.model_of(clues)
        return refute_others(model, self._name(clues), self.literals(model, solution))

    def dimacs(self, clues: C) -> Iterator[str]:
        """Yield the lines of a DIMACS CNF of a puzzle, with comments on the variables."""
        return write_dimacs(self.model_of(clues), self._name(clues))

    def _new_search(self, clues: C) -> ResumableSearch[S]:
        if self.search is not None:
            return self.search(clues)
        model = self.model_of(clues)
        return ModelSearch(model, partial(self.read, model))

    def _read_lazily(
        self, model: Model, values: NDArray[np.bool_]
    ) -> tuple[S | None, Sequence[tuple[int, ...]]]:
        """Return the solution of a SAT model, None if it violates lazy clauses, and these."""
        violated = find_lazy_clauses(model, values)
        return None if violated else self.read(model, values), violated

    def _name(self, clues: C) -> str:
        rule = f", rule {clues.rule}" if clues.rule else ""
        return f"{self.title} {clues.cols}x{clues.rows}{rule}"


@lru_cache(maxsize=4)
def _model_of(rules: Rules[Any, Any], clues: Any) -> Model:
    return rules.declare(clues)
