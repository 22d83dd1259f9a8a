"""CNF and DRUP as text: back and forth, and errors that name the line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.model import PuzzleFormatError
from pipeline.solvers.proof_text import cnf_lines, proof_lines, read_cnf, read_steps
from pipeline.solvers.rup import ClauseStep
from tests.refusals import refused

literals = st.integers(1, 40).flatmap(lambda v: st.sampled_from((v, -v)))
clauses = st.lists(st.lists(literals, max_size=5).map(tuple), max_size=8)


@given(clauses)
def test_a_cnf_comes_back(given_clauses: list[tuple[int, ...]]) -> None:
    lines = list(cnf_lines(["one", "two"], 40, given_clauses))
    assert read_cnf(enumerate(lines, start=1)) == (40, given_clauses)


@pytest.mark.dear
@given(st.lists(st.builds(ClauseStep, st.lists(literals, max_size=5).map(tuple), st.booleans())))
def test_a_proof_comes_back(steps: list[ClauseStep]) -> None:
    assert read_steps(enumerate(proof_lines(steps), start=1)) == steps


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["1 2 0"], r"line 1: expected a head such as 'p cnf 480 1757', found '1 2 0'"),
        (["p cnf x 1"], "line 1: expected a head"),
        (["c only comments"], "found no line 'p cnf"),
        (["p cnf 2 2", "1 0"], "expected 2 clauses as the head says, found 1"),
        (["p cnf 2 1", "1 3 0"], "line 2: expected variables up to 2 .* found '1 3 0'"),
        (["p cnf 2 1", "1 2"], "line 2: .* a 0 at the end"),
        (["p cnf 2 1", "1 0 2 0"], "line 2: "),
        (["p cnf 2 1", "1 two 0"], "line 2: .*found '1 two 0'"),
    ],
)
def test_other_texts_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises(PuzzleFormatError, match=message):
        read_cnf(enumerate(lines, start=1))


@pytest.mark.parametrize("line", ["1 2", "d", "0 0", "d 1 d 0", "9999999999 0", "1 0 " * 40])
def test_other_lines_are_no_steps(line: str) -> None:
    with refused(PuzzleFormatError):
        read_steps([(3, line)])
