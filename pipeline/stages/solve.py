"""Solve: records to solutions, printed or as records, with what the search cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from pipeline.kinds import get_kind
from pipeline.kinds.capabilities import require
from pipeline.kinds.interface import AnyKind, Budget, Solved
from pipeline.model import ConfigError, Json, Record, unknown_name
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import DEFAULT_BUDGET, read_puzzle
from pipeline.store.files import open_atomic, write_atomic
from pipeline.store.jsonl import dump_record


@dataclass(frozen=True, slots=True)
class Answer:
    """A record, posed as it was asked about, its clues, and what the solver found for them."""

    record: Record
    clues: Any
    solved: Solved[Any]

    def stats(self) -> dict[str, Json]:
        """Return the line of ``--stats``."""
        note = {"note": self.solved.note} if self.solved.note else {}
        return note | {
            "id": self.record.id,
            "solutions": len(self.solved.solutions),
            "complete": self.solved.is_complete,
            "nodes": self.solved.steps,
            "method": self.solved.method,
            "seconds": round(self.solved.seconds, 6),
        }


def solve_records(
    records: Iterable[Record],
    limit: int = 1,
    rule: str | None = None,
    solver: str | None = None,
    budget: Budget = DEFAULT_BUDGET,
    mapper: Mapper = serial,
) -> Iterator[Answer]:
    """Yield the answer to each record, in order, with at most ``limit`` solutions each."""
    return mapper(
        partial(_solve_one, limit=limit, rule=rule, solver=solver, budget=budget), records
    )


def _solve_one(
    record: Record, limit: int, rule: str | None, solver: str | None, budget: Budget
) -> Answer:
    puzzle = read_puzzle(record, rule)
    name = require_solver(puzzle.kind, solver)
    return Answer(puzzle.record, puzzle.clues, puzzle.kind.solve(puzzle.clues, limit, budget, name))


def require_solver(kind: AnyKind, solver: str | None) -> str:
    """Return the name of a solver that the kind has, its first for None.

    Raises
    ------
    ConfigError
        If it has none of that name.
    """
    name = solver or kind.solvers[0]
    if name not in kind.solvers:
        raise unknown_name("solver", name, kind.solvers)
    return name


def solved_record(answer: Answer) -> Record:
    """Return the record with its first solution filled in, or as it was where there is none."""
    if not answer.solved.solutions:
        return answer.record
    kind = get_kind(answer.record.kind)
    return answer.record.with_(solution=kind.encode_solution(answer.solved.solutions[0]))


def solution_text(answer: Answer, form: str | None, is_coloured: bool) -> str:
    """Return the solutions of an answer in a printed form, or ``IMPOSSIBLE``, or ``UNDECIDED``.

    What there is to say of them stands behind, as a comment.

    The form None is the first that the kind has.

    Raises
    ------
    ConfigError
        If the kind has no such form.
    """
    kind = get_kind(answer.record.kind)
    if form is None:
        form = next(iter(kind.texts))
    if form not in kind.texts:
        raise unknown_name("form", form, ["json", *kind.texts])
    note = f"# {answer.solved.note}\n" if answer.solved.note else ""
    if not answer.solved.solutions:
        return ("IMPOSSIBLE\n" if answer.solved.is_complete else "UNDECIDED\n") + note
    write = kind.texts[form]
    solutions = (write(answer.clues, solution, is_coloured) for solution in answer.solved.solutions)
    return "\n".join(solutions) + note


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """How answers are sought and shown: see ``puzzlepress solve --help``."""

    form: str | None = None
    limit: int = 1
    rule: str | None = None
    solver: str | None = None
    budget: Budget = DEFAULT_BUDGET
    is_coloured: bool = False
    has_nodes: bool = False
    dimacs: str | None = None
    stats: str | None = None


@dataclass(slots=True)
class Tally:
    """How the puzzles of a collection came out."""

    solved: int = 0
    impossible: int = 0
    undecided: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, answer: Answer) -> None:
        """Count one more answer."""
        self.nodes += answer.solved.steps
        self.seconds += answer.solved.seconds
        if answer.solved.solutions:
            self.solved += 1
        elif answer.solved.is_complete:
            self.impossible += 1
        else:
            self.undecided += 1

    def sentence(self) -> str:
        """Return the summary for standard error."""
        return (
            f"solve: {self.solved} solved, {self.impossible} impossible, {self.undecided} "
            f"undecided; {self.nodes} nodes, {self.seconds:.3f} s in the search"
        )


def write_answers(
    records: Iterable[Record], output: str, options: AnswerOptions, mapper: Mapper
) -> Tally:
    """Solve records, write the answers and what else was asked for, and return the tally.

    Raises
    ------
    ConfigError
        For an unknown form, rule or solver.
    StoreError
        If a file cannot be written.
    """
    puzzles = list(records)
    if options.dimacs is not None:
        write_dimacs(puzzles, options.dimacs, options.rule)
    tally = Tally()
    lines: list[str] = []
    answers = solve_records(
        puzzles, options.limit, options.rule, options.solver, options.budget, mapper
    )
    with open_atomic(output) as stream:
        for number, answer in enumerate(answers):
            _write_one(stream, answer, options, is_first=number == 0)
            tally.add(answer)
            lines.append(json.dumps(answer.stats(), sort_keys=True))
    if options.stats is not None:
        write_atomic(options.stats, "".join(f"{line}\n" for line in lines).encode())
    return tally


def _write_one(stream: BinaryIO, answer: Answer, options: AnswerOptions, is_first: bool) -> None:
    if options.form == "json":
        text = dump_record(solved_record(answer)) + "\n"
    else:
        gap = "" if is_first else "\n"
        cost = f"# {answer.solved.steps} nodes, {answer.solved.method}\n"
        head = cost if options.has_nodes else ""
        text = gap + head + solution_text(answer, options.form, options.is_coloured)
    stream.write(text.encode())
    stream.flush()


def write_dimacs(records: list[Record], target: str, rule: str | None) -> None:
    """Write one CNF, or, of several puzzles, numbered files beside the name given."""
    if len(records) > 1 and target == "-":
        raise ConfigError(
            f"expected one puzzle for --dimacs -, found {len(records)}; name a file, "
            "and each puzzle gets one with its number"
        )
    for number, record in enumerate(records, start=1):
        puzzle = read_puzzle(record, rule)
        refutation = require(puzzle.kind, puzzle.kind.refutation, "encoding in clauses")
        path = Path(target)
        name = target if len(records) == 1 else str(path.with_stem(f"{path.stem}-{number}"))
        lines = refutation.dimacs(puzzle.clues)
        write_atomic(name, "".join(f"{line}\n" for line in lines).encode())
