"""Solutions by SAT under a rule that models break: no two neighbours of three are both true."""

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.proving.lazy_clauses import list_solutions, next_solution
from pipeline.kinds.kit.proving.refutation import Clause
from pipeline.solvers.sat import SatSolver

ANY = [[1, 2, 3]]


def read(model: NDArray[np.bool_]) -> tuple[str, list[Clause]]:
    said = "".join("01"[int(value)] for value in model[1:4])
    return said, [[-k, -k - 1] for k in (1, 2) if said[k - 1 : k + 1] == "11"]


def deny(said: str) -> Clause:
    return [-k if value == "1" else k for k, value in enumerate(said, start=1)]


def test_solutions_break_no_lazy_clause() -> None:
    with SatSolver("glucose4", [*ANY, [1], [3]]) as solver:
        assert next_solution(solver, read, 100) == ("101", True)
    with SatSolver("glucose4", [*ANY, [1], [2]]) as solver:
        assert next_solution(solver, read, 100) == (None, False)
        assert next_solution(solver, read, 0) == (None, None)


def test_all_solutions_are_listed_the_known_ones_first() -> None:
    with SatSolver("cadical195", ANY) as solver:
        found = list_solutions(solver, read, deny, 9, 100, ("010",))
    assert sorted(found.solutions) == ["001", "010", "100", "101"]
    assert found.solutions[0] == "010"
    assert (found.is_complete, found.method) == (True, "sat:cadical195")


def test_a_list_ends_at_its_limit() -> None:
    with SatSolver("glucose4", ANY) as solver:
        found = list_solutions(solver, read, deny, 2, 100, ("010",))
    assert len(found.solutions) == 2
    assert not found.is_complete
