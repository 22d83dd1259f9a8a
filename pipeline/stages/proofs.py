"""Proofs on file: for each unique puzzle a CNF and a proof that it has no model, and their check.

``<id>.cnf`` says in clauses that another solution exists; ``<id>.drup`` refutes it. Any checker of
DRUP or DRAT can be given the two. Ours (`pipeline.solvers.rup`) also sees to it that the CNF is
the puzzle's: its clauses are made anew from the record, and a lazy clause is judged by the rule's
definition.

Where the plain encoding is too hard, lemmas stand in a section of their own, each judged from the
board by the statement of its lemma, and new variables in another, each defined once. The head of
the CNF says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from pipeline.kinds import get_kind
from pipeline.kinds.capabilities import require
from pipeline.kinds.kit.refutation import Clause, LemmaTask, RefutationTask
from pipeline.model import ConfigError, PuzzleFormatError, Record, Status, cut
from pipeline.solvers.proof_text import cnf_lines, proof_lines, read_cnf, read_steps
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import ClauseStep, check_proof
from pipeline.solvers.windows import has_definitions_only, prove_by_windows
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import StepLimits, read_puzzle
from pipeline.store.files import clear_leftovers, make_folder, read_lines, write_atomic

PLAIN_CONFLICTS: Final = 20_000
"""Conflicts after which the plain encoding is given up where there are lemmas; 12x12 takes less."""

MOST_BYTES_OF_A_PROOF: Final = 500_000_000
"""Most bytes of a CNF or proof that is checked: it is kept in memory."""


@dataclass(frozen=True, slots=True)
class _Proved:
    """A record, and why no proof was written for it: "" where there is one, or need not be."""

    record: Record
    problem: str = ""


def write_proofs(
    records: Iterable[Record],
    folder: Path,
    limits: StepLimits,
    lacking: list[str],
    mapper: Mapper = serial,
    plain_conflicts: int = PLAIN_CONFLICTS,
) -> Iterator[Record]:
    """Yield each record once its proof is on file, in order.

    Records that are not unique pass by. A proof that is there already and holds is left as it is,
    so that a killed run goes on where it was. ``limits`` are those of one proof; after
    ``plain_conflicts`` the plain encoding is given up where there are lemmas. ``lacking``
    takes a sentence for each unique puzzle without a proof, in place. `StoreError` if a file cannot
    be written.
    """
    make_folder(folder)
    clear_leftovers(folder, r"[0-9a-f]{16}\.(?:cnf|drup)")
    work = partial(_write_one, folder=folder, limits=limits, plain_conflicts=plain_conflicts)
    for proved in mapper(work, records):
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


def _write_one(record: Record, folder: Path, limits: StepLimits, plain_conflicts: int) -> _Proved:
    if record.verdict.status is not Status.UNIQUE:
        return _Proved(record)
    if not proof_problems(record, folder):
        return _Proved(record)
    try:
        task = _task(record)
    except ConfigError as error:
        return _Proved(record, str(error))
    tasks = list(_lemma_tasks(record))
    conflicts = limits.budget(get_kind(record.kind)).conflicts
    allowed = min(conflicts, plain_conflicts) if tasks else conflicts
    found = refute(_Sections(task).clauses, task.find_lazy_clauses, allowed)
    if found.model is not None:
        raise AssertionError(f"{record.id}: {record.verdict.method} says unique, clauses do not")
    if found.steps is not None:
        _write_pair(record, folder, _Sections(task, lazy=found.lazy_clauses), found.steps)
        return _Proved(record)
    for lemma_task in tasks:
        sections, steps = _prove_with_lemmas(record, task, lemma_task, conflicts)
        if steps is not None:
            _write_pair(record, folder, sections, steps)
            return _Proved(record)
    return _Proved(record, f"no proof within {conflicts} conflicts; allow more with --conflicts")


def _prove_with_lemmas(
    record: Record, task: RefutationTask, lemma_task: LemmaTask, conflicts: int
) -> tuple[_Sections, tuple[ClauseStep, ...] | None]:
    """Return what a proof with one set of lemmas refutes, and its steps; None where it has none."""
    plain = list(task.encoding)
    every = [*plain, *lemma_task.lemmas]
    proof = prove_by_windows(every, task.variables, lemma_task.windows, conflicts)
    if proof.has_model:
        raise AssertionError(f"{record.id}: {record.verdict.method} says unique, lemmas do not")
    used = (every[number] for number in sorted(proof.core) if number >= len(plain))
    sections = _Sections(
        task, lemma_name=lemma_task.name, lemmas=tuple(used), definitions=proof.definitions
    )
    return sections, proof.steps


def _lemma_tasks(record: Record) -> Iterator[LemmaTask]:
    puzzle = read_puzzle(record)
    refutation = puzzle.kind.refutation
    if refutation is not None and refutation.lemma_tasks is not None:
        yield from refutation.lemma_tasks(puzzle.clues, puzzle.solution)


def _write_pair(
    record: Record, folder: Path, sections: _Sections, steps: Iterable[ClauseStep]
) -> None:
    cnf, drup = _paths(record, folder)
    comments = sections.comments(record)
    text = "\n".join(cnf_lines(comments, sections.variables, sections.clauses))
    # The proof goes last: where it stands, the CNF that it belongs to stands, too.
    write_atomic(cnf, f"{text}\n", follow=False)
    text = "\n".join(proof_lines(steps))
    write_atomic(drup, f"{text}\n", follow=False)


@dataclass(frozen=True, slots=True)
class _Sections:
    """What a CNF holds, section by section."""

    task: RefutationTask
    lazy: tuple[Clause, ...] = ()
    lemma_name: str = ""
    lemmas: tuple[Clause, ...] = ()
    definitions: tuple[Clause, ...] = ()

    @property
    def clauses(self) -> list[Clause]:
        """All clauses in order; the first stands twice."""
        task = self.task
        plain = [*task.encoding[:1], *task.encoding, task.difference]
        return [*plain, *self.lazy, *self.lemmas, *self.definitions]

    @property
    def variables(self) -> int:
        """The highest variable."""
        return max([self.task.variables, *(abs(one) for one, *_ in self.definitions)])

    def comments(self, record: Record) -> Iterator[str]:
        """Yield the head of the CNF: what is claimed, and which clause says what."""
        yield f"Puzzle '{record.id}': there is a solution other than the known one."
        yield "No model: the known solution is the only one."
        yield from self.task.about
        last = len(self.task.encoding) + 2
        yield "The first clause stands twice, since some readers take it for part of the head."
        yield f"clauses 1..{last - 1}: the rule in its plain encoding"
        yield f"clause {last}: it is not the known solution"
        for clauses, meaning in (
            (self.lazy, f"{self.task.lazy_clause_name}, which holds by the rule's definition"),
            (
                self.lemmas,
                f"lemmas ({self.lemma_name}), which hold without loss of generality: "
                "if there is another solution, there is one that keeps them",
            ),
            (
                self.definitions,
                "definitions of new variables: each is true just where some edge of a window of "
                "the known solution is off",
            ),
        ):
            if clauses:
                yield f"clauses {last + 1}..{last + len(clauses)}: {meaning}"
                last += len(clauses)

    def require_same(
        self,
        record: Record,
        variables: int,
        clauses: Sequence[Clause],
        lines: Sequence[tuple[int, str]],
    ) -> None:
        """Raise how variables, clauses and comments on file differ: a stranger reads the last."""
        if variables != self.variables:
            raise _foreign(
                record, f"expected {self.variables} variables for this puzzle, found {variables}"
            )
        found, expected = list(map(frozenset, clauses)), list(map(frozenset, self.clauses))
        there = set(found)
        for clause in self.clauses:
            if frozenset(clause) not in there:
                raise _foreign(record, f"the puzzle's clause {_text(clause)} is missing")
        if found != expected:
            raise _foreign(record, "the clauses do not stand in the order that the head tells")
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
    """Return the sections of a CNF, each clause judged; raise which clause belongs in none."""
    own = set(map(frozenset, (*task.encoding, task.difference)))
    foreign = [clause for clause in clauses if frozenset(clause) not in own]
    new: list[Clause] = []
    lazy: list[Clause] = []
    rest: list[Clause] = []
    for clause in foreign:
        if any(abs(one) > task.variables for one in clause):
            new.append(clause)
        else:
            (lazy if task.is_lazy_clause(clause) else rest).append(clause)
    if not has_definitions_only(new, task.variables):
        raise _foreign(record, "the variables beyond those of the puzzle are not each defined once")
    sections = _Sections(task, lazy=tuple(lazy), definitions=tuple(new))
    if not rest:
        return sections
    strays = {}
    for lemma_task in _lemma_tasks(record):
        strays[lemma_task.name] = [one for one in rest if not lemma_task.is_lemma(one)]
        if not strays[lemma_task.name]:
            return replace(sections, lemma_name=lemma_task.name, lemmas=tuple(rest))
    stray = min(strays.values(), key=len, default=rest)[0]
    raise _foreign(
        record, f"the clause {_text(stray)} is neither the puzzle's nor true by its rule"
    )


def _foreign(record: Record, said: str) -> PuzzleFormatError:
    """Return an error for a CNF that says what its puzzle does not let it say."""
    return PuzzleFormatError(said, source=f"{record.id}.cnf")


def _text(clause: Clause) -> str:
    return repr(cut(" ".join(map(str, clause)), 60))
