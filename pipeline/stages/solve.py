"""Solve and count: records to solutions or their number, with the cost of the search."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, Budget, ShortestWays, Solved, require
from pipeline.model import ConfigError, Json, Record, Status, unknown_name
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import NO_LIMITS, Puzzle, StepLimits, read_puzzle
from pipeline.store.files import open_atomic, write_atomic
from pipeline.store.jsonl import dump_record

SHORTEST, NOT_SHORTEST = "shortest", "not proved shortest"
"""Outcomes of puzzles whose solutions differ in length."""


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """How answers are searched for and shown; see ``puzzlepress solve --help``."""

    form: str | None = None
    limit: int = 1
    solver: str | None = None
    limits: StepLimits = NO_LIMITS
    is_coloured: bool = False
    has_nodes: bool = False
    dimacs: str | None = None
    stats: str | None = None

    def cost(self, found: Solved[Any] | Counted) -> str:
        """Return the cost of the search as a comment above an answer, "" without ``has_nodes``."""
        return f"# {found.steps} nodes, {found.method}\n" if self.has_nodes else ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A record, its clues, and the result of the solver."""

    record: Record
    clues: Any
    found: Solved[Any]

    @property
    def outcome(self) -> str:
        """The outcome, as a word."""
        if self.found.solutions:
            shortest = get_kind(self.record.kind).shortest
            if shortest is None:
                return "solved"
            return SHORTEST if shortest.is_proved(self.found.solutions[0]) else NOT_SHORTEST
        return "impossible" if self.found.is_complete else "undecided"

    def stats(self) -> dict[str, Json]:
        """Return the line of ``--stats``."""
        note = {"note": self.found.note} if self.found.note else {}
        return note | {
            "id": self.record.id,
            "solutions": len(self.found.solutions),
            "complete": self.found.is_complete,
            "nodes": self.found.steps,
            "method": self.found.method,
            "seconds": round(self.found.seconds, 6),
        }

    def shown(self, options: AnswerOptions, is_first: bool) -> str:
        """Return the record with its first solution, or the text of `solution_text`."""
        if options.form == "json":
            record = self.record
            for solution in self.found.solutions[:1]:
                kind = get_kind(record.kind)
                record = record.with_(solution=kind.encode_solution(solution))
            return f"{dump_record(record)}\n"
        text = solution_text(self, options.form, options.is_coloured)
        return f"{'' if is_first else chr(10)}{options.cost(self.found)}{text}"


def _solve_one(record: Record, options: AnswerOptions) -> Answer:
    puzzle = read_puzzle(record)
    name = require_solver(puzzle.kind, options.solver)
    kind, clues = puzzle.kind, puzzle.clues
    found = kind.solve(clues, options.limit, options.limits.budget(kind), name)
    if kind.shortest is not None:
        found = _keep_shorter(puzzle, kind.shortest, found)
    return Answer(record, clues, found)


def _keep_shorter(
    puzzle: Puzzle, shortest: ShortestWays[Any, Any], solved: Solved[Any]
) -> Solved[Any]:
    """Return a result, with the solution of the record if that has fewer moves."""
    known = puzzle.solution
    if known is None or not solved.solutions or puzzle.kind.check(puzzle.clues, known):
        return solved
    least = shortest.count_moves(known)
    if least >= shortest.count_moves(solved.solutions[0]):
        return solved
    note = "" if shortest.is_proved(known) else f"undecided whether {least} moves is the minimum"
    return replace(solved, solutions=(known,), note=note)


def require_solver(kind: AnyKind, solver: str | None) -> str:
    """Return the name of a solver of a kind, its first for None; raise `ConfigError` if unknown."""
    name = solver or kind.solvers[0]
    if name not in kind.solvers:
        raise unknown_name("solver", name, kind.solvers)
    return name


def solution_text(answer: Answer, form: str | None, is_coloured: bool) -> str:
    """Return the solutions in a printed form, ``IMPOSSIBLE`` or ``UNDECIDED``, and a comment.

    The form None is the first of the kind. Raise `ConfigError` if the kind has no such form.
    """
    kind = get_kind(answer.record.kind)
    if form is None:
        form = next(iter(kind.texts))
    if form not in kind.texts:
        raise unknown_name("form", form, ["json", *kind.texts])
    note = f"# {answer.found.note}\n" if answer.found.note else ""
    if not answer.found.solutions:
        return f"{answer.outcome.upper()}\n{note}"
    write = kind.texts[form]
    solutions = (write(answer.clues, solution, is_coloured) for solution in answer.found.solutions)
    return "\n".join(solutions) + note


