"""Proofs on file: for each unique puzzle a CNF and a proof that it has no model, and their check.

``<id>.cnf`` says in clauses that another solution exists; ``<id>.drup`` refutes it. Any checker of
DRUP or DRAT can be given the two. Ours (`pipeline.solvers.rup`) also sees to it that the CNF is
the puzzle's: its clauses are made anew from the record, and a lazy clause is judged by the rule's
definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipeline.kinds.capabilities import require
from pipeline.kinds.interface import Clause, RefutationTask
from pipeline.model import ConfigError, PuzzleFormatError, Record, Status
from pipeline.solvers.proof_text import cnf_lines, proof_lines, read_cnf, read_steps
from pipeline.solvers.refute import Refuted, refute
from pipeline.solvers.rup import Step, check_proof
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.files import make_folder, read_lines, write_atomic


@dataclass(frozen=True, slots=True)
class _Proved:
    """A record, and why no proof was written for it: "" where there is one, or need not be."""

    record: Record
    problem: str = ""


def write_proofs(
    records: Iterable[Record],
    folder: Path,
    conflicts: int,
    lacking: list[str],
    mapper: Mapper = serial,
) -> Iterator[Record]:
    """Yield each record once its proof is on file, in order.

    Records that are not unique pass by. A proof that is there already and holds is left as it is,
    so that a killed run goes on where it was.

    Parameters
    ----------
    records : iterable of Record
        With verdicts, and with solutions where they are unique.
    folder : Path
        Made if missing.
    conflicts : int
        Most conflicts of the solver for one proof.
    lacking : list of str
        Takes a sentence for each unique puzzle without a proof, in place.

    Raises
    ------
    StoreError
        If a file cannot be written.
    """
    make_folder(folder)
    _clear_leftovers(folder)
    for proved in mapper(partial(_write_one, folder=folder, conflicts=conflicts), records):
        if proved.problem:
            lacking.append(f"{proved.record.id}: {proved.problem}")
        yield proved.record


def proof_problems(record: Record, folder: Path) -> tuple[str, ...]:
    """Return what is wrong with the proof on file for a record; empty where it holds.

    Whether the record's own solution is right is for the caller to check.
    """
    try:
        task = _task(record)
    except ConfigError as error:
        return (str(error),)
    cnf, drup = _paths(record, folder)
    missing = [path.name for path in (cnf, drup) if not path.is_file()]
    if missing:
        return tuple(f"no proof: {name} is missing; filter with --proof first" for name in missing)
    reading = cnf
    try:
        variables, clauses = read_cnf(read_lines(cnf))
        reading = drup
        steps = read_steps(lines := list(read_lines(drup)))
    except PuzzleFormatError as error:
        return (str(error.located(str(reading))),)
    foreign = _foreign(task, variables, clauses)
    if foreign:
        return (f"{cnf.name}: {foreign}",)
    fault = check_proof(clauses, steps)
    if fault is None:
        return ()
    at = f"line {lines[fault.step][0]}" if fault.step < len(lines) else "at its end"
    return (f"{drup.name}: {at}: {fault.message}",)


def _clear_leftovers(folder: Path) -> None:
    """Remove the hidden parts of proofs that a killed run left; nothing else that may lie there."""
    for ending in ("cnf", "drup"):
        for part in folder.glob(f".{'[0-9a-f]' * 16}.{ending}.*.part"):
            with suppress(OSError):
                part.unlink()


def _write_one(record: Record, folder: Path, conflicts: int) -> _Proved:
    if record.verdict.status is not Status.UNIQUE:
        return _Proved(record)
    if not proof_problems(record, folder):
        return _Proved(record)
    try:
        task = _task(record)
    except ConfigError as error:
        return _Proved(record, str(error))
    found = refute(_clauses(task), task.find_lazy_clauses, conflicts)
    if found.model is not None:
        raise AssertionError(f"{record.id}: {record.verdict.method} says unique, clauses do not")
    if found.steps is None:
        return _Proved(
            record,
            f"no proof from the plain encoding within {conflicts} conflicts; "
            "allow more with --conflicts",
        )
    _write_pair(record, folder, task, found, found.steps)
    return _Proved(record)


def _write_pair(
    record: Record, folder: Path, task: RefutationTask, found: Refuted, steps: Iterable[Step]
) -> None:
    cnf, drup = _paths(record, folder)
    clauses = [*_clauses(task), *found.lazy_clauses]
    text = "\n".join(cnf_lines(_comments(record, task, found), task.variables, clauses))
    # The proof goes last: where it stands, the CNF that it belongs to stands, too.
    write_atomic(cnf, f"{text}\n".encode())
    text = "\n".join(proof_lines(steps))
    write_atomic(drup, f"{text}\n".encode())


def _comments(record: Record, task: RefutationTask, found: Refuted) -> Iterator[str]:
    """Yield the head of a CNF: what is claimed, and which clause says what."""
    yield f"Puzzle '{record.id}': there is a solution other than the known one."
    yield "No model: the known solution is the only one."
    yield from task.about
    last = len(_clauses(task)) - 1
    yield "The first clause stands twice, since some readers take it for part of the head."
    yield f"clauses 1..{last}: the rule in its plain encoding"
    yield f"clause {last + 1}: it is not the known solution"
    if found.lazy_clauses:
        yield (
            f"clauses {last + 2}..{last + 1 + len(found.lazy_clauses)}: {task.lazy_clause_name}, "
            "which holds by the rule's definition"
        )


def _task(record: Record) -> RefutationTask:
    puzzle = read_puzzle(record)
    if puzzle.solution is None:
        raise ConfigError("expected a solution in the record, found none; solve it first")
    refutation = require(puzzle.kind, puzzle.kind.refutation, "proofs in clauses")
    return refutation.task(puzzle.clues, puzzle.solution)


def _clauses(task: RefutationTask) -> list[Clause]:
    """Return a task's clauses without lazy clauses, as they stand on file."""
    return [*task.encoding[:1], *task.encoding, task.difference]


def _paths(record: Record, folder: Path) -> tuple[Path, Path]:
    return folder / f"{record.id}.cnf", folder / f"{record.id}.drup"


def _foreign(task: RefutationTask, variables: int, clauses: Iterable[Clause]) -> str:
    """Return how a CNF differs from the task, "" where it does not."""
    own = {_key(clause) for clause in _clauses(task)}
    if variables != task.variables:
        return f"expected {task.variables} variables for this puzzle, found {variables}"
    found = set()
    for clause in clauses:
        key = _key(clause)
        if key not in own and not task.is_lazy_clause(clause):
            return f"the clause {_text(clause)} is neither the puzzle's nor true by its rule"
        found.add(key)
    missing = [clause for clause in _clauses(task) if _key(clause) not in found]
    return f"the puzzle's clause {_text(missing[0])} is missing" if missing else ""


def _key(clause: Clause) -> frozenset[int]:
    return frozenset(clause)


def _text(clause: Clause) -> str:
    shown = " ".join(map(str, clause))
    return repr(shown if len(shown) <= 60 else f"{shown[:57]}...")
