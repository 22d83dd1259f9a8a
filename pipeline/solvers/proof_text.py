"""Read and write clauses as DIMACS CNF and proofs as DRUP.

Both are text with a clause and a 0 on each line; DRUP has ``d`` before a clause that is deleted.
Comments come before the clauses only and contain no number 0: not every reader skips them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pipeline.model import PuzzleFormatError, cut
from pipeline.solvers.rup import ClauseStep

LARGEST_VARIABLE = 2**30 - 1  # The largest variable whose literals fit 32 bits in the checker
_LITERAL: Final = re.compile(r"-?[0-9]{1,10}")  # `int` also accepts underscores and a plus


def cnf_lines(
    comments: Iterable[str], variables: int, clauses: Sequence[Sequence[int]]
) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF.

    >>> list(cnf_lines(["a pair"], 2, [[1, -2]]))
    ['c a pair', 'p cnf 2 1', '1 -2 0']
    """
    for comment in comments:
        yield f"c {comment}"
    yield f"p cnf {variables} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0]))


def read_cnf(lines: Iterable[tuple[int, str]]) -> tuple[int, list[tuple[int, ...]]]:
    """Return the number of variables and the clauses of a DIMACS CNF.

    ``lines`` are numbered. `PuzzleFormatError` if one is invalid, or the header does not fit.

    >>> read_cnf([(1, "c hello"), (2, "p cnf 2 1"), (3, "1 -2 0")])
    (2, [(1, -2)])
    """
    head: tuple[int, int] | None = None
    clauses: list[tuple[int, ...]] = []
    for number, line in lines:
        if line.startswith("c"):
            continue
        if head is None:
            tokens = line.split()
            if len(tokens) != 4 or tokens[:2] != ["p", "cnf"] or not _are_whole(tokens[2:]):
                raise PuzzleFormatError(
                    f"expected a head such as 'p cnf 480 1757', found {cut(line, 60)!r}",
                    line=number,
                )
            head = int(tokens[2]), int(tokens[3])
            continue
        clauses.append(_literals(line.split(), number, head[0]))
    if head is None:
        raise PuzzleFormatError("expected a CNF, found no line 'p cnf ...'")
    if len(clauses) != head[1]:
        raise PuzzleFormatError(
            f"expected {head[1]} clauses as the head says, found {len(clauses)}"
        )
    return head[0], clauses


def proof_lines(steps: Iterable[ClauseStep]) -> Iterator[str]:
    """Yield the lines of a proof.

    >>> deletion = ClauseStep((1, -2), is_deletion=True)
    >>> list(proof_lines([ClauseStep((1, -2)), deletion, ClauseStep(())]))
    ['1 -2 0', 'd 1 -2 0', '0']
    """
    for step in steps:
        yield " ".join([*(["d"] if step.is_deletion else []), *map(str, step.literals), "0"])


def read_steps(
    lines: Iterable[tuple[int, str]], variables: int = LARGEST_VARIABLE
) -> list[ClauseStep]:
    """Return the steps of a proof in DRUP.

    ``lines`` are numbered; ``variables`` is the number in the refuted clauses. `PuzzleFormatError`
    if a line is not a clause that ends in 0.

    >>> read_steps([(1, "1 -2 0"), (2, "d 1 2 0")])
    [ClauseStep(literals=(1, -2), is_deletion=False), ClauseStep(literals=(1, 2), is_deletion=True)]
    """
    steps = []
    for number, line in lines:
        tokens = line.split()
        if tokens[:1] == ["c"]:
            continue
        is_deletion = tokens[:1] == ["d"]
        literals = _literals(tokens[is_deletion:], number, variables)
        steps.append(ClauseStep(literals, is_deletion))
    return steps


def _literals(tokens: Sequence[str], line: int, variables: int) -> tuple[int, ...]:
    if tokens and all(_LITERAL.fullmatch(word) for word in tokens):
        *literals, end = map(int, tokens)
    else:
        literals, end = [], 1
    if end or 0 in literals or any(abs(literal) > variables for literal in literals):
        raise PuzzleFormatError(
            f"expected variables up to {variables} or their negatives, and a 0 at the end, found "
            f"{cut(' '.join(tokens), 60)!r}",
            line=line,
        )
    return tuple(literals)


def _are_whole(tokens: Iterable[str]) -> bool:
    return all(word.isascii() and word.isdigit() and len(word) < 10 for word in tokens)
