"""A puzzle as a DIMACS CNF that stands alone: its models are the puzzle's solutions.

The plain encoding, and for the closed loops that it allows, numbers: every step of a line leads one
way, to a cell with a larger number, in binary, and no two lead to one cell. A closed loop could not
count up all the way round.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kinds.numberlink.encode_sat import (
    MOST_CELLS,
    Encoding,
    encode_plain,
    forbid_loops,
    suits_sat,
)
from pipeline.kinds.numberlink.model import Clues
from pipeline.model import ConfigError
from pipeline.solvers.proof_text import cnf_lines


def dimacs(clues: Clues) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF of a puzzle, after comments that map variables to cells.

    Every model gives a solution under the puzzle's rule: its edges are those whose variables are
    true. Every solution is a model.

    Raises
    ------
    ConfigError
        If the board has more than `MOST_CELLS` cells.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> lines = list(dimacs(make_clues(1, 2, "cover", ["a", "a"])))
    >>> [line for line in lines if line.startswith(("p", "c edge"))]
    ['c edge 1: row 1 column 1 - row 1 column 2', 'p cnf 7 11']
    """
    if not suits_sat(clues):
        raise ConfigError(
            f"expected a board of at most {MOST_CELLS} cells for a CNF, found {clues.cols}x"
            f"{clues.rows}; solve it by search instead"
        )
    encoding = encode_plain(clues)
    comments = [*describe_variables(clues, encoding)]
    first = encoding.variables + 1
    forbid_loops(encoding)
    if encoding.variables >= first:
        last = encoding.variables
        comments.append(
            f"{first}..{last}: directions, and numbers that rise along a line, which forbid loops."
        )
    yield from cnf_lines(comments, encoding.variables, encoding.clauses)


def describe_variables(clues: Clues, encoding: Encoding) -> Iterator[str]:
    """Yield lines that say what the edges and bits of an encoding mean.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(1, 2, "cover", ["a", "a"])
    >>> list(describe_variables(clues, encode_plain(clues)))[-1]
    'edge 1: row 1 column 1 - row 1 column 2'
    """
    edges = encoding.edges
    yield f"Numberlink {clues.cols}x{clues.rows}, rule {clues.rule}, {clues.pairs} pairs"
    yield "Rows and columns count from 1; the first variable is 1."
    yield "An edge is true where a line joins its two cells."

    def place(cell: int) -> str:
        return f"row {cell // clues.cols + 1} column {cell % clues.cols + 1}"

    for edge, (first, second) in enumerate(edges.edges):
        yield f"edge {edge + 1}: {place(first)} - {place(second)}"
    if clues.pairs > 1:
        yield "The pair of a cell in binary, least bit first; zero is the first in reading order."
        for cell, bits in enumerate(encoding.bits):
            if edges.around[cell]:
                yield f"pair {bits[0]}..{bits[-1]}: {place(cell)}"
