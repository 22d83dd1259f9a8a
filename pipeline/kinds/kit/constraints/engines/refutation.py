"""What a proof of uniqueness refutes, and a DIMACS CNF of a declared puzzle.

`refute_others` says in the encoding of counts that a solution exists that differs from the known
one; loops, connection, paths and regions are said by lazy clauses, each right by definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pipeline.kinds.kit.constraints.engines.encode import Encoding, complete, encode
from pipeline.kinds.kit.constraints.engines.lazy import find_lazy_clauses, is_lazy_clause
from pipeline.kinds.kit.constraints.model import Mark, Model
from pipeline.kinds.kit.refutation import RefutationTask
from pipeline.solvers.proof_text import cnf_lines


def refute_others(model: Model, name: str, known: Sequence[int]) -> RefutationTask:
    """Return the task of refuting that a model holds otherwise than with these literals.

    ``name`` says which puzzle it is, ``known`` has what a right solution says of the variables.
    """
    encoding = encode(model)
    return RefutationTask(
        about=tuple(_describe(name, model, encoding)),
        variables=encoding.variables,
        encoding=tuple(map(tuple, encoding.clauses)),
        difference=tuple(-literal for literal in known),
        lazy_clause_name="a loop, a path, a part or a region that breaks the rule",
        find_lazy_clauses=partial(find_lazy_clauses, model),
        is_lazy_clause=lambda clause: is_lazy_clause(model, clause),
    )


def write_dimacs(model: Model, name: str) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF of a model, which is that of the puzzle of a name.

    Every model gives a solution, every solution is a model.
    """
    encoding = complete(model)
    comments = [*_describe(name, model, encoding)]
    clauses = encoding.clauses
    if [] in clauses:
        # Not every reader takes an empty clause; a variable that is true and false says the same.
        impossible = encoding.new()
        clauses = [clause for clause in clauses if clause] + [[impossible], [-impossible]]
    yield from cnf_lines(comments, encoding.variables, clauses)


def _describe(name: str, model: Model, encoding: Encoding) -> Iterator[str]:
    """Yield lines that say what the variables mean."""
    yield name
    yield "Rows and columns count from 1; the first variable is 1."
    for variable, mark in enumerate(model.marks, 1):
        yield f"{variable}: {_words(mark, model.grid.cols)}"
    if encoding.variables > len(model.marks):
        first = len(model.marks) + 1
        yield f"{first}..{encoding.variables}: counted and joined by them."


def _words(mark: Mark, cols: int) -> str:
    wide = cols + (mark.family == "borders")
    ends = " - ".join(f"row {at // wide + 1} column {at % wide + 1}" for at in mark.place)
    match mark.family:
        case "cells":
            return f"{ends} is shaded"
        case "numbers":
            return f"{ends} holds {mark.value}"
        case "edges":
            more = f" {mark.value} times or more" if mark.value > 1 else ""
            return f"{ends} are joined{more}"
        case "borders":
            return f"a border from corner {ends}"
