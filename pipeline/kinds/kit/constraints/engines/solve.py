"""Solutions of a puzzle that a kind declares, and the verdict on it: by search and by SAT.

The exhaustive search and SAT with lazy clauses share no code, so each confirms the other. Which
solution comes first depends on the engine; that all are found where the answer says so does not.
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
from pipeline.kinds.kit.constraints.engines.encode import encode
from pipeline.kinds.kit.constraints.engines.lazy import find_lazy_clauses
from pipeline.kinds.kit.constraints.engines.refutation import refute_others, write_dimacs
from pipeline.kinds.kit.constraints.engines.search import ModelSearch
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.engines import (
    ResumableSearch,
    require_request,
    solve_by_search,
    solve_in_turn,
)
from pipeline.kinds.kit.explanation import Known, ShortList, find_known, know_by_backbone
from pipeline.kinds.kit.lazy_clauses import list_solutions
from pipeline.kinds.kit.proof import Judge, prove_by_search_and_sat
from pipeline.kinds.kit.refutation import RefutationTask
from pipeline.model import JsonObject, Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

SOLVERS: Final = ("auto", "search", *SAT_SOLVERS)
"""Names that `Rules.solve` takes. "auto": a short search, then SAT, then a long search."""

NODES_BEFORE_SAT: Final = 50
"""Nodes after which SAT is likelier to answer than further search; measured."""


class Posed(Hashable, Protocol):
    """Clues as far as a file tells of them."""

    @property
    def rows(self) -> int:
        """Number of rows."""

    @property
    def cols(self) -> int:
        """Number of columns."""

    @property
    def rule(self) -> str:
        """The rule that the puzzle is posed under, "" where there is one set of rules."""


C = TypeVar("C", bound=Posed)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Rules(Generic[C, S]):
    """The rules of a kind, as a declaration for the engines and by definition; what these answer.

    ``version`` of verdicts is raised when an equal puzzle and budget may give another one.
    ``declare`` gives the model of a board; ``check`` is the rules by definition, and shares nothing
    with it. The codecs are those of ``record.solution``. ``read`` takes a model and the values of
    its variables (ndarray[bool], indexed by variable; it may end early, the rest then fails) to a
    solution, and ``literals`` a right solution to what it says of them. ``search`` (clues, name of
    the solver) makes the kind's own exhaustive search; None searches by propagation.
    """

    title: str
    version: int
    declare: Callable[[C], Model]
    check: Callable[[C, S], tuple[Violation, ...]]
    encode_solution: Callable[[S], JsonObject]
    decode_solution: Callable[[C, JsonObject], S]
    read: Callable[[Model, NDArray[np.bool_]], S]
    literals: Callable[[Model, S], list[int]]
    search: Callable[[C, str], ResumableSearch[S]] | None = None

    def model_of(self, clues: C) -> Model:
        """Return the model of a board, to be read only: it is solved, proved, graded in turn."""
        model: Model = _model_of(self, clues)
        return model

    def values_of(self, model: Model, solution: S) -> NDArray[np.bool_]:
        """Return what a solution says, ndarray[bool] indexed by variable."""
        values = np.zeros(len(model.marks) + 1, dtype=np.bool_)
        for literal in self.literals(model, solution):
            values[abs(literal)] = literal > 0
        return values

    def solve(self, clues: C, limit: int, budget: Budget, solver: str = SOLVERS[0]) -> Solved[S]:
        """Return up to ``limit`` solutions, and whether they are all there are.

        ``nodes`` are for the exhaustive search, ``conflicts`` for SAT; either may be spent in full.
        `ConfigError` if there is no such solver, or the limit is below 1.
        """
        require_request(solver, SOLVERS, limit)
        start = perf_counter()
        by_sat = partial(self.by_sat, clues, limit, budget.conflicts)
        if solver == "search":
            found = solve_by_search(self._new_search(clues, solver), limit, budget.nodes)
        elif solver == "auto":
            search, ask_sat = self._new_search(clues, solver), partial(by_sat, SAT_SOLVERS[0])
            found = solve_in_turn(search, limit, NODES_BEFORE_SAT, budget.nodes, ask_sat)
        else:
            found = by_sat(solver)
        return replace(found, seconds=perf_counter() - start)

    def by_sat(
        self, clues: C, limit: int, conflicts: int, name: str, known: tuple[S, ...] = ()
    ) -> Solved[S]:
        """Return up to ``limit`` solutions found by a SAT solver; its steps are conflicts.

        Solutions that are known are not looked for, and come first.
        """
        model = self.model_of(clues)

        def deny(solution: S) -> list[int]:
            return [-literal for literal in self.literals(model, solution)]

        with SatSolver(name, encode(model).clauses) as solver:
            read = partial(self._read_lazily, model)
            return list_solutions(solver, read, deny, limit, conflicts, known)

    def prove(self, clues: C, hint: S | None, budget: Budget) -> Verdict:
        """Return the verdict on a puzzle under its rule; a hint that is wrong is ignored.

        ``nodes`` are for the exhaustive search, ``conflicts`` for each SAT solver asked. The method
        names who decided and who confirmed: ``search+sat:glucose4`` or ``sat:glucose4+search``.
        """

        def is_right(solution: S) -> bool:
            return not self.check(clues, solution)

        known = hint if hint is not None and is_right(hint) else None
        judge = Judge(clues.rule or None, self.version, is_right, self.encode_solution)
        ask = partial(self.by_sat, clues, 2, budget.conflicts)
        search = self._new_search(clues, "search")
        return prove_by_search_and_sat(search, ask, (NODES_BEFORE_SAT, budget.nodes), known, judge)

    def know(self, clues: C, budget: Budget, short: ShortList) -> Known[S]:
        """Return solutions that show all that varies, and whether that is sure.

        The budget is for the proof that there is one solution, its ``conflicts`` for the backbone
        where there are more than ``short`` lists.
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
        """Return the task of refuting, in clauses, that there is another solution than this one."""
        model = self.model_of(clues)
        return refute_others(model, self._name(clues), self.literals(model, solution))

    def dimacs(self, clues: C) -> Iterator[str]:
        """Yield the lines of a DIMACS CNF of a puzzle, under comments that name the variables."""
        return write_dimacs(self.model_of(clues), self._name(clues))

    def _new_search(self, clues: C, solver: str) -> ResumableSearch[S]:
        if self.search is not None:
            return self.search(clues, solver)
        model = self.model_of(clues)
        return ModelSearch(model, partial(self.read, model))

    def _read_lazily(
        self, model: Model, values: NDArray[np.bool_]
    ) -> tuple[S, Sequence[tuple[int, ...]]]:
        """Return what a model says, and the lazy clauses that it breaks."""
        return self.read(model, values), find_lazy_clauses(model, values)

    def _name(self, clues: C) -> str:
        rule = f", rule {clues.rule}" if clues.rule else ""
        return f"{self.title} {clues.cols}x{clues.rows}{rule}"


@lru_cache(maxsize=4)
def _model_of(rules: Rules[Any, Any], clues: Any) -> Model:
    return rules.declare(clues)
