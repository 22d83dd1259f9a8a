"""Proof files: for each unique puzzle a CNF which states that another solution exists, and a proof.

`proof_problems` checks the proof, and that the CNF belongs to the puzzle: clauses are rebuilt from
the record, and the definition of the rule judges each lazy clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from pipeline.kinds import get_kind
from pipeline.kinds.interface import require
from pipeline.kinds.kit.proving.refutation import Clause, RefutationTask
from pipeline.model import ConfigError, PuzzleFormatError, Record, Status, cut
from pipeline.solvers.proof_text import cnf_lines, proof_lines, read_cnf, read_steps
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import ClauseStep, check_proof
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import StepLimits, read_puzzle
from pipeline.store.files import clear_leftovers, make_folder, read_lines, write_atomic

MOST_BYTES_OF_A_PROOF: Final = 500_000_000  # Of a CNF or proof that is kept in memory


@dataclass(frozen=True, slots=True)
class _Proved:
    """A record, and why no proof was written; "" if there is one, or none is needed."""

    record: Record
    problem: str = ""


def write_proofs(
    records: Iterable[Record],
    folder: Path,
    limits: StepLimits,
    lacking: list[str],
    mapper: Mapper = serial,
) -> Iterator[Record]:
    """Yield each record once its proof is written, in order.

    Records that are not unique are passed through. Valid existing proofs are kept, so that a killed
    run resumes. ``limits`` apply to one proof. A message for each unique puzzle without a proof is
    appended to ``lacking``. Raise `StoreError` if a file cannot be written.
    """
    make_folder(folder)
    clear_leftovers(folder, r"[0-9a-f]{16}\.(?:cnf|drup)")
    work = partial(_write_one, folder=folder, limits=limits)
    for proved in mapper(work, records):
        if proved.problem:
            lacking.append(f"{proved.record.id}: {proved.problem}")
        yield proved.record


def proof_problems(record: Record, folder: Path) -> tuple[str, ...]:
    """Return the problems of the stored proof of a record, whose solution must be right."""
    try:
        task = _task(record)
    except ConfigError as error:
        return (str(error),)
    return _problems(record, folder, task)


def _problems(record: Record, folder: Path, task: RefutationTask) -> tuple[str, ...]:
    cnf, drup = _paths(record, folder)
    missing = [path.name for path in (cnf, drup) if not path.is_file()]
    if missing:
        return tuple(f"no proof: {name} is missing; filter with --proof first" for name in missing)
    for path in (cnf, drup):
        if (size := path.stat().st_size) > MOST_BYTES_OF_A_PROOF:
            return (
                f"{path.name}: expected at most {MOST_BYTES_OF_A_PROOF:,} bytes, found {size:,}",
            )
    reading = cnf
    try:
        variables, clauses = read_cnf(head := list(read_lines(cnf)))
        sections = _read_sections(record, task, clauses)
        sections.require_same(record, variables, clauses, head)
        reading = drup
        lines = list(read_lines(drup))
        if comment := next((number for number, line in lines if line[0] == "c"), 0):
            raise PuzzleFormatError("expected a step, found a comment", line=comment)
        steps = read_steps(lines, variables)
    except PuzzleFormatError as error:
        return (str(error.located(str(reading))),)
    fault = check_proof(clauses, steps)
    if fault is None:
        return ()
    at = f"line {lines[fault.step][0]}" if fault.step < len(lines) else "at its end"
    return (f"{drup.name}: {at}: {fault.message}",)


def _write_one(record: Record, folder: Path, limits: StepLimits) -> _Proved:
    if record.verdict.status is not Status.UNIQUE:
        return _Proved(record)
    try:
        task = _task(record)
    except ConfigError as error:
        return _Proved(record, str(error))
    if not _problems(record, folder, task):
        return _Proved(record)
    conflicts = limits.budget(get_kind(record.kind)).conflicts
    found = refute(_Sections(task).clauses, task.find_lazy_clauses, conflicts)
    if found.model is not None:
        raise AssertionError(f"{record.id}: {record.verdict.method} says unique, clauses do not")
    if found.steps is not None:
        _write_pair(record, folder, _Sections(task, lazy=found.lazy_clauses), found.steps)
        return _Proved(record)
    return _Proved(record, f"no proof within {conflicts} conflicts; allow more with --conflicts")


def _write_pair(
    record: Record, folder: Path, sections: _Sections, steps: Iterable[ClauseStep]
) -> None:
    cnf, drup = _paths(record, folder)
    comments = sections.comments(record)
    text = "\n".join(cnf_lines(comments, sections.task.variables, sections.clauses))
    # The proof is written last: if it exists, so does its CNF.
    write_atomic(cnf, f"{text}\n", follow=False)
    text = "\n".join(proof_lines(steps))
    write_atomic(drup, f"{text}\n", follow=False)


@dataclass(frozen=True, slots=True)
class _Sections:
    """The sections of a CNF: the plain encoding and lazy clauses."""

    task: RefutationTask
    lazy: tuple[Clause, ...] = ()

    @property
    def clauses(self) -> list[Clause]:
        """All clauses in order; the first is repeated."""
        task = self.task
        return [*task.encoding[:1], *task.encoding, task.difference, *self.lazy]

    def comments(self, record: Record) -> Iterator[str]:
        """Yield the head of the CNF: the claim, and the meaning of each section."""
        yield f"Puzzle '{record.id}': there is a solution other than the known one."
        yield "No model: the known solution is the only one."
        yield from self.task.about
        last = len(self.task.encoding) + 2
        yield "The first clause is repeated, since some readers take it for part of the head."
        yield f"clauses 1..{last - 1}: the rule in its plain encoding"
        yield f"clause {last}: it is not the known solution"
        if self.lazy:
            yield (
                f"clauses {last + 1}..{last + len(self.lazy)}: {self.task.lazy_clause_name}, "
                "which holds by the rule's definition"
            )

    def require_same(
        self,
        record: Record,
        variables: int,
        clauses: Sequence[Clause],
        lines: Sequence[tuple[int, str]],
    ) -> None:
        """Raise `PuzzleFormatError` if variables, clauses or comments in the file differ."""
        if variables != self.task.variables:
            raise _foreign(
                record,
                f"expected {self.task.variables} variables for this puzzle, found {variables}",
            )
        file_clauses, expected = list(map(frozenset, clauses)), list(map(frozenset, self.clauses))
        present = set(file_clauses)
        for clause in self.clauses:
            if frozenset(clause) not in present:
                raise _foreign(record, f"the puzzle's clause {_text(clause)} is missing")
        if file_clauses != expected:
            raise _foreign(record, "the clauses are not in the order that the head states")
        comments = [(number, line) for number, line in lines if line.startswith("c")]
        wanted = [f"c {comment}".strip() for comment in self.comments(record)]
        for (number, line), comment in zip(comments, wanted, strict=False):
            if line != comment:
                raise _foreign(
                    record,
                    f"line {number}: expected the comment {cut(comment, 60)!r}, "
                    f"found {cut(line, 60)!r}",
                )
        if len(comments) != len(wanted):
            raise _foreign(
                record, f"expected {len(wanted)} lines of comment, found {len(comments)}"
            )


def _task(record: Record) -> RefutationTask:
    puzzle = read_puzzle(record)
    if puzzle.solution is None:
        raise ConfigError("expected a solution in the record, found none; solve it first")
    refutation = require(puzzle.kind, puzzle.kind.refutation, "proofs in clauses")
    return refutation.task(puzzle.clues, puzzle.solution)


def _paths(record: Record, folder: Path) -> tuple[Path, Path]:
    return folder / f"{record.id}.cnf", folder / f"{record.id}.drup"


def _read_sections(record: Record, task: RefutationTask, clauses: Iterable[Clause]) -> _Sections:
    """Return the sections of a CNF; raise `PuzzleFormatError` for a clause of another puzzle."""
    own = set(map(frozenset, (*task.encoding, task.difference)))
    lazy = tuple(clause for clause in clauses if frozenset(clause) not in own)
    stray = next((clause for clause in lazy if not task.is_lazy_clause(clause)), None)
    if stray is not None:
        raise _foreign(
            record, f"the clause {_text(stray)} is not of the puzzle, nor true by its rule"
        )
    return _Sections(task, lazy)


def _foreign(record: Record, message: str) -> PuzzleFormatError:
    return PuzzleFormatError(message, source=f"{record.id}.cnf")


def _text(clause: Clause) -> str:
    return repr(cut(" ".join(map(str, clause)), 60))
