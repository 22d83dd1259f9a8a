"""CNF files of puzzles, the task that a proof of uniqueness refutes, and which rules imply others.

`refutation_task` states in the plain encoding that another solution exists. Under ``free`` this
needs no lazy clauses: a model without its closed loops is a solution, and an edge of the known one
that was off stays off. Under the other rules a lazy clause forbids each loop that occurs.

The models of a DIMACS CNF are exactly the puzzle's solutions. Numbers forbid closed loops: every
step of a line leads in one direction, to a cell with a larger number, and no two lead to one cell.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.proving.refutation import Clause, RefutationTask
from pipeline.kinds.kit.words.graphs import find_cycles
from pipeline.kinds.numberlink.encode_sat import (
    MOST_CELLS,
    EdgeMap,
    Encoding,
    differs_from,
    encode_plain,
    forbid_loops,
    loop_clause,
    read_model,
    suits_sat,
)
from pipeline.kinds.numberlink.model import RULES, Clues, Solution
from pipeline.model import ConfigError
from pipeline.solvers.proof_text import cnf_lines


def is_weaker_than(rule: str, other: str) -> bool:
    """Return whether every solution under the other rule is a solution under this rule."""
    return RULES.index(rule) <= RULES.index(other)


def refutation_task(clues: Clues, solution: Solution) -> RefutationTask:
    """Return the task, as clauses, of refuting that there is a solution other than this one.

    `ConfigError` if the board has more than `MOST_CELLS` cells.
    """
    encoding = _encode(clues, "leave it out of the proofs")
    edges = encoding.edges

    def find_lazy_clauses(model: NDArray[np.bool_]) -> list[list[int]]:
        _, loops = read_model(clues, edges, model)
        return [] if clues.rule == "free" else [loop_clause(loop) for loop in loops]

    return RefutationTask(
        about=tuple(describe_variables(clues, encoding)),
        variables=encoding.variables,
        encoding=tuple(encoding.clauses),
        difference=tuple(differs_from(edges, solution)),
        lazy_clause_name="not all edges of a closed loop are true",
        find_lazy_clauses=find_lazy_clauses,
        is_lazy_clause=lambda clause: forbids_a_loop(edges, clause),
    )


def _encode(clues: Clues, advice: str) -> Encoding:
    if not suits_sat(clues):
        raise ConfigError(
            f"expected a board of at most {MOST_CELLS} cells for a CNF, found {clues.cols}x"
            f"{clues.rows}; {advice}"
        )
    return encode_plain(clues)


def forbids_a_loop(edges: EdgeMap, clause: Clause) -> bool:
    """Return whether a clause forbids that all of some edges that close a loop are on."""
    if any(not -len(edges.edges) <= literal < 0 for literal in clause):
        return False
    drawn = [(literal, *edges.edges[-literal - 1]) for literal in dict.fromkeys(clause)]
    return any(find_cycles(drawn))


def dimacs(clues: Clues) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF of a puzzle, after comments that map variables to cells.

    Models are solutions under the puzzle's rule, by the edges whose variables are true, and
    solutions are models. `ConfigError` if the board has more than `MOST_CELLS` cells.
    """
    encoding = _encode(clues, "solve it by search instead")
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
    """Yield lines that describe the edges and bits of an encoding.

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
