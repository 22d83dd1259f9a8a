"""SAT solvers: clauses in, models, cores and proofs out.

The only file that imports python-sat. It offers the solvers that stop at a budget of conflicts and
use no clock, so that equal clauses in equal order give equal results on every machine (Lingeling
has no budget; the Maple family and MergeSat change strategy with time).
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pysolvers
from numpy.typing import NDArray

from pipeline.model import ConfigError, StoppedError, unknown_name


@dataclass(frozen=True, slots=True)
class SolverTraits:
    """Capabilities of a solver.

    ``exact_budget``: it stops within a few conflicts of its budget (glucose checks at restarts).
    ``proofs``: it writes proofs that there is no model. ``interrupts``: another thread can
    interrupt it. ``module`` is its name in pysolvers, and ``handle`` that of its object there.
    """

    module: str
    handle: str
    exact_budget: bool
    proofs: bool
    interrupts: bool


TRAITS: Final = {  # The solvers by their name in python-sat; the first is the default
    "glucose4": SolverTraits("glucose41", "glucose", False, True, True),
    "glucose42": SolverTraits("glucose421", "glucose", False, True, True),
    "minisat22": SolverTraits("minisat22", "minisat", True, False, True),
    "cadical153": SolverTraits("cadical153", "cadical", True, True, False),
    "cadical195": SolverTraits("cadical195", "cadical", True, True, False),
}

SAT_SOLVERS: Final = tuple(TRAITS)  # Names that `SatSolver` takes


_running: Any = None
_stopped_by = 0


def interrupt(number: int) -> None:
    """Stop the solver that another thread is running, and later ones, by the signal ``number``.

    What an interrupted solver left open is never taken for a spent budget.
    """
    global _stopped_by  # noqa: PLW0603 (a signal is for the whole process)
    _stopped_by = number
    if (solver := _running) is not None:
        solver.interrupt()


class SatSolver:
    """An incremental SAT solver; a context manager, since it holds memory outside Python.

    A literal is a variable (from 1) or its negative. Clauses can be added between calls of
    `solve`; learned clauses are kept. The name is one of `SAT_SOLVERS`. ``with_proof`` enables
    `proof`, which is slower and excludes assumptions. `ConfigError` if the solver is unknown or
    cannot write a wanted proof.

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
        from pysat.solvers import Solver  # takes 0.1 s to import, and small boards need no solver

        self._solver: Any = Solver(name=name, bootstrap_with=None, **options)
        # The wrapper of each clause takes twice the time that the clause takes.
        add = getattr(pysolvers, f"{traits.module}_add_cl")
        self._add: Final = partial(add, getattr(self._solver.solver, traits.handle))
        self.add_clauses(clauses)

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver's memory; no method may be called afterwards."""
        self._solver.delete()

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause: literals of which at least one is true."""
        self._add(clause)

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses in the order given."""
        deque(map(self._add, clauses), 0)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Return whether a model exists, or None if the budget was spent first.

        Assumptions are literals that are true for this call only; ``conflicts`` limits the call
        (see `SolverTraits.exact_budget`), None for no limit.
        """
        global _running  # noqa: PLW0603 (a signal interrupts the one running solver)
        if conflicts is not None:
            self._solver.conf_budget(max(1, conflicts))
        can_interrupt = TRAITS[self.name].interrupts
        _running = self._solver if can_interrupt else None
        try:
            if conflicts is None and not can_interrupt:
                answer = self._solver.solve(assumptions=list(assumptions))
            else:  # without a budget it returns an answer
                answer = self._solver.solve_limited(
                    assumptions=list(assumptions), expect_interrupt=can_interrupt
                )
        except pysolvers.error:  # Ctrl+C, if the solver itself handles it
            raise StoppedError(signal.SIGINT) from None
        finally:
            _running = None
        if answer is None and _stopped_by:
            raise StoppedError(_stopped_by)
        return None if answer is None else bool(answer)

    def model(self) -> NDArray[np.bool_]:
        """Return the model after `solve` returned True: ndarray[bool] by variable, 0 unused.

        It ends with the highest variable of the clauses added so far.
        """
        literals = np.array(self._solver.get_model(), dtype=np.int64)
        values = np.zeros(len(literals) + 1, dtype=np.bool_)
        values[1:] = literals > 0
        return values

    def core(self) -> tuple[int, ...]:
        """Return the assumptions that made `solve` return False, in the solver's order."""
        return tuple(self._solver.get_core() or ())

    def proof(self) -> list[str]:
        """Return the lines of the proof after `solve` returned False without assumptions."""
        return list(self._solver.get_proof() or ())

    @property
    def conflicts(self) -> int:
        """Conflicts over all calls."""
        return int(self._solver.accum_stats()["conflicts"])