@dataclass(slots=True)
class Tally:
    """Counts of the outcomes of a collection, and their cost."""

    names: tuple[str, ...] = ("solved", "impossible", "undecided")
    cost: str = "{nodes} nodes, {seconds:.3f} s in the search"
    outcomes: Counter[str] = field(default_factory=Counter)
    nodes: int = 0
    seconds: float = 0.0

    def add(self, answer: Answer | Count) -> None:
        """Count one more answer."""
        self.outcomes[answer.outcome] += 1
        self.nodes += answer.found.steps
        self.seconds += answer.found.seconds

    @property
    def undecided(self) -> int:
        """Number of puzzles that were not decided within the budget."""
        return self.outcomes["undecided"]

    def sentence(self) -> str:
        """Return the summary for standard error."""
        names = [*(name for name in (SHORTEST, NOT_SHORTEST) if self.outcomes[name]), *self.names]
        if len(names) > len(self.names) and not self.outcomes[self.names[0]]:
            names.remove(self.names[0])  # all puzzles have solutions that differ in length
        counts = ", ".join(f"{self.outcomes[name]} {name}" for name in names)
        return f"solve: {counts}; {self.cost.format(nodes=self.nodes, seconds=self.seconds)}"


def write_answers(
    records: Iterable[Record], output: str, options: AnswerOptions, mapper: Mapper
) -> Tally:
    """Solve records, write the answers and further files, and return the tally.

    Raise `ConfigError` for an unknown form or solver, `StoreError` if a file cannot be written.
    """
    solve = partial(mapper, partial(_solve_one, options=options))
    return write_each(records, output, options, solve, Tally())


def write_each(
    records: Iterable[Record],
    output: str,
    options: AnswerOptions,
    find: Callable[[list[Record]], Iterable[Answer | Count]],
    tally: Tally,
) -> Tally:
    """Write the result for each record as soon as it is found, and return the tally."""
    puzzles = list(records)
    if options.dimacs is not None:
        write_dimacs(puzzles, options.dimacs)
    lines: list[str] = []
    with open_atomic(output) as stream:
        for number, answer in enumerate(find(puzzles)):
            stream.write(answer.shown(options, is_first=number == 0).encode())
            stream.flush()
            tally.add(answer)
            if options.stats is not None:
                lines.append(json.dumps(answer.stats(), sort_keys=True))
    if options.stats is not None:
        write_atomic(options.stats, "".join(f"{line}\n" for line in lines))
    return tally


def write_dimacs(records: list[Record], target: str) -> None:
    """Write the CNF of one puzzle, or numbered files for several."""
    if len(records) > 1 and target == "-":
        raise ConfigError(
            f"expected one puzzle for --dimacs -, found {len(records)}; name a file, to which "
            "the number of each puzzle is added"
        )
    for number, record in enumerate(records, start=1):
        puzzle = read_puzzle(record)
        refutation = require(puzzle.kind, puzzle.kind.refutation, "encoding in clauses")
        path = Path(target)
        name = target if len(records) == 1 else str(path.with_stem(f"{path.stem}-{number}"))
        lines = refutation.dimacs(puzzle.clues)
        write_atomic(name, "".join(f"{line}\n" for line in lines))


MOST_LISTED: Final = 100_000  # Solutions after which listing stops, since all are kept in memory

