"""A learning SAT solver behind a small door: clauses in, models, cores and proofs out.

The only file that imports python-sat. It knows no puzzle; encodings live with their kinds. Of the
solvers that python-sat carries, only those are offered that stop at a budget of conflicts and
never look at a clock, so that equal clauses in equal order end equally on every machine
(Lingeling has no budget; the Maple family and MergeSat change strategy with time).
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pysolvers
from numpy.typing import NDArray

from pipeline.model import ConfigError, StoppedError, unknown_name


@dataclass(frozen=True, slots=True)
class SolverTraits:
    """What a solver can do beyond solving.

    ``exact_budget``: it stops within a few conflicts of its budget. Glucose looks at the budget
    only when it restarts, and may spend some hundred conflicts more; just as deterministic.
    ``proofs``: it can write down why there is no model, as lines of DRUP or DRAT.
    ``interrupts``: another thread can end its work.
    """

    exact_budget: bool
    proofs: bool
    interrupts: bool


TRAITS: Final = {
    "glucose4": SolverTraits(exact_budget=False, proofs=True, interrupts=True),
    "glucose42": SolverTraits(exact_budget=False, proofs=True, interrupts=True),
    "minisat22": SolverTraits(exact_budget=True, proofs=False, interrupts=True),
    "cadical153": SolverTraits(exact_budget=True, proofs=True, interrupts=False),
    "cadical195": SolverTraits(exact_budget=True, proofs=True, interrupts=False),
}
"""The solvers on offer, by the name that python-sat gives them; the first is the default."""

SAT_SOLVERS: Final = tuple(TRAITS)
"""Names that `SatSolver` takes."""


_running: Any = None


def interrupt_running() -> None:
    """End the work of the solver that another thread waits for, if it can be ended."""
    if (solver := _running) is not None:
        solver.interrupt()


class SatSolver:
    """An incremental SAT solver; use it as a context manager, since it holds memory outside Python.

    A literal is a variable (from 1) or its negative. Clauses can be added between calls of
    `solve`; what was learned is kept. The name is one of `SAT_SOLVERS`. With ``with_proof`` `proof`
    may be asked for: that is slower, and not together with assumptions. `ConfigError` if there is
    no such solver, or it cannot write proofs and one is wanted.

    Examples
    --------
    >>> with SatSolver("glucose4", [[1, 2], [-1]]) as solver:
    ...     solver.solve(), solver.model().tolist(), solver.solve([-2]), solver.core()
    (True, [False, False, True], False, (-2,))
    """

    def __init__(
        self,
        name: str = SAT_SOLVERS[0],
        clauses: Iterable[Sequence[int]] = (),
        *,
        with_proof: bool = False,
    ) -> None:
        traits = TRAITS.get(name)
        if traits is None:
            raise unknown_name("SAT solver", name, TRAITS)
        if with_proof and not traits.proofs:
            able = ", ".join(other for other, has in TRAITS.items() if has.proofs)
            raise ConfigError(f"solver {name!r} writes no proofs: expected one of {able}")
        self.name: Final = name
        options = {"with_proof": True} if with_proof else {}
        from pysat.solvers import Solver  # a tenth of a second, and most small boards need none

        self._solver: Any = Solver(name=name, bootstrap_with=None, **options)
        self.add_clauses(clauses)

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the solver's memory back; nothing may be called afterwards."""
        self._solver.delete()

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add one clause, a sequence of literals of which one must hold."""
        self._solver.add_clause(clause)

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses in the order given."""
        add = self._solver.solver.add_clause  # past a layer that only passes it on
        for clause in clauses:
            add(clause)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Return whether a model exists, or None where the budget was spent before an answer.

        Assumptions are literals that hold for this call only; ``conflicts`` are the most that it
        may spend (see `SolverTraits.exact_budget`), None for any number.
        """
        global _running  # noqa: PLW0603 (what a signal ends is one thing in a process)
        if conflicts is not None:
            self._solver.conf_budget(max(1, conflicts))
        can_interrupt = TRAITS[self.name].interrupts
        _running = self._solver if can_interrupt else None
        try:
            if conflicts is None and not can_interrupt:
                answer = self._solver.solve(assumptions=list(assumptions))
            else:  # without a budget it ends with an answer
                answer = self._solver.solve_limited(
                    assumptions=list(assumptions), expect_interrupt=can_interrupt
                )
        except pysolvers.error:  # Ctrl+C, where the solver itself takes it
            raise StoppedError(signal.SIGINT) from None
        finally:
            _running = None
        return None if answer is None else bool(answer)

    def model(self) -> NDArray[np.bool_]:
        """Return the model after `solve` said True: ndarray[bool], indexed by variable, 0 unused.

        A variable above every variable in the clauses added so far is beyond its end.
        """
        literals = np.array(self._solver.get_model(), dtype=np.int64)
        values = np.zeros(len(literals) + 1, dtype=np.bool_)
        values[1:] = literals > 0
        return values

    def core(self) -> tuple[int, ...]:
        """Return the assumptions behind a False of `solve`, in the solver's order."""
        return tuple(self._solver.get_core() or ())

    def proof(self) -> list[str]:
        """Return the lines of the proof after `solve` said False without assumptions."""
        return list(self._solver.get_proof() or ())

    @property
    def conflicts(self) -> int:
        """Conflicts spent so far, over all calls."""
        return int(self._solver.accum_stats()["conflicts"])
