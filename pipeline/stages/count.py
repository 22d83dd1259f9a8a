"""Count the solutions of puzzles: prove that there is one or none, else list them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.model import ConfigError, Json, Record, Status
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.solve import AnswerOptions, Tally, require_solver, write_each
from pipeline.store.jsonl import dump_record

MOST_LISTED: Final = 100_000
"""Solutions after which listing stops, since all of them are kept in memory."""

_PROVED: Final = {Status.UNIQUE: 1, Status.UNSOLVABLE: 0}


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of solutions, or a lower bound and the reason for it in ``note``.

    ``steps`` are those of the engine that ``method`` names.
    """

    count: int
    is_exact: bool
    steps: int
    method: str
    note: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Count:
    """A record and how many solutions its puzzle has."""

    record: Record
    found: Counted

    def text(self) -> str:
        """Return the number, or a lower bound and why no more is known.

        Examples
        --------
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
        """How the count came out, in a word."""
        return "counted" if self.found.is_exact else "undecided"

    def shown(self, options: AnswerOptions, is_first: bool) -> str:
        """Return the record with its count, or the number in words."""
        if options.form == "json":
            return f"{dump_record(self.counted_record())}\n"
        return f"{options.cost(self.found)}{self.text()}\n"

    def counted_record(self) -> Record:
        """Return the record with a field ``count``.

        The number is a string: most readers of JSON keep 15 digits of a number and no more.
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

    A proof settles puzzles with one solution or none; the solutions of others are listed, and of
    kinds that look for shortest solutions the shortest. A solver other than the kind's default
    lists without a proof.
    """
    kind = puzzle.kind
    name = solver or kind.solvers[0]
    start = perf_counter()
    if kind.uniqueness is not None and name == kind.solvers[0]:
        verdict = kind.uniqueness.prove(puzzle.clues, None, budget)
        if verdict.status in _PROVED:
            seconds = perf_counter() - start
            return Counted(_PROVED[verdict.status], True, 0, verdict.method or "", "", seconds)
    found = kind.solve(puzzle.clues, MOST_LISTED, budget, name)
    count = len(found.solutions)
    if found.is_complete:
        note = ""
    elif count >= MOST_LISTED:
        note = f"stopped after listing {count} solutions"
    else:
        note = f"{budget.nodes} nodes and {budget.conflicts} conflicts were spent"
    seconds = perf_counter() - start
    return Counted(count, found.is_complete, found.steps, found.method, note, seconds)


def count_problems(puzzle: Puzzle, budget: Budget) -> tuple[str, ...]:
    """Return what is wrong with the number of solutions in a record, after counting again."""
    if "count" not in puzzle.record.extra:
        return ()
    claim = puzzle.record.extra["count"]
    try:
        number, is_complete = int(claim["solutions"]), claim["complete"]
    except (KeyError, TypeError, ValueError):
        return ("expected a field 'count' as solve --count all writes it, found another",)
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
    """Count solutions, write the numbers and what else was asked for, and return the tally.

    `ConfigError` for an unknown solver, or a form that shows solutions. `StoreError` if a file
    cannot be written.
    """
    if options.form not in (None, "json"):
        raise ConfigError(
            f"expected --to json or no --to with --count all, found {options.form!r}: it counts "
            "solutions without listing them; give --count N to see N of them"
        )
    count = partial(count_records, options=options, mapper=mapper)
    cost = "{nodes} nodes, {seconds:.3f} s in the count"
    return write_each(records, output, options, count, Tally(("counted", "undecided"), cost))