_PROVED: Final = {Status.UNIQUE: 1, Status.UNSOLVABLE: 0}


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of solutions, or a lower bound with the reason in ``note``.

    ``steps`` are those of the engine in ``method``.
    """

    count: int
    is_exact: bool
    steps: int
    method: str
    note: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Count:
    """A record and the number of its solutions."""

    record: Record
    found: Counted

    def text(self) -> str:
        """Return the number, or a lower bound and the reason.

        >>> record = Record("0123456789abcdef", "numberlink", {})
        >>> Count(record, Counted(7, False, 0, "search", "9 nodes spent")).text()
        'at least 7 (undecided: 9 nodes spent)'
        """
        if self.found.is_exact:
            return str(self.found.count)
        return f"at least {self.found.count} (undecided: {self.found.note})"

    def stats(self) -> dict[str, Json]:
        """Return the line of ``--stats``."""
        return {
            "id": self.record.id,
            "complete": self.found.is_exact,
            "count": str(self.found.count),
            "method": self.found.method,
            "nodes": self.found.steps,
            "seconds": round(self.found.seconds, 6),
        }

    @property
    def outcome(self) -> str:
        """The outcome, as a word."""
        return "counted" if self.found.is_exact else "undecided"

    def shown(self, options: AnswerOptions, is_first: bool) -> str:
        """Return the record with its count, or the number as text."""
        if options.form == "json":
            return f"{dump_record(self.counted_record())}\n"
        return f"{options.cost(self.found)}{self.text()}\n"

    def counted_record(self) -> Record:
        """Return the record with a field ``count``.

        The number is a string, since most JSON readers keep only 15 digits of a number.
        """
        count = {
            "complete": self.found.is_exact,
            "method": self.found.method,
            "note": self.found.note or None,
            "solutions": str(self.found.count),
        }
        return self.record.with_(extra={**self.record.extra, "count": count})


def _count_one(record: Record, options: AnswerOptions) -> Count:
    puzzle = read_puzzle(record)
    solver = require_solver(puzzle.kind, options.solver)
    return Count(record, count_solutions(puzzle, options.limits.budget(puzzle.kind), solver))


def count_solutions(puzzle: Puzzle, budget: Budget, solver: str | None = None) -> Counted:
    """Return the number of solutions, or a lower bound if the budget or the list is too short.

    The default solver first tries a proof that there is one solution or none. Otherwise solutions
    are listed, of kinds with shortest solutions the shortest ones.
    """
    kind = puzzle.kind
    name = solver or kind.solvers[0]
    start = perf_counter()
    if kind.uniqueness is not None and name == kind.solvers[0]:
        verdict = kind.uniqueness.prove(puzzle.clues, None, budget)
        if verdict.status in _PROVED:
            seconds = perf_counter() - start
            return Counted(_PROVED[verdict.status], True, 0, verdict.method or "", "", seconds)
    solved = kind.solve(puzzle.clues, MOST_LISTED, budget, name)
    count = len(solved.solutions)
    if solved.is_complete:
        note = ""
    elif count >= MOST_LISTED:
        note = f"stopped after listing {count} solutions"
    else:
        note = f"{budget.nodes} nodes and {budget.conflicts} conflicts were spent"
    seconds = perf_counter() - start
    return Counted(count, solved.is_complete, solved.steps, solved.method, note, seconds)


def count_problems(puzzle: Puzzle, budget: Budget) -> tuple[str, ...]:
    """Return the problems of the field ``count`` of a record, after counting again."""
    if "count" not in puzzle.record.extra:
        return ()
    claim = puzzle.record.extra["count"]
    try:
        number, is_complete = int(claim["solutions"]), claim["complete"]
    except (KeyError, TypeError, ValueError):
        return ("expected a field 'count' of solve --count all, found another",)
    again = count_solutions(puzzle, budget)
    if again.is_exact and (number > again.count or (is_complete and number != again.count)):
        return (f"expected {again.count} solutions as counted now, found a count of {number}",)
    return ()


def count_records(
    records: Iterable[Record], options: AnswerOptions, mapper: Mapper = serial
) -> Iterator[Count]:
    """Yield the number of solutions of each puzzle, in order."""
    return mapper(partial(_count_one, options=options), records)


def write_counts(
    records: Iterable[Record], output: str, options: AnswerOptions, mapper: Mapper
) -> Tally:
    """Count solutions, write the numbers and further files, and return the tally.

    Raise `ConfigError` for an unknown solver, or a form that shows solutions; `StoreError` if a
    file cannot be written.
    """
    if options.form not in (None, "json"):
        raise ConfigError(
            f"expected --to json or no --to with --count all, found {options.form!r}: it counts "
            "solutions without listing them; give --count N to see N of them"
        )
    count = partial(count_records, options=options, mapper=mapper)
    cost = "{nodes} nodes, {seconds:.3f} s in the count"
    return write_each(records, output, options, count, Tally(("counted", "undecided"), cost))
