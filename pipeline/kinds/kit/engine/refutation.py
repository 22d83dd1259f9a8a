"""Refutation tasks for proofs of uniqueness, and DIMACS CNF files of declared puzzles.

A task consists of the encoding of counts and the clause that the solution differs from the known
one; lazy clauses of global constraints are added while solving, each checked by definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pipeline.kinds.kit.engine.encode import complete, encode
from pipeline.kinds.kit.engine.lazy import find_lazy_clauses, is_lazy_clause
from pipeline.kinds.kit.proving.refutation import RefutationTask
from pipeline.kinds.kit.words.base import Encoding
from pipeline.kinds.kit.words.core import Mark, Model
from pipeline.solvers.proof_text import cnf_lines


def refute_others(model: Model, name: str, known: Sequence[int]) -> RefutationTask:
    """Return the task of refuting that a model has a solution other than ``known``.

    ``name`` is the title of the puzzle; ``known`` are the literals of a correct solution.
    """
    encoding = encode(model)
    return RefutationTask(
        about=tuple(_describe(name, model, encoding)),
        variables=encoding.variables,
        encoding=tuple(map(tuple, encoding.clauses)),
        difference=tuple(-literal for literal in known),
        lazy_clause_name="a loop, path, component or region that breaks the rule",
        find_lazy_clauses=partial(find_lazy_clauses, model),
        is_lazy_clause=lambda clause: is_lazy_clause(model, clause),
    )


def write_dimacs(model: Model, name: str) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF whose models are exactly the solutions of a puzzle."""
    encoding = complete(model)
    comments = [*_describe(name, model, encoding)]
    clauses = encoding.clauses
    if [] in clauses:
        # Not every reader accepts an empty clause.
        impossible = encoding.new()
        clauses = [clause for clause in clauses if clause] + [[impossible], [-impossible]]
    yield from cnf_lines(comments, encoding.variables, clauses)


def _describe(name: str, model: Model, encoding: Encoding) -> Iterator[str]:
    yield name
    yield "Rows and columns count from 1; the first variable is 1."
    for variable, mark in enumerate(model.marks, 1):
        yield f"{variable}: {_meaning(mark, model.grid.cols)}"
    if encoding.variables > len(model.marks):
        first = len(model.marks) + 1
        yield f"{first}..{encoding.variables}: auxiliary."


def _meaning(mark: Mark, cols: int) -> str:
    wide = cols + (mark.family == "borders")
    ends = " - ".join(f"row {at // wide + 1} column {at % wide + 1}" for at in mark.place)
    match mark.family:
        case "cells":
            return f"{ends} is shaded"
        case "numbers":
            return f"{ends} is {mark.value or 'empty'}"
        case "strokes":
            return f"{ends} are the ends of a stroke"
        case "edges":
            more = f" {mark.value} times or more" if mark.value > 1 else ""
            return f"{ends} are joined{more}"
        case _:
            return f"a border from corner {ends}"
