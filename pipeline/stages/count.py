"""Count: records to exact numbers of solutions, or bounds and why no more is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from pipeline.kinds.capabilities import require
from pipeline.kinds.interface import Budget, Counted, Solved
from pipeline.kinds.kit.listing import count_by_listing
from pipeline.model import ConfigError, Json, Record
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.solve import AnswerOptions, Tally, require_solver, write_each
from pipeline.store.jsonl import dump_record


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
        >>> Count(record, Counted(7, False, 0, "search", "too wide")).text()
        'at least 7 (undecided: too wide)'
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
    kind, clues = puzzle.kind, puzzle.clues
    budget = options.limits.budget(kind)
    name = require_solver(kind, options.solver)
    if name != kind.solvers[0]:

        def solve(clues: Any, limit: int, budget: Budget) -> Solved[Any]:
            return kind.solve(clues, limit, budget, name)

        return Count(record, count_by_listing(solve, clues, budget))
    counting = require(kind, kind.counting, "counts of all solutions")
    return Count(record, counting.count(clues, budget))


def count_problems(puzzle: Puzzle, budget: Budget) -> tuple[str, ...]:
    """Return what does not hold of the count that a record claims; it is counted again."""
    if "count" not in puzzle.record.extra:
        return ()
    said, counting = puzzle.record.extra["count"], puzzle.kind.counting
    again = None if counting is None else counting.count(puzzle.clues, budget)
    try:
        number, is_whole = int(said["solutions"]), said["complete"]
    except (KeyError, TypeError, ValueError):
        return ("the count is not in its form",)
    if again is None or (again.is_exact and (
        number > again.count or (is_whole and number != again.count)
    )):  # fmt: skip
        return (f"the record counts {number} solutions, counted again they are "
                f"{again and again.count}",)  # fmt: skip
    return ()


def count_records(
    records: Iterable[Record], options: AnswerOptions, mapper: Mapper = serial
) -> Iterator[Count]:
    """Yield how many solutions each puzzle has, in order; a solver named lists them one by one."""
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
    cost = "{nodes} nodes and states, {seconds:.3f} s in the count"
    return write_each(records, output, options, count, Tally(("counted", "undecided"), cost))
