"""What solvers get of a loop from the start."""

from itertools import product
from random import Random

import pytest

from pipeline.kinds.kit.words.base import Encoding
from pipeline.kinds.kit.words.loop.rule import Loop
from pipeline.solvers.sat import SatSolver


@pytest.mark.parametrize(("rows", "cols", "missing"), [(3, 3, 0), (3, 3, 3), (2, 5, 2), (4, 2, 1)])
def test_inside_and_outside_exclude_what_has_an_odd_node_and_nothing_else(
    rows: int, cols: int, missing: int
) -> None:
    nodes = range(rows * cols)
    pairs = [(a, a + 1) for a in nodes if (a + 1) % cols] + [(a, a + cols) for a in nodes[:-cols]]
    pairs = sorted(Random(rows).sample(pairs, len(pairs) - missing))
    edges = tuple((k, a, b) for k, (a, b) in enumerate(pairs, 1))
    encoding = Encoding(len(edges))
    Loop("loop", edges, cols).encode_first(encoding)
    with SatSolver(clauses=encoding.clauses) as solver:
        for drawn in product((False, True), repeat=len(edges)):
            degrees = [sum(on for on, pair in zip(drawn, pairs, strict=True) if node in pair)
                       for node in nodes]  # fmt: skip
            literals = [k if on else -k for k, on in enumerate(drawn, 1)]
            assert solver.solve(literals) == all(degree % 2 == 0 for degree in degrees), drawn
