"""A puzzle as a DIMACS CNF that stands alone: its models are the puzzle's solutions.

The plain encoding, and for the closed loops that it allows, numbers: every line is directed from
the first end of its pair to the second, and every step along it leads to a cell with a larger
number, in binary. A closed loop could not count up all the way round.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kinds.numberlink.encode_sat import (
    MOST_CELLS,
    Encoding,
    encode_plain,
    suits_sat,
)
from pipeline.kinds.numberlink.model import Clues
from pipeline.model import ConfigError
from pipeline.solvers.order import add_less
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
    ['c edge 1: row 1 column 1 - row 1 column 2', 'p cnf 11 22']
    """
    if not suits_sat(clues):
        raise ConfigError(
            f"expected a board of at most {MOST_CELLS} cells for a CNF, found {clues.cols}x"
            f"{clues.rows}; solve it by search instead"
        )
    encoding = encode_plain(clues)
    comments = [*describe_variables(clues, encoding)]
    first = encoding.variables + 1
    _add_numbers(encoding, clues)
    if encoding.variables >= first:
        last = encoding.variables
        comments.append(
            f"{first}..{last}: directions, and numbers that rise along a line, which forbid loops."
        )
    yield from cnf_lines(comments, encoding.variables, encoding.clauses)


def _add_numbers(encoding: Encoding, clues: Clues) -> None:
    """Add to ``encoding`` that lines are directed, to cells of larger and larger numbers."""
    edges = encoding.edges
    add = encoding.clauses.append
    width = (clues.rows * clues.cols - len(clues.blocked)).bit_length()
    number = [_new_variables(encoding, width) for _ in edges.around]
    leaving: list[list[int]] = [[] for _ in edges.around]
    entering: list[list[int]] = [[] for _ in edges.around]
    for edge, (one, other) in enumerate(edges.edges):
        forth, back = _new_variables(encoding, 2)
        add([-edge - 1, forth, back])
        add([-forth, edge + 1])
        add([-back, edge + 1])
        add([-forth, -back])
        for arc, start, goal in ((forth, one, other), (back, other, one)):
            leaving[start].append(arc)
            entering[goal].append(arc)
            encoding.variables = add_less(
                encoding.clauses, encoding.variables, arc, number[start], number[goal]
            )
    for arcs in (*leaving, *entering):
        for place, arc in enumerate(arcs):
            for other_arc in arcs[:place]:
                add([-arc, -other_arc])
    for start, goal in clues.ends():
        for arc in (*entering[start], *leaving[goal]):
            add([-arc])


def _new_variables(encoding: Encoding, number: int) -> list[int]:
    return [encoding.new_variable() for _ in range(number)]


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

    for edge, (one, other) in enumerate(edges.edges):
        yield f"edge {edge + 1}: {place(one)} - {place(other)}"
    if clues.pairs > 1:
        yield "The pair of a cell in binary, least bit first; zero is the first in reading order."
        for cell, bits in enumerate(encoding.bits):
            if edges.around[cell]:
                yield f"pair {bits[0]}..{bits[-1]}: {place(cell)}"
